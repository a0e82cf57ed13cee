//! Functions that are not in the book, but nearly as common.

use std::ptr::null_mut;

use crate::rows;
use crate::scene::Row;

#[rustfmt::skip]
pub(crate) const ROWS: &[Row] = rows! { s:
    0 "a peer" cuCtxDisablePeerAccess(s.enabled_peer());
    201 "one that was destroyed" cuCtxDisablePeerAccess(s.no_context());
    705 "a peer that was never enabled" cuCtxDisablePeerAccess(s.peer());
    0 "rows" cuMemAllocPitch_v2(&mut 0, &mut 0, 8, 8, 4);
    1 "no place" cuMemAllocPitch_v2(null_mut(), &mut 0, 8, 8, 4);
    1 "elements of no known size" cuMemAllocPitch_v2(&mut 0, &mut 0, 8, 8, 5);
    1 "no rows" cuMemAllocPitch_v2(&mut 0, &mut 0, 8, 0, 4);
    2 "more than there is" cuMemAllocPitch_v2(&mut 0, &mut 0, 1 << 20, 1 << 20, 4);
    201 "no context" cuMemAllocPitch_v2(s.bare(&mut 0), &mut 0, 8, 8, 4);
    1 "no place" cuMemHostGetFlags(null_mut(), s.pinned());
    201 "a context that was destroyed" cuMemcpyPeer(s.memory(), s.no_context(), s.memory(), s.client.context, 8);
    201 "a context that was destroyed" cuMemcpyPeerAsync(s.memory(), s.client.context, s.memory(), s.no_context(), 8, null_mut());
    400 "a stream that was destroyed" cuMemcpyPeerAsync(s.memory(), s.client.context, s.memory(), s.client.context, 8, s.no_stream());
    1 "rows that overlap" cuMemsetD2D8_v2(s.memory(), 4, 0, 8, 2);
};

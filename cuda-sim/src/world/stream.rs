//! Streams, as the client's handle sees them; the queue itself is a lane of the engine.

use std::sync::Arc;

use crate::world::context::Context;
use crate::world::handle::Key;

/// A stream: what a client holds a `CUstream` of. Its key is also its lane's.
#[derive(Debug)]
pub(crate) struct Stream {
    pub(crate) key: Key,
    pub(crate) id: u64,
    pub(crate) context: Arc<Context>,
    pub(crate) flags: u32,
    pub(crate) priority: i32,
}

/// A stream that a call names: one that was made, or a context's legacy stream.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) lane: Key,
    pub(crate) id: u64,
    pub(crate) context: Arc<Context>,
    pub(crate) flags: u32,
    pub(crate) priority: i32,
}

impl Target {
    pub(crate) fn legacy(context: Arc<Context>) -> Self {
        Target { lane: context.legacy, id: context.legacy_id, context, flags: 0, priority: 0 }
    }

    pub(crate) fn is_legacy(&self) -> bool {
        self.lane == self.context.legacy
    }

    /// Whether the stream waits for the legacy stream, and is waited for.
    pub(crate) fn is_blocking(&self) -> bool {
        !self.is_legacy() && self.flags == 0
    }

    pub(crate) fn made(stream: &Stream) -> Self {
        Target {
            lane: stream.key,
            id: stream.id,
            context: Arc::clone(&stream.context),
            flags: stream.flags,
            priority: stream.priority,
        }
    }
}

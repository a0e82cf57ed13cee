//! Operations as a stream: submitting is eager, so making a future starts its work, and what bounds the futures bounds the
//! work in flight.

use std::cell::Cell;
use std::pin::pin;
use std::thread;

use cuda_safe::{DeviceBuffer, PinnedBuffer, Transfer};
use futures::StreamExt;
use futures::executor::block_on;
use futures::stream::{self, FuturesOrdered, FuturesUnordered};

use crate::rig::{LEN, Rig, poll_once};

fn filled(rig: &Rig, value: u32) -> DeviceBuffer<u32> {
    let mut buffer = DeviceBuffer::zeroed(&rig.stream, LEN).expect("memory");
    buffer.upload_from(&[value; LEN], &rig.stream).detach();
    buffer
}

#[test]
fn no_more_operations_are_in_flight_than_the_bound_says() {
    const BOUND: usize = 3;
    let rig = Rig::new();
    let buffers: Vec<_> = (0..8).map(|value| filled(&rig, value)).collect();
    let gate = rig.gate(&rig.stream);
    let submitted = Cell::new(0);
    let downloads = stream::iter(&buffers).map(|gpu| {
        submitted.set(submitted.get() + 1);
        rig.stream.download(gpu, rig.pinned())
    });
    let mut downloads = pin!(downloads.buffered(BOUND));
    assert!(poll_once(pin!(downloads.next())).0.is_pending());
    assert_eq!(submitted.get(), BOUND);
    gate.open();
    let mut received = 0;
    while let Some(pinned) = block_on(downloads.next()) {
        assert_eq!(pinned.expect("the download works")[0], received, "they come in order");
        received += 1;
        assert!(submitted.get() <= received as usize + BOUND);
    }
    assert_eq!(received, 8);
    rig.assert_clean();
}

#[test]
fn what_ends_first_comes_first_where_order_does_not_matter() {
    let rig = Rig::new();
    let (gpu, other) = (filled(&rig, 5), rig.context.stream().expect("a stream"));
    // Nothing on the other stream is to wait for the gated one.
    rig.stream.synchronize_blocking().expect("the stream is well");
    let gate = rig.gate(&rig.stream);
    let downloads = [rig.stream.clone(), other].map(|s| async {
        let (s, pinned) = (s, rig.pinned());
        s.download(&gpu, pinned).await.map(|pinned| (s, pinned))
    });
    let mut downloads: FuturesUnordered<_> = downloads.into_iter().collect();
    // The buffer is kept: its free may wait for the whole device.
    let (first, _kept) = block_on(downloads.next()).expect("there are two").expect("the download works");
    assert_ne!(first, rig.stream, "the gated one cannot be the first");
    gate.open();
    let (second, _) = block_on(downloads.next()).expect("there are two").expect("the download works");
    assert_eq!(second, rig.stream);
    rig.assert_clean();
}

#[test]
fn buffers_go_round_through_an_ordered_queue() {
    let rig = Rig::new();
    let mut gpu = filled(&rig, 0);
    let mut free = vec![rig.pinned(), rig.pinned()];
    let mut in_flight = FuturesOrdered::<Transfer<PinnedBuffer<u32>>>::new();
    block_on(async {
        for value in 0..6 {
            let mut pinned = match free.pop() {
                Some(pinned) => pinned,
                None => in_flight.next().await.expect("two are in flight").expect("the upload works"),
            };
            pinned.fill(value);
            in_flight.push_back(rig.stream.upload(pinned, &mut gpu));
        }
        while let Some(pinned) = in_flight.next().await {
            free.push(pinned.expect("the upload works"));
        }
    });
    assert_eq!((free.len(), rig.read(&gpu, &rig.stream)), (2, vec![5; LEN]));
    rig.assert_clean();
}

#[test]
fn dropping_a_stream_of_operations_half_way_gives_everything_back() {
    let rig = Rig::new();
    let buffers: Vec<_> = (0..5).map(|value| filled(&rig, value)).collect();
    rig.stream.synchronize_blocking().expect("the stream is well");
    let ranges = rig.simulator.ledger().host_ranges;
    let gate = rig.gate(&rig.stream);
    let mut downloads =
        Box::pin(stream::iter(&buffers).map(|gpu| rig.stream.download(gpu, rig.pinned())).buffer_unordered(2));
    assert!(poll_once(pin!(downloads.next())).0.is_pending());
    assert_eq!(rig.simulator.ledger().host_ranges, ranges + 2);
    let opener = thread::spawn(move || gate.open());
    drop(downloads);
    opener.join().expect("no panic");
    while rig.simulator.ledger().host_ranges > ranges {
        thread::yield_now();
    }
    rig.assert_clean();
}

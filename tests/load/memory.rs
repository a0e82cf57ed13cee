//! Memory that must not grow.

use cuda_safe::{CopyFrom, DeviceBuffer, Reactor};
use futures::executor::block_on;

use crate::rig::{Rig, figure, seed};

/// Resident memory of this process, in bytes.
#[cfg(target_os = "linux")]
fn resident_byte_len() -> usize {
    let statm = std::fs::read_to_string("/proc/self/statm").expect("Linux");
    let pages: usize = statm.split(' ').nth(1).and_then(|pages| pages.parse().ok()).expect("a number of pages");
    pages * 4096
}

/// Runs in a process of its own, so that no other test's memory counts.
#[test]
#[cfg(target_os = "linux")]
fn a_million_staged_copies_leave_resident_memory_flat() {
    if !crate::process_exit::in_a_process_of_its_own("memory::a_million_staged_copies_leave_resident_memory_flat") {
        return;
    }
    let rig = Rig::new(Reactor::spawn().expect("threads start"), seed());
    let [stream] = rig.streams();
    let mut gpu = DeviceBuffer::<u32>::zeroed(&stream, 256).expect("memory");
    let mut host = [0_u32; 256];
    let mut copy = |count: usize| {
        block_on(async {
            for round in 0..count / 2 {
                gpu.upload_from(&[round as u32; 256], &stream).await.expect("the upload works");
                host.copy_from(&gpu, &stream).await.expect("the download works");
                assert_eq!(host[255], round as u32);
            }
        });
    };
    let copies = figure(10_000, 1_000_000);
    copy(copies / 10);
    let before = resident_byte_len();
    copy(copies);
    let grown = resident_byte_len().saturating_sub(before);
    println!("{copies} copies: resident memory grew by {grown} bytes");
    assert!(grown <= 1 << 20, "{grown} bytes");
    rig.assert_clean();
}

#[test]
fn allocate_use_and_drop_reuses_memory() {
    const LEN: usize = 1 << 20;
    let rig = Rig::new(Reactor::spawn().expect("threads start"), seed());
    let [stream] = rig.streams();
    for _ in 0..figure(200, 10_000) {
        let mut buffer = DeviceBuffer::<u8>::zeroed(&stream, LEN).expect("memory");
        drop(stream.fill_bytes(&mut buffer, 7).expect("the fill is queued"));
    }
    stream.synchronize_blocking().expect("the stream is well");
    let peak = rig.simulator.ledger().peak_device_byte_len;
    println!("peak of device memory: {peak} bytes");
    assert!(peak < 16 << 20, "{peak} bytes");
    rig.assert_clean();
}

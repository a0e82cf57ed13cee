//! Copies that run beside the thread, and barriers in shared memory.

use super::device::{Device, Shape, compiled, shape};
use crate::exec::fault::{Fault, FaultKind};

const SOURCE: &str = include_str!("ptx/asynchronous.ptx");

fn launch(device: &mut Device, name: &str, shape: Shape, args: &[u64]) -> Result<(), Fault> {
    let module = compiled(SOURCE);
    let params = &module.entry(name).unwrap().params;
    let words: Vec<[u8; 8]> = args.iter().map(|arg| arg.to_le_bytes()).collect();
    let args: Vec<&[u8]> = words.iter().zip(params).map(|(word, param)| &word[..param.byte_len as usize]).collect();
    device.launch_entry(&module, name, shape, &args).map(drop)
}

/// Runs one thread of a text and gives back its fault.
fn fault(text: &str) -> Fault {
    let source = format!(
        ".version 7.4\n.target sm_80\n.address_size 64\n.entry k(.param .u64 p) {{\n.shared .align 16 .b64 room[8];\n\
         .reg .b32 %r<9>; .reg .b64 %d<9>; .reg .pred %p<9>; ld.param.u64 %d1, [p];\n{text}\nret; }}"
    );
    let mut device = Device::default();
    let memory = device.words(&[0; 16]);
    device.launch(&source, shape(1, 1), &[&memory.to_le_bytes()]).unwrap_err()
}

#[test]
fn copies_happen_as_late_as_their_wait_and_read_their_source_then() {
    let threads = if cfg!(miri) { 8 } else { 64 };
    let (mut late, mut early) = (0, 0);
    for seed in 0..if cfg!(miri) { 2 } else { 16 } {
        let mut device = Device::default();
        let input: Vec<u32> = (0..threads * 8).map(|word| 1000 + word).collect();
        let (from, to) = (device.words(&input), device.words(&vec![0; threads as usize * 4]));
        let shape = Shape { seed, ..shape(1, threads) };
        launch(&mut device, "groups", shape, &[from, to]).unwrap();
        for (thread, found) in device.read_words(to).chunks(4).enumerate() {
            let first = 1000 + 8 * thread as u32;
            let [before, waited, other, changed] = *found else { panic!("four words a thread") };
            assert!(before == u32::MAX || before == first, "seed {seed}");
            assert_eq!(waited, first, "seed {seed}: its group was waited for");
            assert!(other == u32::MAX || other == first + 4, "seed {seed}");
            assert!(changed == thread as u32 || changed == first + 6, "seed {seed}");
            late += usize::from(before == u32::MAX) + usize::from(changed == thread as u32);
            early += usize::from(before == first) + usize::from(changed == first + 6);
        }
    }
    assert!(late > early, "most copies are late: {late} late, {early} early");
    assert!(cfg!(miri) || early > 0, "and some are not");
}

#[test]
fn what_a_copy_does_not_read_is_zero() {
    let input = [0x0403_0201, 0x0807_0605, 0x0c0b_0a09, 0x100f_0e0d];
    for (len, expected) in [
        (16, [0x0403_0201, 0x0807_0605, 0x0c0b_0a09, 0x100f_0e0d, 0x0403_0201, 0x0807_0605]),
        (5, [0x0403_0201, 5, 0, 0, 0, 0]),
        (0, [0, 0, 0, 0, 0x0403_0201, 0x0807_0605]),
    ] {
        let mut device = Device::default();
        let (from, to) = (device.words(&input), device.words(&[7; 6]));
        launch(&mut device, "partial", shape(1, 1), &[from, to, len]).unwrap();
        assert_eq!(device.read_words(to), expected, "{len} bytes");
    }
    let mut device = Device::default();
    let (from, to) = (device.words(&input), device.words(&[7; 6]));
    let fault = launch(&mut device, "partial", shape(1, 1), &[from, to, 17]).unwrap_err();
    assert!(fault.message.contains("16 bytes that reads 17"), "{fault}");
}

#[test]
fn a_barrier_in_shared_memory_waits_for_copies_of_every_thread() {
    for (threads, seed) in [(2, 0), (if cfg!(miri) { 3 } else { 96 }, 3)] {
        let mut device = Device::default();
        let first: Vec<u32> = (0..threads).map(|thread| 10 * thread).collect();
        let second: Vec<u32> = (0..threads).map(|thread| 1000 * thread).collect();
        let (from, to) = (device.words(&first), device.words(&second));
        launch(&mut device, "arrivals", Shape { seed, ..shape(1, threads) }, &[from, to]).unwrap();
        let expected: Vec<u32> = (0..threads).map(|thread| 1010 * (threads - 1 - thread)).collect();
        assert_eq!(device.read_words(to), expected);
    }
}

#[test]
fn a_barrier_in_shared_memory_counts_arrivals_and_departures() {
    let mut device = Device::default();
    let out = device.words(&[9; 5]);
    launch(&mut device, "counts", shape(1, 1), &[out]).unwrap();
    // 5 pending, then 2; a new phase of 4, as one thread has left.
    assert_eq!(device.read_words(out), [5, 2, 4, 0, 1]);
}

#[test]
fn misuse_of_barriers_and_copies_is_a_fault() {
    for (text, kind, words) in [
        ("mbarrier.arrive.shared.b64 %d2, [room];", FaultKind::Trap, "not initialised"),
        ("mbarrier.init.shared.b64 [room], 0;", FaultKind::Trap, "cannot count 0"),
        ("mbarrier.init.shared.b64 [room+4], 1;", FaultKind::Misaligned, "misaligned"),
        ("mbarrier.init.shared.b64 [room+64], 1;", FaultKind::OutOfBounds, "mbarrier access"),
        ("mbarrier.init.b64 [%d1], 1;", FaultKind::InvalidSpace, "mbarrier access"),
        (
            "mbarrier.init.shared.b64 [room], 2; mbarrier.arrive.noComplete.shared.b64 %d2, [room], 3;",
            FaultKind::Trap,
            "3 arrivals",
        ),
        (
            "mbarrier.init.shared.b64 [room], 2; mbarrier.arrive.noComplete.shared.b64 %d2, [room], 2;",
            FaultKind::Trap,
            "noComplete",
        ),
        (
            "mbarrier.init.shared.b64 [room], 2; mbarrier.inval.shared.b64 [room]; mbarrier.inval.shared.b64 [room];",
            FaultKind::Trap,
            "not initialised",
        ),
        ("cp.async.ca.shared.global [room+4], [%d1], 8;", FaultKind::Misaligned, "asynchronous copy to shared"),
        ("cp.async.ca.shared.global [room], [%d1+4], 8;", FaultKind::Misaligned, "asynchronous copy from global"),
        ("cp.async.cg.shared.global [room+64], [%d1], 16;", FaultKind::OutOfBounds, "asynchronous copy to shared"),
        ("cp.async.cg.shared.global [room], [%d1+64], 16;", FaultKind::IllegalAddress, "asynchronous copy from global"),
        ("discard.global.L2 [%d1+64], 128;", FaultKind::Misaligned, "discard"),
        ("discard.global.L2 [%d1], 128;", FaultKind::IllegalAddress, "discard"),
    ] {
        let fault = fault(text);
        assert_eq!(fault.kind, kind, "{text}: {fault}");
        assert!(fault.message.contains(words), "{text}: {fault}");
    }
}

#[test]
fn what_is_discarded_can_no_longer_be_relied_on() {
    let mut device = Device::default();
    let memory = device.words(&[3; 33]);
    launch(&mut device, "hints", shape(1, 1), &[memory]).unwrap();
    let words = device.read_words(memory);
    assert_eq!((words[0], words[31], words[32]), (0xCBCB_CBCB, 0xCBCB_CBCB, 3));
}

//! Every class of instruction is in one of the kernels, and every kernel does what it should.

use std::collections::BTreeSet;

use super::super::device::{Device, shape};
use super::kernels::{KERNELS, TRAP};
use super::{LIMIT, Small, THREADS};

/// The opcodes of the first two tiers.
const OPCODES: &str = "ld st mov add sub mul mad fma div rem neg abs min max and or xor not cnot shl shr cvt cvta setp selp bra ret \
    exit call bar barrier membar fence atom red mul24 mad24 addc subc madc popc clz brev bfind bfe bfi bmsk prmt shf lop3 sad dp4a \
    dp2a szext testp copysign set slct rcp sqrt rsqrt ex2 lg2 sin cos tanh shfl vote match redux activemask trap nanosleep isspacep \
    griddepcontrol fns brx prefetch";

#[test]
fn every_class_is_in_a_kernel() {
    let sources: Vec<String> = KERNELS.iter().chain([&TRAP]).map(Small::source).collect();
    let names: BTreeSet<&str> = sources
        .iter()
        .flat_map(|source| source.split([' ', '\n', ';']))
        .map(|word| word.split_once('.').map_or(word, |(name, _)| name))
        .collect();
    for opcode in OPCODES.split_whitespace() {
        assert!(names.contains(opcode), "no kernel has `{opcode}`");
    }
}

#[test]
fn small_kernels_compute_what_they_should() {
    for kernel in KERNELS {
        let mut device = Device::default();
        let memory = device.words(&Small::words());
        let source = kernel.source();
        let stats = device
            .launch(&source, shape(1, THREADS), &[&memory.to_le_bytes()])
            .unwrap_or_else(|fault| panic!("{fault}\n{source}"));
        assert!(stats.thread_instructions <= LIMIT, "{} instructions\n{source}", stats.thread_instructions);
        let expected: Vec<u32> = (0..).zip(Small::words()).map(|(tid, word)| (kernel.expected)(tid, word)).collect();
        let found = device.read_words(memory);
        assert_eq!(found, expected, "{found:x?} against {expected:x?}\n{source}");
    }
}

#[test]
fn a_small_kernel_traps() {
    let mut device = Device::default();
    let memory = device.words(&Small::words());
    let fault = device.launch(&TRAP.source(), shape(1, THREADS), &[&memory.to_le_bytes()]).unwrap_err();
    assert_eq!((fault.code(), fault.thread), (719, [2, 0, 0]));
}

//! Types of one's own on the device, and types of which only some bit patterns are values (R10).

use std::panic::{AssertUnwindSafe, catch_unwind};

use cuda_safe::{CheckedBitPattern, CopyFrom, DeviceBuffer, DevicePod, Error, device_pod};
use futures::executor::block_on;

use crate::rig::Rig;

#[derive(Clone, Copy, Debug, PartialEq, DevicePod)]
#[repr(C)]
struct Particle {
    place: [f32; 3],
    mass: f32,
    id: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, DevicePod)]
#[repr(C, packed)]
struct Record(u8, u32);

#[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
struct Ray {
    origin: [f32; 3],
    direction: [f32; 3],
}
device_pod!(Ray via bytemuck);

#[derive(Clone, Copy, Debug, PartialEq, zerocopy::FromBytes, zerocopy::IntoBytes, zerocopy::Immutable)]
#[repr(C)]
struct Vector<const N: usize>([i16; N]);
device_pod!(self::Vector<3> via zerocopy);

#[derive(Clone, Copy, Debug, PartialEq, CheckedBitPattern)]
#[repr(i8)]
enum Turn {
    Left = -1,
    Straight,
    Right,
}

/// Sends `values` to the device and back.
fn go_round<T: DevicePod + Default + PartialEq + std::fmt::Debug>(rig: &Rig, values: &[T]) {
    let gpu = DeviceBuffer::from_slice(values, &rig.stream).expect("memory");
    let mut back = vec![T::default(); values.len()];
    block_on(back.copy_from(&gpu, &rig.stream)).expect("the copy works");
    assert_eq!(back, values);
}

#[test]
fn structures_of_ones_own_go_to_the_device_and_back() {
    let rig = Rig::new();
    let particles = [Particle { place: [1.0, 2.0, 3.0], mass: 4.0, id: 5 }; 2];
    let gpu = DeviceBuffer::from_slice(&particles, &rig.stream).expect("memory");
    assert_eq!(block_on(rig.stream.read_array(&gpu)), Ok(particles));
    let gpu = DeviceBuffer::from_slice(&[Record(1, 2), Record(3, 4)], &rig.stream).expect("memory");
    assert_eq!(gpu.byte_len(), 10);
    assert_eq!(block_on(rig.stream.read_array(&gpu.view(1..).expect("within"))), Ok([Record(3, 4)]));
    let rays = [Ray { origin: [0.0; 3], direction: [1.0, 0.0, 0.0] }];
    let gpu = DeviceBuffer::from_slice(&rays, &rig.stream).expect("memory");
    assert_eq!(block_on(rig.stream.read_array(&gpu)), Ok(rays));
    let vectors = [Vector([1, -2, 3])];
    let gpu = DeviceBuffer::from_slice(&vectors, &rig.stream).expect("memory");
    assert_eq!(block_on(rig.stream.read_array(&gpu)), Ok(vectors));
    rig.assert_clean();
}

#[test]
fn half_precision_numbers_go_to_the_device_and_back() {
    let rig = Rig::new();
    go_round(&rig, &[1.5, -0.25, f32::INFINITY].map(half::f16::from_f32));
    go_round(&rig, &[1.5, -0.25, f32::MAX].map(half::bf16::from_f32));
    rig.assert_clean();
}

#[test]
fn values_that_are_some_bit_patterns_only_are_checked_when_they_have_arrived() {
    let rig = Rig::new();
    let gpu = DeviceBuffer::from_slice(&[true, false, true].map(bool::to_bits), &rig.stream).expect("memory");
    let mut flags = [false; 3];
    block_on(rig.stream.download_checked(&gpu, &mut flags)).expect("all are flags");
    assert_eq!(flags, [true, false, true]);
    let gpu = DeviceBuffer::from_slice(&['ß', '火'].map(char::to_bits), &rig.stream).expect("memory");
    let mut letters = [' '; 2];
    block_on(rig.stream.download_checked(&gpu, &mut letters)).expect("all are letters");
    assert_eq!(letters, ['ß', '火']);
    let turns = [Turn::Right, Turn::Left, Turn::Straight];
    let gpu = DeviceBuffer::from_slice(&turns.map(Turn::to_bits), &rig.stream).expect("memory");
    let mut back = [Turn::Left; 3];
    block_on(rig.stream.download_checked(&gpu, &mut back)).expect("all are turns");
    assert_eq!(back, turns);
    rig.assert_clean();
}

#[test]
fn what_is_no_value_is_named_and_reaches_nobody() {
    let rig = Rig::new();
    let gpu = DeviceBuffer::from_slice(&[1_u8, 0, 2, 3], &rig.stream).expect("memory");
    let mut flags = [true; 4];
    let error = block_on(rig.stream.download_checked(&gpu, &mut flags)).expect_err("2 is no flag");
    assert_eq!(error, Error::InvalidValue { type_name: "bool", index: 2, bits: 2 });
    assert_eq!(error.to_string(), "element 2 is 2, which is no `bool`");
    assert_eq!(flags, [true; 4], "nothing was written");
    let gpu = DeviceBuffer::from_slice(&[0xd800_u32], &rig.stream).expect("memory");
    let mut letters = ['a'];
    let error = block_on(rig.stream.download_checked(&gpu, &mut letters)).expect_err("half of a pair");
    assert!(matches!(error, Error::InvalidValue { type_name: "char", index: 0, bits: 0xd800 }), "{error:?}");
    let gpu = DeviceBuffer::from_slice(&[0_i8, -2], &rig.stream).expect("memory");
    let mut turns = [Turn::Right; 2];
    let error = block_on(rig.stream.download_checked(&gpu, &mut turns)).expect_err("-2 is no turn");
    assert!(matches!(error, Error::InvalidValue { index: 1, bits: -2, .. }), "{error:?}");
    let mut short = [false; 3];
    let error = block_on(
        rig.stream.download_checked(&gpu.view(..).and_then(|view| view.cast::<u8>()).expect("bytes"), &mut short),
    );
    assert_eq!(error, Err(Error::LengthMismatch { expected: 2, actual: 3 }));
    rig.assert_clean();
}

/// Panics when it is checked.
#[derive(Clone, Copy, Debug)]
struct Delicate;

impl CheckedBitPattern for Delicate {
    type Bits = u8;

    fn from_bits(_: u8) -> Option<Self> {
        panic!("as it is meant to")
    }

    fn to_bits(self) -> u8 {
        0
    }
}

#[test]
fn a_check_that_panics_loses_no_staging() {
    let rig = Rig::new();
    let small = rig.context.device().context_builder().reactor(&rig.reactor).staging_byte_len(4096).build();
    let stream = small.expect("a context").stream().expect("a stream");
    let gpu = DeviceBuffer::<u8>::zeroed(&stream, 3).expect("memory");
    let caught = catch_unwind(AssertUnwindSafe(|| block_on(stream.download_checked(&gpu, &mut [Delicate; 3]))));
    assert!(caught.is_err());
    let mut flags = [true; 3];
    block_on(stream.download_checked(&gpu, &mut flags)).expect("the only block is back");
    assert_eq!(flags, [false; 3]);
    rig.assert_clean();
}

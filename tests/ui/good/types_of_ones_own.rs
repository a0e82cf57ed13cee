//! What the cases beside this one are refused for is not refused where it is right. It also has all cases beside it built, not only checked.

#![forbid(unsafe_code)]

use cuda_safe::{CheckedBitPattern, DevicePod, device_pod};

#[derive(Clone, Copy, DevicePod)]
#[repr(C)]
pub struct Particle {
    pub place: [f32; 3],
    mass: f32,
}

#[derive(Clone, Copy, DevicePod)]
#[repr(transparent)]
struct Millimetres(u32);

#[derive(Clone, Copy, DevicePod)]
#[repr(C, packed)]
struct Packed(u8, Millimetres, Particle);

#[derive(Clone, Copy, CheckedBitPattern)]
#[repr(u16)]
enum Turn {
    Left = 1,
    Right = 300,
}

macro_rules! inside_a_macro {
    ($name:ident, $field:ident, $type:ty) => {
        #[derive(Clone, Copy, DevicePod)]
        #[repr(C)]
        struct $name {
            $field: $type,
            value: $type,
        }
    };
}
inside_a_macro!(Pair, field, f64);

#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
struct Index(u32);
device_pod!(Index via bytemuck);

mod inner {
    #[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
    #[repr(C)]
    pub struct Row([u32; 4]);
}
device_pod!(crate::inner::Row via bytemuck);

fn is_device_pod<T: DevicePod>() {}

fn main() {
    is_device_pod::<Particle>();
    is_device_pod::<Packed>();
    is_device_pod::<[Pair; 2]>();
    is_device_pod::<Index>();
    is_device_pod::<inner::Row>();
    assert!(matches!(Turn::from_bits(300), Some(Turn::Right)) && Turn::from_bits(2).is_none());
    assert_eq!(Turn::Left.to_bits(), 1);
}

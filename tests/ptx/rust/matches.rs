//! Branches with many targets, enumerations, functions by pointer and by trait object, panics.
#![no_std]
#![feature(abi_ptx, stdarch_nvptx)]

pub enum Shape {
    Point,
    Circle(f32),
    Square { side: f32 },
    Named(u64, u8),
}

#[inline(never)]
fn area(shape: &Shape) -> f32 {
    match shape {
        Shape::Point => 0.0,
        Shape::Circle(r) => 3.0 * r * r,
        Shape::Square { side } => side * side,
        Shape::Named(a, b) => (*a as f32) / (*b as f32),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn areas(out: *mut f32, shapes: *const Shape, n: usize) {
    for i in 0..n {
        unsafe { *out.add(i) = area(&*shapes.add(i)) };
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn jumps(out: *mut u32, n: u32) {
    let value = match n {
        0 => 17, 1 => out as u32, 2 => n * 91, 3 => n ^ 0xabc, 4 => n.count_ones(), 5 => n / 3, 6 => n % 13, 7 => n << 9,
        8 => n.reverse_bits(), 9 => n.wrapping_mul(n), _ => 1,
    };
    unsafe { *out = value };
}

trait Step {
    fn step(&self, v: u32) -> u32;
}
struct Add(u32);
struct Mul(u32);
impl Step for Add {
    #[inline(never)]
    fn step(&self, v: u32) -> u32 {
        v.wrapping_add(self.0)
    }
}
impl Step for Mul {
    #[inline(never)]
    fn step(&self, v: u32) -> u32 {
        v.wrapping_mul(self.0)
    }
}

#[inline(never)]
fn double(v: u32) -> u32 {
    v * 2
}
#[inline(never)]
fn halve(v: u32) -> u32 {
    v / 2
}

#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn dynamic(out: *mut u32, n: u32) {
    let (add, mul) = (Add(n), Mul(n));
    let step: &dyn Step = if n & 1 == 0 { &add } else { &mul };
    let by_pointer: fn(u32) -> u32 = if n & 2 == 0 { double } else { halve };
    unsafe { *out = step.step(7) + by_pointer(*out.add(1)) };
}

#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn bounds(out: *mut u32, n: usize) {
    let table = [1u32, 2, 3, 5, 8, 13];
    unsafe { *out = table[n] };
}

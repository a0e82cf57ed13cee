//! Everyday kernels.
#![no_std]
#![feature(abi_ptx, stdarch_nvptx)]

use core::arch::nvptx::*;

fn index() -> usize {
    unsafe { (_block_idx_x() * _block_dim_x() + _thread_idx_x()) as usize }
}

#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn saxpy(a: f32, x: *const f32, y: *mut f32, n: usize) {
    let i = index();
    if i < n {
        unsafe { *y.add(i) += a * *x.add(i) };
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn matmul(c: *mut f32, a: *const f32, b: *const f32, n: usize) {
    let (row, col) = unsafe { ((_block_idx_y() * _block_dim_y() + _thread_idx_y()) as usize, index()) };
    let mut sum = 0.0;
    for k in 0..n {
        sum += unsafe { *a.add(row * n + k) * *b.add(k * n + col) };
    }
    unsafe { *c.add(row * n + col) = sum };
}

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Ray {
    origin: [f32; 3],
    direction: [f32; 3],
    id: u16,
    alive: bool,
}

#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn trace(rays: *mut Ray, sphere: Ray, hits: *mut u32, n: usize) {
    let i = index();
    if i >= n {
        return;
    }
    let ray = unsafe { &mut *rays.add(i) };
    let mut dot = 0.0;
    for axis in 0..3 {
        dot += (ray.origin[axis] - sphere.origin[axis]) * ray.direction[axis];
    }
    ray.alive = dot > 0.5;
    if ray.alive && ray.id != sphere.id {
        unsafe { *hits.add(usize::from(ray.id)) += 1 };
    }
    unsafe { _syncthreads() };
}

#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn sorts(data: *mut u32, n: usize) {
    let data = unsafe { core::slice::from_raw_parts_mut(data, n) };
    data.sort_unstable();
}

#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn bytes(text: *const u8, n: usize, out: *mut u64) {
    let text = unsafe { core::slice::from_raw_parts(text, n) };
    let mut hash = 0xcbf29ce484222325u64;
    for &byte in text {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x100000001b3);
    }
    unsafe { *out = hash + text.iter().filter(|byte| byte.is_ascii_alphabetic()).count() as u64 };
}

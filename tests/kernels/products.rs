//! Matrix products: plain, by tiles, in registers, of doubles and of bytes.

use crate::data::{assert_close, bytes, doubles, floats};
use crate::rig::{inout, input, on_device, value};

const PTX: &str = include_str!("sources/matrices.ptx");

/// The product of an `m` by `k` and a `k` by `n` matrix.
fn product(a: &[f64], b: &[f64], m: usize, n: usize, k: usize) -> Vec<f64> {
    (0..m * n).map(|at| (0..k).map(|i| a[at / n * k + i] * b[i * n + at % n]).sum()).collect()
}

/// Runs a kernel for square matrices of floats.
fn square(name: &str, n: usize, grid: [u32; 3], block: [u32; 3]) {
    let (a, b) = (floats(1, n * n), floats(2, n * n));
    let wide = |values: &[f32]| values.iter().map(|&value| f64::from(value)).collect::<Vec<_>>();
    let expected = product(&wide(&a), &wide(&b), n, n, n);
    on_device(PTX, |rig| {
        let mut c = vec![0.0f32; n * n];
        rig.run_grid(name, grid, block, 0, vec![input(&a), input(&b), inout(&mut c), value(n as u32)]);
        assert_close(&c, &expected, 1e-5);
    });
}

#[test]
fn one_thread_an_element() {
    square("sgemm_naive", 30, [2, 2, 1], [16, 16, 1]);
}

#[test]
fn tiles_of_1024_threads() {
    square("sgemm_tiled", 64, [2, 2, 1], [32, 32, 1]);
}

#[test]
fn sixteen_elements_a_thread_in_registers() {
    square("sgemm_in_registers", 64, [2, 2, 1], [64, 1, 1]);
}

#[test]
fn doubles_of_sizes_that_no_tile_divides() {
    let (a, b) = (doubles(3, 13 * 21), doubles(4, 21 * 18));
    on_device(PTX, |rig| {
        let mut c = vec![0.0f64; 13 * 18];
        let arguments = vec![input(&a), input(&b), inout(&mut c), value(13), value(18), value(21)];
        rig.run_grid("dgemm_ragged", [3, 2, 1], [8, 8, 1], 0, arguments);
        assert_close(&c, &product(&a, &b, 13, 18, 21), 1e-13);
    });
}

#[test]
fn signed_bytes_four_at_a_time() {
    let (a, b) = (bytes(5, 10 * 32), bytes(6, 24 * 32));
    on_device(PTX, |rig| {
        let mut c = vec![0i32; 240];
        rig.run("product_of_bytes", 10, 24, vec![input(&a), input(&b), inout(&mut c), value(32)]);
        let dot = |a: &[u8], b: &[u8]| a.iter().zip(b).map(|(&a, &b)| i32::from(a as i8) * i32::from(b as i8)).sum();
        let expected: Vec<i32> = a.chunks(32).flat_map(|a| b.chunks(32).map(move |b| dot(a, b))).collect();
        assert_eq!(c, expected);
    });
}

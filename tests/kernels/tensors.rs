//! Matrix instructions, copies in the background, cooperative grids and text.

use crate::data::{assert_close, bytes, doubles, floats, half, whole};
use crate::rig::{inout, input, on_device, value};

const PTX: &str = include_str!("sources/tensors.ptx");

/// The product of `a`, by rows of `k`, and `b`, by columns of `k`.
fn product<T: Copy>(a: &[T], b: &[T], k: usize, dot: impl Fn(&[T], &[T]) -> f64) -> Vec<f64> {
    a.chunks(k).flat_map(|row| b.chunks(k).map(|column| dot(row, column)).collect::<Vec<_>>()).collect()
}

#[test]
fn tiles_of_halves_are_multiplied_and_summed_as_floats() {
    const K: usize = 48;
    // In 64ths, and small enough that every sum is exact.
    let (a, b) = (whole(1, 32 * K, -60, 61), whole(2, 24 * K, -60, 61));
    let halves = |values: &[i32]| values.iter().map(|&value| half(value)).collect::<Vec<_>>();
    on_device(PTX, |rig| {
        let mut c = vec![0.0f32; 32 * 24];
        let arguments = vec![input(&halves(&a)), input(&halves(&b)), inout(&mut c), value(24), value(K as u32)];
        rig.run_grid("product_of_halves", [3, 2, 1], [32, 1, 1], 0, arguments);
        let dot = |a: &[i32], b: &[i32]| a.iter().zip(b).map(|(a, b)| f64::from(a * b)).sum::<f64>() / 4096.0;
        assert_close(&c, &product(&a, &b, K, dot), 1e-6);
    });
}

#[test]
fn a_product_by_wmma_is_multiplied_once_more_by_mma() {
    // In 64ths, and small enough that the first product is exact in halves.
    let [a, b, c] = [3, 4, 5].map(|seed| whole(seed, 256, -4, 5));
    let halves = |values: &[i32]| values.iter().map(|&value| half(value)).collect::<Vec<_>>();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let part = |values: &[i32]| values.iter().map(|&value| f64::from(value) / 64.0).collect::<Vec<_>>();
    let columns_of_c: Vec<f64> = (0..256).map(|i| part(&c)[i % 16 * 16 + i / 16]).collect();
    let expected = product(&product(&part(&a), &part(&b), 16, dot), &columns_of_c, 16, dot);
    on_device(PTX, |rig| {
        let mut out = vec![0.0f32; 256];
        rig.run(
            "two_products",
            1,
            32,
            vec![input(&halves(&a)), input(&halves(&b)), input(&halves(&c)), inout(&mut out)],
        );
        assert_close(&out, &expected, 1e-6);
    });
}

#[test]
fn tiles_of_bytes_are_multiplied_and_summed_as_integers() {
    const K: usize = 64;
    let (a, b) = (bytes(3, 16 * K), bytes(4, 16 * K));
    on_device(PTX, |rig| {
        let mut c = vec![0i32; 16 * 16];
        let arguments = vec![input(&a), input(&b), inout(&mut c), value(16), value(K as u32)];
        rig.run_grid("product_of_bytes_by_tiles", [2, 1, 1], [32, 1, 1], 0, arguments);
        let dot = |a: &[u8], b: &[u8]| a.iter().zip(b).map(|(&a, &b)| f64::from(a as i8) * f64::from(b as i8)).sum();
        assert_close(&c, &product(&a, &b, K, dot), 0.0);
    });
}

#[test]
fn tiles_of_doubles_are_multiplied() {
    const K: usize = 12;
    let (a, b) = (doubles(5, 16 * K), doubles(6, 8 * K));
    on_device(PTX, |rig| {
        let mut c = vec![0.0f64; 16 * 8];
        let arguments = vec![input(&a), input(&b), inout(&mut c), value(8), value(K as u32)];
        rig.run_grid("product_of_doubles_by_tiles", [1, 2, 1], [32, 1, 1], 0, arguments);
        assert_close(&c, &product(&a, &b, K, |a, b| a.iter().zip(b).map(|(a, b)| a * b).sum()), 1e-13);
    });
}

#[test]
fn copies_in_the_background_are_there_when_they_are_waited_for() {
    let numbers = floats(7, 9 * 128);
    on_device(PTX, |rig| {
        let mut out = vec![0.0f32; 128];
        rig.run("sum_of_copied_rows", 1, 32, vec![input(&numbers), inout(&mut out), value(9)]);
        let sum = |i: usize| numbers.iter().skip(i).step_by(128).map(|&value| f64::from(value)).sum();
        assert_close(&out, &(0..128).map(sum).collect::<Vec<f64>>(), 1e-5);
    });
}

#[test]
fn a_cooperative_grid_waits_for_all_its_blocks() {
    let start = whole(8, 128, -9, 10);
    on_device(PTX, |rig| {
        let mut data = [start.clone(), vec![0; 128]].concat();
        rig.run_cooperative("grid_barrier", 4, 32, vec![inout(&mut data), input(&[0u32]), value(6)]);
        let mut expected = start.clone();
        for _ in 0..6 {
            expected = (0..128).map(|i| expected[(i + 1) % 128] + expected[(i + 96) % 128]).collect();
        }
        assert_eq!(data[..128], expected);
    });
}

#[test]
fn text_of_the_device_comes_when_the_host_waits() {
    let mut values = vec![1; 70];
    values[3] = -7;
    values[64] = -255;
    on_device(PTX, |rig| {
        rig.run("report", 1, 70, vec![input(&values)]);
        let expected =
            "value 3 is -7, or -3.50 and fffffff9: negative\nvalue 64 is -255, or -127.50 and ffffff01: negative\n";
        assert_eq!(rig.output(), expected);
    });
}

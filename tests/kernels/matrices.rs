//! Dense matrices: transposes, factors, paths.

use crate::data::{assert_close, floats, whole};
use crate::rig::{inout, input, on_device, value};

const PTX: &str = include_str!("sources/matrices.ptx");

fn transposed(values: &[f32], width: usize) -> Vec<f32> {
    (0..width).flat_map(|x| values.iter().skip(x).step_by(width).copied()).collect()
}

#[test]
fn a_transpose_moves_element_by_element() {
    let numbers = floats(1, 37 * 11);
    on_device(PTX, |rig| {
        let mut out = vec![0.0f32; 37 * 11];
        let arguments = vec![input(&numbers), inout(&mut out), value(37), value(11)];
        rig.run_grid("transpose_plain", [5, 3, 1], [8, 4, 1], 0, arguments);
        assert_eq!(out, transposed(&numbers, 37));
    });
}

#[test]
fn a_transpose_goes_through_tiles_in_shared_memory() {
    let numbers = floats(2, 70 * 45);
    on_device(PTX, |rig| {
        let mut out = vec![0.0f32; 70 * 45];
        let arguments = vec![input(&numbers), inout(&mut out), value(70), value(45)];
        rig.run_grid("transpose_tiled", [3, 2, 1], [32, 8, 1], 0, arguments);
        assert_eq!(out, transposed(&numbers, 70));
    });
}

#[test]
fn a_warp_multiplies_a_row_by_a_vector() {
    let (a, x) = (floats(3, 19 * 77), floats(4, 77));
    on_device(PTX, |rig| {
        let mut y = [0.0f32; 19];
        let arguments = vec![input(&a), input(&x), inout(&mut y), value(19), value(77)];
        rig.run("matrix_vector", 5, 128, arguments);
        let row = |row: &[f32]| row.iter().zip(&x).map(|(&a, &x)| f64::from(a) * f64::from(x)).sum();
        assert_close(&y, &a.chunks(77).map(row).collect::<Vec<f64>>(), 1e-5);
    });
}

#[test]
fn lower_and_upper_factors_make_the_matrix_again() {
    const N: usize = 20;
    let mut a = floats(5, N * N);
    // A heavy diagonal needs no pivots.
    (0..N).for_each(|i| a[i * N + i] += 8.0);
    on_device(PTX, |rig| {
        let mut lu = a.clone();
        rig.run_grid("factorise", [1, 1, 1], [32, 1, 1], 4 * 400, vec![inout(&mut lu), value(N as u32)]);
        let lower = |i: usize, k: usize| if i == k { 1.0 } else { f64::from(lu[i * N + k]) };
        let product = |i: usize, j: usize| (0..=i.min(j)).map(|k| lower(i, k) * f64::from(lu[k * N + j])).sum::<f64>();
        let again: Vec<f64> = (0..N * N).map(|at| product(at / N, at % N)).collect();
        assert_close(&a, &again, 1e-4);
    });
}

#[test]
fn paths_are_shortened_through_every_node() {
    const N: usize = 16;
    let mut start = whole(6, N * N, 1, 1000);
    (0..N).for_each(|i| start[i * N + i] = 0);
    on_device(PTX, |rig| {
        let (mut got, mut expected) = (start.clone(), start.clone());
        for k in 0..N {
            rig.run("shorten_paths", 2, 128, vec![inout(&mut got), value(N as u32), value(k as u32)]);
            for i in 0..N {
                for j in 0..N {
                    expected[i * N + j] = expected[i * N + j].min(expected[i * N + k] + expected[k * N + j]);
                }
            }
        }
        assert_eq!(got, expected);
    });
}

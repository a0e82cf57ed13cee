//! Many values to one.

use crate::data::{assert_close, doubles, floats, whole, words};
use crate::rig::{inout, input, on_device, value};

const PTX: &str = include_str!("sources/reductions.ptx");

fn sum(values: &[f32]) -> f64 {
    values.iter().map(|&value| f64::from(value)).sum()
}

#[test]
fn atomics_of_all_threads_add_up() {
    let numbers = whole(1, 1000, -50, 1000);
    on_device(PTX, |rig| {
        let mut total = [0];
        rig.run("sum_by_atomics", 8, 128, vec![input(&numbers), inout(&mut total), value(1000)]);
        assert_eq!(total, [numbers.iter().sum()]);
    });
}

#[test]
fn a_tree_in_shared_memory_adds_up_a_block() {
    let numbers = floats(2, 1000);
    on_device(PTX, |rig| {
        let mut total = [0.0f32];
        rig.run("sum_by_tree", 4, 256, vec![input(&numbers), inout(&mut total), value(1000)]);
        assert_close(&total, &[sum(&numbers)], 1e-4);
    });
}

#[test]
fn shuffles_add_up_a_warp_and_shared_memory_the_block() {
    let numbers = floats(3, 3000);
    on_device(PTX, |rig| {
        let mut totals = [0.0f32; 3];
        rig.run("sum_by_shuffles", 3, 256, vec![input(&numbers), inout(&mut totals), value(3000)]);
        let expected: Vec<f64> =
            (0..3usize).map(|block| numbers.chunks(256).skip(block).step_by(3).map(sum).sum()).collect();
        assert_close(&totals, &expected, 1e-4);
    });
}

#[test]
fn a_warp_instruction_finds_the_extremes() {
    let numbers = whole(4, 500, -1_000_000, 1_000_000);
    on_device(PTX, |rig| {
        let (mut greatest, mut smallest) = ([i32::MIN], [u32::MAX]);
        let arguments = vec![input(&numbers), inout(&mut greatest), inout(&mut smallest), value(500)];
        rig.run("extremes_by_redux", 4, 128, arguments);
        assert_eq!(greatest.iter().max(), numbers.iter().max());
        assert_eq!(Some(smallest[0]), numbers.iter().map(|&number| number as u32).min());
    });
}

#[test]
fn value_and_place_in_one_atomic_find_the_first_smallest() {
    let numbers: Vec<u32> = words(5, 700).iter().map(|word| word >> 24).collect();
    on_device(PTX, |rig| {
        let mut best = [u64::MAX];
        rig.run("place_of_smallest", 6, 128, vec![input(&numbers), inout(&mut best), value(700)]);
        let expected = (0..700).min_by_key(|&place| numbers[place]).unwrap();
        assert_eq!(best, [u64::from(numbers[expected]) << 32 | expected as u64]);
    });
}

#[test]
fn the_last_block_adds_up_what_the_others_left() {
    let numbers = doubles(6, 2500);
    on_device(PTX, |rig| {
        let (mut total, mut done) = ([0.0f64], [0u32]);
        let parts = vec![0.0f64; 5];
        let arguments = vec![input(&numbers), input(&parts), inout(&mut done), inout(&mut total), value(2500)];
        rig.run("sum_by_last_block", 5, 128, arguments);
        assert_close(&total, &[numbers.iter().sum()], 1e-12);
        assert_eq!(done, [0], "the counter wraps around to zero");
    });
}

#[test]
fn moments_are_merged_to_mean_and_variance() {
    let numbers = floats(7, 900);
    on_device(PTX, |rig| {
        let mut out = [0.0f32; 2];
        rig.run("mean_and_variance", 1, 128, vec![input(&numbers), inout(&mut out), value(900)]);
        let mean = sum(&numbers) / 900.0;
        let variance = numbers.iter().map(|&number| (f64::from(number) - mean).powi(2)).sum::<f64>() / 900.0;
        assert_close(&out, &[mean, variance], 1e-5);
    });
}

#[test]
fn loads_of_four_floats_make_a_dot_product() {
    let (a, b) = (floats(8, 2000), floats(9, 2000));
    on_device(PTX, |rig| {
        let mut total = [0.0f32];
        rig.run("dot_by_vectors", 2, 128, vec![input(&a), input(&b), inout(&mut total), value(500)]);
        let expected = a.iter().zip(&b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum();
        assert_close(&total, &[expected], 1e-4);
    });
}

#[test]
fn barriers_count_and_ask_all_threads() {
    let mut numbers = whole(10, 384, -90, 90);
    numbers[130] = 200;
    numbers[300] = -300;
    on_device(PTX, |rig| {
        let mut out = [0; 9];
        rig.run("asked_at_barriers", 3, 128, vec![input(&numbers), inout(&mut out)]);
        let ask = |block: &[i32]| {
            let positive = block.iter().filter(|&&number| number > 0).count() as i32;
            [
                positive,
                block.iter().all(|&number| number > -100).into(),
                block.iter().any(|&number| number > 100).into(),
            ]
        };
        let expected: Vec<i32> = numbers.chunks(128).flat_map(ask).collect();
        assert_eq!(out.as_slice(), expected);
    });
}

#[test]
fn doubles_add_up_over_a_grid_of_two_dimensions() {
    let numbers = doubles(11, 21 * 13);
    on_device(PTX, |rig| {
        let mut total = [0.0f64];
        let arguments = vec![input(&numbers), inout(&mut total), value(21), value(13)];
        rig.run_grid("sum_of_doubles", [3, 4, 1], [8, 4, 1], 0, arguments);
        assert_close(&total, &[numbers.iter().sum()], 1e-12);
    });
}

//! Sorting and searching.

use crate::data::{Random, doubles, floats, whole, words};
use crate::rig::{inout, input, on_device, value};

const PTX: &str = include_str!("sources/sorts.ptx");

fn sorted<T: Copy + PartialOrd>(values: &[T]) -> Vec<T> {
    let mut values = values.to_vec();
    values.sort_by(|a, b| a.partial_cmp(b).unwrap());
    values
}

#[test]
fn a_bitonic_network_sorts_keys_with_their_values() {
    let keys = words(1, 256);
    on_device(PTX, |rig| {
        let (mut by, mut values) = (keys.clone(), (0..256u32).collect::<Vec<_>>());
        rig.run("sort_bitonic", 1, 256, vec![inout(&mut by), inout(&mut values)]);
        assert_eq!(by, sorted(&keys));
        assert!(by.iter().zip(&values).all(|(&key, &value)| keys[value as usize] == key));
    });
}

#[test]
fn odd_and_even_rounds_sort_floats() {
    let numbers = floats(2, 120);
    on_device(PTX, |rig| {
        let mut data = numbers.clone();
        rig.run_grid("sort_odd_even", [1, 1, 1], [64, 1, 1], 480, vec![inout(&mut data), value(120)]);
        assert_eq!(data, sorted(&numbers));
    });
}

#[test]
fn a_bit_a_pass_sorts_a_block() {
    let numbers = words(3, 128);
    on_device(PTX, |rig| {
        let mut data = numbers.clone();
        rig.run("sort_by_radix", 1, 128, vec![inout(&mut data)]);
        assert_eq!(data, sorted(&numbers));
    });
}

#[test]
fn bisection_merges_two_sorted_arrays() {
    let (a, b) = (sorted(&whole(4, 150, 0, 100)), sorted(&whole(5, 77, 0, 100)));
    on_device(PTX, |rig| {
        let mut out = [0; 227];
        rig.run("merge_sorted", 2, 128, vec![input(&a), value(150), input(&b), value(77), inout(&mut out)]);
        assert_eq!(out.as_slice(), sorted(&[a.as_slice(), b.as_slice()].concat()));
    });
}

#[test]
fn elements_count_those_before_them() {
    let mut numbers = doubles(6, 100);
    numbers[10] = numbers[90];
    on_device(PTX, |rig| {
        let mut out = [0.0; 100];
        rig.run("sort_by_rank", 2, 64, vec![input(&numbers), inout(&mut out), value(100)]);
        assert_eq!(out.as_slice(), sorted(&numbers));
    });
}

#[test]
fn recursion_sorts_in_local_memory() {
    let numbers: Vec<i16> = whole(7, 40 * 24, -9999, 9999).iter().map(|&number| number as i16).collect();
    on_device(PTX, |rig| {
        let mut data = numbers.clone();
        rig.run("sort_by_recursion", 1, 40, vec![inout(&mut data)]);
        let expected: Vec<i16> = numbers.chunks(24).flat_map(sorted).collect();
        assert_eq!(data, expected);
    });
}

#[test]
fn lower_bounds_are_found_by_halving_steps() {
    let mut random = Random::new(8);
    let keys: Vec<i64> = sorted(&(0..333).map(|_| random.next() as i64).collect::<Vec<_>>());
    let queries: Vec<i64> = (0..100).map(|i| if i % 3 == 0 { keys[i * 3] } else { random.next() as i64 }).collect();
    on_device(PTX, |rig| {
        let mut found = [0u32; 100];
        let arguments = vec![input(&keys), value(333), input(&queries), inout(&mut found), value(100)];
        rig.run("lower_bounds", 1, 128, arguments);
        let expected: Vec<u32> = queries.iter().map(|query| keys.partition_point(|key| key < query) as u32).collect();
        assert_eq!(found.as_slice(), expected);
    });
}

#[test]
fn insertion_keeps_the_four_greatest() {
    let numbers = whole(9, 32 * 20, -1000, 1000);
    on_device(PTX, |rig| {
        let mut out = [0; 4];
        rig.run("four_greatest", 1, 32, vec![input(&numbers), inout(&mut out), value(20)]);
        let expected: Vec<i32> = sorted(&numbers).into_iter().rev().take(4).collect();
        assert_eq!(out.as_slice(), expected);
    });
}

//! Running sums, and what is made with them.

use crate::data::{assert_close, bytes, floats, whole, words};
use crate::rig::{inout, input, on_device, value};

const PTX: &str = include_str!("sources/scans.ptx");

fn running(values: &[i32]) -> Vec<i32> {
    let mut sum = 0;
    values
        .iter()
        .map(|value| {
            sum += value;
            sum
        })
        .collect()
}

#[test]
fn steps_of_growing_distance_make_an_inclusive_scan() {
    let numbers = whole(1, 256, -100, 100);
    on_device(PTX, |rig| {
        let mut out = [0; 256];
        rig.run("scan_by_steps", 1, 256, vec![input(&numbers), inout(&mut out)]);
        assert_eq!(out.as_slice(), running(&numbers));
    });
}

#[test]
fn up_the_tree_and_down_again_makes_an_exclusive_scan() {
    let numbers = whole(2, 256, -100, 100);
    on_device(PTX, |rig| {
        let mut out = [0; 256];
        let arguments = vec![input(&numbers), inout(&mut out), value(256)];
        rig.run_grid("scan_by_tree", [1, 1, 1], [128, 1, 1], 1024, arguments);
        let expected: Vec<i32> = running(&numbers).iter().zip(&numbers).map(|(sum, own)| sum - own).collect();
        assert_eq!(out.as_slice(), expected);
    });
}

#[test]
fn shuffles_from_below_scan_each_warp() {
    let numbers = floats(3, 128);
    on_device(PTX, |rig| {
        let mut out = [0.0f32; 128];
        rig.run("scan_by_shuffles", 2, 64, vec![input(&numbers), inout(&mut out)]);
        let expected: Vec<f64> =
            (0..128).map(|i| numbers[i / 32 * 32..=i].iter().map(|&value| f64::from(value)).sum()).collect();
        assert_close(&out, &expected, 1e-5);
    });
}

#[test]
fn blocks_that_wait_for_the_one_before_scan_in_one_pass() {
    let numbers = whole(4, 1000, -100, 100);
    on_device(PTX, |rig| {
        let mut out = [0; 1000];
        let zeros = [0u32; 8];
        let arguments =
            vec![input(&numbers), inout(&mut out), input(&[0u32]), input(&zeros), input(&zeros), value(1000)];
        rig.run("scan_in_one_pass", 8, 128, arguments);
        assert_eq!(out.as_slice(), running(&numbers));
    });
}

#[test]
fn sums_start_anew_at_each_flag() {
    let numbers = whole(5, 256, -100, 100);
    let starts: Vec<u8> = bytes(6, 256).iter().map(|byte| u8::from(byte % 9 == 0)).collect();
    on_device(PTX, |rig| {
        let mut out = [0; 256];
        rig.run("scan_of_segments", 1, 256, vec![input(&numbers), input(&starts), inout(&mut out)]);
        let mut sum = 0;
        let expected: Vec<i32> = numbers
            .iter()
            .zip(&starts)
            .map(|(number, &start)| {
                sum = if start == 1 { *number } else { sum + number };
                sum
            })
            .collect();
        assert_eq!(out.as_slice(), expected);
    });
}

#[test]
fn ballots_give_kept_numbers_their_places() {
    let numbers = words(7, 500);
    on_device(PTX, |rig| {
        let (mut out, mut count) = ([0u32; 500], [0u32]);
        let arguments = vec![input(&numbers), inout(&mut out), inout(&mut count), value(500)];
        rig.run("keep_even", 4, 128, arguments);
        let mut expected: Vec<u32> = numbers.iter().copied().filter(|number| number % 2 == 0).collect();
        assert_eq!(count[0] as usize, expected.len());
        let mut kept = out[..expected.len()].to_vec();
        kept.sort_unstable();
        expected.sort_unstable();
        assert_eq!(kept, expected);
    });
}

#[test]
fn the_start_of_each_run_finds_its_length() {
    let letters: Vec<u8> = bytes(8, 300).iter().map(|byte| byte / 100).collect();
    on_device(PTX, |rig| {
        let mut lengths = [0u16; 300];
        rig.run("run_lengths", 3, 128, vec![input(&letters), inout(&mut lengths), value(300)]);
        let mut expected = [0u16; 300];
        let mut start = 0;
        for i in 0..300 {
            start = if i > 0 && letters[i] == letters[i - 1] { start } else { i };
            expected[start] += 1;
        }
        assert_eq!(lengths, expected);
    });
}

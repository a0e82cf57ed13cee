//! How often each value is there.

use crate::data::{bytes, floats, words};
use crate::rig::{inout, input, on_device, value};

const PTX: &str = include_str!("sources/histograms.ptx");

fn count<const BINS: usize>(bins: impl IntoIterator<Item = usize>) -> [u32; BINS] {
    let mut counts = [0; BINS];
    bins.into_iter().for_each(|bin| counts[bin] += 1);
    counts
}

#[test]
fn atomics_count_in_global_memory() {
    let data = bytes(1, 2000);
    on_device(PTX, |rig| {
        let mut bins = [0u32; 256];
        rig.run("histogram_in_global_memory", 2, 128, vec![input(&data), inout(&mut bins), value(2000)]);
        assert_eq!(bins, count(data.iter().map(|&byte| usize::from(byte))));
    });
}

#[test]
fn blocks_count_in_shared_memory_first() {
    let data = bytes(2, 3000);
    on_device(PTX, |rig| {
        let mut bins = [0u32; 256];
        rig.run("histogram_in_shared_memory", 3, 96, vec![input(&data), inout(&mut bins), value(3000)]);
        assert_eq!(bins, count(data.iter().map(|&byte| usize::from(byte))));
    });
}

#[test]
fn lanes_with_one_value_count_together() {
    let data: Vec<u32> = words(3, 512).iter().map(|word| word >> 29).collect();
    on_device(PTX, |rig| {
        let mut bins = [0u32; 8];
        rig.run("histogram_by_matching", 4, 128, vec![input(&data), inout(&mut bins)]);
        assert_eq!(bins, count(data.iter().map(|&value| value as usize)));
    });
}

#[test]
fn four_counters_in_a_word_count_apart() {
    let data = bytes(4, 2000);
    on_device(PTX, |rig| {
        let mut bins = [0u32; 16];
        rig.run("histogram_of_packed_counters", 1, 128, vec![input(&data), inout(&mut bins), value(2000)]);
        assert_eq!(bins, count(data.iter().map(|&byte| usize::from(byte >> 4))));
    });
}

#[test]
fn floats_beyond_the_last_bin_count_there() {
    let mut data = floats(5, 600);
    data.extend([f32::NEG_INFINITY, f32::INFINITY, -1e30, 1e30, f32::NAN]);
    on_device(PTX, |rig| {
        let mut bins = [0u32; 10];
        let arguments =
            vec![input(&data), inout(&mut bins), value(-0.8f32), value(0.16f32), value(10), value(data.len() as u32)];
        rig.run("histogram_of_floats", 5, 128, arguments);
        // The conversions of both languages saturate, and make zero of a NaN.
        let bin = |value: f32| (((value - -0.8) / 0.16).floor() as i32).clamp(0, 9) as usize;
        assert_eq!(bins, count(data.iter().map(|&value| bin(value))));
    });
}

#[test]
fn words_of_a_text_are_counted() {
    let text = "The quick brown fox, which (by the way) isn't one, jumps over 13 lazy dogs; and again. ".repeat(5);
    on_device(PTX, |rig| {
        let mut words = [0u32];
        let arguments = vec![input(text.as_bytes()), inout(&mut words), value(text.len() as u32)];
        rig.run("count_words", 5, 96, arguments);
        let expected = text.split(|letter: char| !letter.is_ascii_alphabetic()).filter(|word| !word.is_empty());
        assert_eq!(words[0] as usize, expected.count());
    });
}

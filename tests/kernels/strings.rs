//! Strings and texts.

use crate::data::bytes;
use crate::rig::{inout, input, on_device, value};

const PTX: &str = include_str!("sources/numbers.ptx");

#[test]
fn the_distance_of_two_strings() {
    let pairs = [("kitten", "sitting"), ("", "abc"), ("simulated", "stimulated driver"), ("same", "same")];
    on_device(PTX, |rig| {
        for (a, b) in pairs {
            let mut out = [-1];
            // A buffer has at least one byte.
            let (left, right) = ([a.as_bytes(), b"."].concat(), [b.as_bytes(), b"."].concat());
            let arguments =
                vec![input(&left), value(a.len() as u32), input(&right), value(b.len() as u32), inout(&mut out)];
            rig.run("edit_distance", 1, 64, arguments);
            assert_eq!(out[0] as usize, distance(a.as_bytes(), b.as_bytes()), "{a} and {b}");
        }
    });
}

fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut line: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.iter().enumerate() {
        let mut corner = line[0];
        line[0] = i + 1;
        for j in 0..b.len() {
            let best = (line[j].min(line[j + 1]) + 1).min(corner + usize::from(*letter != b[j]));
            corner = line[j + 1];
            line[j + 1] = best;
        }
    }
    line[b.len()]
}

#[test]
fn every_place_of_a_word_is_found() {
    let text = "an ant and another ant ran and ran until an antelope ran over an ant and an";
    on_device(PTX, |rig| {
        let mut bits = [0u32; 3];
        let arguments =
            vec![input(text.as_bytes()), value(text.len() as u32), input(b"an"), value(2), inout(&mut bits)];
        rig.run("find_word", 3, 32, arguments);
        let found: Vec<usize> = (0..96).filter(|place| bits[place / 32] >> (place % 32) & 1 == 1).collect();
        assert_eq!(found, text.match_indices("an").map(|(place, _)| place).collect::<Vec<_>>());
    });
}

#[test]
fn three_bytes_become_four_letters() {
    let data = bytes(1, 3 * 50);
    on_device(PTX, |rig| {
        let mut out = [0u8; 200];
        rig.run("base64", 2, 32, vec![input(&data), inout(&mut out), value(50)]);
        let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let expected: Vec<u8> = data
            .chunks(3)
            .flat_map(|three| {
                let value = three.iter().fold(0u32, |value, &byte| value << 8 | u32::from(byte));
                [18, 12, 6, 0].map(|shift| letters[(value >> shift & 63) as usize])
            })
            .collect();
        assert_eq!(out.as_slice(), expected);
    });
}

//! Hashing, checksums, ciphers and random numbers.

use std::collections::BTreeMap;

use crate::data::{Random, bytes, words};
use crate::rig::{inout, input, on_device, structure, value};

const PTX: &str = include_str!("sources/hashing.ptx");

#[test]
fn fnv_of_strings_of_different_lengths() {
    let text = bytes(1, 900);
    let mut random = Random::new(2);
    let mut starts = vec![0i32];
    while starts.len() < 41 {
        starts.push(starts[starts.len() - 1] + random.below(20) as i32);
    }
    on_device(PTX, |rig| {
        let mut out = [0u64; 40];
        rig.run("fnv", 2, 32, vec![input(&text), input(&starts), inout(&mut out), value(40)]);
        let hash = |range: &[i32]| {
            let bytes = &text[range[0] as usize..range[1] as usize];
            let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
            bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
        };
        assert_eq!(out.as_slice(), starts.windows(2).map(hash).collect::<Vec<_>>());
    });
}

#[test]
fn crc_of_known_text_and_of_random_bytes() {
    let mut data = bytes(3, 33 * 9);
    data[..9].copy_from_slice(b"123456789");
    on_device(PTX, |rig| {
        let mut out = [0u32; 33];
        rig.run("crc", 1, 33, vec![input(&data), inout(&mut out), value(9)]);
        let bit = |sum: u32| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
        let byte = |sum: u32, byte: &u8| (0..8).fold(sum ^ u32::from(*byte), |sum, _| bit(sum));
        let expected: Vec<u32> = data.chunks(9).map(|bytes| !bytes.iter().fold(u32::MAX, byte)).collect();
        assert_eq!(out.as_slice(), expected);
        assert_eq!(out[0], 0xcbf4_3926, "the check value of CRC-32");
    });
}

#[test]
fn sha_of_the_standard_s_examples() {
    // One block each: the text, a one bit, zeros, and the length in bits.
    let block = |text: &[u8]| {
        let mut block = [0u8; 64];
        block[..text.len()].copy_from_slice(text);
        block[text.len()] = 0x80;
        block[56..].copy_from_slice(&(8 * text.len() as u64).to_be_bytes());
        block
    };
    let messages: Vec<u8> = [block(b"abc"), block(b"")].concat();
    on_device(PTX, |rig| {
        let mut out = [0u8; 64];
        rig.run("sha256", 1, 2, vec![input(&messages), inout(&mut out)]);
        let text: String = out.iter().map(|byte| format!("{byte:02x}")).collect();
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\
                        e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(text, expected);
    });
}

#[test]
fn a_hash_table_counts_its_keys_and_finds_them() {
    let keys: Vec<u32> = words(4, 600).iter().map(|word| word % 90).collect();
    let queries: Vec<u32> = (0..128).collect();
    on_device(PTX, |rig| {
        let (mut table, mut counts, mut found) = ([u32::MAX; 128], [0u32; 128], [9u32; 128]);
        let arguments = vec![input(&keys), inout(&mut table), inout(&mut counts), value(127u32), value(600)];
        rig.run("fill_table", 5, 128, arguments);
        let arguments =
            vec![input(&queries), input(&table), input(&counts), inout(&mut found), value(127u32), value(128)];
        rig.run("look_up", 1, 128, arguments);
        let mut expected = BTreeMap::new();
        keys.iter().for_each(|&key| *expected.entry(key).or_insert(0) += 1);
        assert!(queries.iter().all(|query| found[*query as usize] == expected.get(query).copied().unwrap_or(0)));
    });
}

#[test]
fn a_filter_has_three_bits_of_each_key() {
    let keys = words(5, 100);
    on_device(PTX, |rig| {
        let mut filter = [0u32; 64];
        rig.run("fill_filter", 1, 128, vec![input(&keys), inout(&mut filter), value(100)]);
        let mut expected = [0u32; 64];
        for key in &keys {
            let mut hash = *key;
            for _ in 0..3 {
                hash = (hash ^ hash >> 15).wrapping_mul(0x85eb_ca6b);
                hash ^= hash >> 13;
                expected[(hash >> 5 & 63) as usize] |= 1 << (hash & 31);
            }
        }
        assert_eq!(filter, expected);
    });
}

#[test]
fn philox_makes_numbers_of_a_counter() {
    on_device(PTX, |rig| {
        let mut out = [0u32; 4 * 64];
        rig.run("philox", 2, 32, vec![inout(&mut out), value(2026u32)]);
        let product = |a: u32, b: u32| (((u64::from(a) * u64::from(b)) >> 32) as u32, a.wrapping_mul(b));
        for (i, got) in out.chunks(4).enumerate() {
            let (mut c, mut keys) = ([i as u32, 0, 7, 0], [2026u32, !2026u32]);
            for _ in 0..10 {
                let (zero, one) = (product(0xD251_1F53, c[0]), product(0xCD9E_8D57, c[2]));
                c = [one.0 ^ c[1] ^ keys[0], one.1, zero.0 ^ c[3] ^ keys[1], zero.1];
                keys = [keys[0].wrapping_add(0x9E37_79B9), keys[1].wrapping_add(0xBB67_AE85)];
            }
            assert_eq!(got, c);
        }
    });
}

#[test]
fn enciphering_twice_gives_the_text_back() {
    let text = bytes(6, 8 * 30 + 5);
    let key = words(7, 4);
    on_device(PTX, |rig| {
        let pass = |from: &[u8]| {
            let mut out = vec![0u8; from.len()];
            let arguments = vec![input(from), inout(&mut out), structure(&key), value(from.len() as u32)];
            rig.run("encipher", 1, 32, arguments);
            out
        };
        let secret = pass(&text);
        assert_ne!(secret, text);
        assert_eq!(pass(&secret), text);
        let (mut a, mut b, mut sum) = (1u32, !1u32, 0u32);
        for _ in 0..32 {
            a = a.wrapping_add((b << 4 ^ b >> 5).wrapping_add(b) ^ sum.wrapping_add(key[(sum & 3) as usize]));
            sum = sum.wrapping_add(0x9E37_79B9);
            b = b.wrapping_add((a << 4 ^ a >> 5).wrapping_add(a) ^ sum.wrapping_add(key[(sum >> 11 & 3) as usize]));
        }
        let stream = [a.to_le_bytes(), b.to_le_bytes()].concat();
        assert!((0..8).all(|i| secret[8 + i] == text[8 + i] ^ stream[i]), "the second block's key stream");
    });
}

//! Device memory that is accessed in different sizes.

use std::sync::Arc;
use std::thread;

use crate::exec::backing::Backing;

#[test]
fn accesses_of_different_sizes_see_one_another() {
    let bytes = Backing::new_poisoned(19, 0xEE);
    bytes.store64(0, 0x0807_0605_0403_0201);
    assert_eq!((bytes.load8(0), bytes.load8(7)), (1, 8));
    assert_eq!((bytes.load16(2), bytes.load32(4)), (0x0403, 0x0807_0605));
    bytes.store8(1, 0xAA);
    bytes.store16(6, 0xBBCC);
    assert_eq!(bytes.load64(0), 0xBBCC_0605_0403_AA01);
    assert_eq!(bytes.update32(4, |old| old + 1), 0xBBCC_0605);
    assert_eq!(bytes.update16(0, |old| !old), 0xAA01);
    assert_eq!(bytes.load64(0), 0xBBCC_0606_0403_55FE);
    // The last cell is not whole.
    bytes.store16(16, 0x1234);
    assert_eq!((bytes.load8(15), bytes.load16(16), bytes.load8(18)), (0xEE, 0x1234, 0xEE));
}

#[test]
fn a_copy_takes_exactly_its_bytes_wherever_it_begins_and_ends() {
    let values: Vec<u8> = (1..=40).collect();
    for offset in 0..10 {
        for len in 0..=30 {
            let bytes = Backing::new_poisoned(40, 0xEE);
            bytes.write_from(offset, &values[..len]);
            let expected: Vec<u8> = (0..40)
                .map(|at| if (offset..offset + len).contains(&at) { values[at - offset] } else { 0xEE })
                .collect();
            let mut all = vec![0; 40];
            bytes.read_into(0, &mut all);
            assert_eq!(all, expected);
            let mut part = vec![0; len];
            bytes.read_into(offset, &mut part);
            assert_eq!(part, values[..len]);
        }
    }
}

#[test]
#[should_panic(expected = "a checked access inside the allocation")]
fn the_rest_of_the_last_cell_is_outside() {
    Backing::new_poisoned(19, 0).load8(19);
}

/// A copy in 8-byte steps beside a kernel that counts in 4-byte ones: no access is lost or torn, and Miri sees no race.
#[test]
fn a_race_of_sizes_loses_nothing() {
    let rounds = if cfg!(miri) { 20 } else { 10_000 };
    let bytes = Arc::new(Backing::new_poisoned(16, 0));
    let counters: Vec<_> = [0, 4]
        .into_iter()
        .map(|offset| {
            let bytes = Arc::clone(&bytes);
            thread::spawn(move || (0..rounds).for_each(|_| _ = bytes.update32(offset, |old| old + 1)))
        })
        .collect();
    for _ in 0..rounds {
        let both = bytes.load64(0);
        assert!(both as u32 <= rounds && (both >> 32) as u32 <= rounds);
        bytes.store64(8, both);
        assert_eq!(bytes.load8(8), both as u8);
    }
    counters.into_iter().for_each(|counter| counter.join().expect("no panic"));
    assert_eq!(bytes.load64(0), u64::from(rounds) << 32 | u64::from(rounds));
}

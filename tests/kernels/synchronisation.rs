//! Threads that wait for each other.

use crate::data::whole;
use crate::rig::{inout, input, on_device, value};

const PTX: &str = include_str!("sources/synchronisation.ptx");

#[test]
fn a_spin_lock_is_taken_by_the_lanes_of_a_warp_too() {
    on_device(PTX, |rig| {
        let (mut lock, mut count) = ([0], [0]);
        rig.run("spin_lock", 3, 64, vec![inout(&mut lock), inout(&mut count)]);
        assert_eq!((lock, count), ([0], [192]));
    });
}

#[test]
fn tickets_are_served_in_their_order() {
    on_device(PTX, |rig| {
        let (mut next, mut order) = ([0u32], [0u32; 96]);
        rig.run("ticket_lock", 3, 32, vec![inout(&mut next), input(&[0u32]), inout(&mut order)]);
        order.sort_unstable();
        assert_eq!(order.as_slice(), (0..96).collect::<Vec<u32>>());
        assert_eq!(next, [96]);
    });
}

#[test]
fn every_node_is_pushed_once() {
    on_device(PTX, |rig| {
        let (mut head, mut next) = ([u64::from(u32::MAX)], [0u32; 128]);
        rig.run("push_nodes", 4, 32, vec![inout(&mut head), inout(&mut next)]);
        assert_eq!(head[0] >> 32, 128, "one version a push");
        let mut seen = Vec::new();
        let mut node = head[0] as u32;
        while node != u32::MAX {
            seen.push(node);
            node = next[node as usize];
        }
        seen.sort_unstable();
        assert_eq!(seen, (0..128).collect::<Vec<u32>>());
    });
}

#[test]
fn named_barriers_hand_over_from_warp_to_warp() {
    let numbers = whole(1, 5 * 64, -99, 99);
    on_device(PTX, |rig| {
        let mut out = [0; 5 * 64];
        rig.run("hand_over", 2, 128, vec![input(&numbers), inout(&mut out), value(5)]);
        let expected: Vec<i32> = numbers.chunks(64).flat_map(|round| round.iter().rev().map(|x| 3 * x + 1)).collect();
        assert_eq!(out.as_slice(), expected);
    });
}

#[test]
fn every_atomic_of_integers() {
    const THREADS: u32 = 96;
    on_device(PTX, |rig| {
        let mut u = [0, 0, u32::MAX, 0, 0, 0, u32::MAX, 0, 0];
        let (mut s, mut w) = ([i32::MAX, i32::MIN], [0u64; 3]);
        rig.run("every_atomic", 3, 32, vec![inout(&mut u), inout(&mut s), inout(&mut w)]);
        let all = || 0..THREADS;
        let sum: u32 = all().sum();
        let expected = [
            sum,
            sum.wrapping_neg(),
            0,
            all().map(|t| t ^ 21).max().unwrap(),
            // Counts from 0 to 9 and around; and down from 0, which wraps to 9 first.
            THREADS % 10,
            all().fold(0, |old, _| if old == 0 { 9 } else { old - 1 }),
            0,
            0x7f,
            all().fold(0, |old, t| old ^ (t * t)),
        ];
        assert_eq!(u, expected);
        assert_eq!(s, [-40, 95 - 400]);
        assert_eq!(w, [u64::from(sum) << 30, 95 << 33, u64::from(u32::MAX) << 32]);
    });
}

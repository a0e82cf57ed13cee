//! Warps: exchange between lanes, and lanes that go different ways.

use crate::data::{Random, assert_close, doubles, floats, whole};
use crate::rig::{inout, input, on_device, value};

const PTX: &str = include_str!("sources/warps.ptx");

#[test]
fn shuffles_make_a_fourier_transform() {
    let numbers = floats(1, 2 * 64);
    on_device(PTX, |rig| {
        let mut out = vec![0.0f32; 2 * 64];
        rig.run("fourier", 1, 64, vec![input(&numbers), inout(&mut out)]);
        let mut expected = vec![0.0; 128];
        for warp in 0..2 {
            for frequency in 0..32u32 {
                let (mut real, mut imaginary) = (0.0, 0.0);
                for n in 0..32 {
                    let at = 2 * (warp * 32 + n);
                    let (x, y) = (f64::from(numbers[at]), f64::from(numbers[at + 1]));
                    let angle = -std::f64::consts::TAU * f64::from(frequency) * n as f64 / 32.0;
                    real += x * angle.cos() - y * angle.sin();
                    imaginary += x * angle.sin() + y * angle.cos();
                }
                let place = 2 * (warp * 32 + (frequency.reverse_bits() >> 27) as usize);
                (expected[place], expected[place + 1]) = (real, imaginary);
            }
        }
        assert_close(&out, &expected, 1e-4);
    });
}

#[test]
fn shuffles_sort_a_warp() {
    let numbers = whole(2, 128, -1000, 1000);
    on_device(PTX, |rig| {
        let mut data = numbers.clone();
        rig.run("sort_in_warp", 2, 64, vec![inout(&mut data)]);
        let mut expected = numbers.clone();
        expected.chunks_mut(32).for_each(<[i32]>::sort_unstable);
        assert_eq!(data, expected);
    });
}

#[test]
fn halves_of_a_warp_vote_apart() {
    let mut numbers = whole(3, 64, 1, 60);
    numbers[3] = -1;
    numbers[40] = 99;
    // The upper half of the first warp agrees, that of the second does not.
    numbers[16..32].fill(250);
    on_device(PTX, |rig| {
        let mut out = [0u32; 64];
        rig.run("votes", 1, 64, vec![input(&numbers), inout(&mut out)]);
        for (warp, numbers) in numbers.chunks(32).enumerate() {
            let low = &numbers[..16];
            let odd = (0..16).filter(|&lane| low[lane] % 2 != 0).fold(0, |mask, lane| mask | 1u32 << lane);
            let answer = odd << 8 | u32::from(low.iter().all(|&x| x > 0)) << 1 | u32::from(low.iter().any(|&x| x > 50));
            assert_eq!(out[warp * 32..][..16], [answer; 16]);
            let same = numbers[16..].iter().all(|x| x / 100 == numbers[16] / 100);
            assert_eq!(out[warp * 32 + 16..][..16], [if same { 0xffff_0008 } else { 0 }; 16]);
        }
    });
}

#[test]
fn segments_of_eight_lanes_keep_to_themselves() {
    let numbers = doubles(4, 64);
    on_device(PTX, |rig| {
        let mut out = [0.0; 64];
        rig.run("segments_of_eight", 1, 64, vec![input(&numbers), inout(&mut out)]);
        let expected: Vec<f64> = (0..64)
            .map(|lane| {
                let first = lane / 8 * 8;
                let next = if lane % 8 == 7 { lane } else { lane + 1 };
                let below = if lane % 8 < 2 { lane } else { lane - 2 };
                100.0 * numbers[first] + 10.0 * numbers[next] + numbers[below]
            })
            .collect();
        assert_close(&out, &expected, 1e-12);
    });
}

#[test]
fn loops_end_after_different_numbers_of_steps() {
    let numbers: Vec<u32> = (1..=100).collect();
    on_device(PTX, |rig| {
        let mut steps = [0u32; 100];
        rig.run("collatz", 2, 64, vec![input(&numbers), inout(&mut steps), value(100)]);
        let count = |&start: &u32| {
            let next = |&value: &u64| (value != 1).then(|| if value % 2 == 1 { 3 * value + 1 } else { value / 2 });
            std::iter::successors(Some(u64::from(start)), next).count() as u32 - 1
        };
        assert_eq!(steps.as_slice(), numbers.iter().map(count).collect::<Vec<_>>());
    });
}

#[test]
fn threads_run_programs_of_their_own() {
    let mut random = Random::new(5);
    let programs: Vec<u8> = (0..64 * 40).map(|_| random.next() as u8).collect();
    on_device(PTX, |rig| {
        let mut out = [0; 64];
        rig.run("stack_machine", 2, 32, vec![input(&programs), inout(&mut out), value(40)]);
        assert_eq!(out.as_slice(), programs.chunks(40).map(interpret).collect::<Vec<_>>());
    });
}

/// What `stack_machine` does with one program.
fn interpret(code: &[u8]) -> i32 {
    let mut stack = vec![1i32];
    let mut pc = 0;
    while pc < code.len() {
        let op = code[pc];
        pc += 1;
        match op & 7 {
            0 if stack.len() < 8 => stack.push(i32::from(op >> 3)),
            4 if stack.len() < 8 => stack.push(stack[stack.len() - 1]),
            1..=3 if stack.len() > 1 => {
                let right = stack.pop().unwrap();
                let left = stack.pop().unwrap();
                stack.push(match op & 7 {
                    1 => left.wrapping_add(right),
                    2 => left.wrapping_sub(right),
                    _ => left.wrapping_mul(right),
                });
            }
            5 => *stack.last_mut().unwrap() = stack[stack.len() - 1].wrapping_neg(),
            6 => pc += (stack[stack.len() - 1] & 1) as usize,
            7 => *stack.last_mut().unwrap() ^= i32::from(op),
            _ => {}
        }
    }
    stack[stack.len() - 1]
}

#[test]
fn lanes_that_are_left_vote_with_a_smaller_mask() {
    on_device(PTX, |rig| {
        let mut out = [0u32; 64];
        rig.run("thinning", 1, 64, vec![inout(&mut out)]);
        let seen =
            |lane: usize| (0..lane).map(|round| (round + 1..32).filter(|lane| lane % 3 != 0).count() as u32).sum();
        assert_eq!(out.as_slice(), (0..64).map(|thread| seen(thread % 32)).collect::<Vec<u32>>());
    });
}

#[test]
fn a_permutation_and_its_inverse() {
    let mut random = Random::new(6);
    let mut targets: Vec<u32> = (0..32).collect();
    (1..32).rev().for_each(|i| targets.swap(i, random.below(i as u64 + 1) as usize));
    let numbers = whole(7, 32, -99, 99);
    on_device(PTX, |rig| {
        let (mut out, mut back) = ([0; 32], [0; 32]);
        rig.run("permute", 1, 32, vec![input(&numbers), input(&targets), inout(&mut out), inout(&mut back)]);
        assert!((0..32).all(|lane| out[targets[lane] as usize] == numbers[lane]));
        assert_eq!(back.as_slice(), numbers);
    });
}

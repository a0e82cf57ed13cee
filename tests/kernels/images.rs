//! Stencils and images.

use crate::data::{assert_close, bytes, doubles, floats};
use crate::rig::{inout, input, on_device, value};

const PTX: &str = include_str!("sources/stencils.ptx");

#[test]
fn heat_flows_between_tiles() {
    const W: usize = 37;
    const H: usize = 19;
    let numbers = floats(1, W * H);
    let at = |x: i32, y: i32| match (usize::try_from(x), usize::try_from(y)) {
        (Ok(x), Ok(y)) if x < W && y < H => f64::from(numbers[y * W + x]),
        _ => 0.0,
    };
    on_device(PTX, |rig| {
        let mut out = vec![0.0f32; W * H];
        let arguments = vec![input(&numbers), inout(&mut out), value(W as u32), value(H as u32)];
        rig.run_grid("heat_step", [3, 3, 1], [16, 8, 1], 0, arguments);
        let point = |x: i32, y: i32| {
            at(x, y) + 0.1 * (at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1) - 4.0 * at(x, y))
        };
        let expected: Vec<f64> = (0..W * H).map(|i| point((i % W) as i32, (i / W) as i32)).collect();
        assert_close(&out, &expected, 1e-6);
    });
}

#[test]
fn seven_points_in_three_dimensions() {
    const N: usize = 9;
    let numbers = doubles(2, N * N * N);
    on_device(PTX, |rig| {
        let mut out = vec![0.0f64; N * N * N];
        rig.run_grid("seven_points", [2, 2, 1], [4, 4, 1], 0, vec![input(&numbers), inout(&mut out), value(9)]);
        let mut expected = vec![0.0; N * N * N];
        let is_inside = |i: usize| (1..N - 1).contains(&i);
        for i in 0..N * N * N {
            if is_inside(i % N) && is_inside(i / N % N) && is_inside(i / N / N) {
                let around = [i - 1, i + 1, i - N, i + N, i - N * N, i + N * N].map(|at| numbers[at]);
                expected[i] = (around.iter().sum::<f64>() - 6.0 * numbers[i]) * 0.5;
            }
        }
        assert_close(&out, &expected, 1e-12);
    });
}

#[test]
fn constant_weights_smooth_a_mirrored_image() {
    const W: usize = 21;
    const H: usize = 10;
    let numbers = floats(3, W * H);
    let mirror = |i: i32, len: usize| match i.unsigned_abs() as usize {
        i if i >= len => 2 * len - 2 - i,
        i => i,
    };
    on_device(PTX, |rig| {
        let mut out = vec![0.0f32; W * H];
        let arguments = vec![input(&numbers), inout(&mut out), value(W as u32), value(H as u32)];
        rig.run_grid("smooth", [3, 3, 1], [8, 4, 1], 0, arguments);
        let expected: Vec<f64> = (0..W * H)
            .map(|at| {
                let (x, y) = ((at % W) as i32, (at / W) as i32);
                let part = |i: i32, j: i32| {
                    let weight = [0.25, 0.5, 0.25];
                    let from = mirror(y + j, H) * W + mirror(x + i, W);
                    weight[(i + 1) as usize] * weight[(j + 1) as usize] * f64::from(numbers[from])
                };
                (-1..=1).flat_map(|j| (-1..=1).map(move |i| (i, j))).map(|(i, j)| part(i, j)).sum()
            })
            .collect();
        assert_close(&out, &expected, 1e-6);
    });
}

#[test]
fn life_goes_on_around_a_torus() {
    const W: usize = 24;
    const H: usize = 15;
    let cells: Vec<u8> = bytes(4, W * H).iter().map(|byte| byte & 1).collect();
    on_device(PTX, |rig| {
        let mut expected = cells.clone();
        let mut got = cells.clone();
        for _ in 0..3 {
            let before = expected.clone();
            for (at, cell) in expected.iter_mut().enumerate() {
                let (x, y) = (at % W + W, at / W + H);
                let neighbours = [x - 1, x, x + 1].into_iter().flat_map(|x| [(x, y - 1), (x, y), (x, y + 1)]);
                let alive: u8 = neighbours.map(|(x, y)| before[y % H * W + x % W]).sum::<u8>() - before[at];
                *cell = u8::from(alive == 3 || alive == 2 && before[at] == 1);
            }
            let from = got.clone();
            rig.run("life", 3, 128, vec![input(&from), inout(&mut got), value(W as u32), value(H as u32)]);
            assert_eq!(got, expected);
        }
    });
}

#[test]
fn edges_of_an_image_of_bytes() {
    const W: usize = 40;
    const H: usize = 12;
    let image: Vec<u8> = bytes(5, W * H).iter().map(|byte| byte / 3).collect();
    on_device(PTX, |rig| {
        let mut out = vec![9u8; W * H];
        let arguments = vec![input(&image), inout(&mut out), value(W as u32), value(H as u32)];
        rig.run_grid("edges", [2, H as u32, 1], [32, 1, 1], 0, arguments);
        let mut expected = vec![0; W * H];
        for y in 1..H - 1 {
            for x in 1..W - 1 {
                let at = |dx: usize, dy: usize| i32::from(image[(y + dy - 1) * W + x + dx - 1]);
                let line = |weights: [(usize, usize, i32); 6]| {
                    weights.iter().map(|&(dx, dy, weight)| weight * at(dx, dy)).sum::<i32>().abs()
                };
                let across = line([(2, 0, 1), (2, 1, 2), (2, 2, 1), (0, 0, -1), (0, 1, -2), (0, 2, -1)]);
                let down = line([(0, 2, 1), (1, 2, 2), (2, 2, 1), (0, 0, -1), (1, 0, -2), (2, 0, -1)]);
                expected[y * W + x] = (across + down).min(255) as u8;
            }
        }
        assert_eq!(out, expected);
    });
}

#[test]
fn pixels_of_four_bytes_are_blurred() {
    const W: usize = 30;
    let image = bytes(6, 4 * W * 3);
    on_device(PTX, |rig| {
        let mut out = vec![0u8; image.len()];
        let arguments = vec![input(&image), inout(&mut out), value(W as u32), value(4)];
        rig.run_grid("blur_pixels", [1, 3, 1], [32, 1, 1], 0, arguments);
        let expected: Vec<u8> = (0..image.len())
            .map(|at| {
                let (channel, x, row) = (at % 4, at / 4 % W, at / 4 / W);
                let range = x.saturating_sub(4)..=(x + 4).min(W - 1);
                let count = range.clone().count() as u32;
                (range.map(|x| u32::from(image[4 * (row * W + x) + channel])).sum::<u32>() / count) as u8
            })
            .collect();
        assert_eq!(out, expected);
    });
}

#[test]
fn grey_is_a_sum_in_fixed_point() {
    let image = bytes(7, 300);
    on_device(PTX, |rig| {
        let mut out = [0u8; 100];
        rig.run("grey", 1, 128, vec![input(&image), inout(&mut out), value(100)]);
        let mix = |rgb: &[u8]| ((77 * u32::from(rgb[0]) + 150 * u32::from(rgb[1]) + 29 * u32::from(rgb[2])) >> 8) as u8;
        assert_eq!(out.as_slice(), image.chunks(3).map(mix).collect::<Vec<_>>());
    });
}

#[test]
fn an_image_of_half_the_size() {
    let image = floats(8, 40 * 12);
    on_device(PTX, |rig| {
        let mut out = vec![0.0f32; 20 * 6];
        rig.run("halve", 6, 20, vec![input(&image), inout(&mut out), value(20)]);
        let expected: Vec<f64> = (0..120)
            .map(|at| {
                let first = at / 20 * 80 + at % 20 * 2;
                [0, 1, 40, 41].iter().map(|skip| f64::from(image[first + skip])).sum::<f64>() / 4.0
            })
            .collect();
        assert_close(&out, &expected, 1e-6);
    });
}

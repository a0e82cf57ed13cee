//! The kernels of neural networks, within the tolerances that the approximate instructions allow.

use crate::data::{Random, assert_close, bytes, floats, half, words};
use crate::rig::{inout, input, on_device, value};

const PTX: &str = include_str!("sources/neural.ptx");

fn wide(values: &[f32]) -> Vec<f64> {
    values.iter().map(|&value| f64::from(value)).collect()
}

fn soft_max(row: &[f64]) -> Vec<f64> {
    let most = row.iter().copied().fold(f64::MIN, f64::max);
    let sum: f64 = row.iter().map(|value| (value - most).exp()).sum();
    row.iter().map(|value| (value - most).exp() / sum).collect()
}

#[test]
fn softmax_of_rows() {
    let numbers: Vec<f32> = floats(1, 4 * 100).iter().map(|value| value * 10.0).collect();
    on_device(PTX, |rig| {
        let mut out = vec![0.0f32; 400];
        rig.run("softmax", 4, 64, vec![input(&numbers), inout(&mut out), value(100)]);
        assert_close(&out, &wide(&numbers).chunks(100).flat_map(soft_max).collect::<Vec<_>>(), 1e-5);
    });
}

#[test]
fn layers_are_normalised() {
    let (numbers, gain, bias) = (floats(2, 3 * 80), floats(3, 80), floats(4, 80));
    on_device(PTX, |rig| {
        let mut out = vec![0.0f32; 240];
        let arguments = vec![input(&numbers), input(&gain), input(&bias), inout(&mut out), value(80)];
        rig.run("layer_norm", 3, 64, arguments);
        let normal = |row: &[f64]| {
            let mean = row.iter().sum::<f64>() / 80.0;
            let variance = row.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / 80.0;
            let scale = 1.0 / (variance + 1e-5).sqrt();
            let both = row.iter().zip(gain.iter().zip(&bias));
            both.map(|(value, (&gain, &bias))| (value - mean) * scale * f64::from(gain) + f64::from(bias)).collect()
        };
        assert_close(&out, &wide(&numbers).chunks(80).flat_map::<Vec<_>, _>(normal).collect::<Vec<_>>(), 1e-4);
    });
}

#[test]
fn attention_of_earlier_keys() {
    const QUERIES: usize = 12;
    let [q, k, v] = [5, 6, 7].map(|seed| floats(seed, QUERIES * 32).iter().map(|x| 2.0 * x).collect::<Vec<f32>>());
    on_device(PTX, |rig| {
        let mut out = vec![0.0f32; QUERIES * 32];
        let arguments = vec![input(&q), input(&k), input(&v), inout(&mut out), value(QUERIES as u32)];
        rig.run("attention", 3, 128, arguments);
        let (q, k, v) = (wide(&q), wide(&k), wide(&v));
        let mut expected = Vec::new();
        for query in 0..QUERIES {
            let dot = |key: usize| (0..32).map(|i| q[query * 32 + i] * k[key * 32 + i]).sum::<f64>() / 32f64.sqrt();
            let weights = soft_max(&(0..=query).map(dot).collect::<Vec<_>>());
            let value =
                |i: usize| weights.iter().enumerate().map(|(key, weight)| weight * v[key * 32 + i]).sum::<f64>();
            expected.extend((0..32).map(value));
        }
        assert_close(&out, &expected, 1e-4);
    });
}

#[test]
fn gelu_by_tanh() {
    let numbers: Vec<f32> = floats(8, 200).iter().map(|value| value * 5.0).collect();
    on_device(PTX, |rig| {
        let mut out = vec![0.0f32; 200];
        rig.run("gelu", 2, 128, vec![input(&numbers), inout(&mut out), value(200)]);
        let gelu = |x: &f64| 0.5 * x * (1.0 + (0.797_884_560_8 * (x + 0.044_715 * x.powi(3))).tanh());
        assert_close(&out, &wide(&numbers).iter().map(gelu).collect::<Vec<_>>(), 1e-5);
    });
}

#[test]
fn the_loss_of_a_classification_and_its_gradient() {
    let logits: Vec<f32> = floats(9, 40 * 10).iter().map(|value| value * 4.0).collect();
    let labels: Vec<u8> = bytes(10, 40).iter().map(|byte| byte % 10).collect();
    on_device(PTX, |rig| {
        let (mut loss, mut gradient) = (vec![0.0f32; 40], vec![0.0f32; 400]);
        let arguments = vec![input(&logits), input(&labels), inout(&mut loss), inout(&mut gradient), value(10)];
        rig.run("cross_entropy", 1, 40, arguments);
        let mut chances: Vec<f64> = wide(&logits).chunks(10).flat_map(soft_max).collect();
        let right: Vec<usize> = labels.iter().enumerate().map(|(row, &label)| row * 10 + usize::from(label)).collect();
        assert_close(&loss, &right.iter().map(|&at| -chances[at].ln()).collect::<Vec<_>>(), 1e-5);
        right.iter().for_each(|&at| chances[at] -= 1.0);
        assert_close(&gradient, &chances, 1e-5);
    });
}

#[test]
fn a_step_of_adam() {
    let [weight, mean, gradient] = [11, 12, 13].map(|seed| floats(seed, 150));
    let square: Vec<f32> = mean.iter().map(|value| value * value).collect();
    on_device(PTX, |rig| {
        let (mut w, mut m, mut s) = (weight.clone(), mean.clone(), square.clone());
        let arguments =
            vec![inout(&mut w), inout(&mut m), inout(&mut s), input(&gradient), value(0.01f32), value(3), value(150)];
        rig.run("adam", 2, 96, arguments);
        let expected: Vec<f64> = (0..150)
            .map(|i| {
                let gradient = f64::from(gradient[i]);
                let mean = (0.9 * f64::from(mean[i]) + 0.1 * gradient) / (1.0 - 0.9f64.powi(3));
                let square = (0.999 * f64::from(square[i]) + 0.001 * gradient * gradient) / (1.0 - 0.999f64.powi(3));
                f64::from(weight[i]) - 0.01 * mean / (square.sqrt() + 1e-8)
            })
            .collect();
        assert_close(&w, &expected, 1e-4);
    });
}

#[test]
fn the_greatest_of_four_and_its_place() {
    let numbers = floats(14, 32 * 8);
    on_device(PTX, |rig| {
        let (mut out, mut from) = (vec![0.0f32; 64], vec![9u8; 64]);
        rig.run("max_pool", 4, 16, vec![input(&numbers), inout(&mut out), inout(&mut from), value(32)]);
        for at in 0..64 {
            let first = at / 16 * 64 + at % 16 * 2;
            let four = [0, 1, 32, 33].map(|skip| numbers[first + skip]);
            assert_eq!(out[at], four.iter().copied().fold(f32::MIN, f32::max));
            assert_eq!(out[at], four[usize::from(from[at])]);
        }
    });
}

#[test]
fn embeddings_of_half_precision_are_added() {
    let mut random = Random::new(15);
    // In 64ths.
    let whole: Vec<i32> = (0..50 * 32).map(|_| random.below(1023) as i32 - 511).collect();
    let table: Vec<u16> = whole.iter().map(|&value| half(value)).collect();
    let tokens: Vec<u32> = words(16, 24).iter().map(|word| word % 50).collect();
    on_device(PTX, |rig| {
        let mut out = vec![0.0f32; 4 * 32];
        rig.run("add_embeddings", 4, 32, vec![input(&table), input(&tokens), inout(&mut out), value(6)]);
        let expected: Vec<f32> = (0..128)
            .map(|at| {
                let rows = &tokens[at / 32 * 6..][..6];
                rows.iter().map(|&row| whole[row as usize * 32 + at % 32]).sum::<i32>() as f32 / 64.0
            })
            .collect();
        assert_eq!(out, expected);
    });
}

#[test]
fn weights_become_bytes_with_a_scale() {
    let numbers = floats(17, 3 * 70);
    on_device(PTX, |rig| {
        let (mut out, mut scales) = (vec![0i8; 210], vec![0.0f32; 3]);
        rig.run("quantise", 3, 32, vec![input(&numbers), inout(&mut out), inout(&mut scales), value(70)]);
        for (row, numbers) in numbers.chunks(70).enumerate() {
            let most = numbers.iter().fold(0.0f32, |most, number| most.max(number.abs()));
            assert_close(&scales[row..=row], &[f64::from(most) / 127.0], 1e-6);
            for (number, byte) in numbers.iter().zip(&out[row * 70..]) {
                assert!((f64::from(*number) / f64::from(scales[row]) - f64::from(*byte)).abs() < 0.501);
            }
        }
    });
}

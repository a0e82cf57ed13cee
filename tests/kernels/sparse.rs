//! Sparse matrices and graphs.

use crate::data::{Random, assert_close, floats};
use crate::rig::{inout, input, on_device, value};

const PTX: &str = include_str!("sources/matrices.ptx");

/// Rows of columns, as where each row starts and all columns in a row.
fn sparse(seed: u64, rows: usize, columns: u64) -> (Vec<i32>, Vec<i32>) {
    let mut random = Random::new(seed);
    let (mut starts, mut all) = (vec![0], Vec::new());
    for _ in 0..rows {
        all.extend((0..random.below(7)).map(|_| random.below(columns) as i32).collect::<Vec<_>>());
        starts.push(all.len() as i32);
    }
    (starts, all)
}

#[test]
fn rows_of_different_lengths_times_a_vector() {
    let (starts, columns) = sparse(1, 90, 50);
    let (values, x) = (floats(2, columns.len()), floats(3, 50));
    on_device(PTX, |rig| {
        let mut y = [0.0f32; 90];
        let arguments = vec![input(&starts), input(&columns), input(&values), input(&x), inout(&mut y), value(90)];
        rig.run("sparse_times_vector", 3, 32, arguments);
        let expected: Vec<f64> = starts
            .windows(2)
            .map(|row| {
                let cells = row[0] as usize..row[1] as usize;
                cells.map(|at| f64::from(values[at]) * f64::from(x[columns[at] as usize])).sum()
            })
            .collect();
        assert_close(&y, &expected, 1e-5);
    });
}

#[test]
fn levels_of_a_graph_are_found_in_breadth() {
    let (starts, neighbours) = sparse(4, 200, 200);
    let mut expected = vec![-1; 200];
    expected[0] = 0;
    let mut front = vec![0usize];
    while let Some(node) = (!front.is_empty()).then(|| front.remove(0)) {
        for &next in &neighbours[starts[node] as usize..starts[node + 1] as usize] {
            if expected[next as usize] == -1 {
                expected[next as usize] = expected[node] + 1;
                front.push(next as usize);
            }
        }
    }
    on_device(PTX, |rig| {
        let mut levels = vec![-1; 200];
        levels[0] = 0;
        for level in 0.. {
            let mut grown = [0];
            let arguments = vec![
                input(&starts),
                input(&neighbours),
                inout(&mut levels),
                value(level),
                inout(&mut grown),
                value(200),
            ];
            rig.run("next_level", 4, 64, arguments);
            if grown == [0] {
                break;
            }
        }
        assert_eq!(levels, expected);
    });
}

//! Groups of threads, as the library of CUDA for them makes them: tiles, blocks, grids, and those that came together.

use crate::data::whole;
use crate::rig::{inout, input, on_device};

const PTX: &str = include_str!("sources/groups.ptx");

#[test]
fn tiles_blocks_and_a_grid_add_up() {
    let numbers = whole(1, 6 * 96, -1000, 1001);
    on_device(PTX, |rig| {
        let (mut of_blocks, mut out) = (vec![0; 6], vec![0; 6 * 96]);
        let arguments = vec![input(&numbers), inout(&mut of_blocks), inout(&mut out)];
        rig.run_cooperative("sum_by_groups", 6, 96, arguments);
        let expected: Vec<i32> = numbers.chunks(96).map(|block| block.iter().sum()).collect();
        assert_eq!(of_blocks, expected);
        assert_eq!(out, [numbers.iter().sum::<i32>(); 6 * 96]);
    });
}

#[test]
fn threads_that_came_together_get_their_places_together() {
    let numbers = whole(2, 5 * 70, -500, 501);
    on_device(PTX, |rig| {
        let (mut out, mut count) = (vec![0; numbers.len()], [0]);
        rig.run("gather_odd", 5, 70, vec![input(&numbers), inout(&mut out), inout(&mut count)]);
        let mut expected: Vec<i32> = numbers.iter().copied().filter(|number| number % 2 != 0).collect();
        let mut found = out[..count[0] as usize].to_vec();
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected);
    });
}

//! Updates of execs: which changes a graph that is ready to run takes.

use cuda_sys::{CUgraphExecUpdateResult as Result_, CUresult};

use crate::code;
use crate::world::graph::exec::{Exec, Step, steps};
use crate::world::graph::graph::Graph;
use crate::world::graph::work::Work;
use crate::world::handle::Key;

/// Why an update is refused: the result, and the node of the new graph and the one before it that it is about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refusal {
    pub(crate) result: Result_,
    pub(crate) node: Key,
    pub(crate) from: Key,
}

impl Refusal {
    fn of(result: Result_, node: Key) -> Self {
        Refusal { result, node, from: 0 }
    }
}

/// Has an exec do what a graph of the same shape does. Nodes are matched by the order in which they were made.
pub(crate) fn update(exec: &Exec, graph: &Graph) -> Result<(), Refusal> {
    let new = steps(graph);
    let mut plan = exec.plan();
    compare(&plan.steps, &new)?;
    for (step, new) in plan.steps.iter_mut().zip(new) {
        step.work = new.work;
    }
    Ok(())
}

/// As [`update`], of the part of an exec that one node is, which is a graph.
pub(crate) fn update_child(exec: &Exec, node: Key, graph: &Graph) -> Result<(), CUresult> {
    let mut plan = exec.plan();
    let end = plan.steps.iter().position(|step| step.node == node).ok_or(code::INVALID_VALUE)?;
    let Work::Graph(child) = plan.steps[end].work.clone() else { return Err(code::INVALID_VALUE) };
    let (old, new) = (steps(&child), steps(graph));
    compare(&old, &new).map_err(|_| code::INVALID_VALUE)?;
    // The steps of the child end right before its own.
    let first = end - old.len();
    for (step, new) in plan.steps[first..end].iter_mut().zip(new) {
        step.work = new.work;
    }
    Ok(())
}

fn compare(old: &[Step], new: &[Step]) -> Result<(), Refusal> {
    if old.len() != new.len() {
        return Err(Refusal::of(Result_::CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, 0));
    }
    for (old, step) in old.iter().zip(new) {
        if old.work.kind() != step.work.kind() {
            return Err(Refusal::of(Result_::CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED, step.node));
        }
        if old.after != step.after {
            let from = step.after.iter().find(|index| !old.after.contains(index)).map_or(0, |index| new[*index].node);
            let result = Result_::CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
            return Err(Refusal { result, node: step.node, from });
        }
        takes(&old.work, &step.work).map_err(|result| Refusal::of(result, step.node))?;
    }
    Ok(())
}

/// Whether a step that does `old` can be made to do `new`, which is of the same kind.
pub(crate) fn takes(old: &Work, new: &Work) -> Result<(), Result_> {
    let is_fine = match (old, new) {
        (Work::Kernel(old), Work::Kernel(new)) => {
            if old.function.module.context.key != new.function.module.context.key {
                return Err(Result_::CU_GRAPH_EXEC_UPDATE_ERROR_UNSUPPORTED_FUNCTION_CHANGE);
            }
            true
        }
        // Of copies and fills of more than one row only the places may change.
        (Work::Copy(old), Work::Copy(new)) => {
            old.is_like(new) && (old.shape.is_flat() && new.shape.is_flat() || old.shape == new.shape)
        }
        (Work::Fill(old), Work::Fill(new)) => {
            old.shape.is_flat() && new.shape.is_flat()
                || old.shape == new.shape && old.pattern.len() == new.pattern.len()
        }
        (Work::Allocate(_) | Work::Free(_), _) => {
            return Err(Result_::CU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED);
        }
        _ => true,
    };
    if is_fine { Ok(()) } else { Err(Result_::CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED) }
}

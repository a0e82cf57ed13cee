//! Graphs that are ready to run.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuda_sys::CUresult;

use crate::code::{self, Answer};
use crate::engine::order::Point;
use crate::world::graph::graph::Graph;
use crate::world::graph::user_object::{References, Shared};
use crate::world::graph::work::Work;
use crate::world::handle::{self, Key};
use crate::world::registry::{self, Object};
use crate::world::world::World;

/// Memory that a launch left allocated is freed by the next one.
pub(crate) const AUTO_FREE: u64 = 1;
/// The graph is uploaded when it is made ready.
pub(crate) const UPLOAD: u64 = 2;
/// The graph can be launched by kernels.
pub(crate) const DEVICE_LAUNCH: u64 = 4;
/// Kernels have the priority that their nodes say.
pub(crate) const NODE_PRIORITY: u64 = 8;

/// A graph that is ready to run: what a client holds a `CUgraphExec` of.
#[derive(Debug)]
pub(crate) struct Exec {
    pub(crate) key: Key,
    pub(crate) id: u64,
    pub(crate) world: Arc<World>,
    pub(crate) flags: u64,
    /// The graph that it was made of.
    graph: Key,
    pub(crate) shared: Arc<Shared>,
    plan: Mutex<Plan>,
}

/// What is done at a launch.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    pub(crate) steps: Vec<Step>,
    /// Where the last launch ends: the next one begins behind it.
    pub(crate) last: Option<Point>,
    /// Lanes for what runs beside the launching stream's own, and the context that they are of.
    pub(crate) lanes: Vec<Key>,
    pub(crate) context: Key,
}

/// A node of the graph, or of a graph in it. A node that is a graph is the step at its end.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) node: Key,
    pub(crate) work: Work,
    /// The steps that this one comes after, all of them earlier.
    pub(crate) after: Vec<usize>,
    pub(crate) is_enabled: bool,
}

impl Exec {
    /// Makes a graph ready, and registers the result.
    pub(crate) fn new(graph: &Graph, flags: u64) -> Result<Arc<Self>, CUresult> {
        let key = handle::next_key();
        if graph.has_memory() {
            let mut only = graph.exec.lock().unwrap_or_else(PoisonError::into_inner);
            if only.is_some_and(|other| registry::exec(other).is_some()) {
                return Err(code::INVALID_VALUE);
            }
            *only = Some(key);
        }
        let references = References::default();
        graph.references.copy_to(&references);
        let exec = Arc::new(Exec {
            key,
            id: handle::next_id(),
            world: Arc::clone(&graph.world),
            flags,
            graph: graph.key,
            shared: Shared::new(references),
            plan: Mutex::new(Plan { steps: steps(graph), ..Plan::default() }),
        });
        registry::insert(key, Object::Exec(Arc::clone(&exec)));
        Ok(exec)
    }

    pub(crate) fn plan(&self) -> MutexGuard<'_, Plan> {
        self.plan.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the exec. Launches of it that are queued go on.
    pub(crate) fn destroy(&self) -> Answer {
        registry::remove(self.key).ok_or(code::INVALID_HANDLE)?;
        if let Some(graph) = registry::graph(self.graph) {
            let mut only = graph.exec.lock().unwrap_or_else(PoisonError::into_inner);
            if *only == Some(self.key) {
                *only = None;
            }
        }
        for lane in std::mem::take(&mut self.plan().lanes) {
            self.world.engine.close_lane(lane);
        }
        self.shared.let_go();
        Ok(())
    }

    /// Changes what a step does from the next launch on.
    pub(crate) fn change(&self, node: Key, change: impl FnOnce(&mut Step) -> Answer) -> Answer {
        let mut plan = self.plan();
        let step = plan.steps.iter_mut().find(|step| step.node == node).ok_or(code::INVALID_VALUE)?;
        change(step)
    }

    /// The steps as a graph that can be the part of another.
    pub(crate) fn as_child(&self) -> Result<Arc<Graph>, CUresult> {
        let child = Graph::new(&self.world, true);
        let mut names = Vec::new();
        for step in &self.plan().steps {
            let work =
                if step.is_enabled && !matches!(step.work, Work::Graph(_)) { step.work.clone() } else { Work::Empty };
            let after: Vec<_> = step.after.iter().map(|index| names[*index]).collect();
            names.push(child.add(work, &after)?.key);
        }
        Ok(child)
    }
}

/// A graph as steps.
pub(crate) fn steps(graph: &Graph) -> Vec<Step> {
    let mut steps = Vec::new();
    flatten(graph, &[], &mut steps);
    steps
}

/// Appends a graph's nodes behind the steps `before`, and answers the last of them.
fn flatten(graph: &Graph, before: &[usize], steps: &mut Vec<Step>) -> Vec<usize> {
    let mut places = BTreeMap::new();
    let mut ends: Vec<usize> = Vec::new();
    for (node, after) in graph.sorted() {
        let mut after: Vec<usize> = after.iter().filter_map(|key| places.get(key).copied()).collect();
        ends.retain(|end| !after.contains(end));
        if after.is_empty() {
            after = before.to_vec();
        }
        let work = node.work().clone();
        if let Work::Graph(child) = &work {
            let inner = flatten(child, &after, steps);
            if !inner.is_empty() {
                after = inner;
            }
        }
        places.insert(node.key, steps.len());
        ends.push(steps.len());
        steps.push(Step { node: node.key, work, after, is_enabled: true });
    }
    ends
}

//! Graphs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuda_sys::CUresult;

use crate::code::{self, Answer};
use crate::world::graph::node::Node;
use crate::world::graph::user_object::References;
use crate::world::graph::work::Work;
use crate::world::handle::{self, Key};
use crate::world::registry::{self, Object};
use crate::world::world::World;

/// A graph: what a client holds a `CUgraph` of.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(crate) key: Key,
    pub(crate) id: u64,
    pub(crate) world: Arc<World>,
    /// Whether a node has it, so that the client may not destroy it.
    pub(crate) is_child: bool,
    places: Mutex<Places>,
    /// The exec that is alive, of which a graph that allocates may have one only.
    pub(crate) exec: Mutex<Option<Key>>,
    pub(crate) references: References,
}

/// The nodes, in the order in which they were made.
type Places = BTreeMap<Key, Place>;

/// A node and its edges.
#[derive(Debug)]
struct Place {
    node: Arc<Node>,
    after: Vec<Key>,
    before: Vec<Key>,
}

impl Graph {
    /// Makes an empty graph, and registers it.
    pub(crate) fn new(world: &Arc<World>, is_child: bool) -> Arc<Self> {
        let graph = Arc::new(Graph {
            key: handle::next_key(),
            id: handle::next_id(),
            world: Arc::clone(world),
            is_child,
            places: Mutex::default(),
            exec: Mutex::default(),
            references: References::default(),
        });
        registry::insert(graph.key, Object::Graph(Arc::clone(&graph)));
        graph
    }

    fn places(&self) -> MutexGuard<'_, Places> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Copies the graph and all in it, and registers the copy.
    pub(crate) fn copy(&self, is_child: bool) -> Arc<Self> {
        let copy = Graph::new(&self.world, is_child);
        let mut names = BTreeMap::new();
        {
            let places = self.places();
            let mut into = copy.places();
            for (key, place) in &*places {
                let work = match &*place.node.work() {
                    Work::Graph(child) => Work::Graph(child.copy(true)),
                    work => work.clone(),
                };
                let node = Arc::new(Node::new(copy.key, self.world.id, Some(*key), work));
                names.insert(*key, node.key);
                registry::insert(node.key, Object::Node(Arc::clone(&node)));
                into.insert(node.key, Place { node, after: Vec::new(), before: Vec::new() });
            }
            let named = |keys: &[Key]| keys.iter().filter_map(|key| names.get(key).copied()).collect();
            for (key, place) in &*places {
                let Some(new) = names.get(key).and_then(|name| into.get_mut(name)) else { continue };
                (new.after, new.before) = (named(&place.after), named(&place.before));
            }
        }
        self.references.copy_to(&copy.references);
        copy
    }

    /// Ends the graph, its nodes, and the graphs in them. Their work may go on where an exec has it.
    pub(crate) fn destroy(&self) {
        drop(registry::remove(self.key));
        for (key, place) in std::mem::take(&mut *self.places()) {
            drop(registry::remove(key));
            destroy_child(&place.node);
        }
        self.references.release();
    }

    /// Adds a node behind others.
    pub(crate) fn add(&self, work: Work, after: &[Key]) -> Result<Arc<Node>, CUresult> {
        let mut places = self.places();
        let mut seen = BTreeSet::new();
        if !after.iter().all(|key| places.contains_key(key) && seen.insert(*key)) {
            return Err(code::INVALID_VALUE);
        }
        let node = Arc::new(Node::new(self.key, self.world.id, None, work));
        registry::insert(node.key, Object::Node(Arc::clone(&node)));
        for key in after {
            if let Some(place) = places.get_mut(key) {
                place.before.push(node.key);
            }
        }
        places.insert(node.key, Place { node: Arc::clone(&node), after: after.to_vec(), before: Vec::new() });
        Ok(node)
    }

    /// Takes a node out.
    pub(crate) fn remove(&self, key: Key) -> Answer {
        let mut places = self.places();
        let gone = places.remove(&key).ok_or(code::INVALID_VALUE)?;
        for other in gone.after {
            if let Some(place) = places.get_mut(&other) {
                place.before.retain(|before| *before != key);
            }
        }
        for other in gone.before {
            if let Some(place) = places.get_mut(&other) {
                place.after.retain(|after| *after != key);
            }
        }
        drop(places);
        drop(registry::remove(key));
        destroy_child(&gone.node);
        Ok(())
    }

    /// Adds edges, all of them or none. An edge that is there, or that closes a circle, is an error.
    pub(crate) fn connect(&self, edges: &[(Key, Key)]) -> Answer {
        let mut places = self.places();
        for (index, (from, to)) in edges.iter().enumerate() {
            if let Err(code) = connect(&mut places, *from, *to) {
                for (from, to) in &edges[..index] {
                    disconnect(&mut places, *from, *to);
                }
                return Err(code);
            }
        }
        Ok(())
    }

    /// Removes edges, all of them or none. An edge that is not there is an error.
    pub(crate) fn disconnect(&self, edges: &[(Key, Key)]) -> Answer {
        let mut places = self.places();
        for (index, (from, to)) in edges.iter().enumerate() {
            if !disconnect(&mut places, *from, *to) {
                // They were there a moment ago, so they can be there again.
                edges[..index].iter().try_for_each(|(from, to)| connect(&mut places, *from, *to))?;
                return Err(code::INVALID_VALUE);
            }
        }
        Ok(())
    }

    pub(crate) fn has(&self, key: Key) -> bool {
        self.places().contains_key(&key)
    }

    pub(crate) fn nodes(&self) -> Vec<Arc<Node>> {
        self.places().values().map(|place| Arc::clone(&place.node)).collect()
    }

    /// The nodes that come after none.
    pub(crate) fn roots(&self) -> Vec<Key> {
        self.places().iter().filter(|(_, place)| place.after.is_empty()).map(|(key, _)| *key).collect()
    }

    pub(crate) fn edges(&self) -> Vec<(Key, Key)> {
        let places = self.places();
        places.iter().flat_map(|(from, place)| place.before.iter().map(|to| (*from, *to))).collect()
    }

    /// The nodes that a node comes after.
    pub(crate) fn after(&self, key: Key) -> Vec<Key> {
        self.places().get(&key).map(|place| place.after.clone()).unwrap_or_default()
    }

    /// The nodes that a node comes before.
    pub(crate) fn before(&self, key: Key) -> Vec<Key> {
        self.places().get(&key).map(|place| place.before.clone()).unwrap_or_default()
    }

    /// All nodes that come before any of these, and these.
    pub(crate) fn ancestors(&self, keys: &[Key]) -> BTreeSet<Key> {
        let places = self.places();
        let mut seen = BTreeSet::new();
        let mut open = keys.to_vec();
        while let Some(key) = open.pop() {
            if seen.insert(key)
                && let Some(place) = places.get(&key)
            {
                open.extend(&place.after);
            }
        }
        seen
    }

    pub(crate) fn has_memory(&self) -> bool {
        self.places().values().any(|place| place.node.work().is_memory())
    }

    /// Whether a node frees this address already.
    pub(crate) fn frees(&self, address: u64) -> bool {
        self.places().values().any(|place| matches!(*place.node.work(), Work::Free(freed) if freed == address))
    }

    /// The nodes with what each comes after, in an order that the edges allow. There is no circle (see [`connect`](Self::connect)).
    pub(crate) fn sorted(&self) -> Vec<(Arc<Node>, Vec<Key>)> {
        let places = self.places();
        let mut missing: BTreeMap<Key, usize> = places.iter().map(|(key, place)| (*key, place.after.len())).collect();
        let mut ready: BTreeSet<Key> = missing.iter().filter(|(_, count)| **count == 0).map(|(key, _)| *key).collect();
        let mut sorted = Vec::with_capacity(places.len());
        while let Some(key) = ready.pop_first() {
            let Some(place) = places.get(&key) else { continue };
            sorted.push((Arc::clone(&place.node), place.after.clone()));
            for next in &place.before {
                if let Some(count) = missing.get_mut(next) {
                    *count -= 1;
                    if *count == 0 {
                        ready.insert(*next);
                    }
                }
            }
        }
        sorted
    }
}

/// Ends the graph that a node has, if it has one.
pub(crate) fn destroy_child(node: &Node) {
    let child = match &*node.work() {
        Work::Graph(child) => Some(Arc::clone(child)),
        _ => None,
    };
    if let Some(child) = child {
        child.destroy();
    }
}

fn connect(places: &mut Places, from: Key, to: Key) -> Answer {
    let is_new = places.get(&from).is_some_and(|place| !place.before.contains(&to));
    if from == to || !is_new || !places.contains_key(&to) || leads(places, to, from) {
        return Err(code::INVALID_VALUE);
    }
    if let Some(place) = places.get_mut(&from) {
        place.before.push(to);
    }
    if let Some(place) = places.get_mut(&to) {
        place.after.push(from);
    }
    Ok(())
}

fn disconnect(places: &mut Places, from: Key, to: Key) -> bool {
    let Some(place) = places.get_mut(&from) else { return false };
    let Some(at) = place.before.iter().position(|key| *key == to) else { return false };
    place.before.remove(at);
    if let Some(place) = places.get_mut(&to) {
        place.after.retain(|key| *key != from);
    }
    true
}

/// Whether edges lead from one node to another.
fn leads(places: &Places, from: Key, to: Key) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(key) = open.pop() {
        if key == to {
            return true;
        }
        if seen.insert(key)
            && let Some(place) = places.get(&key)
        {
            open.extend(&place.before);
        }
    }
    false
}

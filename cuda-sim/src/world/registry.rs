//! The one place where handles are looked up: every live object of every simulator in the process, by key.

use std::sync::{Arc, Mutex, PoisonError};

use crate::memory::physical::Physical;
use crate::memory::pool::Pool;
use crate::sorted::Sorted;
use crate::world::context::Context;
use crate::world::event::Event;
use crate::world::graph::exec::Exec;
use crate::world::graph::graph::Graph;
use crate::world::graph::node::Node;
use crate::world::graph::user_object::UserObject;
use crate::world::handle::Key;
use crate::world::image::{Array, Image};
use crate::world::library::{Library, LibraryKernel};
use crate::world::link::Link;
use crate::world::module::{Function, Module};
use crate::world::stream::Stream;

/// Anything that a handle may stand for.
#[derive(Clone, Debug)]
pub(crate) enum Object {
    Context(Arc<Context>),
    Stream(Arc<Stream>),
    Event(Arc<Event>),
    Pool(Arc<Pool>),
    Module(Arc<Module>),
    Function(Arc<Function>),
    Array(Arc<Array>),
    Image(Arc<Image>),
    Physical(Arc<Physical>),
    Library(Arc<Library>),
    Kernel(Arc<LibraryKernel>),
    Link(Arc<Link>),
    Graph(Arc<Graph>),
    Node(Arc<Node>),
    Exec(Arc<Exec>),
    Kept(Arc<UserObject>),
}

impl Object {
    /// The simulator that the object is part of.
    pub(crate) fn world_id(&self) -> u64 {
        match self {
            Object::Context(context) => context.world.id,
            Object::Stream(stream) => stream.context.world.id,
            Object::Event(event) => event.context.world.id,
            Object::Pool(pool) => pool.world.id,
            Object::Module(module) => module.context.world.id,
            Object::Function(function) => function.module.context.world.id,
            Object::Array(array) => array.context.world.id,
            Object::Image(image) => image.context.world.id,
            Object::Physical(physical) => physical.world_id,
            Object::Link(link) => link.context.world.id,
            Object::Library(library) => library.world.id,
            Object::Kernel(kernel) => kernel.world.id,
            Object::Graph(graph) => graph.world.id,
            Object::Node(node) => node.world,
            Object::Exec(exec) => exec.world.id,
            Object::Kept(object) => object.world.id,
        }
    }

    /// The context that the object ends with; pools, pieces of memory, libraries and graphs end with none.
    pub(crate) fn context_key(&self) -> Option<Key> {
        match self {
            Object::Context(context) => Some(context.key),
            Object::Stream(stream) => Some(stream.context.key),
            Object::Event(event) => Some(event.context.key),
            Object::Module(module) => Some(module.context.key),
            Object::Function(function) => Some(function.module.context.key),
            Object::Array(array) => Some(array.context.key),
            Object::Image(image) => Some(image.context.key),
            Object::Link(link) => Some(link.context.key),
            Object::Pool(_) | Object::Physical(_) | Object::Library(_) | Object::Kernel(_) => None,
            Object::Graph(_) | Object::Node(_) | Object::Exec(_) | Object::Kept(_) => None,
        }
    }
}

type Objects = Sorted<Key, Object>;

static REGISTRY: Mutex<Objects> = Mutex::new(Objects::new());

/// Makes a key findable.
pub(crate) fn insert(key: Key, object: Object) {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner).insert(key, object);
}

/// Takes the object of a key out, if there is one.
pub(crate) fn remove(key: Key) -> Option<Object> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner).remove(&key)
}

pub(crate) fn find(key: Key) -> Option<Object> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned()
}

/// Takes out every object that `doomed` picks. They are dropped by the caller, after the lock is gone.
pub(crate) fn remove_where(doomed: impl Fn(&Object) -> bool) -> Vec<Object> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner).remove_where(doomed)
}

/// Copies out every object that `wanted` picks.
pub(crate) fn list(wanted: impl Fn(&Object) -> bool) -> Vec<Object> {
    let objects = REGISTRY.lock().unwrap_or_else(PoisonError::into_inner);
    objects.values().filter(|object| wanted(object)).cloned().collect()
}

macro_rules! finders {
    ($($function:ident: $variant:ident($ty:ty);)*) => { $(
        #[doc = concat!("The ", stringify!($ty), " of a key, if it is one and is live.")]
        pub(crate) fn $function(key: Key) -> Option<Arc<$ty>> {
            match find(key)? {
                Object::$variant(object) => Some(object),
                _ => None,
            }
        }
    )* };
}

finders! {
    context: Context(Context);
    stream: Stream(Stream);
    event: Event(Event);
    pool: Pool(Pool);
    module: Module(Module);
    function: Function(Function);
    array: Array(Array);
    image: Image(Image);
    physical: Physical(Physical);
    library: Library(Library);
    kernel: Kernel(LibraryKernel);
    link: Link(Link);
    graph: Graph(Graph);
    node: Node(Node);
    exec: Exec(Exec);
    user_object: Kept(UserObject);
}

//! Libraries, and their kernels, which belong to no context.

use std::collections::BTreeMap;
use std::ffi::CString;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuda_sys::CUresult;

use crate::code;
use crate::ptx;
use crate::ptx::module::Kernel;
use crate::world::context::Context;
use crate::world::handle::{self, Key};
use crate::world::module::{Function, Module};
use crate::world::registry::{self, Object};
use crate::world::settings::Settings;
use crate::world::world::World;

/// A library: what a client holds a `CUlibrary` of.
#[derive(Debug)]
pub(crate) struct Library {
    pub(crate) key: Key,
    pub(crate) world: Arc<World>,
    compiled: Arc<ptx::Module>,
    kernels: BTreeMap<String, Arc<LibraryKernel>>,
    /// The module of each context that has needed one: keys of contexts and modules.
    modules: Mutex<BTreeMap<Key, Key>>,
}

/// A kernel of a library: what a client holds a `CUkernel` of.
#[derive(Debug)]
pub(crate) struct LibraryKernel {
    pub(crate) key: Key,
    pub(crate) library: Key,
    pub(crate) world: Arc<World>,
    pub(crate) name: CString,
    pub(crate) kernel: Arc<Kernel>,
    /// What was set for it on each device.
    pub(crate) settings: Vec<Arc<Settings>>,
}

impl Library {
    /// Makes a library of what was compiled, and registers it with its kernels.
    pub(crate) fn load(world: &Arc<World>, compiled: ptx::Module) -> Arc<Self> {
        let library = handle::next_key();
        let kernels = compiled.entries.iter().filter_map(|(name, kernel)| {
            let kernel = LibraryKernel {
                key: handle::next_key(),
                library,
                world: Arc::clone(world),
                name: CString::new(name.as_str()).ok()?,
                kernel: Arc::clone(kernel),
                settings: world.devices.iter().map(|_| Arc::default()).collect(),
            };
            Some((name.clone(), Arc::new(kernel)))
        });
        let library = Arc::new(Library {
            key: library,
            world: Arc::clone(world),
            kernels: kernels.collect(),
            compiled: Arc::new(compiled),
            modules: Mutex::default(),
        });
        for kernel in library.kernels.values() {
            registry::insert(kernel.key, Object::Kernel(Arc::clone(kernel)));
        }
        registry::insert(library.key, Object::Library(Arc::clone(&library)));
        library
    }

    /// The kernel of a name.
    pub(crate) fn kernel(&self, name: &str) -> Option<&Arc<LibraryKernel>> {
        self.kernels.get(name)
    }

    /// All kernels.
    pub(crate) fn kernels(&self) -> impl ExactSizeIterator<Item = &Arc<LibraryKernel>> {
        self.kernels.values()
    }

    /// What was set for a kernel on a device.
    pub(crate) fn settings(&self, kernel: &str, device: usize) -> Option<Arc<Settings>> {
        self.kernels.get(kernel)?.settings.get(device).cloned()
    }

    /// The library's module in a context, which is loaded now if the context has none yet.
    pub(crate) fn module(self: &Arc<Self>, context: &Arc<Context>) -> Result<Arc<Module>, CUresult> {
        if context.world.id != self.world.id {
            return Err(code::INVALID_CONTEXT);
        }
        // Held while the module is loaded, so that a context never gets two. Loading calls nobody.
        let mut modules = self.modules();
        if let Some(module) = modules.get(&context.key).and_then(|key| registry::module(*key)) {
            return Ok(module);
        }
        let module = Module::load(context, Arc::clone(&self.compiled), Some(Arc::clone(self)))?;
        registry::insert(module.key, Object::Module(Arc::clone(&module)));
        modules.insert(context.key, module.key);
        Ok(module)
    }

    /// Takes the library, its kernels and its modules out of the registry, and gives back the modules, still to be unloaded.
    pub(crate) fn remove(&self) -> Vec<Arc<Module>> {
        drop(registry::remove(self.key));
        for kernel in self.kernels.values() {
            drop(registry::remove(kernel.key));
        }
        let modules = std::mem::take(&mut *self.modules());
        let removed = modules.into_values().filter_map(registry::remove);
        removed.filter_map(|object| if let Object::Module(module) = object { Some(module) } else { None }).collect()
    }

    fn modules(&self) -> MutexGuard<'_, BTreeMap<Key, Key>> {
        self.modules.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LibraryKernel {
    /// The kernel as a function of a context.
    pub(crate) fn function(&self, context: &Arc<Context>) -> Result<(Key, Arc<Function>), CUresult> {
        let library = registry::library(self.library).ok_or(code::INVALID_HANDLE)?;
        let name = self.name.to_str().map_err(|_| code::NOT_FOUND)?;
        let key = library.module(context)?.function(name).ok_or(code::NOT_FOUND)?;
        Ok((key, registry::function(key).ok_or(code::INVALID_HANDLE)?))
    }
}

/// What a client means that launches in a context: a function, or a library's kernel, which has a function there. It is loaded.
pub(crate) fn function_in(key: Key, context: &Arc<Context>) -> Result<Arc<Function>, CUresult> {
    let function = match registry::find(key) {
        Some(Object::Function(function)) => function,
        Some(Object::Kernel(kernel)) => kernel.function(context)?.1,
        _ => return Err(code::INVALID_HANDLE),
    };
    function.load();
    Ok(function)
}

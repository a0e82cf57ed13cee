//! Modules and their functions.

use std::collections::BTreeMap;
use std::ffi::CString;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuda_sys::{CUdevice_attribute, CUresult};

use crate::memory::space::{Allocation, Owner};
use crate::ptx;
use crate::ptx::module::{Global, Kernel};
use crate::world::context::Context;
use crate::world::handle::{self, Key};
use crate::world::library::Library;
use crate::world::profile::DeviceProfile;
use crate::world::registry::{self, Object};
use crate::world::settings::{self, Settings};
use crate::world::world::World;

/// A module: what a client holds a `CUmodule` of.
#[derive(Debug)]
pub(crate) struct Module {
    pub(crate) key: Key,
    pub(crate) context: Arc<Context>,
    compiled: Arc<ptx::Module>,
    /// The library that it is a part of, if the client did not load it by itself.
    pub(crate) library: Option<Arc<Library>>,
    /// The address of each variable, in the order in which a launch wants them.
    pub(crate) addresses: Vec<u64>,
    functions: Mutex<BTreeMap<String, Key>>,
}

/// A kernel of a module: what a client holds a `CUfunction` of.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) name: CString,
    pub(crate) module: Arc<Module>,
    pub(crate) kernel: Arc<Kernel>,
    /// What the client set for this function.
    pub(crate) settings: Settings,
    /// What the client set for the library's kernel on this device; counts where the function has nothing of its own.
    kernel_settings: Option<Arc<Settings>>,
    /// Whether the driver would have loaded it by now. Relaxed everywhere: it publishes nothing.
    is_loaded: AtomicBool,
}

impl Module {
    /// Gives a compiled module's variables their memory. The caller registers the module.
    pub(crate) fn load(
        context: &Arc<Context>,
        compiled: Arc<ptx::Module>,
        library: Option<Arc<Library>>,
    ) -> Result<Arc<Self>, CUresult> {
        let key = handle::next_key();
        let owner = Owner::Module { module: key, context: context.key };
        let world = &context.world;
        let mut variables: Vec<Arc<Allocation>> = Vec::new();
        for global in &compiled.globals {
            // A variable without bytes still has an address.
            let len = usize::try_from(global.byte_len.max(1)).unwrap_or(usize::MAX);
            match world.allocate(context.device, len, owner) {
                Ok(allocation) => variables.push(allocation),
                Err(code) => {
                    free_variables(world, key);
                    return Err(code);
                }
            }
        }
        let addresses: Vec<u64> = variables.iter().map(|allocation| allocation.range.base).collect();
        for (global, allocation) in compiled.globals.iter().zip(&variables) {
            let bytes = initial_bytes(global, &addresses);
            allocation.bytes().write_from(0, &bytes);
        }
        let context = Arc::clone(context);
        Ok(Arc::new(Module { key, context, compiled, library, addresses, functions: Mutex::default() }))
    }

    /// The handle of a kernel; the same one each time.
    pub(crate) fn function(self: &Arc<Self>, name: &str) -> Option<Key> {
        let kernel = self.compiled.entry(name)?;
        let mut functions = self.functions();
        if let Some(key) = functions.get(name) {
            return Some(*key);
        }
        let key = handle::next_key();
        let device = self.context.device;
        let function = Function {
            name: CString::new(name).ok()?,
            module: Arc::clone(self),
            kernel: Arc::clone(kernel),
            settings: Settings::default(),
            kernel_settings: self.library.as_ref().and_then(|library| library.settings(name, device)),
            is_loaded: AtomicBool::new(!self.context.world.config.lazy_loading),
        };
        registry::insert(key, Object::Function(Arc::new(function)));
        functions.insert(name.to_owned(), key);
        Some(key)
    }

    /// The names of all kernels.
    pub(crate) fn kernel_names(&self) -> Vec<&str> {
        self.compiled.entries.keys().map(String::as_str).collect()
    }

    /// The address and size of a variable. Compilers leave `.visible` out where nothing else is linked, and programs find it all the same.
    pub(crate) fn variable(&self, name: &str) -> Option<(u64, u64)> {
        let globals = &self.compiled.globals;
        let visible = globals.iter().position(|global| global.name == name && global.is_visible);
        let index = visible.or_else(|| globals.iter().position(|global| global.name == name))?;
        Some((*self.addresses.get(index)?, self.compiled.globals[index].byte_len))
    }

    /// Forgets the module's functions and frees its variables.
    pub(crate) fn unload(&self) {
        for key in std::mem::take(&mut *self.functions()).into_values() {
            drop(registry::remove(key));
        }
        free_variables(&self.context.world, self.key);
    }

    fn functions(&self) -> MutexGuard<'_, BTreeMap<String, Key>> {
        self.functions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Function {
    /// The most dynamic shared memory that a launch may ask for.
    pub(crate) fn max_dynamic_shared(&self) -> u32 {
        let of_kernel = || self.kernel_settings.as_ref()?.max_dynamic_shared();
        let set = self.settings.max_dynamic_shared().or_else(of_kernel);
        set.unwrap_or_else(|| settings::plain_dynamic_shared(&self.kernel))
    }

    /// How much of its memory the client would have a multiprocessor use as shared memory, in percent; -1 for no matter.
    pub(crate) fn carveout(&self) -> i32 {
        let of_kernel = || self.kernel_settings.as_ref()?.carveout();
        self.settings.carveout().or_else(of_kernel).unwrap_or(settings::NO_CARVEOUT)
    }

    /// Loads the function, if modules are loaded lazily and it is not there yet.
    pub(crate) fn load(&self) {
        self.is_loaded.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_loaded(&self) -> bool {
        self.is_loaded.load(Ordering::Relaxed)
    }

    /// The most threads that a block of this kernel may have.
    pub(crate) fn max_threads(&self) -> u32 {
        let context = &self.module.context;
        max_threads(&self.kernel, &context.world.devices[context.device].profile)
    }
}

/// The most threads that a block of a kernel may have on a device.
pub(crate) fn max_threads(kernel: &Kernel, profile: &DeviceProfile) -> u32 {
    let registers = profile.value(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, 0);
    let registers = registers.and_then(|count| u32::try_from(count).ok()).unwrap_or(0);
    let by_registers = registers / kernel.registers.max(1) / WARP * WARP;
    kernel.max_threads.unwrap_or(MAX_THREADS).min(by_registers).min(MAX_THREADS)
}

const WARP: u32 = 32;
const MAX_THREADS: u32 = 1024;

/// What a variable holds at first: its initial bytes with the addresses filled in, then zeros.
fn initial_bytes(global: &Global, addresses: &[u64]) -> Vec<u8> {
    let mut bytes = global.init.clone();
    bytes.resize(usize::try_from(global.byte_len).unwrap_or(0), 0);
    for relocation in &global.relocations {
        let address = addresses.get(relocation.target).copied().unwrap_or(0);
        let value = address.wrapping_add_signed(relocation.addend) >> relocation.shift;
        let len = usize::from(relocation.byte_len.min(8));
        let at = usize::try_from(relocation.offset).unwrap_or(usize::MAX);
        if let Some(place) = bytes.get_mut(at..).and_then(|rest| rest.get_mut(..len)) {
            place.copy_from_slice(&value.to_le_bytes()[..len]);
        }
    }
    bytes
}

fn free_variables(world: &World, module: Key) {
    let mine =
        |allocation: &Allocation| matches!(allocation.owner, Owner::Module { module: owner, .. } if owner == module);
    for allocation in world.space.remove_where(mine) {
        world.give_back(&allocation);
    }
}

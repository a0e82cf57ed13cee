//! What kind of device a simulator pretends to have.

use cuda_sys::CUdevice_attribute as A;

use crate::memory::shared;

/// A device as the driver describes it. Compute capability 8.0, 8 GiB and 16 multiprocessors unless changed.
///
/// ```
/// use cuda_sim::{DeviceProfile, Simulator};
///
/// let small = DeviceProfile::default().name("Small GPU").memory(1 << 20).compute_capability(7, 5);
/// let simulator = Simulator::builder().devices([small.clone(), small]).build()?;
/// # Ok::<(), cuda_sim::NoSlot>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeviceProfile {
    name: String,
    memory_byte_len: u64,
    compute_capability: (i32, i32),
    changed: Vec<(A, i32)>,
    /// Its place in the machine, where that is not its number.
    place: Option<usize>,
}

impl Default for DeviceProfile {
    fn default() -> Self {
        DeviceProfile {
            name: "Simulated GPU".into(),
            memory_byte_len: 8 << 30,
            compute_capability: (8, 0),
            changed: Vec::new(),
            place: None,
        }
    }
}

impl DeviceProfile {
    /// Sets the name.
    #[must_use]
    pub fn name(mut self, name: &str) -> Self {
        name.clone_into(&mut self.name);
        self
    }

    /// Sets how many bytes of memory there are.
    #[must_use]
    pub fn memory(mut self, byte_len: u64) -> Self {
        self.memory_byte_len = byte_len;
        self
    }

    /// Sets the compute capability. It is what the device says of itself; the instructions that run stay the same.
    #[must_use]
    pub fn compute_capability(mut self, major: i32, minor: i32) -> Self {
        self.compute_capability = (major, minor);
        self
    }

    /// Sets any attribute.
    #[must_use]
    pub fn attribute(mut self, attribute: A, value: i32) -> Self {
        self.changed.push((attribute, value));
        self
    }

    /// The attribute that a profile calls so: `warp_size`, or `attribute.10`.
    pub(crate) fn attribute_named(name: &str) -> Option<A> {
        if let Some(number) = name.strip_prefix("attribute.") {
            let number = number.parse().ok()?;
            return (1..A::CU_DEVICE_ATTRIBUTE_MAX.0).contains(&number).then_some(A(number));
        }
        let full = format!("CU_DEVICE_ATTRIBUTE_{}", name.to_uppercase());
        DEFAULTS.iter().find(|(_, known, _)| *known == full).map(|(attribute, ..)| *attribute)
    }

    pub(crate) fn name_text(&self) -> &str {
        &self.name
    }

    pub(crate) fn memory_byte_len(&self) -> u64 {
        self.memory_byte_len
    }

    /// The same device, under whatever number.
    pub(crate) fn at_place(mut self, place: usize) -> Self {
        self.place = Some(place);
        self
    }

    /// Its place in the machine.
    pub(crate) fn place(&self, ordinal: usize) -> usize {
        self.place.unwrap_or(ordinal)
    }

    /// A number that looks like a UUID of ours and differs for each device.
    pub(crate) fn uuid(&self, ordinal: usize) -> [u8; 16] {
        let mut bytes = *b"cuda-sim device\0";
        bytes[15] = u8::try_from(self.place(ordinal)).unwrap_or(u8::MAX);
        bytes
    }

    /// The value of an attribute; `None` if there is no such attribute. What is not simulated is 0.
    pub(crate) fn value(&self, attribute: A, ordinal: usize) -> Option<i32> {
        if let Some((_, value)) = self.changed.iter().rev().find(|(changed, _)| *changed == attribute) {
            return Some(*value);
        }
        match attribute {
            A::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR => Some(self.compute_capability.0),
            A::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR => Some(self.compute_capability.1),
            A::CU_DEVICE_ATTRIBUTE_PCI_BUS_ID => i32::try_from(self.place(ordinal) + 1).ok(),
            _ if attribute.0 == 0 || attribute.0 >= A::CU_DEVICE_ATTRIBUTE_MAX.0 => None,
            _ => Some(DEFAULTS.iter().find(|(known, ..)| *known == attribute).map_or(0, |(.., value)| *value)),
        }
    }
}

macro_rules! defaults {
    ($($name:ident = $value:expr;)*) => { &[$((A::$name, stringify!($name), $value),)*] };
}

/// Whether memory and events are shared with other processes: yes, as file descriptors, which is bit 0.
const SHARES: i32 = shared::IS_POSSIBLE as i32;

/// Attributes that are not 0.
const DEFAULTS: &[(A, &str, i32)] = defaults! {
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1024;
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 1024;
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y = 1024;
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z = 64;
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = i32::MAX;
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y = 65_535;
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z = 65_535;
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 48 * 1024;
    CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY = 64 * 1024;
    CU_DEVICE_ATTRIBUTE_WARP_SIZE = 32;
    CU_DEVICE_ATTRIBUTE_MAX_PITCH = i32::MAX;
    CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = 65_536;
    CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 1_000_000;
    CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT = 512;
    CU_DEVICE_ATTRIBUTE_GPU_OVERLAP = 1;
    CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16;
    CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT = 512;
    CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY = 1;
    CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = 1;
    CU_DEVICE_ATTRIBUTE_TCC_DRIVER = 1;
    CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 1_000_000;
    CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 256;
    CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 4 << 20;
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 2048;
    CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = 3;
    CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = 1;
    CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT = 32;
    CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED = 1;
    CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED = 1;
    CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED = 1;
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 164 * 1024;
    CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = 65_536;
    CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO = 2;
    CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED = 1;
    CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY = 1;
    CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS = 1;
    CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 1;
    CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED = SHARES;
    CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM = 1;
    CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1 = 1;
    CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1 = 1;
    CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V1 = 1;
    CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 163 * 1024;
    CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 1;
    CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED = 1;
    CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR = 32;
    CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK = 1024;
    CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 1;
    CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES = SHARES;
    CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED = SHARES;
    CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS = 1;
    CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR = 1;
    CU_DEVICE_ATTRIBUTE_ATOMIC_REDUCTION_SUPPORTED = 1;
    CU_DEVICE_ATTRIBUTE_MEM_SYNC_DOMAIN_COUNT = 1;
    CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID = 0;
};

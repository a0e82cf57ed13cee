//! What a kernel asks of the driver while it runs.

use std::fmt::Debug;
use std::sync::Arc;

use super::memory::Region;
use super::sampler::Bound;

/// The driver, as a kernel sees it.
pub(crate) trait Services: Debug + Send + Sync {
    /// Puts a line of `printf` into the buffer of the context; `byte_len` is the room it takes there.
    fn print(&self, text: &[u8], byte_len: u64);

    /// Says at once what a failed assertion says.
    fn complain(&self, text: &str);

    /// Reports a mistake of a kernel that goes on all the same.
    fn report(&self, text: &str);

    /// Takes memory out of the context's heap; `None` if there is not as much.
    fn allocate(&self, byte_len: u64) -> Option<Region>;

    /// Gives memory of the heap back; false if none begins at this address.
    fn free(&self, address: u64) -> bool;

    /// What a texture or surface object stands for.
    fn bound(&self, handle: u64) -> Option<Arc<Bound>>;

    /// The time in nanoseconds.
    fn nanoseconds(&self) -> u64;
}

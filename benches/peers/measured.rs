// Shared by the programs that callgrind counts.

/// Operations that are counted, after as many that are not.
pub(crate) const OPERATIONS: u32 = 1000;

/// Everything under this function is counted, and nothing else.
#[inline(never)]
#[unsafe(no_mangle)]
pub(crate) fn measured_region(work: &mut dyn FnMut()) {
    work();
}

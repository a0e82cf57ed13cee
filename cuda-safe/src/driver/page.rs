//! The size of the system's pages.
#![allow(unsafe_code, reason = "asks the operating system, except under Miri and off unix")]

/// The size of a page, in bytes; a power of two.
pub(crate) fn page_byte_len() -> usize {
    const USUAL: usize = 4096;
    #[cfg(all(unix, not(miri)))]
    {
        // SAFETY: sysconf takes a number and touches nothing of ours.
        let answer = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
        usize::try_from(answer).ok().filter(|size| size.is_power_of_two()).unwrap_or(USUAL)
    }
    #[cfg(not(all(unix, not(miri))))]
    USUAL
}

//! A driver that does no work: every call is counted, answers at once, and touches no memory but its out parameters.
//!
//! It is there to measure what the layer above costs, in calls, allocations and instructions, which then repeat exactly. In
//! a program it is had through [`find`]; programs that load a libcuda can be given its shared library.
#![expect(unsafe_code, reason = "driver functions write through the pointers that they are given")]

mod calls;
mod entries;

use std::ffi::c_void;
use std::sync::atomic::Ordering;

use cuda_sys::DriverTable;

/// The address of an entry point by its ABI name, null if there is none.
#[must_use]
pub fn find(name: &str) -> *const c_void {
    table().get(name).unwrap_or(std::ptr::null())
}

/// The table of what there is.
#[must_use]
pub fn table() -> DriverTable {
    entries::table()
}

/// All calls so far, by all threads.
#[must_use]
pub fn call_count() -> u64 {
    calls::total()
}

/// The calls of one entry point so far, by its ABI name.
#[must_use]
pub fn calls_of(name: &str) -> u64 {
    calls::of(name)
}

/// Lets the next `count` event and stream queries answer "not ready"; all later ones answer "done".
pub fn answer_not_ready(count: u32) {
    entries::NOT_READY.store(count, Ordering::SeqCst);
}

/// [`answer_not_ready`] for programs that loaded the library.
#[unsafe(no_mangle)]
pub extern "C" fn counting_driver_answer_not_ready(count: u32) {
    answer_not_ready(count);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_counted_by_name() {
        let table = table();
        let before = calls_of("cuDriverGetVersion");
        let mut version = 0;
        let get = table.cuDriverGetVersion.expect("it is there");
        // SAFETY: the out pointer is live.
        let code = unsafe { get(&raw mut version) };
        assert_eq!((code.0, version), (0, 13_000));
        assert_eq!(calls_of("cuDriverGetVersion"), before + 1);
        assert!(call_count() > before);
        assert!(find("cuNoSuchThing").is_null());
    }

    #[test]
    fn queries_answer_not_ready_as_often_as_told() {
        let query = table().cuEventQuery.expect("it is there");
        answer_not_ready(2);
        // SAFETY: the handle is not looked at.
        let codes: Vec<u32> = (0..3).map(|_| unsafe { query(std::ptr::null_mut()) }.0).collect();
        assert_eq!(codes, [600, 600, 0]);
    }
}

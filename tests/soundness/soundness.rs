//! Soundness of the safe layer on the simulated driver: whatever a program does with a future, no byte is touched that is
//! not the driver's any more.
//!
//! Each rule of `docs/soundness.md` has a file, `r00` to `r14`; the other files tell stories that involve several.
//!
//! All of it runs under Miri: `.ci/miri`. The simulator is late, and its device side writes through raw pointers from
//! threads of its own, so an early free, a broken borrow or a missing happens-before edge is an error there.

mod binding;
mod cancelling;
mod chunks;
mod completion;
mod contexts;
mod faults;
mod first_program;
mod growth;
mod host_memory;
mod kept_pages;
mod launches;
mod making;
mod peers;
mod r00_freed_only_when_done;
mod r01_own_before_submit;
mod r02_submit_errors_prove_nothing;
mod r03_unknown_is_not_done;
mod r04_submit_lock;
mod r05_wait_first;
mod r06_publication;
mod r07_no_user_code_under_locks;
mod r08_reactor_never_blocks;
mod r09_destructors_are_tidiness;
mod r10_any_bits_are_a_value;
mod r11_readers_per_stream;
mod r12_captures_of_others;
mod r13_forked_exiting_dead;
mod r14_page_locked_memory_is_ours;
mod reactors;
mod refusals;
mod registered_memory;
mod rig;
mod scopes;
mod small_reads;
mod streams_of_operations;
mod types;
mod views;

//! Signals that somebody sends to the command are meant for the program that it runs.
#![allow(unsafe_code, reason = "installs signal handlers")]

use std::ffi::c_int;
use std::sync::atomic::{AtomicI32, Ordering};

/// The program, once it runs.
static CHILD: AtomicI32 = AtomicI32::new(0);
/// A signal that came before that.
static EARLY: AtomicI32 = AtomicI32::new(0);

const PASSED_ON: [c_int; 6] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT, libc::SIGUSR1, libc::SIGUSR2];

extern "C" fn pass_on(signal: c_int, info: *mut libc::siginfo_t, _context: *mut std::ffi::c_void) {
    // SAFETY: the handler was installed with SA_SIGINFO, so the system passes a live one.
    let from_a_process = unsafe { (*info).si_code } <= 0;
    // What a terminal sends, it sends to the program as well.
    if !from_a_process {
        return;
    }
    // SeqCst, here and in `pass_to`: either this sees the child, or `pass_to` sees the signal.
    EARLY.store(signal, Ordering::SeqCst);
    let child = CHILD.load(Ordering::SeqCst);
    if child > 0 {
        send(child, signal);
    }
}

fn send(child: c_int, signal: c_int) {
    // SAFETY: kill takes any numbers, and a signal handler may call it. The child is not waited for before it has ended, and then
    // the command is about to end as well.
    unsafe { libc::kill(child, signal) };
}

/// Catches the signals; call it before the program starts.
pub(crate) fn catch() {
    for signal in PASSED_ON {
        // SAFETY: all zeros is an action without flags and with an empty mask.
        let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
        action.sa_sigaction = pass_on as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_RESTART;
        // SAFETY: the action is live, and its handler only does what a handler may.
        unsafe { libc::sigaction(signal, &raw const action, std::ptr::null_mut()) };
    }
}

/// Passes signals on to this process from now on.
pub(crate) fn pass_to(child: u32) {
    let child = c_int::try_from(child).unwrap_or(0);
    CHILD.store(child, Ordering::SeqCst);
    let early = EARLY.load(Ordering::SeqCst);
    if early != 0 {
        send(child, early);
    }
}

//! The bytes behind one device allocation.
//!
//! Device memory is shared by kernels, copies and fills that a client may well let race. On a GPU that gives wrong
//! values; here it must not be undefined behaviour, so every access is a relaxed atomic one.

use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes that any thread may read and write at any time.
#[derive(Debug)]
pub(crate) struct Backing {
    // Relaxed everywhere: order between accesses comes from the queues of the engine, as it comes from streams on a GPU.
    words: Box<[AtomicU64]>,
}

impl Backing {
    /// Makes `len` bytes that all hold `byte`.
    pub(crate) fn filled(len: usize, byte: u8) -> Self {
        let word = u64::from_ne_bytes([byte; 8]);
        let words = (0..len.div_ceil(8)).map(|_| AtomicU64::new(word)).collect();
        Backing { words }
    }

    /// Copies out `bytes.len()` bytes from `offset` on. The range is in bounds.
    pub(crate) fn load(&self, offset: usize, bytes: &mut [u8]) {
        let mut at = offset;
        let mut rest = bytes;
        while !rest.is_empty() {
            let start = at % 8;
            let n = (8 - start).min(rest.len());
            let word = self.words[at / 8].load(Ordering::Relaxed).to_ne_bytes();
            let (head, tail) = rest.split_at_mut(n);
            head.copy_from_slice(&word[start..start + n]);
            rest = tail;
            at += n;
        }
    }

    /// Copies `bytes` in from `offset` on. The range is in bounds.
    pub(crate) fn store(&self, offset: usize, bytes: &[u8]) {
        let mut at = offset;
        let mut rest = bytes;
        while !rest.is_empty() {
            let start = at % 8;
            let n = (8 - start).min(rest.len());
            let (head, tail) = rest.split_at(n);
            let cell = &self.words[at / 8];
            if n == 8 {
                cell.store(u64::from_ne_bytes(head.try_into().expect("eight bytes")), Ordering::Relaxed);
            } else {
                let _ = cell.try_update(Ordering::Relaxed, Ordering::Relaxed, |word| {
                    let mut word = word.to_ne_bytes();
                    word[start..start + n].copy_from_slice(head);
                    Some(u64::from_ne_bytes(word))
                });
            }
            rest = tail;
            at += n;
        }
    }
}

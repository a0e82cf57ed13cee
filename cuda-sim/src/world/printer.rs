//! What kernels print: a buffer a context, of bounded size, that is written out when the client waits for something.

use std::collections::{BTreeMap, VecDeque};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::world::handle::Key;

/// The buffers of a simulator's contexts.
#[derive(Debug, Default)]
pub(crate) struct Printer {
    state: Mutex<State>,
    /// Whether any buffer holds something; spares the usual wait the lock.
    is_pending: AtomicBool,
}

#[derive(Debug, Default)]
struct State {
    buffers: BTreeMap<Key, Buffer>,
    /// Where text goes instead of standard output, once a test asked for it.
    collected: Option<Vec<u8>>,
}

#[derive(Debug, Default)]
struct Buffer {
    records: VecDeque<(Vec<u8>, u64)>,
    byte_len: u64,
}

impl Printer {
    /// Adds what one call of `printf` prints; it takes `byte_len` of the `limit` bytes, and older text makes room for it.
    pub(crate) fn add(&self, context: Key, text: &[u8], byte_len: u64, limit: u64) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let buffer = state.buffers.entry(context).or_default();
        buffer.records.push_back((text.to_vec(), byte_len));
        buffer.byte_len += byte_len;
        while buffer.byte_len > limit {
            let Some((_, byte_len)) = buffer.records.pop_front() else { break };
            buffer.byte_len -= byte_len;
        }
        // Release: pairs with the Acquire in `flush`.
        self.is_pending.store(true, Ordering::Release);
    }

    /// Writes everything out.
    pub(crate) fn flush(&self) {
        // Acquire: pairs with the Release in `add`, so that whoever knows that a kernel is done also prints what it printed.
        if !self.is_pending.swap(false, Ordering::Acquire) {
            return;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let buffers = std::mem::take(&mut state.buffers);
        let text = buffers.into_values().flat_map(|buffer| buffer.records).flat_map(|(text, _)| text).collect();
        state.write(text);
    }

    /// Begins to collect what is written out, and returns what was collected since the last time.
    pub(crate) fn take(&self) -> Vec<u8> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.collected.replace(Vec::new()).unwrap_or_default()
    }
}

impl State {
    fn write(&mut self, text: Vec<u8>) {
        match &mut self.collected {
            Some(collected) => collected.extend(text),
            None => {
                let mut out = std::io::stdout().lock();
                // A closed standard output loses the text, as it does for any program.
                let _ = out.write_all(&text).and_then(|()| out.flush());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Printer;

    #[test]
    fn text_comes_out_when_it_is_flushed_and_the_oldest_makes_room() {
        let printer = Printer::default();
        assert!(printer.take().is_empty());
        printer.add(1, b"one ", 16, 48);
        printer.add(1, b"two ", 16, 48);
        printer.add(1, b"three ", 32, 48);
        assert!(printer.take().is_empty(), "nothing was flushed");
        printer.flush();
        assert_eq!(printer.take(), b"two three ");
        printer.add(1, b"too much", 64, 48);
        printer.flush();
        assert!(printer.take().is_empty());
    }
}

//! Events that several processes record and wait for.
//!
//! The processes share a page of counters. Each record, of whatever process, has a number, and the event stands for the newest. Numbers
//! share the cells that say which of them are done; who waits for an old one goes on when one that came [`CELLS`] later is done.

use std::fs;
use std::sync::atomic::{Ordering, fence};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use cuda_sys::CUresult;

use crate::exec::backing::Backing;
use crate::memory::shared::file::SharedFile;
use crate::memory::shared::ticket::{Id, Kind, TICKET_LEN};

/// What the processes share of an event.
#[derive(Debug)]
pub(crate) struct SharedEvent {
    file: SharedFile,
    counters: Arc<Backing>,
    /// Whether another process made it.
    pub(crate) is_foreign: bool,
    /// When somebody last looked whether a process has ended.
    looked: Mutex<Option<Instant>>,
}

/// Where the counters are: of numbers given to records, of the newest record that counts, and from then on two for each cell: the
/// newest of its records that is done, and the process that made the newest one.
const GIVEN: usize = 0;
const NEWEST: usize = 8;
const FIRST: usize = 16;
const CELLS: u64 = 128;
const BYTE_LEN: u64 = FIRST as u64 + 16 * CELLS;

/// How often somebody who waits looks whether a process has ended.
const LOOK: Duration = Duration::from_millis(20);

/// Where the number of a record's cell is that is done.
fn done(number: u64) -> usize {
    FIRST + 16 * (number % CELLS) as usize
}

/// Where the process of a record is.
fn maker(number: u64) -> usize {
    done(number) + 8
}

impl SharedEvent {
    pub(crate) fn create() -> Result<Arc<Self>, CUresult> {
        Self::of(SharedFile::create(Kind::Event, 0, BYTE_LEN, Id::default())?, false)
    }

    /// Opens the event of another process.
    pub(crate) fn redeem(ticket: &[u8; TICKET_LEN]) -> Result<Arc<Self>, CUresult> {
        Self::of(SharedFile::redeem(ticket, Kind::Event)?, true)
    }

    fn of(file: SharedFile, is_foreign: bool) -> Result<Arc<Self>, CUresult> {
        let counters = Arc::new(file.map()?);
        Ok(Arc::new(SharedEvent { file, counters, is_foreign, looked: Mutex::default() }))
    }

    /// What another process opens it with.
    pub(crate) fn ticket(&self) -> [u8; TICKET_LEN] {
        self.file.ticket()
    }

    /// Notes a new record, for which the event stands from now on, and answers its number.
    pub(crate) fn begin(&self) -> u64 {
        let number = self.counters.update64(GIVEN, |given| given + 1) + 1;
        self.counters.store64(maker(number), OWN_SELF.get_or_init(own_self).0);
        // Release: pairs with the Acquire in `newest`; whoever sees the number sees who has it.
        fence(Ordering::Release);
        self.counters.update64(NEWEST, |newest| newest.max(number));
        number
    }

    /// The number of the newest record; 0 if there was none.
    pub(crate) fn newest(&self) -> u64 {
        let number = self.counters.load64(NEWEST);
        // Acquire: pairs with the Release in `begin`.
        fence(Ordering::Acquire);
        number
    }

    /// Notes that a record's place was reached, or never will be.
    pub(crate) fn finish(&self, number: u64) {
        // Release: pairs with the Acquire in `is_over`; what came before on the stream is seen by whoever sees the number.
        fence(Ordering::Release);
        self.counters.update64(done(number), |newest| newest.max(number));
    }

    /// Whether there is nothing left to wait for: the record's place was reached, or its process has ended, and its work with it.
    pub(crate) fn is_over(&self, number: u64) -> bool {
        let is_over = self.counters.load64(done(number)) >= number || self.is_abandoned(number);
        if is_over {
            // Acquire: pairs with the Release in `finish`.
            fence(Ordering::Acquire);
        }
        is_over
    }

    fn is_abandoned(&self, number: u64) -> bool {
        let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        if looked.is_some_and(|looked| looked.elapsed() < LOOK) {
            return false;
        }
        *looked = Some(Instant::now());
        drop(looked);
        let maker = Process(self.counters.load64(maker(number)));
        if maker == *OWN_SELF.get_or_init(own_self) || !maker.has_ended() {
            return false;
        }
        self.finish(number);
        true
    }
}

/// A process: its number, and when it was started, as numbers come again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Process(u64);

static OWN_SELF: OnceLock<Process> = OnceLock::new();

fn own_self() -> Process {
    Process::new(std::process::id(), started("self").map_or(0, |(_, started)| started))
}

impl Process {
    fn new(number: u32, started: u64) -> Self {
        // The start may lose its upper half: it is compared, and nothing else.
        Process(u64::from(number) << 32 | started & u64::from(u32::MAX))
    }

    fn has_ended(self) -> bool {
        let number = (self.0 >> 32) as u32;
        match started(&number.to_string()) {
            Some((state, started)) => matches!(state, 'Z' | 'X') || Process::new(number, started) != self,
            None => true,
        }
    }
}

/// The state of a process, and when it was started, in ticks of the system's clock.
fn started(process: &str) -> Option<(char, u64)> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, which is in parentheses, may have any characters.
    let (_, fields) = text.rsplit_once(')')?;
    let mut fields = fields.split_whitespace();
    let state = fields.next()?.chars().next()?;
    Some((state, fields.nth(18)?.parse().ok()?))
}

#[cfg(test)]
#[cfg(all(target_os = "linux", not(miri)))]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::process::Command;

    use super::{CELLS, Process, SharedEvent, own_self, started};

    #[test]
    fn the_newest_record_counts_and_each_is_over_by_itself() {
        let event = SharedEvent::create().unwrap();
        let there = SharedEvent::redeem(&event.ticket()).unwrap();
        assert_eq!((event.newest(), there.is_foreign), (0, true));
        let (first, second) = (event.begin(), there.begin());
        assert_eq!((first, second, event.newest()), (1, 2, 2));
        there.finish(second);
        assert!(event.is_over(second) && !event.is_over(first));
        event.finish(first);
        assert!(there.is_over(first));
        let mut many = second;
        while many < second + CELLS {
            many = event.begin();
        }
        assert!(!event.is_over(many));
        there.finish(many);
        assert!(event.is_over(second), "a later record of the same cell is done");
    }

    #[test]
    fn a_process_that_ended_is_known_whether_somebody_asked_for_its_code_or_not() {
        assert!(!own_self().has_ended());
        let mut child = Command::new("sleep").arg("1000").spawn().unwrap();
        let (_, start) = started(&child.id().to_string()).unwrap();
        let process = Process::new(child.id(), start);
        assert!(!process.has_ended());
        assert!(Process::new(child.id(), start + 1).has_ended(), "another one had that number");
        child.kill().unwrap();
        while !process.has_ended() {
            std::thread::yield_now();
        }
        child.wait().unwrap();
        assert!(process.has_ended());
    }
}

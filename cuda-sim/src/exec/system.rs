//! Functions that the driver gives to kernels: `vprintf`, `malloc`, `free` and `__assertfail`.

use super::block::thread_index;
use super::code::Space;
use super::fault::{FaultKind, LaneFault};
use super::image::Place;
use super::lanes::{LANES, each};
use super::machine::{Ending, Room, Then};
use super::print::{Arguments, render};

/// A function of the driver's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum System {
    /// `vprintf(format, arguments)`
    Print,
    /// `malloc(size)`
    Allocate,
    /// `free(pointer)`
    Free,
    /// `__assertfail(message, file, line, function, char size)`
    Assert,
}

impl System {
    /// The function of that name, with the sizes of its parameters and of its result.
    pub(crate) fn find(name: &str) -> Option<(Self, &'static [u32], &'static [u32])> {
        Some(match name {
            "vprintf" => (System::Print, &[8, 8], &[4]),
            "malloc" => (System::Allocate, &[8], &[8]),
            "free" => (System::Free, &[8], &[]),
            "__assertfail" => (System::Assert, &[8, 8, 4, 8, 8], &[]),
            _ => return None,
        })
    }
}

/// A call of one.
#[derive(Clone, Debug)]
pub(crate) struct SystemSite {
    /// Who is called.
    pub(crate) system: System,
    /// What is passed.
    pub(crate) args: Vec<Place>,
    /// Where results go.
    pub(crate) returns: Vec<Place>,
}

/// The longest string that is read.
const STRING_LIMIT: usize = 1 << 16;
/// What a call of `vprintf` takes of the buffer besides strings: its format, and a word for each argument.
const RECORD_BYTE_LEN: u64 = 16;

impl Room<'_, '_> {
    pub(super) fn system(&mut self, site: &SystemSite, mask: u32) -> Ending {
        for lane in each(mask) {
            let mut args = [0; 5];
            for (arg, &place) in args.iter_mut().zip(&site.args) {
                let bytes = self.warp.read_place(place, lane);
                let len = bytes.len().min(8);
                let mut word = [0; 8];
                word[..len].copy_from_slice(&bytes[..len]);
                *arg = u64::from_le_bytes(word);
            }
            let answer = match site.system {
                System::Print => self.print(args[0], args[1], lane)?,
                System::Allocate => self.allocate(args[0]),
                System::Free => self.free(args[0], lane)?,
                System::Assert => return Err(self.assertion(&args, mask)?),
            };
            if let Some(&place) = site.returns.first() {
                self.warp.write_place(place, lane, &answer.to_le_bytes());
            }
        }
        Ok(Then::Next)
    }

    /// Prints, and answers how many arguments there were.
    fn print(&mut self, format: u64, arguments: u64, lane: usize) -> Result<u64, Box<LaneFault>> {
        if format == 0 {
            return Ok(u64::from(u32::MAX));
        }
        let format = self.string(format, lane)?;
        let mut reader = Packed { room: self, lane, at: arguments, strings: 0 };
        let (text, count) = render(&format, &mut reader)?;
        let byte_len = RECORD_BYTE_LEN + 8 * u64::from(count) + reader.strings;
        self.launch.services.print(&text, byte_len);
        Ok(u64::from(count))
    }

    fn allocate(&mut self, byte_len: u64) -> u64 {
        // What `malloc(0)` gives cannot be used for anything.
        if byte_len == 0 {
            return 0;
        }
        self.launch.services.allocate(byte_len).map_or(0, |region| region.base)
    }

    fn free(&mut self, address: u64, lane: usize) -> Result<u64, Box<LaneFault>> {
        if address != 0 && !self.launch.services.free(address) {
            let message = format!("free of {address:#x}, which `malloc` did not give or which was freed already");
            return Err(LaneFault::other(FaultKind::IllegalAddress, address, lane, message));
        }
        self.regions.forget(address);
        Ok(0)
    }

    /// Says for every lane of the mask that its assertion failed; the fault is the first one's.
    fn assertion(&mut self, args: &[u64; 5], mask: u32) -> Result<Box<LaneFault>, Box<LaneFault>> {
        let first = mask.trailing_zeros() as usize;
        let [message, file, _, function, _] = *args;
        let [message, file, function] = [message, file, function].map(|at| self.string(at, first));
        let (message, file, function) = (message?, file?, function?);
        let line = args[2];
        let said = |lane: usize| {
            let [width, height, _] = self.launch.block;
            let [x, y, z] = thread_index((self.number * LANES + lane) as u32, width, height);
            let [bx, by, bz] = self.block;
            format!(
                "{}:{line}: {}: block: [{bx},{by},{bz}], thread: [{x},{y},{z}] Assertion `{}` failed.",
                String::from_utf8_lossy(&file),
                String::from_utf8_lossy(&function),
                String::from_utf8_lossy(&message),
            )
        };
        each(mask).for_each(|lane| self.launch.services.complain(&said(lane)));
        Ok(LaneFault::other(FaultKind::Assertion, 0, first, said(first)))
    }

    /// A string that ends with a zero.
    fn string(&mut self, at: u64, lane: usize) -> Result<Vec<u8>, Box<LaneFault>> {
        let mut bytes = Vec::new();
        let mut byte = [0];
        while bytes.len() < STRING_LIMIT {
            let place = at.wrapping_add(bytes.len() as u64);
            self.spaces().read(Space::Generic, place, lane, &mut byte, "load of a string")?;
            if byte[0] == 0 {
                break;
            }
            bytes.push(byte[0]);
        }
        Ok(bytes)
    }
}

/// The arguments of one call, packed one behind the other, each aligned to its size.
struct Packed<'p, 'e, 'a> {
    room: &'p mut Room<'e, 'a>,
    lane: usize,
    at: u64,
    /// Bytes of strings read.
    strings: u64,
}

impl Arguments for Packed<'_, '_, '_> {
    type Error = Box<LaneFault>;

    fn word(&mut self, byte_len: u8) -> Result<u64, Self::Error> {
        let size = u64::from(byte_len);
        self.at = self.at.next_multiple_of(size);
        let mut word = [0; 8];
        let into = &mut word[..usize::from(byte_len)];
        self.room.spaces().read(Space::Generic, self.at, self.lane, into, "load of an argument of printf")?;
        self.at += size;
        Ok(u64::from_le_bytes(word))
    }

    fn text(&mut self, address: u64) -> Result<Vec<u8>, Self::Error> {
        if address == 0 {
            return Ok(b"(null)".to_vec());
        }
        let text = self.room.string(address, self.lane)?;
        self.strings += text.len() as u64 + 1;
        Ok(text)
    }
}

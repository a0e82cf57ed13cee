//! A shared file, on Linux.
#![expect(unsafe_code, reason = "asks the operating system for a file without a name, and maps it")]

use std::ffi::c_int;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::os::fd::{AsRawFd, FromRawFd, IntoRawFd};
use std::os::unix::fs::{FileExt, OpenOptionsExt};

use cuda_sys::CUresult;

use crate::code;
use crate::exec::backing::Backing;
use crate::exec::pages::Pages;
use crate::memory::shared::ticket::{Id, Kind, LABEL_LEN, Label, TICKET_LEN, Ticket};

/// The label begins at a multiple of this, and takes as much.
const PAGE: u64 = 4096;
/// What the operating system calls such a file: the name that it was made with, and two remarks.
const LINK: &str = "/memfd:cuda-sim (deleted)";
/// Nobody changes the size any more, nor this promise.
const SEALS: c_int = libc::F_SEAL_SHRINK | libc::F_SEAL_GROW | libc::F_SEAL_SEAL;

/// A file of bytes that processes share, and of a label.
///
/// Invariant: the file is sealed against any change of its size, and holds `label.byte_len` bytes and the label itself.
#[derive(Debug)]
pub(crate) struct SharedFile {
    file: File,
    pub(crate) label: Label,
}

/// The size of a file with so many bytes.
fn file_len(byte_len: u64) -> Option<u64> {
    byte_len.checked_next_multiple_of(PAGE)?.checked_add(PAGE)
}

impl SharedFile {
    /// Makes a file of zeros for a device's memory; `pool` is the file of the pool that it is of, if it is of one.
    pub(crate) fn create(kind: Kind, device: usize, byte_len: u64, pool: Id) -> Result<Self, CUresult> {
        let create = || {
            let mut id = Id::default();
            File::open("/dev/urandom")?.read_exact(&mut id)?;
            let device = u32::try_from(device).map_err(io::Error::other)?;
            let label = Label { kind, device, byte_len, id, pool };
            let file_len = file_len(byte_len).ok_or(io::ErrorKind::OutOfMemory)?;
            // SAFETY: the name is a C string, and the flags are known to every kernel that has the call.
            let made = unsafe { libc::memfd_create(c"cuda-sim".as_ptr(), libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING) };
            let file = owned(made)?;
            file.set_len(file_len)?;
            file.write_all_at(&label.to_bytes(), file_len - PAGE)?;
            // SAFETY: the descriptor is the file's, and this request takes a number.
            if unsafe { libc::fcntl(file.as_raw_fd(), libc::F_ADD_SEALS, SEALS) } < 0 {
                return Err(io::Error::last_os_error());
            }
            Ok(SharedFile { file, label })
        };
        create().map_err(|error: io::Error| {
            eprintln!("cuda-sim: no memory that processes share: {error}");
            code::OUT_OF_MEMORY
        })
    }

    /// Opens the file of a ticket, which another process made.
    pub(crate) fn redeem(bytes: &[u8; TICKET_LEN], kind: Kind) -> Result<Self, CUresult> {
        let ticket = Ticket::from_bytes(bytes).filter(|ticket| ticket.kind == kind).ok_or(code::INVALID_VALUE)?;
        let path = format!("/proc/{}/fd/{}", ticket.process, ticket.descriptor);
        let open = || {
            // What else may have that number by now need not be a file that can be opened without a thought.
            if fs::read_link(&path)?.as_os_str() != LINK {
                return Err(io::ErrorKind::NotFound.into());
            }
            OpenOptions::new().read(true).write(true).custom_flags(libc::O_NONBLOCK).open(&path)
        };
        let file = open().ok().and_then(Self::check);
        file.filter(|it| (it.label.kind, it.label.id) == (kind, ticket.id)).ok_or(code::INVALID_VALUE)
    }

    /// The file that the client has under a number; the number stays the client's.
    pub(crate) fn adopt(descriptor: c_int, kind: Kind) -> Result<Self, CUresult> {
        // SAFETY: the request takes any number for a descriptor, and makes another one of it if it is one.
        let copied = unsafe { libc::fcntl(descriptor, libc::F_DUPFD_CLOEXEC, 0) };
        let file = owned(copied).ok().and_then(Self::check);
        file.filter(|it| it.label.kind == kind).ok_or(code::INVALID_VALUE)
    }

    /// Takes any file for one of these, if it is one.
    fn check(file: File) -> Option<Self> {
        // SAFETY: the descriptor is the file's, and this request takes nothing.
        if unsafe { libc::fcntl(file.as_raw_fd(), libc::F_GET_SEALS) } != SEALS {
            return None;
        }
        let whole = file.metadata().ok()?.len();
        let mut bytes = [0; LABEL_LEN];
        file.read_exact_at(&mut bytes, whole.checked_sub(PAGE)?).ok()?;
        let label = Label::from_bytes(&bytes).filter(|label| file_len(label.byte_len) == Some(whole))?;
        Some(SharedFile { file, label })
    }

    /// What another process opens this file with, while this one keeps it.
    pub(crate) fn ticket(&self) -> [u8; TICKET_LEN] {
        let Label { kind, id, .. } = self.label;
        let descriptor = self.file.as_raw_fd().cast_unsigned();
        Ticket { kind, process: std::process::id(), descriptor, id }.to_bytes()
    }

    /// Another number for the file, which the client has to close.
    pub(crate) fn descriptor(&self) -> Result<c_int, CUresult> {
        self.file.try_clone().map(IntoRawFd::into_raw_fd).map_err(|_| code::OUT_OF_MEMORY)
    }

    /// The bytes, here.
    pub(crate) fn map(&self) -> Result<Backing, CUresult> {
        let len = usize::try_from(self.label.byte_len).map_err(|_| code::OUT_OF_MEMORY)?;
        // SAFETY: the file has so many bytes, and is sealed against shrinking (invariant of the type).
        let pages = unsafe { Pages::map(&self.file, len) }.map_err(|error| {
            eprintln!("cuda-sim: memory that processes share cannot be mapped: {error}");
            code::MAP_FAILED
        })?;
        Ok(Backing::of_pages(pages, len))
    }
}

/// What a call gave that makes descriptors.
fn owned(made: c_int) -> io::Result<File> {
    if made < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the kernel has just made it for this process, and nobody else knows of it.
    Ok(unsafe { File::from_raw_fd(made) })
}

/// Whether the process of a ticket is the calling one.
pub(crate) fn is_own(bytes: &[u8; TICKET_LEN]) -> bool {
    Ticket::from_bytes(bytes).is_some_and(|ticket| ticket.process == std::process::id())
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::fs::File;
    use std::os::fd::{AsRawFd, FromRawFd};

    use super::{SharedFile, is_own};
    use crate::code;
    use crate::memory::shared::ticket::Kind;

    #[test]
    fn what_is_written_here_is_read_there() {
        let here = SharedFile::create(Kind::Allocation, 3, 5000, [0; 16]).unwrap();
        let there = SharedFile::redeem(&here.ticket(), Kind::Allocation).unwrap();
        assert_eq!((there.label, there.label.device, there.label.byte_len), (here.label, 3, 5000));
        assert!(is_own(&here.ticket()));
        let (here, there) = (here.map().unwrap(), there.map().unwrap());
        here.store32(4996, 77);
        assert_eq!((there.load32(4996), there.load32(0), there.len()), (77, 0, 5000));
        drop(here);
        there.store8(0, 1);
    }

    #[test]
    fn what_is_no_such_file_is_refused() {
        let file = SharedFile::create(Kind::Allocation, 0, 16, [0; 16]).unwrap();
        let bad = Some(code::INVALID_VALUE);
        assert_eq!(SharedFile::redeem(&file.ticket(), Kind::Event).err(), bad, "of another kind");
        assert_eq!(SharedFile::redeem(&[7; 64], Kind::Allocation).err(), bad);
        let mut changed = file.ticket();
        changed[20] ^= 1;
        assert_eq!(SharedFile::redeem(&changed, Kind::Allocation).err(), bad, "of another file");
        let other = File::open("/dev/null").unwrap();
        let mut moved = file.ticket();
        moved[16..20].copy_from_slice(&other.as_raw_fd().to_ne_bytes());
        assert_eq!(SharedFile::redeem(&moved, Kind::Allocation).err(), bad);
        assert_eq!(SharedFile::adopt(other.as_raw_fd(), Kind::Allocation).err(), bad);
        assert_eq!(SharedFile::adopt(-1, Kind::Allocation).err(), bad);
        let ticket = file.ticket();
        drop(file);
        assert_eq!(SharedFile::redeem(&ticket, Kind::Allocation).err(), bad, "of a file that is gone");
    }

    #[test]
    fn nobody_changes_the_size() {
        let file = SharedFile::create(Kind::Physical, 0, 1 << 20, [0; 16]).unwrap();
        let number = file.descriptor().unwrap();
        let adopted = SharedFile::adopt(number, Kind::Physical).unwrap();
        assert_eq!(adopted.label, file.label);
        // SAFETY: the number was made for this test, which owns it.
        let raw = unsafe { File::from_raw_fd(number) };
        assert!(raw.set_len(0).is_err() && raw.set_len(1 << 21).is_err());
    }
}

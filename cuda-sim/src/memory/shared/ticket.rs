//! What is said of a shared file: in the file itself, and to the process that shall open it.
#![cfg_attr(not(all(target_os = "linux", not(miri))), allow(dead_code, reason = "there are no such files"))]

/// What a shared file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Memory that was allocated at an address.
    Allocation,
    /// An event.
    Event,
    /// Memory behind a handle.
    Physical,
    /// A pool, which has no bytes.
    Pool,
    /// Memory of such a pool.
    PoolAllocation,
}

const KINDS: [Kind; 5] = [Kind::Allocation, Kind::Event, Kind::Physical, Kind::Pool, Kind::PoolAllocation];

/// A number that no two files have in common.
pub(crate) type Id = [u8; 16];

/// What is in a shared file; it stands behind the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Label {
    pub(crate) kind: Kind,
    /// The place in the machine of the device that has the memory.
    pub(crate) device: u32,
    pub(crate) byte_len: u64,
    pub(crate) id: Id,
    /// The file of the pool that the memory is of, if it is of one.
    pub(crate) pool: Id,
}

/// What a process is given to open a shared file with: the bytes of a `CUipcMemHandle` and its like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ticket {
    pub(crate) kind: Kind,
    /// Who made the file, and its number for it.
    pub(crate) process: u32,
    pub(crate) descriptor: u32,
    pub(crate) id: Id,
}

/// The first bytes of both; the last one is the version.
const MAGIC: [u8; 8] = *b"cudasim\x01";
pub(crate) const LABEL_LEN: usize = 64;
pub(crate) const TICKET_LEN: usize = 64;

impl Label {
    pub(crate) fn to_bytes(self) -> [u8; LABEL_LEN] {
        let parts: [&[u8]; 6] = [
            &MAGIC,
            &(self.kind as u32).to_ne_bytes(),
            &self.device.to_ne_bytes(),
            &self.byte_len.to_ne_bytes(),
            &self.id,
            &self.pool,
        ];
        padded(&parts)
    }

    pub(crate) fn from_bytes(bytes: &[u8; LABEL_LEN]) -> Option<Self> {
        Some(Label {
            kind: kind(bytes)?,
            device: u32::from_ne_bytes(part(bytes, 12)),
            byte_len: u64::from_ne_bytes(part(bytes, 16)),
            id: part(bytes, 24),
            pool: part(bytes, 40),
        })
    }
}

impl Ticket {
    pub(crate) fn to_bytes(self) -> [u8; TICKET_LEN] {
        let parts: [&[u8]; 5] = [
            &MAGIC,
            &(self.kind as u32).to_ne_bytes(),
            &self.process.to_ne_bytes(),
            &self.descriptor.to_ne_bytes(),
            &self.id,
        ];
        padded(&parts)
    }

    pub(crate) fn from_bytes(bytes: &[u8; TICKET_LEN]) -> Option<Self> {
        Some(Ticket {
            kind: kind(bytes)?,
            process: u32::from_ne_bytes(part(bytes, 12)),
            descriptor: u32::from_ne_bytes(part(bytes, 16)),
            id: part(bytes, 20),
        })
    }
}

fn padded(parts: &[&[u8]]) -> [u8; 64] {
    let mut bytes = [0; 64];
    bytes.iter_mut().zip(parts.concat()).for_each(|(to, from)| *to = from);
    bytes
}

/// The bytes from a place on.
fn part<const LEN: usize>(bytes: &[u8; 64], at: usize) -> [u8; LEN] {
    std::array::from_fn(|index| bytes[at + index])
}

/// The kind, of bytes that are ours.
fn kind(bytes: &[u8; 64]) -> Option<Kind> {
    let number = u32::from_ne_bytes(part(bytes, 8)) as usize;
    KINDS.get(number).copied().filter(|_| bytes.starts_with(&MAGIC))
}

#[cfg(test)]
mod tests {
    use super::{KINDS, Kind, Label, Ticket};

    #[test]
    fn tickets_and_labels_come_back_and_other_bytes_are_none() {
        for kind in KINDS {
            let ticket = Ticket { kind, process: 7, descriptor: 9, id: [3; 16] };
            assert_eq!(Ticket::from_bytes(&ticket.to_bytes()), Some(ticket));
            let label = Label { kind, device: 2, byte_len: 1 << 40, id: [5; 16], pool: [8; 16] };
            assert_eq!(Label::from_bytes(&label.to_bytes()), Some(label));
        }
        let mut bytes = Ticket { kind: Kind::Event, process: 1, descriptor: 1, id: [1; 16] }.to_bytes();
        assert_eq!(Ticket::from_bytes(&[0; 64]), None);
        bytes[8] = 99;
        assert_eq!(Ticket::from_bytes(&bytes), None);
    }
}

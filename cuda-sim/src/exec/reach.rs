//! Bytes of any length that one lane reads or writes, with the checks of loads and stores.

use super::access::{Outcome, Spaces};
use super::code::Space;
use super::fault::{FaultKind, LaneFault};
use super::window;

impl Spaces<'_, '_> {
    /// Reads from an address in a space.
    pub(super) fn read(&mut self, space: Space, at: u64, lane: usize, into: &mut [u8], what: &str) -> Outcome {
        let byte_len = into.len() as u64;
        let (space, at) = self.locate(space, at, lane);
        let bytes = match space {
            Space::Global => {
                let region = self.regions.find(at).filter(|region| region.len - (at - region.base) >= byte_len);
                let Some(region) = region else {
                    return Err(LaneFault::access(FaultKind::IllegalAddress, at, lane, byte_len, what));
                };
                region.bytes.read_into((at - region.base) as usize, into);
                return Ok(());
            }
            Space::Shared => &*self.shared,
            Space::Param => self.params,
            _ => self.local.lane(lane),
        };
        let start = usize::try_from(at).unwrap_or(usize::MAX);
        match bytes.get(start..).and_then(|rest| rest.get(..into.len())) {
            Some(from) => {
                into.copy_from_slice(from);
                Ok(())
            }
            None => Err(LaneFault::access(FaultKind::OutOfBounds, at, lane, byte_len, what)),
        }
    }

    /// Writes to an address in a space.
    pub(super) fn write(&mut self, space: Space, at: u64, lane: usize, from: &[u8], what: &str) -> Outcome {
        let byte_len = from.len() as u64;
        let (space, at) = self.locate(space, at, lane);
        let outside = || LaneFault::access(FaultKind::OutOfBounds, at, lane, byte_len, what);
        let bytes = match space {
            Space::Global => {
                let region = self.regions.find(at).filter(|region| region.len - (at - region.base) >= byte_len);
                let Some(region) = region else {
                    return Err(LaneFault::access(FaultKind::IllegalAddress, at, lane, byte_len, what));
                };
                region.bytes.write_from((at - region.base) as usize, from);
                return Ok(());
            }
            Space::Shared => &mut *self.shared,
            Space::Param => return Err(outside()),
            _ => self.local.lane_mut(lane),
        };
        let start = usize::try_from(at).unwrap_or(usize::MAX);
        let to = bytes.get_mut(start..).and_then(|rest| rest.get_mut(..from.len())).ok_or_else(outside)?;
        to.copy_from_slice(from);
        Ok(())
    }

    /// The space that an address lies in, and where in it.
    pub(super) fn locate(&self, space: Space, at: u64, lane: usize) -> (Space, u64) {
        match space {
            Space::Generic => {
                let found = window::space(at);
                (found, at - window::base(found))
            }
            Space::Frame => (Space::Local, at.wrapping_add(self.local.frame[lane])),
            _ => (space, at),
        }
    }
}

//! Calls and returns.
//!
//! The registers of a function have one place in the warp, whoever calls it. A lane that calls a function which it is
//! already running first saves that function's registers, so recursion works and the usual call costs no copy.
//!
//! A compiler knows how much stack calls take that do not recur, and the driver gives them as much. So only what a call takes
//! of a function that is being run already counts against the limit that the client may set.

use super::code::Reg;
use super::fault::{FaultKind, LaneFault};
use super::image::{Callee, Image, Place, function_at};
use super::lanes::each;
use super::warp::Warp;

/// Local memory that each call takes at least, so that empty frames run out too.
const CALL_BYTE_LEN: u64 = 16;

/// The calls that one lane is in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stack {
    frames: Vec<Frame>,
    /// How often each function is being run.
    running: Vec<u32>,
    /// Stack used by calls of functions that were being run already.
    byte_len: u64,
}

#[derive(Clone, Debug)]
struct Frame {
    site: u32,
    slot: u32,
    return_pc: u32,
    /// The caller's view of the function's registers, if it was running it already.
    saved: Vec<u64>,
    /// What it counts against the stack.
    byte_len: u64,
}

impl Warp {
    /// Calls from the instruction at `pc`; every lane is sent to the function it calls.
    pub(crate) fn call(
        &mut self,
        image: &Image,
        site: u32,
        lanes: u32,
        pc: u32,
        limit: u64,
    ) -> Result<(), Box<LaneFault>> {
        self.stacks.resize_with(super::lanes::LANES, Stack::default);
        let call = &image.calls[site as usize];
        for lane in each(lanes) {
            let slot = match call.callee {
                Callee::Slot(slot) => slot,
                Callee::Address(register) => {
                    let address = self.registers.get64(register)[lane];
                    function_at(address)
                        .and_then(|index| image.functions.iter().position(|slot| slot.module_index == index))
                        .and_then(|slot| u32::try_from(slot).ok())
                        .ok_or_else(|| {
                            let message = format!("call of {address:#x}, which is not a function");
                            LaneFault::other(FaultKind::InvalidPc, address, lane, message)
                        })?
                }
            };
            let function = &image.functions[slot as usize];
            if function.params.len() != call.args.len() || function.returns.len() != call.returns.len() {
                let message = "call of a function with other parameters than the call has";
                return Err(LaneFault::other(FaultKind::InvalidPc, 0, lane, message));
            }
            let values: Vec<_> = call.args.iter().map(|&place| self.read_place(place, lane)).collect();
            let stack = &mut self.stacks[lane];
            stack.running.resize(image.functions.len(), 0);
            let again = stack.running[slot as usize] > 0;
            stack.running[slot as usize] += 1;
            let byte_len = if again { u64::from(function.frame_byte_len).max(CALL_BYTE_LEN) } else { 0 };
            stack.byte_len += byte_len;
            let saved: Vec<u64> = if again {
                function.registers.iter().map(|&register| self.registers.lane(register, lane)).collect()
            } else {
                Vec::new()
            };
            self.stacks[lane].frames.push(Frame { site, slot, return_pc: pc + 1, saved, byte_len });
            self.local.frame[lane] += u64::from(call.frame_byte_len);
            let end = self.local.frame[lane] + u64::from(function.frame_byte_len);
            if self.stacks[lane].byte_len > limit || !self.local.grow(lane, end) {
                return Err(LaneFault::other(FaultKind::StackOverflow, 0, lane, "calls are nested beyond the stack"));
            }
            for (&place, value) in function.params.iter().zip(&values) {
                self.write_place(place, lane, value);
            }
            self.pc[lane] = function.entry;
        }
        Ok(())
    }

    /// Returns; every lane is sent behind its own call.
    pub(crate) fn call_return(&mut self, image: &Image, lanes: u32) {
        for lane in each(lanes) {
            let Some(frame) = self.stacks.get_mut(lane).and_then(|stack| stack.frames.pop()) else {
                self.exit(1 << lane);
                continue;
            };
            let function = &image.functions[frame.slot as usize];
            let call = &image.calls[frame.site as usize];
            let values: Vec<_> = function.returns.iter().map(|&place| self.read_place(place, lane)).collect();
            for (&register, &bits) in function.registers.iter().zip(&frame.saved) {
                self.registers.set_lane(register, lane, bits);
            }
            let stack = &mut self.stacks[lane];
            stack.running[frame.slot as usize] -= 1;
            stack.byte_len -= frame.byte_len;
            self.local.frame[lane] -= u64::from(call.frame_byte_len);
            for (&place, value) in call.returns.iter().zip(&values) {
                self.write_place(place, lane, value);
            }
            self.pc[lane] = frame.return_pc;
        }
    }

    pub(super) fn read_place(&self, place: Place, lane: usize) -> Vec<u8> {
        match place {
            Place::Register(register) => self.registers.lane(register, lane).to_le_bytes().to_vec(),
            Place::Frame { offset, byte_len } => {
                let start = (self.local.frame[lane] + u64::from(offset)) as usize;
                self.local.lane(lane)[start..start + byte_len as usize].to_vec()
            }
        }
    }

    pub(super) fn write_place(&mut self, place: Place, lane: usize, value: &[u8]) {
        match place {
            Place::Register(register) => {
                let mut bits = [0; 8];
                let len = value.len().min(8);
                bits[..len].copy_from_slice(&value[..len]);
                let bits = u64::from_le_bytes(bits);
                // A register of the 32-bit plane takes the low half, as `set_lane` does.
                self.registers.set_lane(register, lane, if let Reg::Pred(_) = register { bits & 1 } else { bits });
            }
            Place::Frame { offset, byte_len } => {
                let start = (self.local.frame[lane] + u64::from(offset)) as usize;
                let len = value.len().min(byte_len as usize);
                self.local.lane_mut(lane)[start..start + len].copy_from_slice(&value[..len]);
            }
        }
    }
}

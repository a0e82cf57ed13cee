//! Texts of programs, good ones and bad ones.

use std::ffi::CStr;

/// A variable, a kernel with an argument, and one each that traps, never ends, needs many registers, and reads no argument.
pub(crate) const TEXT: &CStr = c".version 7.0
.target sm_80
.address_size 64
.visible .global .align 4 .u32 word = 7;
.visible .entry plain(.param .u64 out, .param .u32 number) { ret; }
.visible .entry bare() { ret; }
.visible .entry trapped() { trap; }
.visible .entry endless() { again: bra again; }
.visible .entry wide() { .reg .b32 %r<200>; ret; }
";

/// A variable that is larger than the second device's memory.
pub(crate) const LARGE: &CStr =
    c".version 7.0\n.target sm_80\n.address_size 64\n.visible .global .b8 large[2097152];\n";
pub(crate) const TOO_NEW: &CStr = c".version 99.0\n.target sm_80\n.address_size 64\n";
pub(crate) const FOREIGN: &CStr = c".version 7.8\n.target sm_999\n.address_size 64\n";
pub(crate) const WRONG: &CStr = c".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry k() { nonsense; }\n";
pub(crate) const GARBAGE: &CStr = c"this is no program";
/// What machine code begins with.
pub(crate) const MACHINE_CODE: &CStr = c"\x7FELF";
pub(crate) const FILE: &CStr = c"no such file";

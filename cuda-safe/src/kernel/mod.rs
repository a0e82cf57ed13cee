//! Modules, kernels and launches.

mod args;
mod geometry;
mod launch;
mod loaded;
mod module;
mod param;

pub use args::{Args, ArgsFamily, IntoArgs};
pub use geometry::Geometry;
pub use launch::{Kernel, KernelFor};
pub use module::Module;
pub use param::{IntoParam, Param, ParamFamily};

//! The two kernels, with what they need of their arguments.
#![allow(unsafe_code, reason = "vouches for the kernels of kernels/pipeline.cu")]

use cuda_safe::{ArgsFamily, Context, DeviceBuffer, Error, Geometry, Kernel, Module};

use crate::failure::Failure;

/// Threads of a block along x and y, as the sources have them.
const BLOCK: [u32; 2] = [32, 8];

/// What both kernels take: input, output, and the output's width and height.
pub(crate) type Arguments<'a> = (&'a DeviceBuffer<u32>, &'a mut DeviceBuffer<u32>, u32, u32);
type Family = <Arguments<'static> as cuda_safe::Args>::Family;

/// The kernels, loaded.
#[derive(Debug)]
pub(crate) struct Kernels {
    /// Blurs; its input is larger by 2 pixels on every side.
    pub(crate) blur: Kernel<Family>,
    /// Draws edges; its input is larger by 1 pixel on every side.
    pub(crate) edges: Kernel<Family>,
}

impl Kernels {
    /// Compiles the checked-in PTX for the context's device.
    pub(crate) fn load(context: &Context) -> Result<Self, Failure> {
        let load = || -> Result<Self, Error> {
            let module = Module::load(context, include_str!("../../kernels/pipeline.ptx"))?;
            // SAFETY: `blur` takes these four parameters. Whatever the grid, it writes `width * height` pixels of its output and
            // reads `(width + 4) * (height + 4)` of its input, which `fits` checks, and it needs blocks of `BLOCK`, as checked.
            let blur = unsafe { module.kernel::<Arguments<'_>>("blur", |args, geometry| fits(args, geometry, 2)) }?;
            // SAFETY: as `blur`, with a rim of 1.
            let edges = unsafe { module.kernel::<Arguments<'_>>("edges", |args, geometry| fits(args, geometry, 1)) }?;
            Ok(Self { blur, edges })
        };
        load().map_err(Failure::device("cannot load the kernels"))
    }
}

/// A launch with a thread for every pixel of the output.
pub(crate) fn geometry(width: u32, height: u32) -> Geometry {
    Geometry::covering(width, height, BLOCK)
}

/// Refuses arguments with which a kernel would leave its buffers.
fn fits(args: &<Family as ArgsFamily>::Args<'_>, geometry: &Geometry, rim: u32) -> Result<(), Error> {
    let (input, output, width, height) = args;
    let area = |rim: u32| (u64::from(*width) + 2 * u64::from(rim)) * (u64::from(*height) + 2 * u64::from(rim));
    if geometry.block != [BLOCK[0], BLOCK[1], 1] {
        return Err(Error::arguments(format!("a block must be {} x {} x 1 threads", BLOCK[0], BLOCK[1])));
    }
    // The kernels compute places in 32 bits.
    if area(rim) > u64::from(u32::MAX) || area(rim) > input.len() as u64 || area(0) > output.len() as u64 {
        return Err(Error::arguments(format!("{width} x {height} pixels do not fit the buffers")));
    }
    Ok(())
}

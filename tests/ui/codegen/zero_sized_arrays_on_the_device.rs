//! Arrays without bytes: found only when code is made, not by a check.

use cuda_safe::{DeviceBuffer, Driver, Error};

fn main() -> Result<(), Error> {
    let stream = Driver::load()?.device(0)?.primary_context()?.stream()?;
    let _buffer = DeviceBuffer::<[u32; 0]>::zeroed(&stream, 1)?;
    Ok(())
}

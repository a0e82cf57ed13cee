//! The README's example: one upload, one kernel, one download.

use cuda_safe::{CopyFrom, DeviceBuffer, Driver, Error, Geometry, Module, PinnedBuffer};

pub(crate) fn main() -> Result<(), Error> {
    let context = Driver::auto()?.device(0)?.primary_context()?;
    let stream = context.stream()?;
    let module = Module::load(&context, include_str!("../kernels/saxpy.ptx"))?;
    // SAFETY: saxpy takes these parameters, and touches the first n elements of x and y whatever the geometry.
    let saxpy = unsafe {
        module.kernel::<(&DeviceBuffer<f32>, &mut DeviceBuffer<f32>, f32, u32)>("saxpy", |(x, y, _, n), _| {
            let fits = x.len().min(y.len()) >= *n as usize;
            fits.then_some(()).ok_or_else(|| Error::arguments("n is more than the elements of x or y"))
        })
    }?;

    futures::executor::block_on(async {
        let mut x = DeviceBuffer::zeroed(&stream, 1000)?;
        let mut y = DeviceBuffer::zeroed(&stream, 1000)?;
        let ones = PinnedBuffer::from_slice(&context, &[1.0; 1000])?;
        // The copy owns `ones` until it is done; the await gives it back.
        let ones = stream.upload(ones, &mut x).await?;
        stream.upload(ones, &mut y).await?;
        stream.launch(&saxpy, Geometry::linear(1000, 128), (&x, &mut y, 2.0, 1000))?.await?;

        let mut host = vec![0.0; 1000];
        host.copy_from(&y, &stream).await?;
        assert_eq!(host, [3.0; 1000]);
        Ok(())
    })
}

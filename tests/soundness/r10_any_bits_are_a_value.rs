//! R10: device bytes become a `T` only if every bit pattern is a `T`. That other types do not compile is in `tests/ui`; here every type
//! that does takes every pattern, under Miri's eyes.

use std::fmt::Debug;

use cuda_safe::{CopyFrom, DeviceBuffer, DevicePod, Error, PinnedBuffer};
use futures::executor::block_on;

use crate::rig::Rig;

/// Has the device write `pattern` everywhere, reads it back as `T`s in each way there is, and sends it round once more.
fn takes<T: DevicePod + Debug>(rig: &Rig, pattern: u8) {
    let bytes = |values: &[T]| -> Vec<u8> {
        let (start, len) = (values.as_ptr().cast::<u8>(), size_of_val(values));
        // SAFETY: a `DevicePod` has no padding, so all its bytes are initialised; they live as long as `values`.
        unsafe { std::slice::from_raw_parts(start, len) }.to_vec()
    };
    let mut gpu = DeviceBuffer::<T>::zeroed(&rig.stream, 3).expect("memory");
    rig.stream.fill_bytes(&mut gpu, pattern).expect("the fill is queued");
    let expected = vec![pattern; 3 * size_of::<T>()];
    let pinned = PinnedBuffer::<T>::zeroed(&rig.context, 3).expect("pinned memory");
    let pinned = block_on(rig.stream.download(&gpu, pinned)).expect("the download works");
    assert_eq!(bytes(&pinned), expected, "{}", std::any::type_name::<T>());
    rig.stream.fill_bytes(&mut gpu, !pattern).expect("the fill is queued");
    block_on(gpu.upload_from(&pinned, &rig.stream)).expect("the upload works");
    let mut host = PinnedBuffer::<T>::zeroed(&rig.context, 3).expect("pinned memory").to_vec();
    block_on(host.copy_from(&gpu, &rig.stream)).expect("the copy works");
    assert_eq!(bytes(&host), expected, "{}", std::any::type_name::<T>());
}

#[test]
fn every_pattern_is_a_value_of_every_type_that_compiles() {
    let rig = Rig::new();
    for pattern in [0x00, 0x7f, 0xff] {
        takes::<u8>(&rig, pattern);
        takes::<i16>(&rig, pattern);
        takes::<f32>(&rig, pattern);
        takes::<f64>(&rig, pattern);
        takes::<u128>(&rig, pattern);
        takes::<usize>(&rig, pattern);
        takes::<[u16; 3]>(&rig, pattern);
    }
    rig.assert_clean();
}

#[test]
fn a_length_in_bytes_that_no_address_space_has_is_refused() {
    let rig = Rig::new();
    let calls = rig.simulator.calls("cuMemAllocFromPoolAsync");
    // Just over `isize::MAX` bytes: a Rust slice cannot be so long, though a 64-bit number holds it.
    let len = isize::MAX as usize / 8 + 1;
    let error = DeviceBuffer::<u64>::zeroed(&rig.stream, len).expect_err("too long");
    assert_eq!(error, Error::Overflow { len, element_size: 8 });
    assert_eq!(rig.simulator.calls("cuMemAllocFromPoolAsync"), calls);
    rig.assert_clean();
}

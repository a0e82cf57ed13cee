//! Feature `link`: the loader takes the library that the program was linked with. `.ci/features` makes one for it.
#![cfg(feature = "link")]

use cuda_sys::CUresult;

#[test]
fn the_loader_takes_what_the_program_is_linked_with() {
    let loaded = cuda_sys::loader::load().unwrap();
    let mut version = 0;
    // SAFETY: it may be called before cuInit, and writes to a live local.
    let code = unsafe { cuda_sys::linked::cuDriverGetVersion(&raw mut version) };
    assert_eq!(code, CUresult::CUDA_SUCCESS);
    assert_eq!(u32::try_from(version).unwrap(), loaded.version.raw());
    assert_eq!(loaded.init, CUresult::CUDA_ERROR_NO_DEVICE, "as the library made for this test answers");
}

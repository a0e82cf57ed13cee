//! The driver's names that cuda.h does not declare: for the profiler, which has nothing to profile here, and for OpenGL, EGL and VDPAU,
//! which are not simulated.
#![allow(
    unsafe_code,
    reason = "exports C functions under the names of the ABI, which no other crate of the program has"
)]
#![allow(non_snake_case, reason = "the functions carry the names of the ABI")]

use std::ffi::{CStr, c_void};

use cuda_sys::CUresult;

use crate::process;

/// One of the names.
pub(crate) struct Export {
    /// The name that `cuGetProcAddress` knows it by.
    pub(crate) base: &'static CStr,
    /// The CUDA version that introduced it.
    pub(crate) since: u32,
    /// Whether it takes the null stream to mean the calling thread's own.
    pub(crate) per_thread: bool,
    address: unsafe extern "C" fn() -> CUresult,
}

impl Export {
    pub(crate) fn address(&self) -> *const c_void {
        self.address as *const c_void
    }
}

const fn is_per_thread(name: &str) -> bool {
    matches!(name.as_bytes(), [.., b'_', b'p', b't', b'd' | b's', b's' | b'z'])
}

fn nothing_to_profile(_name: &str) -> CUresult {
    CUresult::CUDA_SUCCESS
}

fn not_simulated(name: &str) -> CUresult {
    eprintln!("cuda-sim: {name} is not simulated");
    CUresult::CUDA_ERROR_NOT_SUPPORTED
}

macro_rules! outside {
    ($($name:ident($base:literal, $since:literal) = $answer:ident;)*) => {
        $(
            // Without its parameters: whoever calls it puts them where they are in nobody's way, and takes them away again.
            #[unsafe(no_mangle)]
            unsafe extern "C" fn $name() -> CUresult {
                process::table(stringify!($name)).map_or_else(|code| code, |_| $answer(stringify!($name)))
            }
        )*

        /// All of them. Of those with one base, the newest comes last.
        pub(crate) const ALL: &[Export] = &[$(Export { base: $base, since: $since, per_thread: is_per_thread(stringify!($name)), address: $name },)*];
    };
}

outside! {
    cuProfilerInitialize(c"cuProfilerInitialize", 4000) = not_simulated;
    cuProfilerStart(c"cuProfilerStart", 4000) = nothing_to_profile;
    cuProfilerStop(c"cuProfilerStop", 4000) = nothing_to_profile;
    cuEGLStreamConsumerAcquireFrame(c"cuEGLStreamConsumerAcquireFrame", 7000) = not_simulated;
    cuEGLStreamConsumerConnect(c"cuEGLStreamConsumerConnect", 7000) = not_simulated;
    cuEGLStreamConsumerConnectWithFlags(c"cuEGLStreamConsumerConnectWithFlags", 8000) = not_simulated;
    cuEGLStreamConsumerDisconnect(c"cuEGLStreamConsumerDisconnect", 7000) = not_simulated;
    cuEGLStreamConsumerReleaseFrame(c"cuEGLStreamConsumerReleaseFrame", 7000) = not_simulated;
    cuEGLStreamProducerConnect(c"cuEGLStreamProducerConnect", 7000) = not_simulated;
    cuEGLStreamProducerDisconnect(c"cuEGLStreamProducerDisconnect", 7000) = not_simulated;
    cuEGLStreamProducerPresentFrame(c"cuEGLStreamProducerPresentFrame", 7000) = not_simulated;
    cuEGLStreamProducerReturnFrame(c"cuEGLStreamProducerReturnFrame", 7000) = not_simulated;
    cuEventCreateFromEGLSync(c"cuEventCreateFromEGLSync", 9000) = not_simulated;
    cuGLCtxCreate(c"cuGLCtxCreate", 2000) = not_simulated;
    cuGLCtxCreate_v2(c"cuGLCtxCreate", 3020) = not_simulated;
    cuGLGetDevices(c"cuGLGetDevices", 4010) = not_simulated;
    cuGLGetDevices_v2(c"cuGLGetDevices", 6050) = not_simulated;
    cuGLInit(c"cuGLInit", 2000) = not_simulated;
    cuGLMapBufferObject(c"cuGLMapBufferObject", 2000) = not_simulated;
    cuGLMapBufferObject_v2(c"cuGLMapBufferObject", 3020) = not_simulated;
    cuGLMapBufferObject_v2_ptds(c"cuGLMapBufferObject", 7000) = not_simulated;
    cuGLMapBufferObjectAsync(c"cuGLMapBufferObjectAsync", 2030) = not_simulated;
    cuGLMapBufferObjectAsync_v2(c"cuGLMapBufferObjectAsync", 3020) = not_simulated;
    cuGLMapBufferObjectAsync_v2_ptsz(c"cuGLMapBufferObjectAsync", 7000) = not_simulated;
    cuGLRegisterBufferObject(c"cuGLRegisterBufferObject", 2000) = not_simulated;
    cuGLSetBufferObjectMapFlags(c"cuGLSetBufferObjectMapFlags", 2030) = not_simulated;
    cuGLUnmapBufferObject(c"cuGLUnmapBufferObject", 2000) = not_simulated;
    cuGLUnmapBufferObjectAsync(c"cuGLUnmapBufferObjectAsync", 2030) = not_simulated;
    cuGLUnregisterBufferObject(c"cuGLUnregisterBufferObject", 2000) = not_simulated;
    cuGraphicsEGLRegisterImage(c"cuGraphicsEGLRegisterImage", 7000) = not_simulated;
    cuGraphicsGLRegisterBuffer(c"cuGraphicsGLRegisterBuffer", 3000) = not_simulated;
    cuGraphicsGLRegisterImage(c"cuGraphicsGLRegisterImage", 3000) = not_simulated;
    cuGraphicsResourceGetMappedEglFrame(c"cuGraphicsResourceGetMappedEglFrame", 7000) = not_simulated;
    cuGraphicsVDPAURegisterOutputSurface(c"cuGraphicsVDPAURegisterOutputSurface", 3010) = not_simulated;
    cuGraphicsVDPAURegisterVideoSurface(c"cuGraphicsVDPAURegisterVideoSurface", 3010) = not_simulated;
    cuVDPAUCtxCreate(c"cuVDPAUCtxCreate", 3010) = not_simulated;
    cuVDPAUCtxCreate_v2(c"cuVDPAUCtxCreate", 3020) = not_simulated;
    cuVDPAUGetDevice(c"cuVDPAUGetDevice", 3010) = not_simulated;
}

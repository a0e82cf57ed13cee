//! A client of the simulator: the few calls that nearly every test makes, without the ceremony.
#![allow(dead_code, reason = "each test file uses the part of the client that it needs")]
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

pub(crate) mod container;
pub(crate) mod graph;
pub(crate) mod image;
pub(crate) mod link;
pub(crate) mod memory;
pub(crate) mod plus;

use std::ffi::c_void;
use std::ptr::null_mut;

use cuda_sim::{Adversity, Builder, Choice, Mode, Simulator};
use cuda_sys::{CUcontext, CUdeviceptr, CUevent, CUmemLocation, CUmemLocationType, CUresult, CUstream, DriverTable};

/// Calls an entry point of a table and gives back its code.
#[macro_export]
macro_rules! call {
    ($client:expr, $name:ident($($argument:expr),* $(,)?)) => {
        unsafe { $client.table.$name.expect("every entry point is there")($($argument),*) }
    };
}

/// Calls an entry point that is expected to work.
#[macro_export]
macro_rules! ok {
    ($client:expr, $name:ident($($argument:expr),* $(,)?)) => {
        assert_eq!($crate::call!($client, $name($($argument),*)), CUresult::CUDA_SUCCESS, stringify!($name))
    };
}

/// A place as a description of memory names it.
pub(crate) fn location(kind: CUmemLocationType, id: i32) -> CUmemLocation {
    let mut location = CUmemLocation { type_: kind, ..CUmemLocation::default() };
    location.__bindgen_anon_1.id = id;
    location
}

/// A simulator with a context that is current on this thread.
pub(crate) struct Client {
    pub(crate) simulator: Simulator,
    pub(crate) table: DriverTable,
    pub(crate) context: CUcontext,
}

/// A driver that never waits where it need not, and answers queries at once.
pub(crate) fn eager() -> Adversity {
    let mut adversity = Adversity::default();
    adversity.query_lag = 0;
    adversity.pageable_waits = Choice::Never;
    adversity.free_waits = Choice::Never;
    adversity.destroy_finishes = Choice::Never;
    adversity
}

impl Client {
    pub(crate) fn new() -> Self {
        Self::of(Simulator::builder().adversity(eager()))
    }

    pub(crate) fn stepped(seed: u64) -> Self {
        Self::of(Simulator::builder().adversity(eager()).mode(Mode::Stepper).seed(seed))
    }

    pub(crate) fn of(builder: Builder) -> Self {
        let simulator = builder.build().unwrap();
        let mut client = Client { table: simulator.table(), simulator, context: null_mut() };
        ok!(client, cuInit(0));
        let device = client.device();
        let mut context = null_mut();
        ok!(client, cuDevicePrimaryCtxRetain(&mut context, device));
        ok!(client, cuCtxSetCurrent(context));
        client.context = context;
        client
    }

    pub(crate) fn device(&self) -> i32 {
        let mut device = -1;
        ok!(self, cuDeviceGet(&mut device, 0));
        device
    }

    /// A stream that has nothing to do with the default stream.
    pub(crate) fn stream(&self) -> CUstream {
        let mut stream = null_mut();
        ok!(self, cuStreamCreate(&mut stream, 1));
        stream
    }

    pub(crate) fn blocking_stream(&self) -> CUstream {
        let mut stream = null_mut();
        ok!(self, cuStreamCreate(&mut stream, 0));
        stream
    }

    pub(crate) fn event(&self) -> CUevent {
        let mut event = null_mut();
        ok!(self, cuEventCreate(&mut event, 0));
        event
    }

    pub(crate) fn record(&self, stream: CUstream) -> CUevent {
        let event = self.event();
        ok!(self, cuEventRecord(event, stream));
        event
    }

    pub(crate) fn alloc(&self, byte_len: usize) -> CUdeviceptr {
        let mut address = 0;
        ok!(self, cuMemAlloc_v2(&mut address, byte_len));
        address
    }

    pub(crate) fn query(&self, event: CUevent) -> CUresult {
        call!(self, cuEventQuery(event))
    }

    pub(crate) fn sync(&self, stream: CUstream) -> CUresult {
        call!(self, cuStreamSynchronize(stream))
    }

    /// Reads device memory, synchronously.
    pub(crate) fn read(&self, from: CUdeviceptr, len: usize) -> Vec<u8> {
        let mut bytes = vec![0; len];
        ok!(self, cuMemcpyDtoH_v2(bytes.as_mut_ptr().cast(), from, len));
        bytes
    }
}

/// Host memory that is page-locked as long as it lives.
pub(crate) struct Pinned<'a> {
    client: &'a Client,
    pointer: *mut c_void,
    len: usize,
}

impl<'a> Pinned<'a> {
    pub(crate) fn new(client: &'a Client, bytes: &[u8]) -> Self {
        let mut pointer = null_mut();
        ok!(client, cuMemAllocHost_v2(&mut pointer, bytes.len()));
        let pinned = Pinned { client, pointer, len: bytes.len() };
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), pointer.cast(), bytes.len()) };
        pinned
    }

    pub(crate) fn pointer(&self) -> *mut c_void {
        self.pointer
    }

    /// The bytes now. Nothing that writes them is in flight.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.len];
        unsafe { std::ptr::copy_nonoverlapping(self.pointer.cast(), bytes.as_mut_ptr(), self.len) };
        bytes
    }
}

impl Drop for Pinned<'_> {
    fn drop(&mut self) {
        let _ = call!(self.client, cuMemFreeHost(self.pointer));
    }
}

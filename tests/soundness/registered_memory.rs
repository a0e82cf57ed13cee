//! Memory of the user's that is page-locked where it is: owned while it is registered, and unregistered when nobody uses it.

use std::sync::{Arc, Mutex};
use std::task::{Context as TaskContext, Wake, Waker};
use std::thread;

use cuda_safe::{Error, ErrorCode, Registered};
use cuda_sys::CUresult;
use futures::executor::block_on;

use crate::rig::{LEN, Rig};

fn register(rig: &Rig) -> Registered<Vec<u32>> {
    Registered::new(&rig.context, vec![3; LEN]).expect("the memory is registered")
}

#[test]
fn registered_memory_goes_up_and_comes_back_and_is_unregistered_once() {
    let rig = Rig::new();
    let mut gpu = rig.counting();
    let ranges = rig.simulator.ledger().host_ranges;
    let mut memory = register(&rig);
    assert_eq!(rig.simulator.ledger().host_ranges, ranges + 1);
    memory[0] = 9;
    let memory = block_on(rig.stream.upload(memory, &mut gpu)).expect("the upload works");
    assert_eq!(rig.read(&gpu, &rig.stream), *memory);
    let memory = block_on(rig.stream.download(&gpu, memory)).expect("the download works");
    let vector = memory.into_inner().expect("the driver takes it back");
    assert_eq!((vector.len(), vector[0], vector[1]), (LEN, 9, 3));
    assert_eq!(rig.simulator.ledger().host_ranges, ranges);
    rig.assert_clean();
}

#[test]
fn registered_memory_in_flight_is_unregistered_only_when_the_device_is_done() {
    let rig = Rig::new();
    let gpu = rig.counting();
    for is_detached in [false, true] {
        let before = rig.simulator.calls("cuMemHostUnregister");
        let gate = rig.gate(&rig.stream);
        let transfer = rig.stream.download(&gpu, register(&rig));
        if is_detached {
            transfer.detach();
            assert_eq!(rig.simulator.calls("cuMemHostUnregister"), before);
            gate.open();
        } else {
            let opener = thread::spawn(move || gate.open());
            drop(transfer);
            opener.join().expect("no panic");
        }
        while rig.simulator.calls("cuMemHostUnregister") == before {
            thread::yield_now();
        }
    }
    rig.assert_clean();
}

#[test]
fn memory_that_the_driver_refuses_comes_back_if_it_is_not_locked() {
    let rig = Rig::new();
    let register = "cuMemHostRegister_v2";
    rig.simulator.on(register).fails(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    let failed = Registered::new(&rig.context, vec![1_u32; LEN]).expect_err("refused");
    assert_eq!(failed.buffers, Some(vec![1; LEN]), "the driver knows of no lock");
    rig.simulator.on(register).works_but_answers(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    let failed = Registered::new(&rig.context, vec![1_u32; LEN]).expect_err("refused");
    assert_eq!(failed.buffers, Some(vec![1; LEN]), "the driver undid the lock");
    let before = rig.simulator.calls("cuMemHostUnregister");
    rig.simulator.on(register).fails(CUresult::CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
    let failed = Registered::new(&rig.context, vec![1_u32; LEN]).expect_err("refused");
    assert_eq!(failed.error.code(), Some(ErrorCode::HOST_MEMORY_ALREADY_REGISTERED));
    assert_eq!(failed.buffers, Some(vec![1; LEN]));
    assert_eq!(rig.simulator.calls("cuMemHostUnregister"), before, "the lock is somebody else's");
    rig.assert_clean();
}

#[test]
fn memory_whose_lock_cannot_be_undone_is_kept_for_ever() {
    let rig = Rig::new();
    let (memory, second) = (register(&rig), register(&rig));
    rig.simulator.on("cuMemHostUnregister").and_after().fails(CUresult::CUDA_ERROR_INVALID_VALUE);
    let error = memory.into_inner().expect_err("the driver keeps it");
    assert_eq!(error.code(), Some(ErrorCode::INVALID_VALUE));
    drop(second);
    assert_eq!(rig.context.drop_errors().len(), 1);
    rig.simulator.on("cuMemHostRegister_v2").works_but_answers(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    let failed = Registered::new(&rig.context, vec![1_u32; LEN]).expect_err("refused");
    assert!(failed.buffers.is_none(), "nothing says that it is not locked");
    assert_eq!(rig.context.quarantined_byte_len(), 3 * 4 * LEN);
    rig.assert_clean();
}

#[test]
fn nothing_is_registered_without_a_driver_call() {
    let rig = Rig::new();
    let calls = rig.simulator.total_calls();
    let none = Registered::new(&rig.context, Vec::<u32>::new()).expect("nothing to do");
    assert!(none.is_empty());
    drop(Registered::new(&rig.context, Vec::<u32>::new()).expect("nothing to do"));
    assert!(none.into_inner().expect("nothing to do").is_empty());
    assert_eq!(rig.simulator.total_calls(), calls);
    rig.assert_clean();
}

#[test]
fn registered_memory_of_a_dead_context_goes_quietly() {
    let rig = Rig::new();
    let (memory, second) = (register(&rig), register(&rig));
    rig.simulator.fault(CUresult::CUDA_ERROR_ASSERT);
    assert!(rig.stream.synchronize_blocking().is_err());
    drop(memory);
    assert!(matches!(second.into_inner(), Err(Error::Fatal { .. })));
    let failed = Registered::new(&rig.context, vec![1_u32; LEN]).expect_err("the context is dead");
    assert_eq!(failed.buffers, Some(vec![1; LEN]));
}

/// Gives up two pieces of memory where it is woken.
struct GivesUp(Mutex<Option<[Registered<Vec<u32>>; 2]>>);

impl Wake for GivesUp {
    fn wake(self: Arc<Self>) {
        if let Some([first, second]) = self.0.lock().expect("no panic").take() {
            drop(first);
            assert!(matches!(second.into_inner(), Err(Error::WouldDeadlock)));
        }
    }
}

#[test]
fn registered_memory_that_goes_on_the_reactors_thread_is_unregistered_elsewhere() {
    let rig = Rig::manual();
    let gpu = rig.counting();
    let waker = Waker::from(Arc::new(GivesUp(Mutex::new(Some([register(&rig), register(&rig)])))));
    let gate = rig.gate(&rig.stream);
    let mut read = Box::pin(rig.stream.read_array::<_, LEN>(&gpu));
    assert!(Future::poll(read.as_mut(), &mut TaskContext::from_waker(&waker)).is_pending());
    gate.open();
    while rig.reactor.turn() {
        thread::yield_now();
    }
    rig.reactor.turn();
    assert_eq!(rig.simulator.calls("cuMemHostUnregister"), 2);
    assert!(block_on(read).is_ok());
    rig.assert_clean();
}

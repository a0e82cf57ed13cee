//! Tests of the critical section of a submit: what is owned, and which numbers are given out, while the driver is being called.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::thread;

use super::held::Held;
use super::inner::StreamInner;
use super::operand::NO_OPERANDS;
use crate::driver::Driver;

fn stream() -> Arc<StreamInner> {
    let driver = Driver::simulated().expect("a free slot");
    let context = driver.device(0).and_then(|device| device.primary_context()).expect("the context starts");
    Arc::clone(&context.stream().expect("a stream").inner)
}

#[test]
fn a_slot_owns_the_memory_before_the_driver_is_asked() {
    let stream = stream();
    let op = stream.submit_held(Held::Nothing, &[], |_, _| {
        assert_eq!(stream.ledger.owned_len(), 1, "the driver is asked, and nobody owns what it touches");
        Ok(())
    });
    let Ok(op) = op else { panic!("the driver was asked") };
    op.wait_for_outcome().expect("it is done");
    assert_eq!(stream.ledger.owned_len(), 0);
}

#[test]
fn a_submit_that_unwinds_leaves_the_memory_to_its_slot_and_the_stream_to_others() {
    let stream = stream();
    let unwound = catch_unwind(AssertUnwindSafe(|| {
        stream.submit_held(Held::Nothing, &[], |_, _| resume_unwind(Box::new("a bug"))).is_ok()
    }));
    assert!(unwound.is_err());
    assert_eq!(stream.ledger.owned_len(), 1, "the driver may have it");
    let Ok(op) = stream.submit_held(Held::Nothing, &[], |_, _| Ok(())) else { panic!("the stream goes on") };
    op.wait_for_outcome().expect("it is done");
    assert_eq!(stream.ledger.owned_len(), 1, "nothing proves that the unwound call queued nothing");
}

#[test]
fn no_number_is_given_out_while_the_call_of_another_runs() {
    let stream = stream();
    let mut other = None;
    let (seq, called) = stream
        .submit_lazy(NO_OPERANDS, |_, _| {
            let other_thread = Arc::clone(&stream);
            let ours = stream.newest();
            other =
                Some(thread::spawn(move || other_thread.submit_lazy(NO_OPERANDS, |_, _| Ok(())).map(|(seq, _)| seq)));
            // The other thread comes as far as it can.
            while stream.submit.waiting_len() == 0 {
                thread::yield_now();
            }
            assert_eq!(stream.newest(), ours, "an event recorded now would cover work that is not submitted");
            Ok(ours)
        })
        .expect("the stream is well");
    assert_eq!(called, Ok(seq));
    let next = other.expect("started").join().expect("no panic").expect("the stream is well");
    assert_eq!(next, seq + 1);
}

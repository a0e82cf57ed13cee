//! The end of a process with operations in flight, and tests that want a process of their own.

use std::process::Command;
use std::sync::Mutex;

use cuda_safe::{DeviceBuffer, PinnedBuffer, Transfer};

use crate::rig::{Rig, seed};

const ALONE: &str = "LOAD_ALONE";

/// Runs the named test again in a process of its own, and asserts that it ends well. Answers true in that process.
pub(crate) fn in_a_process_of_its_own(name: &str) -> bool {
    if std::env::var_os(ALONE).is_some_and(|alone| alone == name) {
        return true;
    }
    let program = std::env::current_exe().expect("the test's program");
    let output =
        Command::new(program).args(["--exact", name, "--nocapture"]).env(ALONE, name).output().expect("it starts");
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).join("");
    assert!(output.status.success(), "{}: {text}", output.status);
    println!("{text}");
    false
}

type InFlight = (Transfer<PinnedBuffer<u32>>, DeviceBuffer<u32>, cuda_sim::Gate);

/// A static is never dropped: the process ends with its operation in flight, the stream held and both reactor threads alive.
#[test]
fn a_process_may_end_with_operations_in_flight() {
    static IN_FLIGHT: Mutex<Option<InFlight>> = Mutex::new(None);
    if !in_a_process_of_its_own("process_exit::a_process_may_end_with_operations_in_flight") {
        return;
    }
    let rig = Rig::new(cuda_safe::Reactor::spawn().expect("threads start"), seed());
    let [stream] = rig.streams();
    let gpu = DeviceBuffer::<u32>::zeroed(&stream, 4).expect("memory");
    let gate = rig.simulator.gate(stream.as_raw().cast());
    let transfer = stream.download(&gpu, PinnedBuffer::zeroed(&rig.context, 4).expect("pinned memory"));
    *IN_FLIGHT.lock().expect("nobody panicked") = Some((transfer, gpu, gate));
    // Not through the test's own return: the process ends here, with hooks, and with threads that are waiting.
    std::process::exit(0);
}

//! Launches: what is checked before the driver is asked, and what a kernel may rely on.

use std::sync::Arc;

use cuda_safe::{DeviceBuffer, Error, Geometry, KernelFor, Module};
use futures::executor::block_on;

use crate::rig::{LEN, Rig};

/// Adds `n` to the first elements of a buffer, by hand for sm_80.
const PTX: &str = "
.version 8.0
.target sm_80
.address_size 64
.visible .entry add(.param .u64 p_in, .param .u64 p_out, .param .u32 p_add, .param .u32 p_len)
{
    .reg .pred %p<2>;
    .reg .b32 %r<8>;
    .reg .b64 %rd<6>;
    ld.param.u64 %rd1, [p_in];
    ld.param.u64 %rd2, [p_out];
    ld.param.u32 %r1, [p_add];
    ld.param.u32 %r2, [p_len];
    mov.u32 %r3, %ctaid.x;
    mov.u32 %r4, %ntid.x;
    mov.u32 %r5, %tid.x;
    mad.lo.s32 %r6, %r3, %r4, %r5;
    setp.ge.u32 %p1, %r6, %r2;
    @%p1 bra done;
    mul.wide.u32 %rd3, %r6, 4;
    add.s64 %rd4, %rd1, %rd3;
    add.s64 %rd5, %rd2, %rd3;
    ld.global.u32 %r7, [%rd4];
    add.s32 %r7, %r7, %r1;
    st.global.u32 [%rd5], %r7;
done:
    ret;
}
";

type Add<'a> = (&'a DeviceBuffer<u32>, &'a mut DeviceBuffer<u32>, u32, u32);

fn add(module: &Module) -> KernelFor<Add<'static>> {
    // SAFETY: `add` takes two addresses and two 32-bit numbers, reads the first `p_len` elements of the first buffer and
    // writes as many of the second; the validator keeps `p_len` within both, for any geometry.
    let kernel = unsafe {
        module.kernel::<Add<'_>>("add", |(input, output, _, len), _| {
            if *len as usize <= input.len().min(output.len()) {
                Ok(())
            } else {
                Err(Error::arguments(format!(
                    "{len} elements, but the buffers have {} and {}",
                    input.len(),
                    output.len()
                )))
            }
        })
    };
    kernel.expect("the kernel is there")
}

/// Reported elsewhere as tracel-ai/cubecl#64 (row 27): see `docs/reported-faults.md`.
#[test]
fn a_launch_runs_in_stream_order_and_its_module_outlives_its_handles() {
    let rig = Rig::new();
    let module = Module::load(&rig.context, PTX).expect("the module loads");
    let kernel = add(&module);
    let input = rig.counting();
    let mut output = DeviceBuffer::zeroed(&rig.stream, LEN).expect("memory");
    let gate = rig.gate(&rig.stream);
    let launch = rig.stream.launch(&kernel, Geometry::linear(LEN as u32, 8), (&input, &mut output, 10, LEN as u32));
    let launch = launch.expect("the launch is queued");
    drop((kernel, module));
    gate.open();
    block_on(launch).expect("the kernel runs");
    let expected: Vec<u32> = (11..=10 + LEN as u32).collect();
    assert_eq!(rig.read(&output, &rig.stream), expected);
    rig.assert_clean();
}

#[test]
fn one_kernel_serves_launches_of_different_lifetimes() {
    let rig = Rig::new();
    let module = Module::load(&rig.context, PTX).expect("the module loads");
    let kernel = add(&module);
    let mut total = rig.counting();
    for round in 0..2 {
        let mut next = DeviceBuffer::zeroed(&rig.stream, LEN).expect("memory");
        let geometry = Geometry::linear(LEN as u32, 32);
        rig.stream.launch(&kernel, geometry, (&total, &mut next, round, LEN as u32)).expect("the launch is queued");
        total = next;
    }
    assert_eq!(rig.read(&total, &rig.stream)[0], 2);
    rig.assert_clean();
}

#[test]
fn a_kernel_takes_views_wherever_it_takes_buffers() {
    let rig = Rig::new();
    let module = Module::load(&rig.context, PTX).expect("the module loads");
    let kernel = add(&module);
    let (input, mut output) = (rig.counting(), rig.counting());
    let part = input.view(8..12).expect("within");
    let (mut low, high) = output.split_at_mut(8).expect("within");
    rig.stream.launch(&kernel, Geometry::linear(4, 32), (&part, &mut low, 100, 4)).expect("the launch is queued");
    rig.stream.launch(&kernel, Geometry::linear(4, 32), (part, high, 200, 4)).expect("the launch is queued");
    let launch = rig.stream.launch(&kernel, Geometry::linear(5, 32), (&part, &mut output, 1, 5));
    let error = launch.expect_err("the view is shorter");
    assert_eq!(error.to_string(), "kernel arguments refused: 5 elements, but the buffers have 4 and 16");
    assert_eq!(rig.read(&output, &rig.stream)[3..9], [112, 5, 6, 7, 8, 209]);
    rig.assert_clean();
}

#[test]
fn what_the_validator_refuses_never_reaches_the_driver() {
    let rig = Rig::new();
    let module = Module::load(&rig.context, PTX).expect("the module loads");
    let kernel = add(&module);
    let input = rig.counting();
    let mut output = DeviceBuffer::zeroed(&rig.stream, LEN).expect("memory");
    let launch = rig.stream.launch(&kernel, Geometry::linear(1, 32), (&input, &mut output, 1, LEN as u32 + 1));
    let error = launch.expect_err("too many elements");
    assert_eq!(error.to_string(), "kernel arguments refused: 17 elements, but the buffers have 16 and 16");
    let launch = rig.stream.launch(&kernel, Geometry::linear(1, 2048), (&input, &mut output, 1, 1));
    assert!(matches!(launch, Err(Error::Geometry { what: "block.x", value: 2048, .. })));
    assert_eq!(rig.simulator.calls("cuLaunchKernel"), 0);
    rig.assert_clean();
}

#[test]
fn arguments_are_compared_with_the_parameters_of_the_kernel() {
    let rig = Rig::new();
    let module = Module::load(&rig.context, PTX).expect("the module loads");
    let few = module.unvalidated_kernel::<(&DeviceBuffer<u32>, &mut DeviceBuffer<u32>, u32)>("add");
    assert_eq!(few.expect_err("one is missing"), Error::Signature { parameter: 3, expected: Some(4), actual: None });
    let wide = module.unvalidated_kernel::<(&DeviceBuffer<u32>, &mut DeviceBuffer<u32>, u64, u32)>("add");
    assert_eq!(wide.expect_err("one is wide"), Error::Signature { parameter: 2, expected: Some(4), actual: Some(8) });
    let right = module.unvalidated_kernel::<Add<'_>>("add").expect("all agree");
    assert!(right.signature_checked());
    let error = module.unvalidated_kernel::<()>("subtract").expect_err("no such kernel");
    assert_eq!(error.code(), Some(cuda_safe::ErrorCode::NOT_FOUND));
    let (input, mut output) = (rig.counting(), rig.counting());
    let launch = rig.stream.launch(&right, Geometry::linear(1, 32), (&input, &mut output, 1, 1));
    assert_eq!(launch.expect_err("no validator"), Error::NoValidator);
    rig.assert_clean();
}

#[test]
fn ptx_that_does_not_compile_answers_with_the_compilers_log() {
    let rig = Rig::new();
    let broken = PTX.replace("mad.lo.s32", "mad.low.s32");
    let error = Module::load(&rig.context, &broken).expect_err("no such instruction");
    let Error::Module { log, .. } = &error else { panic!("{error:?}") };
    assert!(log.contains("line 17, column 8"), "the log names the line: {log}");
    assert_eq!(Module::load(&rig.context, "a\0b").expect_err("a NUL"), Error::InvalidName);
    rig.assert_clean();
}

/// Reported elsewhere as huggingface/candle#1830 (row 34): see `docs/reported-faults.md`.
#[test]
fn a_fault_in_a_kernel_ends_the_context_and_is_told_at_the_await() {
    let rig = Rig::new();
    let module = Module::load(&rig.context, PTX).expect("the module loads");
    let kernel = module.unvalidated_kernel::<Add<'_>>("add").expect("the kernel is there");
    let input = rig.counting();
    let mut output = DeviceBuffer::zeroed(&rig.stream, LEN).expect("memory");
    // SAFETY: it is not: this reads far past the buffer, which the simulator catches, and that is the test.
    let launch = unsafe {
        rig.stream.launch_unchecked(&kernel, Geometry::linear(1 << 20, 32), (&input, &mut output, 1, 1 << 20))
    };
    let error = block_on(launch.expect("the launch is queued")).expect_err("an illegal address");
    assert!(matches!(error, Error::Fatal { code: cuda_safe::ErrorCode::ILLEGAL_ADDRESS, .. }), "{error:?}");
    assert!(Arc::strong_count(&rig.simulator) > 1);
}

/// Reported elsewhere as NVlabs/cutile-rs#242 (row 2): see `docs/reported-faults.md`.
#[test]
fn a_launch_whose_future_and_buffers_are_dropped_writes_nobody_elses_memory() {
    let rig = Rig::new();
    let module = Module::load(&rig.context, PTX).expect("the module loads");
    let kernel = add(&module);
    let (input, mut output) = (rig.counting(), rig.counting());
    let gate = rig.gate(&rig.stream);
    let geometry = Geometry::linear(LEN as u32, 8);
    let launch = rig.stream.launch(&kernel, geometry, (&input, &mut output, 10, LEN as u32));
    let mut launch = Box::pin(launch.expect("the launch is queued"));
    assert!(crate::rig::poll_once(launch.as_mut()).0.is_pending());
    drop((launch, input, output));
    let other = rig.context.stream().expect("a stream");
    let fresh = DeviceBuffer::<u32>::zeroed(&other, LEN).expect("memory of the same size");
    let read = other.download(&fresh, rig.pinned());
    gate.open();
    assert_eq!(*block_on(read).expect("the download works"), [0; LEN]);
    rig.stream.synchronize_blocking().expect("the kernel runs");
    rig.assert_clean();
}

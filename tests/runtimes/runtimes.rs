//! The futures of cuda-safe under the executors that people use: tokio with one thread and with several, smol, and that of
//! `futures`. Nothing in cuda-safe knows of any; its wakers are all that they have in common.

use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::Arc;

use cuda_safe::{Context, CopyFrom, DeviceBuffer, Driver, OnDrop, PinnedBuffer, Stream};
use cuda_sim::{Gate, Simulator};
use futures::StreamExt;
use futures::future::join_all;
use futures::stream::{self, FuturesUnordered};

const LEN: usize = 64;

/// What a test does, so that any executor can run it.
type Body = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Runs `body` under each executor.
fn under_every_executor(body: impl Fn(Rig) -> Body) {
    let run = |name: &str, run: &dyn Fn(Body)| {
        println!("under {name}");
        let rig = Rig::new();
        let simulator = Arc::clone(&rig.simulator);
        run(body(rig));
        assert!(simulator.reports().is_empty(), "under {name}: {:?}", simulator.reports());
    };
    run("futures::executor", &|body| futures::executor::block_on(body));
    run("smol", &|body| smol::block_on(body));
    run("smol, spawned", &|body| smol::block_on(smol::spawn(body)));
    let one = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    run("tokio, one thread", &|body| one.block_on(body));
    run("tokio, one thread, spawned", &|body| one.block_on(async { tokio::spawn(body).await.expect("no panic") }));
    let many = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build().expect("a runtime");
    run("tokio, two threads", &|body| many.block_on(body));
    run("tokio, two threads, spawned", &|body| many.block_on(async { tokio::spawn(body).await.expect("no panic") }));
}

struct Rig {
    simulator: Arc<Simulator>,
    context: Context,
    stream: Stream,
}

impl Rig {
    fn new() -> Self {
        let seed = std::env::var("SIM_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
        println!("SIM_SEED={seed}");
        let simulator = Arc::new(Simulator::builder().seed(seed).build().expect("a free slot"));
        let driver = Driver::from_simulator(&simulator).expect("it starts");
        let context = driver.device(0).expect("there is one").primary_context().expect("the context starts");
        let stream = context.stream().expect("a stream");
        Self { simulator, context, stream }
    }

    fn gate(&self, stream: &Stream) -> Gate {
        self.simulator.gate(stream.as_raw().cast())
    }

    fn filled(&self, value: u32) -> DeviceBuffer<u32> {
        let mut buffer = DeviceBuffer::zeroed(&self.stream, LEN).expect("memory");
        buffer.upload_from(&[value; LEN], &self.stream).detach();
        buffer
    }

    fn pinned(&self) -> PinnedBuffer<u32> {
        PinnedBuffer::zeroed(&self.context, LEN).expect("pinned memory")
    }
}

#[test]
fn joined_copies_on_several_streams_all_end_with_their_own_bytes() {
    under_every_executor(|rig| {
        Box::pin(async move {
            let buffers: Vec<_> = (0..6).map(|value| rig.filled(value)).collect();
            let streams: Vec<_> = (0..3).map(|_| rig.context.stream().expect("a stream")).collect();
            let downloads = buffers.iter().zip(streams.iter().cycle()).map(|(gpu, s)| s.download(gpu, rig.pinned()));
            for (value, pinned) in join_all(downloads).await.into_iter().enumerate() {
                assert_eq!(*pinned.expect("the download works"), [value as u32; LEN]);
            }
            let (mut a, mut b) = ([0; LEN], [0; LEN]);
            let (first, second) =
                futures::join!(a.copy_from(&buffers[1], &streams[0]), b.copy_from(&buffers[2], &streams[1]));
            assert_eq!((first, second, a[0], b[0]), (Ok(()), Ok(()), 1, 2));
        })
    });
}

#[test]
fn a_copy_that_loses_a_select_is_cancelled_and_the_executor_goes_on() {
    under_every_executor(|rig| {
        Box::pin(async move {
            let gpu = rig.filled(7);
            let gate = rig.gate(&rig.stream);
            let mut transfer = rig.stream.download(&gpu, rig.pinned());
            let mut host = [1; LEN];
            tokio::select! {
                biased;
                _ = &mut transfer => panic!("the stream is gated, yet the transfer ended"),
                _ = host.copy_from(&gpu, &rig.stream) => panic!("the stream is gated, yet the copy ended"),
                () = ready(()) => {}
            }
            let cancelled = transfer.cancel();
            gate.open();
            assert_eq!(*cancelled.await.expect("the end is proved"), [7; LEN]);
            assert_eq!(host, [1; LEN]);
            let values: [u32; LEN] = rig.stream.read_array(&gpu).await.expect("the stream goes on");
            assert_eq!(values, [7; LEN]);
        })
    });
}

#[test]
fn whichever_of_two_copies_ends_first_wins_a_select() {
    under_every_executor(|rig| {
        Box::pin(async move {
            let (gpu, other) = (rig.filled(3), rig.context.stream().expect("a stream"));
            // It reads on another stream, and the one that wrote is to be gated.
            rig.stream.synchronize().await.expect("the stream is well");
            let gate = rig.gate(&rig.stream);
            let (mut late, mut early) = (rig.stream.download(&gpu, rig.pinned()), other.download(&gpu, rig.pinned()));
            // The buffer is kept: its free may wait for the whole device.
            let kept = tokio::select! {
                _ = &mut late => panic!("the stream is gated, yet the transfer ended"),
                pinned = &mut early => pinned.expect("the download works"),
            };
            assert_eq!(kept[0], 3);
            gate.open();
            assert_eq!(late.await.expect("the download works")[0], 3);
        })
    });
}

#[test]
fn a_stream_of_copies_keeps_its_order_under_its_bound() {
    under_every_executor(|rig| {
        Box::pin(async move {
            let buffers: Vec<_> = (0..10).map(|value| rig.filled(value)).collect();
            let downloads = stream::iter(0..10).map(|at| rig.stream.download(&buffers[at], rig.pinned()));
            let values: Vec<_> = downloads.buffered(3).map(|pinned| pinned.expect("it works")[0]).collect().await;
            assert_eq!(values, (0..10).collect::<Vec<_>>());
            let uploads: FuturesUnordered<_> =
                buffers.into_iter().map(|mut gpu| rig.stream.upload(vec![1_u32; LEN], &mut gpu)).collect();
            let ended = uploads.map(|vector| vector.expect("the upload works").len()).collect::<Vec<_>>().await;
            assert_eq!(ended, [LEN; 10]);
        })
    });
}

#[test]
fn a_task_that_is_aborted_gives_its_transfer_up() {
    let many = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build().expect("a runtime");
    let one = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    for runtime in [one, many] {
        let rig = Rig::new();
        runtime.block_on(async {
            let gpu = rig.filled(1);
            let stream = rig.context.stream_builder().on_drop(OnDrop::Detach).build().expect("a stream");
            let gate = rig.gate(&stream);
            let transfer = stream.download(&gpu, rig.pinned());
            let (started, has_started) = tokio::sync::oneshot::channel();
            let task = tokio::spawn(async move {
                started.send(()).expect("somebody waits");
                transfer.await.map(drop)
            });
            has_started.await.expect("the task starts");
            task.abort();
            assert!(task.await.expect_err("it was aborted").is_cancelled());
            gate.open();
            assert_eq!(stream.download(&gpu, rig.pinned()).await.expect("the stream goes on")[0], 1);
        });
        assert!(rig.simulator.reports().is_empty(), "{:?}", rig.simulator.reports());
    }
}

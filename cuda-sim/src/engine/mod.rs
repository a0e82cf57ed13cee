//! The engine: streams as queues of operations, run by threads or stepped by a seed.
//!
//! One core serves both. A [`lane`] is a stream's queue; an operation may start when it is at the front of its lane
//! and every ticket it waits for is done. [`queue`] holds that state under one lock, [`worker`] runs each lane on a
//! thread of its own, [`stepper`] runs one operation at a time on the caller's thread.

pub(crate) mod alarm;
pub(crate) mod clock;
pub(crate) mod gate;
pub(crate) mod history;
pub(crate) mod lane;
pub(crate) mod launch;
pub(crate) mod op;
pub(crate) mod order;
pub(crate) mod queue;
pub(crate) mod services;
pub(crate) mod space;
pub(crate) mod stepper;
pub(crate) mod transfer;
pub(crate) mod value;
pub(crate) mod wait;
pub(crate) mod watch;
pub(crate) mod worker;

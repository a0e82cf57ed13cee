//! Operations: the futures, one a file.

mod cancelled;
mod completion;
mod copy_on_device;
mod copy_to_host;
mod transfer;
mod upload;

pub use cancelled::Cancelled;
pub use completion::Completion;
pub use copy_to_host::{CopyFrom, CopyToHost};
pub use transfer::Transfer;
pub use upload::Upload;

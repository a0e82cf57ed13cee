//! Operations: the futures, one a file.

mod cancelled;
mod chunks;
mod completion;
mod copy_on_device;
mod copy_to_host;
mod copy_to_host_chunked;
mod download_checked;
mod from_slice;
mod init_from;
mod read_array;
mod scope;
mod staged_read;
mod transfer;
mod upload;
mod upload_chunked;

pub use cancelled::Cancelled;
pub use completion::Completion;
pub use copy_to_host::{CopyFrom, CopyToHost};
pub use copy_to_host_chunked::CopyToHostChunked;
pub use download_checked::DownloadChecked;
pub use init_from::{CopyToUninit, InitFrom};
pub use read_array::ReadArray;
pub use scope::Scope;
pub use transfer::Transfer;
pub use upload::Upload;
pub use upload_chunked::UploadChunked;

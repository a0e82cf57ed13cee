//! One call through the table: the checks before it, and what its answer means.

use crate::error::{Error, ErrorCode};

/// Turns the driver's answer into a result.
#[inline]
pub(super) fn answer(call: &'static str, result: cuda_sys::CUresult) -> Result<(), Error> {
    match code_of(result) {
        ErrorCode::SUCCESS => Ok(()),
        code => Err(Error::Driver { call, code }),
    }
}

/// The driver's code as a plain number; any number is representable.
pub(super) fn code_of(result: cuda_sys::CUresult) -> ErrorCode {
    ErrorCode::from_raw(result.0)
}

/// Calls `$table.$name($args)` and answers a `Result`: checks the process first (R13), then that the entry point exists.
///
/// The caller wraps it in `unsafe` and states why the arguments are good.
macro_rules! call {
    ($api:expr, $name:ident ( $($arg:expr),* $(,)? )) => {{
        $crate::driver::life::check()?;
        match $api.table().$name {
            Some(entry) => $crate::driver::call::answer(stringify!($name), entry($($arg),*)),
            None => Err($crate::driver::call::missing(stringify!($name))),
        }
    }};
}
pub(super) use call;

/// The error for an entry point that this driver lacks.
pub(super) fn missing(name: &'static str) -> Error {
    let since = cuda_sys::MissingEntryPoint::new(name).since();
    Error::MissingEntryPoint { name, since: since.map_or((0, 0), |version| (version.major(), version.minor())) }
}

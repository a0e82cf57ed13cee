//! Every entry point that is not simulated: it says so.
#![expect(unsafe_code, reason = "the driver's functions are unsafe by their ABI")]
#![allow(non_snake_case, reason = "the functions carry the names of the ABI")]

use cuda_sys::{CUresult, DriverTable, for_each_entry_point};

use crate::code;

/// Says on stderr what was asked for, and that it is not there.
fn not_simulated(name: &str) -> CUresult {
    eprintln!("cuda-sim: {name} is not simulated");
    code::NOT_SUPPORTED
}

macro_rules! stubs {
    ($($name:ident($base:literal, $since:literal)($($parameter:ident: $ty:ty),*);)*) => {
        /// A table in which every entry point answers that it is not supported.
        pub(crate) fn table() -> DriverTable {
            let mut table = DriverTable::EMPTY;
            $({
                unsafe extern "C" fn $name($(_: $ty),*) -> CUresult {
                    not_simulated(stringify!($name))
                }
                table.$name = Some($name);
            })*
            table
        }
    };
}
for_each_entry_point!(stubs);

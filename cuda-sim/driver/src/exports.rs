//! The driver's names, as symbols of the library.
#![allow(
    unsafe_code,
    reason = "exports C functions under the names of the ABI, which no other crate of the program has"
)]
#![allow(non_snake_case, reason = "functions and parameters carry the names of the ABI")]

use cuda_sys::{CUresult, DriverTable, for_each_entry_point};

use crate::process;

macro_rules! exports {
    ($($name:ident($base:literal, $since:literal)($($parameter:ident: $ty:ty),*);)*) => {
        $(
            #[unsafe(no_mangle)]
            unsafe extern "C" fn $name($($parameter: $ty),*) -> CUresult {
                let table = match process::table(stringify!($name)) {
                    Ok(table) => table,
                    Err(code) => return code,
                };
                let Some(call) = table.$name else { return process::younger(stringify!($name)) };
                // SAFETY: the function has this one's signature, and the client promises this one what that one wants.
                unsafe { call($($parameter),*) }
            }
        )*

        /// The exported functions.
        pub(crate) fn table() -> DriverTable {
            let mut table = DriverTable::EMPTY;
            $(table.$name = Some($name);)*
            table
        }
    };
}
for_each_entry_point!(exports);

//! The driver's names.
#![allow(
    unsafe_code,
    reason = "exports C functions under the names of the ABI, which no other crate of the program has"
)]
#![allow(non_snake_case, reason = "functions and parameters carry the names of the ABI")]

use cuda_sys::{CUresult, DriverTable, for_each_entry_point};

use crate::lookup;

macro_rules! exports {
    ($($name:ident($base:literal, $since:literal)($($parameter:ident: $ty:ty),*);)*) => {
        $(
            #[unsafe(no_mangle)]
            unsafe extern "C" fn $name($($parameter: $ty),*) -> CUresult {
                match lookup::TABLE.$name {
                    // SAFETY: the function has this one's signature, and the client promises this one what that one wants.
                    Some(call) => unsafe { call($($parameter),*) },
                    None => CUresult::CUDA_SUCCESS,
                }
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

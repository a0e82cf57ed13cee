//! The entry points as declarations, for a program that is linked with the driver's library (feature `link`).
//!
//! Only what a program uses has to exist in the library it is linked with, and in the driver it runs on.

use crate::CUresult;

macro_rules! declarations {
    ($($name:ident($base:literal, $since:literal)($($parameter:ident: $ty:ty),*);)*) => {
        #[link(name = "cuda")]
        unsafe extern "C" {
            $(
                #[doc = concat!("`", $base, "`, version ", stringify!($since), ".")]
                pub fn $name($($parameter: $ty),*) -> CUresult;
            )*
        }
    };
}
for_each_entry_point!(declarations);

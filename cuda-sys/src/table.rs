//! The function table: one optional pointer for each entry point.

use core::ffi::c_void;
use core::fmt;

use crate::{CUresult, EntryPoint};

macro_rules! driver_table {
    ($($name:ident($base:literal, $since:literal)($($parameter:ident: $ty:ty),*);)*) => {
        /// The driver's entry points, each under its ABI name, `None` where the driver lacks it.
        ///
        /// Anybody may fill one: [`loader`](crate::loader) does it from the driver's library, a simulated driver from its own
        /// functions, a test from a few closures' worth of stubs laid over [`DriverTable::EMPTY`].
        ///
        /// ```
        /// use cuda_sys::{CUresult, DriverTable};
        ///
        /// unsafe extern "C" fn init(_flags: core::ffi::c_uint) -> CUresult {
        ///     CUresult::CUDA_ERROR_NO_DEVICE
        /// }
        ///
        /// let mut table = DriverTable::EMPTY;
        /// table.cuInit = Some(init);
        /// assert_eq!(table.present(), 1);
        /// assert!(table.get("cuInit").is_some());
        /// ```
        #[repr(C)]
        #[derive(Clone)]
        #[non_exhaustive]
        #[expect(non_snake_case, reason = "the fields carry the names of the ABI")]
        pub struct DriverTable {
            $(
                #[doc = concat!("`", $base, "`, version ", stringify!($since), ".")]
                pub $name: Option<unsafe extern "C" fn($($parameter: $ty),*) -> CUresult>,
            )*
        }

        impl DriverTable {
            /// The table of a driver that has nothing.
            pub const EMPTY: Self = Self { $($name: None,)* };

            /// The ABI names, sorted; the fields have the same order.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];
        }
    };
}
for_each_entry_point!(driver_table);

const LEN: usize = DriverTable::NAMES.len();

impl DriverTable {
    /// Fills a table: `find` is asked for each entry point and answers its address, or null.
    ///
    /// # Safety
    /// - Every address that `find` answers which is not null is that of a function with the signature that the field of that name has.
    /// - That function stays callable for as long as the table, or a copy of a field, is used.
    pub unsafe fn resolve(mut find: impl FnMut(&'static EntryPoint) -> *const c_void) -> Self {
        let mut addresses = [core::ptr::null::<c_void>(); LEN];
        for (address, entry) in addresses.iter_mut().zip(EntryPoint::ALL) {
            *address = find(entry);
        }
        // SAFETY: the table is `repr(C)` with LEN fields (checked by transmute's size) of the type `Option` of a function
        // pointer, for which null is `None`; the caller vouches that each other address is a function of the field's signature,
        // and the fields have the order of `EntryPoint::ALL`, for one macro made both.
        unsafe { core::mem::transmute::<[*const c_void; LEN], Self>(addresses) }
    }

    /// Looks an entry point up by its ABI name; `None` also where the name is unknown.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<*const c_void> {
        let address = self.addresses()[EntryPoint::index_of(name)?];
        (!address.is_null()).then_some(address)
    }

    /// Counts the entry points that are there.
    #[must_use]
    pub fn present(&self) -> usize {
        self.addresses().iter().filter(|address| !address.is_null()).count()
    }

    /// Lists the entry points that are not there.
    pub fn missing(&self) -> impl Iterator<Item = &'static EntryPoint> + '_ {
        let pairs = self.addresses().iter().zip(EntryPoint::ALL);
        pairs.filter(|(address, _)| address.is_null()).map(|(_, entry)| entry)
    }

    fn addresses(&self) -> &[*const c_void; LEN] {
        // SAFETY: the table is `repr(C)` with LEN fields of one size and alignment, and `Option` of a function pointer has the
        // bytes of a pointer, null for `None`; the borrow lives as long as `self`'s.
        unsafe { &*core::ptr::from_ref(self).cast::<[*const c_void; LEN]>() }
    }
}

const _: () = assert!(size_of::<DriverTable>() == size_of::<[*const c_void; LEN]>());

impl Default for DriverTable {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl fmt::Debug for DriverTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DriverTable({} of {LEN} entry points)", self.present())
    }
}

#[cfg(test)]
mod tests {
    use core::ffi::{c_uint, c_void};

    use super::{DriverTable, LEN};
    use crate::CUresult;

    unsafe extern "C" fn init(flags: c_uint) -> CUresult {
        CUresult(flags)
    }

    #[test]
    fn a_resolved_address_lands_in_the_field_of_its_name() {
        // SAFETY: the only address answered is that of `init`, which has cuInit's signature and lives forever.
        let table = unsafe {
            DriverTable::resolve(|entry| match entry.name() {
                "cuInit" => init as *const c_void,
                _ => core::ptr::null(),
            })
        };
        let found = table.cuInit.unwrap();
        // SAFETY: this is `init`, which may be called with any number.
        assert_eq!(unsafe { found(34) }, CUresult::CUDA_ERROR_STUB_LIBRARY);
        assert!(table.get("cuInit").is_some());
        assert_eq!(table.get("cuDeviceGet"), None);
        assert_eq!(table.get("no such name"), None);
        assert_eq!((table.present(), table.missing().count()), (1, LEN - 1));
        assert_eq!(format!("{table:?}"), format!("DriverTable(1 of {LEN} entry points)"));
    }
}

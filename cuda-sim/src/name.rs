//! [`Name`]: the entry points of the driver, as numbers.
#![expect(clippy::enum_variant_names, reason = "the variants carry the names of the ABI, and one ends in `Name`")]

use cuda_sys::{DriverTable, for_each_entry_point};

macro_rules! names {
    ($($name:ident($base:literal, $since:literal)($($parameter:ident: $ty:ty),*);)*) => {
        /// An entry point. Known when this is compiled, so that noting a call is an access to an array.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u16)]
        pub(crate) enum Name {
            $($name,)*
        }

        impl Name {
            /// All of them, in the order of [`DriverTable::NAMES`].
            pub(crate) const ALL: &'static [Self] = &[$(Self::$name,)*];
        }
    };
}
for_each_entry_point!(names);

impl Name {
    /// Finds the entry point that the ABI calls so.
    pub(crate) fn of(text: &str) -> Option<Self> {
        DriverTable::NAMES.binary_search(&text).ok().map(|index| Self::ALL[index])
    }

    pub(crate) fn index(self) -> usize {
        self as usize
    }

    /// The name in the ABI.
    pub(crate) fn as_str(self) -> &'static str {
        DriverTable::NAMES[self.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::Name;

    #[test]
    fn every_name_is_found_by_its_text() {
        for (index, name) in Name::ALL.iter().enumerate() {
            assert_eq!((name.index(), Name::of(name.as_str())), (index, Some(*name)));
        }
        assert_eq!(Name::cuMemAlloc_v2.as_str(), "cuMemAlloc_v2");
        assert_eq!(Name::of("cuMemAlloc_v9"), None);
    }
}

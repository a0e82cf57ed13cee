//! [`ErrorCode`]: a result code of the driver, open to codes this crate has never heard of.

use std::fmt;

/// A result code of the driver (`CUresult`).
///
/// Open: a driver newer than this crate may answer any number, and each is representable.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[doc(alias = "CUresult")]
pub struct ErrorCode(u32);

macro_rules! codes {
    ($($name:ident = $value:literal, $text:literal;)*) => {
        impl ErrorCode {
            $(#[doc = concat!("`", stringify!($value), "`: ", $text, ".")] pub const $name: Self = Self($value);)*

            /// What the code means, in a few words; `None` for a code this crate does not know.
            #[must_use]
            pub const fn meaning(self) -> Option<&'static str> {
                match self.0 {
                    $($value => Some($text),)*
                    _ => None,
                }
            }
        }
    };
}

codes! {
    SUCCESS = 0, "success";
    INVALID_VALUE = 1, "an argument was out of range or malformed";
    OUT_OF_MEMORY = 2, "out of memory";
    NOT_INITIALIZED = 3, "the driver is not initialised";
    DEINITIALIZED = 4, "the driver is shutting down";
    STUB_LIBRARY = 34, "the toolkit's stub library was loaded in place of the driver";
    DEVICE_UNAVAILABLE = 46, "the device is busy or unavailable";
    NO_DEVICE = 100, "no CUDA device";
    INVALID_DEVICE = 101, "no such device";
    INVALID_IMAGE = 200, "the module image is malformed";
    INVALID_CONTEXT = 201, "no current context, or not a live one";
    NO_BINARY_FOR_GPU = 209, "the image holds no code for this device";
    ECC_UNCORRECTABLE = 214, "an uncorrectable memory error";
    INVALID_PTX = 218, "PTX that does not compile";
    UNSUPPORTED_PTX_VERSION = 222, "PTX of a newer version than the driver takes";
    CONTAINED = 226, "a contained hardware error";
    INVALID_HANDLE = 400, "a handle that is not live, or of another context";
    NOT_FOUND = 500, "no such name";
    NOT_READY = 600, "work is still pending";
    ILLEGAL_ADDRESS = 700, "a kernel touched an address that is not its own";
    LAUNCH_OUT_OF_RESOURCES = 701, "the launch asks for more registers or threads than there are";
    LAUNCH_TIMEOUT = 702, "a kernel ran longer than the device allows";
    CONTEXT_IS_DESTROYED = 709, "the context was destroyed or reset";
    ASSERT = 710, "an assertion failed in a kernel";
    HOST_MEMORY_ALREADY_REGISTERED = 712, "the host memory is page-locked already, or shares a page with some that is";
    HOST_MEMORY_NOT_REGISTERED = 713, "the host memory is not page-locked";
    HARDWARE_STACK_ERROR = 714, "a kernel overran its call stack";
    ILLEGAL_INSTRUCTION = 715, "a kernel met an illegal instruction";
    MISALIGNED_ADDRESS = 716, "a kernel used a misaligned address";
    INVALID_ADDRESS_SPACE = 717, "a kernel used an address of the wrong space";
    INVALID_PC = 718, "a kernel jumped out of its code";
    LAUNCH_FAILED = 719, "a kernel failed";
    TENSOR_MEMORY_LEAK = 721, "a kernel ended without freeing its tensor memory";
    NOT_SUPPORTED = 801, "not supported by this driver or device";
    SYSTEM_NOT_READY = 802, "the system is not ready for CUDA";
    SYSTEM_DRIVER_MISMATCH = 803, "the driver's parts are of different versions";
    MPS_CLIENT_TERMINATED = 810, "the MPS client was terminated";
    EXTERNAL_DEVICE = 911, "an error of a device outside CUDA";
    UNKNOWN = 999, "an internal error of the driver";
}

impl ErrorCode {
    /// Wraps the number that the driver answered.
    #[must_use]
    pub const fn from_raw(code: u32) -> Self {
        Self(code)
    }

    /// The number that the driver answered.
    #[must_use]
    pub const fn as_raw(self) -> u32 {
        self.0
    }

    /// Whether the code ends its context for good: every later call answers it too, and no work completes any more.
    #[must_use]
    pub const fn is_sticky(self) -> bool {
        matches!(
            self,
            Self::ECC_UNCORRECTABLE
                | Self::CONTAINED
                | Self::ILLEGAL_ADDRESS
                | Self::LAUNCH_TIMEOUT
                | Self::ASSERT
                | Self::HARDWARE_STACK_ERROR
                | Self::ILLEGAL_INSTRUCTION
                | Self::MISALIGNED_ADDRESS
                | Self::INVALID_ADDRESS_SPACE
                | Self::INVALID_PC
                | Self::LAUNCH_FAILED
                | Self::TENSOR_MEMORY_LEAK
                | Self::MPS_CLIENT_TERMINATED
                | Self::EXTERNAL_DEVICE
        )
    }

    /// Whether the code says only that a stream capture is in the way (900 to 908): it means "ask again" (R12).
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self.0 >= 900 && self.0 <= 908
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.meaning() {
            Some(meaning) => write!(f, "{meaning} ({})", self.0),
            None => write!(f, "unknown code ({})", self.0),
        }
    }
}

impl fmt::Debug for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ErrorCode({}: {})", self.0, self.meaning().unwrap_or("unknown"))
    }
}

#[cfg(test)]
mod tests {
    use super::ErrorCode;

    #[test]
    fn an_unknown_code_is_shown_by_its_number() {
        assert_eq!(ErrorCode::from_raw(31_337).to_string(), "unknown code (31337)");
        assert_eq!(ErrorCode::OUT_OF_MEMORY.to_string(), "out of memory (2)");
    }

    #[test]
    fn capture_codes_are_not_faults() {
        for code in 900..=908 {
            let code = ErrorCode::from_raw(code);
            assert!(code.is_capture() && !code.is_sticky(), "{code}");
        }
        assert!(!ErrorCode::from_raw(909).is_capture());
    }
}

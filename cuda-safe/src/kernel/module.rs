//! [`Module`]: loaded device code.
#![expect(unsafe_code, reason = "the author of a kernel vouches for it here")]

use std::ffi::CString;
use std::sync::Arc;

use super::args::{Args, ArgsFamily};
use super::geometry::Geometry;
use super::launch::{Kernel, Validator};
use super::loaded::LoadedModule;
use crate::context::Context;
use crate::error::{Error, ErrorCode, Result};

/// Device code, loaded into a context. A cheap handle; the code stays loaded while a kernel of it may run.
#[derive(Clone, Debug)]
#[doc(alias = "CUmodule")]
pub struct Module {
    loaded: Arc<LoadedModule>,
    log: Arc<str>,
}

impl Module {
    /// Compiles and loads PTX.
    ///
    /// # Errors
    /// [`Error::Module`] with the compiler's log, [`Error::InvalidName`] if the text has a NUL byte.
    #[doc(alias = "cuModuleLoadDataEx")]
    pub fn load(context: &Context, ptx: &str) -> Result<Self> {
        let image = CString::new(ptx).map_err(|_| Error::InvalidName)?;
        if ptx.starts_with('\x7f') {
            // Text that begins like a cubin would be read as one, past its end.
            return Err(Error::Module {
                code: ErrorCode::INVALID_IMAGE,
                log: "a binary, where PTX was expected".into(),
            });
        }
        Self::load_bytes(context, image.as_bytes_with_nul())
    }

    /// Loads a cubin or a fatbin.
    ///
    /// # Errors
    /// [`Error::Module`] with the loader's log.
    ///
    /// # Safety
    /// - `image` is one whole cubin or fatbin, or PTX ended by a NUL byte: the driver believes the lengths in it.
    #[doc(alias = "cuModuleLoadDataEx")]
    pub unsafe fn load_image(context: &Context, image: &[u8]) -> Result<Self> {
        Self::load_bytes(context, image)
    }

    fn load_bytes(context: &Context, image: &[u8]) -> Result<Self> {
        let inner = &context.inner;
        inner.begin()?;
        let (loaded, logs) = inner.api().module_load(image);
        let raw = loaded.map_err(|error| match error {
            Error::Driver { code, .. } if inner.diagnose(&error).is_none() => {
                Error::Module { code, log: logs.error.into() }
            }
            other => inner.diagnose(&other).unwrap_or(other),
        })?;
        Ok(Self { loaded: Arc::new(LoadedModule::new(inner, raw)), log: logs.info.into() })
    }

    /// What the compiler reported of its work; often empty.
    #[must_use]
    pub fn log(&self) -> &str {
        &self.log
    }

    /// Looks up the kernel `name` for safe launching with arguments `A`.
    ///
    /// `validator` runs before each launch and refuses arguments that would make the kernel touch what is not its own.
    /// Where the driver can list the kernel's parameters (12.4), their number and sizes are compared with `A`.
    ///
    /// # Errors
    /// `no such name (500)`, [`Error::Signature`], [`Error::InvalidName`], the driver's own.
    ///
    /// # Safety
    /// For every argument list and geometry that `validator` accepts:
    /// - the kernel's parameters are those of `A`, in type and order;
    /// - it accesses only the buffers it is given, within their lengths, and writes only those given as `&mut`;
    /// - what it leaves in a buffer of `T` is initialised (any bytes are a `T`).
    #[doc(alias = "cuModuleGetFunction")]
    pub unsafe fn kernel<A: Args>(
        &self,
        name: &str,
        validator: impl for<'a> Fn(&<A::Family as ArgsFamily>::Args<'a>, &Geometry) -> Result<()> + Send + Sync + 'static,
    ) -> Result<Kernel<A::Family>> {
        let validator: Validator<A::Family> = Box::new(validator);
        Kernel::find(&self.loaded, name, Some(validator))
    }

    /// Looks up the kernel `name` without a validator; only [`launch_unchecked`](crate::Stream::launch_unchecked) takes it.
    ///
    /// # Errors
    /// As [`kernel`](Self::kernel).
    pub fn unvalidated_kernel<A: Args>(&self, name: &str) -> Result<Kernel<A::Family>> {
        Kernel::find(&self.loaded, name, None)
    }
}

//! [`Kernel`]: device code with the types of its arguments, and its launch.
#![expect(unsafe_code, reason = "launches kernels that their author vouched for")]

use std::ffi::CString;
use std::fmt;
use std::sync::Arc;

use super::args::sealed::Passed;
use super::args::{Args, ArgsFamily, IntoArgs};
use super::geometry::Geometry;
use super::loaded::LoadedModule;
use crate::device::LaunchLimits;
use crate::driver::{FunctionAttribute, RawFunction};
use crate::error::{Error, Result};
use crate::op::Completion;
use crate::stream::{Operand, Operands, Stream, StreamInner};

/// What decides whether a launch is good.
pub(super) type Validator<F> =
    Box<dyn for<'a> Fn(&<F as ArgsFamily>::Args<'a>, &Geometry) -> Result<()> + Send + Sync + 'static>;

/// A kernel for arguments of kind `F`. It keeps its module loaded.
#[doc(alias = "CUfunction")]
pub struct Kernel<F: ArgsFamily> {
    module: Arc<LoadedModule>,
    function: RawFunction,
    name: Box<str>,
    validator: Option<Validator<F>>,
    /// The device's, less what this kernel takes.
    limits: LaunchLimits,
    signature_checked: bool,
}

/// The kernel for arguments `A`, for naming its type: `KernelFor<(&DeviceBuffer<f32>, u32)>`.
pub type KernelFor<A> = Kernel<<A as Args>::Family>;

impl<F: ArgsFamily> Kernel<F> {
    pub(super) fn find(module: &Arc<LoadedModule>, name: &str, validator: Option<Validator<F>>) -> Result<Self> {
        let context = module.context();
        context.begin()?;
        let symbol = CString::new(name).map_err(|_| Error::InvalidName)?;
        let api = context.api();
        let function = api.module_function(module.raw(), &symbol).map_err(|error| context.judge(error))?;
        let figure =
            |which| -> Result<u32> { Ok(u32::try_from(api.function_attribute(function, which)?).unwrap_or(0)) };
        let of_device = context.limits();
        let mut kernel = Self {
            module: Arc::clone(module),
            function,
            name: name.into(),
            validator,
            limits: LaunchLimits {
                threads_per_block: of_device.threads_per_block.min(figure(FunctionAttribute::MaxThreadsPerBlock)?),
                shared_bytes: of_device.shared_bytes.saturating_sub(figure(FunctionAttribute::StaticSharedBytes)?),
                ..*of_device
            },
            signature_checked: false,
        };
        kernel.signature_checked = kernel.check_signature()?;
        Ok(kernel)
    }

    /// Compares the driver's own list of parameters with `F`'s; `false` where the driver has no list to give.
    fn check_signature(&self) -> Result<bool> {
        let sizes = <F::Args<'static> as Passed>::SIZES;
        let mut offset = 0;
        for parameter in 0..=sizes.len() {
            let actual = sizes.get(parameter).copied();
            // Every type of a parameter is aligned to its size.
            let place = actual.map(|size| [usize::next_multiple_of(offset, size), size]);
            match self.module.context().api().function_parameter(self.function, parameter) {
                Ok(declared) if declared == place => {}
                Ok(declared) => {
                    let expected = declared.map(|[_, size]| size);
                    return Err(Error::Signature { parameter, expected, actual });
                }
                Err(Error::MissingEntryPoint { .. }) => return Ok(false),
                Err(error) => return Err(self.module.context().judge(error)),
            }
            offset = place.map_or(offset, |[start, size]| start + size);
        }
        Ok(true)
    }

    /// The kernel's name in its module.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the number and sizes of the parameters were compared with the driver's own list (12.4 and later).
    #[must_use]
    #[doc(alias = "cuFuncGetParamInfo")]
    pub fn signature_checked(&self) -> bool {
        self.signature_checked
    }

    /// The most threads a block of this kernel may have.
    #[must_use]
    #[doc(alias = "cuFuncGetAttribute")]
    pub fn max_threads_per_block(&self) -> u32 {
        self.limits.threads_per_block
    }
}

impl<F: ArgsFamily> fmt::Debug for Kernel<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kernel")
            .field("name", &self.name)
            .field("has_validator", &self.validator.is_some())
            .field("signature_checked", &self.signature_checked)
            .finish_non_exhaustive()
    }
}

impl Stream {
    /// Queues a launch of `kernel`. Its buffers are free for the next operation at once. Views go wherever buffers go.
    ///
    /// # Errors
    /// Before any driver call: [`Error::NoValidator`], what the validator refuses, [`Error::Geometry`],
    /// [`Error::ForeignContext`]. After it: the driver's own; the work is then treated as queued.
    #[doc(alias = "cuLaunchKernel")]
    pub fn launch<'a, F: ArgsFamily>(
        &self,
        kernel: &Kernel<F>,
        geometry: Geometry,
        args: impl IntoArgs<F::Args<'a>>,
    ) -> Result<Completion> {
        let args = args.into_args();
        let Some(validator) = &kernel.validator else { return Err(Error::NoValidator) };
        validator(&args, &geometry)?;
        // SAFETY: the kernel's author vouched in `Module::kernel` for every launch that the validator accepts.
        unsafe { self.launch_vouched(kernel, geometry, &args) }
    }

    /// Queues a launch without asking the kernel's validator.
    ///
    /// # Errors
    /// As [`launch`](Self::launch), except for the validator's.
    ///
    /// # Safety
    /// What `Module::kernel` demands, for these arguments and this geometry.
    #[doc(alias = "cuLaunchKernel")]
    pub unsafe fn launch_unchecked<'a, F: ArgsFamily>(
        &self,
        kernel: &Kernel<F>,
        geometry: Geometry,
        args: impl IntoArgs<F::Args<'a>>,
    ) -> Result<Completion> {
        // SAFETY: forwarded to the caller.
        unsafe { self.launch_vouched(kernel, geometry, &args.into_args()) }
    }

    /// Queues a launch.
    ///
    /// # Safety
    /// As [`launch_unchecked`](Self::launch_unchecked).
    unsafe fn launch_vouched<F: ArgsFamily>(
        &self,
        kernel: &Kernel<F>,
        geometry: Geometry,
        args: &F::Args<'_>,
    ) -> Result<Completion> {
        let context = self.inner.context();
        if !kernel.module.context().is_same(context) {
            return Err(Error::ForeignContext);
        }
        geometry.check(&kernel.limits)?;
        let touched = Touched { code: kernel.module.operand(&self.inner), args };
        let (seq, launched) = args.with(|parameters| {
            self.inner.submit_lazy(&touched, |api, raw| {
                // SAFETY: there is a pointer to each parameter (checked against the driver's list where it has one, and vouched
                // for by the author), and the kernel touches only its operands, which are freed only behind a join to this use.
                unsafe { api.launch(kernel.function, geometry.shape(), raw, parameters) }
            })
        })?;
        launched.map(|()| Completion::new(&self.inner, seq))
    }
}

/// What a launch touches.
struct Touched<'a, A> {
    code: Operand<'a>,
    args: &'a A,
}

impl<A: Passed> Operands for Touched<'_, A> {
    #[inline]
    fn claim(&self, on: &Arc<StreamInner>, seq: u64) -> bool {
        self.code.claim(on, seq) && self.args.claim(on, seq)
    }

    fn list<R>(&self, with: impl FnOnce(&[Option<Operand<'_>>]) -> R) -> R {
        self.args.list(self.code, with)
    }
}

const _: () = {
    const fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<Kernel<()>>();
};

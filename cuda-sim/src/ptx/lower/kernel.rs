//! Lowers one kernel and every function that it can reach.

use super::super::ast::Function;
use super::super::error::PtxError;
use super::super::module::{Kernel, Param};
use super::builder::Builder;
use super::function::FunctionLowering;
use super::names::Names;
use crate::exec::image::{Callee, FunctionSlot};

/// Lowers the function with that index as if it were what is launched.
pub(super) fn lower<'a, 's>(names: &'a Names<'a, 's>, index: u32) -> Result<Kernel, PtxError> {
    let function = &names.functions[index as usize];
    let mut builder = Builder::new(names);
    let (params, param_byte_len) = layout(function);
    if function.is_entry {
        let lowered = FunctionLowering::new(&mut builder, true).run(function, &params)?;
        builder.image.frame_byte_len = lowered.frame_byte_len;
    } else {
        builder.slot(index);
    }
    lower_pending(&mut builder)?;
    if builder.image.calls.iter().any(|call| matches!(call.callee, Callee::Address(_))) {
        // Any function can be what an indirect call calls.
        for (index, function) in names.functions.iter().enumerate() {
            if !function.is_entry && function.body.is_some() {
                builder.slot(index as u32);
            }
        }
        lower_pending(&mut builder)?;
    }
    builder.image.constants = names.constants();
    let image = builder.image;
    let registers = u32::from(image.count32) + 2 * u32::from(image.count64);
    Ok(Kernel {
        name: function.name.to_owned(),
        params,
        param_byte_len,
        static_shared_bytes: builder.shared_byte_len,
        dynamic_shared_align: builder.dynamic_align,
        local_bytes: image.frame_byte_len,
        const_bytes: names.const_bytes,
        // Virtual registers are many more than a device needs; a guess that leaves room for the largest block, as only
        // an assembler could tell that there is none.
        registers: (registers / 2).clamp(16, 64),
        max_threads: function.max_threads,
        image,
    })
}

fn lower_pending(builder: &mut Builder<'_, '_>) -> Result<(), PtxError> {
    while let Some(slot) = builder.pending.pop() {
        let module_index = builder.image.functions[slot as usize].module_index;
        let function = &builder.names.functions[module_index as usize];
        if function.body.is_none() {
            // Only a text that is yet to be linked comes here: what it calls was checked at the call.
            continue;
        }
        let lowered = FunctionLowering::new(builder, false).run(function, &[])?;
        builder.image.functions[slot as usize] = FunctionSlot { module_index, ..lowered };
    }
    Ok(())
}

/// Lays out the parameter block.
fn layout(function: &Function<'_>) -> (Vec<Param>, u32) {
    let mut end = 0u32;
    let mut params = Vec::new();
    for formal in &function.params {
        let byte_len = (formal.len * u64::from(formal.ty.byte_len())) as u32;
        let offset = end.next_multiple_of(formal.align);
        params.push(Param { offset, byte_len, align: formal.align });
        end = offset + byte_len;
    }
    (params, end)
}

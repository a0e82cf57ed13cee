//! Calls of the functions that the driver gives to kernels.

use super::super::ast::{Function, Operand};
use super::super::error::PtxError;
use super::function::FunctionLowering;
use super::instruction::Form;
use crate::exec::code::Op;
use crate::exec::machine::Machine;
use crate::exec::system::{System, SystemSite};

impl<'s> FunctionLowering<'_, '_, 's> {
    /// Lowers a call of a function without a body, if it is one of the driver's.
    pub(super) fn system_call(
        &mut self,
        form: &Form<'_, 's>,
        function: &Function<'s>,
        args: &[Operand<'s>],
        returns: &[Operand<'s>],
    ) -> Result<bool, PtxError> {
        let Some((system, params, results)) = System::find(function.name) else { return Ok(false) };
        let sizes = |formals: &[super::super::ast::Formal<'s>]| -> Vec<u32> {
            formals.iter().map(|formal| (formal.len as u32).saturating_mul(formal.ty.byte_len())).collect()
        };
        if sizes(&function.params) != params || sizes(&function.returns) != results {
            return Err(form.wrong("the function is declared with other parameters than the driver's"));
        }
        if args.len() != params.len() || returns.len() != results.len() {
            return Err(form.wrong("the call has another number of parameters than the function"));
        }
        let args = args.iter().zip(&function.params).map(|(operand, formal)| self.place(operand, formal, false));
        let args = args.collect::<Result<_, _>>()?;
        let returns = returns.iter().zip(&function.returns).map(|(operand, formal)| self.place(operand, formal, true));
        let returns = returns.collect::<Result<_, _>>()?;
        self.machine(Machine::System(SystemSite { system, args, returns }));
        Ok(true)
    }

    /// Adds an instruction of the table of machines.
    pub(super) fn machine(&mut self, machine: Machine) {
        let site = self.builder.image.machines.len() as u32;
        self.builder.image.machines.push(machine);
        self.emit(Op::Machine { site });
    }
}

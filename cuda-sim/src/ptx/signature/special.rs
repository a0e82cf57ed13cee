//! Special registers as operands: only moves, and conversions between integers, read them.

use super::super::ast::{Operand, OperandKind};
use super::super::types::ScalarType;
use super::operands::Types;

/// The sizes in bytes in which an instruction may read a special register; `None` if the name is of none.
pub(super) fn sizes(name: &str) -> Option<&'static [u32]> {
    Some(match name {
        "%tid" | "%ntid" | "%ctaid" | "%nctaid" => &[2, 4],
        "%gridid" => &[2, 4, 8],
        "%clock64" | "%globaltimer" => &[8],
        "%laneid" | "%warpid" | "%nwarpid" | "%smid" | "%nsmid" | "%clock" | "%clock_hi" | "%globaltimer_lo"
        | "%globaltimer_hi" | "%dynamic_smem_size" | "%total_smem_size" | "%aggr_smem_size" => &[4],
        _ if ["%lanemask_", "%envreg", "%cluster", "%nclusterid"].iter().any(|start| name.starts_with(start)) => &[4],
        _ => return None,
    })
}

/// Whether an operand is a special register.
pub(super) fn is_named(operand: &Operand<'_>) -> bool {
    matches!(operand.kind, OperandKind::Name(name) | OperandKind::Member(name, _) if sizes(name).is_some())
}

/// Whether an instruction may read a name that is no register of the program as a source of the type. Names of anything but special registers
/// are left to the rule.
pub(super) fn fits(name: &str, wanted: Option<ScalarType>, types: &Types<'_, '_>) -> bool {
    let Some(sizes) = sizes(name) else { return true };
    let is_integer = |ty: ScalarType| !ty.is_float() && ty != ScalarType::Pred;
    let Some(wanted) = wanted.filter(|&ty| is_integer(ty)) else { return false };
    match types.opcode {
        "mov" => sizes.contains(&wanted.byte_len()),
        "cvt" => {
            let mut all = types.types.iter().filter_map(|name| ScalarType::parse(name));
            all.all(is_integer) && sizes.iter().any(|&size| wanted.byte_len() <= size)
        }
        _ => false,
    }
}

//! Spells a Rust type of the bindings in C.
//!
//! Every level is wrapped in `__typeof__`, so that the result can stand where C wants a plain type name.

use std::collections::HashMap;

/// Spells the Rust type in `text`. `names` tells how C spells the names that need a keyword, or have no name in C.
pub(crate) fn c_type(text: &str, names: &HashMap<&str, &str>) -> String {
    // The compiler breaks long types into lines.
    let text = &text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(target) = text.strip_prefix("*mut").or_else(|| text.strip_prefix("* mut")) {
        return format!("__typeof__({} *)", c_type(target, names));
    }
    if let Some(target) = text.strip_prefix("*const").or_else(|| text.strip_prefix("* const")) {
        return format!("__typeof__(const {} *)", c_type(target, names));
    }
    if let Some(array) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        let (element, len) = array.rsplit_once(';').unwrap_or((array, "0"));
        let len = len.trim().trim_end_matches("usize");
        return format!("__typeof__({}[{len}])", c_type(element, names));
    }
    if let Some((_, function)) = text.split_once("fn(").or_else(|| text.split_once("fn (")) {
        return callback(function, names);
    }
    let name = text.rsplit("::").next().unwrap_or(text).trim();
    match name {
        "c_void" => "void",
        "c_char" => "char",
        "c_uchar" => "unsigned char",
        "c_short" => "short",
        "c_ushort" => "unsigned short",
        "c_int" => "int",
        "c_uint" => "unsigned int",
        "c_long" => "long",
        "c_ulong" => "unsigned long",
        "c_longlong" => "long long",
        "c_ulonglong" => "unsigned long long",
        "f32" => "float",
        "f64" => "double",
        "usize" => "size_t",
        "u8" => "uint8_t",
        "u16" => "uint16_t",
        "u32" => "uint32_t",
        "u64" => "uint64_t",
        "i32" => "int32_t",
        "i64" => "int64_t",
        other => names.get(other).copied().unwrap_or(other),
    }
    .to_owned()
}

/// Spells a function type.
pub(crate) fn c_function(answer: &str, parameters: &[&str], names: &HashMap<&str, &str>) -> String {
    let parameters: Vec<String> = parameters.iter().map(|parameter| c_type(parameter, names)).collect();
    let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
    format!("__typeof__({answer} ({parameters}))")
}

/// Spells what follows `fn(` in `Option<unsafe extern "C" fn(name: type, ...) -> answer>` as a pointer to a function.
fn callback(text: &str, names: &HashMap<&str, &str>) -> String {
    let (parameters, answer) = text.rsplit_once(')').unwrap_or((text, ""));
    let answer = answer.trim().trim_end_matches('>').trim_end_matches(',').trim();
    let answer = answer
        .strip_prefix("->")
        .map_or_else(|| "void".to_owned(), |answer| c_type(answer.trim().trim_end_matches('>'), names));
    let parameters: Vec<&str> =
        parameters.split(',').filter_map(|parameter| parameter.split_once(':')).map(|(_, ty)| ty.trim()).collect();
    format!("__typeof__({} *)", c_function(&answer, &parameters, names))
}

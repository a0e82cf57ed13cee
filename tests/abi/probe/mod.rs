//! Makes a C program of the bindings' own list of types, fields, constants and functions, and compiles it against a header.
//!
//! Each item is one line of C, an integer constant. A line that the compiler refuses names something that this header does
//! not have (or has otherwise): it is taken out, and kept with the compiler's words for the test to judge.

mod items;
mod spelling;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use items::Item;

/// Compiles the probe for one header into a static library, and returns Rust source that describes it.
pub(crate) fn compile(version: &str, include: &Path, out: &Path) -> Result<String, String> {
    let tag = format!("abi_{}", version.replace(|c: char| !c.is_ascii_alphanumeric(), "_"));
    let (c, text) = (out.join(format!("{tag}.c")), out.join(format!("{tag}.txt")));
    let mut build = cc::Build::new();
    build.include(include).std("gnu11").warnings(false).cargo_warnings(false);
    let compiler = build.try_get_compiler().map_err(|error| error.to_string())?;
    let mut command = compiler.to_command();
    command.args(["-fsyntax-only", "-w", "-x", "c"]);
    command.arg(if compiler.is_like_clang() { "-ferror-limit=0" } else { "-fmax-errors=0" }).arg(&c);

    let mut items = items::all();
    let mut absent = Vec::new();
    loop {
        std::fs::write(&c, program(&tag, &items)).map_err(|error| error.to_string())?;
        let refused = refused(&mut command, &c, items.len())?;
        if refused.is_empty() {
            break;
        }
        let mut place = 0;
        items.retain(|item| {
            let reason = refused.get(&place);
            absent.extend(reason.map(|reason| format!("{}\t{reason}\n", item.name)));
            place += 1;
            reason.is_none()
        });
    }

    build.file(&c).try_compile(&tag).map_err(|error| error.to_string())?;
    let names: String = items.iter().map(|item| format!("{}\n", item.name)).collect();
    std::fs::write(&text, names).map_err(|error| error.to_string())?;
    let missing = out.join(format!("{tag}.absent"));
    std::fs::write(&missing, absent.concat()).map_err(|error| error.to_string())?;
    let preprocessed = out.join(format!("{tag}.i"));
    let mut build = cc::Build::new();
    let expanded = build.include(include).std("gnu11").define("__CUDA_API_VERSION_INTERNAL", None);
    let expanded =
        expanded.file(include.join("cudaTypedefs.h")).flag("-dD").try_expand().map_err(|error| error.to_string())?;
    std::fs::write(&preprocessed, expanded).map_err(|error| error.to_string())?;
    Ok(format!(
        "{{
    unsafe extern \"C\" {{ static {tag}: [i64; {len}]; }}
    // SAFETY: the probe, which is linked in, defines this constant array with this length.
    let values = unsafe {{ &{tag} }};
    let (names, absent, text) = (include_str!({text:?}), include_str!({missing:?}), include_str!({preprocessed:?}));
    Header {{ version: {version:?}, values, names, absent, text }}
}},
",
        len = items.len()
    ))
}

/// How many lines of the program come before the first item.
const HEAD: usize = 6;

fn program(tag: &str, items: &[Item]) -> String {
    let mut text = format!(
        "#define __CUDA_API_VERSION_INTERNAL\n#include <stddef.h>\n#include <stdint.h>\n#include <cuda.h>\n#include <cudaTypedefs.h>\nconst long long {tag}[] = {{\n"
    );
    for item in items {
        text.push_str(&format!("(long long)({}),\n", item.expression));
    }
    text.push_str("};\n");
    text
}

/// Asks the compiler which items it refuses, by their place, and why.
fn refused(command: &mut Command, c: &Path, len: usize) -> Result<BTreeMap<usize, String>, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    let prefix = format!("{}:", c.display());
    let mut refused = BTreeMap::new();
    for line in words.lines() {
        let Some((number, reason)) = line.strip_prefix(&prefix).and_then(|rest| rest.split_once(':')) else { continue };
        let Some((_, reason)) = reason.split_once("error: ") else { continue };
        let line: usize = number.parse().map_err(|_| format!("unexpected words of the compiler: {line}"))?;
        let place = line.checked_sub(HEAD + 1).filter(|place| *place < len).ok_or_else(|| words.clone())?;
        refused.entry(place).or_insert_with(|| reason.to_owned());
    }
    if refused.is_empty() && !output.status.success() {
        return Err(words);
    }
    Ok(refused)
}

//! Makes the generated files from one folder of headers.

#[path = "bindings.rs"]
mod bindings;
#[path = "entry_points.rs"]
mod entry_points;
#[path = "result_names.rs"]
mod result_names;
#[path = "since.rs"]
pub(crate) mod since;

use std::path::Path;

const HEAD: &str = "// Made by cuda-sys/regenerate.sh from cuda.h. Do not edit.\n\n";

/// Writes `bindings.rs` (types and constants), `entry_points.rs` (the functions, as one macro) and `result_names.rs` to `out`.
/// Returns the number of functions.
pub(crate) fn generate(include: &Path, out: &Path) -> Result<usize, String> {
    let typedefs = include.join("cudaTypedefs.h");
    let typedefs =
        std::fs::read_to_string(&typedefs).map_err(|error| format!("cannot read {}: {error}", typedefs.display()))?;
    let mut file = bindings::generate(include)?;
    let functions = entry_points::take(&mut file)?;
    let names: Vec<&str> = functions.iter().map(|f| f.name.as_str()).collect();
    let origins = since::origins(&names, &typedefs)?;
    write(out, "bindings.rs", &prettyplease::unparse(&file))?;
    write(out, "result_names.rs", &result_names::render(&file)?)?;
    write(out, "entry_points.rs", &entry_points::render(&functions, &origins))?;
    Ok(functions.len())
}

fn write(out: &Path, leaf: &str, body: &str) -> Result<(), String> {
    let path = out.join(leaf);
    std::fs::write(&path, format!("{HEAD}{body}")).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

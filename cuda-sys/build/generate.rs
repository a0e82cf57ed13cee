//! Makes the generated files from one folder of headers.

#[path = "bindings.rs"]
mod bindings;
#[path = "entry_points.rs"]
mod entry_points;
#[path = "layouts.rs"]
mod layouts;
#[path = "result_names.rs"]
mod result_names;
#[path = "since.rs"]
pub(crate) mod since;

use std::path::Path;

const HEAD: &str = "// Made by cuda-sys/regenerate.sh from cuda.h. Do not edit.\n\n";

/// Writes `bindings.rs` (types and constants), `entry_points.rs` (the functions, as one macro), `result_names.rs`, and
/// `layouts.rs`, which only the ABI tests read, to `out`.
/// Returns the number of functions.
pub(crate) fn generate(include: &Path, out: &Path) -> Result<usize, String> {
    let (header, typedefs) = (read(include, "cuda.h")?, read(include, "cudaTypedefs.h")?);
    let mut file = bindings::generate(include)?;
    let functions = entry_points::take(&mut file)?;
    let names: Vec<&str> = functions.iter().map(|f| f.name.as_str()).collect();
    let origins = since::origins(&names, &typedefs)?;
    write(out, "bindings.rs", &prettyplease::unparse(&file))?;
    write(out, "layouts.rs", &layouts::render(&file, &header))?;
    write(out, "result_names.rs", &result_names::render(&file)?)?;
    write(out, "entry_points.rs", &entry_points::render(&functions, &origins))?;
    Ok(functions.len())
}

/// Reads one header.
pub(crate) fn read(folder: &Path, leaf: &str) -> Result<String, String> {
    let path = folder.join(leaf);
    std::fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

fn write(out: &Path, leaf: &str, body: &str) -> Result<(), String> {
    let path = out.join(leaf);
    std::fs::write(&path, format!("{HEAD}{body}")).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

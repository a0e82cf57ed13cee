//! The bindgen settings: one place for the checked-in files and for the `bindgen` feature, so that the two cannot drift.
//!
//! `__CUDA_API_VERSION_INTERNAL` makes the header declare every ABI name there ever was, in place of macros that
//! rename the short names to the newest ones.

use std::path::Path;

/// Runs bindgen over the `cuda.h` in `include` and returns all types, constants and `extern` declarations.
pub(crate) fn generate(include: &Path) -> Result<syn::File, String> {
    let header = include.join("cuda.h");
    let target = bindgen::RustTarget::stable(85, 0).map_err(|error| error.to_string())?;
    let source = bindgen::Builder::default()
        .header_contents("driver.h", "#include <cuda.h>\n")
        .clang_arg("-D__CUDA_API_VERSION_INTERNAL")
        .clang_arg(format!("-I{}", include.display()))
        .allowlist_function("cu[A-Z].*")
        .allowlist_type("(CU|cu|CUDA).*")
        .allowlist_var("(CU|CUDA).*")
        // `~0u`, which bindgen takes for -1: constants.rs has it.
        .blocklist_item("CU_DEV_SM_RESOURCE_GROUP_LOCALITY_DOMAIN_ID_ANY")
        .default_enum_style(bindgen::EnumVariation::NewType { is_bitfield: false, is_global: false })
        .layout_tests(true)
        .generate_comments(false)
        .derive_default(true)
        .derive_debug(true)
        .impl_debug(true)
        .use_core()
        .rust_target(target)
        .rust_edition(bindgen::RustEdition::Edition2024)
        .disable_header_comment()
        .formatter(bindgen::Formatter::None)
        .generate()
        .map_err(|error| format!("bindgen failed on {}: {error}", header.display()))?
        .to_string();
    syn::parse_file(&source).map_err(|error| format!("bindgen's output does not parse: {error}"))
}

//! Misuse that must not compile, each case with the error it must end in.
//!
//! The expected messages are those of one compiler, the one that the workspace names as its `rust-version`; with another
//! one this prints so and counts as skipped. `TRYBUILD=overwrite` rewrites them.

use std::process::Command;

#[test]
fn misuse_does_not_compile() {
    if is_the_compiler_of_the_messages() {
        trybuild::TestCases::new().compile_fail("cases/*.rs");
    }
}

/// A case that must compile has trybuild make code of all of them, where otherwise it would only check.
#[test]
fn misuse_that_a_check_does_not_see_does_not_become_code() {
    if is_the_compiler_of_the_messages() {
        let cases = trybuild::TestCases::new();
        cases.pass("good/*.rs");
        cases.compile_fail("codegen/*.rs");
    }
}

fn is_the_compiler_of_the_messages() -> bool {
    let wanted = env!("CARGO_PKG_RUST_VERSION");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let found = Command::new(rustc).arg("--version").output().expect("rustc runs");
    let found = String::from_utf8_lossy(&found.stdout).into_owned();
    if !found.contains(&format!(" {wanted}.")) || cfg!(miri) {
        println!("SKIPPED: ui (the messages are those of rustc {wanted}, this is {})", found.trim());
        return false;
    }
    true
}

//! Misuse that must not compile, each case with the error it must end in.
//!
//! The expected messages are those of one compiler, the one that the workspace names as its `rust-version`; with another
//! one this prints so and counts as skipped. `TRYBUILD=overwrite` rewrites them.

use std::process::Command;

#[test]
fn misuse_does_not_compile() {
    let wanted = env!("CARGO_PKG_RUST_VERSION");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let found = Command::new(rustc).arg("--version").output().expect("rustc runs");
    let found = String::from_utf8_lossy(&found.stdout).into_owned();
    if !found.contains(&format!(" {wanted}.")) || cfg!(miri) {
        println!("SKIPPED: ui (the messages are those of rustc {wanted}, this is {})", found.trim());
        return;
    }
    trybuild::TestCases::new().compile_fail("cases/*.rs");
}

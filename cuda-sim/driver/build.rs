//! Gives the library the name that programs ask the loader for.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is_linux = std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux");
    if is_linux {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libcuda.so.1");
        // The threads of the streams run its code, and every thread has locals of it: it cannot be unloaded.
        println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
        // Nine tenths of a library with line numbers are line numbers.
        println!("cargo::rustc-cdylib-link-arg=-Wl,--strip-debug");
    }
}

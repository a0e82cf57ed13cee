"""Compiles rust/*.rs for nvptx64: rust_kernels.py TARGET_FOLDER OUTPUT. Needs the nightly toolchain with rust-src, and no linker."""

import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
MANIFEST = """[package]
name = "ptx-corpus"
version = "0.0.0"
edition = "2024"
[lib]
path = "empty.rs"
[workspace]
"""
# A library, as assembly: a program would need a linker for LLVM's bitcode.
EXAMPLE = '[[example]]\nname = "{name}"\npath = "{path}"\ncrate-type = ["rlib"]\n'
PROFILES = {"release": [], "small": ["-Copt-level=s"], "unoptimised": ["-Copt-level=0"]}


def main():
    target, out = map(pathlib.Path, sys.argv[1:])
    sources = sorted((HERE / "rust").glob("*.rs"))
    package = target / "package"
    package.mkdir(parents=True, exist_ok=True)
    (package / "empty.rs").write_text("#![no_std]\n")
    (package / "Cargo.toml").write_text(MANIFEST + "".join(EXAMPLE.format(name=s.stem, path=s) for s in sources))
    for profile, options in PROFILES.items():
        # A panic is a trap at once: the functions of `core` that print are not linked in.
        # Separately from the flags of the dependencies, of which only the target matters.
        environment = os.environ | {"RUSTFLAGS": "-Ctarget-cpu=sm_80 -Zunstable-options -Cpanic=immediate-abort", "CARGO_TARGET_DIR": str(target)}
        environment.pop("CARGO_ENCODED_RUSTFLAGS", None)
        for source in sources:
            command = ["cargo", "+nightly", "rustc", "--release", "--target", "nvptx64-nvidia-cuda", "-Zbuild-std=core", "--example", source.stem]
            command += ["--", "--emit=asm", "-Ccodegen-units=1", f"-Cextra-filename=-{profile}", *options]
            subprocess.run(command, cwd=package, env=environment, check=True, capture_output=True)
            made = max(target.glob(f"nvptx64-nvidia-cuda/release/examples/{source.stem}-{profile}*.s"), key=os.path.getmtime)
            shutil.copy(made, out / f"{source.stem}-{profile}.ptx")


main()

#!/usr/bin/env bash
# `cuda-sim run -- cargo test` in a crate that knows nothing of this repository and uses CUDA through cudarc, which comes from crates.io.
#   tests/clients/small_crate.sh [CUDA-SIM]    with this command, or with one that is built now
set -eu
cd "$(dirname "$0")/../.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
command=${1:-}
if [ -z "$command" ]; then
    cargo build --package cuda-sim-driver
    command=$target/debug/cuda-sim
fi
command=$(realpath "$command")
folder=$target/clients/small_crate
mkdir -p "$folder"
cp -r tests/clients/small_crate/. "$folder"
cd "$folder"
export CARGO_TARGET_DIR=$folder/target
cargo fetch >/dev/null 2>&1 || { echo "SKIPPED: clients (small_crate) crates.io cannot be reached"; exit 0; }
cargo test --no-run

echo "== without a driver"
if cargo test --quiet >without 2>&1; then
    echo "its tests pass without a driver: this machine has one, or they test nothing"
else
    echo "its tests fail, as they should"
fi
echo "== on the simulator"
"$command" run --strict -- cargo test

#!/usr/bin/env bash
# cudarc's own tests of its driver and nvrtc modules, unmodified from crates.io, on the simulator and on a driver that does nothing.
#   tests/clients/cudarc.sh [FILTER]     with only the tests whose names hold the filter
set -eu
cd "$(dirname "$0")/../.."
version=0.19.10
. tests/clients/drivers.sh
nvrtc=$(.ci/venv nvrtc13 nvidia-cuda-nvrtc==13.0.88) || { echo "SKIPPED: cudarc nvrtc cannot be had"; exit 0; }
nvrtc=$(dirname "$(find "$nvrtc" -name 'libnvrtc.so.13' | head -n 1)")
ln -sf libnvrtc.so.13 "$nvrtc/libnvrtc.so"
export LD_LIBRARY_PATH=$nvrtc${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}

folder=$work/cudarc
mkdir -p "$folder/fetch/src"
printf '[package]\nname = "fetch"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\ncudarc = { version = "=%s", default-features = false, features = ["std", "driver", "cuda-13000", "dynamic-loading"] }\n[workspace]\n' \
    "$version" >"$folder/fetch/Cargo.toml"
: >"$folder/fetch/src/lib.rs"
(cd "$folder/fetch" && cargo vendor --quiet "$folder/vendor" >/dev/null) || { echo "SKIPPED: cudarc crates.io cannot be reached"; exit 0; }
rm -rf "$folder/cudarc" && cp -r "$folder/vendor/cudarc" "$folder/cudarc"
cd "$folder/cudarc"
grep -q '^\[workspace\]' Cargo.toml || echo '[workspace]' >>Cargo.toml
export CARGO_TARGET_DIR=$folder/target
binary=$(cargo test --no-run --lib --no-default-features --features std,driver,nvrtc,f16,dynamic-loading,cuda-13000 --message-format json 2>/dev/null |
    sed -nE 's/.*"executable":"([^"]*)".*/\1/p' | tail -n 1)
[ -n "$binary" ] || { echo "cudarc's tests do not build"; exit 1; }
names() { "$binary" "$@" --list 2>/dev/null | sed -nE 's/^((driver|nvrtc)::.*): test$/\1/p' | sort; }
# Those that cudarc itself does not run by default want several devices, or a process that they ruin.
tests=$(comm -23 <(names) <(names --ignored) | grep -F -- "${1:-}")
# shellcheck disable=SC2086
for driver in simulator control; do
    echo "cudarc $version, driver and nvrtc, on the $driver:"
    each_test "${!driver}" "$binary" $tests
done

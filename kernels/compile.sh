#!/usr/bin/env bash
# Compiles every .cu file of this folder to the .ptx file beside it: compile.sh [OUTPUT_FOLDER]
# Exit code 75: the compiler cannot be had.
# NVRTC comes from PyPI. Its version is the oldest that we support, so that drivers from 11.7 on accept the PTX version it writes.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here}
version=11.7.99
venv=${CARGO_TARGET_DIR:-$here/../target}/tools/nvrtc-$version

if [ ! -e "$venv/ready" ]; then
    rm -rf "$venv"
    python3 -m venv "$venv" || exit 75
    "$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps "nvidia-cuda-nvrtc-cu11==$version" || exit 75
    touch "$venv/ready"
fi
library=$(find "$venv" -name 'libnvrtc.so.*' | head -n 1)
# NVRTC looks for its built-in functions beside the running program, not beside itself.
export LD_LIBRARY_PATH="$(dirname "$library")${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
mkdir -p "$out"
for source in "$here"/*.cu; do
    "$venv/bin/python" "$here/compile.py" "$library" "$version" "$source" "$out/$(basename "${source%.cu}").ptx"
done

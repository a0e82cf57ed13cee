#!/usr/bin/env bash
# Compiles our CUDA C++ sources to the .ptx files beside them: compile.sh [OUTPUT_FOLDER]. With a folder, it gets the same tree instead.
# Exit code 75: the compiler cannot be had.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
out=${1:-$root}
tools=${CARGO_TARGET_DIR:-$root/target}/tools

# compile FOLDER PACKAGE VERSION HEADERS [OPTION...]: every .cu file of a folder, with the NVRTC of that PyPI package and the headers of others.
compile() {
    local folder=$1 package=$2 version=$3 headers=$4 library source
    shift 4
    local venv=$tools/nvrtc-$version${headers:+-headers}
    if [ ! -e "$venv/ready" ]; then
        rm -rf "$venv"
        python3 -m venv "$venv" || exit 75
        # shellcheck disable=SC2086 # the headers are a list
        "$venv/bin/pip" install --quiet --disable-pip-version-check --no-deps "$package==$version" $headers || exit 75
        touch "$venv/ready"
    fi
    library=$(find "$venv" -name 'libnvrtc.so.*' | head -n 1)
    NVRTC_HEADERS=$(find "$venv" \( -name cuda_fp16.h -printf '%h\n' \) -o \( -path '*/cuda/std' -printf '%h/..\n' \))
    export NVRTC_HEADERS
    mkdir -p "$out/$folder"
    for source in "$root/$folder"/*.cu; do
        # NVRTC looks for its built-in functions beside the running program, not beside itself.
        LD_LIBRARY_PATH="$(dirname "$library")${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" \
            "$venv/bin/python" "$root/kernels/compile.py" "$library" "$version" "$source" "$out/$folder/$(basename "${source%.cu}").ptx" "$@"
    done
}

# What is shipped: the oldest compiler that we support, so that drivers from 11.7 on accept the PTX version it writes.
compile kernels nvidia-cuda-nvrtc-cu11 11.7.99 "" --fmad=false
# What only the simulator's tests run: the newest compiler, as it is.
compile tests/kernels/sources nvidia-cuda-nvrtc 13.5.37 "nvidia-cuda-runtime==13.5.37 nvidia-cuda-crt==13.5.37 nvidia-cuda-cccl==13.3.5.0.6" \
    --device-int128

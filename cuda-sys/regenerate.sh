#!/usr/bin/env bash
# Makes src/generated from cuda.h 13.5 with the pinned bindgen and libclang. Fetches what it needs, and nothing fetched is committed.
# usage: regenerate.sh [OUT_FOLDER]          (default: src/generated)
#   CUDA_HEADERS_DIR   a folder that holds 13.5/cuda.h and 13.5/cudaTypedefs.h, in place of the fetched headers
#   LIBCLANG_PATH      a folder that holds libclang, in place of the fetched one
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/.." && pwd)
out=${1:-$here/src/generated}
mkdir -p "$out"
out=$(cd "$out" && pwd)

if [ -z "${CUDA_HEADERS_DIR:-}" ]; then
    "$root/.ci/fetch-headers" 13.5
    CUDA_HEADERS_DIR=$root/.cuda-headers
fi

if [ -z "${LIBCLANG_PATH:-}" ]; then
    clang=$("$root/.ci/venv" libclang libclang==18.1.1)
    LIBCLANG_PATH=$(dirname "$(find "$clang" -name 'libclang.*' -type f | head -n 1)")
    export LIBCLANG_PATH
fi

# The libclang wheel brings no compiler headers (stddef.h); those of the C compiler serve.
compiler_headers=$("${CC:-cc}" -print-file-name=include)
export BINDGEN_EXTRA_CLANG_ARGS="-isystem $compiler_headers --target=x86_64-unknown-linux-gnu ${BINDGEN_EXTRA_CLANG_ARGS:-}"

cd "$here/regenerate"
exec cargo run --quiet --locked -- "$CUDA_HEADERS_DIR/13.5" "$out"

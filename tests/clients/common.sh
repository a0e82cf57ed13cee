# Sourced by the clients' scripts: the library under test, the control, and how results are told.
#   library      the folder with libcuda.so.1 of the simulator; CLIENT_LIBRARY names one that is built already
#   control      the folder with a libcuda.so.1 that does nothing and answers success
#   work NAME    an empty folder outside the repository's sources
set -u
repository=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
target=$(realpath -m "${CARGO_TARGET_DIR:-$repository/target}")

# lay_out FILE FOLDER: a driver as programs look for it.
lay_out() {
    mkdir -p "$2"
    # What runs on the one that was there goes on with it.
    rm -f "$2/libcuda.so.1"
    cp "$1" "$2/libcuda.so.1"
    ln -sf libcuda.so.1 "$2/libcuda.so"
}

library() {
    local folder=$target/clients/library
    if [ -n "${CLIENT_LIBRARY:-}" ]; then
        lay_out "$CLIENT_LIBRARY" "$folder"
    else
        (cd "$repository" && CARGO_TARGET_DIR=$target cargo build -q --release -p cuda-sim-driver --lib) >&2 || exit 1
        lay_out "$target/release/libcuda_sim_driver.so" "$folder"
    fi
    echo "$folder"
}

control() {
    local folder=$target/clients/control
    (cd "$repository" && CARGO_TARGET_DIR=$target cargo build -q --release -p nothing-driver) >&2 || exit 1
    lay_out "$target/release/libnothing_driver.so" "$folder"
    echo "$folder"
}

work() {
    rm -rf "$target/clients/$1"
    mkdir -p "$target/clients/$1"
    echo "$target/clients/$1"
}

# skip REASON: what cannot be had here.
skip() {
    echo "SKIPPED: $(basename "$0") $1"
    exit 0
}

# package FOLDER NAME VERSION [OPTION OF cargo add...]: the sources of a package of crates.io, as a package that stands alone in FOLDER/NAME.
package() {
    local folder=$1 name=$2 version=$3 manifest
    shift 3
    # A package of its own that wants it brings its sources.
    if [ ! -d "$folder/fetches" ]; then
        mkdir -p "$folder/fetches/src"
        : >"$folder/fetches/src/lib.rs"
        printf '[package]\nname = "fetches"\nedition = "2021"\n[workspace]\n' >"$folder/fetches/Cargo.toml"
    fi
    (cd "$folder/fetches" && cargo add -q "$name@=$version" "$@" && cargo fetch -q) ||
        skip "the registry cannot be reached"
    manifest=$(cd "$folder/fetches" && cargo metadata --format-version 1 | python3 -c "
import json, sys
print(next(p['manifest_path'] for p in json.load(sys.stdin)['packages'] if p['name'] == '$name'))")
    cp -r "$(dirname "$manifest")" "$folder/$name"
    grep -q '^\[workspace\]' "$folder/$name/Cargo.toml" || echo '[workspace]' >>"$folder/$name/Cargo.toml"
}

# tally LOG: what cargo's test programs say, "passed failed". A test that hung or took its process with it counts as failed.
tally() {
    local passed failed
    passed=$(grep -cE '^test .* \.\.\. ok$' "$1")
    failed=$(grep -cE '^test .* \.\.\. FAILED$|^LOST ' "$1")
    echo "$passed passed, $failed failed"
}

# run_tests LIBRARY LOG FOLDER PROGRAM...: each test of each program in a process of its own, run in FOLDER, as a fault is the end of its
# process's context. CLIENT_ARGUMENTS are passed to each, CLIENT_LIMIT is the time of one in seconds, CLIENT_TESTS the names that are wanted,
# CLIENT_RUNNER a command that runs it.
run_tests() {
    local libs=$1 log=$2 folder=$3 program test code
    shift 3
    : >"$log"
    for program in "$@"; do
        # shellcheck disable=SC2086
        for test in $("$program" --list --format terse 2>/dev/null | sed -n 's/: test$//p' | grep -E -- "${CLIENT_TESTS:-}"); do
            code=0
            # In a shell of its own that outlives it, so that this one does not tell of crashes a second time.
            (cd "$folder" && CARGO_MANIFEST_DIR=$folder RUST_BACKTRACE=0 LD_LIBRARY_PATH=$libs:${LD_LIBRARY_PATH:-} timeout "${CLIENT_LIMIT:-60}" \
                ${CLIENT_RUNNER:-} "$program" --exact "$test" --nocapture ${CLIENT_ARGUMENTS:-}; exit $?) >"$log.one" 2>&1 || code=$?
            if [ "$code" -eq 0 ] && grep -q '1 ignored' "$log.one"; then
                echo "test $(basename "$program")::$test ... ignored" >>"$log"
            elif [ "$code" -eq 0 ] && grep -q '1 passed' "$log.one"; then
                echo "test $(basename "$program")::$test ... ok" >>"$log"
            elif [ "$code" -eq 124 ]; then
                echo "LOST $(basename "$program")::$test hangs" >>"$log"
            else
                echo "test $(basename "$program")::$test ... FAILED" >>"$log"
                grep -v '^$' "$log.one" | head -n 12 | sed 's/^/    /' >>"$log"
            fi
        done
    done
}

# failures LOG: those that failed, and the beginning of what they said.
failures() {
    awk '/^(test|LOST) / { shown = / (FAILED|hangs)$/ } shown' "$1"
}

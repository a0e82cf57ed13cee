# For the scripts beside it: `. tests/clients/drivers.sh` in the root of the repository builds the simulator and the driver that does nothing, and sets
#   simulator   how to run a program on the simulator: "$simulator" PROGRAM ARGUMENTS...
#   control     how to run it on the driver that does nothing
#   work        the folder for what is fetched, outside of the sources
# shellcheck shell=bash
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
work=$target/clients
mkdir -p "$work/bin" "$work/nothing"
cargo build --quiet --package cuda-sim-driver --package nothing-driver
cp "$target/debug/libnothing_driver.so" "$work/nothing/libcuda.so.1"
ln -sf libcuda.so.1 "$work/nothing/libcuda.so"
simulator=$work/bin/simulator
control=$work/bin/control
printf '#!/bin/sh\nexec "%s" run --report /dev/null -- "$@"\n' "$target/debug/cuda-sim" >"$simulator"
printf '#!/bin/sh\nexport LD_LIBRARY_PATH="%s:$LD_LIBRARY_PATH"\nexec "$@"\n' "$work/nothing" >"$control"
chmod +x "$simulator" "$control"

# each_test DRIVER BINARY TEST...: runs tests of a Rust test program, each in a process of its own, and prints which fail and how many pass.
each_test() {
    local driver=$1 binary=$2 passed=0 failed=0 code
    shift 2
    for test in "$@"; do
        code=0
        # In a shell of its own, so that this one does not tell of crashes a second time.
        (timeout -k 5 "${TEST_SECONDS:-60}" "$driver" "$binary" --exact "$test" --nocapture; exit $?) >"$work/last" 2>&1 || code=$?
        if [ "$code" -eq 0 ] && grep -q 'test result: ok. 1 passed' "$work/last"; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "  $test: exit code $code; $(grep -m 1 -A 1 'panicked at' "$work/last" | tail -n 1 | cut -c1-150)"
        fi
    done
    echo "  $passed of $((passed + failed)) passed"
}

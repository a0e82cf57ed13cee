"""Makes the corpus of PTX: corpus.py OUTPUT [COMPILER=PLACE]...

COMPILER=PLACE names what can be had: nvrtc=LIBRARY, nvcc=PROGRAM, clang=PROGRAM, numba=PYTHON, triton=PYTHON, rust=TARGET_FOLDER.
Files go to OUTPUT/COMPILER/NAME.ptx; one that is newer than everything it is made from is kept. .ci/ptx fetches the compilers and calls this.
"""

import concurrent.futures
import os
import pathlib
import subprocess
import sys

import nvrtc

HERE = pathlib.Path(__file__).resolve().parent
CUDA = HERE / "cuda"

# Variants of each source: the name that is added, and the options.
NVRTC = {"plain": [], "exact": ["--fmad=false", "--generate-line-info"], "fast": ["--use_fast_math"]}
NVCC = {"plain": [], "debug": ["-G"]}
CLANG = {"plain": ["-O3"], "unoptimised": ["-O0"]}
# What the C++ library of CUDA, which NVRTC does not bring, is needed for.
NOT_NVRTC = {"cpp_atomics", "groups", "async"}
# nvcc cannot compile some integer intrinsics with -G, and then makes cooperative groups use reserved shared memory, which is not simulated.
NOT_VARIANTS = {("intrinsics", "debug"), ("groups", "debug")}
# What clang reads without NVIDIA's headers.
CLANG_SOURCES = ["arithmetic", "bits", "calls", "convert", "divergence", "hashing", "scalar_asm", "sgemm", "tensor", "numeric"]


def is_fresh(output, sources):
    """Whether a file is there and newer than what it is made from."""
    return output.exists() and all(source.stat().st_mtime <= output.stat().st_mtime for source in sources)


def run(command, output, **more):
    """Runs a compiler; its complaints are an error of ours."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **more)
    if done.returncode != 0:
        output.unlink(missing_ok=True)
        raise RuntimeError(f"{output}: {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")


def cuda_jobs(out, compiler, variants, keep, compile_one):
    """One job for each source and variant."""
    for source in sorted(CUDA.glob("*.cu")):
        for variant, options in variants.items():
            if keep(source.stem) and (source.stem, variant) not in NOT_VARIANTS:
                output = out / compiler / f"{source.stem}-{variant}.ptx"
                if not is_fresh(output, [source, HERE / "corpus.py", HERE / "clang_prelude.h"]):
                    yield lambda s=source, o=output, f=options: compile_one(s, o, f)


def jobs(out, places):
    """Everything that has to be compiled, as calls."""
    for compiler in places:
        (out / compiler).mkdir(parents=True, exist_ok=True)
    if library := places.get("nvrtc"):
        root = pathlib.Path(library).parent.parent / "include"
        loaded = nvrtc.Nvrtc(library)
        include = [f"-I{root}", f"-I{root / 'cccl'}", "-arch=compute_80", "-std=c++17", "-default-device", "--device-int128"]
        wanted = lambda name: name not in NOT_NVRTC
        yield from cuda_jobs(out, "nvrtc", NVRTC, wanted, lambda s, o, f: loaded.compile(s, o, include + f))
    if nvcc := places.get("nvcc"):
        nvcc_flags = ["-ptx", "-arch=compute_80", "-std=c++17", "-w"]
        keep = lambda name: True
        yield from cuda_jobs(out, "nvcc", NVCC, keep, lambda s, o, f: run([nvcc, *nvcc_flags, *f, s, "-o", o], o))
    if clang := places.get("clang"):
        clang_flags = "-x cuda -nocudainc -nocudalib --cuda-device-only --cuda-gpu-arch=sm_80 -std=c++17 -w -S -fdeclspec".split()
        clang_flags += ["-Xclang", "-target-feature", "-Xclang", "+ptx83", "-include", HERE / "clang_prelude.h"]
        keep = lambda name: name in CLANG_SOURCES
        yield from cuda_jobs(out, "clang", CLANG, keep, lambda s, o, f: run([clang, *clang_flags, *f, s, "-o", o], o))
    for compiler in ("numba", "triton"):
        script = HERE / f"{compiler}_kernels.py"
        if compiler in places and not is_fresh(out / compiler / "done", [script]):
            done = out / compiler / "done"
            yield lambda p=places[compiler], s=script, d=done: (run([p, s, d.parent], d), d.touch())
    if target := places.get("rust"):
        done = out / "rust" / "done"
        if not is_fresh(done, list((HERE / "rust").iterdir())):
            yield lambda: (run([sys.executable, HERE / "rust_kernels.py", target, done.parent], done), done.touch())


def main():
    out = pathlib.Path(sys.argv[1]).resolve()
    places = dict(argument.split("=", 1) for argument in sys.argv[2:])
    failures = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for job in [pool.submit(job) for job in jobs(out, places)]:
            try:
                job.result()
            except RuntimeError as error:
                failures += 1
                print(error)
    for compiler in sorted(places):
        print(f"{compiler}: {len(list((out / compiler).glob('*.ptx')))} files")
    return failures > 0


sys.exit(main())

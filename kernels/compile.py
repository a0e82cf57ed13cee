"""Compiles one CUDA C++ file to PTX with NVRTC: compile.py LIBNVRTC VERSION SOURCE OUTPUT [OPTION...].

Run through compile.sh, which fetches the compiler, and names the folders of CUDA's headers in NVRTC_HEADERS, one a line. The compiler's own comments are left out of the output; a header of ours says how it was made.
"""

import ctypes
import os
import pathlib
import re
import sys

ARCHITECTURE = "compute_80"


def compile_to_ptx(nvrtc, name, source, options):
    """Returns the PTX text, or ends the program with the compiler's log."""
    program = ctypes.c_void_p()
    status = nvrtc.nvrtcCreateProgram(ctypes.byref(program), source.encode(), name.encode(), 0, None, None)
    if status != 0:
        sys.exit(f"compile.py: nvrtcCreateProgram answered {status}")
    # Where the headers are is nobody's business, so the output does not say it.
    folders = os.environ.get("NVRTC_HEADERS", "").split()
    words = [word.encode() for word in options + [f"--include-path={folder}" for folder in folders]]
    status = nvrtc.nvrtcCompileProgram(program, len(words), (ctypes.c_char_p * len(words))(*words))
    size = ctypes.c_size_t()
    if status != 0:
        nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value)
        nvrtc.nvrtcGetProgramLog(program, log)
        sys.exit(f"compile.py: {name}: nvrtcCompileProgram answered {status}\n{log.value.decode()}")
    nvrtc.nvrtcGetPTXSize(program, ctypes.byref(size))
    text = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetPTX(program, text)
    return text.value.decode()


def is_unused(line, text):
    """Whether a line declares a variable that nothing else names; headers bring hundreds of them."""
    declared = re.fullmatch(r"\.global .*?([\w$]+)(\[\d*\])?( = .*)?;", line)
    return declared is not None and len(re.findall(rf"(?<![\w$]){re.escape(declared[1])}(?![\w$])", text)) == 1


def main():
    library, version, source, output, *options = sys.argv[1:]
    options = [f"--gpu-architecture={ARCHITECTURE}", *options]
    source = pathlib.Path(source)
    ptx = compile_to_ptx(ctypes.CDLL(library), source.name, source.read_text(), options)
    code = [line.rstrip() for line in ptx.splitlines() if not line.lstrip().startswith("//")]
    text = "\n".join(code).strip("\n")
    text = "\n".join(line for line in text.splitlines() if not is_unused(line, text))
    while "\n\n\n" in text:
        text = text.replace("\n\n\n", "\n\n")
    header = (
        f"// Generated from {source.name} by kernels/compile.sh; do not edit.\n"
        f"// Compiler: NVRTC {version}, {' '.join(options)}.\n\n"
    )
    pathlib.Path(output).write_text(header + text + "\n")


main()

"""NVRTC through its C interface."""

import ctypes
import threading


class Nvrtc:
    """One loaded library. Compiles one file at a time."""

    def __init__(self, library):
        self.library = ctypes.CDLL(str(library))
        self.lock = threading.Lock()

    def compile(self, source, output, options):
        """Compiles a file to PTX, or raises RuntimeError with the compiler's log."""
        with self.lock:
            output.write_text(self.to_ptx(source.name, source.read_text(), options))

    def to_ptx(self, name, text, options):
        program, size = ctypes.c_void_p(), ctypes.c_size_t()
        code = self.library.nvrtcCreateProgram(ctypes.byref(program), text.encode(), name.encode(), 0, None, None)
        if code != 0:
            raise RuntimeError(f"{name}: nvrtcCreateProgram answered {code}")
        try:
            arguments = [option.encode() for option in options]
            code = self.library.nvrtcCompileProgram(program, len(arguments), (ctypes.c_char_p * len(arguments))(*arguments))
            part = "ProgramLog" if code != 0 else "PTX"
            getattr(self.library, f"nvrtcGet{part}Size")(program, ctypes.byref(size))
            buffer = ctypes.create_string_buffer(size.value)
            getattr(self.library, f"nvrtcGet{part}")(program, buffer)
            if code != 0:
                raise RuntimeError(f"{name}: NVRTC with {' '.join(options)}\n{buffer.value.decode()}")
            return buffer.value.decode()
        finally:
            self.library.nvrtcDestroyProgram(ctypes.byref(program))

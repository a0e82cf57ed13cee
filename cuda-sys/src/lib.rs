//! Bindings to the whole CUDA driver API, loaded at run time.

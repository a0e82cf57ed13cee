//! Kernels of at most 2,000 thread instructions, which between them run every class of instruction of the first two tiers:
//! small enough for Miri, so that one filter, `exec::tests::small`, takes them there.

mod classes;
mod kernels;

/// Thread instructions that one of these kernels may run.
const LIMIT: u64 = 2_000;

/// Threads that run one.
const THREADS: u32 = 4;

/// A kernel whose threads each read a word into `%r2`, leave a result in `%r0`, and write it back.
struct Small {
    /// Functions in front of the kernel.
    functions: &'static str,
    /// Its body.
    text: &'static str,
    /// The result of a thread, by its number and the word it read.
    expected: fn(u32, u32) -> u32,
}

impl Small {
    /// The words that the threads read.
    fn words() -> Vec<u32> {
        vec![3, 0x8000_0007, 40, 0xffff_ff9c]
    }

    fn source(&self) -> String {
        let Self { functions, text, .. } = self;
        format!(
            ".version 8.0\n.target sm_80\n.address_size 64\n{functions}\n.entry k(.param .u64 p) {{\n\
             .reg .b32 %r<16>; .reg .b64 %d<9>; .reg .b16 %h<9>; .reg .pred %p<6>;\n\
             ld.param.u64 %d1, [p]; mov.u32 %r1, %tid.x; mad.wide.u32 %d2, %r1, 4, %d1; ld.global.u32 %r2, [%d2];\n\
             {text}\nst.global.u32 [%d2], %r0;\nret;\n}}\n"
        )
    }
}

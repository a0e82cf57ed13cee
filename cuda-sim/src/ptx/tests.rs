//! What the front end takes, and what it says about what it does not take.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use super::compile;
use super::error::PtxErrorKind::{self, NotSimulated, Syntax, Unresolved, UnsupportedTarget, UnsupportedVersion};
use super::module::Param;
use super::types::StateSpace;

const HEAD: &str = ".version 8.0\n.target sm_80\n.address_size 64\n";

/// Compiles a kernel with some registers and the given body, which starts on line 6.
fn body(text: &str) -> Result<super::Module, super::PtxError> {
    compile(&format!(
        "{HEAD}.entry k(.param .u64 p) {{\n.reg .b32 %r<9>; .reg .b64 %d<9>; .reg .b16 %h<9>; .reg .f32 %f<9>; .reg .pred %p<9>;\n{text}\nret;\n}}\n"
    ))
}

/// Checks the kind, line and column of an error, and that its message contains some words.
fn refused(source: &str, kind: PtxErrorKind, place: (u32, u32), words: &str) {
    let error = compile(source).unwrap_err();
    assert_eq!((error.kind, error.line, error.column), (kind, place.0, place.1), "{error}");
    assert!(error.message.contains(words), "{error}");
}

#[test]
fn versions_and_targets_are_checked() {
    let with = |version: &str, target: &str| {
        format!(".version {version}\n.target {target}\n.address_size 64\n.entry k() {{ ret; }}\n")
    };
    for (version, target) in
        [("6.0", "sm_30"), ("9.5", "sm_80"), ("7.7", "sm_75, debug"), ("8.3", "sm_80, texmode_unified")]
    {
        compile(&with(version, target)).unwrap();
    }
    refused(&with("9.6", "sm_80"), UnsupportedVersion, (1, 10), "9.6");
    refused(&with("10.0", "sm_80"), UnsupportedVersion, (1, 10), "10.0");
    refused(&with("8.0", "sm_90"), UnsupportedTarget, (2, 9), "sm_90");
    refused(&with("8.0", "sm_100a"), UnsupportedTarget, (2, 9), "sm_100a");
    refused(&with("8.0", "gfx90"), Syntax, (2, 9), "gfx90");
    refused(&with("eight", "sm_80"), Syntax, (1, 10), "version");
    refused("", Syntax, (1, 1), ".version");
    refused(".version 8.0\n.target sm_80\n.address_size 32\n", NotSimulated, (3, 15), "32-bit");
}

#[test]
fn everything_around_the_code_is_read_or_skipped() {
    let source = "// A comment.\n/* Another\n one. */\n.version 8.0\n.target sm_80, debug\n.address_size 64\n\
        .file 1 \"a.cu\"\n.extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n\
        .visible .global .align 4 .b8 message[6] = {104, 105, 37, 100, 10};\n.weak .const .f64 half_five = 2.5;\n\
        .common .global .u32 shared_with_others;\n.extern .shared .align 16 .b8 pool[];\n\
        .visible .func (.param .b32 out) helper(.param .align 8 .b8 in[16]) .noreturn\n;\n\
        .visible .entry k(\n .param .u64 .ptr .global .align 16 p,\n .param .align 4 .b8 s[12]\n)\n\
        .maxntid 16, 8, 1\n.minnctapersm 2\n.pragma \"nounroll\";\n{\n\
        .reg .b32 \t%r<3>;\n.loc 1 5 3, function_name $L, inlined_at 1 2 3\nmov.u32 %r1, %tid.x;\n.pragma \"unroll 4\";\n\
        { .reg .b32 %r<3>; mov.u32 %r1, 1; }\nret;\n$tail:\n}\n\
        .section .debug_str\n{\n.b8 1, 2, 3\nlabel:\n.b64 label+4\n{ }\n}\n.weak .func helper2 () { ret; }\n.alias helper3, helper2;\n";
    let module = compile(source).unwrap();
    let kernel = module.entry("k").unwrap();
    assert_eq!(
        kernel.params,
        [Param { offset: 0, byte_len: 8, align: 8 }, Param { offset: 8, byte_len: 12, align: 4 }]
    );
    assert_eq!((kernel.param_byte_len, kernel.max_threads), (20, Some(128)));
    let names: Vec<_> =
        module.globals.iter().map(|global| (global.name.as_str(), global.space, global.byte_len)).collect();
    let expected = [
        ("message", StateSpace::Global, 6),
        ("half_five", StateSpace::Const, 8),
        ("shared_with_others", StateSpace::Global, 4),
    ];
    assert_eq!(names, expected);
    assert_eq!(module.globals[0].init, [104, 105, 37, 100, 10]);
    assert_eq!(module.globals[1].init, 2.5f64.to_le_bytes());
}

#[test]
fn modifiers_come_in_any_order() {
    for text in [
        "ld.v2.global.u32 {%r1, %r2}, [%d1];",
        "ld.volatile.global.v2.u32 {%r1, %r2}, [%d1];",
        "ld.global.nc.L1::no_allocate.L2::128B.v2.u32 {%r1, %r2}, [%d1];",
        "st.global.relaxed.gpu.u32 [%d1], %r1;",
        "st.relaxed.gpu.global.u32 [%d1], %r1;",
        "add.ftz.rn.f32 %f1, %f2, %f3;",
        "setp.lt.ftz.and.f32 %p1|%p2, %f1, %f2, !%p3;",
        "atom.add.global.u32 %r1, [%d1], %r2;",
        "bar.sync 0;",
        "barrier.sync.aligned 0, 128;",
        "fence.acq_rel.gpu;",
        "membar.gl;",
        "@!%p1 bra.uni out; out:",
    ] {
        body(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

#[test]
fn what_is_not_simulated_is_named_with_its_place() {
    for (text, column, words) in [
        ("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r1], {%r2};", 1, "`stmatrix`"),
        ("@%p1 pmevent 1;", 6, "`pmevent`"),
        ("  elect.sync %r1|%p1, %r2;", 3, "`elect`"),
        ("mov.u32 %r1, %reserved_smem_offset_1;", 14, "%reserved_smem"),
        ("cvt.rs.f16x2.f32 %r1, %f1, %f2, %r2;", 4, "`cvt` with `.rs`"),
        ("mov.u32 %r1, %pm0;", 14, "%pm0"),
    ] {
        let error = body(text).unwrap_err();
        assert_eq!((error.kind, error.line, error.column), (NotSimulated, 6, column), "{text}: {error}");
        assert!(error.message.contains(words) && error.message.contains("not simulated"), "{text}: {error}");
        assert_eq!(error.code(), 801);
    }
    let external = format!("{HEAD}.extern .func f();\n.entry k() {{\ncall f;\nret;\n}}\n");
    refused(&external, Unresolved, (6, 6), "`f`");
}

#[test]
fn mistakes_are_refused_with_their_place() {
    for (text, place, words) in [
        ("frobnicate %r1;", (6, 1), "frobnicate"),
        ("add.u32 %r1, %r2;", (6, 1), "expected a register or number of `.u32`, found only 2 operands"),
        ("ld.global.u32 %r1, [%d1], %d2;", (6, 27), "expected `;`, found `%d2` of `.b64`"),
        ("st.global.L2::cache_hint.u32 [%d1], %r1;", (6, 1), "of `.u64`, found only 2 operands"),
        ("add.u32 %r1, %r2, %r9;", (6, 19), "`%r9` is not declared"),
        ("add.u32 %r1, %r2, %d3;", (6, 19), "expected a register or number of `.u32`, found `%d3` of `.b64`"),
        ("add.u32 %r1, %r2, 1.5;", (6, 19), "of `.u32`, found a floating-point number"),
        ("add %r1, %r2, %r3;", (6, 1), "expected `.u16`, `.u32`"),
        ("add.b32 %r1, %r2, %r3;", (6, 4), "found `.b32`"),
        ("add.u32.v2 %r1, %r2, %r3;", (6, 8), "`add`: expected operands, `.cc`, found `.v2`"),
        ("add.sat.u32 %r1, %r2, %r3;", (6, 8), "expected `.s32`"),
        ("bra nowhere;", (6, 5), "`nowhere` is not defined"),
        ("x: x: ret;", (6, 4), "defined twice"),
        (".reg .b32 %r1;\nadd.u32 %r1, 1 2;", (7, 16), "expected `,`"),
        ("fma.f32 %f1, %f2, %f3, %f4;", (6, 1), "`fma`: expected `.rn`, `.rz`, `.rm`, `.rp`, found none of them"),
        ("div.f32 %f1, %f2, %f3;", (6, 1), "expected `.approx`, `.full`, `.rn`"),
        ("cvt.s32.f32 %r1, %f1;", (6, 1), "expected `.rni`"),
        ("cvt.f32.s32 %f1, %r1;", (6, 1), "`.rn`, `.rz`, `.rm`, `.rp`"),
        ("setp.ltu.s32 %p1, %r1, %r2;", (6, 9), "found `.s32`"),
        ("setp.lt.and.s32 %p1, %r1, %r2;", (6, 1), "expected a predicate, found only 3 operands"),
        ("ld.global.v4.f64 {%d1, %d2, %d3, %d4}, [%d1];", (6, 1), "16 bytes"),
        ("ld.global.v2.u32 {%r1, %r2, %r3}, [%d1];", (6, 1), "another length"),
        ("ld.shared.u32 %r1, [p];", (6, 1), "another state space"),
        ("st.param.u32 [p], %r1;", (6, 1), "read-only"),
        ("@%r1 ret;", (6, 2), "not a predicate"),
        ("mov.u32 %r1, 0x1FFFFFFFFFFFFFFFF;", (6, 14), "not a number of 64 bits"),
        ("/* open", (6, 1), "never closed"),
        ("mov.u32 %r1, #;", (6, 14), "unexpected character"),
        ("\u{e9}", (6, 1), "unexpected character"),
        ("ret", (7, 1), "found `ret`"),
        ("mul.u32.lo %r1, %r2, %r3;", (6, 4), "expected `.lo`, `.hi`"),
        ("ld.global.u32 %r1, [%f1];", (6, 20), "expected an address in brackets"),
        ("ld.global.u32 %r1, [%r1];", (6, 20), "expected an address in brackets"),
        ("ld.global.f32 %h1, [%d1];", (6, 15), "expected a register of `.f32` to write, found `%h1` of `.b16`"),
        ("ld.relaxed.global.u32 %r1, [%d1];", (6, 1), "expected `.cta`, `.gpu`, `.sys`"),
        ("shl.b64 %d1, %d2, %d3;", (6, 19), "of `.u32`, found `%d3` of `.b64`"),
        ("popc.b64 %d1, %d2;", (6, 10), "expected a register of `.u32` to write"),
        ("atom.global.exch.u32 %r1, [%d1], %r2;", (6, 17), "found `.u32`"),
        ("@%p1 selp.b32 %r1, %r2, %r3, %r4;", (6, 30), "expected a predicate, found `%r4` of `.b32`"),
        ("bar.sync 0, 32, 1;", (6, 17), "expected `;`, found the whole number 1"),
        ("add.f32 %f1, %f2, 1;", (6, 19), "of `.f32`, found the whole number 1"),
        ("exit.uni;", (6, 5), "expected operands, found `.uni`"),
        ("add.u32 %r1, %r2, %r3;;", (6, 23), "found `;`"),
        ("{ ret;", (9, 1), "the end of the text"),
    ] {
        let error = body(text).unwrap_err();
        assert_eq!((error.kind, (error.line, error.column)), (Syntax, place), "{text}: {error}");
        assert!(error.message.contains(words), "{text}: {error}");
        assert_eq!(error.code(), 218);
    }
}

#[test]
fn declarations_are_checked_too() {
    let at_module = |text: &str| format!("{HEAD}{text}\n");
    refused(&at_module(".global .u32 a; .global .u32 a;"), Syntax, (4, 30), "declared twice");
    refused(&at_module(".global .align 3 .u32 a;"), Syntax, (4, 9), "alignment");
    refused(&at_module(".global .u32 a[2] = {1, 2, 3};"), Syntax, (4, 28), "more initial values");
    refused(&at_module(".global .u64 a = b;"), Syntax, (4, 18), "`b` is not declared");
    refused(&at_module(".global .texref t;"), NotSimulated, (4, 9), "texture");
    refused(&at_module(".entry k() { ret; } .entry k() { ret; }"), Syntax, (4, 28), "defined twice");
    refused(&at_module(".entry k() { .reg .b32 %r<70000>; ret; }"), NotSimulated, (4, 24), "65535");
    refused(
        &at_module(".shared .b8 a[99999999]; .entry k() { .reg .u64 d; mov.u64 d, a; ret; }"),
        Syntax,
        (4, 13),
        "shared memory",
    );
    refused(&at_module(&format!(".entry k() {{{}", "{".repeat(100_000))), Syntax, (4, 76), "nested too deeply");
}

#[test]
fn no_prefix_of_a_module_makes_the_front_end_panic() {
    let source = format!(
        "{HEAD}.global .align 8 .u64 t[2] = {{generic(t)+8, 0xFF(t)}};\n\
         .func (.param .b32 r) f(.param .b32 x) {{ .reg .b32 %r<2>; ld.param.b32 %r1, [x]; st.param.b32 [r], %r1; ret; }}\n\
         .entry k(.param .u64 p) .maxntid 8 {{\n.reg .b32 %r<9>; .reg .pred %p;\n@!%p bra a;\nmov.b32 %r1, 0f3F800000;\n\
         {{ .param .b32 i; .param .b32 o; call (o), f, (i); }}\na: setp.eq.and.u32 %p|_, %r1, 0x1U, !%p;\nret;\n}}\n"
    );
    compile(&source).unwrap();
    let step = if cfg!(miri) { 61 } else { 1 };
    for end in (0..source.len()).step_by(step) {
        let _ = compile(&source[..end]);
        // And with one character struck out.
        let _ = compile(&format!("{}{}", &source[..end], &source[end + 1..]));
    }
}

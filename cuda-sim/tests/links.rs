//! The driver's linker: which texts go together, and what it says of those that do not.
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]

mod client;

use std::ffi::{CString, c_void};
use std::ptr::null_mut;

use client::Client;
use client::link::{CALL, Link, answering, run, writer};
use cuda_sys::{CUjitInputType as Kind, CUresult};

const FINE: CUresult = CUresult::CUDA_SUCCESS;

#[test]
fn functions_and_variables_of_other_texts_are_found() {
    let client = Client::new();
    let main = writer(
        ".extern .func (.param .u32 r) f();\n.extern .global .u32 v;\n.extern .const .u32 c;\n.extern .shared .u32 s;",
        &format!(
            "{CALL} ld.global.u32 %r2, [v]; add.u32 %r1, %r1, %r2; ld.const.u32 %r2, [c]; add.u32 %r1, %r1, %r2;\n\
             st.shared.u32 [s], %r1; ld.shared.u32 %r1, [s]; add.u32 %r1, %r1, %r1;"
        ),
    );
    let functions = answering(".visible", "f", 1);
    let variables = ".visible .global .u32 v = 20;\n.visible .const .u32 c = 300;\n.visible .shared .u32 s;";
    assert_eq!(run(&client, Link::load(&client, &[&main, &functions, variables]), c"k"), 642);
    assert_eq!(run(&client, Link::load(&client, &[variables, &functions, &main]), c"k"), 642);
    let module = Link::load(&client, &[&main, variables, &functions]);
    let mut byte_len = 0;
    ok!(client, cuModuleGetGlobal_v2(null_mut(), &mut byte_len, module, c"v".as_ptr()));
    assert_eq!(byte_len, 4);
}

#[test]
fn the_linker_looks_at_names_and_not_at_what_they_take_and_give() {
    let client = Client::new();
    let wide = writer(
        ".extern .func (.param .u64 r) f(.param .u32 a, .param .u32 b);\n.extern .global .u32 v;",
        "mov.u32 %r1, 7;\n\
         { .param .u64 r; .param .u32 a; .param .u32 b; st.param.u32 [a], %r1; st.param.u32 [b], 9; call (r), f, (a, b); ld.param.u64 %d2, [r]; }\n\
         ld.global.u32 %r1, [v];",
    );
    let narrow = ".visible .global .u32 v;\n\
         .visible .func f(.param .u32 a) { .reg .u32 %r1; ld.param.u32 %r1, [a]; st.global.u32 [v], %r1; ret; }";
    assert_eq!(run(&client, Link::load(&client, &[&wide, narrow]), c"k"), 7);
    // An argument that the function reads and nobody passes could be anything.
    let empty = wide.replace(".param .u32 a, .param .u32 b", "").replace("(a, b)", "()");
    let (code, log) = Link::refusal(&client, &[&empty, narrow]);
    assert_eq!(code, CUresult::CUDA_ERROR_INVALID_PTX);
    assert!(log.contains("another number of parameters"), "{log}");
}

#[test]
fn addresses_of_other_texts_stand_in_initial_values_and_indirect_calls_follow_them() {
    let client = Client::new();
    let main = writer(
        ".extern .func (.param .u32 r) f();\n.extern .global .u32 v;\n.global .u64 places[2] = {f, v};",
        "ld.global.u64 %d2, [places]; ld.global.u64 %d3, [places+8]; ld.global.u32 %r2, [%d3];\n\
         { .param .u32 r; p: .callprototype (.param .u32 _) _ (); call (r), %d2, (), p; ld.param.u32 %r1, [r]; }\n\
         add.u32 %r1, %r1, %r2;",
    );
    let other = answering(".visible", "f", 5) + "\n.visible .global .u32 v = 60;";
    assert_eq!(run(&client, Link::load(&client, &[&main, &other]), c"k"), 65);
}

#[test]
fn names_that_are_not_visible_belong_to_their_text() {
    let client = Client::new();
    let part = |entry: &str, number: u32| {
        let kernel = writer("", &format!("{CALL} ld.global.u32 %r2, [v]; add.u32 %r1, %r1, %r2;"));
        let kernel = kernel.replace("entry k", &format!("entry {entry}"));
        format!("{}\n.global .u32 v = {};\n{kernel}", answering("", "f", number), 10 * number)
    };
    let module = Link::load(&client, &[&part("one", 1), &part("two", 2)]);
    assert_eq!((run(&client, module, c"one"), run(&client, module, c"two")), (11, 22));
    // What is local to one text is nothing that another could mean.
    let user = writer(".extern .func (.param .u32 r) f();", CALL);
    let (code, log) = Link::refusal(&client, &[&user, &answering("", "f", 1)]);
    assert_eq!(code, CUresult::CUDA_ERROR_INVALID_PTX);
    assert!(log.contains("first: ") && log.contains("unresolved extern function `f`"), "{log}");
}

#[test]
fn a_strong_definition_beats_weak_ones_and_of_weak_ones_the_first_is_taken() {
    let client = Client::new();
    let user = writer(".extern .func (.param .u32 r) f();", CALL);
    let weak = |number| answering(".weak", "f", number);
    let strong = answering(".visible", "f", 9);
    assert_eq!(run(&client, Link::load(&client, &[&weak(1), &weak(2), &user]), c"k"), 1);
    assert_eq!(run(&client, Link::load(&client, &[&weak(1), &strong, &user]), c"k"), 9);
    assert_eq!(run(&client, Link::load(&client, &[&strong, &weak(1), &user]), c"k"), 9);
    // The text with the weak one, too, uses the strong one.
    let own = format!("{}\n{}", weak(1), writer("", CALL));
    assert_eq!(run(&client, Link::load(&client, &[&own, &strong]), c"k"), 9);
    assert_eq!(run(&client, Link::load(&client, &[&own]), c"k"), 1);
    // Variables likewise; there is one in the end.
    let reader = writer(".weak .global .u32 v = 1;", "ld.global.u32 %r1, [v];");
    let module = Link::load(&client, &[&reader, ".visible .global .u32 v = 8;"]);
    assert_eq!(run(&client, module, c"k"), 8);
}

#[test]
fn of_common_variables_the_largest_is_taken() {
    let client = Client::new();
    let small = writer(".common .global .u32 v;", "mov.u32 %r1, 0;");
    let module = Link::load(&client, &[&small, ".common .global .b8 v[100];", ".common .global .b8 v[50];"]);
    let mut byte_len = 0;
    ok!(client, cuModuleGetGlobal_v2(null_mut(), &mut byte_len, module, c"v".as_ptr()));
    assert_eq!(byte_len, 100);
}

#[test]
fn aliases_are_seen_from_other_texts() {
    let client = Client::new();
    let user = writer(".extern .func (.param .u32 r) f();", CALL);
    let other = answering(".visible", "g", 4) + "\n.visible .func (.param .u32 r) f();\n.alias f, g;";
    assert_eq!(run(&client, Link::load(&client, &[&user, &other]), c"k"), 4);
}

#[test]
fn what_is_defined_nowhere_or_twice_is_an_error_with_its_text_in_the_log() {
    let client = Client::new();
    let invalid = CUresult::CUDA_ERROR_INVALID_PTX;
    let refused = |texts: &[&str], words: &str| {
        let (code, log) = Link::refusal(&client, texts);
        assert_eq!(code, invalid);
        assert!(log.contains(words), "{log}");
    };
    let call = writer(".extern .func (.param .u32 r) f();", CALL);
    refused(&[".global .u32 a;", &call], "second: ptx line 6, column");
    refused(&[&call], "unresolved extern function `f`");
    refused(&[&writer(".extern .global .u32 v;", "ld.global.u32 %r1, [v];")], "unresolved variable `v`");
    refused(&[".extern .global .u32 v;\n.global .u64 p = v;"], "unresolved variable `v`");
    refused(&[".extern .func f();\n.global .u64 p = f;"], "unresolved extern function `f`");
    refused(&[".visible .global .u32 v;", ".visible .global .u32 v;"], "second: ptx line 4");
    refused(&[&answering(".visible", "f", 1), &answering(".visible", "f", 2)], "`f` is defined in more than one");
    refused(&[".visible .entry k() { ret; }", ".visible .entry k() { ret; }"], "`k` is defined in more than one");
    // What nobody uses need not be there.
    Link::load(&client, &[".extern .global .u32 v;\n.extern .func f();\n.visible .entry k() { ret; }"]);
}

#[test]
fn the_result_can_be_copied_linked_again_and_loaded_as_anything() {
    let client = Client::new();
    let link = Link::new(&client);
    assert_eq!(link.add_text(&answering(".visible", "f", 3), c"f"), FINE);
    let first = link.complete().unwrap();
    let again = Link::new(&client);
    assert_eq!(again.add(Kind::CU_JIT_INPUT_CUBIN, &first, c"first"), FINE);
    assert_eq!(again.add_text(&writer(".extern .func (.param .u32 r) f();", CALL), c"k"), FINE);
    let image = again.complete().unwrap();
    assert_eq!(again.info_log(), "linked: k\n");
    drop((link, again));
    let mut module = null_mut();
    ok!(client, cuModuleLoadData(&mut module, image.as_ptr().cast()));
    assert_eq!(run(&client, module, c"k"), 3);
    ok!(client, cuModuleLoadFatBinary(&mut module, image.as_ptr().cast()));
    assert_eq!(run(&client, module, c"k"), 3);
    let mut library = null_mut();
    let data = image.as_ptr().cast();
    ok!(client, cuLibraryLoadData(&mut library, data, null_mut(), null_mut(), 0, null_mut(), null_mut(), 0));
    let mut cut = image.clone();
    cut[8..16].copy_from_slice(&30u64.to_le_bytes());
    let damaged = call!(client, cuModuleLoadData(&mut module, cut.as_ptr().cast()));
    assert_eq!(damaged, CUresult::CUDA_ERROR_INVALID_IMAGE);
}

#[test]
fn a_module_alone_defines_the_variables_that_it_says_are_elsewhere() {
    // The driver's compiler says so and goes on, where nothing is to be linked; a function it cannot make up.
    let client = Client::new();
    let load = |text: &str| {
        let text = CString::new(format!(".version 8.0\n.target sm_80\n.address_size 64\n{text}")).unwrap();
        let mut module = null_mut();
        match call!(client, cuModuleLoadData(&mut module, text.as_ptr().cast())) {
            FINE => Ok(module),
            code => Err(code),
        }
    };
    let variable = writer(".extern .global .u32 v;", "ld.global.u32 %r1, [v]; add.u32 %r1, %r1, 2;");
    assert_eq!(run(&client, load(&variable).unwrap(), c"k"), 2);
    let defined = ".extern .global .u32 v;\n.visible .global .u32 v = 3;";
    assert_eq!(run(&client, load(&writer(defined, "ld.global.u32 %r1, [v];")).unwrap(), c"k"), 3);
    let function = writer(".extern .func (.param .u32 r) f();", CALL);
    assert_eq!(load(&function), Err(CUresult::CUDA_ERROR_INVALID_PTX));
}

/// Each block notes the phase that it is in, waits for the grid, counts the blocks that are in that phase, and waits again.
const PHASES: &str = "
.extern .func (.param .b64 r) cudaCGGetIntrinsicHandle(.param .b32 scope);
.extern .func (.param .b32 r) cudaCGSynchronize(.param .b64 handle, .param .b32 flags);
.visible .entry k(.param .u64 out) {
    .reg .pred %p; .reg .b32 %phase, %r<6>; .reg .b64 %out, %at, %handle, %mine;
    ld.param.u64 %out, [out];
    { .param .b64 r; .param .b32 s; st.param.b32 [s], 1; call (r), cudaCGGetIntrinsicHandle, (s); ld.param.b64 %handle, [r]; }
    mov.u32 %r1, %ctaid.x; mul.wide.u32 %mine, %r1, 4; add.u64 %mine, %mine, %out;
    mov.u32 %phase, 1;
phase:
    st.volatile.global.u32 [%mine+8], %phase;
    { .param .b32 r; .param .b64 h; .param .b32 f; st.param.b64 [h], %handle; st.param.b32 [f], 0; call (r), cudaCGSynchronize, (h, f); ld.param.b32 %r5, [r]; }
    mov.u32 %r2, 0; mov.u32 %r3, %nctaid.x; add.u64 %at, %out, 8;
look:
    ld.volatile.global.u32 %r4, [%at]; setp.eq.u32 %p, %r4, %phase; @%p red.global.add.u32 [%out], 1;
    add.u64 %at, %at, 4; add.u32 %r2, %r2, 1; setp.lt.u32 %p, %r2, %r3; @%p bra look;
    { .param .b32 r; .param .b64 h; .param .b32 f; st.param.b64 [h], %handle; st.param.b32 [f], 0; call (r), cudaCGSynchronize, (h, f); ld.param.b32 %r5, [r]; }
    st.global.u32 [%out+4], %r5;
    add.u32 %phase, %phase, 1; setp.le.u32 %p, %phase, 3; @%p bra phase;
    ret;
}";

#[test]
fn the_device_runtime_library_lets_the_blocks_of_a_grid_wait_for_each_other() {
    let client = Client::new();
    let link = Link::new(&client);
    assert_eq!(link.add_text(PHASES, c"phases"), FINE, "{}", link.error_log());
    assert_eq!(
        link.add(Kind::CU_JIT_INPUT_LIBRARY, b"!<arch>\n", c"/lib/libcudadevrt.a"),
        FINE,
        "{}",
        link.error_log()
    );
    let image = link.complete().unwrap();
    let (mut module, mut kernel) = (null_mut(), null_mut());
    ok!(client, cuModuleLoadData(&mut module, image.as_ptr().cast()));
    ok!(client, cuModuleGetFunction(&mut kernel, module, c"k".as_ptr()));
    let run = |is_cooperative: bool| {
        let mut out = client.alloc(64);
        ok!(client, cuMemsetD8_v2(out, 0, 64));
        let mut arguments: [*mut c_void; 1] = [(&raw mut out).cast()];
        let arguments = arguments.as_mut_ptr();
        if is_cooperative {
            ok!(client, cuLaunchCooperativeKernel(kernel, 4, 1, 1, 8, 1, 1, 0, null_mut(), arguments));
        } else {
            ok!(client, cuLaunchKernel(kernel, 1, 1, 1, 8, 1, 1, 0, null_mut(), arguments, null_mut()));
        }
        let found = client.read(out, 8);
        [&found[..4], &found[4..]].map(|word| u32::from_le_bytes(word.try_into().unwrap()))
    };
    // 4 blocks of 8 threads, each of which sees 4 blocks in each of 3 phases.
    assert_eq!(run(true), [4 * 8 * 4 * 3, 0]);
    // Without a cooperative launch there is nothing to wait for.
    assert_eq!(run(false)[1], 1);
}

//! Functions of the driver's that kernels call: printing, memory and assertions.

use super::device::{Device, compiled, shape};
use crate::exec::fault::{Fault, FaultKind};

const DECLARATIONS: &str = ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n\
    .extern .func (.param .b64 r) malloc(.param .b64 a);\n.extern .func free(.param .b64 a);\n\
    .extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);\n";

fn source(globals: &str, text: &str) -> String {
    format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n{DECLARATIONS}{globals}\n.entry k(.param .u64 p) {{\n\
         .local .align 8 .b8 depot[64]; .reg .b32 %r<20>; .reg .b64 %d<20>; .reg .pred %p<9>;\n\
         ld.param.u64 %d1, [p]; mov.u32 %r1, %tid.x; mad.wide.u32 %d2, %r1, 8, %d1; mov.u64 %d0, 0;\n\
         {{ .param .b64 a; .param .b64 b; .param .b32 c; .param .b64 e; .param .b64 f; .param .b32 r; .param .b64 m;\n{text} }}\n\
         st.global.u64 [%d2], %d0;\nret;\n}}\n"
    )
}

/// Runs a kernel whose threads each write `%d0` to their long word.
fn run(globals: &str, text: &str, threads: u32) -> (Device, Result<Vec<u64>, Fault>) {
    let mut device = Device::default();
    let memory = device.longs(&vec![0; threads as usize]);
    let ran = device.launch(&source(globals, text), shape(1, threads), &[&memory.to_le_bytes()]);
    let words = ran.map(|_| device.read_longs(memory));
    (device, words)
}

/// A string as the initial value of a variable.
fn string(name: &str, text: &str) -> String {
    let bytes: Vec<String> = text.bytes().chain([0]).map(|byte| byte.to_string()).collect();
    format!(".global .align 1 .b8 {name}[{}] = {{{}}};\n", bytes.len(), bytes.join(", "))
}

/// What one thread prints with a format and the bytes of its arguments, and what `vprintf` answers.
fn printed(format: &str, arguments: &[u64]) -> (String, u64) {
    let stores: String = arguments
        .iter()
        .enumerate()
        .map(|(index, word)| format!("mov.b64 %d5, {word}; st.local.u64 [depot+{}], %d5;\n", 8 * index))
        .collect();
    let text = format!(
        "{stores} mov.u64 %d3, format; mov.u64 %d4, depot; cvta.local.u64 %d4, %d4;\n\
         st.param.b64 [a], %d3; st.param.b64 [b], %d4; call (r), vprintf, (a, b); ld.param.b32 %r2, [r]; cvt.u64.u32 %d0, %r2;"
    );
    let globals = format!("{}{}", string("format", format), string("name", "guest"));
    let (device, count) = run(&globals, &text, 1);
    let printed = device.printed.lock().unwrap().clone();
    (printed, count.unwrap()[0])
}

#[test]
fn printf_takes_integers_of_every_size() {
    let minus = u64::from((-5i32) as u32);
    assert_eq!(printed("plain\n", &[]), ("plain\n".into(), 0));
    assert_eq!(printed("%d %% %i", &[minus | 7 << 32]), ("-5 % 7".into(), 2));
    assert_eq!(printed("[%5d|%-5d|%05d]", &[42 | 42 << 32, 42]), ("[   42|42   |00042]".into(), 3));
    assert_eq!(
        printed("%+d % d %.3d %x %#X %o", &[1 | 2 << 32, 3 | 0xbeef << 32, 0xff | 8 << 32]).0,
        "+1  2 003 beef 0XFF 10"
    );
    assert_eq!(printed("%lld %llu", &[(-1i64) as u64, u64::MAX]), ("-1 18446744073709551615".into(), 2));
    assert_eq!(printed("%u %hhd %hu", &[u64::from(u32::MAX) | 0x1ff << 32, 0x1_0002]).0, "4294967295 -1 2");
    assert_eq!(printed("%*d|%-*d|", &[4 | 7 << 32, 3 | 8 << 32]), ("   7|8  |".into(), 4));
    assert_eq!(printed("%c%c", &[65 | 66 << 32]), ("AB".into(), 2));
    assert_eq!(printed("%p %p", &[0x7f00, 0]), ("0x7f00 (nil)".into(), 2));
    assert_eq!(printed("100%", &[]), ("100%".into(), 0));
    assert_eq!(printed("%y", &[1]), ("%y".into(), 0));
}

#[test]
fn printf_takes_floating_point_numbers_as_c_does() {
    let one = |format: &str, value: f64| printed(format, &[value.to_bits()]).0;
    assert_eq!(one("%f", 1.5), "1.500000");
    assert_eq!(one("%8.3f|", -3.24159), "  -3.242|");
    assert_eq!(one("%08.2f", -3.24159), "-0003.24");
    assert_eq!(one("%.0f", 2.5), "2");
    assert_eq!(one("%e", 12345.678), "1.234568e+04");
    assert_eq!(one("%.2E", 0.00012345), "1.23E-04");
    assert_eq!(one("%e", 0.0), "0.000000e+00");
    assert_eq!(one("%e", 1e300), "1.000000e+300");
    assert_eq!(one("%g", 100000.0), "100000");
    assert_eq!(one("%g", 1000000.0), "1e+06");
    assert_eq!(one("%g", 0.0001), "0.0001");
    assert_eq!(one("%g", 0.00001234), "1.234e-05");
    assert_eq!(one("%.3g", 1234.0), "1.23e+03");
    assert_eq!(one("%#g", 1.0), "1.00000");
    assert_eq!(one("%+f", f64::INFINITY), "+inf");
    assert_eq!(one("%6F", f64::NAN), "   NAN");
    assert_eq!(one("%a", 1.0), "0x1p+0");
    assert_eq!(one("%a", 0.1), "0x1.999999999999ap-4");
    assert_eq!(one("%.2a", 0.1), "0x1.9ap-4");
}

#[test]
fn printf_reads_strings_at_device_addresses() {
    let format = string("format", "%s has %5.2s and %d\n");
    let globals = format!("{format}{}", string("name", "guest"));
    let text = "mov.u64 %d3, name; st.local.u64 [depot], %d3; st.local.u64 [depot+8], %d3; st.local.u32 [depot+16], %r1;\n\
        mov.u64 %d3, format; mov.u64 %d4, depot; cvta.local.u64 %d4, %d4;\n\
        st.param.b64 [a], %d3; st.param.b64 [b], %d4; call (r), vprintf, (a, b); ld.param.b32 %r2, [r]; cvt.u64.u32 %d0, %r2;";
    let (device, counts) = run(&globals, text, 2);
    assert_eq!(counts.unwrap(), [3, 3]);
    assert_eq!(*device.printed.lock().unwrap(), "guest has    gu and 0\nguest has    gu and 1\n");
    let wild = text.replace("mov.u64 %d3, name;", "mov.u64 %d3, 4096;");
    let fault = run(&globals, &wild, 1).1.unwrap_err();
    assert_eq!((fault.kind, fault.address), (FaultKind::IllegalAddress, 4096));
}

const TAKE: &str = "st.param.b64 [a], %d4; call (m), malloc, (a); ld.param.b64 %d0, [m];";

#[test]
fn malloc_gives_memory_that_kernels_may_use_and_null_when_there_is_none() {
    let text = format!(
        "mov.u64 %d4, 100; {TAKE} st.u8 [%d0+99], %r1; ld.u8 %r2, [%d0+99];\n\
         setp.ne.u32 %p1, %r1, %r2; @%p1 trap; setp.lt.u32 %p1, %r1, 16; @%p1 bra done;\n\
         st.param.b64 [a], %d0; call free, (a);\ndone:"
    );
    let (device, addresses) = run("", &text, 32);
    let mut addresses = addresses.unwrap();
    assert!(addresses.iter().all(|address| address % 16 == 0 && *address != 0));
    addresses.sort_unstable();
    addresses.dedup();
    assert_eq!(addresses.len(), 32);
    assert_eq!(device.heap.totals(), (16, 1600), "half of the threads freed theirs");
    let (_, refused) = run("", &format!("mov.u64 %d4, 5000; {TAKE}"), 1);
    assert_eq!(refused.unwrap(), [0]);
}

#[test]
fn the_heap_is_checked_as_other_memory_is() {
    let beyond = run("", &format!("mov.u64 %d4, 8; {TAKE} st.u32 [%d0+8], %r1;"), 1).1.unwrap_err();
    assert_eq!(beyond.kind, FaultKind::IllegalAddress);
    let freed =
        format!("mov.u64 %d4, 8; {TAKE} st.u32 [%d0], %r1; st.param.b64 [a], %d0; call free, (a); ld.u32 %r2, [%d0];");
    let fault = run("", &freed, 1).1.unwrap_err();
    assert_eq!((fault.kind, fault.code()), (FaultKind::IllegalAddress, 700));
    let twice = format!("mov.u64 %d4, 8; {TAKE} st.param.b64 [a], %d0; call free, (a); call free, (a);");
    let fault = run("", &twice, 1).1.unwrap_err();
    assert!(fault.message.contains("freed already"), "{fault}");
    let nothing = "st.param.b64 [a], %d0; call free, (a);";
    assert_eq!(run("", nothing, 1).1.unwrap(), [0], "freeing null does nothing");
}

#[test]
fn a_failed_assertion_says_who_and_where() {
    let globals =
        [("message", "x < 3"), ("file", "k.cu"), ("function", "void k(int)")].map(|(n, t)| string(n, t)).concat();
    let text = "setp.lt.u32 %p1, %r1, 3; @%p1 bra fine;\nmov.u64 %d3, message; st.param.b64 [a], %d3; mov.u64 %d3, file; st.param.b64 [b], %d3;\n\
        st.param.b32 [c], 12; mov.u64 %d3, function; st.param.b64 [e], %d3; st.param.b64 [f], 1;\n\
        call __assertfail, (a, b, c, e, f);\nfine:";
    let (device, ran) = run(&globals, text, 5);
    let fault = ran.unwrap_err();
    assert_eq!((fault.kind, fault.code(), fault.thread), (FaultKind::Assertion, 710, [3, 0, 0]));
    let said = device.complaints.lock().unwrap().clone();
    let expected =
        [3, 4].map(|x| format!("k.cu:12: void k(int): block: [0,0,0], thread: [{x},0,0] Assertion `x < 3` failed."));
    assert_eq!(said, expected);
}

#[test]
fn a_function_of_the_driver_with_another_signature_is_refused() {
    let wrong = ".version 8.0\n.target sm_80\n.address_size 64\n.extern .func (.param .b32 r) malloc(.param .b64 a);\n\
        .entry k() { .param .b32 r; .param .b64 a; call (r), malloc, (a); ret; }";
    assert_eq!(crate::ptx::compile(wrong).unwrap_err().code(), 218);
    assert!(compiled(&source("", "")).entry("k").is_some());
}

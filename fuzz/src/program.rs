//! Random kernels that are valid PTX, made from the bytes of a fuzzer.

use arbitrary::{Result, Unstructured};

use crate::templates::TEMPLATES;

/// Size of the memory that a kernel is given.
pub const BUFFER_BYTE_LEN: usize = 512;

/// A kernel named `k`, which takes the address of a buffer.
#[derive(Debug)]
pub struct Kernel {
    /// Its module.
    pub text: String,
    /// Blocks, and threads of each.
    pub shape: [u32; 2],
    /// What every word of the buffer holds at first.
    pub fill: u32,
}

/// Registers of each kind that instructions choose from; those above are for addresses.
const REGISTERS: usize = 6;

/// What every body declares and starts with: registers, memories, and the generic address of each.
const PRELUDE: &str = "\
.reg .b16 %h<8>; .reg .b32 %r<10>; .reg .b64 %d<16>; .reg .f32 %f<10>; .reg .f64 %g<8>; .reg .pred %p<8>;
.local .align 16 .b8 own[512];
mov.u32 %r0, %tid.x; mov.u32 %r1, %laneid; mov.u32 %r2, %ctaid.x; mov.u32 %r3, 0x3f800000; mov.u32 %r4, 77; mov.u32 %r5, -3;
cvt.u64.u32 %d0, %r0; mov.b64 %d1, -1; mov.u64 %d2, %clock64; mov.b64 %d3, 0x4000000000000000; mov.u64 %d4, own; mov.u64 %d5, bytes;
mov.b32 %f0, %r0; cvt.rn.f32.u32 %f1, %r0; mov.f32 %f2, 0f7f800000; mov.f32 %f3, 0f80000001; mov.f32 %f4, 0f7fc00000; mov.f32 %f5, 0f3f000000;
cvt.rn.f64.u32 %g0, %r1; mov.f64 %g1, 0d7ff0000000000000; mov.f64 %g2, 0d8000000000000001; mov.f64 %g3, 0d3fe0000000000000; mov.f64 %g4, %g0; mov.f64 %g5, %g1;
cvt.u16.u32 %h0, %r0; mov.b16 %h1, 0x7c00; mov.b16 %h2, 0x8001; mov.b16 %h3, -1; mov.b16 %h4, 1; mov.b16 %h5, 0x3c00;
setp.lt.u32 %p0, %r0, 7; setp.ne.u32 %p1, %r1, 0; setp.eq.u32 %p2, %r0, %r0; not.pred %p3, %p2; mov.pred %p4, %p0; mov.pred %p5, %p1;
ld.param.u64 %d13, [memory]; mov.u64 %d11, shared; cvta.shared.u64 %d11, %d11; mov.u64 %d12, own; cvta.local.u64 %d12, %d12;
";

/// Makes a kernel.
///
/// # Errors
/// If there are not enough bytes.
pub fn generate(data: &[u8]) -> Result<Kernel> {
    let mut input = Unstructured::new(data);
    let shape = [input.int_in_range(1..=3)?, *input.choose(&[1, 7, 32, 33, 64, 96])?];
    let fill = *input.choose(&[0, u32::MAX, 0x3f80_0000, 0x7f80_0001, 0x0102_0304])?;
    let blocks = input.int_in_range(1..=6)?;
    let mut body = String::new();
    for block in 0..blocks {
        body += &format!("L{block}:\n");
        for _ in 0..input.int_in_range(1..=8)? {
            instruction(&mut input, &mut body)?;
        }
        ending(&mut input, &mut body, block, blocks)?;
    }
    // Left over, so that what the kernel computed is used.
    body += "L_end:\nst.global.u32 [%d13], %r4; ret;\n";
    let mut inner = String::new();
    for _ in 0..input.int_in_range(0..=4)? {
        instruction(&mut input, &mut inner)?;
    }
    let recursion =
        if input.ratio(1, 4)? { "setp.lt.u32 %p6, %r0, 40; @%p6 call (result), helper, (result, memory);" } else { "" };
    Ok(Kernel { text: module(&inner, &body, recursion), shape, fill })
}

/// The module with these bodies of its function and its kernel.
fn module(inner: &str, body: &str, recursion: &str) -> String {
    format!(
        ".version 8.7\n.target sm_80\n.address_size 64\n\
         .global .align 16 .b8 bytes[512];\n.const .align 16 .b8 fixed[64] = {{1, 2, 3, 4, 5, 6, 7, 8}};\n\
         .extern .shared .align 16 .b8 dynamic[];\n.shared .align 16 .b8 shared[512];\n\
         .extern .func (.param .b64 out) malloc (.param .b64 size);\n.extern .func free (.param .b64 what);\n\
         .func (.reg .b32 result) helper (.reg .b32 argument, .reg .b64 memory)\n{{\n{}\
         mov.u64 %d13, memory; add.u32 %r0, argument, 1; mov.u32 result, %r0;\n{inner}{recursion}\nret;\n}}\n\
         .visible .entry k(.param .u64 memory)\n{{\n{PRELUDE}{body}}}\n",
        PRELUDE.replace("ld.param.u64 %d13, [memory];", "")
    )
}

/// How a block of code ends: mostly by going on.
fn ending(input: &mut Unstructured<'_>, body: &mut String, block: u32, blocks: u32) -> Result<()> {
    let guard = guard(input)?;
    let target = input.int_in_range(0..=blocks)?;
    let label = if target == blocks { "L_end".to_owned() } else { format!("L{target}") };
    match input.int_in_range(0..=9)? {
        0..=4 => *body += &format!("{guard}bra {label};\n"),
        5 => *body += &format!("{guard}exit;\n"),
        6 => {
            let index = register(input, 'r')?;
            *body += &format!("T{block}: .branchtargets {label}, L0, L_end;\n{guard}brx.idx {index}, T{block};\n");
        }
        _ => {}
    }
    Ok(())
}

fn guard(input: &mut Unstructured<'_>) -> Result<String> {
    Ok(if input.ratio(1, 3)? {
        format!("@{}{} ", if input.arbitrary()? { "!" } else { "" }, register(input, 'p')?)
    } else {
        String::new()
    })
}

/// Adds an instruction, and before it what makes its address.
fn instruction(input: &mut Unstructured<'_>, body: &mut String) -> Result<()> {
    let template = *input.choose(TEMPLATES)?;
    instruction_of(template, input, body)
}

fn instruction_of(template: &str, input: &mut Unstructured<'_>, body: &mut String) -> Result<()> {
    // A scope takes no guard.
    let guard = if template.starts_with('{') { String::new() } else { guard(input)? };
    let mut text = String::new();
    let mut chosen;
    let mut rest = template;
    while let Some(at) = rest.find(['$', '<']) {
        text += &rest[..at];
        let is_choice = rest[at..].starts_with('<');
        rest = &rest[at + 1..];
        if is_choice {
            let (choices, after) = rest.split_once('>').unwrap_or((rest, ""));
            let choices: Vec<&str> = choices.split('|').collect();
            chosen = format!("{}{after}", input.choose(&choices)?);
            rest = &chosen;
            continue;
        }
        let kind = rest.chars().next().unwrap_or('r');
        rest = &rest[kind.len_utf8()..];
        if matches!(kind, 'G' | 'S' | 'L' | 'X') && rest.starts_with(|sign: char| sign.is_ascii_digit()) {
            let digits = rest.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(rest.len());
            let align = rest[..digits].parse().unwrap_or(1);
            rest = &rest[digits..];
            text += &address(input, body, kind, align)?;
        } else {
            text += &operand(input, kind)?;
        }
    }
    text += rest;
    let end = if template.starts_with('{') { "" } else { ";" };
    *body += &format!("{guard}{text}{end}\n");
    Ok(())
}

/// An address of a space, nearly always inside it and aligned.
fn address(input: &mut Unstructured<'_>, body: &mut String, kind: char, align: u32) -> Result<String> {
    // Two addresses of one instruction have registers of their own.
    let (narrow, wide) = if kind == 'S' { ("%r8", "%d8") } else { ("%r7", "%d7") };
    let source = register(input, 'r')?;
    let mask = if input.ratio(1, 40)? { u32::MAX } else { 511 & !(align - 1) & !31 };
    *body += &format!("and.b32 {narrow}, {source}, {mask}; cvt.u64.u32 {wide}, {narrow};\n");
    // What is masked ends 32 bytes before the end, so a small offset stays inside.
    let offset = input.int_in_range(0..=(16 / align))? * align;
    let base = match kind {
        'G' => *input.choose(&["%d13", "bytes"])?,
        'S' => return Ok(format!("[{}+{offset}]", if input.arbitrary()? { narrow } else { wide })),
        'L' => return Ok(format!("[{wide}+{offset}]")),
        _ => *input.choose(&["%d11", "%d12", "%d13"])?,
    };
    if base == "bytes" {
        *body += &format!("mov.u64 %d9, bytes; add.u64 {wide}, {wide}, %d9;\n");
    } else {
        *body += &format!("add.u64 {wide}, {wide}, {base};\n");
    }
    Ok(format!("[{wide}+{offset}]"))
}

/// A register of a kind; a small letter may be a constant instead.
fn operand(input: &mut Unstructured<'_>, kind: char) -> Result<String> {
    let small = kind.to_ascii_lowercase();
    if kind.is_ascii_lowercase() && kind != 'p' && input.ratio(1, 5)? {
        return Ok(match kind {
            'f' => format!("0f{:08x}", pick(input)? as u32),
            'g' => format!("0d{:016x}", pick(input)?),
            'h' => format!("{}", pick(input)? as i16),
            'r' => format!("{}", pick(input)? as i32),
            _ => format!("{}", pick(input)? as i64),
        });
    }
    register(input, small)
}

fn register(input: &mut Unstructured<'_>, kind: char) -> Result<String> {
    Ok(format!("%{kind}{}", input.int_in_range(0..=REGISTERS - 1)?))
}

/// A number, often one at an edge.
fn pick(input: &mut Unstructured<'_>) -> Result<u64> {
    if input.arbitrary()? {
        return input.arbitrary();
    }
    let edges =
        [0, 1, 2, 31, 32, 33, 63, 64, 65, 255, 256, 0x7fff, 0x8000, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];
    let wide = [
        1 << 32,
        i64::MAX as u64,
        1 << 63,
        u64::MAX,
        0x3f80_0000,
        0x7f80_0000,
        0x7fc0_0000,
        0x0080_0000,
        0x7ff0_0000_0000_0000,
    ];
    input.choose(&[edges.as_slice(), wide.as_slice()].concat()).copied()
}

#[cfg(test)]
mod tests {
    use arbitrary::Unstructured;

    use super::{PRELUDE, TEMPLATES, generate, instruction_of};

    /// Bytes that a seed makes.
    fn bytes(seed: u64, len: usize) -> Vec<u8> {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 24) as u8
        };
        std::iter::repeat_with(next).take(len).collect()
    }

    #[test]
    fn every_template_makes_valid_instructions() {
        let mut wrong = Vec::new();
        for template in TEMPLATES {
            for seed in 0..12 {
                let data = bytes(seed, 400);
                let mut body = String::new();
                instruction_of(template, &mut Unstructured::new(&data), &mut body).expect("there are bytes enough");
                let text = super::module("", &body, "");
                if let Err(error) = cuda_sim::check_ptx(&text) {
                    wrong.push(format!("{template}: {error}\n    {body}"));
                    break;
                }
            }
        }
        assert!(PRELUDE.contains("own") && wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn random_kernels_are_valid() {
        for seed in 0..200 {
            let data = bytes(seed, 2000);
            let kernel = generate(&data).expect("there are bytes enough");
            assert_eq!(cuda_sim::check_ptx(&kernel.text), Ok(()), "seed {seed}:\n{}", kernel.text);
        }
    }
}

//! Changes of PTX that keep most of it PTX: lines and words are dropped, doubled, swapped and taken from elsewhere in the text.

/// Changes the text in `data[..size]`, and gives its new size, at most `max_size`.
pub fn mutate(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let text = data[..size].to_vec();
    let mut state = seed | 1;
    let mut below = |limit: usize| {
        // A xorshift; zero is no state of it.
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state as usize % limit.max(1)
    };
    let is_line = below(3) == 0;
    let mut pieces: Vec<&[u8]> =
        if is_line { text.split_inclusive(|&byte| byte == b'\n').collect() } else { words(&text) };
    for _ in 0..=below(4) {
        if pieces.is_empty() {
            break;
        }
        let (at, other) = (below(pieces.len()), below(pieces.len()));
        match below(5) {
            0 => drop(pieces.remove(at)),
            1 => pieces.insert(at, pieces[other]),
            2 => pieces.swap(at, other),
            3 => pieces[at] = pieces[other],
            _ => pieces[at] = WORDS[below(WORDS.len())].as_bytes(),
        }
    }
    let mut changed = pieces.concat();
    changed.truncate(max_size.min(data.len()));
    data[..changed.len()].copy_from_slice(&changed);
    changed.len()
}

/// The text in words, numbers and single signs.
fn words(text: &[u8]) -> Vec<&[u8]> {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'%');
    text.chunk_by(|&a, &b| is_letter(a) && is_letter(b)).collect()
}

/// What a text may turn on.
const WORDS: &[&str] = &[
    ".u16",
    ".s32",
    ".u64",
    ".f32",
    ".f64",
    ".b8",
    ".pred",
    ".f16x2",
    ".v4",
    ".wide",
    ".hi",
    ".sat",
    ".cc",
    ".global",
    ".shared",
    ".local",
    ".param",
    ".const",
    "%tid.x",
    "%r1",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    "@!%p1 ",
    ";",
    ",",
    "-",
    "0x",
    "0f3f800000",
    "0d",
    "18446744073709551616",
    "-9223372036854775808",
    "4294967295",
    ".func ",
    ".entry ",
    ".reg ",
    ".align ",
    ".extern ",
    ".branchtargets",
    ".callprototype",
    ".maxntid ",
    "generic(",
    "/*",
    "//",
    "\"",
    "99999999999999999999999",
    "<4294967295>",
];

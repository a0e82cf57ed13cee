//! `printf`: a format and its arguments to text, by the rules of C.

/// Where arguments come from.
pub(super) trait Arguments {
    /// Why one cannot be had.
    type Error;

    /// The next argument of 4 or 8 bytes.
    fn word(&mut self, byte_len: u8) -> Result<u64, Self::Error>;

    /// The string at an address.
    fn text(&mut self, address: u64) -> Result<Vec<u8>, Self::Error>;
}

/// More arguments than this are not read.
const MOST: u32 = 32;

/// One `%...`.
#[derive(Clone, Copy, Debug, Default)]
struct Spec {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
}

/// The text, and how many arguments went into it.
pub(super) fn render<A: Arguments>(format: &[u8], arguments: &mut A) -> Result<(Vec<u8>, u32), A::Error> {
    let mut out = Vec::new();
    let mut count = 0;
    let mut rest = format;
    while let Some(start) = rest.iter().position(|&byte| byte == b'%') {
        out.extend_from_slice(&rest[..start]);
        let after = &rest[start + 1..];
        match conversion(after, arguments, &mut count)? {
            Some((text, len)) => {
                out.extend_from_slice(&text);
                rest = &after[len..];
            }
            None => {
                // Not a conversion of C: it stands for itself.
                out.push(b'%');
                rest = after;
            }
        }
    }
    out.extend_from_slice(rest);
    Ok((out, count))
}

/// One conversion: its text, and the length of its specification.
fn conversion<A: Arguments>(
    text: &[u8],
    arguments: &mut A,
    count: &mut u32,
) -> Result<Option<(Vec<u8>, usize)>, A::Error> {
    let mut spec = Spec::default();
    let mut at = 0;
    let peek = |at: usize| text.get(at).copied().unwrap_or(0);
    loop {
        match peek(at) {
            b'-' => spec.left = true,
            b'+' => spec.plus = true,
            b' ' => spec.space = true,
            b'#' => spec.alternate = true,
            b'0' => spec.zero = true,
            _ => break,
        }
        at += 1;
    }
    let mut next = |byte_len: u8| -> Result<u64, A::Error> {
        if *count == MOST {
            return Ok(0);
        }
        *count += 1;
        arguments.word(byte_len)
    };
    let number = |at: &mut usize| {
        let mut value = 0usize;
        while peek(*at).is_ascii_digit() {
            value = value.saturating_mul(10).saturating_add(usize::from(peek(*at) - b'0'));
            *at += 1;
        }
        value.min(4096)
    };
    if peek(at) == b'*' {
        at += 1;
        let width = next(4)? as u32 as i32;
        spec.left |= width < 0;
        spec.width = (width.unsigned_abs() as usize).min(4096);
    } else {
        spec.width = number(&mut at);
    }
    if peek(at) == b'.' {
        at += 1;
        if peek(at) == b'*' {
            at += 1;
            let precision = next(4)? as u32 as i32;
            spec.precision = usize::try_from(precision).ok().map(|precision| precision.min(4096));
        } else {
            spec.precision = Some(number(&mut at));
        }
    }
    let modifier = at;
    while matches!(peek(at), b'h' | b'l' | b'z' | b'j' | b't' | b'q' | b'L') {
        at += 1;
    }
    let (byte_len, bits) = match &text[modifier..at] {
        b"hh" => (4, 8),
        b"h" => (4, 16),
        b"" => (4, 32),
        _ => (8, 64),
    };
    let done = at + 1;
    let shift = 64 - bits;
    let rendered = match peek(at) {
        b'd' | b'i' => {
            let value = (next(byte_len)? << shift) as i64 >> shift;
            spec.integer(value < 0, &value.unsigned_abs().to_string(), "", true)
        }
        b'u' => spec.integer(false, &(next(byte_len)? << shift >> shift).to_string(), "", false),
        b'o' => {
            let value = next(byte_len)? << shift >> shift;
            spec.integer(false, &format!("{value:o}"), if spec.alternate && value != 0 { "0" } else { "" }, false)
        }
        b'x' => {
            let value = next(byte_len)? << shift >> shift;
            spec.integer(false, &format!("{value:x}"), if spec.alternate && value != 0 { "0x" } else { "" }, false)
        }
        b'X' => {
            let value = next(byte_len)? << shift >> shift;
            spec.integer(false, &format!("{value:X}"), if spec.alternate && value != 0 { "0X" } else { "" }, false)
        }
        b'p' => match next(8)? {
            0 => spec.pad(b"(nil)"),
            value => spec.integer(false, &format!("{value:x}"), "0x", false),
        },
        b'c' => spec.pad(&[next(4)? as u8]),
        b's' => {
            let address = next(8)?;
            let mut text = arguments.text(address)?;
            text.truncate(spec.precision.unwrap_or(text.len()));
            spec.pad(&text)
        }
        style @ (b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A') => {
            spec.float(f64::from_bits(next(8)?), char::from(style))
        }
        b'%' if at == 0 => b"%".to_vec(),
        _ => return Ok(None),
    };
    Ok(Some((rendered, done)))
}

impl Spec {
    fn pad(&self, text: &[u8]) -> Vec<u8> {
        let fill = vec![b' '; self.width.saturating_sub(text.len())];
        if self.left { [text, &fill].concat() } else { [&fill, text].concat() }
    }

    fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, ..) => "-",
            (false, true, _) => "+",
            (false, false, true) => " ",
            _ => "",
        }
    }

    fn integer(&self, negative: bool, digits: &str, prefix: &str, signed: bool) -> Vec<u8> {
        let sign = if signed { self.sign(negative) } else { "" };
        let digits = if self.precision == Some(0) && digits == "0" { "" } else { digits };
        let least = self.precision.unwrap_or(1);
        let digits = format!("{}{digits}", "0".repeat(least.saturating_sub(digits.len())));
        // A precision turns the zero flag off.
        self.number(&format!("{sign}{prefix}"), &digits, self.zero && self.precision.is_none())
    }

    /// A sign, or what else stands in front, and digits; zeros go between.
    fn number(&self, front: &str, digits: &str, zeros: bool) -> Vec<u8> {
        if !zeros || self.left {
            return self.pad(format!("{front}{digits}").as_bytes());
        }
        let fill = self.width.saturating_sub(front.len() + digits.len());
        format!("{front}{}{digits}", "0".repeat(fill)).into_bytes()
    }

    fn float(&self, value: f64, style: char) -> Vec<u8> {
        let sign = self.sign(value.is_sign_negative());
        let upper = style.is_ascii_uppercase();
        let case = |text: String| if upper { text.to_uppercase() } else { text };
        if !value.is_finite() {
            let word = if value.is_nan() { "nan" } else { "inf" };
            return self.pad(case(format!("{sign}{word}")).as_bytes());
        }
        let magnitude = value.abs();
        let precision = self.precision.unwrap_or(6);
        let (front, digits) = match style.to_ascii_lowercase() {
            'f' => (sign.to_owned(), self.pointed(format!("{magnitude:.precision$}"))),
            'e' => (sign.to_owned(), self.scientific(magnitude, precision)),
            'g' => (sign.to_owned(), self.general(magnitude, precision.max(1))),
            _ => (case(format!("{sign}0x")), hexadecimal(magnitude, self.precision)),
        };
        self.number(&front, &case(digits), self.zero)
    }

    /// Keeps a point at the end where the alternate form asks for one.
    fn pointed(&self, digits: String) -> String {
        if self.alternate && !digits.contains('.') { digits + "." } else { digits }
    }

    fn scientific(&self, magnitude: f64, precision: usize) -> String {
        let text = format!("{magnitude:.precision$e}");
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |exponent| ('-', exponent));
        format!("{}e{sign}{exponent:0>2}", self.pointed(mantissa.to_owned()))
    }

    fn general(&self, magnitude: f64, precision: usize) -> String {
        let rounded = format!("{magnitude:.0$e}", precision - 1);
        let exponent: i32 = rounded.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
        let plain = (-4..precision as i32).contains(&exponent);
        let text = if plain {
            let after = (precision as i32 - 1 - exponent).max(0) as usize;
            self.pointed(format!("{magnitude:.after$}"))
        } else {
            self.scientific(magnitude, precision - 1)
        };
        if self.alternate {
            return text;
        }
        let (mantissa, exponent) = text
            .split_once('e')
            .map_or((text.as_str(), String::new()), |(mantissa, exponent)| (mantissa, format!("e{exponent}")));
        let mantissa =
            if mantissa.contains('.') { mantissa.trim_end_matches('0').trim_end_matches('.') } else { mantissa };
        format!("{mantissa}{exponent}")
    }
}

/// The digits and exponent of `%a`, behind `0x`.
fn hexadecimal(magnitude: f64, precision: Option<usize>) -> String {
    const FRACTION: u32 = 52;
    let bits = magnitude.to_bits();
    let biased = bits >> FRACTION;
    let mut exponent = if biased == 0 { -1022 } else { biased as i64 - 1023 };
    let mut significand = bits & ((1 << FRACTION) - 1) | u64::from(biased != 0) << FRACTION;
    if significand == 0 {
        exponent = 0;
    }
    if let Some(digits) = precision.filter(|&digits| digits < 13) {
        // To the nearest, ties to even.
        let drop = FRACTION - 4 * digits as u32;
        let half = 1 << (drop - 1);
        let tail = significand & ((1 << drop) - 1);
        let odd = significand >> drop & 1;
        significand = (significand >> drop) + u64::from(tail > half || tail == half && odd == 1);
        significand <<= drop;
    }
    let fraction = format!("{:013x}", significand & ((1 << FRACTION) - 1));
    let fraction = match precision {
        None => fraction.trim_end_matches('0').to_owned(),
        Some(digits) if digits < 13 => fraction[..digits].to_owned(),
        Some(digits) => fraction + &"0".repeat(digits - 13),
    };
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{}{point}{fraction}p{exponent:+}", significand >> FRACTION)
}

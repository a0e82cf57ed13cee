//! Products of matrices that a warp makes: every form, with the layouts as the PTX documentation gives them, against products
//! made element by element.

use super::device::{Device, compiled, shape};
use crate::exec::fault::{Fault, FaultKind};
use crate::exec::fragment::Element;
use crate::exec::half::{narrow, widen32};
use crate::ptx::{self, Module};

const SOURCE: &str = include_str!("ptx/matrix.ptx");

/// A generator that a seed starts.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    /// The bits of a random element.
    fn element(&mut self, element: Element) -> u64 {
        let value = (self.next() % 8192) as f64 / 1024.0 - 4.0;
        match element {
            Element::F64 => value.to_bits(),
            // With low bits that a tf32 does not have.
            Element::F32 | Element::Tf32 => u64::from((value as f32).to_bits()) | self.next() & 0x1fff,
            Element::F16 => u64::from(narrow(false, value)),
            Element::Bf16 => u64::from(narrow(true, value)),
            Element::S32 => self.next() % (1 << 20),
            _ => self.next() & ((1 << element.bits()) - 1),
        }
    }
}

fn value(element: Element, bits: u64) -> f64 {
    match element {
        Element::F64 => f64::from_bits(bits),
        Element::F32 => f64::from(f32::from_bits(bits as u32)),
        Element::Tf32 => f64::from(f32::from_bits(bits as u32 & 0xffff_e000)),
        Element::F16 | Element::Bf16 => f64::from(f32::from_bits(widen32(element == Element::Bf16, bits as u32))),
        Element::S32 => f64::from(bits as u32 as i32),
        Element::S8 => f64::from(bits as u8 as i8),
        Element::S4 => f64::from(((bits as u8) << 4) as i8 >> 4),
        _ => bits as f64,
    }
}

/// A matrix as bits, row after row.
struct Matrix {
    element: Element,
    columns: usize,
    bits: Vec<u64>,
}

impl Matrix {
    fn random(random: &mut Random, element: Element, rows: usize, columns: usize) -> Self {
        Self { element, columns, bits: (0..rows * columns).map(|_| random.element(element)).collect() }
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        value(self.element, self.bits[row * self.columns + column])
    }

    /// The registers of each lane, where `place` says which element is the lane's i-th.
    fn spread(&self, place: impl Fn(usize, usize) -> (usize, usize)) -> Vec<u8> {
        let bits = self.element.bits() as usize;
        let per_lane = self.bits.len() / 32;
        let mut bytes = Vec::new();
        for lane in 0..32 {
            let mut packed = vec![0u8; per_lane * bits / 8];
            for index in 0..per_lane {
                let (row, column) = place(lane, index);
                put(&mut packed, index * bits, bits, self.bits[row * self.columns + column]);
            }
            bytes.extend(packed);
        }
        bytes
    }

    /// The matrix in memory, with `stride` elements from one row (or column) to the next.
    fn stored(&self, by_columns: bool, stride: usize) -> Vec<u8> {
        let bits = self.element.bits() as usize;
        let rows = self.bits.len() / self.columns;
        let lines = if by_columns { self.columns } else { rows };
        let mut bytes = vec![0u8; lines * stride * bits / 8];
        for row in 0..rows {
            for column in 0..self.columns {
                let (major, minor) = if by_columns { (column, row) } else { (row, column) };
                put(&mut bytes, (major * stride + minor) * bits, bits, self.bits[row * self.columns + column]);
            }
        }
        bytes
    }
}

fn put(bytes: &mut [u8], at: usize, bits: usize, value: u64) {
    for bit in 0..bits {
        bytes[(at + bit) / 8] |= ((value >> bit & 1) as u8) << ((at + bit) % 8);
    }
}

fn get(bytes: &[u8], at: usize, bits: usize) -> u64 {
    (0..bits).fold(0, |value, bit| value | u64::from(bytes[(at + bit) / 8] >> ((at + bit) % 8) & 1) << bit)
}

/// Where the i-th element of a lane is in the left factor.
fn place_a(element: Element, rows: usize, k: usize, lane: usize, i: usize) -> (usize, usize) {
    let (group, t) = (lane / 4, lane % 4);
    let low = |is_low: bool| if is_low { group } else { group + 8 };
    match (element.bits(), rows, k) {
        (64, 8, 4) => (group, t),
        (32, 16, 4) => (low(i == 0), t),
        (32, 16, 8) => (low(i == 0 || i == 2), if i < 2 { t } else { t + 4 }),
        (16, 16, 8) => (low(i < 2), t * 2 + (i & 1)),
        (16, 16, 16) => (low(i < 2 || (4..6).contains(&i)), t * 2 + (i & 1) + if i < 4 { 0 } else { 8 }),
        (8, 8, 16) => (group, t * 4 + i),
        (8, 16, 16) => (low(i < 4), t * 4 + (i & 3)),
        (8, 16, 32) => (low(i < 4 || (8..12).contains(&i)), t * 4 + (i & 3) + if i < 8 { 0 } else { 16 }),
        (4, 8, 32) => (group, t * 8 + i),
        (4, 16, 32) => (low(i < 8), t * 8 + (i & 7)),
        (4, 16, 64) => (low(i < 8 || (16..24).contains(&i)), t * 8 + (i & 7) + if i < 16 { 0 } else { 32 }),
        (1, 8, 128) => (group, t * 32 + i),
        (1, 16, 128) => (low(i < 32), t * 32 + (i & 31)),
        (1, 16, 256) => (low(i < 32 || (64..96).contains(&i)), t * 32 + (i & 31) + if i < 64 { 0 } else { 128 }),
        other => panic!("no such left factor: {other:?}"),
    }
}

/// The same in the right factor.
fn place_b(element: Element, k: usize, lane: usize, i: usize) -> (usize, usize) {
    let (group, t) = (lane / 4, lane % 4);
    let row = match (element.bits(), k) {
        (64, 4) | (32, 4) => t,
        (32, 8) => t + 4 * i,
        (16, 8) => t * 2 + i,
        (16, 16) => t * 2 + (i & 1) + if i < 2 { 0 } else { 8 },
        (8, 16) => t * 4 + i,
        (8, 32) => t * 4 + (i & 3) + if i < 4 { 0 } else { 16 },
        (4, 32) => t * 8 + i,
        (4, 64) => t * 8 + (i & 7) + if i < 8 { 0 } else { 32 },
        (1, 128) => t * 32 + i,
        (1, 256) => t * 32 + (i & 31) + if i < 32 { 0 } else { 128 },
        other => panic!("no such right factor: {other:?}"),
    };
    (row, group)
}

/// The same in what is added, and in the result.
fn place_c(lane: usize, i: usize) -> (usize, usize) {
    (lane / 4 + if i < 2 { 0 } else { 8 }, lane % 4 * 2 + (i & 1))
}

/// What a kernel's name says: shape, types and what follows them.
fn parse(name: &str) -> ([usize; 3], Vec<Element>, Vec<&str>) {
    let mut words = name.split('_').skip(1);
    let numbers = words.next().unwrap().split(['m', 'n', 'k']).skip(1).map(|number| number.parse().unwrap());
    let shape: Vec<usize> = numbers.collect();
    let (types, rest): (Vec<_>, Vec<_>) = words.partition(|word| Element::parse(word).is_some());
    ([shape[0], shape[1], shape[2]], types.into_iter().filter_map(Element::parse).collect(), rest)
}

fn launch(device: &mut Device, module: &Module, name: &str, args: &[u64]) -> Result<(), Fault> {
    let args: Vec<[u8; 8]> = args.iter().map(|arg| arg.to_le_bytes()).collect();
    let args: Vec<&[u8]> = args.iter().map(<[u8; 8]>::as_slice).collect();
    device.launch_entry(module, name, shape(1, 32), &args).map(drop)
}

/// One element of the product, how far off it may be, and the same for the sum of sizes.
fn product(a: &Matrix, b: &Matrix, c: f64, row: usize, column: usize, word: Option<&str>) -> (f64, f64) {
    let steps = (0..a.columns).map(|step| {
        let (x, y) = (a.at(row, step), b.at(step, column));
        // Of bits, a product is the same as an and.
        if word == Some("xor") { f64::from(x != y) } else { x * y }
    });
    let (sum, size) = steps.fold((c, c.abs()), |(sum, size), step| (sum + step, size + step.abs()));
    let sum = if word == Some("sat") { sum.clamp(f64::from(i32::MIN), f64::from(i32::MAX)) } else { sum };
    (sum, size)
}

fn tolerance(d: Element, size: f64) -> f64 {
    match d {
        Element::F16 => size / 512.0,
        Element::F32 => size * 1e-6,
        Element::F64 => size * 1e-15,
        _ => 0.0,
    }
}

fn compare(name: &str, seed: u64, d: Element, found: f64, (expected, size): (f64, f64), at: (usize, usize)) {
    let off = (found - expected).abs();
    assert!(off <= tolerance(d, size), "{name}, seed {seed}, element {at:?}: found {found}, expected {expected}");
}

#[test]
fn every_form_of_mma_multiplies_as_its_layout_says() {
    let module = compiled(SOURCE);
    let names: Vec<&String> = module.entries.keys().filter(|name| name.starts_with("mma_")).collect();
    assert_eq!(names.len(), 29);
    for name in names {
        for seed in 1..if cfg!(miri) { 2 } else { 4 } {
            let mut random = Random(seed);
            let ([m, n, k], types, words) = parse(name);
            let &[d, left, right] = types.as_slice() else { panic!("three types") };
            let (a, b) = (Matrix::random(&mut random, left, m, k), Matrix::random(&mut random, right, k, n));
            let mut c = Matrix::random(&mut random, d, m, n);
            if words.first() == Some(&"sat") {
                c.bits.iter_mut().for_each(|bits| *bits = 0x7fff_ffff - (*bits & 0xff));
            }
            let mut device = Device::default();
            let at_a = device.alloc(&a.spread(|lane, i| place_a(left, m, k, lane, i)));
            let at_b = device.alloc(&b.spread(|lane, i| place_b(right, k, lane, i)));
            let c_bytes = c.spread(place_c);
            let (at_c, at_d) = (device.alloc(&c_bytes), device.alloc(&vec![0xEE; c_bytes.len()]));
            launch(&mut device, &module, name, &[at_a, at_b, at_c, at_d]).unwrap();
            let result = device.bytes(at_d);
            let bits = d.bits() as usize;
            for index in 0..m * n {
                let (row, column) = place_c(index / (m * n / 32), index % (m * n / 32));
                let found = value(d, get(&result, index * bits, bits));
                let expected = product(&a, &b, c.at(row, column), row, column, words.first().copied());
                compare(name, seed, d, found, expected, (row, column));
            }
        }
    }
}

#[test]
fn wmma_loads_multiplies_and_stores_in_every_layout() {
    let module = compiled(SOURCE);
    let names: Vec<&String> = module.entries.keys().filter(|name| name.starts_with("wmma_")).collect();
    assert_eq!(names.len(), 10);
    for name in names {
        let seed = 7;
        let mut random = Random(seed);
        let ([m, n, k], types, words) = parse(name);
        let &[d, factor] = types.as_slice() else { panic!("two types") };
        let [by_a, by_b, by_c] = [0, 1, 2].map(|index| words[index] == "col");
        let (a, b) = (Matrix::random(&mut random, factor, m, k), Matrix::random(&mut random, factor, k, n));
        let c = Matrix::random(&mut random, d, m, n);
        let gap = if factor.bits() < 8 { 0 } else { 8 };
        let stride_c = if by_c { m } else { n } + 8;
        let mut device = Device::default();
        let at_a = device.alloc(&a.stored(by_a, if by_a { m } else { k } + gap));
        let at_b = device.alloc(&b.stored(by_b, if by_b { k } else { n }));
        let c_bytes = c.stored(by_c, stride_c);
        let (at_c, at_d) = (device.alloc(&c_bytes), device.alloc(&vec![0; c_bytes.len()]));
        launch(&mut device, &module, name, &[at_a, at_b, at_c, at_d]).unwrap();
        let result = device.bytes(at_d);
        let word = if factor == Element::B1 { Some("xor") } else { None };
        let bits = d.bits() as usize;
        for row in 0..m {
            for column in 0..n {
                let (major, minor) = if by_c { (column, row) } else { (row, column) };
                let found = value(d, get(&result, (major * stride_c + minor) * bits, bits));
                compare(name, seed, d, found, product(&a, &b, c.at(row, column), row, column, word), (row, column));
            }
        }
    }
}

#[test]
fn ldmatrix_gives_each_lane_two_neighbours_of_a_row_or_column() {
    let module = compiled(SOURCE);
    for count in [1, 2, 4] {
        for transposed in [false, true] {
            let mut device = Device::default();
            // Element `column` of row `row`, in rows of eight; each lane stores one row.
            let element = |row: usize, column: usize| (row * 8 + column) as u16;
            let rows: Vec<u8> =
                (0..32).flat_map(|row| (0..8).flat_map(move |column| element(row, column).to_le_bytes())).collect();
            let (from, to) = (device.alloc(&rows), device.words(&vec![0; 32 * count]));
            let name = format!("ldmatrix_x{count}{}", if transposed { "_trans" } else { "" });
            launch(&mut device, &module, &name, &[from, to]).unwrap();
            for (index, word) in device.read_words(to).into_iter().enumerate() {
                let (lane, matrix) = (index / count, index % count);
                let (group, t) = (lane / 4, lane % 4 * 2);
                let pick = |other: usize| {
                    let (row, column) = if transposed { (t + other, group) } else { (group, t + other) };
                    u32::from(element(8 * matrix + row, column))
                };
                assert_eq!(word, pick(0) | pick(1) << 16, "{name}, lane {lane}, matrix {matrix}");
            }
        }
    }
}

#[test]
fn movmatrix_transposes() {
    let mut device = Device::default();
    let element = |row: u32, column: u32| 100 * row + column;
    let words: Vec<u32> =
        (0..32).map(|lane| element(lane / 4, lane % 4 * 2) | element(lane / 4, lane % 4 * 2 + 1) << 16).collect();
    let (from, to) = (device.words(&words), device.words(&[0; 32]));
    launch(&mut device, &compiled(SOURCE), "movmatrix", &[from, to]).unwrap();
    let expected: Vec<u32> =
        (0..32).map(|lane| element(lane % 4 * 2, lane / 4) | element(lane % 4 * 2 + 1, lane / 4) << 16).collect();
    assert_eq!(device.read_words(to), expected);
}

/// A matrix of bytes, loaded with one layout and multiplied by the identity with another.
fn times_identity(loaded: &str, multiplied: &str) -> Vec<u32> {
    let sums = "{%r8,%r9,%r10,%r11,%r12,%r13,%r14,%r15}";
    let zeros: String = (8..16).map(|register| format!("mov.u32 %r{register}, 0; ")).collect();
    let text = format!(
        "wmma.load.a.sync.aligned.{loaded}.m16n16k16.global.s8 {{%r4,%r5}}, [%d1], 16;\n\
         wmma.load.b.sync.aligned.row.m16n16k16.global.s8 {{%r6,%r7}}, [%d1+256], 16;\n{zeros}\n\
         wmma.mma.sync.aligned.{multiplied}.row.m16n16k16.s32.s8.s8.s32 {sums}, {{%r4,%r5}}, {{%r6,%r7}}, {sums};\n\
         wmma.store.d.sync.aligned.row.m16n16k16.global.s32 [%d1+512], {sums}, 16;"
    );
    let mut device = Device::default();
    let mut bytes: Vec<u8> = (0..256).map(|at| (at % 127) as u8).collect();
    bytes.extend((0..256).map(|at| u8::from(at / 16 == at % 16)));
    bytes.resize(512 + 1024, 0);
    let memory = device.alloc(&bytes);
    device.launch(&format!("{HEAD}{text}\nret; }}"), shape(1, 32), &[&memory.to_le_bytes()]).unwrap();
    device.read_words(memory)[128..].to_vec()
}

#[test]
fn a_factor_is_multiplied_with_the_layout_that_it_was_loaded_with() {
    let by_rows: Vec<u32> = (0..256).map(|at| at % 127).collect();
    let by_columns: Vec<u32> = (0..256).map(|at| (at % 16 * 16 + at / 16) % 127).collect();
    assert_eq!(times_identity("row", "row"), by_rows);
    assert_eq!(times_identity("col", "col"), by_columns);
    // Any other is undefined, and shows.
    assert_ne!(times_identity("row", "col"), by_rows);
    assert_ne!(times_identity("col", "row"), by_columns);
}

const HEAD: &str = ".version 7.8\n.target sm_80\n.address_size 64\n.entry k(.param .u64 p) {\n\
    .shared .align 16 .b8 room[512]; .reg .b32 %r<20>; .reg .f32 %f<20>; .reg .b64 %d<9>; .reg .pred %p<9>;\n\
    ld.param.u64 %d1, [p]; mov.u32 %r1, %tid.x; mov.u32 %r2, room; mad.lo.u32 %r3, %r1, 16, %r2;\n";

/// Runs a text with a number of threads and gives back its fault.
fn fault(text: &str, threads: u32) -> Fault {
    let mut device = Device::default();
    let memory = device.words(&[0; 16]);
    device.launch(&format!("{HEAD}{text}\nret; }}"), shape(1, threads), &[&memory.to_le_bytes()]).unwrap_err()
}

#[test]
fn a_warp_that_is_not_whole_or_addresses_that_are_wrong_are_faults() {
    let multiply =
        "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f0,%f1,%f2,%f3}, {%r4,%r5}, {%r6}, {%f0,%f1,%f2,%f3};";
    let partial = fault(multiply, 31);
    assert!(partial.kind == FaultKind::Trap && partial.message.contains("whole warp"), "{partial}");
    let guarded = fault(&format!("setp.ne.u32 %p1, %r1, 3; @!%p1 bra on; {multiply}\non: bar.sync 0;"), 32);
    assert_eq!(guarded.kind, FaultKind::Deadlock, "{guarded}");
    let load = "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r4,%r5,%r6,%r7}, [%r3";
    assert_eq!(fault(&format!("{load}+4];"), 32).kind, FaultKind::Misaligned);
    assert_eq!(fault(&format!("{load}+16];"), 32).kind, FaultKind::OutOfBounds);
    let elsewhere = fault("ldmatrix.sync.aligned.m8n8.x1.b16 {%r4}, [%d1];", 32);
    assert_eq!(elsewhere.kind, FaultKind::InvalidSpace);
    let beyond = fault("wmma.load.c.sync.aligned.row.m16n16k16.s32 {%r4,%r5,%r6,%r7,%r8,%r9,%r10,%r11}, [%d1];", 32);
    assert_eq!(beyond.kind, FaultKind::IllegalAddress);
    let apart = fault("wmma.load.a.sync.aligned.row.m16n16k16.shared.s8 {%r4,%r5}, [%r3];", 32);
    assert!(apart.message.contains("different matrices"), "{apart}");
}

#[test]
fn a_warp_that_comes_in_parts_multiplies_once_it_is_whole() {
    let text = "setp.lt.u32 %p1, %r1, 16; @%p1 bra low; mov.u32 %r4, 0x3c003c00; bra join;\nlow: mov.u32 %r4, 0x40004000;\njoin:\n\
        mov.u32 %r6, 0x3c003c00; mov.f32 %f0, 0f00000000; mov.f32 %f1, %f0;\n\
        mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f0,%f1,%f2,%f3}, {%r4,%r4}, {%r6}, {%f0,%f1,%f0,%f1};\n\
        mul.wide.u32 %d2, %r1, 4; add.s64 %d2, %d1, %d2; st.global.f32 [%d2], %f0;";
    let mut device = Device::default();
    let memory = device.words(&[0; 32]);
    device.launch(&format!("{HEAD}{text}\nret; }}"), shape(1, 32), &[&memory.to_le_bytes()]).unwrap();
    // Rows of twos in the lower groups of lanes, of ones in the upper, times columns of eight ones.
    let expected: Vec<u32> = (0..32).map(|lane| if lane < 16 { 16f32 } else { 8f32 }.to_bits()).collect();
    assert_eq!(device.read_words(memory), expected);
}

#[test]
fn other_shapes_and_mixtures_are_refused() {
    for (text, code) in [
        (
            "mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16 {%r4,%r5,%r6,%r7}, {%r8,%r9}, {%r10,%r11}, {%r4,%r5,%r6,%r7};",
            801,
        ),
        (
            "mma.sync.aligned.m16n8k8.row.col.f32.f16.bf16.f32 {%f0,%f1,%f2,%f3}, {%r4,%r5}, {%r6}, {%f0,%f1,%f2,%f3};",
            218,
        ),
        ("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f0,%f1}, {%r4,%r5}, {%r6}, {%f0,%f1,%f2,%f3};", 218),
        (
            "mma.sync.aligned.m16n8k8.col.row.f32.f16.f16.f32 {%f0,%f1,%f2,%f3}, {%r4,%r5}, {%r6}, {%f0,%f1,%f2,%f3};",
            801,
        ),
        ("mma.sync.m16n8k8.row.col.f32.f16.f16.f32 {%f0,%f1,%f2,%f3}, {%r4,%r5}, {%r6}, {%f0,%f1,%f2,%f3};", 218),
        ("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r4}, [%r3];", 218),
        ("ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r4,%r5}, [%r3];", 218),
        ("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r3], {%r4};", 801),
    ] {
        assert_eq!(ptx::compile(&format!("{HEAD}{text}\nret; }}")).unwrap_err().code(), code, "{text}");
    }
}

//! The kernel that everything starts with.

use super::device::{Device, shape};

const SAXPY: &str = r"
.version 8.0
.target sm_80
.address_size 64
.visible .entry saxpy(.param .f32 a, .param .u64 x, .param .u64 y, .param .u32 n)
{
    .reg .pred %p<2>;
    .reg .f32 %f<5>;
    .reg .b32 %r<6>;
    .reg .b64 %rd<8>;
    ld.param.f32 %f1, [a];
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [y];
    ld.param.u32 %r2, [n];
    mov.u32 %r3, %ctaid.x;
    mov.u32 %r4, %ntid.x;
    mov.u32 %r5, %tid.x;
    mad.lo.s32 %r1, %r3, %r4, %r5;
    setp.ge.u32 %p1, %r1, %r2;
    @%p1 bra $done;
    cvta.to.global.u64 %rd3, %rd1;
    mul.wide.s32 %rd4, %r1, 4;
    add.s64 %rd5, %rd3, %rd4;
    ld.global.f32 %f2, [%rd5];
    cvta.to.global.u64 %rd6, %rd2;
    add.s64 %rd7, %rd6, %rd4;
    ld.global.f32 %f3, [%rd7];
    fma.rn.f32 %f4, %f2, %f1, %f3;
    st.global.f32 [%rd7], %f4;
$done:
    ret;
}
";

#[test]
fn saxpy_computes_every_element_and_no_other() {
    let n = 77u32;
    let mut device = Device::default();
    let x: Vec<u32> = (0..n).map(|i| (i as f32).to_bits()).collect();
    let y: Vec<u32> = (0..100).map(|i| (0.5 * i as f32).to_bits()).collect();
    let (dx, dy) = (device.words(&x), device.words(&y));
    let args =
        [2.0f32.to_le_bytes().to_vec(), dx.to_le_bytes().to_vec(), dy.to_le_bytes().to_vec(), n.to_le_bytes().to_vec()];
    let args: Vec<&[u8]> = args.iter().map(Vec::as_slice).collect();
    let stats = device.launch(SAXPY, shape(2, 64), &args).unwrap();
    assert!(stats.thread_instructions > 1_000);
    let result: Vec<f32> = device.read_words(dy).into_iter().map(f32::from_bits).collect();
    for (i, value) in result.iter().enumerate() {
        let expected = if i < 77 { 2.0 * i as f32 + 0.5 * i as f32 } else { 0.5 * i as f32 };
        assert_eq!(*value, expected, "element {i}");
    }
}

//! Textures: addresses, filters, and what numbers mean.
#![allow(unsafe_code, reason = "calls the driver through its table")]
#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "the calls are what is under test; each passes live places for the answers"
)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::macro_metavars_in_unsafe, reason = "the arguments of a call are written as in C")]

mod client;

use client::Client;
use client::image::{
    BORDER, CLAMP, MIRROR, WRAP, array, ask, ask_while, create, descriptor, floats, module, of_array, reading, sample,
    texture,
};
use cuda_sys::{
    CU_TRSF_NORMALIZED_COORDINATES as NORMALIZED, CU_TRSF_READ_AS_INTEGER as INTEGERS, CUDA_ARRAY3D_CUBEMAP,
    CUDA_ARRAY3D_LAYERED, CUDA_RESOURCE_DESC, CUaddress_mode, CUarray_format, CUresourcetype, CUresult,
};

const F32: CUarray_format = CUarray_format::CU_AD_FORMAT_FLOAT;
const U8: CUarray_format = CUarray_format::CU_AD_FORMAT_UNSIGNED_INT8;

/// A texture of one row.
fn row(client: &Client, values: &[f32], mode: CUaddress_mode, linear: bool, flags: u32) -> u64 {
    let array = array(client, descriptor([values.len(), 0, 0], F32, 1, 0), &floats(values));
    texture(client, &of_array(array), &reading(mode, linear, flags))
}

/// The first channel at places along one axis.
fn along(client: &Client, texture: u64, places: &[f32]) -> Vec<f32> {
    let places: Vec<[f32; 4]> = places.iter().map(|&x| [x, 0.0, 0.0, 0.0]).collect();
    sample(client, module(client), "sample_1d", texture, &places).into_iter().map(|channels| channels[0]).collect()
}

#[test]
fn a_point_filter_takes_the_texel_around_the_coordinate() {
    let client = Client::new();
    let values = [10.0, 20.0, 30.0, 40.0];
    let clamped = row(&client, &values, CLAMP, false, 0);
    assert_eq!(
        along(&client, clamped, &[-5.0, 0.0, 0.99, 1.0, 3.5, 4.0, 99.0]),
        [10.0, 10.0, 10.0, 20.0, 40.0, 40.0, 40.0]
    );
    let bordered = row(&client, &values, BORDER, false, 0);
    assert_eq!(along(&client, bordered, &[-0.01, 0.0, 3.99, 4.0]), [0.0, 10.0, 40.0, 0.0]);
    let wrapped = row(&client, &values, WRAP, false, NORMALIZED);
    assert_eq!(along(&client, wrapped, &[0.0, 0.25, 0.99, 1.0, 1.3, -0.1]), [10.0, 20.0, 40.0, 10.0, 20.0, 40.0]);
    let mirrored = row(&client, &values, MIRROR, false, NORMALIZED);
    assert_eq!(along(&client, mirrored, &[0.1, 0.9, 1.1, 1.9, 2.1, -0.1]), [10.0, 40.0, 40.0, 10.0, 10.0, 10.0]);
    // Without normalised coordinates, both of these clamp.
    let unnormalized = row(&client, &values, WRAP, false, 0);
    assert_eq!(along(&client, unnormalized, &[-1.0, 5.0]), [10.0, 40.0]);
    assert_eq!(along(&client, clamped, &[f32::NAN, f32::INFINITY]), [10.0, 10.0]);
}

#[test]
fn a_linear_filter_has_weights_of_256_steps() {
    let client = Client::new();
    let texture = row(&client, &[0.0, 256.0], CLAMP, true, 0);
    let step = |parts: f32| 0.5 + parts / 256.0;
    let places = [0.0, 0.5, 1.0, 1.5, 9.0, step(1.0), step(0.25), step(0.75), step(200.4)];
    assert_eq!(along(&client, texture, &places), [0.0, 0.0, 128.0, 256.0, 256.0, 1.0, 0.0, 1.0, 200.0]);
    let bordered = row(&client, &[64.0, 64.0], BORDER, true, 0);
    assert_eq!(along(&client, bordered, &[0.0, 0.25, 0.5, 2.0]), [32.0, 48.0, 64.0, 32.0]);
    let wrapped = row(&client, &[0.0, 100.0], WRAP, true, NORMALIZED);
    assert_eq!(along(&client, wrapped, &[0.0, 0.25, 0.5, 1.0]), [50.0, 0.0, 50.0, 50.0]);
}

/// An index that a mode brings into `0..len`, one step after the other.
fn brought_in(mode: CUaddress_mode, index: i32, len: i32) -> Option<i32> {
    if mode == CLAMP {
        return Some(index.max(0).min(len - 1));
    }
    if mode == BORDER {
        return if index < 0 || index >= len { None } else { Some(index) };
    }
    let (mut turns, mut index) = (0, index);
    while index < 0 {
        index += len;
        turns += 1;
    }
    while index >= len {
        index -= len;
        turns += 1;
    }
    Some(if mode == MIRROR && turns % 2 == 1 { len - 1 - index } else { index })
}

#[test]
fn two_dimensions_are_filtered_in_every_address_mode() {
    let client = Client::new();
    let (width, height) = (5, 3);
    let values: Vec<f32> = (0..width * height).map(|at| (at * at % 17) as f32).collect();
    let array = array(&client, descriptor([width, height, 0], F32, 1, 0), &floats(&values));
    let seed = 11u32;
    let mut state = seed;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        // Coordinates on the steps of the filter, well outside of the image too.
        (state >> 8) as f32 % 4096.0 / 1024.0 - 1.5
    };
    let places: Vec<[f32; 4]> = (0..64).map(|_| [random(), random(), 0.0, 0.0]).collect();
    for mode in [WRAP, CLAMP, MIRROR, BORDER] {
        let texture = texture(&client, &of_array(array), &reading(mode, true, NORMALIZED));
        let found = sample(&client, module(&client), "sample_2d", texture, &places);
        for (place, found) in places.iter().zip(found) {
            let axis = |coordinate: f32, len: usize| {
                let steps = ((f64::from(coordinate) * len as f64 - 0.5) * 256.0).round();
                ((steps / 256.0).floor() as i32, steps.rem_euclid(256.0) / 256.0)
            };
            let ((x, a), (y, b)) = (axis(place[0], width), axis(place[1], height));
            let texel = |x: i32, y: i32| match (brought_in(mode, x, width as i32), brought_in(mode, y, height as i32)) {
                (Some(x), Some(y)) => f64::from(values[y as usize * width + x as usize]),
                _ => 0.0,
            };
            let upper = texel(x, y) * (1.0 - a) + texel(x + 1, y) * a;
            let lower = texel(x, y + 1) * (1.0 - a) + texel(x + 1, y + 1) * a;
            let expected = upper * (1.0 - b) + lower * b;
            assert!(
                (f64::from(found[0]) - expected).abs() < 1e-5,
                "seed {seed}, {mode:?} at {place:?}: {found:?}, {expected}"
            );
        }
    }
}

#[test]
fn integers_are_read_as_they_are_or_as_parts_of_the_largest() {
    let client = Client::new();
    let bytes: Vec<u8> = vec![0, 51, 102, 255, 255, 128, 64, 0];
    let four = array(&client, descriptor([2, 0, 0], U8, 4, 0), &bytes);
    let module = module(&client);
    let numbers = texture(&client, &of_array(four), &reading(CLAMP, false, 0));
    let found = sample(&client, module, "sample_1d", numbers, &[[0.5, 0.0, 0.0, 0.0]]);
    assert_eq!(found, [[0.0, 51.0 / 255.0, 102.0 / 255.0, 1.0]]);
    let integers = texture(&client, &of_array(four), &reading(CLAMP, false, INTEGERS));
    let (_, found) = ask(&client, module, "integers_1d", integers, &[[0; 4], [1, 0, 0, 0], [9, 0, 0, 0]]);
    assert_eq!(found, [[0, 51, 102, 255], [255, 128, 64, 0], [255, 128, 64, 0]]);
    let mixed = texture(&client, &of_array(four), &reading(CLAMP, true, 0));
    let found = sample(&client, module, "sample_1d", mixed, &[[1.0, 0.0, 0.0, 0.0]]);
    assert!((found[0][0] - 0.5).abs() < 1e-6 && (found[0][3] - 0.5).abs() < 1e-6, "{found:?}");

    let signed = CUarray_format::CU_AD_FORMAT_SIGNED_INT8;
    let two = array(&client, descriptor([1, 1, 0], signed, 2, 0), &[0x80, 0x7f]);
    let numbers = texture(&client, &of_array(two), &reading(CLAMP, false, 0));
    assert_eq!(sample(&client, module, "sample_2d", numbers, &[[0.0; 4]])[0][..2], [-1.0, 1.0]);
    let integers = texture(&client, &of_array(two), &reading(CLAMP, false, INTEGERS));
    let (_, found) = ask(&client, module, "integers_2d", integers, &[[0; 4]]);
    assert_eq!(found[0].map(|word| word as i32)[..2], [-128, 127]);

    let half = CUarray_format::CU_AD_FORMAT_HALF;
    let halves = array(&client, descriptor([2, 0, 0], half, 1, 0), &[0x00, 0x3c, 0x00, 0xc0]);
    assert_eq!(along(&client, texture(&client, &of_array(halves), &reading(CLAMP, true, 0)), &[0.5, 1.0]), [1.0, -0.5]);
}

fn linear(address: u64, format: CUarray_format, byte_len: usize) -> CUDA_RESOURCE_DESC {
    let mut resource =
        CUDA_RESOURCE_DESC { resType: CUresourcetype::CU_RESOURCE_TYPE_LINEAR, ..CUDA_RESOURCE_DESC::default() };
    resource.res.linear.devPtr = address;
    resource.res.linear.format = format;
    resource.res.linear.numChannels = 1;
    resource.res.linear.sizeInBytes = byte_len;
    resource
}

fn rows(address: u64, width: usize, height: usize, pitch: usize) -> CUDA_RESOURCE_DESC {
    let mut resource =
        CUDA_RESOURCE_DESC { resType: CUresourcetype::CU_RESOURCE_TYPE_PITCH2D, ..CUDA_RESOURCE_DESC::default() };
    resource.res.pitch2D.devPtr = address;
    resource.res.pitch2D.format = F32;
    resource.res.pitch2D.numChannels = 1;
    resource.res.pitch2D.width = width;
    resource.res.pitch2D.height = height;
    resource.res.pitch2D.pitchInBytes = pitch;
    resource
}

#[test]
fn plain_memory_is_read_by_index_and_is_zero_outside() {
    let client = Client::new();
    let memory = client.alloc(64);
    ok!(client, cuMemcpyHtoD_v2(memory, floats(&[1.5, 2.5, 3.5]).as_ptr().cast(), 12));
    let texture_of_three = texture(&client, &linear(memory, F32, 12), &reading(CLAMP, true, NORMALIZED));
    let places = [[0, 0, 0, 0], [2, 0, 0, 0], [3, 0, 0, 0], [u32::MAX, 0, 0, 0]];
    let (_, found) = ask(&client, module(&client), "numbers_1d", texture_of_three, &places);
    assert_eq!(found.iter().map(|channels| f32::from_bits(channels[0])).collect::<Vec<_>>(), [1.5, 3.5, 0.0, 0.0]);
    // It is the memory itself, not a copy.
    ok!(client, cuMemcpyHtoD_v2(memory, floats(&[7.0]).as_ptr().cast(), 4));
    assert_eq!(f32::from_bits(ask(&client, module(&client), "numbers_1d", texture_of_three, &places).1[0][0]), 7.0);
}

#[test]
fn rows_in_plain_memory_are_filtered() {
    let client = Client::new();
    let memory = client.alloc(64 * 2);
    let values: Vec<f32> = (0..32).map(|at| at as f32).collect();
    ok!(client, cuMemcpyHtoD_v2(memory, floats(&values).as_ptr().cast(), 128));
    let texture = texture(&client, &rows(memory, 3, 2, 64), &reading(CLAMP, true, 0));
    let found = sample(
        &client,
        module(&client),
        "sample_2d",
        texture,
        &[[0.5, 0.5, 0.0, 0.0], [1.0, 1.0, 0.0, 0.0], [9.0, 9.0, 0.0, 0.0]],
    );
    assert_eq!(found.iter().map(|channels| channels[0]).collect::<Vec<_>>(), [0.0, 8.5, 18.0]);
}

#[test]
fn layers_slices_and_faces_are_found() {
    let client = Client::new();
    let module = module(&client);
    let values: Vec<f32> = (0..6 * 4).map(|at| at as f32).collect();
    let size = [2, 2, 6];
    let at = |place: [f32; 3]| [place[0], place[1], place[2], 0.0];
    let layered = |layer: u32, x: f32, y: f32| [f32::from_bits(layer), x, y, 0.0];
    let first = |found: Vec<[f32; 4]>| found.into_iter().map(|channels| channels[0]).collect::<Vec<_>>();

    let solid = array(&client, descriptor(size, F32, 1, 0), &floats(&values));
    let solid = texture(&client, &of_array(solid), &reading(CLAMP, true, 0));
    let found =
        sample(&client, module, "sample_3d", solid, &[at([0.5, 0.5, 0.5]), at([1.0, 1.0, 1.0]), at([1.5, 1.5, 5.5])]);
    assert_eq!(first(found), [0.0, 3.5, 23.0]);

    let layers = array(&client, descriptor(size, F32, 1, CUDA_ARRAY3D_LAYERED), &floats(&values));
    let layers = texture(&client, &of_array(layers), &reading(CLAMP, true, 0));
    let found = sample(
        &client,
        module,
        "sample_a2d",
        layers,
        &[layered(0, 1.0, 0.5), layered(3, 1.0, 1.0), layered(9, 0.5, 0.5)],
    );
    assert_eq!(first(found), [0.5, 13.5, 20.0]);
    let lines = array(&client, descriptor([4, 0, 6], F32, 1, CUDA_ARRAY3D_LAYERED), &floats(&values));
    let lines = texture(&client, &of_array(lines), &reading(CLAMP, true, 0));
    assert_eq!(first(sample(&client, module, "sample_a1d", lines, &[layered(2, 1.0, 0.0)])), [8.5]);

    let cube = array(&client, descriptor(size, F32, 1, CUDA_ARRAY3D_CUBEMAP), &floats(&values));
    let cube = texture(&client, &of_array(cube), &reading(CLAMP, true, NORMALIZED));
    let directions =
        [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, -1.0]];
    let found = sample(&client, module, "sample_cube", cube, &directions.map(at));
    assert_eq!(first(found), [1.5, 5.5, 9.5, 13.5, 17.5, 21.5], "the middle of each face");
    // On the face of +x, -z is to the right and -y is down.
    let corner = sample(&client, module, "sample_cube", cube, &[at([2.0, -1.5, 1.5]), at([2.0, 1.5, -1.5])]);
    assert_eq!(first(corner), [2.0, 1.0]);
    let flags = CUDA_ARRAY3D_CUBEMAP | CUDA_ARRAY3D_LAYERED;
    let twice = [values.clone(), values.iter().map(|value| value + 100.0).collect()].concat();
    let cubes = array(&client, descriptor([2, 2, 12], F32, 1, flags), &floats(&twice));
    let cubes = texture(&client, &of_array(cubes), &reading(CLAMP, true, NORMALIZED));
    let found = sample(&client, module, "sample_acube", cubes, &[[f32::from_bits(1), 0.0, 1.0, 0.0]]);
    assert_eq!(first(found), [109.5]);
    let (_, layers) = ask(&client, module, "texture_layers", cubes, &[[0; 4]]);
    assert_eq!(layers, [[2, 1, 0, 0]]);
}

#[test]
fn other_ways_to_read_give_the_same_image() {
    let client = Client::new();
    let module = module(&client);
    let values: Vec<f32> = (0..3 * 2 * 2).map(|at| at as f32).collect();
    let pairs = array(&client, descriptor([3, 2, 0], F32, 2, 0), &floats(&values));
    let filtered = texture(&client, &of_array(pairs), &reading(CLAMP, true, 0));
    for name in ["sample_2d", "level_2d", "grad_2d"] {
        let found = sample(&client, module, name, filtered, &[[1.0, 1.0, 3.0, 0.5]]);
        assert_eq!(found[0][..2], [4.0, 5.0], "{name}");
    }
    // The four texels around (1, 1), from the lower left one against the clock.
    assert_eq!(sample(&client, module, "gather_r", filtered, &[[1.0, 1.0, 0.0, 0.0]]), [[6.0, 8.0, 2.0, 0.0]]);
    assert_eq!(sample(&client, module, "gather_g", filtered, &[[1.0, 1.0, 0.0, 0.0]]), [[7.0, 9.0, 3.0, 1.0]]);
    let normalized = texture(&client, &of_array(pairs), &reading(CLAMP, false, NORMALIZED));
    assert_eq!(ask(&client, module, "texture_size", normalized, &[[0; 4]]).1, [[3, 2, 1, 1]]);
    assert_eq!(ask(&client, module, "texture_size", filtered, &[[0; 4]]).1, [[3, 2, 1, 0]]);
}

#[test]
fn textures_that_make_no_sense_are_refused() {
    let client = Client::new();
    let bytes = array(&client, descriptor([4, 4, 0], U8, 1, 0), &[0; 16]);
    let answer = |resource: &CUDA_RESOURCE_DESC, linear: bool, flags: u32| {
        create(&client, resource, &reading(CLAMP, linear, flags)).0
    };
    assert_eq!(answer(&of_array(bytes), true, INTEGERS), CUresult::CUDA_ERROR_INVALID_VALUE, "integers are not mixed");
    assert_eq!(answer(&of_array(bytes), true, 1 << 12), CUresult::CUDA_ERROR_INVALID_VALUE);
    assert_eq!(answer(&of_array(bytes), true, cuda_sys::CU_TRSF_SRGB), CUresult::CUDA_ERROR_NOT_SUPPORTED);
    assert_eq!(answer(&of_array(std::ptr::null_mut()), true, 0), CUresult::CUDA_ERROR_INVALID_HANDLE);
    let memory = client.alloc(1024);
    assert_eq!(answer(&linear(memory, F32, 1024), false, 0), CUresult::CUDA_SUCCESS);
    assert_eq!(answer(&linear(memory, F32, 2048), false, 0), CUresult::CUDA_ERROR_INVALID_VALUE, "beyond the memory");
    assert_eq!(answer(&linear(memory + 4, F32, 8), false, 0), CUresult::CUDA_ERROR_INVALID_VALUE, "misaligned");
    assert_eq!(answer(&linear(memory, F32, 2), false, 0), CUresult::CUDA_ERROR_INVALID_VALUE, "less than a texel");
    assert_eq!(answer(&linear(memory, CUarray_format(5), 8), false, 0), CUresult::CUDA_ERROR_INVALID_VALUE);
    assert_eq!(
        answer(&rows(memory, 4, 2, 48), false, 0),
        CUresult::CUDA_ERROR_INVALID_VALUE,
        "the pitch is misaligned"
    );
    assert_eq!(answer(&rows(memory, 9, 2, 32), false, 0), CUresult::CUDA_ERROR_INVALID_VALUE, "the pitch is too small");
    let mut mipmapped = of_array(bytes);
    mipmapped.resType = CUresourcetype::CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
    assert_eq!(answer(&mipmapped, false, 0), CUresult::CUDA_ERROR_NOT_SUPPORTED);
    let null = std::ptr::null_mut();
    let (resource, reading) = (of_array(bytes), reading(CLAMP, false, 0));
    assert_eq!(
        call!(client, cuTexObjectCreate(null, &resource, &reading, std::ptr::null())),
        CUresult::CUDA_ERROR_INVALID_VALUE
    );
}

#[test]
fn a_texture_describes_itself_and_is_gone_once_it_is_destroyed() {
    let client = Client::new();
    let bytes = array(&client, descriptor([4, 0, 0], U8, 1, 0), &[1, 2, 3, 4]);
    let texture = texture(&client, &of_array(bytes), &reading(MIRROR, false, INTEGERS));
    let (mut resource, mut described) = (CUDA_RESOURCE_DESC::default(), reading(WRAP, true, 0));
    ok!(client, cuTexObjectGetResourceDesc(&mut resource, texture));
    ok!(client, cuTexObjectGetTextureDesc(&mut described, texture));
    assert_eq!(resource.resType, CUresourcetype::CU_RESOURCE_TYPE_ARRAY);
    assert_eq!(unsafe { resource.res.array.hArray }, bytes);
    assert_eq!((described.addressMode[0], described.flags), (MIRROR, INTEGERS));
    assert_eq!(call!(client, cuSurfObjectDestroy(texture)), CUresult::CUDA_ERROR_INVALID_VALUE, "it is no surface");
    assert_eq!(client.simulator.ledger().images, 1);
    let module = module(&client);
    ok!(client, cuTexObjectDestroy(texture));
    assert_eq!(call!(client, cuTexObjectDestroy(texture)), CUresult::CUDA_ERROR_INVALID_VALUE);
    let (answer, _) = ask(&client, module, "integers_1d", texture, &[[0; 4]]);
    assert_eq!(answer, CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
    assert!(client.simulator.reports()[0].text.contains("no live object"));
}

#[test]
fn a_texture_of_an_array_that_is_gone_faults() {
    let client = Client::new();
    let bytes = array(&client, descriptor([4, 0, 0], U8, 1, 0), &[1, 2, 3, 4]);
    let texture = texture(&client, &of_array(bytes), &reading(CLAMP, false, INTEGERS));
    let module = module(&client);
    // The upload may still be on its way.
    ok!(client, cuCtxSynchronize());
    ok!(client, cuArrayDestroy(bytes));
    let (answer, _) = ask(&client, module, "integers_1d", texture, &[[0; 4]]);
    assert_eq!(answer, CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
}

#[test]
fn a_texture_may_be_destroyed_while_a_launch_that_was_given_it_is_queued_and_no_later_launch_finds_it() {
    let client = Client::new();
    let image = row(&client, &[10.0, 20.0], CLAMP, false, 0);
    let module = module(&client);
    let destroy = || ok!(client, cuTexObjectDestroy(image));
    let (answer, out) = ask_while(&client, module, "sample_1d", image, &[[0; 4]], destroy);
    assert_eq!((answer, f32::from_bits(out[0][0])), (CUresult::CUDA_SUCCESS, 10.0));
    assert_eq!(client.simulator.reports(), []);
    let (answer, _) = ask(&client, module, "sample_1d", image, &[[0; 4]]);
    assert_ne!(answer, CUresult::CUDA_SUCCESS);
}

//! Whatever a module's text is, the front end answers: it compiles, or says what is wrong and where.
#![no_main]

use cuda_sim_fuzz::mutation;
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    if let Err(error) = cuda_sim::check_ptx(&text) {
        // The message can be made as well.
        assert!(!error.to_string().is_empty());
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    // Half of the changes keep words and lines whole, so that the text gets past the lexer.
    if seed % 2 == 0 { fuzzer_mutate(data, size, max_size) } else { mutation::mutate(data, size, max_size, seed) }
});

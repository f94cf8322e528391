#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sow_fuzz::legal_moves_agree(data));

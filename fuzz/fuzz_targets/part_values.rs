#![no_main]

#[allow(dead_code, reason = "each target holds one of them")]
#[path = "../laws.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    laws::part_values(data);
});

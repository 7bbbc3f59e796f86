#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| llm_parse_fuzz::document(data));

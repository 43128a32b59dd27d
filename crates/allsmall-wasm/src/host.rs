//! Foreign function interface to the browser: strings pass through the linear memory.
//!
//! ```text
//! browser                          here
//! at = take(length)                memory for a text
//! writes the text
//! answer = ask(name, body)         both as address and length; the answer as
//!                                  address * 2^32 + length
//! reads the text
//! give_back(at, length)
//!
//! now() -> milliseconds            imports, in the module "page"
//! report(address, length)
//! ```

#![expect(unsafe_code, reason = "functions of WebAssembly have raw addresses")]

use std::time::Duration;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    safe fn now() -> f64;
    fn report(at: *const u8, length: usize);
}

/// Allocates memory for a string of this length.
#[unsafe(no_mangle)]
extern "C" fn take(length: usize) -> *mut u8 {
    allsmall::set_clock(|| Duration::from_secs_f64(now() / 1000.0));
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Frees memory that [`take`] or [`ask`] allocated.
///
/// # Safety
/// It was allocated with this length and is not used again.
#[unsafe(no_mangle)]
unsafe extern "C" fn give_back(at: *mut u8, length: usize) {
    // SAFETY: as the caller promises, this is a boxed slice of that length.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(at, length)) });
}

/// Asks the question with this name and this body.
///
/// # Safety
/// Both texts were written to memory that [`take`] gave, with these lengths.
#[unsafe(no_mangle)]
unsafe extern "C" fn ask(name: *const u8, name_length: usize, body: *const u8, body_length: usize) -> u64 {
    // SAFETY: as the caller promises.
    let (name, body) =
        unsafe { (std::slice::from_raw_parts(name, name_length), std::slice::from_raw_parts(body, body_length)) };
    let answer = crate::ask(&String::from_utf8_lossy(name), &String::from_utf8_lossy(body), |text| {
        // SAFETY: the text lives while the browser reads it.
        unsafe { report(text.as_ptr(), text.len()) }
    });
    let bytes = answer.into_bytes().into_boxed_slice();
    let length = bytes.len();
    let at = Box::into_raw(bytes).cast::<u8>() as usize;
    (at as u64) << 32 | length as u64
}

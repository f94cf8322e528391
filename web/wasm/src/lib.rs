//! The libraries as a WebAssembly module: questions and answers as texts.

#![forbid(unsafe_code)]

use wasm_bindgen::prelude::wasm_bindgen;

/// Answers a question, see [`sow_web::answer`].
#[wasm_bindgen]
pub fn answer(question: &str) -> String {
    sow_web::answer(question)
}

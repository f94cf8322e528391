//! The libraries as a WebAssembly module: questions and answers as texts.

#![forbid(unsafe_code)]

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Whoever has loaded the module is told what is known so far.
    #[wasm_bindgen(js_namespace = globalThis, js_name = sowReport)]
    fn report(known: &str);
}

/// Answers a question, see [`sow_web::answer`].
#[wasm_bindgen]
pub fn answer(question: &str) -> String {
    sow_web::answer(question)
}

/// Answers a question whose answer takes its time; `globalThis.sowReport` is told what is known so far.
#[wasm_bindgen]
pub fn answer_long(question: &str) -> String {
    sow_web::answer_long(question, &mut report)
}

//! Files of a web page, read while the caller waits for them. Only a worker may do that.

use js_sys::Uint8Array;
use wasm_bindgen::JsValue;
use web_sys::{XmlHttpRequest, XmlHttpRequestResponseType};

/// The status of an answer that has what was asked for.
const OK: u16 = 200;

/// The bytes of the file at an address, which may be relative to the worker's.
///
/// # Errors
/// In words, why there is no such file.
pub fn get(url: &str) -> Result<Vec<u8>, String> {
    let said = |error: JsValue| format!("{error:?}");
    let request = XmlHttpRequest::new().map_err(said)?;
    request.open_with_async("GET", url, false).map_err(said)?;
    request.set_response_type(XmlHttpRequestResponseType::Arraybuffer);
    request.send().map_err(said)?;
    match request.status().map_err(said)? {
        OK => Ok(Uint8Array::new(&request.response().map_err(said)?).to_vec()),
        status => Err(format!("the server answers with status {status}")),
    }
}

//! Tells the program what it is built for.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=TENGEN_TARGET={}", std::env::var("TARGET").unwrap_or_default());
}

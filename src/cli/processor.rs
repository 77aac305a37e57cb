//! The processor features that this build was compiled for, and whether the processor has them.
//!
//! A program that meets an instruction which the processor does not know ends with SIGILL and no word. [`missing`] is
//! therefore asked before anything else runs. The standard library's `is_x86_feature_detected!` cannot serve there: for a
//! feature that is on at compile time it is the constant `true`. What this file compiles to must itself do without such
//! features; `scripts/portability` runs builds of every level on emulated processors below it.

use std::io::Write as _;

/// The x86-64 level (of the System V psABI) that this build's features amount to; elsewhere the architecture.
pub const LEVEL: &str = if cfg!(not(target_arch = "x86_64")) {
    std::env::consts::ARCH
} else if cfg!(all(
    target_feature = "avx512f",
    target_feature = "avx512bw",
    target_feature = "avx512cd",
    target_feature = "avx512dq",
    target_feature = "avx512vl"
)) {
    "x86-64-v4"
} else if cfg!(all(
    target_feature = "avx2",
    target_feature = "bmi1",
    target_feature = "bmi2",
    target_feature = "f16c",
    target_feature = "fma",
    target_feature = "lzcnt",
    target_feature = "movbe"
)) {
    "x86-64-v3"
} else if cfg!(all(target_feature = "cmpxchg16b", target_feature = "popcnt", target_feature = "sse4.2")) {
    "x86-64-v2"
} else {
    "x86-64"
};

/// Says in one line on standard error that the processor lacks a feature of this build, and ends the program.
#[inline(never)]
pub fn refuse(feature: &str) -> ! {
    let mut error = std::io::stderr();
    for part in ["tengen: this program was built for processors with ", feature, ", which this one lacks; "] {
        let _ = error.write_all(part.as_bytes());
    }
    let _ = error.write_all(b"a release runs on every processor, and so does a build made on this machine\n");
    // The standard library's exit cleans up first, by code for the processor of the build.
    signal_hook::low_level::exit(1)
}

#[cfg(not(target_arch = "x86_64"))]
/// A feature that this build needs and the processor lacks.
pub const fn missing() -> Option<&'static str> {
    None
}

#[cfg(target_arch = "x86_64")]
pub use x86_64::missing;

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::__cpuid_count;

    /// A register of cpuid's answer. (Named, not a function that reads it: such structures would be copied by vector
    /// instructions.)
    #[derive(Clone, Copy)]
    enum Register {
        Eax,
        Ebx,
        Ecx,
        Edx,
    }

    /// A feature and the bits of cpuid that tell of it.
    struct Feature {
        name: &'static str,
        needed: bool,
        leaf: u32,
        subleaf: u32,
        register: Register,
        bits: u32,
    }

    macro_rules! features {
        ($($name:tt: $leaf:literal, $subleaf:literal, $register:ident, $bits:expr;)*) => {
            /// The features that compilers use unasked, with the place where cpuid tells of each (Intel's Software
            /// Developer's Manual, volume 2, CPUID; AMD's Programmer's Manual, volume 3, appendix E).
            const FEATURES: &[Feature] = &[$(Feature {
                name: $name,
                needed: cfg!(target_feature = $name),
                leaf: $leaf,
                subleaf: $subleaf,
                register: Register::$register,
                bits: $bits,
            }),*];

            /// Which of them the standard library detects, in the same order.
            #[cfg(test)]
            fn detected() -> Vec<bool> {
                vec![$(is_x86_feature_detected!($name)),*]
            }
        };
    }

    /// The operating system saves the registers that came with AVX.
    const OSXSAVE: u32 = 1 << 27;

    features! {
        "sse3": 1, 0, Ecx, 1;
        "ssse3": 1, 0, Ecx, 1 << 9;
        "sse4.1": 1, 0, Ecx, 1 << 19;
        "sse4.2": 1, 0, Ecx, 1 << 20;
        "popcnt": 1, 0, Ecx, 1 << 23;
        "cmpxchg16b": 1, 0, Ecx, 1 << 13;
        "movbe": 1, 0, Ecx, 1 << 22;
        "aes": 1, 0, Ecx, 1 << 25;
        "pclmulqdq": 1, 0, Ecx, 1 << 1;
        "sse4a": 0x8000_0001, 0, Ecx, 1 << 6;
        "lzcnt": 0x8000_0001, 0, Ecx, 1 << 5;
        "bmi1": 7, 0, Ebx, 1 << 3;
        "bmi2": 7, 0, Ebx, 1 << 8;
        "adx": 7, 0, Ebx, 1 << 19;
        "sha": 7, 0, Ebx, 1 << 29;
        "avx": 1, 0, Ecx, 1 << 28 | OSXSAVE;
        "f16c": 1, 0, Ecx, 1 << 29 | OSXSAVE;
        "fma": 1, 0, Ecx, 1 << 12 | OSXSAVE;
        "avx2": 7, 0, Ebx, 1 << 5;
        "avxvnni": 7, 1, Eax, 1 << 4;
        "gfni": 7, 0, Ecx, 1 << 8;
        "vaes": 7, 0, Ecx, 1 << 9;
        "vpclmulqdq": 7, 0, Ecx, 1 << 10;
        "avx512f": 7, 0, Ebx, 1 << 16;
        "avx512dq": 7, 0, Ebx, 1 << 17;
        "avx512ifma": 7, 0, Ebx, 1 << 21;
        "avx512cd": 7, 0, Ebx, 1 << 28;
        "avx512bw": 7, 0, Ebx, 1 << 30;
        "avx512vl": 7, 0, Ebx, 1 << 31;
        "avx512vbmi": 7, 0, Ecx, 1 << 1;
        "avx512vbmi2": 7, 0, Ecx, 1 << 6;
        "avx512vnni": 7, 0, Ecx, 1 << 11;
        "avx512bitalg": 7, 0, Ecx, 1 << 12;
        "avx512vpopcntdq": 7, 0, Ecx, 1 << 14;
        "avx512vp2intersect": 7, 0, Edx, 1 << 8;
        "avx512bf16": 7, 1, Eax, 1 << 5;
        "avx512fp16": 7, 0, Edx, 1 << 23;
    }

    /// A feature that this build needs and the processor lacks: the first of them.
    #[inline(never)]
    pub fn missing() -> Option<&'static str> {
        FEATURES.iter().find(|feature| feature.needed && !has(feature)).map(|feature| feature.name)
    }

    fn has(feature: &Feature) -> bool {
        if __cpuid_count(feature.leaf & 0x8000_0000, 0).eax < feature.leaf {
            return false;
        }
        let result = __cpuid_count(feature.leaf, feature.subleaf);
        let register = match feature.register {
            Register::Eax => result.eax,
            Register::Ebx => result.ebx,
            Register::Ecx => result.ecx,
            Register::Edx => result.edx,
        };
        // Hidden from the optimizer, which would join the two operations to one that came with BMI1.
        std::hint::black_box(register & feature.bits) == feature.bits
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn every_feature_is_where_the_standard_library_finds_it() {
            for (feature, detected) in FEATURES.iter().zip(detected()) {
                assert_eq!(has(feature), detected, "{}", feature.name);
            }
        }

        #[test]
        fn tests_run_only_where_nothing_is_missing() {
            assert_eq!(missing(), None);
        }
    }
}

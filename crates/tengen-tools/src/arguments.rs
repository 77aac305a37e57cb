//! Numbers and files as command lines take them: parsers whose errors say what is expected.

use clap::builder::{PathBufValueParser, TypedValueParser};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A parser of whole numbers within a range, for clap's `value_parser`. Its error is "expected a whole number from 1 to
/// 1024", or "1 or more" where the range ends with a large type.
pub fn whole<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: Bounded + FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| match (range.start(), range.end()) {
            (least, most) if *most == T::MAX && size_of::<T>() > size_of::<u16>() => {
                format!("expected a whole number, {least} or more")
            }
            (least, most) => format!("expected a whole number from {least} to {most}"),
        })
    }
}

/// A parser of numbers within a range, for clap's `value_parser`; `what` is what they count, "seconds" for example. Its
/// error is "expected a number of seconds from 0.001 to 1000000", or "0 or more" where the range has no end.
pub fn real(
    what: &'static str,
    range: RangeInclusive<f64>,
) -> impl Fn(&str) -> Result<f64, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number: &f64| number.is_finite() && range.contains(number));
        number.ok_or_else(|| match (range.start(), range.end()) {
            (least, &f64::INFINITY) => format!("expected a number of {what}, {least} or more"),
            (least, most) => format!("expected a number of {what} from {least} to {most}"),
        })
    }
}

/// A parser of files that will be written, for clap's `value_parser`: it reports what can be known to be wrong before the work
/// whose result the file is to hold. Its errors are "expected a file, not a folder" and "there is no folder results".
pub fn written_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|file| {
        let folder = file.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        if file.is_dir() {
            Err("expected a file, not a folder".to_owned())
        } else if folder.is_dir() {
            Ok(file)
        } else {
            Err(format!("there is no folder {}", folder.display()))
        }
    })
}

/// A parser of folders that files will be written to, and that are made where there are none, for clap's
/// `value_parser`. Its error is "expected a folder; README.md is a file".
pub fn written_folder() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|folder| match folder.ancestors().find(|path| path.exists()) {
        Some(file) if !file.is_dir() => Err(format!("expected a folder; {} is a file", file.display())),
        _ => Ok(folder),
    })
}

/// A parser of addresses with a port, for clap's `value_parser`.
///
/// # Errors
/// "expected HOST:PORT, such as 127.0.0.1:8080".
pub fn address(text: &str) -> Result<String, String> {
    let parts = text.rsplit_once(':').filter(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok());
    parts.map(|_| text.to_owned()).ok_or_else(|| "expected HOST:PORT, such as 127.0.0.1:8080".to_owned())
}

/// Types of whole numbers with a largest value.
pub trait Bounded {
    /// The largest value of the type.
    const MAX: Self;
}

macro_rules! bounded {
    ($($number:ty)*) => { $(impl Bounded for $number { const MAX: Self = <$number>::MAX; })* };
}

bounded!(u8 u16 u32 u64 usize);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_what_is_expected() {
        let threads = whole(1..=1024_u16);
        assert_eq!(threads("1024"), Ok(1024));
        for wrong in ["0", "1025", "99999999999", "-1", "", "two", "1.5"] {
            assert_eq!(threads(wrong), Err("expected a whole number from 1 to 1024".to_owned()), "{wrong}");
        }
        assert_eq!(whole(0..=u8::MAX)("256"), Err("expected a whole number from 0 to 255".to_owned()));
        assert_eq!(whole(1..=u32::MAX)("0"), Err("expected a whole number, 1 or more".to_owned()));
        let seconds = real("seconds", 0.001..=1e6);
        assert_eq!(seconds("1e3"), Ok(1000.0));
        for wrong in ["0", "nan", "inf", "-1", "1e7", "soon", ""] {
            assert_eq!(seconds(wrong), Err("expected a number of seconds from 0.001 to 1000000".to_owned()), "{wrong}");
        }
        assert_eq!(real("discs", 0.0..=f64::INFINITY)("-1"), Err("expected a number of discs, 0 or more".to_owned()));
    }
}

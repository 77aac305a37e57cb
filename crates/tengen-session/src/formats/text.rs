//! Bytes of files as text, whatever the system and the encoding they were written in.

use super::renjunet;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, KOI8_R, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE,
};
use std::borrow::Cow;

/// The most bytes of a declaration of XML that are looked at.
const DECLARATION: usize = 100;

/// Numbers of code pages and names of encodings as programs write them, in small letters and without signs between, where the
/// web's list of labels has not the same.
const SPELLINGS: [(&str, &Encoding); 14] = [
    ("932", SHIFT_JIS),
    ("shiftjis", SHIFT_JIS),
    ("936", GBK),
    ("54936", GB18030),
    ("949", EUC_KR),
    ("51949", EUC_KR),
    ("euckr", EUC_KR),
    ("950", BIG5),
    ("big5hkscs", BIG5),
    ("51932", EUC_JP),
    ("eucjp", EUC_JP),
    ("50220", ISO_2022_JP),
    ("iso2022jp", ISO_2022_JP),
    ("koi8r", KOI8_R),
];

/// The text of a file: without byte order mark and DOS's sign for the end of a file, with `\n` for each line end.
///
/// The encoding is that of the byte order mark; else UTF-16, where the first bytes are; else the one that XML declares, or UTF-8 for XML;
/// else UTF-8, where the bytes are valid; else the one that SGF's `CA` names; else the likeliest by the frequency of letters. ISO-2022-JP,
/// whose bytes are those of ASCII, is taken where it is named. Bytes that the encoding does not have become replacement characters.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_suffix(b"\x1a").unwrap_or(bytes);
    let text = match Encoding::for_bom(bytes) {
        Some((encoding, length)) => encoding.decode_without_bom_handling(&bytes[length..]).0,
        None if is_utf16(bytes) => {
            let encoding = if bytes[0] == 0 { UTF_16BE } else { UTF_16LE };
            encoding.decode_without_bom_handling(bytes).0
        }
        None if renjunet::is_xml(bytes) => {
            // Databases are of many hands, and not all of their bytes are what the file says.
            declared_in(bytes).unwrap_or(UTF_8).decode_without_bom_handling(bytes).0
        }
        None => match str::from_utf8(bytes) {
            Ok(text) if !text.is_ascii() || named_in(bytes) != Some(ISO_2022_JP) => Cow::Borrowed(text),
            _ => named_in(bytes).unwrap_or_else(|| likeliest(bytes)).decode_without_bom_handling(bytes).0,
        },
    };
    let text = if text.contains("\r\n") { Cow::Owned(text.replace("\r\n", "\n")) } else { text };
    if text.contains('\r') { Cow::Owned(text.replace('\r', "\n")) } else { text }
}

/// The encoding that the first `CA` of a game tree names. Names of encodings are ASCII, and so are the signs before them.
fn named_in(bytes: &[u8]) -> Option<&'static Encoding> {
    let at = bytes.windows(3).position(|window| window == b"CA[")?;
    let label = bytes[at + 3..].split(|&byte| byte == b']').next()?;
    encoding(label).filter(|&encoding| encoding != UTF_8)
}

/// The encoding of a name, in any spelling.
fn encoding(name: &[u8]) -> Option<&'static Encoding> {
    let is_sign = |c: &char| c.is_ascii_alphanumeric();
    let plain: String = String::from_utf8_lossy(name).to_lowercase().chars().filter(is_sign).collect();
    let number = ["cp", "ms", "windows", "codepage"].iter().find_map(|page| plain.strip_prefix(page));
    let number = number.filter(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
    let spelled = |name: &str| SPELLINGS.iter().find(|(known, _)| *known == name).map(|(_, encoding)| *encoding);
    // Labels of encodings that nothing is read in stand for a text of one replacement character.
    let labelled = |label: &str| Encoding::for_label_no_replacement(label.as_bytes());
    labelled(&String::from_utf8_lossy(name))
        .or_else(|| spelled(number.unwrap_or(&plain)))
        .or_else(|| labelled(&plain))
        .or_else(|| labelled(&format!("windows-{}", number?)))
}

/// True for UTF-16 without a byte order mark: two signs of ASCII at the beginning.
fn is_utf16(bytes: &[u8]) -> bool {
    let is_ascii = |byte: u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    match *bytes {
        [0, first, 0, second, ..] | [first, 0, second, 0, ..] => is_ascii(first) && is_ascii(second),
        _ => false,
    }
}

/// The encoding that the declaration at the beginning of XML names.
fn declared_in(bytes: &[u8]) -> Option<&'static Encoding> {
    let declaration = String::from_utf8_lossy(&bytes[..bytes.len().min(DECLARATION)]);
    let (_, value) = declaration.split("?>").next()?.split_once("encoding")?;
    let value = value.trim_start().strip_prefix('=')?.trim_start().strip_prefix(['"', '\''])?;
    encoding(value.split(['"', '\'']).next()?.as_bytes())
}

fn likeliest(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Deny)
}

/// A text with full-width letters, digits and signs, special blanks and dashes as ASCII has them, as input methods of East Asia
/// and word processors write moves.
pub fn ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(narrow).collect())
}

fn narrow(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from((c as u32 - 0xfee0) as u8),
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => ' ',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '\u{d7}' => 'x',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_of_a_text_is_the_text() {
        let text = "(;GM[4]PB[村山]C[表\\]]\n;B[hh])";
        let utf16 = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> { text.encode_utf16().flat_map(bytes).collect() };
        assert_eq!(decode(text.as_bytes()), text);
        assert_eq!(decode(&[b"\xef\xbb\xbf", text.as_bytes()].concat()), text);
        assert_eq!(decode(&[&b"\xff\xfe"[..], &utf16(u16::to_le_bytes)].concat()), text);
        assert_eq!(decode(&[&b"\xfe\xff"[..], &utf16(u16::to_be_bytes)].concat()), text);
        // Without a byte order mark, too.
        assert_eq!(decode(&utf16(u16::to_le_bytes)), text);
        assert_eq!(decode(&utf16(u16::to_be_bytes)), text);
        for line_end in ["\r\n", "\r"] {
            assert_eq!(decode(text.replace('\n', line_end).as_bytes()), text);
        }
        assert_eq!(decode(b"f5d6\x1a"), "f5d6");
        assert_eq!(decode(b""), "");
    }

    #[test]
    fn the_encoding_that_a_record_names_is_taken() {
        // In Shift-JIS the second byte of the character for "table" is a backslash, and that of "so" a closing bracket.
        assert_eq!(decode(b"(;CA[Shift_JIS]C[\x95\x5c\x83\x5d];B[hh])"), "(;CA[Shift_JIS]C[\u{8868}\u{30be}];B[hh])");
        assert_eq!(decode(b"(;CA[gbk]PB[\xcd\xf5]PW[\x9e\x5d])"), "(;CA[gbk]PB[\u{738b}]PW[\u{7005}])");
        assert_eq!(decode(b"(;CA[ISO-8859-1]PB[Andr\xe9])"), "(;CA[ISO-8859-1]PB[Andr\u{e9}])");
        // A name of an encoding that the bytes are not in.
        assert_eq!(decode("(;CA[GBK]PB[é])".as_bytes()), "(;CA[GBK]PB[é])");
        assert_eq!(decode(b"(;CA[nonsense]PB[Andr\xe9 et Ren\xe9e])"), "(;CA[nonsense]PB[André et Renée])");
    }

    /// The bytes of a name in an encoding, which none but that has so.
    #[test]
    fn encodings_are_known_in_every_spelling() {
        for (name, bytes, expected) in [
            ("CP932", &b"\x91\xba"[..], "\u{6751}"),
            ("Shift JIS", b"\x91\xba", "\u{6751}"),
            ("SJIS", b"\x91\xba", "\u{6751}"),
            ("windows-932", b"\x91\xba", "\u{6751}"),
            ("CP936", b"\xcd\xf5", "\u{738b}"),
            ("GB 2312", b"\xcd\xf5", "\u{738b}"),
            ("EUC_JP", b"\xb2\xa6", "\u{738b}"),
            ("eucJP", b"\xb2\xa6", "\u{738b}"),
            ("Big5-HKSCS", b"\xa4\xfd", "\u{738b}"),
            ("CP950", b"\xa4\xfd", "\u{738b}"),
            ("MS949", b"\xb1\xe8", "\u{ae40}"),
            ("CP1251", b"\xcf\xb8\xf2\xf0", "\u{41f}\u{451}\u{442}\u{440}"),
            ("Windows 1251", b"\xcf\xb8\xf2\xf0", "\u{41f}\u{451}\u{442}\u{440}"),
            ("KOI8R", b"\xf0\xa3\xd4\xd2", "\u{41f}\u{451}\u{442}\u{440}"),
            ("Latin-1", b"Ren\xe9", "Ren\u{e9}"),
            ("ISO-2022-JP", b"\x1b$BB<\x1b(B", "\u{6751}"),
        ] {
            let file = [b"(;CA[", name.as_bytes(), b"]PB[", bytes, b"])"].concat();
            assert_eq!(decode(&file), format!("(;CA[{name}]PB[{expected}])"));
        }
        // A name that stands for no encoding loses nothing.
        assert!(decode(b"(;CA[ISO-2022-KR]PB[Andr\xe9];B[hh])").ends_with(";B[hh])"));
    }

    #[test]
    fn xml_is_in_the_encoding_that_it_declares() {
        assert_eq!(
            decode(b"<?xml version='1.0' encoding='ISO-8859-1'?><p n='\xe9'/>").split("n=").last(),
            Some("'é'/>")
        );
        // Without one it is UTF-8, also where some bytes are not.
        assert_eq!(decode(b"<p a='\xc3\xa9' b='\xe9'/>"), "<p a='é' b='\u{fffd}'/>");
    }

    #[test]
    fn full_width_signs_are_read_as_ascii() {
        assert_eq!(ascii("Ｆ５　ｄ６－Ｘ\u{a0}−３"), "F5 d6-X -3");
        assert_eq!(ascii("f5 d6"), "f5 d6");
        assert_eq!(ascii("é黑"), "é黑");
    }
}

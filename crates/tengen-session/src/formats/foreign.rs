//! Files that are no games, told by their first bytes: an error can say what they are.

/// Kinds of files: what they begin with, what they are, and what to do. A byte that is no text may also be the replacement
/// character: pages read files as text.
const KINDS: [(&[&[u8]], &str); 20] = [
    (
        &[b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"II*\0", b"MM\0*"],
        "an image: moves are read from text (SGF, or a list), not from pictures",
    ),
    (&[b"\xff\xfe\0\0", b"\0\0\xfe\xff", b"(\0\0\0", b"\0\0\0("], "text in UTF-32: save it as UTF-8"),
    (&[b"%PDF-"], "a PDF document: copy the moves out of it"),
    (&[b"PK\x03\x04", b"PK\x05\x06"], "a ZIP archive: unpack it first"),
    (&[b"\x1f\x8b\x08"], "a gzip archive: unpack it first"),
    (&[b"BZh"], "a bzip2 archive: unpack it first"),
    (&[b"\xfd7zXZ\0"], "an xz archive: unpack it first"),
    (&[b"\x28\xb5\x2f\xfd"], "a zstd archive: unpack it first"),
    (&[b"7z\xbc\xaf\x27\x1c"], "a 7z archive: unpack it first"),
    (&[b"Rar!\x1a\x07"], "a RAR archive: unpack it first"),
    (&[b"XADEKOOB"], "an opening book of Edax: it has positions, and no games"),
    (&[b"DICUORAGE"], "an opening book of Egaroucid: it has positions, and no games"),
    (&[b"\x9e\x0a\x02\x0b"], "an opening book of Zebra: it has positions, and no games"),
    (
        &[b"\x04\x22\x4d\x18"],
        "an LZ4 archive, as the databases of Rapfi and Yixin are: they have values of positions, and no games",
    ),
    (&[b"XADELAVE", b"EDAXEVAL"], "a file of Edax's evaluation: it has no games"),
    (&[EDX], "a game as Edax keeps it in memory (.edx): let Edax save it as .sgf, .ggf or .txt"),
    (&[b"SQLite format 3\0"], "a database of SQLite: write its games to a file of text first"),
    (&[b"tengen-book "], "an opening book of Tengen: play from it by --book"),
    (&[b"tengen-certificate "], "a certificate of Tengen: check it by `tengen solve --verify`"),
    (&[b"\x7fELF", b"MZ\x90"], "a program"),
];

/// Edax's board at the start of Othello: the discs of both sides, a bit each.
const EDX: &[u8] = b"\0\0\0\x10\x08\0\0\0\0\0\0\x08\x10\0\0\0";

/// What a file is that has no game, and what to do; `None` where it may have one.
pub fn refusal(file: &[u8]) -> Option<String> {
    let is_blank = |byte: &u8| byte.is_ascii_whitespace();
    if file.is_empty() {
        Some("the file is empty".to_owned())
    } else if file.iter().all(|&byte| byte == 0) {
        Some("the file has nothing but zeros: its content was lost where it was written".to_owned())
    } else if file.iter().all(is_blank) {
        Some("the file has nothing but blanks".to_owned())
    } else {
        kind(file).map(|kind| format!("the file is {kind}"))
    }
}

/// The same of the first bytes of a file, without "the file is".
pub fn kind(begin: &[u8]) -> Option<&'static str> {
    let begins = |mark: &&[u8]| begin.starts_with(mark) || begin.starts_with(String::from_utf8_lossy(mark).as_bytes());
    let known = KINDS.iter().find(|(marks, _)| marks.iter().any(begins)).map(|(_, kind)| *kind);
    known.or_else(|| is_bitmap(begin).then_some(KINDS[0].1)).or_else(|| markup(begin)).or_else(|| yixin(begin))
}

/// BMP: two letters, the size of the file, and four bytes that are zero.
fn is_bitmap(begin: &[u8]) -> bool {
    begin.starts_with(b"BM") && begin.get(6..10) == Some(&[0; 4])
}

/// A page in HTML, or XML in which no games are marked as `RenjuNet` and XOF mark them, unless it has a game tree.
fn markup(begin: &[u8]) -> Option<&'static str> {
    let text = begin.strip_prefix(b"\xef\xbb\xbf").unwrap_or(begin).trim_ascii_start();
    let is_tree = |place: &[u8]| place.starts_with(b"(;") && place[2].is_ascii_uppercase();
    if !text.starts_with(b"<") || text.windows(3).any(is_tree) {
        return None;
    }
    let names = |name: &[u8]| text.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name));
    let is_page = [&b"<!doctype html"[..], b"<html", b"<head"].into_iter().any(names);
    if is_page {
        return Some("an HTML page: save the game that it shows, or copy the moves out of it");
    }
    let has = |tag: &[u8]| text.windows(tag.len()).any(|place| place == tag);
    (!has(b"<game") && !has(b"<moves"))
        .then_some("XML, but without games of RenjuNet's or XOF's: copy the moves out of it")
}

/// A database of Rapfi or Yixin as it is without LZ4: the number of records, and the first key with its length: the rule, the
/// size of the board, two bytes a stone.
fn yixin(begin: &[u8]) -> Option<&'static str> {
    let &[_, _, _, _, low, high, rule, cols, rows, ..] = begin else { return None };
    let key = u16::from_le_bytes([low, high]);
    let is_key = key % 2 == 1 && key >= 3 && usize::from(key / 2) <= usize::from(cols) * usize::from(rows) + 1;
    (is_key && rule <= 2 && cols == rows && cols <= 32)
        .then_some("a database of Rapfi or Yixin (YXDB): it has values of positions, and no games")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_first_bytes() {
        let bitmap = [&b"BM\x36\x10\0\0"[..], &[0; 4], b"6\0\0\0"].concat();
        let database = b"\x01\0\0\0\x05\0\0\x0f\x0f\x07\x07\x03\0w\0\0";
        for (file, known) in [
            (&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], "an image: "),
            (b"\xff\xd8\xff\xe0\0\x10JFIF", "an image: "),
            (&bitmap, "an image: "),
            (b"\xff\xfe\0\0(\0\0\0", "text in UTF-32: "),
            (b"\0\0\0(\0\0\0;", "text in UTF-32: "),
            (b"PK\x03\x04\x14\0", "a ZIP archive: unpack it first"),
            (b"\x1f\x8b\x08\0\0", "a gzip archive: unpack it first"),
            (b"BZh91AY&SY", "a bzip2 archive: unpack it first"),
            (b"\xfd7zXZ\0\0\x04", "an xz archive: unpack it first"),
            (b"\x28\xb5\x2f\xfd\x04", "a zstd archive: unpack it first"),
            (b"%PDF-1.7\n", "a PDF document: "),
            (b"\xef\xbb\xbf\r\n<!DOCTYPE HTML>\n<p>f5d6", "an HTML page: "),
            (b"<html><script>for(;;){}</script>", "an HTML page: "),
            (b"<?xml version=\"1.0\"?>\n<database>", "XML, "),
            (b"XADEKOOB\x04\x06", "an opening book of Edax: "),
            (b"DICUORAGE\x03", "an opening book of Egaroucid: "),
            (b"\x9e\x0a\x02\x0b\x01\0\0\0", "an opening book of Zebra: "),
            (b"XADELAVE\0\0", "a file of Edax's evaluation: "),
            (b"\x04\x22\x4d\x18\x64\x40", "an LZ4 archive, "),
            (database, "a database of Rapfi or Yixin (YXDB): "),
            (EDX, "a game as Edax keeps it in memory (.edx): "),
        ] {
            let found = kind(file).unwrap_or_default();
            assert!(found.starts_with(known), "{}: {found}", file.escape_ascii());
            // A page takes all files for text.
            assert_eq!(kind(String::from_utf8_lossy(file).as_bytes()), Some(found), "{}", file.escape_ascii());
            assert_eq!(refusal(file), Some(format!("the file is {found}")));
        }
        for (file, said) in [
            (&b""[..], "the file is empty"),
            (&[0; 100], "the file has nothing but zeros: its content was lost where it was written"),
            (b" \r\n\t\n", "the file has nothing but blanks"),
        ] {
            assert_eq!(refusal(file).as_deref(), Some(said));
        }
    }

    #[test]
    fn what_may_be_a_game_is_not_refused() {
        for file in [
            &b"(;GM[2]SZ[8];B[fe])"[..],
            b"f5d6c3",
            b"B f5 W d6",
            b"BM f5",
            b"  <p>(;GM[2];B[fe])</p>",
            b"hello",
            b"\0\0\0\x01",
            b"\xffRenLib\xff\x03\x00",
            b"Piskvorky 15x15, 11:11, 0\r\n",
            b"0,0, 1,-2\n",
            b"[Event \"x\"]",
            b"{\"players\":[]}",
            b"\xef\xbb\xbff5",
        ] {
            assert_eq!(refusal(file), None, "{}", file.escape_ascii());
        }
    }
}

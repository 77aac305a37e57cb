//! RenLib's files of gomoku and renju, as SGF: libraries (`.lib`, a tree of moves with comments) and positions (`.pos`, one game).
//!
//! The layouts are those of RenLib 3 (<https://github.com/gomoku/RenLib>). A library is a header of 20 bytes and the nodes in the
//! order of a walk: each node, all that follows it, its next sibling.

use super::sgf::escape;
use super::text;
use std::collections::HashSet;
use std::fmt::Write as _;
use thiserror::Error;

/// The lines of RenLib's board.
pub(super) const SIZE: u8 = 15;

pub(super) const MAGIC: &[u8] = b"\xffRenLib\xff";
pub(super) const HEADER: usize = 20;

/// The place of the centre.
const CENTRE: u8 = 0x78;

/// The flags of a node.
pub(super) const SIBLING: u8 = 0x80;
pub(super) const LEAF: u8 = 0x40;
const OLD_COMMENT: u8 = 0x20;
pub(super) const COMMENT: u8 = 0x08;
const NO_STONE: u8 = 0x02;
pub(super) const EXTENDED: u8 = 0x01;

/// The extension of a node that has a text on its point.
pub(super) const BOARD_TEXT: u8 = 0x01;

/// Why a library is none.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LibraryError {
    /// The tree goes on where the file ends.
    #[error("the RenLib library ends within its tree of moves")]
    Truncated,
    /// A node names a point that the board does not have.
    #[error("byte {offset} of the RenLib library is no point of a board of 15 lines")]
    Point {
        /// The node's place in the file.
        offset: usize,
    },
}

/// True for a library.
pub fn is_library(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) || without_header(bytes).is_some()
}

/// A library as SGF; `None` for what is no library. Where the file ends within its tree, the SGF does so, too.
pub fn library(bytes: &[u8]) -> Option<Result<String, LibraryError>> {
    if !bytes.starts_with(MAGIC) {
        return without_header(bytes).map(Ok);
    }
    let mut sgf = String::new();
    Some(match tree(bytes, HEADER, &mut sgf) {
        Err(LibraryError::Truncated) if sgf.contains(";B[") => Ok(sgf),
        read => read.map(|_| sgf),
    })
}

/// A library as it was before version 3: nothing but the nodes, from the centre on. Text has no such bytes, and the nodes end where the
/// file does.
fn without_header(bytes: &[u8]) -> Option<String> {
    let mut sgf = String::new();
    let begins = bytes.first() == Some(&CENTRE) && !is_text(bytes);
    let rest = if begins { tree(bytes, 0, &mut sgf).ok()? } else { return None };
    rest.is_empty().then_some(sgf)
}

/// True for bytes that a text without other letters than those of ASCII has.
fn is_text(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace())
}

/// A game in a `.pos` file as SGF; `None` for what is none. The format has no mark: the first byte counts those that follow, which
/// are points, none twice, and text has no such bytes.
pub fn position(bytes: &[u8]) -> Option<String> {
    let (&count, points) = bytes.split_first()?;
    // What is looked at costs time and memory: that comes first which long files do not have.
    if count == 0 || points.len() != usize::from(count) {
        return None;
    }
    let on_board = |&point: &u8| point < SIZE * SIZE;
    let distinct = points.iter().collect::<HashSet<_>>().len();
    if distinct < points.len() || !points.iter().all(on_board) || is_text(bytes) {
        return None;
    }
    let mut sgf = root();
    for (point, ply) in points.iter().zip(1..) {
        mv(&mut sgf, ply, Some((point % SIZE, point / SIZE)));
    }
    Some(sgf + ")")
}

/// A sibling that is being read.
struct Branch {
    ply: usize,
    /// True where another one follows it.
    more: bool,
}

/// Reads the nodes from a place on into a text; returns what follows them. Where they end too early, the text has those before.
fn tree<'a>(bytes: &'a [u8], from: usize, sgf: &mut String) -> Result<&'a [u8], LibraryError> {
    let mut rest = bytes.get(from..).ok_or(LibraryError::Truncated)?;
    sgf.push_str(&root());
    let mut open: Vec<Branch> = Vec::new();
    // The root is left out where the only first move is in the centre.
    let mut ply = usize::from(rest.first() != Some(&0));
    let mut is_sibling = false;
    loop {
        let offset = bytes.len() - rest.len();
        let &[place, flags, ..] = rest else { return Err(LibraryError::Truncated) };
        rest = &rest[2..];
        let extension = if flags & EXTENDED == 0 { 0 } else { rest.get(1).copied().ok_or(LibraryError::Truncated)? };
        rest = if flags & EXTENDED == 0 { rest } else { &rest[2..] };
        if flags & SIBLING != 0 || is_sibling {
            sgf.push('(');
            open.push(Branch { ply, more: flags & SIBLING != 0 });
        }
        let point = point(place, flags, offset)?;
        if ply > 0 {
            mv(sgf, ply, point);
        }
        if flags & (COMMENT | OLD_COMMENT) != 0 {
            let comment = if flags & COMMENT != 0 { string(&mut rest)? } else { old_string(&mut rest)? };
            let _ = write!(sgf, "C[{}]", escape(&comment));
        }
        if extension & BOARD_TEXT != 0 {
            let label = string(&mut rest)?;
            if let Some((col, row)) = point {
                let _ = write!(sgf, "LB[{}{}:{}]", letter(col), letter(row), escape(&label));
            }
        }
        ply += 1;
        is_sibling = false;
        while flags & LEAF != 0 && !is_sibling {
            sgf.push(')');
            let Some(branch) = open.pop() else { return Ok(rest) };
            (ply, is_sibling) = (branch.ply, branch.more);
        }
    }
}

/// The point of a node, `None` for a pass. The columns are counted from 1, the rows from 0.
fn point(place: u8, flags: u8, offset: usize) -> Result<Option<(u8, u8)>, LibraryError> {
    if place == 0 || flags & NO_STONE != 0 {
        return Ok(None);
    }
    match ((place & 15).checked_sub(1), place >> 4) {
        (Some(col), row) if row < SIZE => Ok(Some((col, row))),
        _ => Err(LibraryError::Point { offset }),
    }
}

fn root() -> String {
    format!("(;GM[4]SZ[{SIZE}]")
}

fn mv(sgf: &mut String, ply: usize, point: Option<(u8, u8)>) {
    let color = if ply % 2 == 1 { 'B' } else { 'W' };
    let point = point.map_or_else(String::new, |(col, row)| [letter(col), letter(row)].iter().collect());
    let _ = write!(sgf, ";{color}[{point}]");
}

fn letter(index: u8) -> char {
    char::from(b'a' + index)
}

/// A text that ends with a zero, in an even number of bytes. A sign 8 stands between its first line and the others.
fn string(rest: &mut &[u8]) -> Result<String, LibraryError> {
    let end = rest.iter().position(|&byte| byte == 0).ok_or(LibraryError::Truncated)?;
    let string = text::decode(&rest[..end]).replace('\x08', "\n");
    *rest = rest.get((end + 2) & !1..).ok_or(LibraryError::Truncated)?;
    Ok(string)
}

/// A text as the first versions wrote it: its last byte has the top bit set.
fn old_string(rest: &mut &[u8]) -> Result<String, LibraryError> {
    let end = rest.iter().position(|&byte| byte & 0x80 != 0).ok_or(LibraryError::Truncated)?;
    let mut bytes = rest[..=end].to_vec();
    bytes[end] &= 0x7f;
    *rest = rest.get((end + 2) & !1..).ok_or(LibraryError::Truncated)?;
    Ok(text::decode(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(minor: u8, nodes: &[u8]) -> Result<String, LibraryError> {
        let header = [MAGIC, &[3, minor], &[0xff; 10]].concat();
        library(&[&header, nodes].concat()).unwrap()
    }

    #[test]
    fn a_library_is_a_tree() {
        // h8, then h9 or i9 with a comment: the root is left out.
        let nodes = [0x78, 0x00, 0x68, 0xc0, 0x69, 0x48, b'A', 0];
        assert_eq!(read(0, &nodes).unwrap(), "(;GM[4]SZ[15];B[hh](;W[hg])(;W[ig]C[A]))");
        // The same with the root, and with a text on a point.
        let nodes = [0, 0, 0x78, 0x00, 0x68, 0xc1, 0, 1, b'1', 0, 0x69, 0x40];
        assert_eq!(read(4, &nodes).unwrap(), "(;GM[4]SZ[15];B[hh](;W[hg]LB[hg:1])(;W[ig]))");
        // Variations within variations: a1, or o15 and then a15 or o1.
        let nodes = [0, 0, 0xe1, 0xc0, 0x0f, 0x00, 0x01, 0xc0, 0xef, 0x40];
        assert_eq!(read(4, &nodes).unwrap(), "(;GM[4]SZ[15](;B[ao])(;B[oa](;W[aa])(;W[oo])))");
        let nodes = [0, 0, 0x78, 0x80, 0x68, 0x80, 0x58, 0x40, 0x69, 0x40, 0x77, 0x40];
        assert_eq!(read(4, &nodes).unwrap(), "(;GM[4]SZ[15](;B[hh](;W[hg];B[hf])(;W[ig]))(;B[gh]))");
    }

    #[test]
    fn texts_keep_their_lines_and_signs() {
        let nodes = [&[0x78, 0x48][..], b"one]\x08two\0\0"].concat();
        assert_eq!(read(0, &nodes).unwrap(), "(;GM[4]SZ[15];B[hh]C[one\\] two])");
        let nodes = [0x78, 0x60, b'o', b'k' | 0x80];
        assert_eq!(read(0, &nodes).unwrap(), "(;GM[4]SZ[15];B[hh]C[ok])");
    }

    #[test]
    fn a_library_that_is_cut_is_worth_its_moves() {
        let nodes = [0, 0, 0x78, 0x80, 0x68, 0xc9, 0, 1, b'A', 0, b'1', 0, 0x69, 0x40, 0x77, 0x40];
        let whole = read(4, &nodes).unwrap();
        for length in 0..nodes.len() {
            match read(4, &nodes[..length]) {
                // The first move has been read.
                Ok(cut) if length >= 4 => assert!(whole.starts_with(&cut) && cut.contains(";B[hh]"), "{cut}"),
                refused => assert_eq!((refused, length < 4), (Err(LibraryError::Truncated), true), "{length}"),
            }
        }
    }

    #[test]
    fn the_first_libraries_have_no_header() {
        // H8, then h9 or i9 with a comment.
        let nodes = [0x78, 0x00, 0x68, 0xc0, 0x69, 0x60, b'o', b'k' | 0x80];
        assert_eq!(library(&nodes), Some(Ok("(;GM[4]SZ[15];B[hh](;W[hg])(;W[ig]C[ok]))".to_owned())));
        assert_eq!(library(&nodes[..6]), None);
        assert_eq!(library(&[&nodes[..], b"!"].concat()), None);
        assert_eq!(library(b"xd7"), None);
    }

    #[test]
    fn what_is_no_library_is_refused() {
        assert_eq!(library(&MAGIC[..7]), None);
        assert_eq!(library(MAGIC), Some(Err(LibraryError::Truncated)));
        assert_eq!(read(4, &[0, 0, 0x70, 0x40]), Err(LibraryError::Point { offset: 22 }));
        assert_eq!(read(4, &[0, 0, 0xf1, 0x40]), Err(LibraryError::Point { offset: 22 }));
    }

    #[test]
    fn positions_are_rows_of_points() {
        assert_eq!(position(&[3, 112, 97, 98]).unwrap(), "(;GM[4]SZ[15];B[hh];W[hg];B[ig])");
        for none in [
            &[][..],
            &[0],
            &[2, 112],
            &[1, 225],
            &[1, 112, 97],
            &[2, 112, 112],
            b"(;GM[2]SZ[8];B[fe];W[fd];B[ed];W[df];B[])".as_slice(),
            b"\nabcdefghij",
        ] {
            assert_eq!(position(none), None);
        }
    }
}

//! Files as programs of the field write them, by the reader that all doors share.

use tengen_core::search::Resources;
use tengen_games::GAMES;
use tengen_session::{EngineError, Host, Settings};

/// What is read of a file where gomoku on 15 lines is on the board: game, rule set and size, and the moves.
fn read(file: &[u8]) -> Result<(String, String), EngineError> {
    let mut host = Host::new(GAMES, Settings::default(), Resources::new(1, 1));
    host.set_game("gomoku")?;
    host.load(file, None)?;
    let moves: Vec<String> = host.engine().moves_played().into_iter().map(|(_, text)| text).collect();
    Ok((host.engine().variant().to_string(), moves.join(" ")))
}

fn is_read(file: &[u8], variant: &str, moves: &str) {
    let expected = (variant.to_owned(), moves.to_owned());
    assert_eq!(read(file), Ok(expected), "{}", String::from_utf8_lossy(file).escape_debug());
}

/// H8, then H9 or J9, in the letters of GTP.
#[test]
fn files_of_gomoku_programs_are_read() {
    let header = b"\xffRenLib\xff\x03\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff";
    let library = [&header[..], &[0x78, 0x00, 0x68, 0xc0, 0x69, 0x48, b'A', 0]].concat();
    is_read(&library, "Gomoku freestyle 15", "H8 H9");
    is_read(&[3, 112, 97, 98], "Gomoku freestyle 15", "H8 H9 J9");
    is_read(b"Piskvorky 20x20, 11:11, 0\r\n8,13,5\r\n9,12,7\r\nA\r\nB\r\n0\r\n", "Gomoku freestyle 20", "H8 J9");
    is_read(b"A\nB\n7,12,5\n8,11,7\n0\n", "Gomoku freestyle 20", "H8 J9");
    let kata = "(;FF[4]GM[1]SZ[15]RU[basicruleRENJUvcnruleNOVCfirstpasswin0maxmoves0];B[hh];W[hg])";
    is_read(kata.as_bytes(), "Gomoku renju 15", "H8 H9");
    is_read(b"(;FF[4]GM[4]RU[4]SZ[15];B[hh]C[12ms];W[hg]C[3ms])", "Gomoku renju 15", "H8 H9");
}

#[test]
fn text_of_every_system_is_read() {
    let utf16: Vec<u8> = "\u{feff}(;GM[2]PB[村]\r\n;B[fe];W[fd])".encode_utf16().flat_map(u16::to_le_bytes).collect();
    is_read(&utf16, "Othello normal 8", "F5 F4");
    // The second byte of one name is a bracket, that of the other a backslash.
    is_read(b"(;CA[Shift_JIS]GM[2]PB[\x83\x5d]PW[\x95\x5c];B[fe])", "Othello normal 8", "F5");
    is_read(b"\xef\xbb\xbf1. h8 i9\r2. j10 1-0\x1a", "Gomoku freestyle 15", "H8 J9 K10");
}

#[test]
fn what_cannot_be_read_is_said() {
    let error = |file: &[u8]| read(file).unwrap_err().to_string();
    let cut = [&b"\xffRenLib\xff\x03\x04"[..], &[0xff; 10], &[0, 0, 0x78]].concat();
    assert_eq!(error(&cut), "the RenLib library ends within its tree of moves");
    let none =
        "there is no game in the file: neither PGN nor a game tree (SGF, GGF) nor a board of signs (OBF) nor moves";
    for file in [&b""[..], b"hello", b"\0\0\0\0", b"Piskvorky 15x15, 0:0, 0\n99,99,1\n"] {
        assert_eq!(error(file), none);
    }
}

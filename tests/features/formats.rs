//! Files as programs of the field write them, by the reader that all doors share.

use tengen_core::game::{Color, Letters};
use tengen_core::search::Resources;
use tengen_games::GAMES;
use tengen_session::formats::Format;
use tengen_session::formats::sgf::Notes;
use tengen_session::{EngineError, Host, LetterSetting, Settings};

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
    // Their size is not told: Piskvork's is taken, and said.
    let (_, _, notes) = loaded("gomoku", "A\nB\n7,12,5\n8,11,7\n0\n");
    assert_eq!(notes, ["the file does not say how large its board is: read on 20x20"]);
    // Yixin-Board counts rows before columns, from the top.
    is_read(b"15\n15\n3\n7 7\n6 7\n6 8\n", "Gomoku freestyle 15", "H8 H9 J9");
    let kata = "(;FF[4]GM[1]SZ[15]RU[basicruleRENJUvcnruleNOVCfirstpasswin0maxmoves0];B[hh];W[hg])";
    is_read(kata.as_bytes(), "Gomoku renju 15", "H8 H9");
    is_read(b"(;FF[4]GM[4]RU[4]SZ[15];B[hh]C[12ms];W[hg]C[3ms])", "Gomoku renju 15", "H8 H9");
    // Servers have numbers of other games: ORC that of mill, with the fifth moves that were offered, pages that of Hex.
    is_read(b"(;GM[5]SW[NO]5A[gg][hi]RE[W+Resign];B[hh];W[hg])", "Gomoku renju 15", "H8 H9");
    is_read(b"(;GM[5]SZ[15];B[hh];W[hg])", "Gomoku freestyle 15", "H8 H9");
    is_read(b"(;GM[11]SZ[15]RU[Renju];B[hh];W[hg])", "Gomoku renju 15", "H8 H9");
    is_read(b"(;GM[5]SZ[7];B[a1];W[a7])", "Mill zhiqi 7", "A1 A7");
}

#[test]
fn text_of_every_system_is_read() {
    let utf16: Vec<u8> = "\u{feff}(;GM[2]PB[村]\r\n;B[fe];W[fd])".encode_utf16().flat_map(u16::to_le_bytes).collect();
    is_read(&utf16, "Othello normal 8", "F5 F4");
    // The second byte of one name is a bracket, that of the other a backslash.
    is_read(b"(;CA[Shift_JIS]GM[2]PB[\x83\x5d]PW[\x95\x5c];B[fe])", "Othello normal 8", "F5");
    is_read(b"\xef\xbb\xbf1. h8 i9\r2. j10 1-0\x1a", "Gomoku freestyle 15", "H8 J9 K10");
    // Boards on the web have the letters of gomoku, also where no move has an I.
    is_read(b"https://board.example/#h8j9k10\n", "Gomoku freestyle 15", "H8 K9 L10");
}

/// The same game by either letters: lists are read as they are set, if they can be played so.
#[test]
fn lists_have_the_letters_that_are_set() {
    let read = |letters, list: &str| {
        let mut host = Host::new(GAMES, Settings::default(), Resources::new(1, 1));
        host.set_game("gomoku").unwrap();
        host.set_letters(LetterSetting::Always(letters));
        let notes = host.load(list.as_bytes(), None).unwrap();
        let moves: Vec<String> = host.engine().moves_played().into_iter().map(|(_, text)| text).collect();
        (moves.join(" "), host.engine().position_text(), notes)
    };
    let with_i = read(Letters::AToO, "h8 j9 k10");
    assert_eq!((with_i.0.as_str(), &with_i.2), ("H8 J9 K10", &Vec::new()));
    // By GTP's letters the same points are one column further.
    let go = read(Letters::Go, "h8 k9 l10");
    assert_eq!((go.0.as_str(), go.1), ("H8 K9 L10", with_i.1));
    let other = read(Letters::AToO, "h8 p9 k10");
    let note = "columns are read without the letter I: the moves cannot be played otherwise";
    assert_eq!((other.0.as_str(), other.2), ("H8 O9 J10", vec![note.to_owned()]));
    // SGF and files with coordinates of their own do not depend on them.
    assert_eq!(read(Letters::AToO, "(;GM[4]SZ[15];B[hh];W[ig])").0, "H8 I9");
    assert_eq!(read(Letters::AToO, "Piskvorky 20x20, 0:0, 0\n8,13,5\n9,12,7\n").0, "H8 I9");
}

/// Letters outlast what begins a new game, and errors name points as they were written.
#[test]
fn letters_stay_and_errors_have_them() {
    let mut host = Host::new(GAMES, Settings::default(), Resources::new(1, 1));
    host.set_letters(LetterSetting::Always(Letters::AToO));
    host.set_game("gomoku").unwrap();
    host.set_rule("renju").unwrap();
    let refused = |host: &mut Host, mv: &str| host.engine_mut().play_text(Color::Black, mv).unwrap_err().to_string();
    assert_eq!(refused(&mut host, "p1"), "P1 is off the board of 15 lines");
    assert_eq!(refused(&mut host, "z1"), "z1 is not a point");
    host.engine_mut().play_text(Color::Black, "o15").unwrap();
    assert_eq!(refused(&mut host, "O15"), "it is white's turn");
    assert_eq!(host.engine().last_move().as_deref(), Some("O15"));
    let mut session = host.session();
    assert_eq!((session.letters(), session.plies()), (Letters::AToO, 0));
    session.play_text(Color::Black, "i1").unwrap();
    assert_eq!(session.position_text().split(['/', ':']).nth(14), Some("........X......"));
}

/// One game after the other, as RenjuNet has them. The last move of the second makes six in a row.
#[test]
fn the_games_of_renjunet_are_read() {
    let database = r#"<?xml version="1.0" encoding="UTF-8"?>
<database><rules><rule id="1" name="RIF"/><rule id="2" name="Swap2"/></rules>
<players><player id="1" name="Ada" surname="A"/><player id="2" name="Bea" surname="B"/></players>
<games>
<game id="1" tournament="1" rule="1" black="1" white="2" bresult="1"><move>h8 i9 o1</move></game>
<game id="2" tournament="1" rule="1" black="2" white="1" bresult="0">
<move>h8 a1 i8 c1 j8 e1 l8 g1 m8 i1 k8</move></game>
<game id="3" tournament="1" rule="2" black="1" white="2" bresult="0.5"><move></move></game>
<game id="4" tournament="1" rule="1" black="1" white="2" bresult=""><move>h8 h8 h9</move></game>
</games><tournaments><tournament id="1" name="Cup" start="2001-02-03"/></tournaments></database>"#;
    let host = Host::new(GAMES, Settings::default(), Resources::new(1, 1));
    let games: Vec<_> = host.games_of(database).unwrap().map(|found| (found.line, found.game.unwrap())).collect();
    assert_eq!(games.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [5, 6, 8, 9]);
    let facts = games[0].1.facts();
    assert_eq!(facts.players, ["Ada A", "Bea B"].map(|name| Some(name.to_owned())));
    assert_eq!((facts.event.as_deref(), facts.date.as_deref()), (Some("Cup"), Some("2001-02-03")));
    let opened = |game: usize| {
        let opened = host.open(&games[game].1, None)?;
        let last = opened.engine.last_move().unwrap_or_default();
        Ok::<_, EngineError>((opened.engine.variant().to_string(), last, opened.notes, opened.engine.result_text()))
    };
    assert_eq!(opened(0).unwrap(), ("Gomoku renju 15".to_owned(), "P1".to_owned(), Vec::new(), None));
    // The forbidden move loses by the rules.
    let (_, last, notes, result) = opened(1).unwrap();
    assert_eq!(result.as_deref(), Some("W+R"));
    assert_eq!(last, "J1");
    let note = "the game ends before move 11, black \"k8\": K8 is forbidden to Black: ";
    assert!(notes.len() == 1 && notes[0].starts_with(note), "{notes:?}");
    assert_eq!(opened(2).unwrap(), ("Gomoku standard 15".to_owned(), String::new(), Vec::new(), None));
    let error = opened(3).unwrap_err().to_string();
    assert!(error.starts_with("move 2: expected a legal move, not h8: H8 is occupied"), "{error}");
}

#[test]
fn what_cannot_be_read_is_said() {
    let error = |file: &[u8]| read(file).unwrap_err().to_string();
    let cut = [&b"\xffRenLib\xff\x03\x04"[..], &[0xff; 10], &[0, 0, 0x78]].concat();
    assert!(read(&[&cut[..], &[0, 0x68]].concat()).is_ok());
    assert_eq!(error(&cut), "the RenLib library ends within its tree of moves");
    assert_eq!(error(b"<database><games></games></database>"), "there is no game in the database");
    assert!(error(b"<database><games><game></games>").starts_with("the XML is broken: "));
    let none =
        "there is no game in the file, neither PGN nor a game tree (SGF, GGF) nor a board of signs (OBF) nor moves; ";
    for (file, said) in [
        (&b""[..], "the file is empty"),
        (b"\0\0\0\0", "the file has nothing but zeros: its content was lost where it was written"),
        (
            b"\x01\0\0\0\x05\0\0\x0f\x0f\x07\x07\x03\0w\0\0",
            "the file is a database of Rapfi or Yixin (YXDB): it has values of positions, and no games",
        ),
        (b"PK\x03\x04\x14\0\x06\0", "the file is a ZIP archive: unpack it first"),
        (b"# nothing yet\n", &format!("{none}it has nothing but comments")),
        (b"1. 2. 3.\n", &format!("{none}it has no word that could be a move")),
        (b"# a greeting\n\nhello world", &format!("{none}line 3: \"hello\" is no move")),
        (b"Piskvorky 15x15, 0:0, 0\n99,99,1\n", "line 2: expected a point of a board of 15x15, not \"99,99,1\""),
        (b"White: Bob h8 i9", "line 1: expected a game tree (SGF, GGF), a board of signs (OBF) or moves, not \"Bob\""),
        (
            b"# a game\n1. h8 i9 2. h9 i9 3. h7",
            "line 2, move 4: expected a legal move, not i9: I9 is occupied (read as Gomoku: moves do not say of which game \
             they are)",
        ),
        (
            b"h8 i9 h9\nhello h7",
            "line 2, move 4: expected a legal move, not hello: hello is not a point (read as Gomoku: moves do not \
             say of which game they are)",
        ),
        (b"(;GM[3];W[e4])", "the record is of chess (GM[3]), not of gomoku (GM[4])"),
        (b"(;GM[11]SZ[11];W[e4])", "the record is of Hex (GM[11]), not of gomoku (GM[4])"),
        (
            b"(;GM[1]SZ[15];B[hh];W[hh];B[aa])",
            "move 2, white \"hh\": H8 is occupied; GM[1] is Go, which is not played here, or what programs for Go write for \
             every game",
        ),
        (
            b"(;GM[4]SZ[15];B[hh]\n;W hh)",
            "line 2: expected '(', ')', ';' or a property with all its values, not \"W hh)\"",
        ),
        (b"(;GM[4]\nSZ[large])", "line 2, node 0: SZ[large]: a board size expected: 8, or columns:rows"),
    ] {
        assert_eq!(error(file), said);
    }
}

/// The moves, the result and the notes of a file, where Othello or gomoku is on the board.
fn loaded(game: &str, file: &str) -> (String, Option<String>, Vec<String>) {
    let mut host = Host::new(GAMES, Settings::default(), Resources::new(1, 1));
    host.set_game(game).unwrap();
    let notes = host.load(file.as_bytes(), None).unwrap();
    let moves: Vec<String> = host.engine().moves_played().into_iter().map(|(_, text)| text).collect();
    (moves.join(" "), host.engine().result_text(), notes)
}

#[test]
fn a_list_ends_where_its_game_does() {
    for (file, moves, result, note) in [
        ("f5 d6 resign", "F5 D6", Some("W+R"), None),
        ("1. f5 d6\nBlack resigns 0-1", "F5 D6", Some("W+R"), None),
        ("f5d6 White resigned.", "F5 D6", Some("B+R"), None),
        ("f5 d6 black loses on time", "F5 D6", None, Some("the game ends with \"black loses on time\"")),
        ("f5 d6 good game", "F5 D6", None, Some("the game ends with \"good game\"")),
        ("f5 d6\nd5", "F5 D6", None, Some("the game ends before line 2, move 3, black \"d5\": there is a disc on d5")),
        ("f5d6c3\n\nresign", "F5 D6 C3", Some("B+R"), None),
        ("[f5][d6] Player1 give up!", "F5 D6", Some("W+R"), None),
        (
            "Final: Ann - Bob\n\n1. f5 d6",
            "F5 D6",
            None,
            Some("what stands before the moves is left out: \"Final: Ann - Bob\""),
        ),
    ] {
        let expected = (moves.to_owned(), result.map(str::to_owned), note.map(str::to_owned).into_iter().collect());
        assert_eq!(loaded("othello", file), expected, "{file}");
    }
    // Five in a row end a game, whatever follows.
    let (moves, result, notes) = loaded("gomoku", "h8 a1 h9 a2 h10 a3 h11 a4 h12 a5 b1");
    assert_eq!((moves.as_str(), result.as_deref()), ("H8 A1 H9 A2 H10 A3 H11 A4 H12", Some("B+1")));
    assert_eq!(notes, ["the game ends before line 1, move 10, white \"a5\": the game is over"]);
    // Black's sixth stone in a row, in renju.
    let mut host = Host::new(GAMES, Settings::default(), Resources::new(1, 1));
    host.set_game("gomoku").unwrap();
    host.set_rule("renju").unwrap();
    let notes = host.load(b"h8 a15 i8 c15 j8 e15 l8 g15 m8 i15 k8", None).unwrap();
    assert_eq!(host.engine().moves_played().len(), 10);
    assert!(notes[0].starts_with("the game ends before line 1, move 11, black \"k8\": "), "{notes:?}");
    // The position before a move of it.
    host.set_game("othello").unwrap();
    host.load(b"f5 d6 resign", Some(2)).unwrap();
    assert_eq!((host.engine().moves_played().len(), host.engine().result_text()), (1, None));
}

/// In mill people call the side White that is Black here.
#[test]
fn lists_of_mill_name_sides_as_people_do() {
    // Ring and place of each point are those of Sanmill's records: D5 is the middle of the inner ring's upper side.
    let record = "r2 s050 t00\n(1,1) 00:03\n(2,1) 00:05\n(1,2)\n(2,2)\n(1,8)\n-(2,1)\n";
    for (file, moves, result) in [
        (record.to_owned(), "D5 D6 E5 F6 C5XD6", None),
        (format!("{record}Player1 give up!\n"), "D5 D6 E5 F6 C5XD6", Some("W+R")),
        (format!("{record}Player2 give up!\n"), "D5 D6 E5 F6 C5XD6", Some("B+R")),
        ("White d6 Black f4 White resigns".to_owned(), "D6 F4", Some("W+R")),
        ("Black d6 White f4 White resigns".to_owned(), "D6 F4", Some("B+R")),
    ] {
        assert_eq!(loaded("mill", &file), (moves.to_owned(), result.map(str::to_owned), Vec::new()), "{file}");
    }
}

/// Column and row from the middle, H8, rows downwards.
#[test]
fn offsets_are_lists_of_moves() {
    let note = "the numbers are read as columns and rows from the middle of the board, rows downwards";
    assert_eq!(loaded("gomoku", "0,0, 1,-2, -7,7\n"), ("H8 J10 A1".to_owned(), None, vec![note.to_owned()]));
    let mut host = Host::new(GAMES, Settings::default(), Resources::new(1, 1));
    host.set_game("gomoku").unwrap();
    // Each line is a game, also one that by itself could be something else.
    let games = host.games_of("0,0, 1,1\n0,0, -1,-1\n").unwrap();
    let last = |game| host.open(&game, None).unwrap().engine.last_move().unwrap();
    assert_eq!(games.map(|found| last(found.game.unwrap())).collect::<Vec<_>>(), ["J7", "G9"]);
    let error = read(b"0,0, 8,-1, 1,1").unwrap_err().to_string();
    assert!(error.starts_with("line 1, move 2: expected a legal move, not 8,-1: "), "{error}");
}

const VARIATIONS: &str = "(;GM[2]SZ[8]C[a game];B[fe]C[first]\n(;W[df];B[cc])\n(;W[ff]C[side: 1\\]](;B[fg])(;B[ef])))";

#[test]
fn variations_of_a_record_stay_beside_the_game() {
    let mut host = Host::new(GAMES, Settings::default(), Resources::new(1, 1));
    let notes = host.load(VARIATIONS.as_bytes(), None).unwrap();
    assert_eq!(notes, ["2 variations depart from the main line"]);
    let written = |host: &Host| {
        let sgf = host.engine().sgf(Notes::default());
        sgf.split_once("RU[normal]").unwrap().1.to_owned()
    };
    let sides = "\n(;W[ff]C[side\\: 1\\]]\n(;B[fg])\n(;B[ef]))";
    let whole = format!("C[a game]\n;B[fe]C[first]\n(;W[df];B[cc]){sides})");
    assert_eq!(written(&host), whole);
    // What is written is read as the same, and so for a copy of the session.
    let sgf = host.engine().sgf(Notes::default());
    host.load(sgf.as_bytes(), None).unwrap();
    assert_eq!((written(&host), host.engine().fork().sgf(Notes::default())), (whole.clone(), sgf));
    // A part of the main line, another end of it, and more moves.
    host.engine_mut().undo(1).unwrap();
    assert_eq!(written(&host), format!("C[a game]\n;B[fe]C[first]\n(;W[df]){sides})"));
    let side = host.engine().side_to_move();
    host.engine_mut().play_text(side, "c4").unwrap();
    let own = "\n(;W[df]\n(;B[cd])\n(;B[cc]))";
    assert_eq!(written(&host), format!("C[a game]\n;B[fe]C[first]{own}{sides})"));
    host.engine_mut().undo(1).unwrap();
    host.engine_mut().play_text(side, "c3").unwrap();
    host.engine_mut().play_text(!side, "d3").unwrap();
    assert_eq!(written(&host), format!("C[a game]\n;B[fe]C[first]\n(;W[df];B[cc];W[dc]){sides})"));
    // Before the place where they depart there are none.
    host.engine_mut().undo(3).unwrap();
    assert_eq!(written(&host), "C[a game]\n;B[fe]C[first])");
    // A new game has none, though it begins with the same moves.
    host.clear();
    host.engine_mut().play_text(side, "f5").unwrap();
    host.engine_mut().play_text(!side, "d6").unwrap();
    assert_eq!(written(&host), "\n;B[fe];W[df])");
    host.load(VARIATIONS.as_bytes(), Some(3)).unwrap();
    assert_eq!(written(&host), format!("C[a game]\n;B[fe]C[first]\n(;W[df]){sides})"));
    let position = host.engine().position_text();
    host.engine_mut().set_position_text(&position).unwrap();
    assert!(!written(&host).contains("C["), "{}", written(&host));
}

/// What Zebra keeps of a game: a board, the side to move on a line of its own, and a line that says nothing; and its list of moves.
#[test]
fn the_files_of_zebra_are_read() {
    let board = "---------------------------OX------XO---------------------------\nWhite to move\nThis file was automatically generated\n";
    let mut host = Host::new(GAMES, Settings::default(), Resources::new(1, 1));
    host.load(board.as_bytes(), None).unwrap();
    assert_eq!(host.engine().side_to_move(), Color::White);
    assert_eq!(host.games_of(board).unwrap().count(), 1);
    let played = board.replace("to move\nThis", "to play\n1. f4\nThis");
    host.load(played.as_bytes(), None).unwrap();
    // A move of White's only.
    assert_eq!((host.games_of(&played).unwrap().count(), host.engine().last_move().as_deref()), (1, Some("F4")));
    let (moves, _, notes) = loaded("othello", "    1.    f5  d6\n    2.    c3  \n");
    assert_eq!((moves.as_str(), notes), ("F5 D6 C3", Vec::new()));
}

/// Edax's board, and Tengen's own, with a move behind.
#[test]
fn drawn_boards_are_read() {
    let mut host = Host::new(GAMES, Settings::default(), Resources::new(1, 1));
    host.engine_mut().play_text(Color::Black, "f5").unwrap();
    let (drawing, position) = (host.engine().drawing(), host.engine().position_text());
    let edax = "  A B C D E F G H\n1 - - - - - - - - 1\n2 - - - - - - - - 2 O to move\n3 - - - - - . - - 3\n\
                4 - - - O * - - - 4 *: discs =  4    moves =  3\n5 - - - * * * - - 5 O: discs =  1    moves =  3\n\
                6 - - - . - . - - 6 empties = 59      ply =  2\n7 - - - - - - - - 7\n8 - - - - - - - - 8\n  A B C D E F G H\n";
    for board in [&drawing, edax, &drawing.replace('.', "-").replace("to move", "to play")] {
        host.load(board.as_bytes(), None).unwrap();
        assert_eq!(host.engine().position_text(), position, "{board}");
        host.load(format!("{board}\nd6").as_bytes(), None).unwrap();
        assert_eq!(host.engine().last_move().as_deref(), Some("D6"), "{board}");
    }
    let blanks = format!("{0}{0}{0}   OX   \n   XXX  \n{0}{0}{0}White to move\n", "        \n");
    host.load(blanks.as_bytes(), None).unwrap();
    assert_eq!(host.engine().position_text(), position);
}

/// Sixteen signs that are moves are none of a board, unless that is told.
#[test]
fn moves_of_sixteen_signs_are_moves() {
    let mut host = Host::new(GAMES, Settings::default(), Resources::new(1, 1));
    host.load(b"d3c3b3b2b1a1c4c1", None).unwrap();
    assert_eq!(host.engine().moves_played().len(), 8);
    host.load_as(b"d3c3b3b2b1a1c4c1", Some(Format::Base81), None).unwrap();
    assert_eq!(host.engine().moves_played().len(), 0);
    host.load_as(b"!!!!!!a\"A#!!!!!!", Some(Format::Base81), None).unwrap();
    assert_eq!(host.engine().moves_played().len(), 0);
}

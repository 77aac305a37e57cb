//! PGN of every game, lists of mill's moves, FENs of mill, and files of Othello only.

use tengen_core::game::Color;
use tengen_core::search::Resources;
use tengen_games::GAMES;
use tengen_session::formats::Facts;
use tengen_session::host::{FileGame, InFile, Opened};
use tengen_session::{Engine, EngineError, Host, Settings, lines};

pub fn host(game: &str) -> Host {
    let mut host = Host::new(GAMES, Settings::default(), Resources::new(1, 1));
    host.set_game(game).unwrap();
    host
}

fn file(name: &str) -> String {
    let path = format!("tests/data/pgn/{name}");
    std::fs::read_to_string(path).unwrap().replace("\r\n", "\n")
}

/// A game of a file as a host reads it.
pub struct Read {
    line: usize,
    pub facts: Facts,
    variant: String,
    start: String,
    pub moves: String,
    notes: Vec<String>,
}

fn open(host: &Host, InFile { line, game }: InFile) -> Result<Read, EngineError> {
    let game = game?;
    let Opened { engine, notes, .. } = host.open(&game, None)?;
    Ok(Read {
        line,
        facts: game.facts().clone(),
        variant: engine.variant().to_string(),
        start: host.open(&game, Some(1))?.engine.position_text(),
        moves: played(&*engine),
        notes,
    })
}

pub fn played(engine: &dyn Engine) -> String {
    engine.moves_played().into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(" ")
}

pub fn read(host: &Host, text: &str) -> Vec<Result<Read, String>> {
    let games = host.games_of(text).map_err(|error| error.to_string());
    match games {
        Ok(games) => games.map(|found| open(host, found).map_err(|error| error.to_string())).collect(),
        Err(error) => vec![Err(error)],
    }
}

fn first(host: &Host, text: &str) -> Read {
    read(host, text).remove(0).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Why the first game of a text is none where Othello is on the board.
fn error(text: &str) -> String {
    read(&host("othello"), text).remove(0).err().unwrap_or_else(|| panic!("this is a game: {text}"))
}

fn is(fact: Option<&String>, expected: &str) {
    assert_eq!(fact.map_or("", |text| text), expected);
}

#[test]
fn games_of_othello_are_read() {
    let games = read(&host("gomoku"), &file("othello.pgn"));
    let [Ok(playok), Ok(edax)] = &games[..] else { panic!("{} games", games.len()) };
    assert_eq!((playok.line, playok.variant.as_str(), edax.line), (1, "Othello normal 8", 18));
    assert!(playok.moves.starts_with("E6 F6 F5 F4"), "{}", playok.moves);
    assert!(playok.moves.ends_with("G1 pass G6 H7 A1 pass B7 A7 G8 H8 G7 pass A8"), "{}", playok.moves);
    let Facts { players: [black, white], result, date, event, place, round, .. } = &playok.facts;
    for (fact, expected) in [
        (black, "first"),
        (white, "second"),
        (result, "43-21"),
        (date, "2026.11.27"),
        (event, ""),
        (place, "PlayOK"),
        (round, ""),
    ] {
        is(fact.as_ref(), expected);
    }
    assert_eq!((edax.moves.as_str(), edax.variant.as_str()), ("F6 C4 C3 F5", "Othello normal 8"));
    assert_eq!(edax.start, "......../......../......../...OX.../...XX.../...X..../......../........:w");
    is(edax.facts.players[0].as_ref(), "a \"quoted\" name");
    is(edax.facts.result.as_ref(), "1-0");
}

#[test]
fn games_of_othello_are_read_as_programs_write_them() {
    let host = host("othello");
    for (text, expected) in [
        // Cassio and thor2pgn.
        ("[Site \"x\"]\n[Result \"34-30\"]\n[TheoreticalScore \"33-31\"]\n\n1. F5\n2. F6\n3. E6 -- --", "F5 F6 E6"),
        ("[Site \"x\"]\n1. F5 F6\n2. E6 F4\n34-30", "F5 F6 E6 F4"),
        // White has no move: the first pass is one.
        (
            "[FEN \"PPPPPPPP/PPPPPpPP/PPpPPPPP/PPPppp1p/PPppppp1/1pppppp1/3ppp2/8 b\"]\n[Result \"*\"]\n\n1. -- -- --",
            "pass",
        ),
        // XBoard.
        ("[Variant \"reversi\"]\n1. p@f5 P@f6 {+0.1/9} 2. p@e6 P@f4 *", "F5 F6 E6 F4"),
        ("[Variant \"reversi\"]\n1. p@f4 P@f3", "C4 C3"),
        ("[Site \"x\"]\n[Result \"*\"]", ""),
        ("% escaped\n[Site \"x\"] [Result \"1-0\"] 1.f5!d6?! 2.c3$13 (2...d3;a note (\n(2. c5)) 1-0 f4", "F5 D6 C3 F4"),
    ] {
        let game = first(&host, text);
        assert_eq!((game.moves.as_str(), game.variant.as_str()), (expected, "Othello normal 8"), "{text}");
    }
    let small = first(&host, "[Result \"20-16\"]\n1. c2 b2");
    assert_eq!((small.variant.as_str(), small.moves.as_str()), ("Othello normal 6", "C2 B2"));
    let turned = first(&host, "[Variant \"reversi\"]\n1. p@f4 P@f3");
    assert_eq!(turned.notes, ["the moves begin from the mirrored start: they are read from right to left"]);
}

#[test]
fn games_of_gomoku_are_read() {
    let game = first(&host("othello"), &file("gomoku.pgn"));
    assert_eq!((game.variant.as_str(), game.moves.as_str()), ("Gomoku freestyle 15", "H8 J9 K8 J8 J7 L9 H6 G5 K10"));
    is(game.facts.players[0].as_ref(), "first");
    let renju = first(&host("othello"), "[Variant \"Renju\"]\n1. h8 h9 2. j8");
    assert_eq!((renju.variant.as_str(), renju.moves.as_str()), ("Gomoku renju 15", "H8 H9 K8"));
    let renju = first(&host("othello"), "[Event \"Renju, a cup\"]\n1. h8 h9 2. j8");
    assert_eq!(renju.variant, "Gomoku renju 15");
    // Kurnik's openings: a choice of colours, and of a fifth move.
    let swap = "[Black \"a\"]\n[White \"b\"]\n[Result \"0-1\"]\n[GameType \"60,15\"]\n\n1. h8 g9 2. i9 white 3. -- j9 4. g8 f8 0-1";
    let game = first(&host("othello"), swap);
    assert_eq!((game.variant.as_str(), game.moves.as_str()), ("Gomoku freestyle 15", "H8 G9 J9 K9 G8 F8"));
    assert_eq!((game.facts.players[0].as_deref(), game.facts.result.as_deref()), (Some("a"), Some("0-1")));
    let game = first(&host("othello"), &swap.replace("white 3. --", "black 3. f7"));
    assert_eq!(game.moves, "H8 G9 J9 F7 K9 G8 F8");
    assert_eq!((game.facts.players[0].as_deref(), game.facts.result.as_deref()), (Some("b"), Some("1-0")));
    let renju =
        "[Site \"www.kurnik.pl\"]\n1. h8 -- 2. h9 -- 3. j8 white 4. -- i8 5. h7 -- 6. g9 g9 7. -- i10 8. f6 g7 0-1";
    let game = first(&host("othello"), renju);
    assert_eq!((game.variant.as_str(), game.moves.as_str()), ("Gomoku renju 15", "H8 H9 K8 J8 G9 J10 F6 G7"));
    let other = first(&host("gomoku"), "[Event \"none says it\"]\n1. h8 h9 2. j8");
    assert_eq!((other.variant.as_str(), other.moves.as_str()), ("Gomoku freestyle 15", "H8 H9 K8"));
}

#[test]
fn games_of_mill_are_read() {
    let names = first(&host("othello"), &file("mill.pgn"));
    assert_eq!(names.variant, "Mill morris9 7");
    assert!(names.moves.starts_with("A4 D1 E4 D3") && names.moves.ends_with("D1-D2 B2-B4XD6 F4-F6"), "{}", names.moves);
    // White moves first in mill, and has the stones that are Black's here.
    assert_eq!(names.facts.players, [Some("Human".to_owned()), Some("AI".to_owned())]);
    let numbers = first(&host("othello"), &file("mill_playok.pgn"));
    assert!(numbers.moves.ends_with("B2-B4XD6 F4-F6"), "{}", numbers.moves);
    assert_eq!((&numbers.start, &numbers.variant), (&names.start, &names.variant));
    assert_eq!(numbers.facts.players, [Some("first".to_owned()), Some("second".to_owned())]);
    assert_eq!(numbers.notes, ["the numbers are read as points of mill, row by row from the top: 1 is A7, 24 is G1"]);
}

#[test]
fn variants_of_mill_are_rule_sets() {
    let variant = |name: &str| {
        let read = read(&host("othello"), &format!("[Site \"Sanmill\"]\n[Variant \"{name}\"]\n1. d6 f4 *")).remove(0);
        read.map(|game| game.variant)
    };
    for (name, expected) in [
        ("Nine Men's Morris", "Mill morris9 7"),
        ("Twelve Men's Morris", "Mill morris12 7"),
        ("Lasker Morris", "Mill lasker 7"),
        ("Morabaraba", "Mill morris12+multiple 7"),
        ("Cheng San Qi", "Mill chengsan 7"),
    ] {
        assert_eq!(variant(name).as_deref(), Ok(expected));
    }
    for name in ["Dooz", "Zhi Qi", "Russian Mill", "El Filja", "Custom"] {
        assert_eq!(variant(name), Err(format!("the variant {name} is not among the games here")));
    }
    let own = first(&host("othello"), "[Variant \"zhiqi\"]\n1. d6 f4");
    assert_eq!(own.variant, "Mill zhiqi 7");
    // Without a variant: the board's rule set, else the first of the usual ones by which the game can be played.
    let text = "[Event \"mill\"]\n1. d6 f4 2. d2 f2 3. b4 e4 4. d6-d5";
    assert_eq!(first(&host("othello"), text).variant, "Mill lasker 7");
    let mut lasker = host("mill");
    lasker.set_rule("lasker").unwrap();
    assert_eq!(first(&lasker, "[Event \"mill\"]\n1. d6 f4").variant, "Mill lasker 7");
    assert_eq!(first(&host("mill"), "[Site \"Sanmill\"]\n1. d6 f4").variant, "Mill morris9 7");
    assert_eq!(
        first(&host("othello"), "[Site \"Sanmill\"]\n1. a1 a4 2. d1 xxx d7 3. g1xa4").moves,
        "A1 A4 D1 D7 G1XA4"
    );
}

#[test]
fn lists_of_mill_are_read() {
    let expected = "A7 B6 D7 D6 G7XB6 F6";
    for text in [
        "1. 1 4 2. 2 5 3. 3x4 6",
        "1. 1 4\n2. 2 5\n3. 3 x4 6 *",
        "1\tPlace to a7\tPlace to b6\n2\tPlace to d7\tPlace to d6\n3\tPlace to g7, take b6\tPlace to f6",
        "GoldToken Mill: one against two\n1 Place to a7\n2 Place to b6\n3 Place to d7\n4 Place to d6\n5 Place to g7, take b6\n6 Place to f6\nresign",
    ] {
        for game in ["othello", "mill"] {
            let read = first(&host(game), text);
            assert_eq!((read.variant.as_str(), read.moves.as_str()), ("Mill morris9 7", expected), "{text}");
        }
    }
    let sanmill = "1. a7 b6 2. d7 d6 3. g7-/xb6 f6";
    let mut mill = host("mill");
    mill.set_rule("morris9").unwrap();
    for text in [sanmill, &sanmill.replace("-/", "/"), &sanmill.replace("-/", " "), &sanmill.replace("-/", "")] {
        assert_eq!(first(&mill, text).moves, expected, "{text}");
    }
    assert_eq!(error("1. 1 4 2. 1 5"), "move 3: expected a legal move, not a7: A7 is occupied");
}

#[test]
fn fens_of_mill_are_positions() {
    let fens = "O*@*****/O*@*****/*@*****O w m s 3 0 3 0 0 0 -1 -1 -1 -1 0 7 1 ids:nodes\n\
                O*@*****/O*@*****/*@*****O w m s 3 0 3 0 0 7 1\n";
    for game in ["othello", "mill"] {
        let games = read(&host(game), fens);
        assert_eq!(games.len(), 2);
        for read in games {
            let read = read.unwrap();
            assert_eq!(
                (read.start.as_str(), read.variant.as_str()),
                ("X.O...../.X.O..../.X.O..../B/0/0/7", "Mill morris9 7")
            );
            assert_eq!((read.moves.as_str(), &read.notes[..]), ("", &[][..]));
        }
    }
    let cut = first(&host("othello"), "O*******/********/******** b");
    assert_eq!(
        cut.notes,
        ["the FEN has 2 of its fields: read with white to move, 8 and 9 stones in hand, 0 plies without a removal"]
    );
    let twelve = format!("{0}/{0}/{0} w p p 12 0 0 12 0 0 0 1", "O*O*O*O*");
    assert_eq!(first(&host("othello"), &twelve).variant, "Mill morris12 7");
    let tag = format!(
        "[Site \"Sanmill\"]\n[FEN \"{}\"]\n[SetUp \"1\"]\n\n1... e5-e4",
        fens.lines().nth(1).unwrap().replace(" w ", " b ")
    );
    assert_eq!(error(&tag), "move 1: expected a legal move, not e5-e4: E4 is occupied");
    assert_eq!(first(&host("othello"), &tag.replace("e5-e4", "e4-e5").replace("Sanmill", "x")).moves, "E4-E5");
    let due = "********/********/******** w p r 0 9 0 9 1 0 -1 -1 -1 -1 0 0 1";
    assert_eq!(error(due), "a removal is due: begin from the position before the move that closed the mill");
    let mut mill = GAMES.open("mill", Some("morris9"), None).unwrap();
    lines::set(&mut *mill, fens.lines().next().unwrap()).unwrap();
    assert_eq!(mill.position_text(), "X.O...../.X.O..../.X.O..../B/0/0/7");
    assert_eq!(lines::set(&mut *mill, due).unwrap_err(), error(due));
    // Position texts of the board's game, one a line.
    let texts = "......../......../......../...OX.../...XO.../......../......../........:b\nf5\n";
    let games = read(&host("othello"), texts);
    assert_eq!(games[0].as_ref().unwrap().moves, "");
    assert_eq!(games[1].as_ref().err().unwrap(), "expected a position, as on the first line");
}

#[test]
fn files_of_othello_only_are_read() {
    let quest = "{\"players\":[{\"name\":\"a\"},{\"name\":\"b\"}],\"moves\":[{\"m\":\"f5\"},{\"m\":\"f6\"}]}\n{\"moves\":[{\"m\":\"f5\"},{\"m\":\"a1\"},{\"m\":\"c3\"}]}";
    let games = read(&host("mill"), quest);
    let [Ok(game), Err(error)] = &games[..] else { panic!("{} games", games.len()) };
    assert_eq!((game.variant.as_str(), game.moves.as_str()), ("Othello normal 8", "F5 F6"));
    is(game.facts.players[1].as_ref(), "b");
    assert_eq!(error, "move 2: expected a legal move, not a1: white flips nothing on a1");
    let xof = "<?xml version=\"1.0\"?>\n<xof><game><result>30-34</result><player color=\"white\" name=\"b\"/>\
               <moves game=\"othello-8x8\" type=\"flat\">F5F6</moves></game></xof>";
    let game = first(&host("mill"), xof);
    assert_eq!((game.variant.as_str(), game.moves.as_str()), ("Othello normal 8", "F5 F6"));
    is(game.facts.result.as_ref(), "30-34");
}

#[test]
fn other_games_and_broken_files_are_refused() {
    for (text, expected) in [
        ("[Event \"x\"]\n1. e4 e5 2. Nf3 Nc6", "the game seems to be one of chess: Nf3"),
        ("[GameType \"20\"]\n1. 32-28 19-23", "the game seems to be one of draughts: 20"),
        ("[Variant \"crazyhouse\"]\n1. e4", "the variant crazyhouse is not among the games here"),
        ("[Event \"x\"]\n\n{no end\n d6", "line 3: a comment has no end"),
        ("[Event \"x\"]\n(d6 (c3)\n", "line 2: a variation has no end"),
        ("[Event \"x\"]\n[Black \"no end]\n1. f5", "line 2: a tag has no end"),
        ("[Event \"x", "line 1: a tag has no end"),
        ("[Event \"x\"]\n[FEN \"8/8 w\"]\n", "expected 8 rows of 8 places, as in"),
        (
            "[Event \"x\"]\n1. f5 hello d6",
            "move 2: expected a legal move, not hello: hello is not a square of this board",
        ),
        ("{\"moves\":3}", "the JSON is no game of Othello Quest: invalid type"),
        ("<xof><game><moves>f5</mov", "the XML is broken"),
        ("<xof><game><moves>f5</moves>", "the file ends within a game"),
        ("<xof><moves>f5</moves>", "there is no game in the file"),
    ] {
        let found = error(text);
        assert!(found.starts_with(expected) && !found.contains('\n'), "{text}: {found}");
    }
    // A file that was cut is worth the moves that it has.
    for (text, moves, note) in [
        ("1. f5 d6 {no end\n c3", "F5 D6", "line 2: a comment has no end: the moves before it are read"),
        ("1. f5 d6 (1... f6 2. e6", "F5 D6", "line 2: a variation has no end: the moves before it are read"),
        ("1. f5 d6 2. c", "F5 D6", "the game ends before move 3, black \"c\": c is not a square of this board"),
    ] {
        let cut = first(&host("othello"), &format!("[Event \"x\"]\n{text}"));
        assert_eq!((cut.moves.as_str(), cut.notes), (moves, vec![note.to_owned()]));
    }
    // The error of one game leaves the others.
    let games = read(
        &host("othello"),
        "[Event \"1\"]\n1. f5 {\n\n[Event \"2\"]\n1. f5 d6\n\n\n[Event \"3\"]\n\n[Event \"4\"]\n1. c4",
    );
    let found: Vec<_> = games.into_iter().map(|game| game.map(|game| (game.line, game.moves))).collect();
    let game = |line: usize, moves: &str| Ok((line, moves.to_owned()));
    assert_eq!(found, [Err("line 2: a comment has no end".to_owned()), game(4, "F5 D6"), game(8, ""), game(10, "C4")]);
}

/// Files of the largest size that is read: an answer comes at once, whatever they are made of.
#[test]
fn large_files_are_read_or_refused() {
    const TAG: &str = "[Event \"x\"]\n";
    let filled = |head: &str, piece: &str| head.to_owned() + &piece.repeat(((4 << 20) - head.len()) / piece.len());
    for (head, piece, expected) in [
        (TAG, "f5 ", "the game has more than 16384 words"),
        (TAG, "(", "line 2: a variation has no end"),
        (TAG, "{", "line 2: a comment has no end"),
        (TAG, "[", "move 1: expected a legal move, not ["),
        ("", TAG, ""),
        ("", "[A \"\\", "line 1: a tag has no end"),
        ("1. ", "5 ", "no game has more than 8192 moves"),
        ("{\"moves\":[", "{\"m\":\"f5\"},", "the JSON is no game of Othello Quest: EOF"),
        ("<moves>", "<game>", "the file ends within a game"),
        ("", "(", "there is no game"),
        ("f5 ", "( d6 ", "no game has more than 8192 moves"),
        ("f5 ", "{ d6 ", "no game has more than 8192 moves"),
    ] {
        let text = filled(head, piece);
        let found = read(&host("othello"), &text).remove(0).err().unwrap_or_default();
        assert!(found.starts_with(expected), "{piece}: {}", &found[..found.len().min(200)]);
    }
    for piece in ["! ", "{a} ", "f5 {a} ", "$1 ", "(f5 {a}) ", "()"] {
        assert_eq!(read(&host("othello"), &filled(&format!("{TAG}1. f5 "), piece)).len(), 1, "{piece}");
    }
    let deep = format!("{TAG}1. f5 {}{} d6 *", "(c3 ".repeat(500_000), ")".repeat(500_000));
    assert_eq!(first(&host("othello"), &deep).moves, "F5 D6");
    let binary: String = (0..=u8::MAX).map(char::from).cycle().take(1 << 20).collect();
    assert_eq!(read(&host("othello"), &format!("{TAG}{binary}")).len(), 1);
}

/// The first game of a file goes on the board of a host.
#[test]
fn files_are_loaded() {
    let mut host = host("othello");
    let notes = host.load(file("mill_playok.pgn").as_bytes(), Some(3)).unwrap();
    assert_eq!(notes.len(), 1);
    assert_eq!(host.engine().variant().to_string(), "Mill morris9 7");
    assert_eq!(played(host.engine()), "A4 D1");
    assert_eq!(host.engine().side_to_move(), Color::Black);
    let game = host.games_of("[Event \"mill\"]\n1. d6 *").unwrap().next().unwrap().game.unwrap();
    assert!(matches!(game, FileGame::Moves(_)));
}

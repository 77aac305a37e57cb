//! SGF files read, replayed and written, on files as other programs write them and on the toy game.

use crate::common::random_positions;
use crate::common::tictactoe::TicTacToe;
use proptest::prelude::*;
use tengen_core::game::{Cell, Color, Game, History, Notation, Outcome, Setup, Size, Vertex};
use tengen_core::playable::Playable;
use tengen_games::gomoku;
use tengen_games::mill::Mill;
use tengen_games::othello::{LargeOthello, Othello};
use tengen_session::formats::sgf::{MAX_BYTES, Notes, Replayed, SgfError, SgfRecord, parse, replay, trees, write};

pub fn start() -> TicTacToe {
    TicTacToe::start("normal", Size::square(3))
}

pub fn moves(record: &SgfRecord) -> String {
    let texts: Vec<_> = record.moves.iter().map(|(color, text)| format!("{}:{text}", color.letter())).collect();
    texts.join(" ")
}

pub fn file(name: &str) -> SgfRecord {
    let path = format!("{}/tests/data/sgf/{name}", env!("CARGO_MANIFEST_DIR"));
    parse(&std::fs::read(path).unwrap()).unwrap()
}

/// Why a record, or its end, is not played.
fn left_out<G: Notation>(replayed: Result<Replayed<G>, SgfError>) -> String {
    match replayed {
        Ok(replayed) => replayed.ended.unwrap().replace("the game ends before ", ""),
        Err(error) => error.to_string(),
    }
}

fn refusal(text: &str) -> String {
    match parse(text.as_bytes()) {
        Ok(record) => left_out(replay(start(), &record, None)),
        Err(error) => error.to_string(),
    }
}

#[test]
fn the_main_line_of_the_first_game_is_read() {
    let record = file("quarry_style.sgf");
    assert_eq!((record.game, record.size, record.rule.as_deref()), (Some(2), Some(Size::square(8)), None));
    assert_eq!(record.side_to_move, Some(Color::Black));
    let (black, white) = (Some(Color::Black), Some(Color::White));
    let stones = [(black, "ed"), (black, "de"), (white, "dd:dd"), (white, "ee")];
    assert_eq!(record.setup, stones.map(|(color, point)| (color, point.to_string())));
    assert_eq!(moves(&record), "B:ef W:fd B:ec W:ff B:ge W:df B:eg W:fe B:ce");
}

#[test]
fn points_keep_the_words_of_the_file() {
    let record = file("algebraic.sgf");
    assert_eq!(moves(&record), "B:f5 W:d6 B:c3 W:d3 B:c4");
    assert_eq!(record.setup.len(), 4);
}

#[test]
fn long_names_and_spaces_of_older_files_are_understood() {
    let record = file("ff3_gomoku.sgf");
    assert_eq!(
        (record.game, record.size, record.rule.as_deref()),
        (Some(4), Some(Size::square(15)), Some("freestyle"))
    );
    assert_eq!(moves(&record), "B:hh W:hi B:ig W:ih B:gi W:fj B:if W:ie B:jf W:kf B:jg");
}

#[test]
fn setups_are_kept_in_order() {
    let record = file("renju_setup.sgf");
    assert_eq!(record.side_to_move, Some(Color::White));
    assert_eq!(record.setup.last(), Some(&(None, String::from("hj"))));
}

#[test]
fn values_are_unescaped() {
    let record = parse(b"(;RU[ a\\]b\\\\c\\:d\\\ne\\\r\nf ];B[\n])").unwrap();
    assert_eq!(record.rule.as_deref(), Some("a]b\\c:def"));
    assert_eq!(record.moves, [(Color::Black, String::new())]);
}

#[test]
fn bytes_that_are_no_utf8_may_stand_in_comments() {
    let record = parse(b"\xEF\xBB\xBF(;C[caf\xE9];B[aa])").unwrap();
    assert_eq!(moves(&record), "B:aa");
}

#[test]
fn refusals_say_what_and_where() {
    for (text, why) in [
        ("", "the file is empty"),
        ("()", "there is no game tree in the file"),
        ("(;SZ[3]", "line 1: the file ends before its game tree does"),
        ("(;B[aa]\n;W bb]\n)", "line 2: expected '(', ')', ';' or a property with all its values, not \"W bb]\""),
        ("(;B[aa];W)", "line 1: expected '(', ')', ';' or a property with all its values, not \"W)\""),
        ("(;B[aa]\n(B[ab]))", "line 2: expected ';' after '(', not \"B[ab]))\""),
        ("(;SZ[3](;)(", "line 1: the file ends before its game tree does"),
        ("(;B[aa][bb])", "line 1, node 0: B[aa][bb]: one move expected"),
        ("(;GM[chess])", "line 1, node 0: GM[chess]: a number (SGF) or Othello (GGF) expected"),
        (
            "(;GM[Othello]BO[8 ---* *])",
            "line 1, node 0: BO[8 ---* *]: a size, its squares (* O -) and the side to move expected",
        ),
        ("(;GM[Othello]TY[s8ar])", "line 1, node 0: TY[s8ar]: the aim is to have more discs here, not fewer"),
        ("(;\nSZ[9:x])", "line 2, node 0: SZ[9:x]: a board size expected: 8, or columns:rows"),
        ("(;PL[x])", "line 1, node 0: PL[x]: B or W expected"),
        ("(;;B[aa]\n;AB[bb])", "line 2, node 2: AB[bb]: a set-up in the middle of a game"),
        ("(;GM[2];B[aa])", "the record is of Othello (GM[2]), not of game GM[40]"),
        ("(;AB[dd])", "the set-up position: dd is not a point of this board"),
        ("(;AB[aa:\u{7}])", "the set-up position: \\u{7} is not a point of this board"),
        ("(;B[aa];W[aa])", "move 2, white \"aa\": A3 is not among the legal moves"),
        ("(;B[aa];B[bb])", "move 2, black \"bb\": it is the turn of white"),
        ("(;B[aa];W[ba];B[ab];W[bb];B[ac];W[cc])", "move 6, white \"cc\": the game is over"),
    ] {
        assert_eq!(refusal(text), why, "{text}");
    }
    assert_eq!(parse(&vec![b' '; MAX_BYTES + 1]), Err(SgfError::TooLong));
    let crowd = format!("(;AB{})", "[aa:cc]".repeat(2501));
    assert!(refusal(&crowd).ends_with("more stones than any board has points"));
}

#[test]
fn what_cannot_be_played_at_the_end_ends_the_game_there() {
    let read = |text: &str| replay(start(), &parse(text.as_bytes()).unwrap(), None).unwrap();
    let resigned = read("(;B[aa];W[bb];B[cc];W[resign])");
    assert_eq!((resigned.history.plies(), resigned.resigned, resigned.ended), (3, Some(Color::White), None));
    let behind = read("(;B[aa];W[resign];B[bb])");
    assert_eq!((behind.history.plies(), behind.resigned), (1, Some(Color::White)));
    assert_eq!(behind.ended.unwrap(), "the game ends with move 2, white \"resign\": what follows is left out");
    let illegal = read("(;B[aa];W[bb];B[aa])");
    assert_eq!((illegal.history.plies(), illegal.resigned), (2, None));
    assert_eq!(illegal.ended.unwrap(), "the game ends before move 3, black \"aa\": A3 is not among the legal moves");
    let on = read("(;B[aa];W[ba];B[ab];W[bb];B[ac];W[cc];B[cb])");
    assert_eq!((on.history.plies(), on.history.outcome().is_some()), (5, true));
    assert_eq!(on.ended.unwrap(), "the game ends before move 6, white \"cc\": the game is over");
    // In the middle of a game, and at its beginning, the record is refused.
    for text in ["(;B[aa];W[aa];B[bb])", "(;B[zz])"] {
        assert!(replay(start(), &parse(text.as_bytes()).unwrap(), None).is_err(), "{text}");
    }
}

#[test]
fn loading_stops_before_the_move_asked_for() {
    let record = parse(b"(;GM[40]SZ[3];B[aa];W[bb];B[zz];W[cc])").unwrap();
    let plies = |before| replay(start(), &record, before).map(|replayed| replayed.history.plies());
    assert_eq!(plies(Some(1)), Ok(0));
    assert_eq!(plies(Some(3)), Ok(2));
    assert!(matches!(plies(Some(4)), Err(SgfError::Move { number: 3, .. })));
    assert!(plies(None).is_err());
    let record = parse(b"(;B[aa];W[bb])").unwrap();
    assert_eq!(replay(start(), &record, Some(99)).unwrap().history.plies(), 2);
}

#[test]
fn setups_build_on_the_standard_position() {
    let record = parse(b"(;AB[aa:ba]AW[bb:cc]AE[cc];W[ca])").unwrap();
    let history = replay(start(), &record, None).unwrap().history;
    let setup =
        [("A3", Color::Black), ("B3", Color::Black), ("B2", Color::White), ("C2", Color::White), ("B1", Color::White)];
    let stones = setup.map(|(name, color)| (color, name.parse::<Vertex>().unwrap())).to_vec();
    assert_eq!(history.start(), &start().set_up(&Setup::new(stones, Color::White)).unwrap());
    assert_eq!(history.plies(), 1);
}

#[test]
fn passes_after_the_end_are_left_out() {
    for passes in ["W[];B[]", "W[tt];B[TT]", "W[pass];B[--]"] {
        let record = parse(format!("(;B[aa];W[ba];B[ab];W[bb];B[ac];{passes})").as_bytes()).unwrap();
        let Replayed { history, ended, .. } = replay(start(), &record, None).unwrap();
        assert_eq!((history.plies(), history.outcome(), ended), (5, Some(Outcome::Win(Color::Black, 1)), None));
    }
}

#[test]
fn files_follow_the_standard() {
    let record = parse(b"(;B[aa];W[ba];B[ab];W[bb];B[ac])").unwrap();
    let history = replay(start(), &record, None).unwrap().history;
    let notes = Notes { black: Some("A]b\n"), ..Notes::default() };
    let expected = format!(
        "(;FF[4]CA[UTF-8]AP[tengen:{}]GM[40]SZ[3]RU[normal]PB[A\\]b ]RE[B+1]\n;B[aa];W[ba];B[ab];W[bb];B[ac])",
        env!("CARGO_PKG_VERSION")
    );
    assert_eq!(write(&history, &start(), "normal", notes), expected);
}

/// Plays `count` random moves from a position.
fn play_on<G: Game>(from: G, count: usize, seed: u64) -> History<G> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut history = History::new(from);
    while history.plies() < count && history.outcome().is_none() {
        let moves = history.current().moves();
        history.play(moves[rng.usize(..moves.len())]);
    }
    history
}

fn same<G: Notation>(a: &History<G>, b: &History<G>) -> bool {
    a.moves().eq(b.moves()) && a.current() == b.current() && a.start() == b.start()
}

/// What is written reads back as the same game, from the standard start and from positions in the middle of a game.
fn round_trip<G: Notation>(standard: &G, games: u64, plies: usize) {
    for (seed, from) in random_positions(standard, games, plies).into_iter().enumerate() {
        let history = play_on(from, plies, seed as u64);
        let text = write(&history, standard, "some: rule]", Notes::default());
        assert!(!text.contains("\n\n"), "{text}");
        let record = parse(text.as_bytes()).unwrap();
        assert_eq!(record.rule.as_deref(), Some("some: rule]"));
        assert_eq!(record.size, Some(Size::square(standard.dimensions().0)));
        let again = replay(standard.clone(), &record, None).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert!(same(&history, &again.history), "{text}");
    }
}

#[test]
fn what_is_written_reads_back() {
    round_trip(&start(), 100, 9);
    for rule in ["freestyle", "standard", "renju", "caro", "caro-exact"] {
        round_trip(&gomoku::Gomoku::start(rule, Size::square(15)), 2, 40);
        round_trip(&gomoku::Gomoku::start(rule, Size::square(5)), 4, 25);
    }
    for size in [4, 6, 8] {
        round_trip(&othello(size), 10, 60);
    }
    round_trip(&LargeOthello::new(10), 2, 100);
    for rule in Mill::INFO.rules {
        round_trip(&Mill::start(rule.name, Size::square(7)), 3, 120);
    }
}

pub fn othello(size: u8) -> Othello {
    Othello::new(size)
}

#[test]
fn othello_files_are_played() {
    let wiped_out = replay(othello(8), &file("quarry_style.sgf"), None).unwrap().history;
    assert_eq!(wiped_out.start(), &othello(8));
    assert_eq!(wiped_out.outcome().and_then(Outcome::winner), Some(Color::Black));
    let opening = replay(othello(8), &file("algebraic.sgf"), None).unwrap().history;
    let stones = |color| {
        let vertices = (0..64).map(|index| Vertex::new(index % 8, index / 8));
        vertices.filter(|&vertex| opening.current().cell(vertex) == Cell::Stone(color)).count()
    };
    assert_eq!((stones(Color::Black), stones(Color::White)), (6, 3));
}

#[test]
fn passes_that_the_file_leaves_out_are_put_in() {
    let mut passes = 0;
    for seed in 0..200 {
        let history = play_on(othello(4), 60, seed);
        let text = write(&history, &othello(4), "normal", Notes::default());
        let bare = text.replace(";B[]", "").replace(";W[]", "");
        passes += usize::from(bare != text);
        let again = replay(othello(4), &parse(bare.as_bytes()).unwrap(), None).unwrap().history;
        assert!(same(&history, &again), "{text}");
    }
    assert!(passes > 20, "only {passes} games had a pass");
}

#[test]
fn gomoku_files_are_played() {
    let record = file("ff3_gomoku.sgf");
    let history = replay(gomoku::Gomoku::start("freestyle", Size::square(15)), &record, None).unwrap().history;
    assert_eq!((history.plies(), history.outcome()), (11, None));
    // `hh` is the centre, `jg` two columns to the right and one row up from there.
    let stone = |name: &str| history.current().cell(name.parse().unwrap());
    assert_eq!(stone("H8"), Cell::Stone(Color::Black));
    assert_eq!(stone("K9"), Cell::Stone(Color::Black));
    assert_eq!(stone("H7"), Cell::Stone(Color::White));
    let renju =
        replay(gomoku::Gomoku::start("renju", Size::square(15)), &file("renju_setup.sgf"), None).unwrap().history;
    assert_eq!((renju.plies(), renju.current().side_to_move()), (1, Color::Black));
    let text = write(&renju, &gomoku::Gomoku::start("renju", Size::square(15)), "renju", Notes::default());
    assert!(text.ends_with("RU[renju]\nAB[hh][ii]\nAW[hi]PL[W]\n;W[gg])"), "{text}");
}

/// The same file with its rows counted from the other side, as programs for Go write it.
fn upside_down(text: &str, size: u8) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for at in 3..bytes.len() {
        if let [b'[', b'a'..=b'z', row @ b'a'..=b'z', b']'] = &mut bytes[at - 3..=at] {
            *row = b'a' + (b'a' + size - 1 - *row);
        }
    }
    String::from_utf8(bytes).unwrap()
}

#[test]
fn othello_games_are_read_whichever_way_their_rows_are_counted() {
    for size in [4, 6, 8] {
        for seed in 0..50 {
            let history = play_on(othello(size), 1 + seed as usize, seed);
            let text = write(&history, &othello(size), "normal", Notes::default());
            let turned = upside_down(&text, size);
            assert_ne!(text, turned);
            let by = |application: &str| turned.replace("AP[tengen", &format!("AP[{application}"));
            for text in [text, turned.replace("GM[2]", ""), turned.replace("GM[2]", "GM[1]"), by("GoGui")] {
                let again = replay(othello(size), &parse(text.as_bytes()).unwrap(), None);
                let again = again.unwrap_or_else(|error| panic!("{error}: {text}"));
                assert!(same(&history, &again.history), "{text}");
            }
        }
    }
}

#[test]
fn a_game_of_gogui_ends_as_it_says() {
    let record = file("gogui_othello.sgf");
    assert_eq!((record.game, record.application.as_deref()), (None, Some("gogui-twogtp:1.6.0")));
    let history = replay(othello(8), &record, None).unwrap().history;
    assert_eq!(history.outcome().unwrap().to_string(), record.facts.result.unwrap());
    // `ec` is the third row from the top for GoGui: the sixth.
    assert_eq!(history.moves().next().map(|(game, mv)| game.move_text(mv)).as_deref(), Some("E6"));
    let first = replay(othello(8), &file("gogui_othello.sgf"), Some(2)).unwrap().history;
    assert_eq!(first.current().cell("E6".parse().unwrap()), Cell::Stone(Color::Black));
}

#[test]
fn a_set_up_is_turned_where_the_writer_counts_so() {
    let read = |text: &str| *replay(othello(8), &parse(text.as_bytes()).unwrap(), None).unwrap().history.current();
    let black = |text: &str, name: &str| read(text).cell(name.parse().unwrap()) == Cell::Stone(Color::Black);
    let corner = "AB[aa]AW[ba][ca]PL[W])";
    assert!(black(&format!("(;GM[2]SZ[8]{corner}"), "A1"));
    assert!(black(&format!("(;SZ[8]{corner}"), "A1"));
    assert!(black(&format!("(;AP[GoGui:1.6.0]SZ[8]{corner}"), "A8"));
    assert!(black(&format!("(;GM[1]AP[Sabaki:0.60.0]SZ[8]{corner}"), "A8"));
    // The standard position is the same, however it is set up.
    let (as_othello, as_go) = ("AB[ed][de]AW[dd][ee]", "AB[ee][dd]AW[de][ed]");
    for text in [format!("(;GM[1]{as_othello})"), format!("(;GM[1]{as_go})"), format!("(;GM[2]{as_othello})")] {
        assert_eq!(read(&text), othello(8), "{text}");
    }
}

#[test]
fn errors_have_the_words_of_the_file() {
    let refused = |text: &str| left_out(replay(othello(8), &parse(text.as_bytes()).unwrap(), None));
    assert_eq!(refused("(;GM[2];B[fe];W[dd])"), "move 2, white \"dd\": there is a disc on D4");
    assert_eq!(refused("(;SZ[8];B[fd];W[dd])"), "move 2, white \"dd\": there is a disc on D5");
    assert_eq!(refused("(;GM[2];B[aa])"), "move 1, black \"aa\": black flips nothing on A1");
    assert_eq!(refused("(;GM[3];B[fe])"), "the record is of chess (GM[3]), not of Othello (GM[2])");
}

#[test]
fn mill_is_read_point_by_point() {
    let mill = || Mill::start("morris9", Size::square(7));
    let read = |text: &str| replay(mill(), &parse(text.as_bytes()).unwrap(), None);
    let points = read("(;GM[1]SZ[7];B[ag];W[aa];B[dg];W[da];B[gg];B[aa];W[ga])").unwrap().history;
    let whole = read("(;GM[5]SZ[7];B[a1];W[a7];B[d1];W[d7];B[g1xa7];W[g7])").unwrap().history;
    assert!(same(&points, &whole));
    // GoGui's twogtp lets the sides take turns strictly.
    let strict = read("(;GM[1]SZ[7];B[ag];W[aa];B[dg];W[da];B[gg];W[];B[aa];W[ga])").unwrap().history;
    assert!(same(&strict, &whole));
    assert!(read("(;GM[1]SZ[7];B[ag];W[aa];B[];W[da])").is_err());
    // A removal that is owed at the end of the file is no move yet.
    assert_eq!(read("(;SZ[7];B[ag];W[aa];B[dg];W[da];B[gg])").unwrap().history.plies(), 4);
    let owed = left_out(read("(;SZ[7];B[ag];W[aa];B[dg];W[da];B[gg];W[ga])"));
    assert_eq!(owed, "move 6, white \"ga\": it is the turn of black");
    let centre = read("(;SZ[7];B[dd])").unwrap_err();
    assert_eq!(centre.to_string(), "move 1, black \"dd\": 'dd' is no mill move such as D6, D6-D5 or D6XB4");
}

#[test]
fn every_tree_of_a_collection_is_read() {
    let text = "2 (;B[aa])\n(;B[aa]\n[bb])\n(;GM[2]\n;B[ab](;W[bb])(;W[bc])) x\n(;B[aa]\n;W";
    let read: Vec<_> = trees(text).map(|(line, tree)| (line, tree.map(|record| moves(&record)))).collect();
    let expected = [
        (1, Ok("B:aa".to_owned())),
        (2, Err("line 2, node 0: B[aa][bb]: one move expected".to_owned())),
        (4, Ok("B:ab W:bb".to_owned())),
        (6, Ok("B:aa".to_owned())),
    ];
    assert_eq!(
        read.into_iter().map(|(line, tree)| (line, tree.map_err(|e| e.to_string()))).collect::<Vec<_>>(),
        expected
    );
}

proptest! {
    #[test]
    fn any_names_can_be_written(black in any::<String>(), rule in any::<String>()) {
        let notes = Notes { black: Some(&black), white: Some(&rule), ..Notes::default() };
        let text = write(&play_on(start(), 3, 1), &start(), &rule, notes);
        let record = parse(text.as_bytes()).unwrap();
        prop_assert_eq!(record.moves.len(), 3);
        let clean: String = rule.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        prop_assert_eq!(record.rule.as_deref(), Some(clean.trim()));
        prop_assert!(!text.contains("\n\n"));
    }
}

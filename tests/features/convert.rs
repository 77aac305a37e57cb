//! `tengen convert`: games come back from every format as they were played, and are chosen by what they are.

use crate::common::folder::Folder;
use crate::common::program::{TENGEN, errors, failure, success};
use std::fs;
use std::path::Path;
use std::process::Command;
use tengen_core::search::Resources;
use tengen_games::GAMES;
use tengen_session::formats::write::{Day, Written, WrittenGame};
use tengen_session::formats::wthor::Names;
use tengen_session::formats::{Facts, Format};
use tengen_session::host::FileContent;
use tengen_session::{Engine, Host, Settings};

pub const DAY: Day = Day { year: 2026, month: 11, day: 28 };

/// A game by chance, at its end or after so many moves.
pub fn play(session: &mut dyn Engine, plies: usize, rng: &mut fastrand::Rng) {
    for _ in 0..plies {
        let legal = session.legal_texts();
        if legal.is_empty() {
            break;
        }
        let text = &legal[rng.usize(..legal.len())];
        session.play_text(session.side_to_move(), text).unwrap();
    }
}

pub fn host(game: &str, rule: &str) -> Host {
    let mut host = Host::new(GAMES, Settings::default(), Resources::new(1, 1));
    host.set_game(game).unwrap();
    if !rule.is_empty() {
        host.set_rule(rule).unwrap();
    }
    host
}

/// What a format has of games.
fn written(format: Format, games: &[&dyn Engine], facts: &Facts) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut file = Written::new(format, &mut bytes);
    for &engine in games {
        file.push(format.entry(WrittenGame { engine, facts }).unwrap()).unwrap();
    }
    file.finish(DAY).unwrap();
    bytes
}

/// The moves of all games of a file.
fn moves(host: &Host, bytes: &[u8]) -> Vec<Vec<String>> {
    let content = FileContent::of(bytes, Names::default(), None).unwrap();
    let games: Vec<_> = host.games_in(&content).unwrap().collect();
    let game = |found: tengen_session::host::InFile| {
        let opened = host.open(&found.game.unwrap(), None).unwrap();
        opened.engine.moves_played().into_iter().map(|(_, text)| text).collect()
    };
    games.into_iter().map(game).collect()
}

/// Games by chance of every rule set, in every format that can have them.
#[test]
fn games_come_back_from_every_format() {
    let facts = Facts { players: ["A]n[n".to_owned(), "Böb".to_owned()].map(Some), ..Facts::default() };
    let mut rng = fastrand::Rng::with_seed(4);
    for info in GAMES.into_iter().map(|entry| entry.info) {
        for rule in info.rules {
            let host = host(info.name, rule.name);
            for format in Format::written() {
                let (mut one, mut two) = (host.session(), host.session());
                // A base counts a result for each game.
                let result = (format == Format::Wtb).then(|| "0".to_owned());
                let facts = Facts { result, ..facts.clone() };
                // In Othello the base turns games to F5.
                if format == Format::Wtb && info.name == "Othello" && rule.name == "normal" {
                    one.play_text(one.side_to_move(), "f5").unwrap();
                    two.play_text(two.side_to_move(), "f5").unwrap();
                }
                play(&mut *one, 200, &mut rng);
                play(&mut *two, 25, &mut rng);
                let games = if format.is_of_one_game() { vec![&*one] } else { vec![&*one, &*two] };
                let writable = games.iter().all(|&engine| format.entry(WrittenGame { engine, facts: &facts }).is_ok());
                let expected = match format {
                    Format::Sgf | Format::Txt | Format::Pgn => true,
                    Format::Ggf | Format::Wtb => info.name == "Othello",
                    Format::Obf => info.name != "Mill",
                    _ => info.name == "Gomoku",
                };
                assert_eq!(writable, expected, "{} {} {}", info.name, rule.name, format.name());
                if !writable || format == Format::Obf {
                    continue;
                }
                let bytes = written(format, &games, &facts);
                let played = |engine: &&dyn Engine| engine.moves_played().into_iter().map(|(_, text)| text).collect();
                let mut expected: Vec<Vec<String>> = games.iter().map(played).collect();
                if format == Format::Lib {
                    // A tree has one main line: that of its first game.
                    expected.truncate(1);
                }
                assert_eq!(moves(&host, &bytes), expected, "{} {} {}", info.name, rule.name, format.name());
            }
        }
    }
}

pub fn tengen(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(TENGEN);
    command.arg("convert").args(line.split(' ')).current_dir(folder);
    command
}

/// Four games: two of Ann's, one of which is the mirror image of another, one with an illegal move, one that is set up.
const GAMES_OF_ANN: &str = "(;GM[2]SZ[8]PB[Ann]PW[Bob]DT[2001-05-01]RE[B+2];B[f5];W[d6];B[c3])
(;GM[2]SZ[8]PB[Cid]PW[Dora]DT[2003]RE[W+R];B[e6];W[f4];B[c3])
(;GM[2]SZ[8]PB[Cid]PW[Ann];B[f5];W[a1];B[c3])
(;GM[2]SZ[8]PB[Eve]PW[Bob]RE[0]AB[a1][b1]AW[c1]PL[B];B[d1])
";

#[test]
fn games_are_chosen_by_what_they_are() {
    let folder = Folder::new("convert");
    fs::write(folder.join("in.sgf"), GAMES_OF_ANN).unwrap();
    let (one, mirrored) = ("f5d6c3\n", "e6f4c3\n");
    let set_up = "XXO------------------------OX------XO--------------------------- X d1\n";
    fs::write(folder.join("set_up.txt"), format!("{set_up}{mirrored}")).unwrap();
    for (line, expected) in [
        ("--to txt --year 2000-2002", one.to_owned()),
        ("--to txt --by dora", mirrored.to_owned()),
        ("--to txt --result draw", set_up.to_owned()),
        ("--to txt --result black", one.to_owned()),
        ("--to txt --result white", mirrored.to_owned()),
        ("--to txt --opening f5f4", String::new()),
        ("--to txt --opening c4e3", format!("{one}{mirrored}")),
        ("--to txt --opening f5d6 --distinct", one.to_owned()),
        ("--to txt --length 3", format!("{one}{mirrored}")),
        ("--to txt --length 4-60", String::new()),
    ] {
        let output = tengen(&folder, &format!("in.sgf {line}")).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{line}: {}", errors(&output));
    }
    // Games from another position stand among others.
    success(tengen(&folder, "in.sgf --to txt --by bob -o out.txt"));
    for format in ["", " --format txt"] {
        assert_eq!(success(tengen(&folder, &format!("out.txt --to txt{format}"))), format!("{one}{set_up}"));
        assert_eq!(success(tengen(&folder, &format!("set_up.txt --to txt{format}"))), format!("{set_up}{mirrored}"));
    }
    let said = failure(tengen(&folder, "in.sgf -o out.ggf"));
    let wrong = "tengen: in.sgf, game 3, line 3: move 2, white \"a1\": white flips nothing on A1\n";
    assert_eq!(said, format!("{wrong}out.ggf: 3 games written, 1 refused\n"));
    let text = fs::read_to_string(folder.join("out.ggf")).unwrap();
    let first = "(;GM[Othello]DT[2001-05-01]PB[Ann]PW[Bob]RE[+2.00]TY[8]BO[8 \
                 ---------------------------O*------*O--------------------------- *]B[F5]W[D6]B[C3];)";
    assert_eq!(text.lines().next().unwrap(), first);
    assert!(text.contains("RE[-64.00:r]") && text.contains("BO[8 **O-"), "{text}");
}

/// An opening that no game can have, and a file that is of no format.
#[test]
fn what_cannot_be_meant_is_refused() {
    let folder = Folder::new("convert-refused");
    fs::write(folder.join("in.sgf"), GAMES_OF_ANN).unwrap();
    for (line, said) in [
        ("--opening f5q9", "tengen: --opening: q9 is off the board of 8 lines\n"),
        ("--opening i9 --game gomoku", "tengen: --opening: i9 is off the board of 8 lines\n"),
        (
            "-o out.foo",
            "tengen: out.foo: games are not written with the extension foo; expected .sgf .ggf .pgn .txt .obf .wtb .psq .lib, or --to\n",
        ),
        (
            "-o out.rec",
            "tengen: out.rec: games are not written with the extension rec; expected .sgf .ggf .pgn .txt .obf .wtb .psq .lib, or --to\n",
        ),
    ] {
        assert!(failure(tengen(&folder, &format!("in.sgf {line}"))).ends_with(said), "{line}");
    }
    assert_eq!(fs::read_dir(&*folder).unwrap().count(), 1);
    fs::write(folder.join("one.sgf"), "(;GM[2]SZ[8];B[f5])").unwrap();
    success(tengen(&folder, "one.sgf -o out.foo --to txt --opening f5"));
    success(tengen(&folder, "one.sgf -o out --opening f5"));
    assert!(fs::read_to_string(folder.join("out")).unwrap().starts_with("(;"));
}

/// A list has the letters that it was read with, unless others are named. GTP's are said: to other programs they are other points.
#[test]
fn lists_keep_their_letters() {
    let folder = Folder::new("convert-letters");
    fs::write(folder.join("in.txt"), "h8i9j10\n").unwrap();
    fs::write(folder.join("in.sgf"), "(;GM[4]SZ[15];B[hh];W[ig];B[jf])").unwrap();
    let said = "1 with columns beyond H without the letter I (--columns a-o has it)";
    for (line, list, is_said) in [
        ("in.txt", "h8i9j10\n", false),
        ("in.txt --opening h8i9", "h8i9j10\n", false),
        ("in.txt --opening h8k9", "", false),
        ("in.txt --columns a-o", "h8i9j10\n", false),
        ("in.txt --columns go", "h8j9k10\n", false),
        ("in.sgf", "h8j9k10\n", true),
        ("in.sgf --columns a-o", "h8i9j10\n", false),
    ] {
        let output = tengen(&folder, &format!("--game gomoku --to txt {line}")).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), list, "{line}");
        assert_eq!(errors(&output).contains(said), is_said, "{line}: {}", errors(&output));
    }
}

/// WTHOR counts the winner's discs: all of them where a game ended without a count. A game without a result has none.
#[test]
fn results_of_a_base_are_those_of_its_games() {
    let folder = Folder::new("convert-results");
    let game = |result: &str| format!("(;GM[2]SZ[8]RE[{result}];B[fe];W[fd];B[ce])\n");
    let records: String = ["B+R", "W+T", "B+12", "0", "?"].map(game).concat();
    fs::write(folder.join("in.sgf"), records).unwrap();
    let said = failure(tengen(&folder, "in.sgf -o WTH_2001.wtb"));
    assert!(said.contains("it has no result, and WTHOR counts one for each game"), "{said}");
    let text = success(tengen(&folder, "WTH_2001.wtb"));
    let results: Vec<&str> = text.split("RE[").skip(1).map(|rest| rest.split(']').next().unwrap()).collect();
    assert_eq!(results, ["B+64", "W+64", "B+12", "0"]);
}

/// The base of the game, its names, and what they become again.
#[test]
fn a_base_has_its_names_beside_it() {
    let folder = Folder::new("convert-base");
    fs::write(folder.join("in.sgf"), GAMES_OF_ANN.lines().take(2).collect::<String>()).unwrap();
    success(tengen(&folder, "in.sgf -o WTH_2001.wtb"));
    let bytes = fs::read(folder.join("WTH_2001.wtb")).unwrap();
    assert_eq!(bytes.len(), 16 + 2 * 68);
    // The second game is turned to F5; its winner, by resignation, has no discs to count.
    assert_eq!(bytes[24..28], [56, 64, 33, 0]);
    assert_eq!((bytes[22], bytes[84 + 8..84 + 12].to_vec()), (33, vec![56, 64, 33, 0]));
    assert_eq!(fs::read(folder.join("WTH_2001.jou")).unwrap().len(), 16 + 5 * 20);
    assert_eq!(fs::read(folder.join("WTH_2001.trn")).unwrap().len(), 16 + 26);
    let text = success(tengen(&folder, "WTH_2001.wtb"));
    assert!(text.contains("PB[Ann]PW[Bob]") && text.contains("PB[Cid]PW[Dora]") && text.contains("RE[B+2]"), "{text}");
}

/// The year and the results with perfect play, from the header that the federation describes, through SGF and back; a file that is cut.
#[test]
fn what_a_base_says_of_its_games_comes_back() {
    let folder = Folder::new("convert-perfect");
    let header = [20, 26, 11, 28, 2, 0, 0, 0, 0, 0, 0xd1, 0x07, 8, 0, 24, 0];
    let game = [&[0, 0, 0, 0, 0, 0, 40, 36, 56, 64, 33][..], &[0; 57]].concat();
    let base = [&header[..], &game, &game].concat();
    fs::write(folder.join("in.wtb"), &base).unwrap();
    let text = success(tengen(&folder, "in.wtb"));
    assert!(text.contains("DT[2001]RE[B+16]XT[36/24]"), "{text}");
    fs::write(folder.join("in.sgf"), text).unwrap();
    success(tengen(&folder, "in.sgf -o out.wtb"));
    let again = fs::read(folder.join("out.wtb")).unwrap();
    // All but the day that the file is made on.
    assert_eq!(again[4..], base[4..]);
    // Edax writes the results that were played, with a depth of 1.
    fs::write(folder.join("edax.wtb"), [&base[..14], &[1], &base[15..]].concat()).unwrap();
    assert!(!success(tengen(&folder, "edax.wtb")).contains("XT["));
    fs::write(folder.join("cut.wtb"), &base[..16 + 68 + 30]).unwrap();
    let output = tengen(&folder, "cut.wtb").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout).matches("(;").count(), 1);
    let said = errors(&output);
    assert!(said.contains("game 2, line 2: the file ends within game 2 of 2"), "{said}");
    // A file has one year.
    fs::write(folder.join("years.sgf"), GAMES_OF_ANN.lines().take(2).collect::<String>()).unwrap();
    let output = tengen(&folder, "years.sgf -o years.wtb").output().unwrap();
    assert!(errors(&output).contains("the games are of several years"), "{}", errors(&output));
}

#[test]
fn each_game_can_have_a_file_of_its_own() {
    let folder = Folder::new("convert-each");
    fs::write(folder.join("in.txt"), "h8h9\nh8j9\n").unwrap();
    success(tengen(&folder, "--game gomoku in.txt --folder out --to psq"));
    let files = ["1.psq", "2.psq"].map(|name| fs::read_to_string(folder.join("out").join(name)).unwrap());
    assert_eq!(files[0], "Piskvorky 15x15, 0:0, 0\n8,8,0\n8,7,0\n?\n?\n0\n");
    assert_eq!(files[1], "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,7,0\n?\n?\n0\n");
    fs::write(folder.join("in.sgf"), "(;GM[4]SZ[15];B[hh];W[ig])").unwrap();
    assert_eq!(success(tengen(&folder, "in.sgf --columns a-o --to txt --opening h8i9")), "h8i9\n");
    assert_eq!(success(tengen(&folder, "in.sgf --to txt --opening h8i9")), "h8j9\n");
    fs::write(folder.join("names.sgf"), "(;GM[4]SZ[15]PB[1,2,3]PW[12];B[hh])").unwrap();
    let text = success(tengen(&folder, "names.sgf --to psq"));
    assert!(text.ends_with("8,8,0\n\"1,2,3\"\n\"12\"\n0\n"), "{text}");
    let said = failure(tengen(&folder, "--game gomoku in.txt -o out.psq"));
    assert!(said.contains("a file of this format has one game; --folder writes a file for each"), "{said}");
}

/// What cannot be converted costs no file.
#[test]
fn a_file_that_cannot_be_read_leaves_the_output_as_it_is() {
    let folder = Folder::new("convert-bad");
    fs::write(folder.join("good.sgf"), GAMES_OF_ANN).unwrap();
    fs::write(folder.join("bad.sgf"), [0; 100]).unwrap();
    fs::write(folder.join("out.txt"), "precious").unwrap();
    for line in ["good.sgf bad.sgf -o out.txt", "missing -o out.txt"] {
        failure(tengen(&folder, line));
        assert_eq!(fs::read_to_string(folder.join("out.txt")).unwrap(), "precious");
    }
    assert_eq!(fs::read_dir(&*folder).unwrap().count(), 3);
    // A game of gomoku is none of Othello's base.
    fs::write(folder.join("five.sgf"), "(;GM[4]SZ[15];B[hh])").unwrap();
    let said = failure(tengen(&folder, "five.sgf -o base.wtb"));
    assert!(said.contains("cannot be written as wtb: it is of Gomoku, not of Othello"), "{said}");
}

/// What a file of `tests/data` has: the file, the game that is on the board, variant and moves of its first game, Black's name.
pub type Example = (&'static str, &'static str, &'static str, &'static str, Option<&'static str>);

const RENJU: &str = "Gomoku renju 15";
const FREESTYLE: &str = "Gomoku freestyle 15";
const OTHELLO: &str = "Othello normal 8";

/// One file of each format and habit.
pub const EXAMPLES: [Example; 39] = [
    ("formats/WTH_2026.wtb", "othello", OTHELLO, "F5 D6 C3", Some("Ann")),
    ("formats/othello.ggf", "mill", OTHELLO, "F5 D6 C3", Some("Ann")),
    ("formats/othello.xof", "mill", OTHELLO, "F5 D6 C3", Some("Ann")),
    ("formats/othello_quest.json", "mill", OTHELLO, "F5 D6 C3", Some("Ann")),
    ("formats/othello_ios.txt", "mill", OTHELLO, "F5 D6 C3", Some("Ann")),
    ("formats/othello_wzebra.wzg", "mill", OTHELLO, "F5 D6 C3", None),
    ("formats/othello_zebra.txt", "mill", OTHELLO, "F5 D6 C3", None),
    ("formats/othello_base81.txt", "mill", OTHELLO, "", None),
    ("formats/renju.bdt", "othello", RENJU, "H8 J9 H10", Some("Ann")),
    ("formats/renju.buf", "othello", RENJU, "H8 J9 H10", Some("Ann")),
    ("formats/renju.wzq", "othello", RENJU, "H8 J9 H10", Some("Ann")),
    ("formats/renju.rdf", "othello", RENJU, "H8 J9 H10", None),
    ("formats/renju.pdb", "othello", RENJU, "H8 J9 H10", Some("Ann")),
    ("formats/othello_edax.sgf", "mill", OTHELLO, "F5 D6 C3", Some("Ann")),
    ("formats/othello_list.txt", "othello", OTHELLO, "F5 D6 C3", None),
    ("formats/othello_board.obf", "othello", OTHELLO, "", None),
    ("formats/gomoku.psq", "othello", FREESTYLE, "H8 J9 H10", Some("Ann")),
    ("formats/gomoku.rec", "othello", "Gomoku freestyle 20", "H13 J14 H15", Some("Ann")),
    ("formats/gomoku.sav", "othello", FREESTYLE, "H8 J9 H10", None),
    ("formats/gomoku.pos", "othello", FREESTYLE, "H8 J9 H10", None),
    ("formats/gomoku.lib", "othello", FREESTYLE, "H8 J9 H10", None),
    ("formats/renjunet.xml", "othello", RENJU, "H8 J9 H10", Some("Ann A")),
    ("formats/address.txt", "gomoku", FREESTYLE, "H8 J9 H10", None),
    ("formats/gomoku_katago.sgf", "gomoku", RENJU, "H8 J9 H10", Some("Ann")),
    ("formats/gomoku_utf16.sgf", "othello", FREESTYLE, "H8 J9 H10", Some("村山")),
    ("formats/gomoku_shift_jis.sgf", "othello", FREESTYLE, "H8 J9 H10", Some("村山")),
    ("formats/mill_goldtoken.txt", "othello", "Mill morris9 7", "D6 F4 D2", None),
    ("formats/mill_fen.txt", "othello", "Mill morris9 7", "", None),
    ("pgn/othello.pgn", "mill", OTHELLO, "*", None),
    ("pgn/gomoku.pgn", "othello", FREESTYLE, "*", None),
    ("pgn/mill.pgn", "othello", "Mill morris9 7", "*", None),
    ("pgn/mill_playok.pgn", "othello", "Mill morris9 7", "*", None),
    ("sgf/algebraic.sgf", "othello", OTHELLO, "*", None),
    ("sgf/ff3_gomoku.sgf", "othello", FREESTYLE, "*", None),
    ("sgf/gogui_othello.sgf", "othello", OTHELLO, "*", None),
    ("sgf/server.ggf", "othello", OTHELLO, "*", None),
    ("sgf/variations.sgf", "othello", OTHELLO, "*", None),
    ("sgf/moves.txt", "othello", OTHELLO, "F5 D6 C3 D3", None),
    ("positions/othello_fforum.obf", "othello", OTHELLO, "", None),
];

/// Each example is read as it should be, and its games come back from every format that can have them.
#[test]
fn examples_of_every_format_are_read_and_come_back() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut written = 0;
    for (name, game, variant, expected, black) in EXAMPLES {
        let host = host(game, "");
        let path = data.join(name);
        let bytes = fs::read(&path).unwrap();
        let content = FileContent::of(&bytes, Names::beside(&path), None).unwrap();
        let found = host.games_in(&content).unwrap().next().unwrap().game.unwrap();
        let opened = host.open(&found, None).unwrap();
        let moves = |engine: &dyn Engine| engine.moves_played().into_iter().map(|(_, text)| text).collect::<Vec<_>>();
        let played = moves(&*opened.engine);
        assert_eq!(opened.engine.variant().to_string(), variant, "{name}");
        assert!(expected == "*" || played.join(" ") == expected, "{name}: {}", played.join(" "));
        if let Some(black) = black {
            assert_eq!(found.facts().players[0].as_deref(), Some(black), "{name}");
        }
        let game = WrittenGame { engine: &*opened.engine, facts: found.facts() };
        for format in Format::written() {
            let Ok(entry) = format.entry(game) else { continue };
            let mut bytes = Vec::new();
            let mut file = Written::new(format, &mut bytes);
            file.push(entry).unwrap();
            file.finish(DAY).unwrap();
            let content = FileContent::of(&bytes, Names::default(), None).unwrap();
            // A format without a name of the game is read on a board of it.
            let mut on_board = Host::new(GAMES, Settings::default(), Resources::new(1, 1));
            let own = opened.engine.variant();
            on_board.set_game(&own.game).unwrap();
            on_board.set_rule(&own.rule).unwrap();
            on_board.set_size(own.size).unwrap();
            let again = on_board.games_in(&content).unwrap().next().unwrap().game.unwrap();
            let again = on_board.open(&again, None).unwrap().engine;
            let place = format!("{name} as {}", format.name());
            // WTHOR's games are turned to F5.
            assert_eq!(again.canonical_text(), opened.engine.canonical_text(), "{place}");
            assert!(matches!(format, Format::Obf | Format::Wtb) || moves(&*again) == played, "{place}");
            written += 1;
        }
    }
    assert!(written > 100, "{written}");
}

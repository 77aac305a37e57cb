//! The page of a report: what is in it, read back as a browser's script would, and what cannot get into it.

use crate::common::record::{BLACK, WHITE, file, game, played, record};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use tengen_arena::openings::OpeningRecord;
use tengen_arena::record::{End, GameRecord, Reason, Thought};
use tengen_arena::report::{PageSettings, ReportError, Sources, Summary, html};
use tengen_core::progress::NoProgress;
use tengen_games::GAMES;

fn write(records: &[PathBuf], limit: u64, path: &Path) -> Result<(), ReportError> {
    let sources = Sources { games: GAMES, records, plan: None };
    html::write(
        &Summary::read(sources, None, &NoProgress)?,
        sources,
        PageSettings { replays: limit, reload: None },
        &NoProgress,
        path,
    )
}

/// The page of some games.
fn page(name: &str, games: &[GameRecord], limit: u64) -> String {
    let path = file(&format!("page-{name}.html"));
    write(&[record(&format!("page-{name}.jsonl"), games)], limit, &path).unwrap();
    fs::read_to_string(path).unwrap()
}

/// The JSON in the script element of this id: it ends at the first end tag, as it does for a browser.
fn data(page: &str, id: &str) -> Value {
    let start = page.find(&format!("id=\"{id}\"")).unwrap();
    let text = &page[start + page[start..].find('>').unwrap() + 1..];
    serde_json::from_str(&text[..text.find("</script").unwrap()]).unwrap()
}

/// The boards that a replay shows, drawn row by row: before the first move and after each.
fn boards(page: &str, number: usize) -> Vec<String> {
    let (game, boards) = (&data(page, "replays")[number], data(page, "boards"));
    let board = &boards[game["board"].as_u64().unwrap() as usize];
    let (cols, rows) = (board["cols"].as_u64().unwrap() as usize, board["rows"].as_array().unwrap().len());
    let mut cells = vec!['.'; cols * rows];
    for outside in board["outside"].as_array().unwrap() {
        cells[outside.as_u64().unwrap() as usize] = '_';
    }
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let value = |digit: char| digits.find(digit).unwrap();
    let mut shown = Vec::new();
    for changes in game["changes"].as_str().unwrap().split(' ') {
        let changes: Vec<_> = changes.chars().collect();
        for pair in changes.chunks(2) {
            let code = 64 * value(pair[0]) + value(pair[1]);
            cells[code / 3] = ['.', 'X', 'O'][code % 3];
        }
        shown.push(cells.chunks(cols).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n"));
    }
    shown
}

#[test]
fn othello_is_replayed() {
    // Row 1 is on top; F5 turns E5, D6 turns D5.
    let page = page("othello", &[played("othello", "normal", 6, "E4 C5")], 10);
    let expected = [
        "......\n......\n..OX..\n..XO..\n......\n......",
        "......\n......\n..OX..\n..XXX.\n......\n......",
        "......\n......\n..OX..\n..OXX.\n..O...\n......",
    ];
    assert_eq!(boards(&page, 0), expected);
    let board = &data(&page, "boards")[0];
    assert_eq!((&board["rows"], &board["lines"]), (&json!([1, 2, 3, 4, 5, 6]), &json!([])));
    let replays = data(&page, "replays");
    let record = replays[0]["sgf"].as_str().unwrap();
    assert!(record.starts_with("(;FF[4]") && record.contains("PB[ann]PW[bob]"), "{record}");
    assert!(record.trim_end().ends_with("\n;B[ed];W[ce])"), "{record}");
}

#[test]
fn gomoku_is_replayed_from_a_set_up_position() {
    let position = Some("...../...../..X../...../.....:w".to_owned());
    let opening = OpeningRecord { number: 1, position, moves: vec!["A5".into()] };
    let page = page("gomoku", &[GameRecord { opening, ..game("ann", "bob", 1, 1, BLACK) }], 10);
    let expected = [
        ".....\n.....\n..X..\n.....\n.....",
        "O....\n.....\n..X..\n.....\n.....",
        "O....\n.....\n..XX.\n.....\n.....",
        "O....\n...O.\n..XX.\n.....\n.....",
    ];
    assert_eq!(boards(&page, 0), expected);
    let (game, board) = (&data(&page, "replays")[0], &data(&page, "boards")[0]);
    assert_eq!((&game["white_first"], &game["given"]), (&json!(true), &json!(1)));
    assert_eq!(game["moves"], json!(["A5", "D3", "D4"]));
    assert_eq!(board["rows"], json!([5, 4, 3, 2, 1]));
    assert_eq!(board["lines"].as_array().unwrap().len(), 10);
    assert!(board["lines"].as_array().unwrap().contains(&json!([0, 4, 4, 4])), "{board}");
}

/// The same game on a second opening.
fn second(game: GameRecord) -> GameRecord {
    GameRecord { opening: OpeningRecord { number: 2, ..OpeningRecord::default() }, ..game }
}

#[test]
fn mill_is_replayed() {
    // G7 closes a mill and takes A1.
    let games = [played("mill", "morris9", 7, "A7 A1 D7 D1 G7XA1"), second(played("mill", "zhiqi", 7, "A7"))];
    let page = page("mill", &games, 10);
    let before = "X__X___\n_._._._\n__...__\n..._...\n__...__\n_._._._\nO__O__.";
    let after = "X__X__X\n_._._._\n__...__\n..._...\n__...__\n_._._._\n.__O__.";
    let shown = boards(&page, 0);
    assert_eq!(
        (shown.len(), shown[4].as_str(), shown[5].as_str()),
        (6, before.replacen("X___", "X__.", 1).as_str(), after)
    );
    let boards = data(&page, "boards");
    let lines = |board: usize| boards[board]["lines"].as_array().unwrap().clone();
    assert_eq!((lines(0).len(), lines(1).len()), (16, 20));
    let diagonal = |line: &Value| line == &json!([0, 0, 2, 2]) || line == &json!([2, 2, 0, 0]);
    assert!(!lines(0).iter().any(diagonal) && lines(1).iter().any(diagonal));
}

#[test]
fn a_replay_stops_where_the_rules_do() {
    let illegal = played("othello", "normal", 8, "D3 D3 C5");
    let unknown = second(played("chess", "normal", 8, "e4 e5"));
    let page = page("illegal", &[illegal, unknown], 10);
    assert_eq!(boards(&page, 0).len(), 2);
    assert_eq!(data(&page, "replays")[1]["id"], "ann/bob/2/1");
    let replays = data(&page, "replays");
    assert_eq!((&replays[1]["board"], &replays[1]["sgf"]), (&Value::Null, &Value::Null));
    assert!(replays[0]["sgf"].as_str().unwrap().trim_end().ends_with("\n;B[dc])"), "{}", replays[0]["sgf"]);
}

#[test]
fn values_stand_as_the_engine_wrote_them() {
    let mut game = game("ann", "bob", 1, 1, BLACK);
    game.moves[0].thought = Thought { score: Some(1.5), text: Some("+1.5".into()), ..Thought::default() };
    game.moves[1].thought = Thought { score: Some(900.0), text: Some("win in 3".into()), ..Thought::default() };
    let replays = data(&page("values", &[game], 10), "replays");
    assert_eq!(replays[0]["values"], json!([1.5, [900.0, "win in 3"]]));
    assert_eq!((&replays[0]["times"], &replays[0]["depths"]), (&json!([250, 500]), &json!([null, null])));
}

#[test]
fn nothing_that_an_engine_says_is_markup() {
    let bad = "</script><b>\"&'<!--<script>";
    let mut games = vec![game(bad, "bob", 1, 1, WHITE), game(bad, "<i>eve</i>", 1, 2, BLACK)];
    games[0].reason = Reason { kind: End::Garbage, detail: bad.into() };
    games[0].moves[0].text = bad.into();
    games[0].moves[0].thought.text = Some(bad.into());
    games[1].time = bad.into();
    games[1].black_version = bad.into();
    let page = page("hostile", &games, 10);
    for markup in ["<b>\"", "<i>eve", "<!--"] {
        assert!(!page.contains(markup), "{markup:?} is in the page");
    }
    let (opened, closed) = (page.matches("<script").count(), page.matches("</script").count());
    assert_eq!((opened, closed), (3, 3));
    let replays = data(&page, "replays");
    assert_eq!(
        (&replays[0]["black"], &replays[0]["detail"], &replays[0]["moves"][2]),
        (&json!(bad), &json!(bad), &json!(bad))
    );
    assert!(page.contains("&lt;/script&gt;&lt;b&gt;"), "names are shown");
}

/// U+202E turns the rest of a line round: a loss could look like a win.
#[test]
fn nothing_that_an_engine_says_turns_text_round() {
    let (bad, shown) = ("a\u{202e}b\u{2067}\u{9b}c\\u{", r"a\u{202e}b\u{2067}\u{9b}c\u{");
    let mut games = vec![game(bad, "bob", 1, 1, WHITE), game(bad, "bob", 1, 2, BLACK)];
    games[0].reason = Reason { kind: End::Garbage, detail: bad.into() };
    games[0].moves[0].text = bad.into();
    games[0].moves[0].thought.text = Some(bad.into());
    games[1].black_version = bad.into();
    let page = page("bidi", &games, 10);
    assert!(!page.contains(['\u{202e}', '\u{2067}', '\u{9b}']));
    let replays = data(&page, "replays");
    for text in [&replays[0]["black"], &replays[0]["detail"], &replays[0]["moves"][2]] {
        assert_eq!(text, &json!(shown));
    }
    assert!(page.contains(&format!("title=\"{shown}\"")));
}

#[test]
fn a_page_loads_nothing_from_elsewhere() {
    let page = page("offline", &[game("ann", "bob", 1, 1, None)], 10);
    let page = page.replace("http://www.w3.org/2000/svg", "");
    for outside in ["http:", "https:", "src=", "url(", "@import", "<link"] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn faults_are_kept_first_and_the_others_evenly_spread() {
    let mut games: Vec<_> = (1..=40).map(|opening| game("ann", "bob", opening, 1, WHITE)).collect();
    for late in [7, 22] {
        games[late].reason.kind = End::Hang;
    }
    let page = page("limited", &games, 10);
    let replays = data(&page, "replays");
    let openings: Vec<_> = replays.as_array().unwrap().iter().map(|game| game["opening"].as_u64().unwrap()).collect();
    assert_eq!(openings.len(), 10);
    assert!(openings.contains(&8) && openings.contains(&23), "{openings:?}");
    assert!(openings.windows(2).all(|pair| pair[1] - pair[0] <= 7), "{openings:?}");
    assert!(page.contains("This page holds 10 of the 40 games"));
    assert!(!self::page("whole", &games, 40).contains("This page holds"));
}

#[test]
fn a_page_overwrites_pages_only() {
    let all = record("page-kept.jsonl", &[game("ann", "bob", 1, 1, None)]);
    let before = fs::read(&all).unwrap();
    let error = write(std::slice::from_ref(&all), 10, &all).err().unwrap().to_string();
    assert!(error.contains("page-kept.jsonl") && error.contains("no page"), "{error}");
    assert_eq!(fs::read(&all).unwrap(), before);
    let path = file("page-again.html");
    for _ in 0..2 {
        write(std::slice::from_ref(&all), 10, &path).unwrap();
    }
}

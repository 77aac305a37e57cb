//! Lists as people write them.

use super::*;

fn moves(text: &str) -> String {
    read(text).moves.join(" ")
}

#[test]
fn moves_are_separated_by_anything_or_nothing() {
    for text in [
        "f5d6c3",
        "f5! d6?! c3",
        "f5 d6 c3",
        "[f5][d6][c3]",
        "(f5) (d6) {better} (c3)",
        "1. f5 d6 2. c3",
        "1.f5 2.d6 3.c3",
        "1 f5\n2 d6\n3 c3",
        "1) f5 2) d6 3) c3",
        "1: f5, 2: d6, 3: c3",
        "f5,d6,c3",
        "f5;d6;c3;",
        "f5_d6_c3",
        "f5.d6.c3.",
        "B f5 W d6 B c3",
        "black f5, white d6, black c3",
        "B: f5 W: d6 B: c3",
        "１．ｆ５　ｄ６　２．ｃ３",
        "f5 {a good move} d6 (1. c3 d3) c3 [%clk 1:00]",
        "f5 d6 (c4 (e3 {or}) d3) c3",
        "f5 {a {comment} d6 (c4 (e3) c3",
        "% a game\nf5d6 # so far\n// more\nc3",
    ] {
        assert_eq!(moves(text), "f5 d6 c3", "{text}");
    }
    for text in ["f5-d6-c3", "+f5-d6+c3: +02"] {
        assert_eq!(points_alone(&read(text).moves), ["f5", "d6", "c3"], "{text}");
    }
}

#[test]
fn moves_of_several_points_stay_whole() {
    for (text, expected) in [
        ("d6xb4e3", "d6xb4 e3"),
        ("d6-d5XC3a1-a4", "d6-d5XC3 a1-a4"),
        ("g1xd1xg4a7", "g1xd1xg4 a7"),
        ("1. d6 f4 2. d2-d3 xb4", "d6 f4 d2-d3xb4"),
        ("1.d6/xb4 d6-d5-/xc3 a1 xg4 xb2", "d6xb4 d6-d5xc3 a1xg4xb2"),
        ("1\tPlace to a4\tPlace to d6, take c3\n2\ta4 -> a1\td6 -> d5, take g7", "a4 d6xc3 a4-a1 d6-d5xg7"),
        ("h8i9j10", "h8 i9 j10"),
    ] {
        assert_eq!(moves(text), expected);
    }
}

#[test]
fn passes_are_known_in_every_form() {
    for pass in ["pass", "PA", "ps", "--", "@@", "@@@@", "Pass"] {
        assert_eq!(moves(&format!("f5 {pass} d6")), "f5 pass d6", "{pass}");
        assert_eq!(moves(&format!("f5{pass}d6")), "f5 pass d6", "{pass}");
        assert_eq!(moves(&format!("f5d6{pass}")), "f5 d6 pass", "{pass}");
    }
}

#[test]
fn results_are_no_moves() {
    for result in ["33-31", "1-0", "1/2-1/2", "½-½", "0.5", "+12", "-6", "B+R", "W+2.5", "1:0"] {
        let list = read(&format!("f5 d6 {result}"));
        assert_eq!((list.moves.join(" "), list.result.as_deref()), ("f5 d6".to_owned(), Some(result)));
    }
    assert_eq!(read("f5 d6 *"), read("f5 d6"));
    assert_eq!(read("f5 d6").result, None);
}

#[test]
fn words_behind_the_last_move_are_an_ending() {
    for (text, side, words, resigned, forfeited) in [
        ("f5 d6 resign", None, "resign", true, false),
        ("f5 d6 Black resigns", Some(Color::Black), "black resigns", true, false),
        ("f5 d6 Player2 give up!", Some(Color::White), "white give up !", true, false),
        ("f5 d6 White gives up", Some(Color::White), "white gives up", true, false),
        ("B f5 W d6 W: Resigned.", Some(Color::White), "white Resigned", true, false),
        ("1. f5 d6\n2. white loses on time 1-0", Some(Color::White), "white loses on time", false, true),
        ("f5d6timeout", None, "timeout", false, true),
        ("f5 hello d6 good game", None, "good game", false, false),
    ] {
        let mut list = read(text);
        let ending = list.take_ending().unwrap();
        let found = (ending.side, ending.to_string(), ending.is_resignation(), ending.is_forfeit());
        assert_eq!(found, (side, words.to_owned(), resigned, forfeited), "{text}");
        assert_eq!(list.moves.last().map(String::as_str), Some("d6"), "{text}");
        assert_eq!(list.moves.len(), list.lines.len(), "{text}");
    }
    for text in ["f5 d6", "f5 d6 33-31", "f5 pass", "f5 B", "d6 xd7", ""] {
        assert_eq!(read(text).take_ending(), None, "{text}");
    }
}

#[test]
fn every_move_has_its_line() {
    assert_eq!(read("1. f5 d6 {one\ntwo} c3\n\n# three\n2. d3c4").lines, [1, 1, 2, 5, 5]);
}

#[test]
fn what_is_no_move_stays_to_be_named() {
    assert_eq!(moves("f5 hello d6 ?!"), "f5 hello d6 ?!");
    assert_eq!(moves("\u{e9}5d6"), "\u{e9} d6");
    assert_eq!(moves(""), "");
    assert_eq!(moves("{ f5"), "{ f5");
}

#[test]
fn addresses_of_pages_have_moves() {
    let moves = |text| in_address(text).map(|list| list.moves.join(" "));
    for address in [
        "https://board.example/#h8i9j10",
        "https://board.example:8080/v2/gomoku/?size=15&moves=h8i9j10&rule=r2",
        "http://b2.example/open?data=h8+i9+j10",
        "https://board.example/game/h8i9j10\n",
        "#h8i9j10",
        "?h8i9j10",
        "data=h8+i9+j10",
        "data=h8i9j10\n",
    ] {
        assert_eq!(moves(address).as_deref(), Some("h8 i9 j10"), "{address}");
    }
    for text in
        ["https://board.example/", "h8i9j10", "# h8i9j10", "#h8i9 j10", "", "#hello", "?", "data=", "=h8", "h8=i9"]
    {
        assert_eq!(moves(text), None, "{text}");
    }
}

#[test]
fn columns_are_those_of_points() {
    assert_eq!(columns(&read("h8 pass I9 d6-j5").moves).collect::<String>(), "HIDJ");
}

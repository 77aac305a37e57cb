//! What the tags and moves of a game in PGN say about which game it is.

use super::PgnGame;
use tengen_core::game::Size;

/// What PDN's numbers of games (`GameType`) say: <https://wiegerw.github.io/pdn/gametype.html>, and 60 from PlayOK.
const CHESS: [&str; 2] = ["0", "1"];
const OTHELLO: &str = "50";
const GOMOKU: &str = "60";

/// Names of chess in `Variant`, as servers write them.
const CHESS_VARIANTS: [&str; 7] =
    ["standard", "normal", "chess", "chess960", "chess 960", "fischerandom", "from position"];

/// Words of `Event` and `Site` by which a game is known, beside its name, and its name.
const WORDS: [(&str, &str); 5] =
    [("edax", "othello"), ("cassio", "othello"), ("wthor", "othello"), ("merels", "mill"), ("sanmill", "mill")];

/// A game that cannot be of any game here: the name of the other game, and the word that shows it.
pub fn other_game(game: &PgnGame) -> Option<(&'static str, &str)> {
    let kind = game.tag("GameType");
    let number = kind.map(first_number).filter(|number| ![OTHELLO, GOMOKU].contains(number));
    if let Some(number) = number.filter(|number| !number.is_empty()) {
        return Some((if CHESS.contains(&number) { "chess" } else { "draughts" }, kind?));
    }
    let variant = game.tag("Variant").filter(|name| CHESS_VARIANTS.contains(&&*name.to_ascii_lowercase()));
    let board = game.tag("FEN").filter(|fen| fen.contains('/') && fen.contains('k') && fen.contains('K'));
    let chess = variant.or(board).or_else(|| game.words().find(|word| is_of_chess(word)));
    chess.map(|word| ("chess", word)).or_else(|| Some(("draughts", of_draughts(game)?)))
}

/// The names that tags give a game: each may be the name of one.
pub fn names(game: &PgnGame) -> impl Iterator<Item = &str> {
    let number = game.tag("GameType").map(first_number);
    let typed = [(OTHELLO, "othello"), (GOMOKU, "gomoku")].into_iter().find(|(known, _)| number == Some(known));
    let words = ["Game", "Event", "Site"].into_iter().filter_map(|tag| game.tag(tag));
    let words = words.flat_map(|text| text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()));
    let meant =
        |word| WORDS.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).map_or(word, |(_, name)| name);
    let is_of_discs = game.tag("Result").and_then(discs).is_some_and(|discs| (3..=64).contains(&discs) || discs == 100);
    let scored = is_of_discs.then_some("othello");
    typed.map(|(_, name)| name).into_iter().chain(words.map(meant)).chain(scored)
}

/// The size of the board: as PlayOK writes it behind the kind of game (`60,15`), as many as a position of Othello has rows, or what
/// the discs of a result fill.
pub fn size(game: &PgnGame) -> Option<Size> {
    let typed = game.tag("GameType").and_then(|kind| kind.split_once(','));
    let typed = typed.filter(|(kind, _)| *kind == GOMOKU).and_then(|(_, size)| size.parse().ok());
    let filled = || {
        let discs = game.tag("Result").and_then(discs)?;
        [4_u8, 6, 8, 10].into_iter().find(|&size| u16::from(size).pow(2) == discs)
    };
    let shown = || {
        let rows = rows(game.tag("FEN")?)?;
        let rows: Vec<&str> = rows.split(':').next()?.split('/').collect();
        u8::try_from(rows.len()).ok().filter(|_| rows.iter().all(|row| row.len() == rows.len()))
    };
    typed.or_else(shown).or_else(filled).map(Size::square)
}

/// The start in the words of [`Notation::position_text`](tengen_core::game::Notation::position_text), where it is written as
/// XBoard has it: rows from the last to the first, `p` Black, `P` White, numbers of empty squares, then the side to move.
pub fn rows(fen: &str) -> Option<String> {
    let mut words = fen.split_whitespace();
    let rows = words.next()?.split('/').rev().map(row).collect::<Option<Vec<_>>>()?;
    let side = words.next().filter(|side| ["b", "w"].contains(side))?;
    Some(format!("{}:{side}", rows.join("/")))
}

fn row(text: &str) -> Option<String> {
    let mut row = String::new();
    for c in text.chars() {
        match c {
            'p' => row.push('X'),
            'P' => row.push('O'),
            _ => row.extend(std::iter::repeat_n('.', c.to_digit(10)? as usize)),
        }
    }
    Some(row)
}

fn first_number(text: &str) -> &str {
    text.split(',').next().unwrap_or_default().trim()
}

/// The discs of both sides together, of a result such as `38-26`.
fn discs(result: &str) -> Option<u16> {
    let (black, white) = result.split_once('-')?;
    Some(u16::from(black.parse::<u8>().ok()?) + u16::from(white.parse::<u8>().ok()?))
}

/// True for moves that only chess has: of a piece (`Nf3`), castling, a pawn that captures (`exd5`) or is promoted.
fn is_of_chess(word: &str) -> bool {
    let mv = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').trim_end_matches(['+', '#']);
    let is_square = |text: &str| matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8']);
    let is_piece = |text: &str| {
        let (rest, square) = text.split_at_checked(text.len().saturating_sub(2)).unwrap_or_default();
        is_square(square) && rest.bytes().all(|byte| matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'x'))
    };
    let captures = mv.split_once('x').is_some_and(|(file, square)| {
        matches!(file.as_bytes(), [b'a'..=b'h' | b'B']) && is_square(square.split('=').next().unwrap_or_default())
    });
    let promotes = mv.split_once('=').is_some_and(|(_, piece)| ["Q", "R", "B", "N"].contains(&piece));
    mv.starts_with("O-O") || captures || promotes || mv.strip_prefix(['K', 'Q', 'R', 'N']).is_some_and(is_piece)
}

/// A move of draughts, where all are numbers, and there are more squares than mill has points.
fn of_draughts(game: &PgnGame) -> Option<&str> {
    let number = |text: &str| text.parse::<u8>().is_ok();
    let is_move = |word: &str| word.contains(['-', 'x']) && word.split(['-', 'x']).all(number);
    let is_large =
        |word: &&str| is_move(word) && word.split(['-', 'x']).any(|text| text.parse().is_ok_and(|n: u8| n > 24));
    // A result in discs is no move.
    let words = || game.words().filter(|word| game.tag("Result") != Some(word));
    words().all(|word| !word.contains(char::is_alphabetic) || is_move(word)).then(|| words().find(is_large))?
}

#[cfg(test)]
mod tests {
    use super::super::games;
    use super::*;

    fn game(text: &str) -> PgnGame {
        games(text).unwrap().next().unwrap().1.unwrap()
    }

    #[test]
    fn other_games_are_told() {
        for (text, expected) in [
            ("1. e4 e5 2. Nf3 Nc6", Some(("chess", "Nf3"))),
            ("1. e4 d5 2. exd5 *", Some(("chess", "exd5"))),
            ("1. O-O", Some(("chess", "O-O"))),
            ("1. e8=Q+", Some(("chess", "1.e8=Q+"))),
            ("1. Rad1", Some(("chess", "Rad1"))),
            ("1. 32-28 19-23 2. 28x19", Some(("draughts", "32-28"))),
            ("1. 1 4 2. 2 5 3. 3x4 18-17", None),
            ("1. f5 d6 38-26", None),
            ("1. d6 f4 2. d2-d3xb4 Kh 1-0", None),
            ("1. K8 k10 P@f5", None),
        ] {
            let text = format!("[Site \"x\"]\n{}", text.replace("1. e8", "1.e8"));
            assert_eq!(other_game(&game(&text)), expected, "{text}");
        }
        assert_eq!(other_game(&game("[Result \"64-0\"]\n64-0")), None);
        assert_eq!(other_game(&game("[GameType \"20\"]\n1. a b")), Some(("draughts", "20")));
        assert_eq!(other_game(&game("[GameType \"0\"]")), Some(("chess", "0")));
        assert_eq!(other_game(&game("[Variant \"Standard\"]")), Some(("chess", "Standard")));
        assert_eq!(other_game(&game("[GameType \"60,15\"]")), None);
        let fen = "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1";
        assert_eq!(other_game(&game(&format!("[FEN \"{fen}\"]"))), Some(("chess", fen)));
    }

    #[test]
    fn tags_name_games() {
        let names = |text: &str| names(&game(text)).collect::<Vec<_>>().join(" ");
        assert_eq!(names("[Event \"Grand Prix, othello\"]\n[Site \"Sanmill\"]"), "Grand Prix othello mill");
        assert_eq!(names("[GameType \"60,15\"]\n[Result \"1-0\"]"), "gomoku");
        assert_eq!(names("[GameType \"50\"]"), "othello");
        for (result, expected) in
            [("38-26", "othello"), ("64-0", "othello"), ("50-50", "othello"), ("0-1", ""), ("40-30", ""), ("1-1", "")]
        {
            assert_eq!(names(&format!("[Result \"{result}\"]")), expected);
        }
        assert_eq!(size(&game("[GameType \"60,15\"]")), Some(Size::square(15)));
        assert_eq!(size(&game("[GameType \"20,W,10,10,N2,0\"]")), None);
        assert_eq!(size(&game("[Result \"38-26\"]")), Some(Size::square(8)));
        assert_eq!(size(&game("[Result \"20-16\"]")), Some(Size::square(6)));
        assert_eq!(size(&game("[Result \"30-20\"]")), None);
        assert_eq!(size(&game("[FEN \"4/1pP1/1Pp1/4 b - - 0 1\"]")), Some(Size::square(4)));
        assert_eq!(size(&game("[FEN \"8/8 w\"]")), None);
    }

    #[test]
    fn positions_of_xboard_are_turned() {
        let expected = ".X....../......../......../...OX.../...XO.../......../......../........:w";
        assert_eq!(rows("8/8/8/3pP3/3Pp3/8/8/1p6 w - - 0 1").as_deref(), Some(expected));
        for none in ["", "8/8", "8/x w", "pP x", "O@******/******** w"] {
            assert_eq!(rows(none), None, "{none}");
        }
    }
}

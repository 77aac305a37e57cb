//! A whole session of plausible commands against a shadow of the game: a failed command and a mere question change
//! nothing, `undo` is the exact inverse of a move, several moves are played or taken back all or none, and a game or
//! position that was written is the same when it is read again.

use super::framing::{answers, check, server};
use arbitrary::{Result, Unstructured};
use serde_json::Value;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::{env, fs, process, thread};
use tengen::protocols::gtp::Server;
use tengen_core::playable::PlayerOptions;
use tengen_games::GAMES;

/// The text of a response that did not fail, or of one that did.
type Answer = std::result::Result<String, String>;

/// Commands in one session.
const MAX_STEPS: usize = 48;

/// What the answer to a command may change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// Nothing.
    Nothing,
    /// One turn more, or nothing where it fails.
    Turn,
    /// Another game, without a history, or nothing where it fails.
    NewGame,
}

/// All that can be seen of a position: `json-position`, `json-legal_moves` and the points that may be sent next.
#[derive(Clone, PartialEq, Debug)]
struct View {
    position: Value,
    legal: Value,
    points: String,
}

impl View {
    fn text(&self, key: &str) -> &str {
        self.position[key].as_str().unwrap_or_default()
    }

    fn moves(&self) -> &[Value] {
        self.position["moves"].as_array().map_or(&[], Vec::as_slice)
    }

    /// The legal moves in full, as `play` takes them.
    fn legal_moves(&self) -> Vec<&str> {
        let moves = self.legal["moves"].as_array();
        moves.into_iter().flatten().filter_map(Value::as_str).collect()
    }

    /// Sameness but for the history and what depends on it: repetitions, resignations, moves half entered.
    fn shows_the_same(&self, other: &Self) -> bool {
        ["game", "rule", "size", "position", "side_to_move"]
            .iter()
            .all(|&key| self.position[key] == other.position[key])
    }
}

/// A server, and what is known of its game.
struct Shadow {
    server: Server,
    view: View,
    /// The views before each turn that can be taken back, where they are known.
    before: Vec<Option<View>>,
    resigned: bool,
    /// Moves are answered point by point.
    pointwise: bool,
    file: PathBuf,
}

impl Drop for Shadow {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.file);
    }
}

impl Shadow {
    fn new() -> Self {
        let name = format!("tengen-fuzz-{}-{:?}.sgf", process::id(), thread::current().id());
        let file = env::temp_dir().join(name.replace(['(', ')'], ""));
        let mut server = server();
        let (_, view) = ask(&mut server, "name");
        // By itself, as the points have been asked for.
        Self { server, view, before: Vec::new(), resigned: false, pointwise: true, file }
    }

    /// Sends a command and looks at what it did.
    fn send(&mut self, kind: Effect, line: &str) -> Answer {
        let (answer, after) = ask(&mut self.server, line);
        if answer.is_err() || kind == Effect::Nothing {
            assert_eq!(after, self.view, "changed by: {line} -> {answer:?}");
            return answer;
        }
        let before = std::mem::replace(&mut self.view, after);
        if kind == Effect::Turn {
            assert!(self.view.moves().starts_with(before.moves()), "rewritten by {line}: {before:?} {:?}", self.view);
            self.before.push(Some(before));
        } else {
            self.before.clear();
            self.resigned = false;
        }
        answer
    }

    fn play(&mut self, color: &str, text: &str) -> bool {
        let over = self.is_over();
        let played = self.send(Effect::Turn, &format!("play {color} {text}")).is_ok();
        self.resigned |= played && !over && text.eq_ignore_ascii_case("resign");
        played
    }

    fn is_over(&self) -> bool {
        !self.view.position["result"].is_null()
    }

    /// Whatever is listed as legal can be played, whole or point by point; after the end a pass. Returns what was.
    fn play_legal(&mut self, choice: usize, by_points: bool) -> String {
        let view = self.view.clone();
        let moves = if by_points { view.points.split_whitespace().collect() } else { view.legal_moves() };
        assert_eq!(moves.is_empty(), self.is_over(), "a game goes on exactly while there are moves: {view:?}");
        let text = moves.get(choice % moves.len().max(1)).copied().unwrap_or("pass");
        let side = view.text("side_to_move");
        assert!(self.play(side, text), "{text} was refused in {view:?}");
        format!(" {side} {text}")
    }

    /// True while a move is half entered: the last turn has added none.
    fn owes_points(&self) -> bool {
        let before = self.before.last().and_then(Option::as_ref);
        !self.is_over() && before.is_some_and(|before| before.moves() == self.view.moves())
    }

    /// The side at the move gets one that is legal; point by point, the other side passes while points are owed.
    fn generate(&mut self, command: &str, color: &str) {
        let (view, over) = (self.view.clone(), self.is_over());
        let in_turn = color == view.text("side_to_move");
        let implied = !in_turn && view.points == "pass";
        let waits = !in_turn && self.pointwise && self.owes_points();
        let kind = if command == "reg_genmove" { Effect::Nothing } else { Effect::Turn };
        let answer = self.send(kind, &format!("{command} {color}"));
        assert_eq!(answer.is_ok(), in_turn || implied || over || waits, "{command} {color}: {answer:?} in {view:?}");
        if let Ok(text) = answer {
            let chosen = text.rsplit_once("play ").map_or(text.as_str(), |(_, chosen)| chosen);
            let legal = match self.pointwise {
                _ if over || waits => chosen == "pass",
                true => implied || view.points.split_whitespace().any(|point| point == chosen),
                false => implied || view.legal_moves().contains(&chosen),
            };
            assert!(legal, "{command} {color}: {chosen} in {view:?}");
        }
    }

    fn set_pointwise(&mut self, word: &str) {
        self.send(Effect::Nothing, &format!("set_pointwise {word}")).expect("a word that it knows");
        self.pointwise = word != "off";
    }

    fn undo(&mut self, line: &str, count: usize) {
        let (answer, after) = ask(&mut self.server, line);
        assert_eq!(answer.is_ok(), count <= self.before.len(), "{line} with {} turns: {answer:?}", self.before.len());
        if answer.is_ok() {
            let keep = self.before.len() - count;
            if let Some(known) = self.before.drain(keep..).next().flatten() {
                assert_eq!(after, known, "{line} is no exact inverse");
            }
            self.resigned &= !after.position["result"].is_null();
        } else {
            assert_eq!(after, self.view, "changed by: {line} -> {answer:?}");
        }
        self.view = after;
    }

    /// Several moves in one command do the same as one by one; with a wrong one behind them, none is played.
    fn sequence(&mut self, choices: &[u8], wrong: Option<&str>) {
        let start = self.view.clone();
        let moves: String = choices.iter().map(|&choice| self.play_legal(choice.into(), false)).collect();
        let (end, before, resigned) = (self.view.clone(), self.before.clone(), self.resigned);
        self.undo(&format!("gg-undo {}", choices.len()), choices.len());
        assert_eq!(self.view, start);
        let line = format!("gogui-play_sequence{moves} {}", wrong.unwrap_or_default());
        let (answer, after) = ask(&mut self.server, &line);
        if answer.is_err() {
            assert!(wrong.is_some(), "{moves}: {answer:?} in {start:?}");
            assert_eq!(after, start, "changed by a sequence that failed: {moves} {wrong:?}");
            return;
        }
        (self.before, self.resigned) = (before, resigned);
        if wrong.is_some() {
            self.resigned |= end.position["result"].is_null() && !after.position["result"].is_null();
            self.before.push(Some(end));
        } else {
            assert_eq!(after, end, "{moves}");
        }
        self.view = after;
    }

    /// A new game that was set up from text or stones has no history.
    fn new_game(&mut self, line: &str) -> bool {
        let begun = self.send(Effect::NewGame, line).is_ok();
        assert!(!begun || self.view.moves().is_empty(), "{line}: {:?}", self.view);
        begun
    }

    /// A position that was written is the same when it is read.
    fn restore_position(&mut self) {
        let view = self.view.clone();
        assert!(self.new_game(&format!("set_position {}", view.text("position"))), "{view:?}");
        assert!(self.view.shows_the_same(&view), "{view:?} came back as {:?}", self.view);
    }

    /// A game that was written is the same when it is read, up to the move that is asked for.
    fn restore_game(&mut self, until: Option<usize>) {
        let view = self.view.clone();
        let file = self.file.display().to_string();
        self.send(Effect::Nothing, &format!("printsgf {file}")).expect("a temporary file can be written");
        let number = until.map(|number| number.to_string()).unwrap_or_default();
        let resigned = self.resigned;
        self.send(Effect::NewGame, &format!("loadsgf {file} {number}"))
            .unwrap_or_else(|error| panic!("{error} {}: {view:?}", fs::read_to_string(&self.file).unwrap_or_default()));
        let moves = &view.moves()[..view.moves().len().min(until.map_or(usize::MAX, |n| n.saturating_sub(1)))];
        assert_eq!(self.view.moves(), moves, "{view:?}");
        if moves.len() == view.moves().len() {
            assert!(self.view.shows_the_same(&view), "{view:?} came back as {:?}", self.view);
            assert!(resigned || self.view.position["result"] == view.position["result"], "{view:?}");
        }
        self.before = vec![None; moves.len()];
    }
}

/// Sends one command and looks at what it did: what follows `=`, or `?`, and the game after it.
fn ask(server: &mut Server, line: &str) -> (Answer, View) {
    let input = format!("{line}\njson-position\njson-legal_moves\ngogui-rules_legal_moves\n");
    let output = answers(server, input.as_bytes());
    check(input.as_bytes(), &output);
    let text = String::from_utf8(output).expect("checked");
    let responses: Vec<&str> = text.trim_end().split("\n\n").collect();
    let [answer, view @ ..] = &responses[..] else { panic!("four responses: {text}") };
    let body = |response: &str| response[1..].trim().to_owned();
    let json = |response| serde_json::from_str(&body(response)).expect("JSON");
    let view = View { position: json(view[0]), legal: json(view[1]), points: body(view[2]) };
    (if answer.starts_with('=') { Ok(body(answer)) } else { Err(body(answer)) }, view)
}

/// A point's name, on the board more often than not, or another word that may stand for a move.
fn word(u: &mut Unstructured<'_>) -> Result<String> {
    if u.ratio(1, 4)? {
        let words = ["pass", "PASS", "resign", "a0", "z99", "i5", "D6-D5", "a1xb2", "D6XB4", "", "\u{e9}", "tt", "b"];
        return Ok((*u.choose(&words)?).to_owned());
    }
    let column = *u.choose(b"abcdefghjklmnopqrstuvwxyz")?;
    Ok(format!("{}{}", char::from(column), u.int_in_range(1..=12)?))
}

fn color(u: &mut Unstructured<'_>) -> Result<&'static str> {
    Ok(*u.choose(&["black", "white"])?)
}

/// Stones, now and then twice on a point.
fn stones(u: &mut Unstructured<'_>) -> Result<String> {
    let mut text = String::new();
    for _ in 0..u.int_in_range(0..=24)? {
        let column = *u.choose(b"abcdefgh")?;
        let _ = write!(text, " {} {}{}", color(u)?, char::from(column), u.int_in_range(1..=8)?);
    }
    Ok(text)
}

/// A command that sets up another game.
fn new_game(u: &mut Unstructured<'_>, view: &View) -> Result<String> {
    let info = GAMES.iter().map(|entry| entry.info).find(|info| info.name == view.text("game")).expect("registered");
    Ok(match u.int_in_range(0..=9)? {
        0 => "clear_board".to_owned(),
        1 => format!("boardsize {}", u.int_in_range(0..=23)?),
        2 => format!("boardsize {}", u.choose(info.sizes)?),
        3 | 4 => {
            let options = *u.choose(&["", "", "+fly4", "+multiple+any", "+draw10+loose", "+"])?;
            format!("set_rule {}{options}", u.choose(info.rules)?.name)
        }
        5 => format!("set_game {}", u.choose(&GAMES)?.info.name),
        6 => format!("set_position{}", stones(u)?),
        7 => format!("gogui-setup{}", stones(u)?),
        8 => {
            let mut text: Vec<char> = view.text("position").chars().collect();
            for _ in 0..u.int_in_range(1..=4)? {
                let at = u.choose_index(text.len())?;
                text[at] = *u.choose(&['X', 'O', '.', '/', ':', 'b', 'w', '0', '1', '9', '_'])?;
            }
            format!("set_position {}", text.into_iter().collect::<String>())
        }
        _ => ["set_game chess", "set_rule none", "boardsize -1", "set_position", "loadsgf /nowhere"]
            [u.choose_index(5)?]
        .to_owned(),
    })
}

/// The players of all games.
static PLAYERS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let engines = GAMES.iter().map(|entry| entry.session(None, None, &PlayerOptions::default()));
    engines.flat_map(|engine| engine.expect("the defaults").players()).map(|player| player.name).collect()
});

/// A command that changes nothing that can be seen.
fn question(u: &mut Unstructured<'_>) -> Result<String> {
    let questions = [
        "showboard",
        "final_score",
        "list_moves",
        "printsgf",
        "print_tree",
        "json-tree",
        "move_history",
        "gogui-rules_board",
        "gogui-rules_final_result",
        "gogui-rules_only",
        "json-evaluation",
        "json-pv",
        "json-statistics",
        "gomill-explain_last_move",
        "why",
        "lz-analyze 1",
        "perft 1",
        "set_player nobody",
        "set_ponder on",
        "set_ponder off",
        "set_ponder",
        "undo 1",
        "gg-undo -1",
        "play b",
    ];
    Ok(match u.int_in_range(0..=6)? {
        0 => format!("set_depth {}", u.int_in_range(0..=9)?),
        1 => format!("json-evaluation {}", color(u)?),
        2 => format!("set_player {}", u.choose(&PLAYERS)?),
        3 => format!("time_settings {} {} {}", u.int_in_range(0..=9)?, u.int_in_range(0..=9)?, u.int_in_range(0..=9)?),
        _ => (*u.choose(&questions)?).to_owned(),
    })
}

fn step(shadow: &mut Shadow, u: &mut Unstructured<'_>) -> Result<()> {
    match u.int_in_range(0..=31)? {
        0..=7 => drop(shadow.play_legal(u.int_in_range(0..=255)?, false)),
        8..=11 => drop(shadow.play_legal(u.int_in_range(0..=255)?, true)),
        12 | 13 => drop(shadow.play(color(u)?, &word(u)?)),
        14..=16 => shadow.generate("genmove", color(u)?),
        17 => shadow.generate("reg_genmove", color(u)?),
        18 => shadow.generate("lz-genmove_analyze", color(u)?),
        19 | 20 => shadow.undo("undo", 1),
        21 => {
            let count = u.int_in_range(0..=12)?;
            shadow.undo(&format!("gg-undo {count}"), count);
        }
        22 => {
            let choices = u.arbitrary::<[u8; 4]>()?;
            let wrong = if u.arbitrary()? { Some(format!("{} {}", color(u)?, word(u)?)) } else { None };
            shadow.sequence(&choices[..u.int_in_range(0..=4)?], wrong.as_deref());
        }
        23..=25 => {
            let line = new_game(u, &shadow.view)?;
            shadow.new_game(&line);
        }
        26 => {
            let side = color(u)?;
            let kind = if side == shadow.view.text("side_to_move") { Effect::Nothing } else { Effect::NewGame };
            drop(shadow.send(kind, &format!("gogui-setup_player {side}")));
        }
        27 => shadow.restore_position(),
        28 => {
            let until = if u.arbitrary()? { Some(u.int_in_range(0..=12)?) } else { None };
            shadow.restore_game(until);
        }
        29 => shadow.set_pointwise(u.choose(&["auto", "on", "off"])?),
        _ => drop(shadow.send(Effect::Nothing, &question(u)?)),
    }
    Ok(())
}

/// Plays the session that these bytes describe.
///
/// # Panics
/// When the program breaks one of the promises above.
pub fn play(bytes: &[u8]) {
    let mut u = Unstructured::new(bytes);
    let mut shadow = Shadow::new();
    for _ in 0..MAX_STEPS {
        if u.is_empty() || step(&mut shadow, &mut u).is_err() {
            break;
        }
    }
}

//! What clients make of the answers, by their own rules, written anew: GoGui 1.6, Sabaki 0.60 and the client of CGOS.

use crate::served::served;
use tengen::protocols::gtp::Server;
use tengen_core::search::Resources;
use tengen_games::GAMES;
use tengen_session::{Host, Settings};

/// A client's session with one engine.
struct Session(Server);

impl Session {
    fn new(game: &str, rule: &str) -> Self {
        let settings = Settings { depth: Some(2), ..Settings::default() };
        let mut host = Host::new(GAMES, settings, Resources::new(1, 1));
        host.set_game(game).unwrap();
        host.set_rule(rule).unwrap();
        Self(Server::new(host))
    }

    /// The answer to a command, which must succeed.
    fn ask(&mut self, command: &str) -> String {
        let answer = served(&mut self.0, format!("{command}\n"));
        answer.strip_prefix('=').unwrap_or_else(|| panic!("{command}: {answer}")).trim().to_owned()
    }
}

/// A move as GoGui reads it: `pass`, `resign`, or a letter (without I) and a number, both within the board.
fn gogui_point(answer: &str, size: u32) -> Option<String> {
    let text = answer.trim().to_uppercase();
    if text == "PASS" || text == "RESIGN" {
        return Some(text);
    }
    let letter = text.chars().next().filter(|&c| c.is_ascii_uppercase() && c != 'I')?;
    let column = letter as u32 - 'A' as u32 - u32::from(letter > 'I');
    let row: u32 = text[1..].parse().ok()?;
    (column < size && (1..=size).contains(&row)).then_some(text)
}

/// What GoGui 1.6 sends to its player before the first move; the rules are asked of a process of their own.
const GOGUI_BEGINS: &str = "name\nprotocol_version\nversion\nlist_commands\ngogui-interrupt\ngogui-rules_game_id\n\
    boardsize 7\nclear_board\nkomi 6.5\ngogui-rules_game_id\ngogui-rules_board_size\ngogui-analyze_commands";

#[test]
fn gogui_plays_mill_with_its_ruler() {
    for rule in ["zhiqi", "morris9", "morris12"] {
        let (mut ruler, mut player) = (Session::new("mill", rule), Session::new("mill", rule));
        for command in GOGUI_BEGINS.lines() {
            player.ask(command);
        }
        let mut points = Vec::new();
        // GoGui asks for the legal moves after each point, and its computer goes on while the side to move stays.
        while points.len() < 300 {
            let legal = ruler.ask("gogui-rules_legal_moves");
            if legal.is_empty() {
                break;
            }
            let side = ruler.ask("gogui-rules_side_to_move");
            let answer = player.ask(&format!("genmove {side}"));
            let point = gogui_point(&answer, 7).unwrap_or_else(|| panic!("{rule}: malformed response {answer}"));
            assert!(legal.split(' ').any(|legal| legal == point), "{rule}: {point} of {legal}");
            let play = format!("play {side} {point}");
            ruler.ask(&play);
            points.push(play);
        }
        let moves = player.ask("move_history").lines().count();
        assert!(moves > 10 && (rule == "zhiqi" || points.len() > moves), "{rule}: {moves} moves, {points:?}");
        // The ruler is told the whole game anew at any time.
        ruler.ask("clear_board");
        for play in &points {
            ruler.ask(play);
        }
        assert_eq!(ruler.ask("move_history"), player.ask("move_history"), "{rule}");
        // Every point is a play of its own.
        player.ask(&format!("gg-undo {}", points.len()));
        assert_eq!(player.ask("move_history"), "");
    }
}

#[test]
fn gogui_twogtp_plays_mill_by_strict_turns() {
    for rule in ["zhiqi", "morris9"] {
        let mut engines = [Session::new("mill", rule), Session::new("mill", rule)];
        for engine in &mut engines {
            engine.ask("set_pointwise on");
        }
        let mut passes = 0;
        for turn in 0..300 {
            let color = ["b", "w"][turn % 2];
            let answer = engines[turn % 2].ask(&format!("genmove {color}"));
            let point = gogui_point(&answer, 7).unwrap_or_else(|| panic!("{rule}: malformed response {answer}"));
            engines[(turn + 1) % 2].ask(&format!("play {color} {point}"));
            let (one, other) = engines.split_at_mut(1);
            assert_eq!(one[0].ask("showboard"), other[0].ask("showboard"), "{rule}: turn {turn}");
            // Both pass at the end of the game, and only there.
            passes = if point == "PASS" { passes + 1 } else { 0 };
            if passes == 2 {
                break;
            }
        }
        assert!(passes < 2 || !engines[0].ask("final_score").is_empty(), "{rule}");
        let histories = engines.each_mut().map(|engine| engine.ask("move_history"));
        assert_eq!(histories[0], histories[1]);
        assert!(histories[0].lines().count() > 10, "{rule}: {}", histories[0]);
    }
}

/// The percentage that Sabaki shows for each move of a line of analysis: behind names that begin with `kata` a number is
/// a float from 0 to 1, behind others an integer of 1/100 %.
fn sabaki_percentages(command: &str, line: &str) -> Vec<f64> {
    let value = |info: &str, key: &str| {
        let words: Vec<_> = info.split_whitespace().collect();
        let at = words.iter().position(|&word| word == key)?;
        words.get(at + 1).map(|&word| word.to_owned())
    };
    let percentage = |info: &str| {
        let mv = value(info, "move").unwrap();
        assert!(mv[1..].parse::<u8>().is_ok(), "{line}");
        let winrate = value(info, "winrate").unwrap();
        if command.starts_with("kata") {
            winrate.parse::<f64>().unwrap() * 100.0
        } else {
            f64::from(winrate.parse::<i32>().unwrap()) / 100.0
        }
    };
    line.split("info ").skip(1).map(percentage).collect()
}

/// Nothing is thought of where the rules force a pass, but its value is known.
#[test]
fn a_forced_pass_is_recorded_with_its_value() {
    let position = "XXXXXXXX/XXXXXOXX/XXOXXXXX/XXXOOO.O/XXOOOOO./.OOOOOO./...OOO../........:w";
    for (command, expected) in
        [("cgos-genmove_analyze w", "{\"moves\":[{\"move\":\"pass\""), ("lz-genmove_analyze w 1", "info move pass ")]
    {
        let mut engine = Session::new("othello", "normal");
        engine.ask(&format!("set_position {position}"));
        let answer = engine.ask(command);
        assert!(answer.contains(expected) && answer.ends_with("\nplay pass"), "{answer}");
    }
}

/// The client of CGOS takes the last line before `play MOVE` for what goes to the server.
#[test]
fn cgos_records_what_is_thought_of_a_move() {
    let mut engine = Session::new("othello", "normal");
    let first = engine.ask("cgos-genmove_analyze b");
    assert_eq!(first.lines().count(), 2, "one line without an interval: {first}");
    let second = engine.ask("cgos-genmove_analyze w 1 maxmoves 2");
    let mut history = String::new();
    for (answer, color) in [(first, "black"), (second, "white")] {
        let lines: Vec<&str> = answer.lines().collect();
        let [.., analysis, play] = lines[..] else { panic!("{answer}") };
        let analysis: serde_json::Value = serde_json::from_str(analysis).unwrap();
        let best = &analysis["moves"][0];
        let mv = best["move"].as_str().unwrap();
        assert_eq!(play, format!("play {mv}"));
        assert!((0.0..=1.0).contains(&best["winrate"].as_f64().unwrap()) && best["score"].is_f64(), "{analysis}");
        assert_eq!((&best["winrate"], &best["score"]), (&analysis["winrate"], &analysis["score"]));
        assert!([best, &analysis].iter().all(|value| value["visits"].as_u64() > Some(0)), "{analysis}");
        // The line goes on behind the move.
        let pv = best["pv"].as_str().unwrap();
        assert!(pv.split(' ').count() == 1 && !pv.is_empty() && pv != mv, "{analysis}");
        history = format!("{color} {mv}\n{history}");
    }
    assert_eq!(engine.ask("move_history"), history.trim_end());
}

#[test]
fn sabaki_shows_the_chances_of_moves() {
    let preferred =
        [["analyze", "kata-analyze", "lz-analyze"], ["genmove_analyze", "kata-genmove_analyze", "lz-genmove_analyze"]];
    for (game, rule) in [("othello", "normal"), ("gomoku", "freestyle")] {
        let mut engine = Session::new(game, rule);
        let listed = engine.ask("list_commands");
        for names in preferred {
            let offered: Vec<_> = names.into_iter().filter(|name| listed.lines().any(|line| line == *name)).collect();
            assert!(offered.len() >= 2, "{listed}");
            for command in offered {
                // The empty line ends an analysis as soon as there is something to show.
                let answer = engine.ask(&format!("{command} B 5\n"));
                let lines = answer.lines().filter(|line| line.starts_with("info "));
                let shown: Vec<_> = lines.flat_map(|line| sabaki_percentages(command, line)).collect();
                // Neither side has an advantage at the start, or it is small.
                assert!(
                    !shown.is_empty() && shown.iter().all(|chance| (5.0..=95.0).contains(chance)),
                    "{command}: {shown:?}"
                );
                engine.ask("clear_board");
            }
        }
    }
}

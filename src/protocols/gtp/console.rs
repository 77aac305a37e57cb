//! What a person at a terminal has beside the protocol: moves without a colour, boards drawn after them, reasons of
//! failures, and a help by groups that fits the terminal.

use super::parse::Request;
use super::response::CommandError;
use comfy_table::{ColumnConstraint, ContentArrangement, Row, Table, Width, presets};
use std::ops::RangeInclusive;
use tengen_core::game::Color;
use tengen_session::Host;

/// Columns that the help may take, however narrow or wide the terminal is.
const WIDTHS: RangeInclusive<u16> = 60..=100;

/// Columns of a command and its arguments.
const CALL: u16 = 32;

/// What is understood here only.
const SHORT_FORMS: [[&str; 2]; 3] = [
    ["MOVE", "plays the move for the side to move and draws the board; so does play MOVE"],
    ["genmove", "generates a move for the side to move, plays it and draws the board"],
    ["Ctrl-C", "ends a search, which answers with the best move so far; a second one ends the program"],
];

/// A terminal that a person sits at.
pub struct Console {
    /// Its columns.
    pub width: u16,
    /// Tells the person why a command failed.
    pub explain: fn(&CommandError),
}

/// What is played, and how to begin: three lines of up to 80 columns.
pub fn greeting(host: &Host) -> String {
    let engine = host.engine();
    let (game, rule, size) = (engine.info().name, engine.rule(), engine.size());
    let example = engine.legal_texts().into_iter().next().unwrap_or_default();
    format!(
        "Tengen plays {game}, rule set {rule}, on a board of size {size}.\n\
         Type a move such as {example}, genmove for one of Tengen's, help, or quit.\n\
         Ctrl-C (for programs: the line # interrupt) ends a search with the best so far."
    )
}

/// The command that a short form stands for: a move, or `play` and `genmove` without a colour.
pub fn spell_out<'a>(request: &Request<'a>, side_to_move: Color) -> Option<Request<'a>> {
    let color = side_to_move.name();
    let (command, args) = match (request.command, &request.args[..]) {
        ("play", &[mv]) => ("play", vec![color, mv]),
        ("genmove", []) => ("genmove", vec![color]),
        (mv, []) if is_move(mv) => ("play", vec![color, mv]),
        _ => return None,
    };
    Some(Request { id: request.id, command, args })
}

/// True for what can be a move in some game. Moves begin with a point, which no command does, but for two words.
fn is_move(word: &str) -> bool {
    let point =
        matches!(word.as_bytes(), [letter, digit, ..] if letter.is_ascii_alphabetic() && digit.is_ascii_digit());
    point || word.eq_ignore_ascii_case("pass") || word.eq_ignore_ascii_case("resign")
}

impl Console {
    /// What is understood here only, then these groups of rows, each under its heading.
    pub fn help<'a>(&self, groups: impl Iterator<Item = (&'a str, Vec<[String; 2]>)>) -> String {
        let short_forms =
            ("At this terminal", SHORT_FORMS.map(|[call, about]| [call.to_owned(), about.to_owned()]).to_vec());
        let groups = [short_forms].into_iter().chain(groups);
        groups.map(|(heading, rows)| format!("\n{heading}\n{}\n", self.table(rows))).collect()
    }

    /// One row.
    pub fn help_on(&self, row: [String; 2]) -> String {
        format!("\n{}", self.table(vec![row]))
    }

    /// Two columns that are wrapped to the width of the terminal.
    fn table(&self, rows: Vec<[String; 2]>) -> String {
        let mut table = Table::new();
        table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
        table.set_width(self.width.clamp(*WIDTHS.start(), *WIDTHS.end()));
        table.add_rows(rows.into_iter().map(Row::from));
        if let Some(column) = table.column_mut(0) {
            column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(CALL)));
        }
        table.trim_fmt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocols::gtp::commands::TABLE;
    use crate::protocols::gtp::parse;
    use tengen_core::search::Resources;
    use tengen_games::GAMES;
    use tengen_session::Settings;

    fn console(width: u16) -> Console {
        Console { width, explain: |_| () }
    }

    fn host(game: &str) -> Host {
        let mut host = Host::new(GAMES, Settings::default(), Resources::new(1, 1));
        host.set_game(game).unwrap();
        host
    }

    #[test]
    fn short_forms_name_the_side_to_move() {
        for (line, meant) in [
            ("f5", "play white f5"),
            ("3 F5", "3 play white F5"),
            ("d6-d5xc3", "play white d6-d5xc3"),
            ("Pass", "play white Pass"),
            ("resign", "play white resign"),
            ("play f5", "play white f5"),
            ("genmove", "genmove white"),
            ("7 genmove", "7 genmove white"),
        ] {
            let request = parse::request(line).unwrap();
            assert_eq!(spell_out(&request, Color::White), parse::request(meant), "{line}");
        }
        for line in ["play b f5", "play", "genmove b", "undo", "f5 d6", "55", "f", "fünf", "5f", "7"] {
            assert_eq!(spell_out(&parse::request(line).unwrap(), Color::Black), None, "{line}");
        }
        assert!(TABLE.all().all(|command| !is_move(command.name)));
    }

    #[test]
    fn the_help_has_every_command_and_fits() {
        for (terminal, width) in [(0, 60), (60, 60), (80, 80), (93, 93), (300, 100)] {
            let help = console(terminal).help(TABLE.rows());
            assert!(help.lines().all(|line| line.len() <= width), "{terminal}:\n{help}");
            let words: Vec<_> = help.lines().filter_map(|line| line.split_whitespace().next()).collect();
            assert!(TABLE.all().all(|command| words.contains(&command.name)), "{terminal}:\n{help}");
            assert!(
                TABLE.groups().iter().all(|(heading, _)| help.contains(&format!("\n\n{heading}\n"))),
                "{terminal}:\n{help}"
            );
        }
        let analyze = console(80).help_on(TABLE.find("lz-analyze").unwrap().row());
        assert!(analyze.lines().count() > 2 && analyze.lines().all(|line| line.len() <= 80), "{analyze}");
    }

    #[test]
    fn the_greeting_fits() {
        for entry in GAMES {
            let text = greeting(&host(entry.info.name));
            assert!(text.lines().all(|line| line.len() <= 80), "{text}");
            assert!(text.contains(entry.info.name) && text.contains(entry.info.rules[0].name), "{text}");
            assert!(text.contains("# interrupt"), "{text}");
        }
    }
}

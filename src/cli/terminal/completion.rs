//! What a word of GTP that is being typed may become.

use crate::protocols::gtp::commands::TABLE;
use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};
use std::collections::BTreeSet;
use tengen_core::game::Color;
use tengen_games::GAMES;

/// The words that are known.
pub struct Completion {
    games: BTreeSet<String>,
    rules: BTreeSet<String>,
    players: BTreeSet<String>,
}

impl Completion {
    /// Commands, games, and the rule sets and players of all games.
    pub fn new() -> Self {
        let infos = GAMES.iter().map(|game| game.info);
        let players = infos.clone().filter_map(|info| GAMES.open(info.name, None, None).ok());
        Self {
            games: infos.clone().map(|info| info.name.to_lowercase()).collect(),
            rules: infos.flat_map(|info| info.rules).map(|rule| rule.name.to_owned()).collect(),
            players: players.flat_map(|session| session.players()).map(|player| player.name.to_owned()).collect(),
        }
    }

    /// What may come after these words.
    fn next(&self, words: &[&str]) -> Vec<String> {
        let command = match words {
            [] => return TABLE.all().map(|command| command.name.to_owned()).collect(),
            [command] => TABLE.find(command),
            _ => None,
        };
        match command.map(|command| (command.name, command.usage)) {
            Some(("set_game", _)) => self.games.iter().cloned().collect(),
            Some(("set_rule", _)) => self.rules.iter().cloned().collect(),
            Some(("set_player", _)) => self.players.iter().cloned().collect(),
            Some(("help" | "known_command", _)) => self.next(&[]),
            Some((_, usage)) if usage.trim_start_matches('[').starts_with("COLOR") => {
                Color::BOTH.map(|color| color.name().to_owned()).into()
            }
            // A choice between words, such as on|off.
            Some((_, usage)) if usage.contains('|') && usage.chars().all(|c| c.is_ascii_lowercase() || c == '|') => {
                usage.split('|').map(str::to_owned).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Where the last word of a line begins, and what it may become.
    fn complete_line(&self, line: &str) -> (usize, Vec<String>) {
        let start = line.rfind(' ').map_or(0, |space| space + 1);
        let mut words: Vec<_> = line[..start].split_whitespace().collect();
        // An id.
        if words.first().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit())) {
            words.remove(0);
        }
        let mut known = self.next(&words);
        known.retain(|word| word.starts_with(&line[start..]));
        // Behind a whole word goes a space, where it is the only one.
        if let [only] = &mut known[..] {
            only.push(' ');
        }
        (start, known)
    }
}

impl Completer for Completion {
    type Candidate = String;

    fn complete(&self, line: &str, position: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.complete_line(&line[..position]))
    }
}

impl Helper for Completion {}

impl Hinter for Completion {
    type Hint = String;
}

impl Highlighter for Completion {}

impl Validator for Completion {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_commands_and_their_arguments() {
        let completion = Completion::new();
        for (line, words) in [
            ("list_g", "list_games "),
            ("3 list_g", "list_games "),
            ("set_game m", "mill "),
            ("set_rule ren", "renju "),
            ("set_player rand", "random "),
            ("genmove ", "black white"),
            ("lz-analyze w", "white "),
            ("set_ponder o", "on off"),
            ("help known", "known_command "),
            ("nothing ", ""),
            ("play b f", ""),
        ] {
            assert_eq!(completion.complete_line(line).1.join(" ").trim_end(), words.trim_end(), "{line}");
        }
        assert_eq!(completion.complete_line("set_game m").0, "set_game ".len());
        assert_eq!(completion.complete_line("").1.len(), TABLE.all().count());
    }
}

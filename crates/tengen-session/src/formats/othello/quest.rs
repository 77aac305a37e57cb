//! Games of Othello Quest in JSON: `{"players":[{"name":"a"},{"name":"b"}],"moves":[{"m":"f5"},{"m":"d6"},{"m":"-"}]}`.
//!
//! The first player has Black, `-` is a pass; other keys are not read.

use super::{LineCounter, OnLine, OthelloGame};
use crate::formats::Facts;
use crate::formats::moves::PASS;
use serde::Deserialize;
use serde_json::Deserializer;
use std::iter;

#[derive(Deserialize)]
struct Game {
    #[serde(default)]
    players: Vec<Player>,
    moves: Vec<Ply>,
}

#[derive(Deserialize)]
struct Player {
    name: Option<String>,
}

#[derive(Deserialize)]
struct Ply {
    m: Option<String>,
}

/// The games of a file, one object behind the other; `None` for a text that does not begin as an object. What follows an error is not
/// read.
pub fn games(text: &str) -> Option<impl Iterator<Item = OnLine>> {
    let inside = text.trim_start().strip_prefix('{')?;
    if !inside.trim_start().starts_with(['"', '}']) {
        return None;
    }
    let mut lines = LineCounter::new(text);
    let mut games = Deserializer::from_str(text).into_iter::<Game>();
    let mut is_over = false;
    Some(iter::from_fn(move || {
        let end = games.byte_offset();
        let start = end + text[end..].len() - text[end..].trim_start().len();
        let game = games.next().filter(|_| !is_over)?;
        is_over = game.is_err();
        let game = game.map(Game::read).map_err(|error| format!("the JSON is no game of Othello Quest: {error}"));
        Some((lines.line_of(start), game))
    }))
}

impl Game {
    fn read(self) -> OthelloGame {
        let mut names = self.players.into_iter().map(|player| player.name.filter(|name| !name.is_empty()));
        let players = [names.next().flatten(), names.next().flatten()];
        let word = |text: String| if text == "-" { PASS.to_owned() } else { text };
        let moves = self.moves.into_iter().filter_map(|ply| ply.m).map(word).collect();
        OthelloGame { facts: Facts { players, ..Facts::default() }, size: None, moves }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(usize, Result<String, String>)> {
        let moves = |(line, game): OnLine| (line, game.map(|game| game.moves.join(" ")));
        games(text).unwrap().map(moves).collect()
    }

    #[test]
    fn objects_are_games() {
        let text = "{\"id\":7,\"players\":[{\"id\":1,\"name\":\"a\"},{\"id\":2,\"name\":\"b\",\"oldR\":1500}],\n\
                    \"moves\":[{\"m\":\"f5\",\"t\":100},{\"m\":\"d6\"},{\"t\":3},{\"m\":\"-\"}]}\n\n{\"moves\":[]}";
        assert_eq!(read(text), [(1, Ok("f5 d6 pass".to_owned())), (4, Ok(String::new()))]);
        let first = games(text).unwrap().next().unwrap().1.unwrap();
        assert_eq!(first.facts.players, [Some("a".to_owned()), Some("b".to_owned())]);
    }

    #[test]
    fn what_is_no_game_is_said() {
        let why = |what: &str| Err(format!("the JSON is no game of Othello Quest: {what}"));
        assert_eq!(read("{\"moves\":[{\"m\":\"f5\"}"), [(1, why("EOF while parsing a list at line 1 column 20"))]);
        assert_eq!(read("{}"), [(1, why("missing field `moves` at line 1 column 2"))]);
        let cut = read("{\"moves\":[]}\n{\"moves\":[");
        assert_eq!((cut.len(), cut[1].0, cut[1].1.is_err()), (2, 2, true));
        for text in ["", "{ f5 }", "f5 d6", "[\"f5\"]"] {
            assert!(games(text).is_none(), "{text}");
        }
    }
}

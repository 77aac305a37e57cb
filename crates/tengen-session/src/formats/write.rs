//! Writes games that are on a board in the formats of the field, many in one file.

mod lines;
mod pgn;
mod renlib;
mod wthor;

use super::sgf::Notes;
use super::{Facts, Format};
use crate::{Engine, TreeNode};
use renlib::Library;
use std::collections::HashSet;
use std::io;
use tengen_core::game::Color;
use thiserror::Error;
pub use wthor::Base;

pub use super::wthor::Day;

/// Why a game cannot be written in a format, in words that follow `the game`.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct Unwritable(String);

fn unwritable(why: impl Into<String>) -> Unwritable {
    Unwritable(why.into())
}

/// A game to be written.
#[derive(Clone, Copy)]
pub struct WrittenGame<'a> {
    /// The game, at its end.
    pub engine: &'a dyn Engine,
    /// What else is known of it.
    pub facts: &'a Facts,
}

/// What a format makes of one game.
pub enum Entry {
    /// The whole of it.
    Text(String),
    /// A part of a library.
    Branches(renlib::Branches),
    /// A game of a base.
    Game(Box<wthor::Entry>),
}

impl Format {
    /// True where a file of this format holds one game only.
    pub fn is_of_one_game(self) -> bool {
        self == Self::Psq
    }

    /// True where a file of this format has variations, too.
    pub fn has_variations(self) -> bool {
        matches!(self, Self::Sgf | Self::Pgn | Self::Lib)
    }

    /// What a file has of a game.
    ///
    /// # Errors
    /// [`Unwritable`].
    pub fn entry(self, game: WrittenGame<'_>) -> Result<Entry, Unwritable> {
        Ok(match self {
            Self::Sgf => Entry::Text(game.sgf()),
            Self::Ggf => Entry::Text(lines::ggf(game)?),
            Self::Pgn => Entry::Text(pgn::text(game)?),
            Self::Txt => Entry::Text(lines::moves(game)?),
            Self::Obf => Entry::Text(lines::position(game)?),
            Self::Psq => Entry::Text(lines::psq(game)?),
            Self::Lib => Entry::Branches(renlib::Branches::of(game)?),
            Self::Wtb => Entry::Game(Box::new(wthor::Entry::of(game)?)),
            format => return Err(unwritable(format!("would be in a format that is only read: {}", format.name()))),
        })
    }
}

impl WrittenGame<'_> {
    /// The start and the moves with those beside them, as SGF has them: what follows the position on the board is not of the game.
    fn nodes(self) -> impl Iterator<Item = TreeNode> {
        let (end, mut behind) = (self.engine.node(), HashSet::new());
        self.engine.nodes().into_iter().filter(move |node| {
            let is_behind = node.parent.is_some_and(|parent| parent == end || behind.contains(&parent));
            behind.extend(is_behind.then_some(node.node));
            !is_behind
        })
    }

    fn sgf(self) -> String {
        let Facts { players: [black, white], date, event, place, round, perfect, .. } = self.facts;
        let result = self.result();
        let notes = Notes {
            black: black.as_deref(),
            white: white.as_deref(),
            date: date.as_deref(),
            event: event.as_deref(),
            place: place.as_deref(),
            round: round.as_deref(),
            result: result.as_deref(),
            perfect: *perfect,
            ..Notes::default()
        };
        self.engine.sgf(notes) + "\n"
    }

    /// Refuses games but one.
    fn only(self, game: &str) -> Result<(), Unwritable> {
        let info = self.engine.info();
        if info.is(game) { Ok(()) } else { Err(unwritable(format!("is of {}, not of {game}", info.name))) }
    }

    /// The moves as GTP has them, whatever letters the session writes.
    fn moves(self) -> impl Iterator<Item = (Color, String)> {
        let letters = self.engine.letters();
        self.engine.moves_played().into_iter().map(move |(color, text)| (color, letters.to_gtp(&text).into_owned()))
    }

    /// The game before its first move.
    fn beginning(self) -> Box<dyn Engine> {
        let mut session = self.engine.fork();
        session.clear();
        if let Some(position) = self.engine.start_text() {
            // The session has made this text itself.
            let _ = session.set_position_text(&position);
        }
        session
    }

    /// Refuses games that begin elsewhere than the rules have it, in a format that cannot tell where.
    fn needs_usual_start(self) -> Result<(), Unwritable> {
        match self.engine.start_text() {
            Some(_) => Err(unwritable("does not begin at the start, which the format cannot tell")),
            None => Ok(()),
        }
    }

    /// The result as SGF has it: by the rules, or that of the file.
    pub fn result(self) -> Option<String> {
        let stated = || sgf_result(self.facts.result.as_deref()?, self.first(), self.is_of_discs());
        self.engine.result_text().or_else(stated)
    }

    /// True where results are counted in discs.
    fn is_of_discs(self) -> bool {
        self.engine.info().is("Othello")
    }

    /// The side whose points stand first in a result such as `1-0`: the one that begins in Othello and in mill, where it is White
    /// for everybody else; White in gomoku, as in chess.
    fn first(self) -> Color {
        if self.engine.info().is("Gomoku") { Color::White } else { Color::Black }
    }
}

/// A result in a file's words as SGF has it; `None` where it is no result. In `1-0` the points of `side` stand first.
fn sgf_result(words: &str, side: Color, discs: bool) -> Option<String> {
    let words = words.trim();
    if words == "0" || words.eq_ignore_ascii_case("draw") {
        return Some("0".to_owned());
    }
    if words.starts_with(['B', 'W']) && words[1..].starts_with('+') {
        return Some(words.to_owned());
    }
    let (first, second) = words.split_once(['-', ':'])?;
    let points = |text: &str| match text {
        "1/2" | "\u{bd}" => Some(0.5),
        text => text.parse::<f64>().ok(),
    };
    let (first, second) = (points(first)?, points(second)?);
    let margin = first - second;
    if margin == 0.0 {
        return Some("0".to_owned());
    }
    let winner = if margin > 0.0 { side } else { !side };
    let counted = discs && first + second > 1.0;
    Some(if counted { format!("{}+{}", winner.letter(), margin.abs()) } else { format!("{}+", winner.letter()) })
}

/// What a result as SGF has it says: who won, and by how much, where it is a number; `None` for a draw.
fn winner(result: &str) -> Option<(Color, Option<u16>)> {
    let (winner, margin) = result.split_once('+')?;
    Some((winner.parse().ok()?, margin.parse().ok()))
}

/// A file of games that is being written.
pub struct Written<W> {
    output: W,
    library: Library,
    base: Base,
    format: Format,
}

impl<W: io::Write> Written<W> {
    /// An empty file.
    pub fn new(format: Format, output: W) -> Self {
        Self { output, library: Library::default(), base: Base::default(), format }
    }

    /// Adds a game, in the format's own order.
    ///
    /// # Errors
    /// Those of the output; a library with more moves than one may have.
    pub fn push(&mut self, entry: Entry) -> io::Result<()> {
        match entry {
            Entry::Text(text) => self.output.write_all(text.as_bytes())?,
            Entry::Branches(game) => self.library.add(&game)?,
            Entry::Game(game) => self.base.add(*game),
        }
        Ok(())
    }

    /// Writes what has to wait for the last game. `day` is the day that the file is made on.
    ///
    /// # Errors
    /// Those of the output; too many games or names for the format.
    pub fn finish(mut self, day: Day) -> io::Result<Base> {
        match self.format {
            Format::Lib => self.library.write(&mut self.output)?,
            Format::Wtb => self.base.write(&mut self.output, day)?,
            _ => {}
        }
        self.output.flush()?;
        Ok(self.base)
    }
}

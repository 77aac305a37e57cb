//! A session's [`Records`].

use super::variations::resignation;
use super::{Session, codes};
use crate::formats::sgf::{self, Notes, SgfRecord};
use crate::report::{Root, move_text};
use crate::tree::{Extent, GameTree, ROOT};
use crate::{Board as _, EngineError, Records, Replay, Turn};
use std::collections::HashSet;
use std::sync::Arc;
use tengen_core::game::notation::{Steps, by_steps};
use tengen_core::game::{Cell, Color, History, Letters, Move as _, MoveCode, Setup, Size, TextError, Vertex};
use tengen_core::playable::{Playable, Proven, ProvenMove};

impl<G: Playable> Records for Session<G> {
    fn letters(&self) -> Letters {
        self.letters
    }

    fn set_letters(&mut self, letters: Letters) {
        self.letters = letters;
    }

    fn parse(&self, color: Color, text: &str) -> Result<Turn, EngineError> {
        let pass = text.eq_ignore_ascii_case("pass");
        if self.outcome().is_some() {
            return if pass { Ok(Turn::Pass) } else { Err(EngineError::Illegal("the game is over".to_owned())) };
        }
        if text.eq_ignore_ascii_case("resign") {
            return Ok(Turn::Resign);
        }
        if pass && self.owes_points() && color != self.side_to_move() {
            return Ok(Turn::Pass);
        }
        let (_, game) = self.turn_of(color)?;
        let text = &*self.letters.to_gtp(text);
        let point = text.parse();
        if self.owes_points() {
            return point
                .map(Turn::Point)
                .map_err(|()| self.in_letters(TextError::Syntax(format!("expected a point, not {text}"))).into());
        }
        match (game.parse_move(text), point) {
            (Ok(mv), _) => Ok(Turn::Move(MoveCode(mv.code()))),
            (Err(_), Ok(point)) if by_steps(&game, &[point]) != Steps::None => Ok(Turn::Point(point)),
            // A point is well-formed on any board: off this board it is an illegal move in every game.
            (Err(reason), Ok(_)) => Err(self.in_letters(TextError::Illegal(reason.to_string())).into()),
            (Err(reason), Err(())) => Err(self.in_letters(reason).into()),
        }
    }

    fn root(&self, color: Color) -> Result<Arc<dyn Root>, EngineError> {
        Ok(self.root_of(self.turn_of(color)?.1))
    }

    fn legal_texts(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let game = self.history.current();
        self.completions(game).into_iter().map(|mv| self.answer_text(game, mv)).collect()
    }

    fn proof(&self) -> Option<Proven<String>> {
        let game = self.history.current();
        let Proven { winner, plies, moves } = game.proof().filter(|_| self.options.has_proofs())?;
        let moves = moves.into_iter().map(|ProvenMove { mv, answer, plies }| ProvenMove {
            mv: move_text(game, mv, self.letters),
            answer: answer.map(|answer| move_text(&game.after(mv), answer, self.letters)),
            plies,
        });
        Some(Proven { winner, plies, moves: moves.collect() })
    }

    fn named(&self, color: Color, texts: &[String]) -> Vec<MoveCode> {
        let Ok((_, game)) = self.turn_of(color) else { return Vec::new() };
        let mut moves = self.completions(&game);
        moves.retain(|&mv| {
            let own = self.answer_text(&game, mv);
            texts.iter().any(|text| text.eq_ignore_ascii_case(&own))
        });
        codes(moves)
    }

    fn legal_points(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let game = self.history.current();
        let mut seen = HashSet::new();
        let next = self.completions(game).into_iter().map(|mv| game.steps(mv).get(self.entered.len()).copied());
        let points = next.filter(|&point| seen.insert(point));
        let text = |point: Option<Vertex>| point.map_or_else(|| "pass".to_owned(), |point| self.letters.point(point));
        points.map(text).collect()
    }

    fn moves_played(&self) -> Vec<(Color, String)> {
        self.history.moves().map(|(game, mv)| (game.side_to_move(), move_text(game, mv, self.letters))).collect()
    }

    fn last_move(&self) -> Option<String> {
        self.history.moves().last().map(|(game, mv)| move_text(game, mv, self.letters))
    }

    fn opening(&self) -> Option<&'static str> {
        let earlier = self.history.moves().filter_map(|(game, _)| game.opening()).last();
        self.history.current().opening().or(earlier)
    }

    fn result_text(&self) -> Option<String> {
        let resigned = self.resigned.map(resignation);
        resigned.or_else(|| self.history.outcome().map(|outcome| outcome.to_string()))
    }

    fn drawing(&self) -> String {
        let drawing = self.shown().drawing_with(self.letters);
        // A resignation and a repetition are not in the position that is drawn, so they are written below it.
        match self.result_text().filter(|_| self.history.current().outcome().is_none()) {
            Some(result) => format!("{drawing}\n   game over: {result}"),
            None => drawing,
        }
    }

    fn position_text(&self) -> String {
        self.history.current().position_text()
    }

    fn start_text(&self) -> Option<String> {
        let first = self.history.start();
        (*first != self.start).then(|| first.position_text())
    }

    fn canonical_text(&self) -> String {
        self.history.current().canonical_text()
    }

    fn set_position_text(&mut self, text: &str) -> Result<(), EngineError> {
        self.begin(self.start.parse_position(text))
    }

    fn position_note(&self, text: &str) -> Option<String> {
        self.start.position_note(text)
    }

    fn set_up(&mut self, setup: &Setup) -> Result<(), EngineError> {
        let mut seen = HashSet::new();
        if let Some((_, vertex)) = setup.stones.iter().find(|(_, vertex)| !seen.insert(*vertex)) {
            return Err(EngineError::Unreadable(format!("{} is named twice", self.letters.point(*vertex))));
        }
        if let Some((_, vertex)) = setup.stones.iter().find(|(_, vertex)| self.cell(*vertex) == Cell::Outside) {
            let (cols, rows) = self.start.dimensions();
            let size = if cols == rows { format!("{rows} lines") } else { Size::new(cols, rows).to_string() };
            let point = self.letters.point(*vertex);
            return Err(EngineError::Unreadable(format!("{point} is off the board of {size}")));
        }
        self.begin(self.start.set_up(setup))
    }

    fn replay(&mut self, record: &SgfRecord, before: Option<usize>) -> Result<Replay, EngineError> {
        let replayed = sgf::replay(self.start.clone(), record, before);
        let replayed = replayed.map_err(|error| EngineError::Unreadable(error.to_string()))?;
        self.replace(replayed.history, replayed.tree);
        if let Some(color) = replayed.resigned {
            self.play(color, Turn::Resign)?;
        }
        Ok(Replay { ended: replayed.ended, left_out: replayed.left_out })
    }

    fn comments(&self) -> Vec<String> {
        let line = std::iter::once(ROOT).chain(self.tree.path(self.tree.current()));
        let mut comments: Vec<String> = line.map(|node| self.tree.comment(node).to_owned()).collect();
        comments.truncate(comments.iter().rposition(|comment| !comment.is_empty()).map_or(0, |last| last + 1));
        comments
    }

    fn sgf(&self, notes: Notes<'_>) -> String {
        let result = self.result_text();
        let notes = Notes { result: notes.result.or(result.as_deref()), ..notes };
        if !notes.comments.is_empty() {
            return sgf::write(&self.history, &self.start, &self.rule, notes);
        }
        sgf::write_tree(&self.tree, Extent::Board, self.history.start(), &self.start, &self.rule, notes)
    }
}

impl<G: Playable> Session<G> {
    /// The reason why a text is none, with the letters that the text had.
    fn in_letters(&self, error: TextError) -> TextError {
        let written = |reason: String| self.letters.from_gtp(&reason).into_owned();
        match error {
            TextError::Syntax(reason) => TextError::Syntax(written(reason)),
            TextError::Illegal(reason) => TextError::Illegal(written(reason)),
        }
    }

    /// Begins a new game from a position that was read.
    fn begin(&mut self, read: Result<G, TextError>) -> Result<(), EngineError> {
        let position = read.map_err(|error| EngineError::Unreadable(self.in_letters(error).to_string()))?;
        self.replace(History::new(position), GameTree::default());
        Ok(())
    }
}

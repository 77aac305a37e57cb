//! A session: the history of one game and the player in charge, behind the object-safe [`Engine`].

mod board;
mod records;
mod thinker;
mod variations;

use crate::report::{Root, RootOf, move_text};
use crate::tree::GameTree;
use crate::{Board as _, Engine, EngineError, PlayerInfo};
use std::any::Any;
use std::sync::Arc;
use tengen_core::game::{Color, History, Letters, MoveCode, Size, TextError, Vertex};
use tengen_core::playable::{Playable, PlayerOptions};
use tengen_core::search::{Player, Report};

/// What one `play` changed, so that `undo` is its exact inverse.
#[derive(Clone, Debug, Default)]
struct Played {
    /// The number of moves added to the history: two where a pass was implied, none for a point of an unfinished move.
    plies: usize,
    /// The points that were entered before the play.
    entered: Vec<Vertex>,
    /// The side that had resigned before the play.
    resigned: Option<Color>,
}

/// The result of thinking on the opponent's time.
struct Pondered<G: Playable> {
    /// The position after the reply that was thought about, and the number of moves played until then.
    position: G,
    plies: usize,
    report: Report<G::Move>,
}

/// One game on the board.
pub struct Session<G: Playable> {
    rule: String,
    size: Size,
    start: G,
    history: History<G>,
    turns: Vec<Played>,
    /// The first points of the side to move's move, from a client that sends them one by one.
    entered: Vec<Vertex>,
    resigned: Option<Color>,
    info: PlayerInfo,
    player: Arc<dyn Player<G>>,
    options: PlayerOptions,
    pondered: Option<Pondered<G>>,
    letters: Letters,
    /// The moves of the history, with those that were taken back and those of a record beside them.
    tree: Arc<GameTree<G::Move>>,
}

impl From<TextError> for EngineError {
    fn from(error: TextError) -> Self {
        match error {
            TextError::Syntax(reason) => Self::Syntax(reason),
            TextError::Illegal(reason) => Self::Illegal(reason),
        }
    }
}

impl<G: Playable> Session<G> {
    /// A new game under the default player, on a size of [`Playable::SIZES`].
    ///
    /// # Errors
    /// [`EngineError::Options`] where no player can be made with these options.
    ///
    /// # Panics
    /// For a game without a player.
    pub fn new(rule: &str, size: Size, options: PlayerOptions) -> Result<Self, EngineError> {
        let start = G::start(rule, size);
        let players = G::players();
        let player = players.first().expect("a game has players");
        Ok(Self {
            rule: rule.to_owned(),
            size,
            history: History::new(start.clone()),
            turns: Vec::new(),
            entered: Vec::new(),
            resigned: None,
            info: player.into(),
            player: (player.create)(&start, &options)?.into(),
            options,
            pondered: None,
            letters: Letters::default(),
            tree: Arc::default(),
            start,
        })
    }

    /// The same game under the same player, to be played on apart from this one; what was pondered stays here.
    pub fn fork(&self) -> Self {
        Self {
            rule: self.rule.clone(),
            size: self.size,
            start: self.start.clone(),
            history: self.history.clone(),
            turns: self.turns.clone(),
            entered: self.entered.clone(),
            resigned: self.resigned,
            info: self.info,
            player: Arc::clone(&self.player),
            options: self.options.clone(),
            pondered: None,
            letters: self.letters,
            tree: Arc::clone(&self.tree),
        }
    }

    /// The game so far.
    pub fn history(&self) -> &History<G> {
        &self.history
    }

    /// What the players were given.
    pub const fn options(&self) -> &PlayerOptions {
        &self.options
    }

    /// The starting position of the rule set and size.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// Takes over a game of the same rule set and size, whose last position is that on the board of the tree; every move of it
    /// can be undone.
    fn replace(&mut self, history: History<G>, tree: GameTree<G::Move>) {
        self.history = history;
        self.tree = Arc::new(tree);
        self.arrive();
    }

    /// The history is at a node of the tree.
    fn arrive(&mut self) {
        self.turns = vec![Played { plies: 1, ..Played::default() }; self.history.plies()];
        self.entered.clear();
        self.resigned = self.tree.resigned(self.tree.current());
        if self.resigned.is_some() {
            self.turns.push(Played::default());
        }
    }

    /// The position that a side moves in, and the pass before it where a pass is implied.
    ///
    /// # Errors
    /// As [`Session::implied_pass`].
    fn turn_of(&self, color: Color) -> Result<(Option<G::Move>, G), EngineError> {
        let pass = self.implied_pass(color)?;
        let game = pass.map_or_else(|| self.history.current().clone(), |pass| self.history.current().after(pass));
        Ok((pass, game))
    }

    /// The pass that must be implied for `color` to move now, if any.
    ///
    /// # Errors
    /// [`EngineError::Illegal`] when it is the other side's turn, and that side has a move.
    fn implied_pass(&self, color: Color) -> Result<Option<G::Move>, EngineError> {
        let side = self.side_to_move();
        if color == side {
            return Ok(None);
        }
        let pass = self.history.current().forced_pass();
        pass.map(Some).ok_or_else(|| EngineError::Illegal(format!("it is {side}'s turn{}", self.owed())))
    }

    /// The legal moves of the position that can follow the points entered.
    fn completions(&self, game: &G) -> Vec<G::Move> {
        let mut moves = game.moves();
        moves.retain(|&mv| self.entered.is_empty() || game.steps(mv).starts_with(&self.entered));
        moves
    }

    fn commit(&mut self, pass: Option<G::Move>, mv: Option<G::Move>, point: Option<Vertex>) {
        let plies = pass.iter().chain(&mv).count();
        let turn = Played { plies, entered: self.entered.clone(), resigned: self.resigned };
        for mv in pass.into_iter().chain(mv) {
            self.history.play(mv);
            Arc::make_mut(&mut self.tree).play(mv);
            self.entered.clear();
        }
        self.entered.extend(point);
        self.turns.push(turn);
    }

    /// The text of a chosen move; where points of it are entered, the point that is owed next.
    fn answer_text(&self, game: &G, mv: G::Move) -> String {
        let whole = || move_text(game, mv, self.letters);
        self.owed_point(game, mv).map_or_else(whole, |point| self.letters.point(point))
    }

    /// The point of a chosen move that is owed next, where points of it are entered.
    fn owed_point(&self, game: &G, mv: G::Move) -> Option<Vertex> {
        if self.entered.is_empty() { None } else { game.steps(mv).get(self.entered.len()).copied() }
    }

    /// A position as the root of a search.
    fn root_of(&self, game: G) -> Arc<dyn Root> {
        Arc::new(RootOf { game, letters: self.letters })
    }

    /// The position that is shown, with the points of an unfinished move.
    fn shown(&self) -> G {
        let game = self.history.current();
        if self.entered.is_empty() { game.clone() } else { game.with_steps(&self.entered) }
    }
}

impl<G: Playable> Engine for Session<G> {
    fn fork(&self) -> Box<dyn Engine> {
        Box::new(Self::fork(self))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The codes of moves.
fn codes<M: tengen_core::game::Move>(moves: Vec<M>) -> Vec<MoveCode> {
    moves.into_iter().map(|mv| MoveCode(mv.code())).collect()
}

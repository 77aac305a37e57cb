//! A session: the history of one game and the player in charge.

use super::sgf::{self, Players, Record};
use super::{Answer, Ask, Engine, EngineError, PlayerInfo, TextLine, TextReport};
use crate::game::{Cell, Color, History, Outcome, Setup, TextError, Vertex, perft_unless};
use crate::games::{Info, Playable};
use crate::search::{Line, Player, Report, Request, Stop};
use std::collections::HashSet;

/// What one `play` did, so that `undo` is its exact inverse.
#[derive(Clone, Debug, Default)]
struct Turn {
    /// Moves added to the history: two where a pass was implied, none for a point of an unfinished move.
    plies: usize,
    /// The points entered before it.
    entered: Vec<Vertex>,
    /// Who had resigned before it.
    resigned: Option<Color>,
}

/// One game on the board.
pub struct Session<G: Playable> {
    rule: &'static str,
    size: u8,
    start: G,
    history: History<G>,
    turns: Vec<Turn>,
    /// The first points of the side to move's move, from a client that sends them one by one.
    entered: Vec<Vertex>,
    resigned: Option<Color>,
    info: PlayerInfo,
    player: Box<dyn Player<G>>,
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
    /// A new game under the default player, or `None` where the game has no such board.
    pub fn new(rule: &'static str, size: u8) -> Option<Self> {
        let start = G::start(rule, size)?;
        let players = G::players();
        let player = players.first()?;
        Some(Self {
            rule,
            size,
            history: History::new(start.clone()),
            start,
            turns: Vec::new(),
            entered: Vec::new(),
            resigned: None,
            info: player.into(),
            player: (player.create)(),
        })
    }

    /// The game so far.
    pub fn history(&self) -> &History<G> {
        &self.history
    }

    /// The starting position of the rule set and size.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// Takes over a game of the same rule set and size; every move of it can be undone.
    pub fn replace(&mut self, history: History<G>) {
        self.turns = vec![Turn { plies: 1, ..Turn::default() }; history.plies()];
        self.history = history;
        self.entered.clear();
        self.resigned = None;
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

    /// What completes a move that is half entered, for a person.
    fn owed(&self) -> String {
        if self.entered.is_empty() {
            String::new()
        } else {
            format!("; its move goes on with {}", self.legal_points().join(" "))
        }
    }

    /// The legal moves of the position that can follow the points entered.
    fn completions(&self, game: &G) -> Vec<G::Move> {
        let mut moves = game.moves();
        moves.retain(|&mv| self.entered.is_empty() || game.steps(mv).starts_with(&self.entered));
        moves
    }

    fn commit(&mut self, pass: Option<G::Move>, mv: Option<G::Move>, point: Option<Vertex>) {
        let plies = pass.iter().chain(&mv).count();
        let turn = Turn { plies, entered: self.entered.clone(), resigned: self.resigned };
        for mv in pass.into_iter().chain(mv) {
            self.history.play(mv);
            self.entered.clear();
        }
        self.entered.extend(point);
        self.turns.push(turn);
    }

    /// A point of a move that is sent in parts.
    fn enter(&mut self, pass: Option<G::Move>, point: Vertex) -> Result<(), EngineError> {
        let game = pass.map_or_else(|| self.history.current().clone(), |pass| self.history.current().after(pass));
        let mut points = self.entered.clone();
        points.push(point);
        let moves = game.moves();
        let mut fitting = moves.into_iter().filter(|&mv| game.steps(mv).starts_with(&points)).peekable();
        if fitting.peek().is_none() {
            return Err(EngineError::Illegal(format!("{point} begins or completes no legal move{}", self.owed())));
        }
        match fitting.find(|&mv| game.steps(mv) == points) {
            Some(mv) => self.commit(pass, Some(mv), None),
            None => self.commit(pass, None, Some(point)),
        }
        Ok(())
    }

    /// The moves that the player may choose from, where it may not choose from all: a move half entered binds it to
    /// what can still follow, and an analysis may ask for some moves only.
    fn choice(&self, game: &G, ask: &Ask<'_>) -> Vec<G::Move> {
        if self.entered.is_empty() && ask.allowed.is_empty() && ask.avoided.is_empty() {
            return Vec::new();
        }
        let moves = self.completions(game);
        let named =
            |list: &[String], mv| list.iter().any(|text| text.eq_ignore_ascii_case(&self.answer_text(game, mv)));
        let wanted = |&mv: &G::Move| (ask.allowed.is_empty() || named(ask.allowed, mv)) && !named(ask.avoided, mv);
        let chosen: Vec<_> = moves.iter().copied().filter(wanted).collect();
        if chosen.is_empty() { moves } else { chosen }
    }

    /// The text that [`Engine::play`] takes for a chosen move: the points that are still owed, where some are entered.
    fn answer_text(&self, game: &G, mv: G::Move) -> String {
        match game.steps(mv).get(self.entered.len()) {
            Some(point) if !self.entered.is_empty() => point.to_string(),
            _ => move_text(game, mv),
        }
    }

    fn text_report(game: &G, report: &Report<G::Move>) -> TextReport {
        let line = |line: &Line<G::Move>| {
            let mut game = game.clone();
            let pv = line.pv.iter().map(|&mv| {
                let text = move_text(&game, mv);
                game.play(mv);
                text
            });
            TextLine {
                pv: pv.collect(),
                score: line.score,
                score_text: score_text::<G>(line.score),
                win_chance: win_chance::<G>(line.score),
                exact: line.exact,
                nodes: line.nodes,
            }
        };
        TextReport {
            depth: report.depth,
            nodes: report.nodes,
            time: report.time,
            lines: report.lines.iter().map(line).collect(),
        }
    }
}

/// A move as GTP writes it: a pass in lower case.
fn move_text<G: Playable>(game: &G, mv: G::Move) -> String {
    if G::is_pass(mv) { "pass".to_owned() } else { game.move_text(mv) }
}

fn win_chance<G: Playable>(score: crate::search::Score) -> f64 {
    if crate::search::score::is_decided(score) { f64::from(score > 0) } else { G::win_chance(score).clamp(0.0, 1.0) }
}

/// `#n` for a win in n plies and `-#n` for a loss; the game's own text otherwise.
fn score_text<G: Playable>(score: crate::search::Score) -> String {
    match crate::search::score::plies_to_end(score) {
        Some(plies) if score > 0 => format!("#{plies}"),
        Some(plies) => format!("-#{plies}"),
        None => G::score_text(score),
    }
}

impl<G: Playable> Engine for Session<G> {
    fn info(&self) -> &'static Info {
        G::INFO
    }

    fn rule(&self) -> &'static str {
        self.rule
    }

    fn size(&self) -> u8 {
        self.size
    }

    fn players(&self) -> Vec<PlayerInfo> {
        G::players().iter().map(PlayerInfo::from).collect()
    }

    fn player(&self) -> PlayerInfo {
        self.info
    }

    fn set_player(&mut self, name: &str) -> Result<(), EngineError> {
        let players = G::players();
        let Some(player) = players.iter().find(|player| player.name.eq_ignore_ascii_case(name)) else {
            let known: Vec<_> = players.iter().map(|player| player.name).collect();
            return Err(EngineError::Unknown { what: "player", name: name.to_owned(), known: known.join(" ") });
        };
        self.info = player.into();
        self.player = (player.create)();
        Ok(())
    }

    fn clear(&mut self) {
        self.replace(History::new(self.start.clone()));
    }

    fn side_to_move(&self) -> Color {
        self.history.current().side_to_move()
    }

    fn play(&mut self, color: Color, text: &str) -> Result<(), EngineError> {
        if self.outcome().is_some() {
            // Controllers pass on after the end; nothing else can be played.
            if !text.eq_ignore_ascii_case("pass") {
                return Err(EngineError::Illegal("the game is over".to_owned()));
            }
            self.commit(None, None, None);
            return Ok(());
        }
        if text.eq_ignore_ascii_case("resign") {
            self.commit(None, None, None);
            self.resigned = Some(color);
            return Ok(());
        }
        let pass = self.implied_pass(color)?;
        let game = pass.map_or_else(|| self.history.current().clone(), |pass| self.history.current().after(pass));
        if !self.entered.is_empty() {
            let point = text.parse();
            return self.enter(pass, point.map_err(|()| EngineError::Syntax(format!("expected a point, not {text}")))?);
        }
        match (game.parse_move(text), text.parse()) {
            (Ok(mv), _) => self.commit(pass, Some(mv), None),
            // A point is well-formed on any board: off this one it is an illegal move in every game.
            (Err(reason), Ok(point)) => {
                return self.enter(pass, point).map_err(|_| EngineError::Illegal(reason.to_string()));
            }
            (Err(reason), Err(())) => return Err(reason.into()),
        }
        Ok(())
    }

    fn can_move(&self, color: Color) -> Result<(), EngineError> {
        if self.outcome().is_some() { Ok(()) } else { self.implied_pass(color).map(|_| ()) }
    }

    fn think(&self, ask: Ask<'_>) -> Result<Answer, EngineError> {
        let implied = if self.outcome().is_some() { None } else { self.implied_pass(ask.color)? };
        let pass = Answer { text: "pass".to_owned(), report: TextReport::default() };
        let mut history = self.history.clone();
        if let Some(implied) = implied {
            history.play(implied);
        }
        if history.outcome().is_some() || self.resigned.is_some() {
            return Ok(pass);
        }
        let game = history.current().clone();
        if game.forced_pass().is_some() {
            return Ok(pass);
        }
        let only = self.choice(&game, &ask);
        let mut forward = |report: &Report<G::Move>| (ask.report)(&Self::text_report(&game, report));
        let mut request = Request {
            game: &history,
            limits: ask.limits,
            stop: ask.stop,
            pool: ask.resources.pool(),
            table: ask.resources.table(),
            seed: ask.seed,
            lines: ask.lines,
            only: &only,
            clock: ask.resources.clock(),
            report: &mut forward,
        };
        let thought = self.player.choose(&mut request);
        let mv = if only.is_empty() || only.contains(&thought.mv) { thought.mv } else { only[0] };
        Ok(Answer { text: self.answer_text(&game, mv), report: Self::text_report(&game, &thought.report) })
    }

    fn undo(&mut self, count: usize) -> Result<(), EngineError> {
        let Some(keep) = self.turns.len().checked_sub(count) else {
            let have = self.turns.len();
            return Err(EngineError::CannotUndo(format!("{have} moves can be taken back, not {count}")));
        };
        for turn in self.turns.drain(keep..).rev() {
            for _ in 0..turn.plies {
                self.history.undo();
            }
            self.entered = turn.entered;
            self.resigned = turn.resigned;
        }
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.resigned.map(|color| Outcome::Win(!color, 1)).or_else(|| self.history.outcome())
    }

    fn result_text(&self) -> Option<String> {
        let resigned = self.resigned.map(|color| format!("{}+R", (!color).letter()));
        resigned.or_else(|| self.history.outcome().map(|outcome| outcome.to_string()))
    }

    fn legal_moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let game = self.history.current();
        self.completions(game).into_iter().map(|mv| self.answer_text(game, mv)).collect()
    }

    fn legal_points(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let game = self.history.current();
        let mut seen = HashSet::new();
        let next = self.completions(game).into_iter().map(|mv| game.steps(mv).get(self.entered.len()).copied());
        let points = next.filter(|&point| seen.insert(point));
        points.map(|point| point.map_or_else(|| "pass".to_owned(), |point| point.to_string())).collect()
    }

    fn moves_played(&self) -> Vec<(Color, String)> {
        self.history.moves().map(|(game, mv)| (game.side_to_move(), move_text(game, mv))).collect()
    }

    fn plies_left(&self) -> Option<u32> {
        self.history.current().plies_left()
    }

    fn drawing(&self) -> String {
        let drawing = self.shown().drawing();
        // A resignation and a repetition are no part of the position that is drawn.
        match self.result_text().filter(|_| self.history.current().outcome().is_none()) {
            Some(result) => format!("{drawing}\n   game over: {result}"),
            None => drawing,
        }
    }

    fn rows(&self) -> Vec<Vec<Cell>> {
        self.shown().rows()
    }

    fn row_order(&self) -> Vec<u8> {
        self.start.row_order()
    }

    fn position_text(&self) -> String {
        self.history.current().position_text()
    }

    fn set_position_text(&mut self, text: &str) -> Result<(), EngineError> {
        let game = self.start.parse_position(text);
        self.replace(History::new(game.map_err(|error| EngineError::Unreadable(error.to_string()))?));
        Ok(())
    }

    fn set_up(&mut self, setup: &Setup) -> Result<(), EngineError> {
        let mut seen = HashSet::new();
        if let Some((_, vertex)) = setup.stones.iter().find(|(_, vertex)| !seen.insert(*vertex)) {
            return Err(EngineError::Unreadable(format!("{vertex} is named twice")));
        }
        let game = self.start.set_up(setup);
        self.replace(History::new(game.map_err(|error| EngineError::Unreadable(error.to_string()))?));
        Ok(())
    }

    fn replay(&mut self, record: &Record, before: Option<usize>) -> Result<(), EngineError> {
        let history = sgf::replay(self.start.clone(), record, before);
        self.replace(history.map_err(|error| EngineError::Unreadable(error.to_string()))?);
        Ok(())
    }

    fn sgf(&self) -> String {
        let players = Players { resigned: self.resigned, ..Players::default() };
        sgf::write(&self.history, &self.start, self.rule, players)
    }

    fn cell(&self, vertex: Vertex) -> Cell {
        let (cols, rows) = self.start.dimensions();
        if vertex.col < cols && vertex.row < rows { self.history.current().cell(vertex) } else { Cell::Outside }
    }

    fn perft(&self, depth: u32, stop: &Stop) -> Option<u64> {
        perft_unless(self.history.current(), depth, &|| stop.is_raised())
    }

    fn plies(&self) -> usize {
        self.history.plies()
    }
}

impl<G: Playable> Session<G> {
    /// The position as it is shown: with the points of an unfinished move.
    fn shown(&self) -> G {
        let game = self.history.current();
        if self.entered.is_empty() { game.clone() } else { game.with_steps(&self.entered) }
    }
}

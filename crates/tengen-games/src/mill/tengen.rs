//! The default player, and the positions that its search sees where tables are at hand: a position that a table knows is the end
//! of the game.

use super::eval::Sense;
use super::params::TABLES_CACHE;
use super::position::Mill;
use super::rule_set::RuleSet;
use super::tables::{Moving, TableValue, Tables};
use super::turn::MillMove;
use super::{known, perfect};
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};
use tengen_core::game::{Color, Game, History, Outcome, zobrist::keys};
use tengen_core::playable::{PlayerOptions, TablesFolder};
use tengen_core::search::score::{is_proven, won_by_table};
use tengen_core::search::{Answer, DRAW, Evaluator, Player, Ranked, Score, Task, WIN, think};

/// The default player of a rule set: plays zhiqi perfectly and the other rule sets by tables where they have them, unless it is
/// held to a depth; searches everywhere else.
pub struct Tengen {
    rule_set: RuleSet,
    folder: Option<Arc<TablesFolder>>,
    tables: OnceLock<Option<Arc<Tables>>>,
}

impl Tengen {
    /// The player of a rule set, with the tables in the program and those of the options' folder, unless no tables can be of the
    /// rule set. The files of a folder are opened now: there may be hundreds, and no clock runs yet.
    pub fn new(rule_set: RuleSet, options: &PlayerOptions) -> Self {
        // Zhiqi is the default: a client that starts with it may go on to a rule set that the tables are of.
        let takes = rule_set.is_zhiqi() || Moving::of(rule_set).is_some();
        let folder = if takes { options.tables() } else { None };
        let player = Self { rule_set, folder, tables: OnceLock::new() };
        if player.folder.is_some() {
            player.tables();
        }
        player
    }

    /// The tables, those in the program opened at the first call; `None` for a rule set that has none.
    fn tables(&self) -> Option<&Arc<Tables>> {
        let open = || {
            let mut tables = Tables::embedded(self.rule_set)?;
            if let Some(folder) = &self.folder {
                for error in tables.add_folder(&folder.path) {
                    log::warn!("{error}; going on without this table");
                }
                tables = tables.with_cache(folder.cache.unwrap_or(TABLES_CACHE));
            }
            Some(Arc::new(tables))
        };
        self.tables.get_or_init(open).as_ref()
    }
}

impl Player<Mill> for Tengen {
    fn folder_tables(&self) -> usize {
        self.folder.as_ref().and_then(|_| self.tables()).map_or(0, |tables| tables.in_folders())
    }

    fn choose(&self, task: &mut Task<'_, Mill>) -> Answer<MillMove> {
        if task.query.limits.depth.is_some() {
            return think(task, &task.control(), &Sense);
        }
        match self.tables() {
            Some(tables) => by_tables(task, tables),
            None if self.rule_set.is_zhiqi() => perfect::choose(task),
            None => think(task, &task.control(), &Sense),
        }
    }
}

/// Chooses by the tables where they know all moves; elsewhere by a search to which they are the end of the game.
fn by_tables(task: &mut Task<'_, Mill>, tables: &Arc<Tables>) -> Answer<MillMove> {
    let control = task.control();
    if let Some(answer) = known::choose(task, tables, &control) {
        return answer;
    }
    // Where the tables tell who wins, but not in how many plies, the search finds the way among the moves that keep the win.
    let game = *task.position();
    let keeping = known::keeping(&game, tables, &control);
    let history = Tabled::history(task.game, tables, !keeping.is_empty());
    let free = task.query.allowed.is_empty() && task.query.lines == 1;
    let mut task = task.about(&history);
    if free {
        task.query.allowed = &keeping;
    }
    let complete = tables.know_moves_after(&game);
    let mut answer = think(&mut task, &control, &TabledSense);
    if complete && !tables.know_moves_after(&game) {
        // A table could not be read: the values that it should have given were guessed, and only wins and losses are proven.
        answer.report.lines.iter_mut().for_each(|line| line.exact = is_proven(line.score));
    }
    answer
}

/// Plies below the root down to which blocks of tables are read; further down only blocks that are unpacked already are used.
const READING: u16 = 2;

/// What is added to a table's plies where an outcome stands for its value; the rules' own wins have 1.
const MARGIN: u16 = 2;

/// Keys that keep entries of searches with tables apart in the search table: from those of searches without tables, and, where
/// only the way to a win is wanted, from those of searches that end where a table says who wins.
const KEYS: [u64; 2] = keys(0x7AB1_ED00);

/// A position, with what a table knows of it.
#[derive(Clone)]
pub struct Tabled {
    game: Mill,
    tables: Arc<Tables>,
    known: Option<TableValue>,
    /// Moves since the start of the game; `reading` are the numbers of moves after which blocks may be read.
    ply: u16,
    reading: Range<u16>,
    /// True where values without distances do not end the game.
    with_distance: bool,
    /// True where all positions after the placing phase are known: blocks are read wherever that phase ends.
    ends_with_placing: bool,
}

impl Tabled {
    /// The game so far, for a search of its last position; `with_distance` where tables that only say who wins shall not end
    /// it, because the search is to find out how.
    pub fn history(game: &History<Mill>, tables: &Arc<Tables>, with_distance: bool) -> History<Self> {
        let root = game.plies() as u16;
        let reading = root + 1..root + 1 + READING;
        let start = Self {
            game: *game.start(),
            tables: tables.clone(),
            known: None,
            ply: 0,
            reading,
            with_distance,
            ends_with_placing: tables.know_moves_after(game.current()),
        };
        let mut history = History::new(start);
        game.moves().for_each(|(_, turn)| history.play(turn));
        history
    }

    /// The number of placements after which the values of positions are known.
    fn placements_left(&self) -> Option<u32> {
        let left = self.game.placements_left().filter(|&left| left > 0 && self.ends_with_placing);
        left.map(u32::from)
    }
}

impl fmt::Debug for Tabled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tabled").field("game", &self.game).field("known", &self.known).finish_non_exhaustive()
    }
}

impl PartialEq for Tabled {
    fn eq(&self, other: &Self) -> bool {
        self.game == other.game
    }
}

impl Game for Tabled {
    type Move = MillMove;

    fn side_to_move(&self) -> Color {
        self.game.side_to_move()
    }

    fn legal_moves(&self, moves: &mut Vec<MillMove>) {
        self.game.legal_moves(moves);
    }

    fn play(&mut self, turn: MillMove) {
        let ends_placing = self.placements_left() == Some(1);
        self.game.play(turn);
        self.ply += 1;
        let cached = !(ends_placing || self.reading.contains(&self.ply));
        let known = self.tables.probe(&self.game, cached);
        self.known = known.filter(|known| known.has_distance || !self.with_distance).map(|known| known.value);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome().or_else(|| {
            let side = self.game.side_to_move();
            Some(match self.known? {
                TableValue::Draw => Outcome::Draw,
                TableValue::Win(plies) => Outcome::Win(side, MARGIN + plies),
                TableValue::Loss(plies) => Outcome::Win(!side, MARGIN + plies),
            })
        })
    }

    fn hash(&self) -> u64 {
        let key = if self.placements_left().is_some() { self.game.symmetric_key() } else { self.game.hash() };
        key ^ KEYS[usize::from(self.with_distance)]
    }

    fn plies_left(&self) -> Option<u32> {
        self.placements_left()
    }

    fn count_moves(&self) -> usize {
        if self.outcome().is_some() { 0 } else { self.game.count_moves() }
    }

    fn reversible_plies(&self) -> u32 {
        self.game.reversible_plies()
    }
}

/// The evaluation [`Sense`], with the values of tables.
pub struct TabledSense;

impl Evaluator<Tabled> for TabledSense {
    fn evaluate(&self, game: &Tabled) -> Score {
        Sense.evaluate(&game.game)
    }

    fn candidates(&self, game: &Tabled, moves: &mut Vec<Ranked<MillMove>>) {
        Sense.candidates(&game.game, moves);
    }

    fn outcome_score(&self, outcome: Outcome, side: Color, ply: u32) -> Score {
        let margin = outcome.margin_for(side);
        match margin.unsigned_abs() {
            0 => DRAW,
            1 => margin * (WIN - ply as Score),
            plies => margin.signum() * won_by_table(plies - u32::from(MARGIN) + ply),
        }
    }

    fn reduction(&self, depth: i32, place: usize) -> i32 {
        Evaluator::<Mill>::reduction(&Sense, depth, place)
    }

    fn aspiration(&self) -> Option<Score> {
        Evaluator::<Mill>::aspiration(&Sense)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use std::time::Duration;
    use tengen_core::game::Notation;
    use tengen_core::search::{Budget, Clock, Limits, Query, Resources, Stop};

    fn think(game: Mill) -> Answer<MillMove> {
        let (resources, history, stop) = (Resources::new(1, 16), History::new(game), Stop::new());
        let player = Tengen::new(game.rule_set(), &PlayerOptions::default());
        player.choose(&mut resources.task(&history, Query::new(Limits::default(), &stop)))
    }

    #[test]
    fn holds_the_draw_that_one_reply_holds() {
        let game = Mill::new(RuleSet::ZHIQI);
        let game = game.after(game.parse_move("d7").unwrap());
        let answer = think(game);
        assert!(["A7", "G7", "B6", "F6"].contains(&game.move_text(answer.mv).as_str()));
        assert_eq!((answer.report.lines[0].score, answer.report.lines[0].exact), (DRAW, true));
    }

    /// A clock that goes on by a millisecond whenever it is read.
    #[derive(Default)]
    struct Ticking(AtomicU64);

    impl Clock for Ticking {
        fn now(&self) -> Duration {
            Duration::from_millis(self.0.fetch_add(1, Relaxed))
        }
    }

    #[test]
    fn looking_up_keeps_to_the_time() {
        // A position that a table in the program knows as drawn; each side has six moves, and there are many replies to search.
        let game = Mill::new(RuleSet::MORRIS9).parse_position("X..O.X../..O...../.X.O.X.O/B/0/0/0").unwrap();
        let nodes_in = |millis| {
            let (resources, history, stop) = (Resources::new(1, 1), History::new(game), Stop::new());
            let clock = Ticking::default();
            let time = Some(Budget::exactly(Duration::from_millis(millis)));
            let query = Query::new(Limits { time, ..Limits::default() }, &stop);
            let player = Tengen::new(game.rule_set(), &PlayerOptions::default());
            let mut task = Task { clock: &clock, ..resources.task(&history, query) };
            let Answer { mv, report } = player.choose(&mut task);
            assert!(game.moves().contains(&mv) && report.lines[0].exact);
            report.nodes
        };
        assert!(nodes_in(100_000) > 100);
        // Each look costs a millisecond, also a look that finds that the time is over.
        let few = nodes_in(40);
        assert!((30..=45).contains(&few), "{few}");
        let none = nodes_in(1);
        assert!(none <= 5, "{none}");
    }

    /// The announced distance is the true one: it falls by one with each of our moves and with the best defence.
    #[test]
    fn counts_the_plies_to_the_end() {
        let start = Mill::new(RuleSet::ZHIQI);
        let threat = start.parse_position("X......./......../..X.O.../B/9/9/0").unwrap();
        let answer = think(threat);
        let line = &answer.report.lines[0];
        assert!(line.exact && line.score > DRAW);
        let mut game = threat;
        let mut left = WIN - line.score;
        while game.outcome().is_none() {
            let answer = think(game);
            assert_eq!(WIN - answer.report.lines[0].score.abs(), left);
            game.play(answer.mv);
            left -= 1;
        }
        assert_eq!(left, 0);
    }
}

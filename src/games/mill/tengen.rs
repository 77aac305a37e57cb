//! The default player.

use super::eval::Sense;
use super::position::Mill;
use super::rule_set::RuleSet;
use super::tabled::{Tabled, TabledSense};
use super::tables::Tables;
use super::turn::MillMove;
use super::{known, perfect};
use crate::games::PlayerOptions;
use crate::search::{Answer, Player, Task, think};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// Plays zhiqi perfectly and the others by tables where they reach, unless it is held to a depth; searches everywhere else.
pub struct Tengen {
    rule_set: RuleSet,
    folder: Option<PathBuf>,
    tables: OnceLock<Option<Arc<Tables>>>,
}

impl Tengen {
    /// The player of a rule set, with the tables in the program and those of the options' folder.
    pub fn new(rule_set: RuleSet, options: &PlayerOptions) -> Self {
        let folder = options.tables().map(PathBuf::from);
        Self { rule_set, folder, tables: OnceLock::new() }
    }

    /// The tables, opened at the first call; `None` for a rule set that needs none.
    fn tables(&self) -> Option<&Arc<Tables>> {
        let open = || {
            let mut tables = Tables::embedded(self.rule_set)?;
            if let Some(folder) = &self.folder {
                tables.add_folder(folder);
            }
            Some(Arc::new(tables))
        };
        self.tables.get_or_init(open).as_ref()
    }
}

impl Player<Mill> for Tengen {
    fn choose(&self, task: &mut Task<'_, Mill>) -> Answer<MillMove> {
        if task.query.limits.depth.is_some() {
            return think(task, &task.control(), &Sense);
        }
        match self.tables() {
            None => perfect::choose(task),
            Some(tables) => by_tables(task, tables),
        }
    }
}

/// Chooses by the tables where they know all moves, and by a search to which they are the end of the game elsewhere.
fn by_tables(task: &mut Task<'_, Mill>, tables: &Arc<Tables>) -> Answer<MillMove> {
    if let Some(answer) = known::choose(task, tables) {
        return answer;
    }
    // Where the tables tell who wins, but not how, the search finds the way among the moves that keep it.
    let keeping = known::keeping(task.position(), tables);
    let control = task.control();
    let history = Tabled::history(task.game, tables, !keeping.is_empty());
    let free = task.query.allowed.is_empty() && task.query.lines == 1;
    let mut task = task.about(&history);
    if free {
        task.query.allowed = &keeping;
    }
    think(&mut task, &control, &TabledSense)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, History, Notation};
    use crate::search::score::{DRAW, WIN};
    use crate::search::{Limits, Query, Resources, Stop};

    fn think(game: Mill) -> Answer<MillMove> {
        let (resources, history, stop) = (Resources::new(2, 16), History::new(game), Stop::new());
        let player = Tengen::new(game.rule_set(), &PlayerOptions::default());
        player.choose(&mut resources.task(&history, Query::new(Limits::default(), &stop)))
    }

    #[test]
    fn holds_the_draw_that_one_reply_holds() {
        let game = Mill::new(RuleSet::Zhiqi);
        let game = game.after(game.parse_move("d7").unwrap());
        let answer = think(game);
        assert!(["A7", "G7", "B6", "F6"].contains(&game.move_text(answer.mv).as_str()));
        assert_eq!((answer.report.lines[0].score, answer.report.lines[0].exact), (DRAW, true));
    }

    /// The announced distance is the true one: it falls by one with each of our moves and with the best defence.
    #[test]
    fn counts_the_plies_to_the_end() {
        let start = Mill::new(RuleSet::Zhiqi);
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

//! The tables in the program: `tengen tables --embed` makes them from those of a folder.

use super::file::{EndgameTable, TableError};
use super::format::{SMALL, Subject, write};
use super::index::{Numbering, Sector};
use super::make;
use super::solve::Solved;
use super::stage::{Moving, Stage, stages};
use crate::data::data;
use crate::mill::rule_set::RuleSet;
use std::path::Path;
use tengen_core::whole_file;

/// The last sectors of some tables, and whether the tables in the program have distances.
struct Content {
    rule_set: RuleSet,
    last: &'static [(u8, u8)],
    distances: bool,
}

/// The beginning of the game in the program: a rule set and a number of placements. Its tables say who wins, without distances.
const EMBEDDED_OPENING: (RuleSet, u8) = (RuleSet::MORRIS9, 8);

/// The tables of the moving phase in the program: with those of the opening less than 3 MB. A table that an earlier line has is
/// not taken twice.
const CONTENTS: [Content; 4] = [
    Content { rule_set: RuleSet::MORRIS9, last: &[(5, 5), (6, 3)], distances: true },
    Content { rule_set: RuleSet::MORRIS12, last: &[(4, 4), (5, 3)], distances: true },
    Content { rule_set: RuleSet::CHENGSAN, last: &[(4, 3)], distances: true },
    Content { rule_set: RuleSet::CHENGSAN, last: &[(4, 4), (5, 3)], distances: false },
];

/// Every table that is to be in the program: its subject, and whether it has distances.
pub fn contents() -> Vec<(Subject, bool)> {
    let mut contents: Vec<(Subject, bool)> = Vec::new();
    for Content { rule_set, last, distances } in CONTENTS {
        let Some(moving) = Moving::of(rule_set) else { continue };
        let last: Vec<_> = last.iter().map(|&(own, enemy)| Sector::new(own, enemy)).collect();
        for stage in make::order(&last).into_iter().flat_map(Stage::both) {
            let subject = Subject::new(moving, stage, false);
            if contents.iter().all(|(known, _)| *known != subject) {
                contents.push((subject, distances));
            }
        }
    }
    let (rule_set, plies) = EMBEDDED_OPENING;
    if let Some(moving) = Moving::of(rule_set) {
        let stones = rule_set.stones();
        let placed = |stage: &Stage| 2 * stones - stage.hands[0] - stage.hands[1];
        let opening = stages(stones).into_iter().filter(|stage| placed(stage) <= plies);
        contents.extend(opening.map(|stage| (Subject::new(moving, stage, false), false)));
    }
    contents
}

/// Makes the file of the tables in the program from tables with distances in a folder.
///
/// # Errors
/// [`TableError`] where one of the tables is missing, or the file cannot be written.
pub fn make(folder: &Path, file: &Path) -> Result<(), TableError> {
    let mut bytes = Vec::new();
    let io = |source| TableError::Io { path: file.to_owned(), source };
    for (subject, distances) in contents() {
        let values = EndgameTable::open(folder, subject)?.codes()?;
        let solved = Solved { numbering: Numbering::new(subject.stage.sector), values };
        write(subject, &solved, (distances, SMALL), &mut bytes).map_err(io)?;
    }
    whole_file::write(file, |out| std::io::Write::write_all(out, &bytes)).map_err(io)
}

/// All tables in the program.
pub fn tables() -> Vec<EndgameTable> {
    EndgameTable::in_memory(data!("../../mill/tables/embedded.bin")).unwrap_or_else(|error| {
        log::error!("{error}");
        Vec::new()
    })
}

/// The tables in the program of a rule set.
pub fn tables_of(rule_set: RuleSet) -> Vec<EndgameTable> {
    let is_of = |Subject { moving, stage, slides_early }: Subject| {
        let placing = slides_early == rule_set.slides_early() && !rule_set.closes_points();
        Moving::of(rule_set) == Some(moving) && (!stage.is_placing() || placing)
    };
    tables().into_iter().filter(|table| is_of(table.subject())).collect()
}

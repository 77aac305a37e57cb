//! What tables come to: as text.

use crate::mill::tables::{Counts, EndgameTable};
use comfy_table::CellAlignment;

/// A table, or all of them.
pub struct Row {
    /// Its stage.
    pub name: String,
    /// Its values.
    pub counts: Counts,
    /// Its length.
    pub bytes: u64,
}

impl Row {
    /// Wins, draws and losses in percent.
    pub fn shares(&self) -> [f64; 3] {
        let Counts { wins, draws, losses, .. } = self.counts;
        [wins, draws, losses].map(|part| 100.0 * part as f64 / self.counts.positions().max(1) as f64)
    }
}

/// A row for each table, and one for all.
pub fn rows(tables: &[&EndgameTable]) -> Vec<Row> {
    let row = |table: &&EndgameTable| Row {
        name: table.subject().stage.to_string(),
        counts: table.counts(),
        bytes: table.length(),
    };
    let mut rows: Vec<_> = tables.iter().map(row).collect();
    let counts = rows.iter().map(|row| row.counts).fold(Counts::default(), Counts::and);
    let bytes = rows.iter().map(|row| row.bytes).sum();
    rows.push(Row { name: "all".to_owned(), counts, bytes });
    rows
}

/// Shares, longest distances and bytes as an aligned table.
pub fn text(tables: &[&EndgameTable]) -> String {
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_header(["sector", "positions", "wins %", "draws %", "losses %", "longest", "bytes"]);
    for row in rows(tables) {
        let [wins, draws, losses] = row.shares().map(|share| format!("{share:.2}"));
        let (positions, longest) = (row.counts.positions().to_string(), row.counts.longest.to_string());
        table.add_row([row.name, positions, wins, draws, losses, longest, row.bytes.to_string()]);
    }
    table.column_iter_mut().skip(1).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    format!("{table}\n")
}

//! Statistics of tables: as text, and as a page.

use crate::mill::tables::{Counts, EndgameTable};
use comfy_table::CellAlignment;

/// The statistics of a table, or of all tables together.
pub struct StatsRow {
    /// The stage of the table.
    pub name: String,
    /// How the positions of the table end.
    pub counts: Counts,
    /// The length of the table in bytes.
    pub bytes: u64,
}

impl StatsRow {
    /// Wins, draws and losses in percent.
    pub fn shares(&self) -> [f64; 3] {
        let Counts { wins, draws, losses, .. } = self.counts;
        [wins, draws, losses].map(|part| 100.0 * part as f64 / self.counts.positions().max(1) as f64)
    }
}

/// A row for each table, and one for all tables together.
pub fn rows(tables: &[&EndgameTable]) -> Vec<StatsRow> {
    let row = |table: &&EndgameTable| StatsRow {
        name: table.subject().stage.to_string(),
        counts: table.counts(),
        bytes: table.length(),
    };
    let mut rows: Vec<_> = tables.iter().map(row).collect();
    let counts = rows.iter().map(|row| row.counts).fold(Counts::default(), Counts::and);
    let bytes = rows.iter().map(|row| row.bytes).sum();
    rows.push(StatsRow { name: "all".to_owned(), counts, bytes });
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

/// The statistics as a page in the style of the reports on matches.
#[cfg(feature = "reports")]
pub mod page {
    use super::{EndgameTable, StatsRow, rows};
    use indicatif::{BinaryBytes, HumanCount};
    use maud::Markup;
    use std::path::Path;
    use tengen_tools::{ToolContext, ToolError};

    /// What the page has beyond the style of reports.
    const STYLE: &str = "
td.shares { width: 45%; min-width: 12rem; }
.key { display: inline-block; width: .8rem; height: .8rem; border-radius: .2rem; margin: 0 .3rem 0 .8rem; }
";

    /// Writes shares, longest distances and bytes as a page in one file, with the shares as bars.
    pub fn write(
        file: &Path,
        rule: &str,
        tables: &[&EndgameTable],
        context: &ToolContext<'_>,
    ) -> Result<(), ToolError> {
        let body = maud::html! {
            p.note {
                "Stones of the side to move against those of the other, behind + those in hand. Shares of positions, up to \
                 symmetry, that the side to move"
                span.key.win {} "wins" span.key.draw {} "draws" span.key.loss {} "loses"
                "; the longest way to the next removal, or to the end, in plies."
            }
            section.scroll {
                table {
                    thead { tr {
                        th.text { "stones" } th.text { "wins, draws, losses" } th { "wins" } th { "draws" } th { "losses" }
                        th { "longest" } th { "positions" } th { "size" }
                    } }
                    tbody { @for row in rows(tables) { (line(&row)) } }
                }
            }
        };
        (context.page)(file, &format!("Tables of {rule}"), [STYLE, &body.into_string()])
    }

    fn line(row: &StatsRow) -> Markup {
        let shares = row.shares();
        let text = shares.map(|share| format!("{share:.2} %"));
        maud::html! {
            tr {
                td.text { (row.name) }
                td.shares {
                    div.bar role="img" aria-label=(format!("{} wins, {} draws, {} losses", text[0], text[1], text[2])) {
                        @for (class, share) in ["win", "draw", "loss"].into_iter().zip(shares).filter(|&(_, share)| share > 0.0) {
                            i class=(class) style=(format!("width:{share:.3}%")) {}
                        }
                    }
                }
                @for share in &text { td { (share) } }
                td { (row.counts.longest) }
                td { (HumanCount(row.counts.positions())) }
                td { (BinaryBytes(row.bytes)) }
            }
        }
    }
}

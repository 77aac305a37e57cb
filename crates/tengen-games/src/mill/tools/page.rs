//! What tables come to, as a page in the style of the reports on matches.

use super::stats::{Row, rows};
use crate::mill::tables::EndgameTable;
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
pub fn write(file: &Path, rule: &str, tables: &[&EndgameTable], context: &ToolContext<'_>) -> Result<(), ToolError> {
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

fn line(row: &Row) -> Markup {
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

//! What a table says of a position: who wins, and in how many plies.

use super::super::params::QUIET_PLIES;
use std::sync::atomic::{AtomicU8, AtomicU16, Ordering::Relaxed};

/// The value of a position for the side to move, in the order of preference: a loss that comes late is better than one that
/// comes soon, and a win that comes soon better than one that comes late.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableValue {
    /// The other side wins in this many plies.
    Loss(u16),
    /// Neither side can force a win.
    Draw,
    /// The side to move wins in this many plies.
    Win(u16),
}

impl TableValue {
    /// A number that is larger for the better value.
    const fn rank(self) -> i32 {
        match self {
            Self::Loss(plies) => plies as i32 - (1 << 16),
            Self::Draw => 0,
            Self::Win(plies) => (1 << 16) - plies as i32,
        }
    }
}

impl Ord for TableValue {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for TableValue {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// How plies are counted, and how values are kept.
pub trait Metric: Sized + 'static {
    /// A value in a finished table.
    type Code: Copy + Send + Sync;

    /// A value while its sector is solved, which several threads may lower.
    type Cell: Send + Sync;

    /// The largest number of plies that is counted: what would take longer is drawn.
    const LAST: u16;

    /// True where the count ends at a removal.
    const ENDS_AT_REMOVAL: bool;

    /// The cell of a value that is not known yet.
    fn unknown() -> Self::Cell;

    /// The value of a cell so far; a draw while it is unknown.
    fn read(cell: &Self::Cell) -> TableValue;

    /// Writes a value into a cell, unless the cell has a sooner win already.
    fn improve(cell: &Self::Cell, value: TableValue);

    /// The code that a table keeps of a cell.
    fn finished(cell: Self::Cell) -> Self::Code;

    /// The code of a value.
    fn code(value: TableValue) -> Self::Code;

    /// The value that a code stands for.
    fn value(code: Self::Code) -> TableValue;

    /// The value of a removal for the side that makes it, from that of the position after it for the other side.
    fn before_removal(after: TableValue) -> TableValue;

    /// The value of a move without a removal for the side that makes it, from that of the position after it for the other
    /// side.
    fn before_quiet(after: TableValue) -> TableValue;

    /// True where no removal has a better value.
    fn is_best(value: TableValue) -> bool;
}

/// The metric of the program's tables: plies to the next removal or the end, with the draw after [`QUIET_PLIES`] without a
/// removal. A value that takes `n` plies is a draw when more than `QUIET_PLIES - n` plies without a removal have gone by already.
#[derive(Clone, Copy, Debug)]
pub struct ToRemoval;

/// The most plies that [`ToEnd`] counts: six times the longest distance in the sectors that others published.
const MOST_PLIES: u16 = 1024;

/// The metric of other programs' tables: plies to the end, up to 1,024, without the draw after [`QUIET_PLIES`] plies.
#[derive(Clone, Copy, Debug)]
pub struct ToEnd;

/// Defines a metric. A cell holds twice the plies, and 1 more for a win: the smaller, the sooner the end. All bits of a cell are
/// set where nothing is known.
macro_rules! metric {
    ($metric:ty, $code:ty, $cell:ty, $last:expr, $ends:expr) => {
        impl Metric for $metric {
            type Code = $code;
            type Cell = $cell;

            const LAST: u16 = $last;
            const ENDS_AT_REMOVAL: bool = $ends;

            fn unknown() -> $cell {
                <$cell>::new(<$code>::MAX)
            }

            fn read(cell: &$cell) -> TableValue {
                Self::value(cell.load(Relaxed).wrapping_add(1))
            }

            fn improve(cell: &$cell, value: TableValue) {
                cell.fetch_min(Self::code(value).wrapping_sub(1), Relaxed);
            }

            fn finished(cell: $cell) -> $code {
                cell.into_inner().wrapping_add(1)
            }

            fn code(value: TableValue) -> $code {
                match value {
                    TableValue::Draw => 0,
                    TableValue::Win(plies) => (2 * plies + 2) as $code,
                    TableValue::Loss(plies) => (2 * plies + 1) as $code,
                }
            }

            fn value(code: $code) -> TableValue {
                match code {
                    0 => TableValue::Draw,
                    code if code % 2 == 0 => TableValue::Win(u16::from((code - 1) / 2)),
                    code => TableValue::Loss(u16::from((code - 1) / 2)),
                }
            }

            fn before_removal(after: TableValue) -> TableValue {
                let plies = |plies: u16| if $ends { 1 } else { plies + 1 };
                match after {
                    TableValue::Loss(after) => TableValue::Win(plies(after)),
                    TableValue::Draw => TableValue::Draw,
                    TableValue::Win(after) => TableValue::Loss(plies(after)),
                }
            }

            fn before_quiet(after: TableValue) -> TableValue {
                match after {
                    TableValue::Loss(plies) if plies < $last => TableValue::Win(plies + 1),
                    TableValue::Win(plies) if plies < $last => TableValue::Loss(plies + 1),
                    _ => TableValue::Draw,
                }
            }

            fn is_best(value: TableValue) -> bool {
                value == TableValue::Win(1)
            }
        }
    };
}

metric!(ToRemoval, u8, AtomicU8, QUIET_PLIES as u16, true);
metric!(ToEnd, u16, AtomicU16, MOST_PLIES, false);

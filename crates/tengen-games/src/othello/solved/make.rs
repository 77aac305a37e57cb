//! Makes the book of solved positions by searches that share a table, those with the most empty squares first: `tengen solutions`.

use super::{FORMAT, SIZE, SQUARE_BITS, SolvedBook, least};
use crate::othello::Othello;
use crate::othello::position::Placement;
use crate::othello::search::board::Discs;
use crate::othello::search::incremental::Formula;
use crate::othello::search::midgame::EXACT;
use crate::othello::search::{OthelloSearch, SearchEntry, Worker};
use crate::proofs::entry;
use clap::{CommandFactory as _, FromArgMatches as _, Parser};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::PathBuf;
use tengen_core::game::{Game as _, Vertex};
use tengen_core::progress::Progress;
use tengen_core::search::{Limits, Resources, SearchTable};
use tengen_core::{limited_input, whole_file};
use tengen_tools::arguments::{whole, written_file};
use tengen_tools::{Tool, ToolContext, ToolError, ToolResult};

/// The most discs that a side wins by.
const MOST: i32 = (SIZE * SIZE) as i32;

/// Size of the table, in MiB.
const TABLE: usize = 1024;

/// Positions after which what is solved so far is kept.
const KEPT: usize = 128;

/// The book as a subcommand.
pub const TOOL: Tool = Tool {
    game: "Othello",
    name: "solutions",
    about: "Make the book of solved positions of Othello on 6x6",
    takes: &["threads", "log"],
    others: "; the book is of Othello on 6x6, and its values are exact",
    grammar: SolutionsArgs::command,
    run: |matches, context| SolutionsArgs::from_arg_matches(matches)?.run(context),
};

/// Make the book of solved positions of Othello on 6x6: either side's best move after any moves of the other; resumes if interrupted
#[derive(Parser, Debug)]
#[command(name = "solutions")]
struct SolutionsArgs {
    /// The book; positions that it has already are not solved again
    #[arg(long, value_name = "FILE", value_parser = written_file())]
    out: PathBuf,
    /// Empty squares of the last positions
    #[arg(long, value_name = "SQUARES", default_value_t = 20, value_parser = whole(0..=32_u32))]
    least: u32,
}

impl SolutionsArgs {
    /// The most bytes of a book.
    const MAX_BYTES: u64 = 1 << 28;

    fn run(&self, context: &ToolContext<'_>) -> ToolResult {
        let mut solutions = Solutions::default();
        if self.out.exists() {
            let said = |why: &dyn Display| format!("{}: {why}", self.out.display());
            let file = limited_input::read(&self.out, Self::MAX_BYTES).map_err(|error| said(&error))?;
            solutions = Solutions::of(&SolvedBook::parse(&file).map_err(|error| said(&error))?);
        }
        let keep = |file: &[u8]| whole_file::write(&self.out, |out| out.write_all(file));
        make(&mut solutions, (self.least, TABLE), context.progress, &keep)?;
        context.print(&format!("{} positions", solutions.0.len()))?;
        Ok(true)
    }
}

/// Best moves by the numbers of positions: their squares in the image that has the number, and their values.
#[derive(Default)]
pub struct Solutions(BTreeMap<u64, (u8, i8)>);

impl Solutions {
    fn of(book: &SolvedBook<'_>) -> Self {
        let entries = (0..book.0.len()).map(|place| book.0.get(place));
        let split = |(number, value)| (number >> SQUARE_BITS, ((number % (1 << SQUARE_BITS)) as u8, value as i8));
        Self(entries.map(split).collect())
    }

    /// The file of a book.
    pub fn file(&self) -> Vec<u8> {
        let join = |(&key, &(square, value))| entry(key << SQUARE_BITS | u64::from(square), value as u8);
        FORMAT.file(&self.0.iter().flat_map(join).collect::<Vec<u8>>())
    }
}

/// Solves what the solutions lack of the positions with at least so many empty squares, with a table of so many MiB; `keep` is called
/// with the file now and then, and at the end. On one thread the best moves are always the same; on several equal ones may take
/// their places.
///
/// # Errors
/// [`OutOfMemory`](tengen_core::search::memory::OutOfMemory) where there is none for the table; the errors of `keep`.
pub fn make(
    solutions: &mut Solutions,
    (least_empties, table): (u32, usize),
    progress: &dyn Progress,
    keep: &dyn Fn(&[u8]) -> io::Result<()>,
) -> Result<(), ToolError> {
    let start = Othello::new(SIZE);
    let resources = Resources::new(1, table);
    resources.reserve()?;
    let control = resources.control(&Limits::default());
    let table = resources.table();
    let solver = Solver { search: OthelloSearch::new(&Formula { size: SIZE }, table, &control, start.board()), table };
    let mut open = Open::default();
    open.add(start, 0);
    open.add_replies(&start, 0);
    while let Some((empties, layer)) = open.0.pop_last().filter(|&(empties, _)| empties >= least_empties) {
        let unsolved: Vec<_> = layer.iter().filter(|(key, _)| !solutions.0.contains_key(key)).collect();
        progress.begin(&format!("positions of {empties} empty squares"), Some(unsolved.len() as u64));
        for some in unsolved.chunks(KEPT) {
            let solve = |worker: &mut Worker, &(&key, &(position, guess)): &(&u64, &(Othello, i32))| {
                let (mv, value) = solver.best(worker, &position, guess);
                progress.advance(1);
                let vertex = Othello::vertex(mv.square());
                (key, (vertex.row * SIZE + vertex.col, value as i8))
            };
            let found: Vec<_> = some.par_iter().map_init(|| solver.search.new_worker(), solve).collect();
            solutions.0.extend(found);
            keep(&solutions.file())?;
        }
        for (key, (position, _)) in &layer {
            let (square, value) = solutions.0[key];
            let mv = position.square(Vertex::new(square % SIZE, square / SIZE)).map(Placement::on);
            let legal = mv.filter(|mv| position.moves().contains(mv));
            open.add_replies(&position.after(legal.ok_or(FORMAT.damaged())?), value.into());
        }
    }
    progress.end();
    keep(&solutions.file())?;
    Ok(())
}

/// Positions to solve, by empty squares and number, each with a guess at its value.
#[derive(Default)]
struct Open(BTreeMap<u32, BTreeMap<u64, (Othello, i32)>>);

impl Open {
    fn add(&mut self, position: Othello, guess: i32) {
        let (key, image) = least(&position);
        self.0.entry(image.empty().count_ones()).or_default().insert(key, (image, guess));
    }

    /// Adds the positions in which the side that has just moved is to move next: to it they are worth at least as much as before.
    fn add_replies(&mut self, position: &Othello, value: i32) {
        if position.outcome().is_some() {
            return;
        }
        for next in position.moves().into_iter().map(|mv| position.after(mv)) {
            match next.forced_pass() {
                Some(pass) => self.add_replies(&next.after(pass), value),
                None if next.outcome().is_none() => self.add(next, value),
                None => {}
            }
        }
    }
}

/// The searches of all positions.
struct Solver<'a> {
    search: OthelloSearch<'a, Formula>,
    table: &'a SearchTable,
}

impl Solver<'_> {
    /// A best move of a position, and its value in discs.
    fn best(&self, worker: &mut Worker, position: &Othello, guess: i32) -> (Placement, i32) {
        let board = Discs { own: position.own(), enemy: position.enemy() };
        // What a search finds that cuts selectively is a good guess, and orders moves well.
        let value = [0, EXACT].into_iter().fold(guess, |guess, level| self.value(worker, board, level, guess));
        let known = self.table.probe::<SearchEntry>(board.key()).map(|entry| entry.moves[0]);
        let mut moves = position.moves();
        moves.sort_by_key(|mv| Some(mv.square()) != known);
        let reaches = |&mv: &Placement| {
            let square = mv.square();
            -self.zero_window(worker, board.after(square, board.flips(square)), EXACT, -value) >= value
        };
        let mv = moves.into_iter().find(reaches);
        (mv.expect("a move has the value of the position"), value)
    }

    /// The value by zero windows from the guess towards it (MTD(f), Plaat 1996).
    fn value(&self, worker: &mut Worker, board: Discs, level: u8, mut guess: i32) -> i32 {
        let (mut low, mut high) = (-MOST, MOST);
        while low < high {
            let alpha = if guess == low { guess } else { guess - 1 };
            guess = self.zero_window(worker, board, level, alpha);
            if guess > alpha { low = guess } else { high = guess }
        }
        low
    }

    fn zero_window(&self, worker: &mut Worker, board: Discs, level: u8, alpha: i32) -> i32 {
        let node = self.search.node(board, u32::MAX, level);
        self.search.zero_window(worker, &node, alpha).expect("a search without limits ends")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_core::progress::NoProgress;

    /// The empty squares of the position that has this number: its digits 0 to the base 3.
    fn empties(key: u64) -> usize {
        (0..u32::from(SIZE * SIZE)).filter(|&digit| (key / 3_u64.pow(digit)).is_multiple_of(3)).count()
    }

    #[test]
    fn what_a_book_lacks_is_solved_and_all_else_is_kept() {
        let book = SolvedBook::of(&Othello::new(SIZE)).unwrap();
        let whole = Solutions::of(book);
        let least = whole.0.keys().map(|&key| empties(key)).min().unwrap();
        let lacks = |key: u64| empties(key) == least && key.is_multiple_of(300);
        let rest = |solutions: &Solutions| -> Vec<_> {
            solutions.0.iter().map(|(&key, &solution)| (key, solution)).filter(|&(key, _)| !lacks(key)).collect()
        };
        let mut solutions = Solutions(rest(&whole).into_iter().collect());
        assert!((1..100).contains(&(whole.0.len() - solutions.0.len())));
        make(&mut solutions, (least as u32, 16), &NoProgress, &|_| Ok(())).unwrap();
        // Another move may be as good.
        let values =
            |solutions: &Solutions| -> Vec<_> { solutions.0.iter().map(|(&key, &(_, value))| (key, value)).collect() };
        assert_eq!(values(&solutions), values(&whole));
        assert_eq!(rest(&solutions), rest(&whole));
    }
}

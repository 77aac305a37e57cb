//! The subcommand `tengen book`.

use super::error::CliError;
use super::output::styled;
use clap::Args;
use std::collections::HashSet;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tengen_session::book::{Book, Grower};
use tengen_session::{Engine, Host, Root};
use tengen_tools::arguments::whole;

/// An interrupted run loses at most so much work, beside the searches under way.
const SAVE: Duration = Duration::from_secs(30);

/// Which book, and how far it is to grow.
#[derive(Args, Debug)]
pub struct BookArgs {
    /// The book; created if it does not exist
    file: PathBuf,
    /// Extend it to at least this many positions; 0 only shows the book
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole(0..=usize::MAX))]
    positions: usize,
}

impl BookArgs {
    /// Grows the book, each search within the usual limits, and shows what it has come to.
    ///
    /// # Errors
    /// [`CliError`] for a book that is damaged or cannot be written.
    pub fn run(&self, host: &Host) -> Result<ExitCode, CliError> {
        let mut session = host.session();
        let book =
            if self.file.exists() { Book::load(&self.file, &mut *session)? } else { Book::new(session.variant()) };
        let book = if book.len() < self.positions { self.grow(host, book)? } else { book };
        session.clear();
        let start = session.root(session.side_to_move())?;
        show(&book, &mut *session, &*start).map_err(CliError::io("cannot write the output"))?;
        Ok(ExitCode::SUCCESS)
    }

    fn grow(&self, host: &Host, book: Book) -> Result<Book, CliError> {
        let bar = styled("{pos}/{len} positions [{elapsed}]", self.positions as u64);
        let mut grower = Grower::new(host, book)?;
        let mut saved = Instant::now();
        while grower.book().len() < self.positions && grower.grow()? {
            bar.set_position(grower.book().len() as u64);
            if saved.elapsed() >= SAVE {
                grower.book().save(&self.file)?;
                saved = Instant::now();
            }
        }
        bar.finish_and_clear();
        let book = grower.book().clone();
        book.save(&self.file)?;
        Ok(book)
    }
}

/// How large the book is, and what it makes of the starting position.
fn show(book: &Book, session: &mut dyn Engine, start: &dyn Root) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}, {} positions", book.variant(), book.len())?;
    let mut shown = HashSet::new();
    for choice in book.choices(session).into_iter().filter(|choice| shown.insert(choice.after)) {
        let line = start.texts(&book.line_after(session, choice.mv));
        writeln!(out, "{:>8}  {}", session.scale().text(choice.score), line.join(" "))?;
    }
    Ok(())
}

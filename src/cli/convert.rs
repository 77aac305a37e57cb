//! The subcommand `tengen convert`.

use super::error::CliError;
use super::input::{self, GameFile};
use super::output::{Bar, counter};
use crate::features::convert::{Choice, Converted, Ending, Outcome, convert};
use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueEnum};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::SystemTime;
use tengen_core::game::{Color, Letters, Size, Vertex};
use tengen_core::printable::{self, Printable};
use tengen_core::progress::Progress as _;
use tengen_core::whole_file;
use tengen_session::formats::moves;
use tengen_session::formats::write::{Base, Day, Entry, Written};
use tengen_session::formats::wthor::NameFile;
use tengen_session::formats::{Format, read_all};
use tengen_session::host::InFile;
use tengen_session::{EngineError, Host};
use tengen_tools::arguments::{written_file, written_folder};

/// The games that are played side by side.
const AT_ONCE: usize = 1024;

/// Which games become what.
#[derive(Args, Debug)]
pub struct ConvertArgs {
    /// Files of games in any format that `tengen analyze` reads; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where the games are written, replaced when all are converted; `-` is standard output
    ///
    /// Beside a WTHOR file (.wtb) the names of players (.jou) and tournaments (.trn) are written.
    #[arg(short, long, value_name = "FILE", default_value = "-", value_parser = written_file())]
    output: PathBuf,
    /// Write each game as a file of its own, named by its number, into this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "output", value_parser = written_folder())]
    folder: Option<PathBuf>,
    /// The format [default: that of the output's extension, or sgf where it has none]
    ///
    /// SGF, PGN and RenLib's library keep variations and comments; of other formats it is said how many games lost theirs.
    #[arg(long, value_name = "FORMAT", value_parser = input::format_of(Format::written()))]
    to: Option<Format>,
    #[command(flatten)]
    read: GameFile,
    /// Only games of a player whose name has this part
    #[arg(long, value_name = "TEXT", value_parser = NonEmptyStringValueParser::new())]
    by: Option<String>,
    /// Only games of this year, or of years such as 1999-2005
    #[arg(long, value_name = "YEARS", value_parser = numbers)]
    year: Option<RangeInclusive<u32>>,
    /// Only games that ended so
    #[arg(long, value_name = "RESULT")]
    result: Option<ResultName>,
    /// Only games of so many moves, or of numbers of moves such as 20-40
    #[arg(long, value_name = "MOVES", value_parser = numbers)]
    length: Option<RangeInclusive<u32>>,
    /// Only games that begin with these moves, turned or mirrored or not
    #[arg(long, value_name = "MOVES", value_parser = opening)]
    opening: Option<String>,
    /// Only the first of games with the same moves, turned or mirrored or not
    #[arg(long)]
    distinct: bool,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ResultName {
    Black,
    White,
    Draw,
    /// Not finished, or without a result
    Open,
}

impl From<ResultName> for Ending {
    fn from(name: ResultName) -> Self {
        match name {
            ResultName::Black => Self::Won(Color::Black),
            ResultName::White => Self::Won(Color::White),
            ResultName::Draw => Self::Draw,
            ResultName::Open => Self::Open,
        }
    }
}

/// Reads a number or a range of numbers.
fn numbers(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let range = least.parse().ok().zip(most.parse().ok()).map(|(least, most): (u32, u32)| least..=most);
    range.filter(|range| !range.is_empty()).ok_or_else(|| "expected a number, or two such as 20-40".to_owned())
}

/// Reads moves of an opening, of whatever game.
fn opening(text: &str) -> Result<String, String> {
    let words = moves::read(text).moves;
    let is_point = |word: &str| {
        let row = word.get(1..).and_then(|row| row.parse().ok());
        word == moves::PASS || row.is_some_and(|row| (1..=Vertex::MAX_SIZE).contains(&row))
    };
    let are_moves = words.iter().all(|word| word.split(['-', 'x']).all(is_point));
    if are_moves && !words.is_empty() { Ok(text.to_owned()) } else { Err("expected moves such as f5d6".to_owned()) }
}

/// What became of the games.
#[derive(Default)]
struct Count {
    written: usize,
    not_chosen: usize,
    repeated: usize,
    refused: usize,
    /// Games written without their variations.
    without_variations: usize,
    /// Games written with columns that have other letters in other programs.
    without_i: usize,
    /// The first point of the opening that a board does not have, and the size of that board.
    off_board: Option<(String, Size)>,
    /// Games whose boards have all points of the opening.
    on_board: usize,
}

impl Count {
    fn refuse(&mut self, place: Place<'_>, why: &str) {
        place.complain(why);
        self.refused += 1;
    }
}

/// Where a game stands.
#[derive(Clone, Copy)]
struct Place<'a> {
    file: &'a Path,
    number: usize,
    line: usize,
    bar: &'a Bar,
}

impl Place<'_> {
    /// Says on standard error what is wrong with the game. Where even that is closed, nothing can be said.
    fn complain(self, why: &str) {
        let Self { file, number, line, bar } = self;
        bar.suspend(&mut || {
            let _ = writeln!(Printable(io::stderr()), "tengen: {}, game {number}, line {line}: {why}", file.display());
        });
    }
}

impl ConvertArgs {
    /// Converts all games; the exit status says whether each could be read and written. With `as_read` lists of moves have the letters
    /// of columns that they were read with.
    ///
    /// # Errors
    /// [`CliError`] where a file cannot be read or has no game, or the output cannot be written.
    pub fn run(&self, host: &Host, as_read: bool) -> Result<ExitCode, CliError> {
        let format = self.to.map_or_else(|| self.by_extension(), Ok)?;
        let mut count = Count::default();
        if let Some(folder) = &self.folder {
            let cannot = || CliError::io(format!("cannot write to {}", folder.display()));
            std::fs::create_dir_all(folder).map_err(cannot())?;
            let mut number = 0;
            self.convert(host, as_read, format, &mut count, &mut |entry| {
                number += 1;
                let path = folder.join(format!("{number}.{}", format.name()));
                finished(&path, format, |written| written.push(entry))
            })?;
        } else if input::is_standard(&self.output) {
            let mut written = Written::new(format, BufWriter::new(io::stdout().lock()));
            let done = self.convert(host, as_read, format, &mut count, &mut |entry| written.push(entry));
            match done.and_then(|()| written.finish(today()).map(drop).map_err(unwritten(&self.output))) {
                Err(CliError::Io { source, .. }) if source.kind() == io::ErrorKind::BrokenPipe => {
                    return Ok(ExitCode::SUCCESS);
                }
                done => done?,
            }
        } else {
            let mut failed = None;
            let written = finished(&self.output, format, |written| {
                let done = self.convert(host, as_read, format, &mut count, &mut |entry| written.push(entry));
                // A file that could not be read is no reason to keep a part of the games.
                done.map_err(|error| {
                    failed = Some(error);
                    io::Error::other("not all games were read")
                })
            });
            if let Some(error) = failed {
                return Err(error);
            }
            written.map_err(unwritten(&self.output))?;
        }
        self.say(&count, format);
        Ok(if count.refused == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// The format that the output's extension names, SGF where it has none.
    fn by_extension(&self) -> Result<Format, CliError> {
        let extension = self.output.extension().filter(|_| self.folder.is_none());
        let Some(extension) = extension else { return Ok(Format::Sgf) };
        Format::of(&self.output).ok_or_else(|| CliError::NoFormat {
            file: self.output.clone(),
            extension: extension.display().to_string(),
            known: Format::written().map(|format| format!(".{}", format.name())).collect::<Vec<_>>().join(" "),
        })
    }

    /// The opening with the letters of columns that GTP has. Where a column is I, they are those of gomoku.
    fn opening(&self, letters: Letters) -> (Vec<String>, Letters) {
        let moves = self.opening.as_deref().map(|text| moves::read(text).moves).unwrap_or_default();
        let letters = if moves::columns(&moves).any(|column| column == 'I') { Letters::AToO } else { letters };
        (moves.iter().map(|word| letters.to_gtp(word).into_owned()).collect(), letters)
    }

    /// Reads all games in their order, and writes those that are chosen.
    fn convert(
        &self,
        host: &Host,
        as_read: bool,
        format: Format,
        count: &mut Count,
        write: &mut dyn FnMut(Entry) -> io::Result<()>,
    ) -> Result<(), CliError> {
        let (opening, letters) = self.opening(host.engine().letters());
        let choice = Choice {
            player: self.by.clone(),
            years: self.year.clone(),
            ending: self.result.map(Ending::from),
            length: self.length.clone(),
            opening,
        };
        let bar = counter();
        bar.begin("games", None);
        let mut seen = HashSet::new();
        for file in &self.files {
            let bytes = input::open(file).and_then(read_all);
            let bytes = bytes.map_err(CliError::io(format!("cannot read {}", file.display())))?;
            let unreadable = |why: EngineError| CliError::Record { file: file.clone(), why: why.to_string() };
            let content = self.read.content(file, &bytes).map_err(unreadable)?;
            let mut games = host.games_in(&content).map_err(unreadable)?.zip(1..);
            loop {
                let some: Vec<(InFile, usize)> = games.by_ref().take(AT_ONCE).collect();
                if some.is_empty() {
                    break;
                }
                let each = |(InFile { line, game }, number)| {
                    let converted = game.and_then(|game| convert(host, &game, &choice, format, as_read));
                    (number, line, converted)
                };
                let converted: Vec<_> = some.into_par_iter().map(each).collect();
                bar.advance(converted.len() as u64);
                for (number, line, converted) in converted {
                    let place = Place { file, number, line, bar: &bar };
                    let is_on_board = matches!(converted, Ok(Outcome::NotChosen | Outcome::Taken(_)));
                    count.on_board += usize::from(is_on_board);
                    match converted {
                        Err(why) => count.refuse(place, &why.to_string()),
                        Ok(Outcome::NotChosen) => count.not_chosen += 1,
                        Ok(Outcome::OffBoard(point, size)) => {
                            count.not_chosen += 1;
                            count.off_board.get_or_insert((letters.from_gtp(&point).into_owned(), size));
                        }
                        Ok(Outcome::Taken(Converted { key, .. })) if self.distinct && !seen.insert(key) => {
                            count.repeated += 1;
                        }
                        Ok(Outcome::Taken(Converted { entry: Err(why), .. })) => {
                            count.refuse(place, &format!("cannot be written as {}: it {why}", format.name()));
                        }
                        Ok(Outcome::Taken(_))
                            if count.written == 1 && format.is_of_one_game() && self.folder.is_none() =>
                        {
                            count.refuse(place, "a file of this format has one game; --folder writes a file for each");
                        }
                        Ok(Outcome::Taken(Converted {
                            entry: Ok(entry), notes, letters, has_lost_variations, ..
                        })) => {
                            for note in notes {
                                place.complain(&format!("note: {note}"));
                            }
                            count.without_variations += usize::from(has_lost_variations);
                            count.without_i += usize::from(as_read && letters == Some(Letters::Go));
                            write(entry).map_err(unwritten(self.folder.as_deref().unwrap_or(&self.output)))?;
                            count.written += 1;
                        }
                    }
                }
            }
        }
        bar.end();
        match count.off_board.take().filter(|_| count.on_board == 0) {
            Some((point, size)) => Err(CliError::OffBoard { point, size }),
            None => Ok(()),
        }
    }

    /// Says on standard error what became of the games.
    fn say(&self, count: &Count, format: Format) {
        let Count { written, not_chosen, repeated, refused, without_variations, without_i, .. } = count;
        let mut parts = vec![format!("{written} games written")];
        for (number, what) in [(*not_chosen, "not chosen"), (*repeated, "repeated"), (*refused, "refused")] {
            if number > 0 {
                parts.push(format!("{number} {what}"));
            }
        }
        let target = self.folder.as_ref().unwrap_or(&self.output);
        let target =
            if input::is_standard(target) { "standard output".to_owned() } else { target.display().to_string() };
        if *without_variations > 0 {
            let format = format.name();
            parts.push(format!(
                "{without_variations} without their variations, which {format} cannot have (sgf, pgn and lib can)"
            ));
        }
        if *without_i > 0 {
            parts.push(format!("{without_i} with columns beyond H without the letter I (--columns a-o has it)"));
        }
        eprintln!("{}", printable::line(&format!("{target}: {}", parts.join(", "))));
    }
}

/// Writes a file as a whole, and beside a base the names that it counts.
fn finished(
    path: &Path,
    format: Format,
    fill: impl FnOnce(&mut Written<&mut BufWriter<File>>) -> io::Result<()>,
) -> io::Result<()> {
    let mut base = None;
    whole_file::write(path, |file| {
        let mut written = Written::new(format, file);
        fill(&mut written)?;
        base = Some(written.finish(today())?);
        Ok(())
    })?;
    match base {
        Some(base) if format == Format::Wtb => {
            if base.has_several_years() {
                let why =
                    "the games are of several years, of which a WTHOR file names none; --year chooses those of one";
                eprintln!("{}", printable::line(&format!("{}: {why}", path.display())));
            }
            write_names(path, &base)
        }
        _ => Ok(()),
    }
}

fn write_names(games: &Path, base: &Base) -> io::Result<()> {
    [NameFile::Players, NameFile::Tournaments].into_iter().try_for_each(|kind| {
        whole_file::write(&games.with_extension(kind.extension()), |file| base.write_names(kind, file, today()))
    })
}

/// The day, in UTC.
fn today() -> Day {
    let time = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    let mut parts = time.split(['-', 'T']).map(|part| part.parse::<u16>().unwrap_or_default());
    let mut part = || parts.next().unwrap_or_default();
    let (year, month, day) = (part(), part(), part());
    Day { year, month: u8::try_from(month).unwrap_or_default(), day: u8::try_from(day).unwrap_or_default() }
}

fn unwritten(path: &Path) -> impl FnOnce(io::Error) -> CliError {
    CliError::io(format!("cannot write {}", path.display()))
}

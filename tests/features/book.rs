//! The book: symmetry, growth, files, play.

use crate::common::folder::Folder;
use std::collections::{HashSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;
use tengen_core::game::{Color, Size, Variant};
use tengen_core::playable::PlayerOptions;
use tengen_core::search::score::before_move;
use tengen_core::search::{Resources, Stop};
use tengen_games::GAMES;
use tengen_games::othello::Othello;
use tengen_session::book::{Book, BookChoice, BookError, EntryState, Grower};
use tengen_session::registry::open;
use tengen_session::{Answer, Engine, EngineError, GameEntry, Games, Host, Settings, Turn};

/// A host of Othello on 4x4 with one thread, where all searches go to this depth.
fn host(depth: u32, seed: u64) -> Host {
    let settings = Settings { threads: 1, hash: 1, depth: Some(depth), seed, ..Settings::default() };
    let mut host = Host::new(GAMES, settings, Resources::new(1, 1));
    host.set_size(Size::square(4)).unwrap();
    host
}

/// A book of Othello on 4x4 by searches of this depth, with at least so many positions, if there are as many to grow.
fn grown(positions: usize, depth: u32) -> Book {
    let host = host(depth, 0);
    let mut grower = Grower::new(&host, Book::new(host.engine().variant())).unwrap();
    while grower.book().len() < positions && grower.grow().unwrap() {}
    grower.book().clone()
}

/// The book in a file, which is to be of this variant.
fn load(file: &Path, variant: &Variant) -> Result<Book, BookError> {
    Book::load(file, &mut *GAMES.open_variant(variant).unwrap())
}

/// The text of a book with these lines of positions.
fn book_text(variant: &Variant, lines: &[&str]) -> String {
    let text = format!("tengen-book 1\n{variant}\n{}\n", lines.join("\n"));
    format!("{text}end {} {:08x}\n", lines.len(), crc32fast::hash(text.as_bytes()))
}

/// The number of different positions after so many moves from the start, mirrored ones counted once.
fn distinct(engine: &mut dyn Engine, plies: u32) -> usize {
    fn collect(engine: &mut dyn Engine, plies: u32, texts: &mut HashSet<String>) {
        if plies == 0 {
            texts.insert(engine.canonical_text());
            return;
        }
        for text in engine.legal_texts() {
            engine.play_text(engine.side_to_move(), &text).unwrap();
            collect(engine, plies - 1, texts);
            engine.undo(1).unwrap();
        }
    }
    let mut texts = HashSet::new();
    collect(engine, plies, &mut texts);
    texts.len()
}

/// Othello has 1, 3 and 14 different positions after 1 to 3 plies. An eighth of a board of 15 lines, its edges counted,
/// has 36 points.
#[test]
fn mirrored_positions_are_one() {
    let mut othello = GAMES.open("othello", None, None).unwrap();
    assert_eq!([1, 2, 3].map(|plies| distinct(&mut *othello, plies)), [1, 3, 14]);
    let mut gomoku = GAMES.open("gomoku", None, Some(Size::square(15))).unwrap();
    assert_eq!(distinct(&mut *gomoku, 1), 36);
    // The canonical text is a position of the game, with as many moves and the same canonical text.
    for _ in 0..20 {
        let text = othello.legal_texts()[0].clone();
        othello.play_text(othello.side_to_move(), &text).unwrap();
        let (canonical, moves) = (othello.canonical_text(), othello.legal_texts().len());
        let mut mirrored = GAMES.open("othello", None, None).unwrap();
        mirrored.set_position_text(&canonical).unwrap();
        assert_eq!((mirrored.canonical_text(), mirrored.legal_texts().len()), (canonical, moves));
    }
    // Not all symmetries of a mill board are a square's, and reserves are part of the position.
    let mill = GAMES.open("mill", None, None).unwrap();
    assert_eq!(mill.canonical_text(), mill.position_text());
}

/// A book compares positions by their keys: the image of a position is the position, and so is a file's that has it turned.
#[test]
fn a_position_is_known_however_its_file_turns_it() {
    let folder = Folder::new("book-turned");
    let file = folder.join("turned.book");
    let mut othello = host(1, 0).session();
    let lines = ["OOO./.XO./..X./....:b 700 3 100 leaf", "....:b 1 1 100 leaf"];
    fs::write(&file, book_text(&othello.variant(), &lines[..1])).unwrap();
    let book = load(&file, &othello.variant()).unwrap();
    for image in ["OOO./.XO./..X./....:b", ".OOO/.OX./.X../....:b", "..../.X../.OX./.OOO:b", "O.../OX../OOX./....:b"] {
        othello.set_position_text(image).unwrap();
        assert_eq!(book.entry(&*othello).map(|entry| entry.score), Some(700), "{image}");
    }
    for other in ["OOO./.XO./..X./....:w", "OOO./.XX./..X./....:b"] {
        othello.set_position_text(other).unwrap();
        assert_eq!(book.entry(&*othello), None, "{other}");
    }
    fs::write(&file, book_text(&othello.variant(), &lines)).unwrap();
    let error = load(&file, &othello.variant()).unwrap_err().to_string();
    assert!(error.contains("turned.book, line 4: expected 4 rows of 4 places"), "{error}");
    // Plies without a removal are no part of the key of repetition, but of the position.
    let mut mill = GAMES.open("morris9", None, None).unwrap();
    let lines = [0, 1, 40].map(|quiet| format!("X..O.X../..O...../.X.O.X.O/B/0/0/{quiet} {quiet} 3 100 leaf"));
    fs::write(&file, book_text(&mill.variant(), &lines.each_ref().map(String::as_str))).unwrap();
    let book = load(&file, &mill.variant()).unwrap();
    for quiet in [0, 1, 40] {
        mill.set_position_text(&format!("X..O.X../..O...../.X.O.X.O/B/0/0/{quiet}")).unwrap();
        assert_eq!(book.entry(&*mill).map(|entry| entry.score), Some(quiet));
    }
    book.save(&file).unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), book_text(&mill.variant(), &lines.each_ref().map(String::as_str)));
}

#[test]
fn shallow_searches_grow_to_the_value_of_the_game() {
    let book = grown(usize::MAX, 5);
    let mut engine = host(2, 0).session();
    let start = *book.entry(&*engine).unwrap();
    // White wins 4x4 by 10 discs, the empty squares counted.
    assert_eq!(engine.scale().points(start.score), Some(-10.0));
    let (inner, _) = values_from_the_start(&book, &mut *engine, 500);
    assert!(inner > 20, "{inner}");
}

/// Walks from the start through so many positions of the book, or all, and asserts that an inner one has the value of its
/// best reply, turned round. The number of inner ones, and of all.
fn values_from_the_start(book: &Book, engine: &mut dyn Engine, most: usize) -> (usize, usize) {
    let mut inner = 0;
    let mut seen = HashSet::from([engine.canonical_text()]);
    let mut open = VecDeque::from([engine.position_text()]);
    while let Some(text) = open.pop_front() {
        engine.set_position_text(&text).unwrap();
        let entry = *book.entry(engine).unwrap();
        let choices = book.choices(engine);
        assert_eq!(choices.is_empty(), entry.state != EntryState::Inner);
        if let Some(best) = choices.iter().map(|choice| before_move(choice.entry.score)).max() {
            assert_eq!((entry.score, choices[0].score), (best, best), "{text}");
            inner += 1;
        }
        for BookChoice { mv, .. } in choices {
            engine.play(engine.side_to_move(), Turn::Move(mv)).unwrap();
            if seen.len() < most && seen.insert(engine.canonical_text()) {
                open.push_back(engine.position_text());
            }
            engine.undo(1).unwrap();
        }
    }
    (inner, seen.len())
}

/// Othello that counts the sessions that are opened.
static COUNTED: Games = Games(&[GameEntry { open: counted, ..GameEntry::of::<Othello>() }]);

static OPENED: AtomicUsize = AtomicUsize::new(0);

fn counted(rule: &str, size: Size, options: &PlayerOptions) -> Option<Result<Box<dyn Engine>, EngineError>> {
    OPENED.fetch_add(1, Relaxed);
    open::<Othello>(rule, size, options)
}

/// A session has a player made, which may open hundreds of files.
#[test]
fn a_move_of_the_book_opens_no_session() {
    let settings = Settings { threads: 1, hash: 1, depth: Some(2), ..Settings::default() };
    let mut host = Host::new(COUNTED, settings, Resources::new(1, 1));
    host.set_size(Size::square(4)).unwrap();
    host.set_book(grown(10, 2));
    let (opened, stop) = (OPENED.load(Relaxed), Stop::new());
    for _ in 0..3 {
        let color = host.engine().side_to_move();
        let query = host.query_for(color, &stop);
        let answer = host.generate(color, &query, false, &mut |_| ()).unwrap();
        assert_eq!(answer.report.nodes, 0, "it is the book's");
        host.engine_mut().play(color, answer.turn).unwrap();
        host.engine_mut().undo(1).unwrap();
    }
    assert_eq!(OPENED.load(Relaxed), opened);
}

/// A reply is new to all positions that it follows, whichever of them it was searched for, and may be searched for two of
/// them at the same time.
#[test]
fn values_hold_while_a_book_grows() {
    let mut host = host(1, 0);
    host.set_size(Size::square(6)).unwrap();
    host.configure(Settings { threads: 3, ..*host.settings() });
    let mut grower = Grower::new(&host, Book::new(host.engine().variant())).unwrap();
    while grower.book().len() < 2000 && grower.grow().unwrap() {}
    let (inner, reached) = values_from_the_start(grower.book(), &mut *host.session(), usize::MAX);
    assert!(inner > 500 && reached == grower.book().len(), "{inner} of {reached}");
}

#[test]
fn a_book_is_kept_and_goes_on_growing() {
    let folder = Folder::new("book-kept");
    let (file, book) = (folder.join("kept.book"), grown(30, 2));
    book.save(&file).unwrap();
    let loaded = load(&file, book.variant()).unwrap();
    assert_eq!(loaded, book);
    let host = host(2, 0);
    let mut grower = Grower::new(&host, loaded).unwrap();
    while grower.book().len() < 60 && grower.grow().unwrap() {}
    assert!(grower.book().len() >= 60);
    let other = Variant { size: Size::square(6), ..book.variant().clone() };
    let error = load(&file, &other).unwrap_err();
    assert!(error.to_string().ends_with("kept.book is of Othello normal 4, not of Othello normal 6"), "{error}");
}

#[test]
fn a_damaged_book_is_refused_by_line() {
    let folder = Folder::new("book-damaged");
    let (file, book) = (folder.join("damaged.book"), grown(10, 2));
    book.save(&file).unwrap();
    let whole = fs::read(&file).unwrap();
    let read = |bytes: &[u8]| {
        fs::write(&file, bytes).unwrap();
        load(&file, book.variant())
    };
    for end in 0..whole.len() - 1 {
        let error = read(&whole[..end]).unwrap_err();
        assert!(matches!(error, BookError::Damaged { .. }), "{end}: {error}");
    }
    for place in 0..whole.len() - 1 {
        for change in [0x01, 0x80] {
            let mut bytes = whole.clone();
            bytes[place] ^= change;
            read(&bytes).map(|book| book.len()).unwrap_err();
        }
    }
    let error = read(b"(;GM[2])\n").unwrap_err();
    assert!(error.to_string().ends_with("damaged.book, line 1: expected tengen-book 1"), "{error}");
    assert_eq!(read(&whole).unwrap(), book);
    assert!(matches!(load(&folder.join("no.book"), book.variant()), Err(BookError::Io { .. })));
}

/// As an editor of another system, or a version control system, leaves it.
#[test]
fn a_book_is_its_text_whatever_its_line_ends() {
    let folder = Folder::new("book-line-ends");
    let (file, book) = (folder.join("ends.book"), grown(10, 2));
    book.save(&file).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    for written in [text.replace('\n', "\r\n"), format!("\u{feff}{text}"), text.trim_end().to_owned()] {
        fs::write(&file, &written).unwrap();
        assert_eq!(load(&file, book.variant()).unwrap(), book, "{written:?}");
    }
    fs::write(&file, text.replace("leaf", "leav").replace('\n', "\r\n")).unwrap();
    let error = load(&file, book.variant()).unwrap_err();
    assert!(error.to_string().ends_with(": the checksum is another: the file is damaged"), "{error}");
}

#[test]
fn a_book_that_cannot_be_written_leaves_the_old_one() {
    let folder = Folder::new("book-old");
    let (file, book) = (folder.join("old.book"), grown(10, 2));
    book.save(&file).unwrap();
    // What a run that was killed while it wrote leaves behind does no harm.
    let unfinished = folder.join("old.book.new");
    fs::write(&unfinished, "tengen-book 1\nOthe").unwrap();
    assert_eq!(load(&file, book.variant()).unwrap(), book);
    fs::remove_file(&unfinished).unwrap();
    fs::create_dir(&unfinished).unwrap();
    assert!(matches!(grown(20, 2).save(&file), Err(BookError::Io { .. })));
    assert_eq!(load(&file, book.variant()).unwrap(), book);
}

fn ask(host: &Host, book: bool) -> Answer {
    let (color, stop) = (host.engine().side_to_move(), Stop::new());
    let query = host.query_for(color, &stop);
    if book { host.generate(color, &query, false, &mut |_| ()) } else { host.think(color, &query, &mut |_| ()) }
        .unwrap()
}

#[test]
fn moves_of_the_book_are_played_without_a_search() {
    let (mut starts, book) = (HashSet::new(), grown(40, 2));
    for seed in 0..30 {
        let mut host = host(2, seed);
        assert!(ask(&host, true).report.nodes > 0, "there is no book yet");
        host.set_book(book.clone());
        let answer = ask(&host, true);
        assert_eq!((answer.report.nodes, Turn::Move(answer.report.lines[0].pv[0])), (0, answer.turn));
        assert!(answer.report.lines[0].pv.len() > 3, "the book knows how to go on");
        assert_eq!(ask(&host, true), answer, "a seed's choice stays");
        assert!(ask(&host, false).report.nodes > 0, "who wants a search gets one");
        starts.insert(answer.text());
        // A game by the book is one by the rules, whichever way it is turned.
        while host.engine().outcome().is_none() {
            let (color, answer) = (host.engine().side_to_move(), ask(&host, true));
            host.accept(color, answer, Duration::ZERO).unwrap();
        }
    }
    assert_eq!(starts.len(), 4, "the four first moves are as good: {starts:?}");
    let mut host = host(2, 0);
    host.set_book(book);
    host.set_size(Size::square(6)).unwrap();
    assert!(ask(&host, true).report.nodes > 0, "the book is of another size");
}

/// What the release has: every position is reached from the start, and the book knows what every player's handbook says
/// of the three answers to the first move: that the parallel one is the worst.
#[test]
fn the_book_of_the_release_is_whole() {
    let mut othello = GAMES.open("othello", None, None).unwrap();
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("books/othello.book");
    let book = load(&file, &othello.variant()).unwrap();
    let start = othello.position_text();
    let (inner, reached) = values_from_the_start(&book, &mut *othello, usize::MAX);
    assert_eq!(reached, book.len());
    let folder = Folder::new("book-of-the-release");
    let again = folder.join("again.book");
    book.save(&again).unwrap();
    assert!(fs::read(&again).unwrap() == fs::read(&file).unwrap(), "what is written is not what was read");
    assert!(inner > book.len() / 4, "{inner} of {reached}");
    othello.set_position_text(&start).unwrap();
    othello.play_text(Color::Black, "f5").unwrap();
    let root = othello.root(Color::White).unwrap();
    let choices = book.choices(&mut *othello).into_iter();
    let answers: Vec<_> = choices.flat_map(|choice| root.texts(&[choice.mv])).collect();
    assert_eq!(answers.last().unwrap(), "F4", "{answers:?}");
}

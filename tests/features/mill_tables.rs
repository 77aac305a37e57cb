//! Tables as the program uses them: made, shown, checked and damaged by its own command, and what the player makes of them.

use crate::common::folder::Folder;
use crate::common::program::{self, TENGEN};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use tengen_core::game::{Game, Notation};
use tengen_core::playable::{PlayerOptions, TablesFolder};
use tengen_core::search::{Limits, Resources, Stop};
use tengen_games::GAMES;
use tengen_games::mill::{Mill, RuleSet};
use tengen_session::{Host, Settings};

fn tengen(words: &str, folder: &Path) -> Command {
    let words = words.split(' ').map(|word| if word == "DIR" { folder.to_str().unwrap() } else { word });
    let mut command = Command::new(TENGEN);
    command.args(words).stdin(Stdio::null());
    command
}

/// Standard output, of a run that ended well.
fn text(words: &str, folder: &Path) -> String {
    program::success(tengen(words, folder))
}

/// What a failed run says.
fn error(words: &str, folder: &Path) -> String {
    program::failure(tengen(words, folder))
}

const MAKE: &str = "tables --rule morris9 --until 4-3 --dir DIR --threads 2";
const LIST: &str = "3-3 140621 269 28736 26\n4-3 75397 681906 3095 10\n3-4 102281 658117 0 11\n";

#[test]
fn tables_are_made_shown_and_checked() {
    let folder = Folder::new("tables-made");
    let made = text(MAKE, &folder);
    assert!(made.starts_with("2 of 2 steps are left: 1,936,100 positions, about "), "{made}");
    assert!(made.ends_with(LIST), "{made}");
    assert_eq!(text("tables --rule lasker --list --dir DIR", &folder), LIST, "the moving phase is the same");
    assert_eq!(text("tables --rule chengsan --list --dir DIR", &folder), "", "and here it is not");
    assert!(text(MAKE, &folder).starts_with("0 of 2 steps are left"));
    let checked = text("tables --rule morris9 --verify --sample 20000 --dir DIR", &folder);
    assert!(
        checked.starts_with("3 tables, 0 damaged or missing, ")
            && checked.ends_with(" 0 without all tables, 0 wrong\n"),
        "{checked}"
    );
    let stats = text("tables --rule morris9 --stats --dir DIR", &folder);
    assert!(stats.lines().last().unwrap().trim().starts_with("all"), "{stats}");
    let page = folder.join("stats.html");
    let report = format!("tables --rule morris9 --stats --dir DIR --report {}", page.display());
    assert_eq!(text(&report, &folder), stats);
    let written = fs::read_to_string(&page).unwrap();
    assert!(written.contains("Tables of morris9") && written.contains("82.90 % wins, 0.16 % draws, 16.94 % losses"));
    assert_eq!(text(&report, &folder), stats, "a page is written over");
    fs::write(&page, "something else").unwrap();
    assert!(error(&report, &folder).contains("it is there and is no page; name another file"));
}

/// A command whose files may have so many blocks of 512 bytes; `trap` says what becomes of it where one has more.
#[cfg(unix)]
fn with_short_files(blocks: u32, trap: &str, command: &Command) -> Command {
    let mut limited = Command::new("sh");
    limited
        .args(["-c", &format!("{trap} ulimit -c 0; ulimit -f {blocks}; exec \"$@\""), "sh", TENGEN])
        .args(command.get_args())
        .stdin(Stdio::null());
    limited
}

/// A run that is killed at any byte that it writes leaves whole files only, and the next one ends with the same bytes.
#[cfg(unix)]
#[test]
fn a_killed_run_goes_on_where_it_was() {
    let (whole, killed) = (Folder::new("tables-whole"), Folder::new("tables-killed"));
    text(MAKE, &whole);
    // 3-3 has 97 blocks, 4-3 has 19 and 3-4 has 68: the system kills what would write more.
    for (made_before, blocks) in [("", [1, 40, 96]), ("3-3", [1, 18, 60])] {
        if !made_before.is_empty() {
            text(&MAKE.replace("4-3", made_before), &killed);
        }
        for blocks in blocks {
            program::failure(with_short_files(blocks, "", &tengen(MAKE, &killed)));
            for file in fs::read_dir(&killed).unwrap().map(|file| file.unwrap().path()) {
                if file.extension().is_some_and(|extension| extension == "tgmt") {
                    assert_eq!(fs::read(&file).unwrap(), fs::read(whole.join(file.file_name().unwrap())).unwrap());
                }
            }
        }
    }
    text(MAKE, &killed);
    for file in ["3-3", "4-3", "3-4"].map(|sector| format!("lines16-flying-{sector}.tgmt")) {
        assert_eq!(fs::read(killed.join(&file)).unwrap(), fs::read(whole.join(&file)).unwrap(), "{file}");
    }
}

#[test]
fn two_makers_do_not_share_a_folder() {
    let folder = Folder::new("tables-locked");
    let lock = fs::File::create(folder.join(".lock")).unwrap();
    lock.lock().unwrap();
    assert!(error(MAKE, &folder).contains("tables are being made here by another program"));
    drop(lock);
    text(MAKE, &folder);
}

/// Without flying the moving phase is that of chengsan, whatever the rule set is called.
#[test]
fn options_that_tables_know_share_them() {
    let folder = Folder::new("tables-options");
    let chengsan = text("tables --rule chengsan --until 4-3 --dir DIR", &folder);
    assert_eq!(
        text("tables --rule morris9+fly0 --list --dir DIR", &folder),
        text("tables --rule chengsan --list --dir DIR", &folder)
    );
    assert!(!chengsan.is_empty());
    let made = text("tables --rule morris12+fly0 --until 3-3 --dir DIR", &folder);
    assert!(made.contains("3-3 "), "{made}");
    let checked = text("tables --rule morris12+fly0 --verify --sample 1000000 --dir DIR", &folder);
    assert!(
        checked.contains("1 tables, 0 damaged or missing, 169626 values compared, 0 without all tables, 0 wrong"),
        "{checked}"
    );
}

/// What is wrong with the tables that are given, and how many of them are used by and by.
#[test]
fn tables_that_are_of_no_use_are_said() {
    let folder = Folder::new("tables-idle");
    text("tables --rule morris9 --until 3-3 --dir DIR", &folder);
    let script = "json-players\nset_rule morris9\njson-players\nset_rule lasker\njson-players\nset_rule morris12\n\
                  json-players\nset_rule morris9+fly4\njson-players\nset_game othello\njson-players\n";
    let input = folder.join("script");
    fs::write(&input, script).unwrap();
    let used = |options: &str| {
        let mut command = tengen(options, &folder);
        let output = command.stdin(fs::File::open(&input).unwrap()).output().unwrap();
        assert!(output.status.success());
        let answers = String::from_utf8_lossy(&output.stdout);
        let players = answers.lines().filter_map(|line| line.strip_prefix("= {"));
        let counts: Vec<_> = players.map(|text| text.rsplit_once("\"tables\":").unwrap().1.to_owned()).collect();
        (counts, program::errors(&output))
    };
    let (counts, errors) = used("--game mill --tables DIR");
    assert_eq!(counts, ["0}", "1}", "1}", "0}", "0}", "0}"]);
    for rule in ["Mill, zhiqi", "Mill, morris12", "Mill, morris9+fly4", "Othello, normal"] {
        let told = format!("{} has no tables for the player tengen of {rule}; it plays without", folder.display());
        assert_eq!(errors.matches(&told).count(), 1, "{rule}: {errors}");
    }
    assert_eq!(errors.matches("has no tables").count(), 4, "{errors}");
    let (counts, errors) = used("--game mill");
    assert!(counts.iter().all(|count| count == "null}") && errors.is_empty(), "{errors}");
}

#[test]
fn what_cannot_be_made_is_said() {
    let own = Folder::new("tables-refused");
    let folder = own.join("tables");
    assert!(error("tables --dir DIR", &folder).contains("zhiqi needs no tables"));
    assert!(
        error("tables --rule morris9 --until 10-3 --dir DIR", &folder).contains("morris9 begins with 9 stones a side")
    );
    assert!(error("tables --rule chengsan --placement --dir DIR", &folder).contains("made without --placement"));
    assert!(error("tables --rule morris9 --until 2-3 --dir DIR", &folder).contains("expected stones against stones"));
    assert!(error("tables --rule checkers --dir DIR", &folder).contains("there is no rule set checkers"));
    assert!(error("tables --rule morris9+fly4 --dir DIR", &folder).contains("there are no tables of morris9+fly4"));
    assert!(
        error("tables --rule morris9+fly4 --list --dir DIR", &folder).contains("there are no tables of morris9+fly4")
    );
    assert!(error("tables --rule morris9+fly5 --dir DIR", &folder).contains("morris9 has no option fly5"));
    for rule in ["morris9+fly4", "lasker+draw50", "morris12+multiple", "chengsan+any"] {
        let refused = error(&format!("--game mill --rule {rule} --tables ."), &folder);
        assert!(refused.contains(&format!("Mill has no tables of the rule set {rule}")), "{refused}");
    }
    fs::write(&folder, "").unwrap();
    assert!(error(MAKE, &folder).contains("expected a folder"));
    assert!(error("--game othello --tables .", &folder).contains("Othello has no tables"));
    assert!(error("--game mill --tables DIR", &folder).contains("cannot read the folder"));
    assert!(error("--game mill --cache 100", &folder).contains("name it with --tables"));
}

/// Where the disk is full, or nothing can be written, that is said, nothing half written stays, and the next run goes on.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_nothing_half_written() {
    let folder = Folder::new("tables-full");
    // The limit on a file's size stands for the disk's: 3-3 takes more than 20 KiB.
    let said = program::failure(with_short_files(40, "trap '' XFSZ;", &tengen(MAKE, &folder)));
    assert!(said.contains("lines16-flying-3-3.tgmt") && said.contains("File too large"), "{said}");
    let left: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, [".lock"]);
    assert!(text(MAKE, &folder).ends_with(LIST));
    let nowhere = error(MAKE, Path::new("/proc/tables"));
    assert!(nowhere.contains("/proc/tables: "), "{nowhere}");
}

/// A file that is not what it should be is named, not used, and made anew.
#[test]
fn files_that_are_not_right_are_not_used() {
    let folder = Folder::new("tables-damaged");
    text(MAKE, &folder);
    let file = folder.join("lines16-flying-3-3.tgmt");
    let whole = fs::read(&file).unwrap();
    let flipped = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        bytes
    };
    let other = fs::read(folder.join("lines16-flying-4-3.tgmt")).unwrap();
    for (bytes, said) in [
        (vec![], "it is not whole"),
        (whole[..whole.len() - 1].to_vec(), "it is not whole"),
        ([&whole[..], b"x"].concat(), "it is not whole"),
        (b"no table, but long enough for one: .......................".to_vec(), "it is no table"),
        (flipped(4), "it was made by another version of the program"),
        (flipped(7), "it is of rules or a size that no game here has"),
        (flipped(20), "it is damaged"),
        (other, "it is a table of another game or sector"),
    ] {
        fs::write(&file, bytes).unwrap();
        let output = tengen("tables --rule morris9 --list --dir DIR", &folder).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(said) && error.contains("lines16-flying-3-3.tgmt"), "{said}: {error}");
        assert!(!String::from_utf8(output.stdout).unwrap().contains("3-3 "));
        let verify = tengen("tables --rule morris9 --verify --sample 100 --dir DIR", &folder).output().unwrap();
        let (found, error) = (String::from_utf8(verify.stdout).unwrap(), String::from_utf8(verify.stderr).unwrap());
        assert!(!verify.status.success() && found.starts_with("2 tables, 1 damaged or missing, "), "{said}: {found}");
        assert!(error.contains(said) && !error.contains("missing"), "{said}: {error}");
        let stones = "solve --game mill --rule morris9 --threads 1 --tables DIR";
        assert!(tengen(stones, &folder).output().unwrap().status.success(), "play goes on: {said}");
    }
    text(MAKE, &folder);
    assert_eq!(fs::read(&file).unwrap(), whole);
    // Where the header is right, a damaged block is found when it is read.
    fs::write(&file, flipped(whole.len() - 9)).unwrap();
    let output = tengen("tables --rule morris9 --verify --sample 0 --dir DIR", &folder).output().unwrap();
    assert!(!output.status.success() && String::from_utf8_lossy(&output.stderr).contains("it is damaged"));
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "3 tables, 1 damaged or missing, 0 values compared, 0 without all tables, 0 wrong\n"
    );
}

/// A table that the values of others come from is missed; where there is none at all, nothing was checked.
#[test]
fn tables_that_are_missing_are_named() {
    let folder = Folder::new("tables-missing");
    text(MAKE, &folder);
    let verify = "tables --rule morris9 --verify --sample 0 --dir DIR";
    for missing in ["lines16-flying-4-3.tgmt", "lines16-flying-3-3.tgmt"] {
        fs::remove_file(folder.join(missing)).unwrap();
        let said = error(verify, &folder);
        assert!(said.contains(&format!("{missing}: it is missing")), "{said}");
    }
    fs::remove_file(folder.join("lines16-flying-3-4.tgmt")).unwrap();
    assert!(error(verify, &folder).contains("there are no tables of morris9 in "));
}

/// Where tables know all that comes after placing, the winner is proven; where one of them turns out damaged, nothing is.
#[test]
fn what_cannot_be_read_proves_nothing() {
    let folder = Folder::new("tables-unreadable");
    text("tables --rule chengsan --until 4-4 --dir DIR --threads 2", &folder);
    fs::write(folder.join("position"), "X..O..../......../......../B/3/3/0").unwrap();
    let solve = || {
        let file = folder.join("position");
        let words = format!("solve {} --game mill --rule chengsan --wld --threads 1 --tables DIR", file.display());
        tengen(&words, &folder).output().unwrap()
    };
    let said = |output: &std::process::Output| String::from_utf8(output.stdout.clone()).unwrap();
    let whole = solve();
    assert!(said(&whole).contains("1 position: 1 proven") && whole.stderr.is_empty(), "{whole:?}");
    let file = folder.join("lines16-sliding-4-4.tgmt");
    let mut bytes = fs::read(&file).unwrap();
    bytes[1000..].iter_mut().step_by(500).for_each(|byte| *byte ^= 1);
    fs::write(&file, bytes).unwrap();
    let damaged = solve();
    assert!(said(&damaged).contains("1 position: 0 proven"), "{damaged:?}");
    assert!(String::from_utf8_lossy(&damaged.stderr).contains("it is damaged"), "{damaged:?}");
}

/// A position of the graded endings: its text, the value for the side to move, and those of its moves.
fn graded() -> impl Iterator<Item = (&'static str, &'static str, char, Vec<(&'static str, char)>)> {
    include_str!("../data/positions/mill_graded_morris9.txt").lines().map(|line| {
        let fields: Vec<_> = line.split(';').collect();
        let class = |text: &str| text.chars().next().unwrap();
        let moves = fields[4].split(',').map(|field| field.split_once(':').unwrap());
        (fields[0], fields[1], class(fields[2]), moves.map(|(mv, value)| (mv, class(value))).collect())
    })
}

fn host(options: PlayerOptions) -> Host {
    let mut host = Host::new(GAMES, Settings::default(), Resources::new(1, 16));
    host.set_game("mill").unwrap();
    host.set_rule("morris9").unwrap();
    host.set_options(options).unwrap();
    host
}

/// The endings where a move of so many nodes was not worth what the position is, of those whose sectors are not left out.
fn mistakes(host: &mut Host, nodes: u64, left_out: &[&str]) -> Vec<&'static str> {
    let mut mistakes = Vec::new();
    for (position, sector, value, moves) in graded() {
        if left_out.contains(&sector) {
            continue;
        }
        host.engine_mut().set_position_text(position).unwrap();
        let stop = Stop::new();
        let query = host.query(Limits { nodes: Some(nodes), ..Limits::default() }, &stop);
        let answer = host.think(host.engine().side_to_move(), &query, &mut |_| ()).unwrap();
        let (_, class) = moves.into_iter().find(|(mv, _)| mv.eq_ignore_ascii_case(&answer.text())).unwrap();
        if class != value {
            mistakes.push(position);
        }
    }
    mistakes
}

/// 235 endings that the tables in the program know, and 27 that are searched until they do; where a win takes more than
/// 100 plies without a removal, none is left to lose.
#[test]
fn no_ending_that_the_program_knows_is_given_away() {
    let mut host = host(PlayerOptions::default());
    assert_eq!(mistakes(&mut host, 50_000, &["6-4", "4-6"]), Vec::<&str>::new());
}

#[test]
#[ignore = "a minute; makes the tables of 6-4 first"]
fn no_ending_of_six_against_four_is_given_away() {
    let folder = Folder::new("tables-six");
    text("tables --rule morris9 --until 6-4 --dir DIR", &folder);
    let mut host = host(PlayerOptions::default().and_tables(TablesFolder::new(folder.to_path_buf(), None)));
    assert_eq!(mistakes(&mut host, 200_000, &[]), Vec::<&str>::new());
}

/// The announced plies to the removal are kept: they fall with each move, and the game is won.
#[test]
fn wins_come_by_the_shortest_way_to_the_next_removal() {
    let mut host = host(PlayerOptions::default());
    let won = graded().filter(|&(_, sector, value, _)| value == 'W' && !["6-4", "4-6"].contains(&sector));
    for (position, ..) in won.step_by(7) {
        let mut game = Mill::new(RuleSet::MORRIS9).parse_position(position).unwrap();
        let winner = game.side_to_move();
        let mut left = None;
        while game.outcome().is_none() {
            host.engine_mut().set_position_text(&game.position_text()).unwrap();
            let stop = Stop::new();
            let query = host.query(Limits::default(), &stop);
            let answer = host.think(game.side_to_move(), &query, &mut |_| ()).unwrap();
            let line = &answer.report.lines[0];
            assert!(line.exact, "{}", game.position_text());
            let text = host.engine().scale().text(line.score);
            let plies: u32 = text.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().unwrap();
            assert_eq!(text.starts_with("win") || text.starts_with('#'), game.side_to_move() == winner, "{text}");
            assert!(left.is_none_or(|left| plies < left), "{text} after {left:?}: {}", game.position_text());
            let turn = game.parse_move(&answer.text()).unwrap();
            left = (game.captured(turn) == 0).then_some(plies);
            game.play(turn);
        }
        assert_eq!(game.outcome().unwrap().winner(), Some(winner));
    }
}

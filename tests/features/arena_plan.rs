//! Plans, engines and openings as users write them.

use crate::common::folder::Folder;
use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;
use tengen_arena::header::PairGame;
use tengen_arena::openings::{self, Selection};
use tengen_arena::plan::{ClockSource, Format, Pair, Plan, Shard};
use tengen_arena::spec::{EngineSpec, Thinking, TimeControl};
use tengen_arena::tournament::{self, TournamentError, TournamentSettings};
use tengen_core::progress::NoProgress;
use tengen_games::GAMES;
use tengen_session::clock::TimeSystem;

/// A file of this name, and what is made of it.
pub fn file<T>(name: &str, text: impl AsRef<[u8]>, read: impl FnOnce(&Path) -> T) -> T {
    let folder = Folder::new(&format!("arena-plan-{name}"));
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    read(&path)
}

fn read(path: &Path) -> Result<Plan, TournamentError> {
    tournament::read(path, GAMES, None, &NoProgress)
}

#[test]
fn the_tournament_of_the_docs_is_one() {
    let page = include_str!("../../docs/arena.md");
    let block = page.split("```toml\n").nth(1).unwrap().split("```").next().unwrap();
    // Its folder is not here.
    let plan = file("docs.toml", block.replace("engines/rapfi", "."), read).unwrap();
    assert_eq!(
        plan.engines.iter().map(|engine| engine.name.as_str()).collect::<Vec<_>>(),
        ["tengen", "Rapfi", "patterns"]
    );
    // Three pairings of 40 games.
    assert_eq!((plan.pairings.len(), plan.games()), (3, 120));
    assert_eq!(plan.variant.rule, "renju");
}

#[test]
fn an_engine_is_settings_and_a_command() {
    let text = r#"name="A B" dialect=gomocup init="INFO a 1" init='INFO b 2' dir=x cpu=9 time=5+0.1 OMP=1 ./pbrain -x="1 2" y=z"#;
    let spec: EngineSpec = text.parse().unwrap();
    assert_eq!(spec.name, "A B");
    assert_eq!(spec.command, ["./pbrain", "-x=1 2", "y=z"]);
    assert_eq!(spec.init, ["INFO a 1", "INFO b 2"]);
    assert_eq!((spec.cpu, spec.env["OMP"].as_str(), spec.restart), (Some(9), "1", false));
    let fischer = TimeSystem::Fischer {
        main: Duration::from_secs(5),
        increment: Duration::from_millis(100),
        cap: None,
        move_limit: None,
    };
    assert_eq!(spec.thinking.unwrap().time, Some(TimeControl::Clock(fischer)));
    let plain: EngineSpec = "/opt/bin/tengen --player greedy".parse().unwrap();
    assert_eq!(plain.name, "tengen --player greedy");
}

#[test]
fn wrong_engines_say_what_is_wrong() {
    for (text, expected) in [
        ("", "expected a command"),
        ("name=x", "expected a command"),
        ("colour=red ./a", "unknown field `colour`"),
        ("cpu=much ./a", "invalid type"),
        ("dialect=uci ./a", "unknown variant `uci`"),
        ("./a 'b", "quote"),
        ("time=fast ./a", "expected a time control"),
        ("time=40/60 movetime=1 ./a", "expected a clock for the game"),
        ("margin=-1 ./a", "margin: expected a number of seconds"),
    ] {
        let error = text.parse::<EngineSpec>().unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn time_controls() {
    let s = Duration::from_secs;
    for (text, expected) in [
        ("60", TimeSystem::Absolute { main: s(60) }),
        ("60+2", TimeSystem::Fischer { main: s(60), increment: s(2), cap: None, move_limit: None }),
        ("40/60", TimeSystem::Canadian { main: s(0), period: s(60), stones: 40 }),
        ("60+10/5", TimeSystem::Canadian { main: s(60), period: s(5), stones: 10 }),
    ] {
        let control: TimeControl = text.parse().unwrap();
        assert_eq!(control.system(), expected, "{text}");
        assert_eq!(control.to_string(), text);
    }
    // With a time for each move besides, as Gomocup has it.
    for (time, expected) in [("60", "60 and 5 s/move at most"), ("60+2", "60+2 and 5 s/move at most")] {
        let thinking = Thinking::new(Some(5.0), Some(time), None, None).unwrap();
        assert_eq!(thinking.to_string(), expected);
        let Some(TimeSystem::Fischer { move_limit, .. }) = thinking.time.map(TimeControl::system) else {
            panic!("{thinking:?}");
        };
        assert_eq!(move_limit, Some(s(5)));
    }
    for text in ["", "0", "-1", "x", "1+", "+1", "0/60", "40/0", "1/2+3", "1+2+3", "nan", "inf"] {
        assert!(text.parse::<TimeControl>().is_err(), "{text}");
    }
}

#[test]
fn what_a_side_has_for_its_moves() {
    for (time, limit, moves, seconds) in [
        (Some("60"), None, 7, Some(60.0)),
        (Some("60+2"), None, 7, Some(74.0)),
        (Some("40/60"), None, 10, Some(15.0)),
        (Some("60+10/5"), None, 10, Some(65.0)),
        (None, Some(0.5), 7, Some(3.5)),
        (Some("60+2"), Some(5.0), 7, Some(35.0)),
        (None, None, 7, None),
    ] {
        let thinking = Thinking::new(limit, time, None, None).unwrap();
        let allowed = thinking.time.and_then(|time| time.allowed(moves)).map(|time| time.as_secs_f64());
        assert_eq!(allowed, seconds, "{thinking}");
    }
}

#[test]
fn engines_may_count_their_cpu_time() {
    for (text, clock) in [
        ("./engine --cpu-clock", ClockSource::Wall),
        ("clock=cpu ./engine", ClockSource::Cpu),
        ("/bin/tengen gtp --cpu-clock --threads 1", ClockSource::Cpu),
        ("nice tengen --threads 1", ClockSource::Wall),
        ("clock=wall tengen --cpu-clock", ClockSource::Wall),
    ] {
        assert_eq!(text.parse::<EngineSpec>().unwrap().own_clock(), clock, "{text}");
    }
}

#[test]
fn wrong_tournaments_name_file_and_line() {
    let engines = "[[engine]]\ncommand = \"a\"\n[[engine]]\ncommand = \"b\"\n";
    for (text, expected) in [
        ("game = \"chess\"\n", "line 1: there is no game chess; known: Othello Gomoku Mill"),
        ("seed = 1\ngames = 7\n", "line 2: 7 games"),
        ("game = \"mill\"\nrule = \"go\"\n", "line 2: there is no rule set go"),
        ("\n\ncolour = 1\n", "line 3: unknown field `colour`"),
        ("games = \n", "line 1: "),
        ("time = \"soon\"\n", "line 1: soon: expected a time control"),
        ("margin = -1\n", "line 1: margin: expected a number of seconds"),
        ("format = \"swiss\"\n", "line 1: unknown variant `swiss`"),
    ] {
        let error = file("wrong.toml", format!("{text}{engines}"), read).unwrap_err().to_string();
        assert!(error.contains("wrong.toml") && error.contains(expected), "{error}");
    }
    let twice = "[[engine]]\ncommand = \"a\"\n\n[[engine]]\ncommand = \"a\"\n";
    let error = file("twice.toml", twice, read).unwrap_err().to_string();
    assert!(error.contains("two engines are called \"a\""), "{error}");
    let no_command = format!("{engines}[[engine]]\nname = \"c\"\n");
    let error = file("none.toml", &no_command, read).unwrap_err().to_string();
    assert!(error.contains("line 5: missing field `command`"), "{error}");
}

#[test]
fn shards_part_a_plan_and_every_game_has_its_own_id() {
    let engines: Vec<EngineSpec> = ["a", "b", "c"].iter().map(|name| name.parse().unwrap()).collect();
    let settings = TournamentSettings { games: 14, ..TournamentSettings::default() };
    let plan = settings.plan(engines, GAMES, None, &NoProgress).unwrap();
    assert_eq!(plan.games(), 42);
    let mut numbers = Vec::new();
    let mut ids = std::collections::BTreeSet::new();
    for shard in ["1/4", "2/4", "3/4", "4/4"] {
        for pair in plan.pairs(shard.parse::<Shard>().unwrap()) {
            for game in PairGame::BOTH {
                numbers.push(plan.number(pair, game));
                ids.insert(plan.id(pair, game));
            }
        }
    }
    numbers.sort_unstable();
    assert_eq!(numbers, (0..42).collect::<Vec<_>>());
    assert_eq!(ids.len(), 42);
    for wrong in ["0/4", "5/4", "1", "a/b", "1/0", "-1/2"] {
        assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
    }
}

#[test]
fn formats_pair_as_they_say() {
    let engines: Vec<EngineSpec> = ["a", "b", "c", "d"].iter().map(|name| name.parse().unwrap()).collect();
    let pairings = |format| Plan::pairings(format, 1, &engines).unwrap();
    assert_eq!(pairings(Format::RoundRobin), [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]);
    assert_eq!(pairings(Format::Gauntlet), [(0, 1), (0, 2), (0, 3)]);
    assert_eq!(pairings(Format::Ladder), [(0, 1), (1, 2), (2, 3)]);
    // Two seeds meet all others, not each other.
    let seeded = |format, seeds| Plan::pairings(format, seeds, &engines);
    assert_eq!(seeded(Format::Gauntlet, 2).unwrap(), [(0, 2), (0, 3), (1, 2), (1, 3)]);
    for (format, seeds) in [(Format::Gauntlet, 0), (Format::Gauntlet, 4), (Format::RoundRobin, 2), (Format::Ladder, 2)]
    {
        assert!(seeded(format, seeds).unwrap_err().to_string().contains(&format!("{seeds} seeds: ")), "{format:?}");
    }
}

/// A position and all that a turn or a mirror makes of it, from a board drawn as text: the least of the eight.
fn least_image(moves: &[String]) -> String {
    let mut session = GAMES.open("othello", None, None).unwrap();
    for text in moves {
        session.play_text(session.side_to_move(), text).unwrap();
    }
    let text = session.position_text();
    let (rows, side) = text.split_once(':').unwrap();
    let mut board: Vec<Vec<char>> = rows.split('/').map(|row| row.chars().collect()).collect();
    let mut images = Vec::new();
    for _ in 0..4 {
        board = (0..8).map(|row| (0..8).map(|col| board[7 - col][row]).collect()).collect();
        images.push(board.iter().flatten().collect::<String>());
        images.push(board.iter().rev().flatten().collect::<String>());
    }
    images.into_iter().min().unwrap() + side
}

/// Every line of so many moves.
fn lines(plies: usize) -> Vec<Vec<String>> {
    (0..plies).fold(vec![Vec::new()], |lines, _| {
        let longer = |line: &Vec<String>| {
            let mut session = GAMES.open("othello", None, None).unwrap();
            for text in line {
                session.play_text(session.side_to_move(), text).unwrap();
            }
            session.legal_texts().into_iter().map(|text| [&line[..], &[text]].concat()).collect::<Vec<_>>()
        };
        lines.iter().flat_map(longer).collect()
    })
}

#[test]
fn random_openings_are_distinct_even_turned_and_mirrored() {
    let variant = GAMES.open("othello", None, None).unwrap().variant();
    let get = |count, plies, seed| {
        let list = openings::balanced(count, &Selection::quick(plies, plies + 16), GAMES, &variant, seed, &NoProgress)
            .unwrap();
        list.into_iter().map(|opening| opening.moves).collect::<Vec<_>>()
    };
    let long = get(150, 4, 1);
    // What is there stays, however many more are wanted.
    assert_eq!(get(40, 4, 1), long[..40]);
    assert_ne!(get(40, 4, 2), long[..40]);
    let positions: HashSet<_> = long.iter().map(|moves| least_image(moves)).collect();
    assert_eq!(positions.len(), 150);
    let (short, longer): (Vec<_>, Vec<_>) = long.iter().partition(|moves| moves.len() == 4);
    let all: HashSet<_> = lines(4).iter().map(|moves| least_image(moves)).collect();
    assert!(short.len() <= all.len() && all.len() < 150, "{} of {}", short.len(), all.len());
    assert!(longer.iter().all(|moves| moves.len() > 4));
}

#[test]
fn openings_of_a_file_that_are_the_same_position_are_one() {
    let engines: Vec<EngineSpec> = ["a", "b"].iter().map(|name| name.parse().unwrap()).collect();
    // The second is the first mirrored, the third is new, the fourth is the third in another order.
    let text = "f5d6\ne6f4\nf5d6c3d3c4\nf5d6c4d3c3\n";
    let plan = |games, settings: TournamentSettings| {
        file("twice.txt", text, |path| {
            let settings = TournamentSettings { games, openings: Some(path.to_owned()), ..settings };
            settings.plan(engines.clone(), GAMES, None, &NoProgress)
        })
    };
    let moves: Vec<_> = plan(4, TournamentSettings::default()).unwrap().openings.into_iter().map(|o| o.moves).collect();
    assert_eq!(moves, [vec!["F5", "D6"], vec!["F5", "D6", "C3", "D3", "C4"]]);
    let error = plan(6, TournamentSettings::default()).unwrap_err().to_string();
    assert!(error.contains("2 distinct openings, and a pairing takes 3; choose fewer games"), "{error}");
    let repeating = TournamentSettings { repeat_openings: true, ..TournamentSettings::default() };
    let plan_of_six = plan(6, repeating).unwrap();
    assert_eq!(plan_of_six.opening(Pair { pairing: 0, opening: 3 }).moves, ["F5", "D6"]);
    let second = TournamentSettings { start: 2, ..TournamentSettings::default() };
    assert_eq!(plan(2, second).unwrap().openings[0].moves.len(), 5);
}

#[test]
fn a_small_game_has_not_enough_openings_for_everything() {
    let engines: Vec<EngineSpec> = ["a", "b"].iter().map(|name| name.parse().unwrap()).collect();
    let settings = TournamentSettings { size: Some(4), games: 100_000, ..TournamentSettings::default() };
    let error = settings.plan(engines, GAMES, None, &NoProgress).unwrap_err().to_string();
    assert!(error.contains("distinct openings, and a pairing takes 50000"), "{error}");
}

#[test]
fn a_plan_that_goes_on_repeats_no_opening_while_there_are_others() {
    let engines: Vec<EngineSpec> = ["a", "b"].iter().map(|name| name.parse().unwrap()).collect();
    for (balanced_random, distinct) in [(4, 20), (1, 1)] {
        let plan = |games, recorded: Option<&Plan>| {
            let settings = TournamentSettings { games, balanced_random, repeat_openings: true, ..Default::default() };
            settings.plan(engines.clone(), GAMES, recorded.map(Plan::header).as_ref(), &NoProgress).unwrap()
        };
        let first = plan(4, None);
        let longer = plan(40, Some(&first));
        assert_eq!(longer.openings.len(), distinct);
        assert_eq!(longer.openings[..first.openings.len()], first.openings);
    }
}

#[test]
fn plans_that_are_joined_name_the_source_of_their_openings() {
    let engines: Vec<EngineSpec> = ["a", "b"].iter().map(|name| name.parse().unwrap()).collect();
    let header = |name: &str, text: &str, games| {
        file(name, text, |path| {
            let settings = TournamentSettings { games, openings: Some(path.to_owned()), ..Default::default() };
            settings.plan(engines.clone(), GAMES, None, &NoProgress).unwrap().header()
        })
    };
    let short = header("short.txt", "f5d6\n", 2);
    let long = header("long.txt", "f5d6\nf5f6\n", 4);
    for (first, later) in [(&short, &long), (&long, &short)] {
        let mut joined = first.clone();
        joined.extend(later.clone());
        assert_eq!((&joined.source, &joined.openings), (&long.source, &long.openings));
    }
}

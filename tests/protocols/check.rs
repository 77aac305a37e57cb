//! `tengen check` on our own engine, and on engines that are ours but for one fault: filters before and behind it.

use crate::common::program::TENGEN;
use serde_json::Value;
use std::process::Command;
use std::thread;

/// What a filter that never waits for more than a line does to what passes.
const FILTER: &str = "LC_ALL=C sed -u";

/// More seconds than any answer takes: no verdict is one of time.
const PATIENCE: &str = "600";

/// The verdicts on an engine, and whether it passes.
pub fn check(engine: &str, options: &[&str]) -> (Value, bool) {
    let output =
        Command::new(TENGEN).args(["check", "--json", "--patience", PATIENCE, engine]).args(options).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!text.is_empty(), "{engine}: {}", String::from_utf8_lossy(&output.stderr));
    (serde_json::from_str(&text).unwrap(), output.status.success())
}

fn points<'a>(report: &'a Value, verdict: &str) -> Vec<&'a Value> {
    report["points"].as_array().unwrap().iter().filter(|point| point["verdict"] == verdict).collect()
}

/// The points that are not as they should be, failures and warnings.
fn wrong(report: &Value) -> Vec<&Value> {
    report["points"].as_array().unwrap().iter().filter(|point| point.get("exchanges").is_some()).collect()
}

fn named<'a>(points: &[&'a Value]) -> Vec<&'a str> {
    points.iter().map(|point| point["point"].as_str().unwrap()).collect()
}

pub fn names<'a>(report: &'a Value, verdict: &str) -> Vec<&'a str> {
    named(&points(report, verdict))
}

const PASSES: [&str; 7] = [
    "explicit pass",
    "implied pass",
    "genmove without a move",
    "genmove behind an implied pass",
    "refused behind an implied pass",
    "undo of a pass",
    "undo of an implied pass",
];

#[test]
fn our_engine_passes_in_every_game() {
    thread::scope(|scope| {
        for (game, skipped) in [("Othello", &[][..]), ("Gomoku", &PASSES), ("Mill", &PASSES)] {
            scope.spawn(move || {
                let engine = format!("{TENGEN} --game {game} --depth 1 --threads 1");
                let (report, passed) = check(&engine, &[]);
                assert!(passed, "{report}");
                assert_eq!(names(&report, "fail"), [""; 0], "{report}");
                assert_eq!(names(&report, "warn"), [""; 0], "{report}");
                assert_eq!(names(&report, "skip"), skipped, "{game}");
                assert_eq!(report["game"], game, "the game is known without being told");
                assert_eq!(report["passed"], 81 - skipped.len());
                for point in points(&report, "skip") {
                    assert_eq!(point["reason"], format!("no side ever had to pass in random games of {game}"));
                }
            });
        }
    });
}

/// A fault, and the points that are failed because of it.
#[derive(Clone, Copy)]
pub struct Fault<'a> {
    pub about: &'a str,
    /// What happens to each line on the way in, and on the way out; programs of sed.
    pub input: &'a str,
    pub output: &'a str,
    /// Said before the engine's first word, and behind its last.
    pub first: &'static str,
    pub last: &'static str,
    pub failed: &'static [&'static str],
    /// What stands in the report of the first of them.
    pub shown: [&'static str; 2],
    /// None of them is required: they are warnings.
    pub passes: bool,
}

pub const NONE: Fault<'_> =
    Fault { about: "", input: "", output: "", first: ":", last: ":", failed: &[], shown: ["", ""], passes: false };

/// The points that watch an engine end. The last of them does not look at what is said.
const ENDS: &[&str] = &[
    "quit",
    "quit behind other commands",
    "commands behind quit",
    "end of input",
    "burst and end of input",
    "last line without its end",
    "end of input behind genmove",
    "end of input during an analysis",
];

const FAULTS: &[Fault<'_>] = &[
    Fault { about: "filters alone are no fault", passes: true, ..NONE },
    Fault {
        about: "a blank before the id",
        output: r"s/^\([=?]\)\([0-9]\)/\1 \2/",
        failed: &["id", "id 0", "no id", "ids of failures", "largest id", "ids of moves"],
        shown: ["= 7 Tengen\n\n", r#""=7 Tengen\n\n""#],
        ..NONE
    },
    Fault {
        about: "ids of failures are lost",
        output: r"s/^?[0-9]\+/?/",
        failed: &["ids of failures"],
        shown: ["? unknown command\n\n", r#""?21 " and the reason"#],
        ..NONE
    },
    Fault {
        about: "another id behind the mark of a move",
        output: r"s/^=3\([0-9]\) /=4\1 /",
        failed: &["ids of moves"],
        shown: ["=41 ", r#""=31" and the move"#],
        ..NONE
    },
    Fault {
        about: "text before a move",
        output: r"/^= [A-H][1-8]$/s/^/thinking\n/",
        failed: &["nothing but responses"],
        shown: ["thinking\n= ", "no text outside the responses"],
        ..NONE
    },
    Fault {
        about: "text behind a move",
        output: r"/^= [A-H][1-8]$/{N;s/$/\nthinking/}",
        failed: &["nothing but responses"],
        shown: ["thinking\n", "no text outside the responses"],
        ..NONE
    },
    Fault {
        about: "a move twice",
        output: r"/^= [A-H][1-8]$/{N;s/.*/&\n&/}",
        failed: &["one response each", "end of input behind genmove"],
        shown: ["", "one response to each command"],
        ..NONE
    },
    Fault {
        about: "an empty line before a move",
        output: r"/^= [A-H][1-8]$/s/^/\n/",
        failed: &["no empty line outside"],
        shown: ["\n= ", "one empty line behind each response"],
        passes: true,
        ..NONE
    },
    Fault {
        about: "no blank before a move",
        output: r"s/^= \([A-H][1-8]\)$/=\1/",
        failed: &["blank before the text"],
        shown: ["", "a blank between the mark"],
        passes: true,
        ..NONE
    },
    Fault {
        about: "a greeting",
        first: "echo Welcome",
        failed: &["no greeting"],
        shown: ["Welcome\n= 2\n\n", "nothing before the first response"],
        passes: true,
        ..NONE
    },
    Fault {
        about: "blank lines are answered",
        input: r"s/^[[:space:]]*$/99 nonsense/",
        // All the answers at once: what comes late is not waited for.
        output: r"/^?99/{:a;N;/Tengen\n$/!ba;s/?99/?/g}",
        failed: &["blank lines"],
        shown: ["? unknown command\n\n? unknown command\n\n? unknown command\n\n= Tengen\n\n", r#""= Tengen\n\n""#],
        ..NONE
    },
    Fault {
        about: "an empty line inside an answer",
        // Each answer at once: behind the empty line nothing is waited for.
        output: r"/./{H;d};x;s/^\n//;s/\n *A B C D[^\n]*\n/&\n/;s/$/\n/",
        failed: &["no empty line inside", "nothing but responses", "no empty line outside"],
        shown: ["", r#"one answer to "showboard", one empty line behind it, none inside"#],
        ..NONE
    },
    Fault {
        about: "carriage returns",
        output: r"s/$/\r/",
        failed: &["line feeds only"],
        shown: ["", "no carriage returns"],
        passes: true,
        ..NONE
    },
    Fault {
        about: "another version of the protocol",
        output: "s/^= 2$/= 2.0/",
        failed: &["protocol_version"],
        shown: ["= 2.0\n\n", r#""= 2\n\n""#],
        ..NONE
    },
    Fault {
        about: "any size is accepted",
        input: "s/^boardsize 1000/boardsize 8/",
        failed: &["boardsize"],
        shown: ["=\n\n", r#""? unacceptable size" to "boardsize 1000""#],
        ..NONE
    },
    Fault {
        about: "an error with its reason behind it",
        output: "s/^? illegal move/&: occupied/",
        failed: &[
            "illegal move",
            "play out of turn",
            "genmove plays",
            "genmove out of turn",
            "refused behind an implied pass",
            "pass with moves to make",
            "play after the end",
        ],
        shown: ["? illegal move: occupied\n\n", r#""? illegal move" to "play w"#],
        ..NONE
    },
    Fault {
        about: "colours in lower case only",
        input: "s/^play [BW]/play x/",
        failed: &["colours"],
        shown: ["? syntax error\n\n", r#"a success of "play B "#],
        ..NONE
    },
    Fault {
        about: "no final_score",
        output: "/^final_score$/d",
        failed: &["commands of matches"],
        shown: ["", "final_score in the list"],
        passes: true,
        ..NONE
    },
    Fault {
        about: "explicit passes are refused",
        input: r"s/^play \([bw]\) pass$/play \1/",
        failed: &["explicit pass", "pass with moves to make"],
        shown: ["? syntax error\n\n", r#"a success of "play"#],
        ..NONE
    },
    Fault {
        about: "a score in a form of its own",
        output: r"s/^= \([BW]\)+/= \1/",
        failed: &["final_score"],
        shown: ["", r#""= "#],
        passes: true,
        ..NONE
    },
    Fault {
        about: "a command that ends the engine",
        input: "/^reg_genmove/Q",
        failed: &["reg_genmove"],
        shown: ["", "an answer, but it crashed: ended with status 0"],
        passes: true,
        ..NONE
    },
    Fault {
        about: "an answer more at the end of the session",
        last: r"printf '=\n\n'",
        failed: ENDS.split_last().unwrap().1,
        shown: ["=\n\n=\n\n", r#""=\n\n""#],
        ..NONE
    },
    Fault {
        about: "an error as exit status",
        last: "exit 3",
        failed: ENDS,
        shown: ["=\n\n", "exit status 0, not 3"],
        ..NONE
    },
    Fault {
        about: "much on standard error",
        first: "seq 1000 >&2",
        failed: &["quiet standard error"],
        shown: ["", "less than 1000 bytes on standard error"],
        passes: true,
        ..NONE
    },
];

/// The engine with the fault, as a command line.
pub fn engine(fault: &Fault<'_>) -> String {
    let Fault { input, output, first, last, .. } = fault;
    let tengen = format!("{TENGEN} --game othello --depth 1 --threads 1");
    // A filter before the engine ends with `quit` as the engine does.
    let script = format!("{first}; {FILTER} -e '{input}' -e '/^quit$/q' | {tengen} | {FILTER} '{output}'; {last}");
    format!("sh -c {}", shlex::try_quote(&script).unwrap())
}

#[test]
fn a_fault_is_named_and_nothing_else() {
    // Most of a check is waiting: some run side by side.
    for faults in FAULTS.chunks(5) {
        thread::scope(|scope| {
            for fault in faults {
                scope.spawn(|| {
                    let (report, passed) = check(&engine(fault), &[]);
                    assert_eq!(named(&wrong(&report)), fault.failed, "{}", fault.about);
                    assert_eq!(passed, fault.passes, "{}", fault.about);
                    assert_eq!(passed, points(&report, "fail").is_empty(), "{}", fault.about);
                    if let Some(point) = wrong(&report).first() {
                        let last = point["exchanges"].as_array().unwrap().last().unwrap();
                        let [received, expected] = fault.shown;
                        assert!(last["received"].as_str().unwrap().contains(received), "{}: {last}", fault.about);
                        let shown = point["expected"].as_str().unwrap();
                        assert!(shown.starts_with(expected), "{}: {shown}", fault.about);
                    }
                });
            }
        });
    }
}

#[test]
fn an_engine_of_an_unknown_game_is_judged_by_what_every_engine_does() {
    let unknown = Fault { output: "/^list_games$/d; /^gogui-rules_game_id$/d", ..NONE };
    let (report, passed) = check(&engine(&unknown), &[]);
    assert!(passed, "{report}");
    assert_eq!(report["game"], Value::Null);
    let skipped = names(&report, "skip");
    assert!(skipped.contains(&"explicit pass") && skipped.contains(&"whole game"), "{skipped:?}");
    assert!(points(&report, "skip").iter().any(|point| point["reason"] == "the rules of its game are not known here"));
    let (report, _) = check(&engine(&unknown), &["--game", "othello"]);
    assert_eq!(report["game"], "Othello");
    assert_eq!(names(&report, "skip"), ["list_games and set_game"]);
}

#[test]
fn an_engine_that_cannot_be_checked_is_an_error() {
    for (engine, message) in [
        ("/no/such/engine", "cannot start /no/such/engine: No such file"),
        ("sh -c 'echo no network >&2; exit 2'", "ended with status 2; standard error: no network"),
        ("dialect=gomocup brain", "only engines that speak GTP can be checked"),
        ("name=Nobody", "expected a command"),
        ("colour=red engine", "unknown field"),
    ] {
        let output = Command::new(TENGEN).args(["check", "--patience", PATIENCE, engine]).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && errors.contains(message), "{engine}: {errors}");
        assert!(output.stdout.is_empty());
    }
}

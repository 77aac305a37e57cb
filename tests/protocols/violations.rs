//! What GTP does not allow in responses: `tengen match` and `tengen check` judge each violation alike.

use crate::check::{Fault, NONE, check, engine, names};
use crate::common::arena::Site;
use crate::common::program::TENGEN;
use std::thread;
use tengen_arena::record::End;

/// A violation: how it is made, the point of a check that is about it, and whether it costs the game.
struct Case {
    fault: Fault<'static>,
    point: &'static str,
    forfeits: bool,
}

/// Moves may have ids, in a match.
const CASES: [Case; 7] = [
    Case {
        fault: Fault { about: "text outside", output: r"s/^=[0-9]* [A-H][1-8]$/thinking\n&/", ..NONE },
        point: "nothing but responses",
        forfeits: true,
    },
    Case {
        fault: Fault { about: "text behind", output: r"/^=[0-9]* [A-H][1-8]$/{N;s/$/\nthinking/}", ..NONE },
        point: "nothing but responses",
        forfeits: true,
    },
    Case {
        fault: Fault { about: "unasked", output: r"/^=[0-9]* [A-H][1-8]$/{N;s/.*/&\n&/}", ..NONE },
        point: "one response each",
        forfeits: true,
    },
    Case {
        fault: Fault { about: "other id", output: r"s/^=[0-9]*\( [A-H][1-8]\)$/=77\1/", ..NONE },
        point: "no other ids",
        forfeits: true,
    },
    Case {
        fault: Fault { about: "greeting", first: r"printf 'Welcome\n\n'", ..NONE },
        point: "no greeting",
        forfeits: false,
    },
    Case {
        fault: Fault { about: "empty lines", output: r"s/^[=?]/\n\n&/", ..NONE },
        point: "no empty line outside",
        forfeits: false,
    },
    Case {
        fault: Fault { about: "no blanks", output: r"s/^\([=?][0-9]*\) /\1/", ..NONE },
        point: "blank before the text",
        forfeits: false,
    },
];

#[test]
fn a_match_and_a_check_judge_alike() {
    let site = Site::new("violations");
    for cases in CASES.chunks(4) {
        thread::scope(|scope| {
            for Case { fault, point, forfeits } in cases {
                let (site, about) = (&site, fault.about);
                scope.spawn(move || {
                    let (report, passed) = check(&engine(fault), &[]);
                    assert_eq!(passed, !forfeits, "{about}: {report}");
                    let verdict = if *forfeits { "fail" } else { "warn" };
                    assert!(names(&report, verdict).contains(point), "{about}: {report}");
                    assert!(passed == names(&report, "fail").is_empty(), "{about}: {report}");
                });
                scope.spawn(move || {
                    let faulty = format!("name=faulty {}", engine(fault));
                    let good = format!("name=good {TENGEN} --depth 1 --threads 1");
                    let record = format!("{about}.jsonl");
                    let words = ["match", &faulty, &good, "--games", "2", "--startup", "3600", "--record", &record];
                    assert!(site.tengen(&words).output().unwrap().status.success());
                    let games = site.games(&record);
                    assert_eq!(games.len(), 2, "{about}");
                    for game in games {
                        let blamed = (game.reason.kind, game.culprit());
                        let expected = if *forfeits { (End::Garbage, Some("faulty")) } else { (End::Rules, None) };
                        assert_eq!(blamed, expected, "{about}: {:?}", game.reason);
                    }
                });
            }
        });
    }
}

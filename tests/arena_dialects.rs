//! Whole games in every dialect: GTP against Gomocup's protocol and the UCI-like one of mill engines.

use std::path::PathBuf;
use std::process::Command;

const TENGEN: &str = env!("CARGO_BIN_EXE_tengen");

fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("arena_dialects");
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Plays a match and returns its report; there must be no fault in it.
fn report(name: &str, a: &str, b: &str, options: &[&str]) -> serde_json::Value {
    let record = folder().join(format!("{name}.jsonl"));
    let _ = std::fs::remove_file(&record);
    let output = Command::new(TENGEN).args(["match", a, b, "--json", "--record"]).arg(&record).args(options).output();
    let output = output.unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["fault_count"], 0, "{}", report["faults"]);
    report
}

#[test]
fn gtp_against_gomocup_under_every_rule() {
    for rule in ["freestyle", "standard", "renju", "caro"] {
        let gtp = format!("name=gtp {TENGEN} --game gomoku --rule {rule} --threads 1 --depth 1");
        let gomocup = format!("name=gomocup dialect=gomocup {TENGEN} gomocup --threads 1");
        let options = ["--game", "gomoku", "--rule", rule, "--games", "4", "--balanced-random", "5", "--depth", "2"];
        let report = report(&format!("gomocup-{rule}"), &gtp, &gomocup, &options);
        assert_eq!(report["games"], 4);
        // What the brain says aloud is read.
        let brain = report["players"].as_array().unwrap().iter().find(|player| player["name"] == "gomocup").unwrap();
        assert!(brain["depth"].as_f64().unwrap() >= 1.0);
        assert!(brain["versions"][0].as_str().unwrap().to_lowercase().contains("tengen"));
    }
}

#[test]
fn gomocup_with_clocks() {
    let gtp = format!("name=gtp {TENGEN} --game gomoku --threads 1");
    let gomocup = format!("name=gomocup dialect=gomocup {TENGEN} gomocup --threads 1");
    for (name, clock) in [("fischer", "--time=1+0.05"), ("moves", "--time=20/1"), ("move", "--movetime=0.05")] {
        let options = ["--game", "gomoku", "--size", "9", "--games", "2", "--margin", "5", clock];
        assert_eq!(report(&format!("clock-{name}"), &gtp, &gomocup, &options)["games"], 2);
    }
}

/// A mill engine that speaks the UCI-like protocol, around our own engine: every removal is a token of its own.
const MILL_UCI: &str = r#"
import subprocess, sys
engine = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
def gtp(command):
    engine.stdin.write(command + "\n"); engine.stdin.flush()
    answer = engine.stdout.readline().strip()
    while engine.stdout.readline().strip(): pass
    return answer
tokens = []
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]: print("id name Wrapped Mill 7\nuciok")
    elif words[:1] == ["isready"]: print("readyok")
    elif words[:1] == ["quit"]: break
    elif words[:1] == ["position"]: tokens = words[3:]
    elif words[:1] == ["go"]:
        gtp("clear_board")
        side = "w"
        for token in tokens:
            if not token.startswith("x"): side = "w" if side == "b" else "b"
            for point in token.lstrip("x").split("-"):
                assert gtp("play %s %s" % (side, point)).startswith("="), (tokens, token)
        answer = gtp("reg_genmove " + side)
        if answer.startswith("?"):
            side = "w" if side == "b" else "b"
            answer = gtp("reg_genmove " + side)
            removal = False
        else:
            removal = bool(tokens)
        move = answer[2:].lower().split("x")
        text = "x" + [part for part in move if part][0] if removal else move[0]
        print("info depth 3 score cp 5 nodes 77 bestmove " + text)
    sys.stdout.flush()
"#;

#[test]
fn gtp_against_the_mill_protocol() {
    let script = folder().join("mill_uci.py");
    std::fs::write(&script, MILL_UCI).unwrap();
    for rule in ["morris9", "lasker", "morris12", "chengsan"] {
        let gtp = format!("name=gtp {TENGEN} --game mill --rule {rule} --threads 1 --depth 2");
        let script = script.display();
        let uci = format!(
            "name=uci dialect=mill-uci python3 {script} {TENGEN} --game mill --rule {rule} --player random --seed 3"
        );
        let options = ["--game", "mill", "--rule", rule, "--games", "4", "--balanced-random", "2"];
        let report = report(&format!("mill-{rule}"), &gtp, &uci, &options);
        assert_eq!(report["games"], 4);
        let wrapped = report["players"].as_array().unwrap().iter().find(|player| player["name"] == "uci").unwrap();
        assert_eq!((&wrapped["depth"], &wrapped["versions"][0]), (&3.0.into(), &"Wrapped Mill 7".into()));
    }
}

"""What the checks of scripts/shards share: a tournament, played by one process and in shards, and the comparison."""

import contextlib
import fcntl
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

from gtp import Verdicts

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARDS = 4
# Engines that are repeatable to the node: one thread, a fixed depth.
PLAYERS = {"deep": "--depth 6", "shallow": "--depth 3", "greedy": "--player greedy"}
GAMES = 20
# A test that is decided long before its games are over.
TESTED_GAMES = 600
TESTED_SHARDS = 8


def free_port():
    """A free port."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@contextlib.contextmanager
def daemon(argv, log):
    """A daemon in the foreground, which ends with the block."""
    with log.open("wb") as output, subprocess.Popen(argv, stdout=output, stderr=subprocess.STDOUT) as process:
        try:
            yield process
        finally:
            process.terminate()


def tournament(folder, tengen, engines=None, count=GAMES, sprt=None):
    """Writes the tournament's file."""
    lines = ["game = 'othello'", f"games = {count}"] + ([f"sprt = '{sprt}'"] if sprt else [])
    for name, arguments in (engines or PLAYERS).items():
        words = [str(pathlib.Path(tengen).resolve()), "--threads", "1", "--hash", "1", *arguments.split()]
        lines += ["[[engine]]", f"name = '{name}'", f"command = {words}"]
    file = folder / "tournament.toml"
    file.write_text("\n".join(lines) + "\n")
    return file


def games(record):
    """The games of a record in its order, without what depends on the clock."""
    lines = [json.loads(line) for line in record.read_text().splitlines()]
    found = [line for line in lines if "id" in line]
    for game in found:
        del game["began"], game["seconds"]
        game.pop("late", None)
        for move in game["moves"]:
            del move["t"]
    return found


def alone(file, folder, tengen):
    """The games that one process plays, in the order of the plan."""
    record = folder / "alone.jsonl"
    run = subprocess.run([tengen, "tournament", file, "--record", record], capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"the tournament failed: {run.stderr}")
    subprocess.run([tengen, "merge", "--output", record, record], capture_output=True, check=True)
    return games(record)


def command(engine, file, folder, *options, shards=SHARDS):
    """The words that start scripts/shards."""
    return [ROOT / "scripts" / "shards", engine, file, str(shards), "--output", folder, *options]


def recorded(folder):
    """Games that the shards have recorded so far."""
    return sum(record.read_bytes().count(b'\n{"id"') for record in folder.glob("records/shard-*.jsonl"))


def wait_for(ready, seconds, what):
    """Waits until `ready()` is true."""
    deadline = time.monotonic() + seconds
    while not ready():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what}: not within {seconds} s")
        time.sleep(0.02)


def kill(folder):
    """Kills every process that has the folder in its command line: scripts, arenas, whatever runs between them."""
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if os.fsencode(folder) in (entry / "cmdline").read_bytes() and int(entry.name) != os.getpid():
                os.kill(int(entry.name), signal.SIGKILL)
        except (FileNotFoundError, ProcessLookupError):
            pass


def idle(folder):
    """Whether no shard is being played: an arena locks its record."""
    for record in folder.glob("records/shard-*.jsonl"):
        with record.open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
    return True


def check_test(verdicts, engine, tengen, folder, options, disturb):
    """A sequential test over the games of all shards: ended early, with the verdict of one process."""
    engines = {name: PLAYERS[name] for name in ("deep", "shallow")}
    file = tournament(folder, tengen, engines, TESTED_GAMES, "elo0=0 elo1=150 alpha=.05 beta=.05")
    run = subprocess.run([tengen, "tournament", file, "--record", folder / "alone.jsonl"], capture_output=True, text=True, check=False)
    expected = verdict(run.stdout)
    output = folder / "tested"
    # All games together last seconds: the test is looked at more often than that.
    words = command(engine, file, output, "--interval", "0.5", *options, shards=TESTED_SHARDS)
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        wait_for(lambda: recorded(output) >= 8, 60, "the first games")
        disturb()
        _, errors = process.communicate(timeout=300)
    report = subprocess.run([tengen, "report", output / "games.jsonl"], capture_output=True, text=True, check=False).stdout
    played = len(games(output / "games.jsonl"))
    early = (output / "decided").exists() and played < TESTED_GAMES
    verdicts.check(early, f"a test ends {TESTED_SHARDS} shards after {played} of {TESTED_GAMES} games", errors)
    verdicts.check(verdict(report) == expected, f"its verdict is that of one process: {expected}", report)


def verdict(report):
    """How the test of a report ended."""
    return next((line.split(", ")[-1] for line in report.splitlines() if line.startswith("SPRT")), None)


def check(client, engine, tengen, folder, options, stop=lambda: None):
    """Both proofs: a run from end to end, and one that is killed in the middle, after `stop()`, and goes on."""
    verdicts = Verdicts(client)
    file = tournament(folder, tengen)
    reference = alone(file, folder, tengen)

    def shards(output):
        run = subprocess.run(command(engine, file, output, *options), capture_output=True, text=True, check=False)
        report = output / "report.html"
        told = run.returncode == 0 and run.stdout.splitlines()[-1:] == [str(report)] and report.exists()
        return verdicts.check(told, f"{SHARDS} shards end in a report", run.stderr) and games(output / "games.jsonl")

    same = shards(folder / "whole") == reference
    verdicts.check(same, f"{len(reference)} games: the merged record is that of one process")

    broken = folder / "broken"
    with subprocess.Popen(
        command(engine, file, broken, *options), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        wait_for(lambda: recorded(broken) >= len(reference) // 4, 60, "a quarter of the games")
        stop()
        kill(broken)
        process.wait()
    wait_for(lambda: idle(broken), 60, "the end of all shards")
    left = recorded(broken)
    verdicts.check(0 < left < len(reference), f"killed after {left} of {len(reference)} games")
    verdicts.check(shards(broken) == reference, "run again, it goes on to the same record")
    return verdicts

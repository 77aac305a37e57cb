#!/usr/bin/env python3
"""Framing side by side: the same bytes go to GNU Go and to tengen, and the responses must have the same shape.

Usage: gnugo.py TENGEN. The shape of a response is its status, its id and the empty line after it; where the
specification fixes the text too, the text is compared.
"""

import pathlib
import random
import re
import subprocess
import sys
import time

from gtp import Engine, Verdicts

GNU_GO = ["gnugo", "--mode", "gtp"]
# Games of stones on points with GTP's own geometry: what GNU Go takes, gomoku takes.
TENGEN = ["--game", "gomoku"]

# (name, bytes, whether the texts are compared too)
BURSTS = [
    ("ids, given and absent", b"1 protocol_version\nprotocol_version\n2147483647 protocol_version\n0 protocol_version\n", True),
    ("ids that repeat or fall", b"9 protocol_version\n9 protocol_version\n3 protocol_version\n", True),
    ("leading zeros in an id", b"007 protocol_version\n", True),
    ("blank lines and comments", b"\n\n# all comment\n1 protocol_version # rest\n   \n\t\n2 protocol_version#\n", True),
    ("leading and double spaces", b"   4   protocol_version   \n 5 protocol_version\n", True),
    ("tabs", b"4\tprotocol_version\nknown_command\tplay\n", True),
    ("carriage returns", b"1 protocol_version\r\nknown_command play\r\n\r\n2 protocol_version\r\n", True),
    ("control characters", b"1\x07 proto\x01col_ver\x1bsion\nknown_command\x0c pl\x02ay\n", True),
    ("known_command", b"known_command play\nknown_command no_such\n3 known_command quit\n4 known_command PLAY\n", True),
    ("unknown commands", b"no_such\n7 no_such\nPLAY b a1\n8 no_such with arguments\n", True),
    ("bad arguments", b"boardsize\n1 boardsize x\nplay\n2 play b\n3 play green a1\nplay b z99\n4 genmove\nkomi\n5 komi x\n", False),
    ("unacceptable size", b"boardsize 9\nboardsize 1000\n1 boardsize -3\n", True),
    ("illegal move", b"boardsize 9\nclear_board\nplay b a1\n6 play w a1\nplay white A2\n", True),
    ("case of colours and vertices", b"boardsize 9\nplay B c3\nplay WHITE D3\nplay b C4\nplay White d4\nplay Black e5\nplay W E4\n", True),
    ("cannot undo", b"boardsize 9\nclear_board\nplay b c3\nundo\n2 undo\n", True),
    ("answers of several lines", b"boardsize 9\n1 showboard\n2 list_commands\n3 protocol_version\n", False),
    ("quit in the middle", b"1 protocol_version\n2 quit\n3 protocol_version\nprotocol_version\n", True),
    ("end of input without a line feed", b"1 protocol_version\n2 protocol_version", True),
    ("end of input after half an error", b"1 protocol_version\n2 no_su", True),
    ("nothing but a comment at the end", b"1 protocol_version\n# bye", True),
    ("empty input", b"", True),
]

# What random sessions are made of.
COMMANDS = [
    "protocol_version", "list_commands", "showboard", "known_command play", "known_command nope", "known_command",
    "nope", "nope a b", "boardsize 9", "boardsize 99", "boardsize x", "clear_board", "komi -1.5", "komi", "komi x",
    "time_settings 1 2 3", "time_settings x", "time_left b 10 0", "time_left b", "genmove green", "play b", "play red a1",
]
SESSIONS, LINES = 60, 40

RESPONSE = re.compile(r"([=?])(\d*)((?: [^\n]*|)(?:\n[^\n]+)*)\n\n")


def answers(argv, data):
    """All responses to `data` up to the end of output, as (status, id, text)."""
    done = subprocess.run(argv, input=data, capture_output=True, timeout=60, check=False)
    output = done.stdout.decode()
    found, at = [], 0
    while match := RESPONSE.match(output, at):
        found.append((match[1], match[2], match[3].strip()))
        at = match.end()
    if at < len(output):
        raise ValueError(f"not a response: {output[at:at + 60]!r}")
    if done.returncode != 0:
        raise ValueError(f"exit code {done.returncode}")
    return found


def shape(responses):
    """Statuses and ids in one short text."""
    return " ".join(status + number for status, number, _ in responses) or "(none)"


def side_by_side(tengen, verdicts):
    """Every burst to both; one row of the table each."""
    print(f"             {'burst':<34} {'GNU Go':<26} tengen")
    for name, data, texts in BURSTS:
        reference = answers(GNU_GO, data)
        try:
            ours = answers([tengen, *TENGEN], data)
        except (ValueError, subprocess.TimeoutExpired) as error:
            verdicts.check(False, name, str(error))
            continue
        same = ours == reference if texts else shape(ours) == shape(reference)
        row = f"{name:<34} {shape(reference):<26} {shape(ours)}"
        verdicts.check(same, row, f"\n    {reference}\n    {ours}")


def in_one_go(tengen, verdicts):
    """All bursts that do not end the session, as one write."""
    data = b"".join(data for _, data, _ in BURSTS if b"quit\n3" not in data and data.endswith(b"\n"))
    reference, ours = answers(GNU_GO, data), answers([tengen, *TENGEN], data)
    verdicts.check(shape(ours) == shape(reference), f"one write of {data.count(10)} lines: {len(reference)} answers in order")


def noise(rng):
    """A line that both must read alike, whatever blanks, control characters and comments it wears."""
    words = [rng.choice(["", "", "0", "7", "0042", "2147483647"]), rng.choice(COMMANDS)]
    line = bytearray()
    for byte in " ".join(words).encode():
        if rng.random() < 0.03:
            line.append(rng.choice(b"\x01\x07\x08\x0b\x0c\x1b\x7f"))
        line += b"\t" if byte == 0x20 and rng.random() < 0.2 else bytes([byte])
    if rng.random() < 0.2:
        line += b"#" + rng.randbytes(8).replace(b"\n", b"").replace(b"\0", b"")
    return bytes(line) + rng.choice([b"\n", b"\n", b"\r\n"])


def at_random(tengen, verdicts):
    """Random sessions of commands that succeed or fail alike in Go and in gomoku."""
    rng = random.Random(1)
    for number in range(SESSIONS):
        data = b"".join(noise(rng) for _ in range(LINES))
        reference, ours = shape(answers(GNU_GO, data)), shape(answers([tengen, *TENGEN], data))
        if reference != ours:
            verdicts.check(False, f"random session {number}", f"{reference} against {ours} for {data!r}")
            return
    verdicts.check(True, f"{SESSIONS} random sessions of {LINES} lines: same framing")


def drop_by_drop(tengen, verdicts):
    """Each answer comes without waiting for more input, and half a line waits for its rest."""
    for argv in (GNU_GO, [tengen, *TENGEN]):
        with Engine(argv, patience=10) as engine:
            for byte in b"12 protocol_version\n":
                engine.write(bytes([byte]))
                time.sleep(0.002)
            first = engine.response()
            engine.write(b"13 protocol_ver")
            time.sleep(0.1)
            engine.write(b"sion\n")
            verdicts.check((first, engine.response()) == ("=12 2", "=13 2"), f"byte by byte to {pathlib.Path(argv[0]).name}")


def main():
    """All comparisons."""
    tengen = sys.argv[1]
    verdicts = Verdicts("GNU Go")
    side_by_side(tengen, verdicts)
    in_one_go(tengen, verdicts)
    at_random(tengen, verdicts)
    drop_by_drop(tengen, verdicts)
    return verdicts.exit_code()


if __name__ == "__main__":
    sys.exit(main())

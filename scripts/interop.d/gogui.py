#!/usr/bin/env python3
"""Whole games of all three games through GoGui's gogui-twogtp.

Usage: gogui.py TENGEN GOGUI FOLDER: the program, a folder of GoGui 1.6 with bin/gogui-twogtp, and one for the records.
"""

import pathlib
import subprocess
import sys

GAMES = 2
# The options of the program, the size, and those of a client that knows only points.
PLAYED = [
    ("othello", 8, ""),
    ("gomoku", 15, ""),
    ("gomoku --rule renju", 15, ""),
    ("mill", 7, " --pointwise"),
    ("mill --rule morris9", 7, " --pointwise"),
    ("mill --rule morris12", 7, " --pointwise"),
]


def check(right, what, otherwise=""):
    print(f"ok   {what}" if right else f"FAIL {what}: {otherwise}", flush=True)


def results(file):
    """The result file's games: results by Black, White and the referee, length, and the error if any."""
    rows = [line.rstrip("\n").split("\t") for line in open(file) if not line.startswith("#")]
    return [(row[1:4], int(row[6]), row[11] if row[11] != "0" else "") for row in rows]


def main():
    tengen, gogui, folder = sys.argv[1:]
    records = pathlib.Path(folder, "gogui")
    records.mkdir(exist_ok=True)
    for number, (game, size, points) in enumerate(PLAYED):
        command = f"{tengen} --game {game} --threads 1"
        prefix = records / str(number)
        for old in records.glob(f"{number}*"):
            old.unlink()
        player = f"{command}{points} --movetime 0.02"
        subprocess.run(
            [f"{gogui}/bin/gogui-twogtp", "-black", f"{player} --seed 1", "-white", f"{player} --seed 2"]
            + ["-referee", command, "-size", str(size), "-games", str(GAMES), "-auto", "-maxmoves", "1000"]
            + ["-sgffile", str(prefix)],
            check=True, timeout=600, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        played = results(f"{prefix}.dat")
        sound = [result for result, length, error in played if not error and length > 10 and len(set(result)) == 1]
        check(len(sound) == GAMES, f"{GAMES} games of {game}", played)


main()

#!/usr/bin/env python3
"""Whole games of all three games through GoGui's gogui-twogtp, and over TCP through its gogui-client.

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


class Match:
    """The tools of GoGui, the program that plays, and where records go."""

    def __init__(self, tengen, gogui, folder):
        self.tengen, self.tools = tengen, pathlib.Path(gogui, "bin")
        self.records = pathlib.Path(folder, "gogui")
        self.records.mkdir(exist_ok=True)

    def play(self, name, what, size, referee, black, white):
        """Plays the games of two commands, and checks that both and the referee agree on each result."""
        prefix = self.records / name
        for old in self.records.glob(f"{name}*"):
            old.unlink()
        subprocess.run(
            [self.tools / "gogui-twogtp", "-black", black, "-white", white, "-referee", referee]
            + ["-size", str(size), "-games", str(GAMES), "-auto", "-maxmoves", "1000", "-sgffile", str(prefix)],
            check=True, timeout=600, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        played = results(f"{prefix}.dat")
        sound = [result for result, length, error in played if not error and length > 10 and len(set(result)) == 1]
        check(len(sound) == GAMES, f"{GAMES} games of {what}", played)

    def play_over_tcp(self):
        """Both players are sessions of one process."""
        options = ["--listen", "127.0.0.1:0", "--game", "othello", "--threads", "1", "--movetime", "0.02"]
        with subprocess.Popen([self.tengen, "gtp", *options], stdout=subprocess.PIPE, text=True) as server:
            host, port = server.stdout.readline().strip().rsplit(":", 1)
            client = f"{self.tools / 'gogui-client'} {host} {port}"
            self.play("tcp", "othello over TCP", 8, f"{self.tengen} --game othello", client, client)
            server.terminate()


def main():
    match = Match(*sys.argv[1:])
    for number, (game, size, points) in enumerate(PLAYED):
        command = f"{match.tengen} --game {game} --threads 1"
        player = f"{command}{points} --movetime 0.02"
        match.play(str(number), game, size, command, f"{player} --seed 1", f"{player} --seed 2")
    match.play_over_tcp()


main()

#!/usr/bin/env python3
"""Whole games of all three games between two tengen ugi that Cute Games manages.

Usage: cutegames.py TENGEN CUTEGAMES FOLDER: the two programs, and a folder for the records.
"""

import json
import pathlib
import re
import subprocess
import sys

GAMES = 4


def check(right, what, otherwise=""):
    print(f"ok   {what}" if right else f"FAIL {what}: {otherwise}", flush=True)


def start(tengen, game):
    """The starting position, as the program shows it."""
    session = subprocess.run([tengen, "ugi", "--game", game], input="d\n", capture_output=True, text=True, check=True)
    return re.search(r"^fen (.*)$", session.stdout, re.MULTILINE)[1]


def main():
    tengen, manager, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3], "cutegames").resolve()
    tengen = str(pathlib.Path(tengen).resolve())
    folder.mkdir(exist_ok=True)
    for game in ["othello", "gomoku", "mill"]:
        record, openings, settings = (folder / f"{game}.{kind}" for kind in ["pgn", "txt", "json"])
        openings.write_text(start(tengen, game) + "\n")
        players = {"full": "", "beginner": " --level 1"}
        said = {
            "games": GAMES, "concurrency": 1, "ratinginterval": GAMES, "tournament": "roundrobin",
            "protocol": {"askturn": True},
            "openings": {"path": str(openings), "repeat": True, "shuffle": False},
            "adjudication": {"timeoutbuffer": 200, "maxfullmoves": 300},
            "timecontrol": {"type": "clock", "time": 2000, "increment": 20},
            "options": {"threads": "1", "hash": "16"},
            "sprt": {"enabled": False, "elo0": 0, "elo1": 5, "confidence": 0.95},
            "pgn": {"enabled": True, "verbose": True, "override": True, "path": str(record)},
            "engines": [
                {"name": name, "protocol": "UGI", "path": tengen, "parameters": f"ugi --game {game}{options}"}
                for name, options in players.items()
            ],
        }
        settings.write_text(json.dumps(said, indent=1))
        subprocess.run([manager, "--settings", settings], check=True, timeout=600, stdout=subprocess.DEVNULL)
        winners = re.findall(r'^\[Winner "(.*)"\]$', record.read_text(), re.MULTILINE)
        check(winners == ["full"] * GAMES, f"{GAMES} games of {game}, won by the stronger player", winners)


main()

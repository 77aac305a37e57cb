#!/usr/bin/env python3
"""Othello on a real window: Quarry under Xvfb, with tengen as an engine in its settings.

Usage: quarry.py TENGEN FOLDER. One game against GRhino, one against a person who clicks squares at random. What Quarry
and tengen say to each other is logged; the board on the screen is read back from its pixels. FOLDER keeps the screenshots, the
logs and the records that Quarry saves.
"""

import pathlib
import random
import re
import shlex
import shutil
import sys

from desktop import Desktop, wait_for
from gtp import Engine, Failure, Verdicts
from othello import BLACK, WHITE, Othello, result

SETTINGS = """\
[GTP Engine "tengen"]
Screen name format = "%n"
Name = "tengen"
Command line = "{engine}"
Supported games = "Reversi"

[GTP Engine "GRhino"]
Screen name format = "%n"
Name = "GRhino"
Command line = "gtp-rhino --level=1"
Supported games = "Reversi"

[Reversi Board Appearance]
Use background texture = false
Background color = "#{felt:06x}"
Grid and labels color = "#{grid:06x}"

[New Game Parameters]
Game = "Reversi"
White player name = "Person"
White is computer = {against_grhino}
Engine playing white = "GRhino"
Black is computer = true
Engine playing black = "tengen"
"""

LOGGED = """\
#!/bin/sh
tee {folder}/commands | {tengen} --game othello --movetime 0.1 | tee {folder}/responses
"""

# Colours of the board; nothing else on the screen has them.
FELT, GRID = 0x087834, 0xCCEEBB


class Table:
    """A game in Quarry's window: tengen has Black."""

    def __init__(self, desktop, folder):
        self.desktop, self.folder = desktop, folder

    @staticmethod
    def settings(folder, tengen, against_grhino):
        """Writes the settings of a Quarry that has never run, and the engine that keeps a log."""
        engine = folder / "engine"
        engine.write_text(LOGGED.format(folder=shlex.quote(str(folder)), tengen=shlex.quote(tengen)))
        engine.chmod(0o755)
        text = SETTINGS.format(engine=engine, felt=FELT, grid=GRID, against_grhino=str(against_grhino).lower())
        (folder / ".quarry").write_text(text)

    def begin(self):
        """Through the dialogs to a board."""
        self.quarry = self.desktop.start(["quarry"])
        self.desktop.focus("Quarry Control Center")
        self.desktop.keys("alt+n")
        self.desktop.focus("New Game")
        self.desktop.keys("alt+f", "alt+p")
        wait_for(lambda: any(command.startswith("genmove") for command, _ in self.log()), 20, "genmove")

    def log(self):
        """Commands that were answered, with their responses."""
        try:
            commands = (self.folder / "commands").read_text().splitlines()
            responses = (self.folder / "responses").read_text().split("\n\n")
        except FileNotFoundError:
            return []
        return list(zip(commands, responses[:-1]))

    def game(self):
        """The game so far, as the referee sees it; raises if the log has an illegal move."""
        game = Othello()
        for command, response in self.log():
            words = command.split()
            move = words[-1] if words[0] == "play" else response.split()[-1] if words[0] == "genmove" else None
            if move and response.startswith("="):
                color = words[1][0].lower()
                if color != game.to_move:
                    raise ValueError(f"{command!r} when it was not {color}'s turn")
                game.play(move.upper())
        return game

    def squares(self, pixels):
        """The middle of every square on the screen, found by the lines of the grid."""
        columns = list(zip(*pixels))
        across = [y for y, row in enumerate(pixels) if row.count(GRID) > 200]
        down = [x for x, column in enumerate(columns) if column.count(GRID) > 200]
        (left, right), (top, bottom) = (down[0], down[-1]), (across[0], across[-1])
        return {
            f"{'ABCDEFGH'[x]}{y + 1}": (left + (right - left) * (2 * x + 1) // 16, top + (bottom - top) * (2 * y + 1) // 16)
            for x in range(8)
            for y in range(8)
        }

    def discs(self):
        """The discs on the screen: light ones and dark ones, looked at above their middle, where no mark is."""
        pixels = self.desktop.pixels()
        found = {}
        for square, (x, y) in self.squares(pixels).items():
            color = pixels[y - 12][x]
            if color != FELT:
                found[square] = WHITE if color & 0xFF > 0x80 else BLACK
        return found

    def play_as_person(self, rng):
        """Clicks legal squares until the game is over."""
        squares = self.squares(self.desktop.pixels())
        while not (game := self.game()).over():
            moves = len(game.moves)
            if game.to_move == WHITE:
                wait_for(lambda: self.discs() == game.discs, 10, f"move {moves} on the screen")
                self.desktop.click(*squares[rng.choice(game.legal())])
            wait_for(lambda: len(self.game().moves) > moves, 20, f"move {moves + 1}")

    def save(self):
        """Saves Quarry's record through its dialog, and returns its text."""
        record = self.folder / "game.sgf"
        self.desktop.focus(" vs[.] ")
        self.desktop.keys("ctrl+s")
        self.desktop.focus("Save As")
        self.desktop.keys("ctrl+a")
        self.desktop.type(str(record))
        self.desktop.keys("Return")
        wait_for(lambda: record.exists() and record.read_text().endswith(")\n"), 10, "saved record")
        return record.read_text()

    def leave(self):
        """Quits Quarry as a person does, and waits for its end."""
        self.desktop.focus("Quarry Control Center")
        self.desktop.keys("alt+q")
        wait_for(lambda: self.quarry.poll() is not None, 10, "end of Quarry")


def loaded_score(tengen, record):
    """The final score of Quarry's record, loaded by tengen."""
    with Engine([tengen, "--game", "othello"]) as engine:
        engine.ask(f"loadsgf {record}")
        return engine.ask("final_score")


def whole_game(tengen, folder, against_grhino, verdicts):
    """One game from the dialogs to the saved record."""
    name = "GRhino" if against_grhino else "a person"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    Table.settings(folder, tengen, against_grhino)
    with Desktop(folder) as desktop:
        table = Table(desktop, folder)
        table.begin()
        if not against_grhino:
            table.play_as_person(random.Random(1))
        wait_for(lambda: table.game().over(), 120, "end of the game")
        game = table.game()
        wait_for(lambda: table.discs() == game.discs, 20, "final position on the screen")
        desktop.screenshot(folder.with_suffix(".png"))
        what = f"game against {name}: {len(game.moves)} moves, {game.passes} passes, {result(game)}, on the screen too"
        verdicts.check(True, what)
        record = table.save()
        table.leave()
    refused = [command for command, response in table.log() if not response.startswith("=")]
    verdicts.check(not refused, f"{name}: every command of Quarry's was accepted", refused)
    verdicts.check("set_game Othello" in dict(table.log()), f"{name}: Quarry chose the game by its name")
    said = re.search(r"RE\[(.*?)\]", record)[1]
    black, white, _ = game.counts()
    expected = "0" if black == white else f"{'B' if black > white else 'W'}+{abs(black - white)}"
    verdicts.check(said in (expected, "Draw"), f"{name}: Quarry's result is the referee's", f"{said} against {expected}")
    score = loaded_score(tengen, folder / "game.sgf")
    verdicts.check(score == result(game), f"{name}: Quarry's record is read by tengen", score)


def main():
    """Both games."""
    tengen, folder = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()
    verdicts = Verdicts("Quarry")
    for against_grhino in (True, False):
        try:
            whole_game(tengen, folder / ("quarry" if against_grhino else "quarry-person"), against_grhino, verdicts)
        except (Failure, TimeoutError, ValueError, OSError) as error:
            verdicts.check(False, f"game against {'GRhino' if against_grhino else 'a person'}", repr(error))
    return verdicts.exit_code()


if __name__ == "__main__":
    sys.exit(main())

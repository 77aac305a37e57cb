#!/usr/bin/env python3
"""Whole games of Othello between tengen and GRhino, with a referee of our own.

Usage: grhino.py TENGEN. Every square is offered to both engines before each move: they must accept exactly what the
referee calls legal. GRhino refuses explicit passes, so it is sent none; tengen is sent them in every second game and
must take them as implied in the others. GRhino's `final_score` is not to be relied on: its board is counted instead.
"""

import random
import sys

from gtp import Engine, Failure, Verdicts
from othello import BLACK, EMPTY, WHITE, Othello, other, result

GRHINO = ["gtp-rhino", "--level=1"]
TENGEN = ["--game", "othello", "--depth", "4", "--threads", "1"]
OPENING = 10
# Games go on until so many passes were seen, in each style of passing; at least two games a colour are played.
PASSES_WANTED = 2
GAMES_AT_MOST = 24


def board_of(drawing, discs):
    """The discs of a drawing: eight lines that hold eight marks each, row 1 first."""
    marks = set(discs) | {EMPTY}
    rows = []
    for line in drawing.splitlines():
        row = [word for word in line.split() if word in marks]
        if len(row) == 8:
            rows.append(row)
    return {f"{'ABCDEFGH'[x]}{y + 1}": discs[mark] for y, row in enumerate(rows) for x, mark in enumerate(row) if mark in discs}


def agree_on_legality(game, engines):
    """Offers every empty square to both engines; raises where one disagrees with the referee."""
    legal = set(game.legal())
    squares = [f"{file}{rank}" for rank in range(1, 9) for file in "ABCDEFGH"]
    for name, engine in engines.items():
        accepted = set()
        for square in squares:
            if square not in game.discs and engine.accepts(f"play {game.to_move} {square}"):
                accepted.add(square)
                engine.ask("undo")
        if accepted != legal:
            raise Failure(f"{name} accepts {sorted(accepted)} where {sorted(legal)} is legal")


def next_move(game, ply, engines, tengen_color, rng):
    """The move of the side to move: random in the opening, then of its engine; the others are told of it."""
    color = game.to_move
    mover = "tengen" if color == tengen_color else "GRhino"
    if ply < OPENING:
        mover, move = None, rng.choice(game.legal())
    else:
        move = engines[mover].ask(f"genmove {color}").upper()
    for name, engine in engines.items():
        if name != mover:
            engine.ask(f"play {color} {move}")
    return move


def play(engines, tengen_color, explicit_passes, seed):
    """One game to its end; returns the referee's game."""
    rng, game = random.Random(seed), Othello()
    for engine in engines.values():
        engine.ask("boardsize 8")
        engine.ask("clear_board")
    while not game.over():
        agree_on_legality(game, engines)
        color, passes = game.to_move, game.passes
        game.play(next_move(game, len(game.moves), engines, tengen_color, rng))
        if game.passes > passes and explicit_passes:
            passing = other(color)
            if passing == tengen_color:
                answer = engines["tengen"].ask(f"genmove {passing}")
                if answer.lower() != "pass":
                    raise Failure(f"genmove {passing} without a move -> {answer}")
            else:
                engines["tengen"].ask(f"play {passing} pass")
    return game


def agree_on_the_end(game, engines):
    """Raises if an engine has another final board than the referee, or tengen another score."""
    ours = engines["tengen"].ask("final_score")
    if ours != result(game):
        raise Failure(f"tengen scores {ours}, the referee {result(game)}")
    drawings = {
        "GRhino": board_of(engines["GRhino"].ask("showboard"), {"X": BLACK, "O": WHITE}),
        "tengen": board_of("\n".join(reversed(engines["tengen"].ask("gogui-rules_board").splitlines())), {"X": BLACK, "O": WHITE}),
    }
    for name, discs in drawings.items():
        if discs != game.discs:
            raise Failure(f"{name} ends with another board")
    for color in (BLACK, WHITE):
        answer = engines["tengen"].ask(f"genmove {color}")
        if answer.lower() != "pass":
            raise Failure(f"genmove {color} after the end -> {answer}")


def main():
    """Games in both colours and both styles of passing, until enough passes have occurred."""
    verdicts = Verdicts("GRhino")
    seen = {True: 0, False: 0}
    with Engine(GRHINO) as grhino, Engine([sys.argv[1], *TENGEN]) as tengen:
        engines = {"tengen": tengen, "GRhino": grhino}
        grhino.ask("set_game Othello")
        for number in range(GAMES_AT_MOST):
            color = (BLACK, WHITE)[number % 2]
            explicit = number // 2 % 2 == 1
            what = f"game {number + 1}, tengen {color}, passes {'sent' if explicit else 'implied'}"
            try:
                game = play(engines, color, explicit, number)
                agree_on_the_end(game, engines)
            except (Failure, ValueError) as error:
                verdicts.check(False, what, str(error))
                break
            seen[explicit] += game.passes
            said = grhino.ask("final_score")
            verdicts.check(True, f"{what}: {len(game.moves)} moves, {game.passes} passes, {result(game)} (GRhino says {said})")
            if number >= 3 and number % 4 == 3 and min(seen.values()) >= PASSES_WANTED:
                break
    verdicts.check(min(seen.values()) >= PASSES_WANTED, f"passes occurred: {seen[True]} sent, {seen[False]} implied")
    return verdicts.exit_code()


if __name__ == "__main__":
    sys.exit(main())

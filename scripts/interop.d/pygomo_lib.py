#!/usr/bin/env python3
"""A client library of the Gomocup protocol, as a program that shows what an engine thinks uses it.

Usage: PYTHONPATH=FOLDER pygomo_lib.py TENGEN, where FOLDER has pygomo-lib 0.1. It reads depth, value, nodes and line of every message
by its own expressions, made for Rapfi's; what it does not understand it leaves at 0 and empty.
"""

import sys

from gtp import Verdicts
from pygomo import EngineClient
from pygomo.protocol.models import BoardPosition, Move

OPTIONS = ["gomocup", "--threads", "1", "--depth", "5"]
# Four in a row with both ends free, and the opponent's stones elsewhere.
FOUR = [((7, y), 1) for y in range(4, 8)] + [((0, y), 2) for y in (0, 2, 4, 6)]


def check_thoughts(verdicts, what, result, searched=True):
    """Every message is understood, and the last one is about the move; what is seen at once takes no node."""
    if not verdicts.check(result is not None and result.all_info, f"{what} is answered, with messages"):
        return
    depths = [info.depth for info in result.all_info]
    verdicts.check(depths == sorted(depths) and depths[0] >= 1 and depths[-1] <= 5, f"{what}: a message for each depth", depths)
    whole = all((info.nodes > 0) == searched and info.sel_depth >= info.depth and info.pv for info in result.all_info)
    verdicts.check(whole, f"{what}: nodes and line are read", result.all_info)
    verdicts.check(result.pv[0] == result.move, f"{what}: the line begins with the move", (result.pv, result.move))


def main():
    """A few moves of a game, then a position that is won."""
    verdicts = Verdicts("pygomo-lib")
    with EngineClient(sys.argv[1], args=OPTIONS) as engine:
        verdicts.check(engine.start(15), "START is accepted")
        first = engine.begin()
        check_thoughts(verdicts, "BEGIN", first)
        reply = Move((first.move.col, first.move.row - 1))
        second = engine.turn(reply)
        check_thoughts(verdicts, "TURN", second)
        values = [info.eval.raw_value for info in second.all_info]
        verdicts.check(len(set(values)) > 1 or values[0] != "0", "TURN: values are read", values)
        position = BoardPosition()
        for at, side in FOUR:
            position.add_move(Move(at), side)
        won = engine.board(position)
        check_thoughts(verdicts, "BOARD", won, searched=False)
        verdicts.check(won.eval.is_winning() and won.eval.raw_value == "+M1", "BOARD: a win is read", won.eval.raw_value)
    return verdicts.exit_code()


if __name__ == "__main__":
    sys.exit(main())

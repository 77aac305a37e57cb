"""The rules of Othello, written as plainly as can be: the referee of whole games."""

EMPTY, BLACK, WHITE = ".", "b", "w"
DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def other(color):
    """The opponent."""
    return WHITE if color == BLACK else BLACK


class Othello:
    """A position on 8x8; squares are named as Othello players do, A1 at the top left."""

    def __init__(self):
        self.discs = {"D4": WHITE, "E5": WHITE, "E4": BLACK, "D5": BLACK}
        self.to_move = BLACK
        self.moves = []
        self.passes = 0

    def flips(self, square, color):
        """The discs that a move turns over; none if it is not legal."""
        if square in self.discs:
            return []
        turned = []
        for dx, dy in DIRECTIONS:
            line, at = [], self._step(square, dx, dy)
            while self.discs.get(at) == other(color):
                line.append(at)
                at = self._step(at, dx, dy)
            if self.discs.get(at) == color:
                turned += line
        return turned

    @staticmethod
    def _step(square, dx, dy):
        return f"{chr(ord(square[0]) + dx)}{int(square[1:]) + dy}"

    def legal(self, color=None):
        """The legal squares of a side, by default of the side to move."""
        color = color or self.to_move
        squares = (f"{file}{rank}" for rank in range(1, 9) for file in "ABCDEFGH")
        return [square for square in squares if self.flips(square, color)]

    def play(self, square):
        """Plays a legal move; then the side that can move next is to move."""
        color = self.to_move
        turned = self.flips(square, color)
        if not turned:
            raise ValueError(f"{color} {square} is not legal after {' '.join(m for _, m in self.moves)}")
        self.discs.update(dict.fromkeys([square, *turned], color))
        self.moves.append((color, square))
        self.to_move = other(color)
        if not self.legal() and self.legal(color):
            self.to_move = color
            self.passes += 1

    def over(self):
        """Whether neither side has a move."""
        return not self.legal(BLACK) and not self.legal(WHITE)

    def counts(self):
        """Discs of Black, discs of White, empty squares."""
        discs = list(self.discs.values())
        return discs.count(BLACK), discs.count(WHITE), 64 - len(discs)


def result(game):
    """The result as GTP writes it, the empty squares counted for the winner."""
    black, white, empty = game.counts()
    margin = abs(black - white)
    return "0" if margin == 0 else f"{'B' if black > white else 'W'}+{margin + empty}"

"""Random games of Reversi for tests, by the rules alone."""
import random
import struct
from typing import NamedTuple

DIRECTIONS = [(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]


class Game(NamedTuple):
    text: str  # the transcript
    choices: list[int]  # number of legal moves before each move
    passes: int  # number of passes between moves
    black: int  # Black's discs at the end, with the empty squares if it wins


def flips(board, side, row, column):
    """The squares that a disc of `side` flips, by the rules alone."""
    found = []
    for dr, dc in DIRECTIONS:
        line, r, c = [], row + dr, column + dc
        while board.get((r, c)) == -side:
            line.append((r, c))
            r, c = r + dr, c + dc
        if board.get((r, c)) == side:
            found += line
    return found


def random_game(rng):
    """Returns a random game, played to its end."""
    board = {(3, 3): -1, (4, 4): -1, (3, 4): 1, (4, 3): 1}
    squares = [(r, c) for r in range(8) for c in range(8)]
    for square in squares:
        board.setdefault(square, 0)
    text, choices, side, passes, before = "", [], 1, 0, 0
    while passes < 2:
        moves = [(r, c) for r, c in squares if board[r, c] == 0 and flips(board, side, r, c)]
        if moves:
            r, c = rng.choice(moves)
            for square in [*flips(board, side, r, c), (r, c)]:
                board[square] = side
            text += "abcdefgh"[c] + str(r + 1)
            choices.append(len(moves))
            before += passes
        passes = 0 if moves else passes + 1
        side = -side
    score = sum(board.values())
    empty = sum(1 for disc in board.values() if disc == 0)
    black = (64 + score + (empty if score > 0 else -empty if score < 0 else 0)) // 2
    return Game(text, choices, before, black)


def write_wthor(path, count, seed=1):
    """Writes random games as a WTHOR file; the score of best play is that of the game. Returns
    the games."""
    rng = random.Random(seed)
    records = [struct.pack("<4BIHHBBBB", 20, 26, 1, 1, count, 0, 2026, 8, 0, 24, 0)]
    games = [random_game(rng) for _ in range(count)]
    for game in games:
        moves = bytes(10 * int(row) + "abcdefgh".index(column) + 1
                      for column, row in zip(game.text[::2], game.text[1::2]))
        records.append(struct.pack("<3H2B60s", 0, 0, 0, game.black, game.black, moves))
    path.write_bytes(b"".join(records))
    return games

#!/usr/bin/env python3
"""Makes openings for matches of Reversi from the beginnings of games.

    tools/data/make_reversi_openings.py GAMES > openings.txt

GAMES is a folder of WTHOR files (.wtb). The different beginnings of --plies moves are sorted and
shuffled; the first --count are printed as transcripts, one a line, which `trivium-match -openings`
reads. They are not balanced, so a match must play each with both colors. Games and options
determine the output. Exit status: 0 made, 1 too few games, 2 bad usage.
"""

import argparse
import pathlib
import random
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from workshop.command_line import number, path, run_script  # noqa: E402
from workshop.programs import Failed  # noqa: E402

HEADER, GAME, MOVES = 16, 68, 8  # bytes of a WTHOR file, of a game, and before its moves
OPTIONS = [
    path("games", "folder of WTHOR files", "GAMES"),
    number("--count", 400, "openings"),
    number("--plies", 10, "moves of an opening, without passes"),
    number("--seed", 5, "random seed of the order", 0),
]


def square(code: int) -> str:
    """Returns the name of a square, which WTHOR stores as 10 * row + column."""
    return "abcdefgh"[code % 10 - 1] + str(code // 10)


def beginnings(file: pathlib.Path, plies: int) -> set[str]:
    """Returns the beginnings of the games of a file that have at least that many moves."""
    data = file.read_bytes()
    games = (data[at + MOVES:at + GAME] for at in range(HEADER, len(data) - GAME + 1, GAME))
    return {"".join(map(square, moves[:plies])) for moves in games if 0 not in moves[:plies]}


def run(options: argparse.Namespace) -> bool:
    """Prints the openings."""
    files = [file for file in options.games.glob("*") if file.suffix.lower() == ".wtb"]
    openings = sorted(set().union(*(beginnings(file, options.plies) for file in files)))
    if len(openings) < options.count:
        raise Failed(f"{options.games}: only {len(openings)} different beginnings")
    random.Random(options.seed).shuffle(openings)
    print(*openings[:options.count], sep="\n")
    return True


if __name__ == "__main__":
    run_script("make_reversi_openings")

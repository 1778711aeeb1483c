"""Books of openings in tools/ladder.d, and the number of games that a book is enough for."""

import csv
import pathlib
from collections.abc import Sequence
from typing import TypeVar

from workshop.programs import ROOT

FOLDER = ROOT / "tools" / "ladder.d"
NAMED = FOLDER / "chess_openings.epd"
BALANCED = FOLDER / "chess_balanced.epd"
BALANCED_CONNECT6 = FOLDER / "connect6_balanced.csv"
BOOKS = {"chess": BALANCED, "connect6": BALANCED_CONNECT6}  # for matches
Row = TypeVar("Row")


def most_games(file: pathlib.Path) -> int:
    """Returns the number of different games that a book gives at fixed nodes. Throws OSError.

    An opening gives two of them, one with each color.
    """
    lines = [line for line in file.read_text().splitlines() if line.strip() and line[0] != "#"]
    return 2 * (len(lines) - (file.suffix == ".csv"))  # the first line of CSV names the columns


def evenly(rows: Sequence[Row], count: int) -> list[Row]:
    """Returns `count` of the rows at equal distances."""
    return [rows[i * len(rows) // count] for i in range(count)]


def chess_positions(count: int) -> list[str]:
    """Returns `count` openings as FEN."""
    lines = NAMED.read_text().splitlines()
    return [" ".join([*line.split()[:4], "0 1"]) for line in evenly(lines, count)]


def connect6_positions(count: int) -> list[list[str]]:
    """Returns `count` openings as the stones that lead there (`j10`)."""
    with open(BALANCED_CONNECT6, newline="") as file:
        rows = list(csv.DictReader(file))
    return [row["moves"].split(",") for row in evenly(rows, count)]

"""Books of balanced openings, and how many games a book is enough for."""

import pathlib

BALANCED = pathlib.Path(__file__).resolve().with_name("chess_balanced.epd")
BALANCED_CONNECT6 = BALANCED.with_name("connect6_balanced.csv")


def most_games(file):
    """At fixed nodes, an opening gives two different games, one with each color, and no more. Throws OSError."""
    lines = [line for line in file.read_text().splitlines() if line.strip() and not line.startswith("#")]
    return 2 * (len(lines) - (file.suffix == ".csv"))  # where the first line tells what stands in the others

"""How many games a book of openings is enough for."""

import pathlib

BALANCED = pathlib.Path(__file__).resolve().with_name("chess_balanced.epd")


def most_games(file):
    """At fixed nodes, an opening gives two different games, one with each colour, and no more. Throws OSError."""
    lines = file.read_text().splitlines()
    return 2 * sum(bool(line.strip()) and not line.startswith("#") for line in lines)

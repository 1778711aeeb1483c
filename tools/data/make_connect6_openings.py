#!/usr/bin/env python3
"""Makes a book of balanced Connect-6 openings from the starts of games.

    tools/data/make_connect6_openings.py human_games.csv > book.csv

GAMES are records in CSV (game_id, moves, winner) on a board of 19 lines. Games are taken in the
order of the SHA-256 of their moves, and give their first 3, 5 or 7 stones in turns. These are whole
turns, so that the side to move has two stones to place. Each position occurs once, whatever its
symmetry and the order of its stones, and at most --alike positions have the same first three
stones, up to symmetry.

Our player (proto=internal of trivium-match) evaluates the first --tried positions, each by one
search of --nodes positions from a cleared table. The book are the first --count positions whose
value, in hundredths of the log-odds to win, is at most --within for either side. An opening is
named by its game and its number of stones. The winners of the games that reached one of the
openings are printed on stderr.

Games, options, program and weights determine the bytes of the book. The same command with --folder
resumes an interrupted run. trivium-match is the one beside the program that TRIVIUM names, else
that in build/release/bin. Exit status 0: made; 1: failed; 2: bad usage.
"""

import argparse
import collections
import csv
import itertools
import pathlib
import sys
import tempfile
from collections.abc import Iterable, Iterator
from typing import TextIO

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from workshop import matches  # noqa: E402
from workshop.command_line import file, number, path, run_script  # noqa: E402
from workshop.connect6 import FIELDS, read_records, symmetries  # noqa: E402
from workshop.programs import Failed, call, find  # noqa: E402

LENGTHS = (3, 5, 7)
Game = tuple[str, list[str], str]  # its name, stones and winner
Opening = tuple[str, list[str]]  # its name and stones
OPTIONS = [
    file("games", "records", "GAMES"),
    number("--count", 100, "openings"),
    number("--tried", 300, "positions that are judged"),
    number("--alike", 6, "positions with the same first three stones"),
    number("--within", 10, "hundredths of the log-odds, either side", 0),
    number("--nodes", 20000, "positions of a search"),
    path("--folder", "stores judged positions (default: not stored)", "FOLDER"),
    number("--concurrency", 1, "positions at a time", old=("--jobs",)),
]


def beginnings(games: Iterable[Game], alike: int) -> Iterator[Opening]:
    """Yields positions that are different under symmetry."""
    seen, begun = set(), collections.Counter()
    for (name, moves, _), length in zip(games, itertools.cycle(LENGTHS)):
        if len(moves) <= length + 1:  # too short
            continue
        position, start = symmetries(moves[:length]), symmetries(moves[: LENGTHS[0]])
        if position in seen or begun[start] == alike:
            continue
        seen.add(position)
        begun[start] += 1
        yield f"{name}-{length}", moves[:length]


def write_book(out: TextIO, openings: Iterable[Opening]) -> None:
    """Writes openings as records."""
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(FIELDS)
    writer.writerows((name, ",".join(moves), "") for name, moves in openings)


def values(openings: list[Opening], options: argparse.Namespace,
           folder: pathlib.Path) -> list[int | None]:
    """Returns our player's value of each opening for the side to move; None for a win or loss."""
    book, journal = folder / "openings.csv", folder / "games.db"
    with open(book, "w", newline="") as file:
        write_book(file, openings)
    players = [word for name in ("one", "two")
               for word in ("-engine", f"name={name}", "proto=internal")]
    call([find("trivium-match"), "run", "-game", "connect6", "-name", "balance",
          "-journal", journal, *players, "-each", f"nodes={options.nodes}",
          "-openings", f"file={book}", "order=sequential", "-rounds", len(openings), "-games", 1,
          "-maxmoves", 1, "-concurrency", options.concurrency], stderr="show")
    games = [game["game"] for game in matches.games_of(journal)]
    found = {game["opening"]: value(game["moves"]) for game in games}
    return [found[name] for name, _ in openings]


def value(moves: list) -> int | None:
    """Returns the value of the first searched stone, in a list with its time."""
    _, _, score, *_ = next(move for move in moves if isinstance(move, list))
    return score if isinstance(score, int) else None


def winners(games: Iterable[Game], book: Iterable[Opening]) -> str:
    """Returns the winners of the games that went through an opening of the book."""
    positions = {symmetries(moves) for _, moves in book}
    won = collections.Counter(
        winner for _, moves, winner in games
        if any(symmetries(moves[:length]) in positions for length in LENGTHS
               if length < len(moves)))
    return f"of the games through these openings Black won {won['black']}, White {won['white']}"


def run(options: argparse.Namespace) -> bool:
    """Writes the book."""
    games = [(row["game_id"], row["moves"].split(","), row["winner"])
             for row in read_records(options.games)]
    openings = list(itertools.islice(beginnings(games, options.alike), options.tried))
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder or pathlib.Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        judged = zip(openings, values(openings, options, folder))
        balanced = [opening for opening, found in judged
                    if found is not None and abs(found) <= options.within]
    book = balanced[: options.count]
    write_book(sys.stdout, book)
    print(f"{len(balanced)} of {len(openings)} are balanced; {winners(games, book)}",
          file=sys.stderr)
    if len(balanced) < options.count:
        raise Failed(f"only {len(balanced)} openings were found")
    return True


if __name__ == "__main__":
    run_script("make_connect6_openings")

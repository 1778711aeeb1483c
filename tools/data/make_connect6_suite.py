#!/usr/bin/env python3
"""Makes the suite of forced wins for `tools/bench connect6-suite`, tests/data/connect6_wins.csv.

    tools/data/make_connect6_suite.py human=human_games.csv:300 own=own_games.csv:45 \\
      hard=human_games.csv:23:hard > wins.csv

Each argument NAME=FILE:COUNT names a collection of games in CSV and the number of positions to take
from it. FILE:COUNT:hard takes only positions for which --nodes are not enough and --long are, and
goes through the games backward.

Games are tried in the order of the SHA-256 of their moves. In a game the winner's turns are tried
backward, from the one before the last, as long as `trivium solve connect6` proves a win with
--nodes. If these are not enough, one of --every games gets --long instead, so that the suite does
not consist of easy positions only. The earliest --of-a-game proved positions of a game are taken
that have no win in one turn, whose proof has at most --max-proof characters, and that are not
symmetric to a position taken before. At most --short positions in a hundred are won in two turns.

Collections, limits and engine determine the bytes of the suite; --concurrency does not.
Columns: name, turns to six, moves, proof (engine/connect6/threats/proof.h). The engine is the one
that TRIVIUM names, else build/release/bin/trivium. Exit status 0: made; 1: failed; 2: bad usage.
"""

import argparse
import concurrent.futures
import csv
import itertools
import pathlib
import sys
from collections.abc import Callable

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from workshop.command_line import number, option, run_script  # noqa: E402
from workshop.connect6 import read_records, solve, symmetries  # noqa: E402
from workshop.programs import BadUsage, Failed  # noqa: E402

OPTIONS = [
    option("collections", nargs="+", metavar="NAME=FILE:COUNT[:hard]"),
    number("--nodes", 5_000, "positions searched at first"),
    number("--long", 300_000, "positions searched if --nodes are not enough"),
    number("--every", 8, "one of N games gets --long"),
    number("--of-a-game", 2, "positions at most"),
    number("--max-proof", 4_000, "characters of a proof", old=("--longest",)),
    number("--short", 20, "positions in a hundred won in two turns", 0),
    number("--concurrency", 1, "games at a time", old=("--jobs",)),
]


def early_wins(moves: list[str], patient: bool, hard: bool,
               options: argparse.Namespace) -> list[tuple[int, dict]]:
    """Returns the earliest proved wins of a game: stones on the board, and the proof."""
    last = len(moves) - (1 if len(moves) % 2 == 0 else 2)  # begin of the last turn
    wins = []
    for stones in range(last - 4, 2, -4):
        found = solve(moves[:stones], options.nodes)
        is_hard = found["status"] == "limit"
        if is_hard and (patient or hard):
            found = solve(moves[:stones], options.long)
        if found["status"] != "proved":
            break
        acceptable = found["turns"] > 1 and len(found["proof"]) <= options.max_proof
        if acceptable and (is_hard or not hard):
            wins.append((stones, found))
    return wins[: -options.of_a_game - 1 : -1]


def read_games(path: str) -> list[list[str]]:
    """Returns the different games of a collection that have a winner."""
    games = [row["moves"] for row in read_records(pathlib.Path(path))
             if row["winner"] in ("black", "white")]
    return [moves.split(",") for moves in dict.fromkeys(games)]


def take(name: str, path: str, wanted: int, hard: bool, options: argparse.Namespace, seen: set,
         write: Callable) -> None:
    """Writes positions of one collection as rows of the suite. Throws Failed."""
    taken, short = 0, 0
    games = read_games(path)[:: -1 if hard else 1]
    progress = options.phases.next("games", len(games))
    with concurrent.futures.ThreadPoolExecutor(options.concurrency) as pool:
        for begin in range(0, len(games), options.concurrency):
            batch = games[begin : begin + options.concurrency]
            patient = [k % options.every == 0 for k in range(begin, begin + len(batch))]
            tried = pool.map(early_wins, batch, patient, itertools.repeat(hard),
                             itertools.repeat(options))
            for moves, wins in zip(batch, tried):
                for stones, found in wins:
                    key, is_short = symmetries(moves[:stones]), found["turns"] == 2
                    many = is_short and 100 * (short + 1) > options.short * wanted
                    if taken == wanted or key in seen or many:
                        continue
                    seen.add(key)
                    taken += 1
                    short += is_short
                    write((f"{name}-{taken:03}", found["turns"], ",".join(moves[:stones]),
                           found["proof"]))
                progress.step(f"{name}, positions: {taken} of {wanted}")
            if taken == wanted:
                break
    if taken < wanted:
        raise Failed(f"{path}: {taken} positions, not {wanted}")


def run(options: argparse.Namespace) -> bool:
    """Writes the suite."""
    wanted = []
    for text in options.collections:
        name, _, rest = text.partition("=")
        hard = rest.endswith(":hard")
        path, _, count = rest.removesuffix(":hard").rpartition(":")
        if not name or not count.isdigit() or not pathlib.Path(path).is_file():
            raise BadUsage(f"{text}: not NAME=FILE:COUNT[:hard] with a file that can be read")
        wanted.append((name, path, int(count), hard))
    options.phases.count = len(wanted)
    writer, seen = csv.writer(sys.stdout, lineterminator="\n"), set()
    writer.writerow(("name", "turns", "moves", "proof"))
    for collection in wanted:
        take(*collection, options, seen, writer.writerow)
    return True


if __name__ == "__main__":
    run_script("make_connect6_suite", reports=True)

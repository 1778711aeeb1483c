#!/usr/bin/env python3
"""Makes the suite of forced wins that `tools/bench connect6-suite` measures and tests/data/connect6_wins.csv holds:

  python3 tools/bench.d/make_connect6_suite.py human=human_games.csv:300 own=own_games.csv:45 hard=human_games.csv:23:hard > wins.csv

Each argument names a collection of games in CSV and how many positions to take from it; FILE:COUNT:hard takes only positions for which
--nodes were not enough and --long were, and goes through the games backward. Its games are tried in the order of their SHA-256.
In a game the winner's turns are tried from the one before the last back, for as long as `trivium solve connect6` proves a win with --nodes;
where these are not enough in one of --every games, it gets --long instead, so that the suite does not consist of what is solved at once. The
earliest --of-a-game positions proved are taken which have no win on the move, whose proof is written in at most --longest characters, and
which are not others mirrored or turned. At most --short positions in a hundred may be won in two turns. Collections, limits and engine
decide the suite, to the byte; the number of --jobs does not. Lines: name, turns to six, moves, proof (engine/connect6/threats/proof.h). The engine is
the one named by TRIVIUM, else build/release/bin/trivium. Exit status 0: made, 1: not, 2: bad usage.
"""

import argparse
import concurrent.futures
import csv
import hashlib
import itertools
import json
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIZE = 19


def solve(options, moves, nodes, *flags):
    """What the engine says of the position after `moves`."""
    record = f'1,"{",".join(moves)}",\n'
    command = [options.program, "solve", "connect6", "--record", "-", "--json", "--nodes", str(nodes), *flags]
    done = subprocess.run(command, input=record, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)}: exit status {done.returncode}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def acceptable(found, options):
    return found["turns"] > 1 and len(found["proof"]) <= options.longest


def early_wins(moves, patient, hard, options):
    """The stones on the board and what the engine says, of the earliest wins that it proves in this game, earliest first."""
    last = len(moves) - (1 if len(moves) % 2 == 0 else 2)  # where the last turn began: behind an odd number of stones
    wins = []
    for stones in range(last - 4, 2, -4):
        found = solve(options, moves[:stones], options.nodes)
        is_hard = found["status"] == "limit"
        if is_hard and (patient or hard):
            found = solve(options, moves[:stones], options.long)
        if found["status"] != "proved":
            break
        if acceptable(found, options) and (is_hard or not hard):
            wins.append((stones, found))
    return wins[: -options.of_a_game - 1 : -1]


def symmetries(moves):
    """The position as sets of stones, the same for every way to turn or mirror the board."""
    def cell(vertex):
        return ord(vertex[0]) - ord("a"), int(vertex[1:]) - 1

    stones = [[], []]
    for number, vertex in enumerate(moves):
        stones[(number + 1) // 2 % 2].append(cell(vertex))
    ways = []
    for swap in (False, True):
        for mirror_x in (False, True):
            for mirror_y in (False, True):
                turned = []
                for side in stones:
                    moved = [(SIZE - 1 - x if mirror_x else x, SIZE - 1 - y if mirror_y else y) for x, y in side]
                    turned.append(tuple(sorted((y, x) if swap else (x, y) for x, y in moved)))
                ways.append(tuple(turned))
    return min(ways)


def read_games(path):
    """The games of a collection that somebody won, by their hash."""
    with open(path, newline="") as file:
        games = [row["moves"] for row in csv.DictReader(file) if row["winner"] in ("black", "white")]
    return sorted(set(games), key=lambda moves: hashlib.sha256(moves.encode()).hexdigest())


def take(name, path, wanted, hard, options, seen, write):
    """Hands positions of one collection to `write`, as rows of the suite."""
    taken, short = 0, 0
    games = [moves.split(",") for moves in read_games(path)][:: -1 if hard else 1]
    started = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for begin in range(0, len(games), options.jobs):
            batch = games[begin : begin + options.jobs]
            patient = [number % options.every == 0 for number in range(begin, begin + len(batch))]
            for moves, wins in zip(batch, pool.map(early_wins, batch, patient, itertools.repeat(hard), itertools.repeat(options))):
                for stones, found in wins:
                    key = symmetries(moves[:stones])
                    if taken == wanted or key in seen or (found["turns"] == 2 and 100 * (short + 1) > options.short * wanted):
                        continue
                    seen.add(key)
                    taken += 1
                    short += found["turns"] == 2
                    write((f"{name}-{taken:03}", found["turns"], ",".join(moves[:stones]), found["proof"]))
            print(f"\r{name}: {taken} of {wanted}, {begin + len(batch)} games, {time.monotonic() - started:.0f} s", end="", file=sys.stderr)
            if taken == wanted:
                break
    print(file=sys.stderr)
    if taken < wanted:
        raise SystemExit(f"{path}: {taken} positions, not {wanted}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collections", nargs="+", metavar="NAME=FILE:COUNT[:hard]")
    parser.add_argument("--nodes", type=int, default=5_000, metavar="N", help="positions searched at first (default 5,000)")
    parser.add_argument("--long", type=int, default=300_000, metavar="N", help="and where these are not enough (default 300,000)")
    parser.add_argument("--every", type=int, default=8, metavar="N", help="in one of so many games (default 8)")
    parser.add_argument("--of-a-game", type=int, default=2, metavar="N", help="positions at most (default 2)")
    parser.add_argument("--longest", type=int, default=4_000, metavar="N", help="characters of a proof (default 4,000)")
    parser.add_argument("--short", type=int, default=20, metavar="N", help="positions in a hundred won in two turns (default 20)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="games at a time (default 1)")
    options = parser.parse_args()
    options.program = os.environ.get("TRIVIUM", str(ROOT / "build/release/bin/trivium"))
    wanted = []
    for text in options.collections:
        name, _, rest = text.partition("=")
        hard = rest.endswith(":hard")
        path, _, count = rest.removesuffix(":hard").rpartition(":")
        if not name or not count.isdigit() or not os.path.isfile(path):
            parser.error(f"{text}: not NAME=FILE:COUNT[:hard] with a file that can be read")
        wanted.append((name, path, int(count), hard))
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(("name", "turns", "moves", "proof"))
    seen = set()
    for name, path, count, hard in wanted:
        take(name, path, count, hard, options, seen, writer.writerow)
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Makes a book of balanced Connect-6 openings from the beginnings of games:

  tools/ladder.d/make_connect6_openings.py human_games.csv > book.csv

GAMES are records in CSV (game_id, moves, winner) on a board of 19 lines. They are gone through in the order of the SHA-256 of their moves,
and of each one the first 3, 5 or 7 stones are taken, in turns: whole turns, so that somebody has two stones to place. No position comes
twice, however it is turned or mirrored and in whatever order its stones were placed, and at most --alike have the same first three stones
in that sense. The first --tried are judged by our player in one turn of --nodes positions from a cleared table (proto=internal of
trivium-match). The first --count that give neither side more than --within, in hundredths of the log-odds to win, are the book; an opening
is named by its game and its number of stones. Who won the games that went through one of them is said on stderr. Games, numbers, program
and weights decide the book, to the byte. The same command with --folder goes on where it was interrupted. trivium-match lies beside the
program named by TRIVIUM, else in build/release/bin. Exit status 0: made, 1: not, 2: bad usage.
"""

import argparse
import collections
import csv
import hashlib
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tools" / "bench.d"))
from make_connect6_suite import symmetries

LENGTHS = (3, 5, 7)
FIELDS = ("game_id", "moves", "winner")


class Failed(Exception):
    """What went wrong, for the user."""


def read_games(path):
    """(name, stones, winner) of each game, in the order of the hash of its moves."""
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    if not rows or not set(FIELDS) <= set(rows[0]):
        raise Failed(f"{path}: no records with {', '.join(FIELDS)}")
    rows.sort(key=lambda row: hashlib.sha256(row["moves"].encode()).hexdigest())
    return [(row["game_id"], row["moves"].split(","), row["winner"]) for row in rows]


def beginnings(games, alike):
    """Yields (name, stones) of positions that are not others turned or mirrored."""
    seen, begun = set(), collections.Counter()
    for (name, moves, _), length in zip(games, itertools.cycle(LENGTHS)):
        if len(moves) <= length + 1:  # hardly a game
            continue
        position, start = symmetries(moves[:length]), symmetries(moves[: LENGTHS[0]])
        if position in seen or begun[start] == alike:
            continue
        seen.add(position)
        begun[start] += 1
        yield f"{name}-{length}", moves[:length]


def write_book(out, openings):
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(FIELDS)
    writer.writerows((name, ",".join(moves), "") for name, moves in openings)


def values(match, openings, options, folder):
    """What our player says of each opening for the side to move; None where that is no number but a win, a loss or a bound."""
    book, journal = folder / "openings.csv", folder / "games.db"
    with open(book, "w", newline="") as file:
        write_book(file, openings)
    players = [word for name in ("one", "two") for word in ("-engine", f"name={name}", "proto=internal")]
    played = subprocess.run([match, "run", "-game", "connect6", "-name", "balance", "-journal", journal, *players,
                             "-each", f"nodes={options.nodes}", "-openings", f"file={book}", "order=sequential",
                             "-rounds", str(len(openings)), "-games", "1", "-maxmoves", "1", "-concurrency", str(options.jobs)],
                            stdout=sys.stderr)
    if played.returncode != 0:
        raise Failed(f"{match}: exit status {played.returncode}")
    told = subprocess.run([match, "export", "--format", "json", journal], stdout=subprocess.PIPE, text=True, check=True).stdout
    found = {}
    for line in told.splitlines():
        game = json.loads(line)["game"]
        found[game["opening"]] = value(game["moves"])
    return [found[name] for name, _ in openings]


def value(moves):
    """Of the first stone that was thought about, which stands behind those of the opening with time, score and more."""
    _, _, score, *_ = next(move for move in moves if isinstance(move, list))
    return score if isinstance(score, int) else None


def winners(games, book):
    """Who won the games that went through an opening of the book."""
    positions = {symmetries(moves) for _, moves in book}
    won = collections.Counter(winner for _, moves, winner in games
                              if any(symmetries(moves[:length]) in positions for length in LENGTHS if length < len(moves)))
    return f"of the games through these openings Black won {won['black']}, White {won['white']}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", type=pathlib.Path, metavar="GAMES")
    parser.add_argument("--count", type=int, default=100, metavar="N", help="openings (default 100)")
    parser.add_argument("--tried", type=int, default=300, metavar="N", help="positions that are judged (default 300)")
    parser.add_argument("--alike", type=int, default=6, metavar="N", help="of these with the same first three stones (default 6)")
    parser.add_argument("--within", type=int, default=10, metavar="V", help="hundredths of the log-odds, either side (default 10)")
    parser.add_argument("--nodes", type=int, default=20000, metavar="N", help="of the search (default 20000)")
    parser.add_argument("--folder", type=pathlib.Path, metavar="FOLDER", help="keeps what was judged (default: nothing is kept)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="positions at a time (default 1)")
    options = parser.parse_args()
    if min(options.count, options.tried, options.alike, options.nodes, options.jobs) < 1 or options.within < 0:
        parser.error("--count, --tried, --alike, --nodes and --jobs must be above 0, --within not below")
    match = pathlib.Path(os.environ.get("TRIVIUM", ROOT / "build/release/bin/trivium")).with_name("trivium-match")
    if not os.access(match, os.X_OK):
        parser.error(f"{match}: not an executable; build it or set TRIVIUM")
    if not options.games.is_file():
        parser.error(f"{options.games}: no file")
    try:
        games = read_games(options.games)
        openings = list(itertools.islice(beginnings(games, options.alike), options.tried))
        with tempfile.TemporaryDirectory() as scratch:
            folder = options.folder or pathlib.Path(scratch)
            folder.mkdir(parents=True, exist_ok=True)
            judged = zip(openings, values(match, openings, options, folder))
            balanced = [opening for opening, found in judged if found is not None and abs(found) <= options.within]
    except Failed as fault:
        sys.exit(f"make_connect6_openings: {fault}")
    book = balanced[: options.count]
    write_book(sys.stdout, book)
    print(f"{len(balanced)} of {len(openings)} are balanced; {winners(games, book)}", file=sys.stderr)
    if len(balanced) < options.count:
        sys.exit(f"make_connect6_openings: only {len(balanced)} openings were found")
    return 0


if __name__ == "__main__":
    sys.exit(main())

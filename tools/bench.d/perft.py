"""Speed of perft by our chess rules and by Stockfish, with one thread each, in turns.

Prints the median time of each program and its spread, leaves per second, and the ratio of the
medians with the range of the ratios of single pairs. Times are wall-clock times of whole processes,
less the time of the same process at depth 1, so that start-up does not count (Stockfish loads a
network). stockfish is searched on PATH and in /usr/games, and installed if it is missing. Exit
status 0: the totals agree, and --require holds; 1: not so; 2: bad usage.
"""

import argparse
import re
import statistics
from collections.abc import Callable

from workshop.command_line import number, real
from workshop.measure import in_turns, ratio, ratios, spread
from workshop.programs import BadUsage, Failed, call, find, find_debian

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
TASKS = [("start position", START, 6), ("start position", START, 7), ("Kiwipete", KIWIPETE, 5)]
Count = tuple[int, float]  # leaves and seconds

OPTIONS = [
    number("--runs", 5, "number of pairs of runs for each position"),
    real("--require", 0, "fail if the ratio of the medians is less", "RATIO"),
]


def counted(command: list, text: str, pattern: str) -> Count:
    """Runs a program; returns its total, the last match of `pattern`, and its seconds."""
    done = call(command, text=text)
    found = re.findall(pattern, done.out, re.MULTILINE)
    if not found:
        raise Failed(f"{command[0]}: no total in its output: {done.out[-200:]!r}")
    return int(found[-1]), done.seconds


def ours(fen: str, depth: int) -> Count:
    """Counts by `trivium perft`."""
    return counted([find(), "perft", "--fen", fen, depth], "", r"^(\d+)$")


def without_start(count: Callable[[str, int], Count], fen: str, depth: int) -> Count:
    """Returns the total and the seconds, less those of a count at depth 1."""
    idle = min(count(fen, 1)[1] for _ in range(2))
    total, seconds = count(fen, depth)
    return total, max(seconds - idle, 1e-6)


def run(options: argparse.Namespace) -> bool:
    """Measures and prints; returns whether totals agree and --require holds."""
    stockfish = find_debian("stockfish")
    if not stockfish:
        raise BadUsage("no stockfish on PATH or in /usr/games (apt-get install stockfish)")

    def theirs(fen: str, depth: int) -> Count:
        commands = f"setoption name Threads value 1\nposition fen {fen}\ngo perft {depth}\nquit\n"
        return counted([stockfish], commands, r"^Nodes searched: (\d+)$")

    banner = call([stockfish], text="quit\n").out.split(" by ")[0].strip()
    print(f"{find()} against {banner}, {options.runs} runs each, in turns")
    holds, options.phases.count = True, len(TASKS)
    for name, fen, depth in TASKS:
        sides = {side: lambda count=count: without_start(count, fen, depth)
                 for side, count in (("ours", ours), ("theirs", theirs))}
        found = in_turns(options.runs, sides, options.phases)
        own, other = ([seconds for _, seconds in runs] for runs in found.values())
        totals = {total for runs in found.values() for total, _ in runs}
        agree = len(totals) == 1
        pairs = ratios(other, own)
        print(f"{name} depth {depth}: {found['ours'][0][0]} leaves"
              f"{'' if agree else ' (STOCKFISH DIFFERS)'}\n"
              f"    trivium {spread(own, 's', 3)}   stockfish {spread(other, 's', 3)}   "
              f"{found['ours'][0][0] / statistics.median(own) / 1e6:.0f} M leaves/s\n"
              f"    ratio {ratio(other, own):.2f} (single pairs {min(pairs):.2f}-{max(pairs):.2f})",
              flush=True)
        holds = holds and agree and ratio(other, own) >= options.require
    return holds

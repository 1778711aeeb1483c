"""Share of the forced wins in tests/data/connect6_wins.csv that are proved.

tools/data/make_connect6_suite.py made the suite. Each position is solved with --seconds in two ways
that take turns: by double threats alone (`trivium solve connect6 --singles 0`), and by single
threats too. The engine's verifier replays every proof. Prints the number of solved positions by the
turns to six and by the origin of the games, with the 95 % interval of the share, and the median and
the 90th percentile of the time. Exit status 0: done, and --require holds; 1: not so; 2: bad usage.
"""

import argparse
import concurrent.futures
import csv
import statistics
from collections.abc import Callable

from workshop.command_line import above_zero, flag, number, path, real
from workshop.connect6 import solve
from workshop.measure import percentile, wilson
from workshop.programs import ROOT, BadUsage, find

WAYS = {"double threats": ["--singles", "0"], "single threats too": []}

OPTIONS = [
    path("--suite", "records of the positions", default=ROOT / "tests/data/connect6_wins.csv"),
    real("--seconds", 1, "time for each position", type=above_zero),
    number("--every", 1, "only every Nth position"),
    number("--concurrency", 1, "number of programs at once", old=("--jobs",)),
    flag("--unsolved", "name the positions that the second way does not solve"),
    real("--require", 0, "fail if the second way solves fewer", "PERCENT"),
]


def proof_time(moves: str, seconds: float, flags: list[str]) -> float | None:
    """Returns milliseconds to a proof; None if there is none in time."""
    found = solve(moves.split(","), 2**63, "--seconds", str(seconds), *flags)
    in_time = found["status"] == "proved" and found["milliseconds"] <= 1000 * seconds
    return found["milliseconds"] if in_time else None


def report(way: str, rows: list[dict], times: list[float | None]) -> None:
    """Prints what a way solves."""
    solved = [time for time in times if time is not None]
    low, high = wilson(len(solved), len(rows))
    print(f"{way}: {len(solved)} of {len(rows)} ({100 * len(solved) / len(rows):.1f} %, "
          f"{100 * low:.1f}-{100 * high:.1f})")
    kinds: dict[str, Callable[[dict], object]] = {
        "turns": lambda row: min(int(row["turns"]), 7),
        "from": lambda row: row["name"].rpartition("-")[0]}
    for title, key in kinds.items():
        for group in sorted({key(row) for row in rows}):
            members = [time for row, time in zip(rows, times) if key(row) == group]
            name = f"{group}{' or more' if group == 7 else ''}"
            proved = sum(time is not None for time in members)
            print(f"  {title} {name}: {proved} of {len(members)}")
    if solved:
        print(f"  time of those solved: median {statistics.median(solved):.1f} ms, 90 % within "
              f"{percentile(solved, 0.9):.1f} ms")


def run(options: argparse.Namespace) -> bool:
    """Measures and prints; returns whether --require holds."""
    try:
        with open(options.suite, newline="") as file:
            rows = list(csv.DictReader(file))[:: options.every]
    except OSError as fault:
        raise BadUsage(str(fault)) from fault
    if not rows:
        raise BadUsage(f"{options.suite}: no positions")
    with concurrent.futures.ThreadPoolExecutor(options.concurrency) as pool:
        timed = pool.map(lambda row: [proof_time(row["moves"], options.seconds, flags)
                                      for flags in WAYS.values()], rows)
        found = list(options.phases.counted("positions", timed, len(rows)))
    print(f"{find()}: {len(rows)} positions, {options.seconds:g} s each, "
          f"{options.concurrency} at a time")
    for way, times in zip(WAYS, zip(*found)):
        report(way, rows, list(times))
    unsolved = [row["name"] for row, (_, last) in zip(rows, found) if last is None]
    if options.unsolved:
        print("not solved:", *unsolved)
    return 100 * (len(rows) - len(unsolved)) >= options.require * len(rows)

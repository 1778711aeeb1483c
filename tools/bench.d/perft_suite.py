"""Checks every line of perft suites: `FEN ;D1 20 ;D2 400 ...`, the form of EPD perft files.

`trivium perft` counts each line at its maximum depth; with --all-depths also at the smaller depths.
Exit status 0: all counts agree; 1: some do not; 2: bad usage.
"""

import argparse
import concurrent.futures
import pathlib
import re
import time

from workshop.command_line import file, flag, number
from workshop.programs import Failed, call, find

Task = tuple[str, int, int]  # FEN, depth and expected total

OPTIONS = [
    file("files", "suites of positions with counts", nargs="+"),
    number("--max-depth", 99, "maximum depth of the counts"),
    flag("--all-depths", "count at every depth of a line, not at the greatest only"),
    number("--concurrency", 1, "number of programs at once", old=("--jobs",)),
]


def read_suite(path: pathlib.Path, max_depth: int, all_depths: bool) -> tuple[list[Task], int]:
    """Returns the tasks of a file, and the number of lines without one within max_depth."""
    tasks, skipped = [], 0
    for line in path.read_text().splitlines():
        fen = line.split(";")[0].strip()
        if not fen or fen.startswith("#"):
            continue
        counts = sorted((int(depth), int(nodes))
                        for depth, nodes in re.findall(r";\s*D(\d+)\s+(\d+)", line)
                        if int(depth) <= max_depth)
        skipped += not counts
        tasks += [(fen, *count) for count in (counts if all_depths else counts[-1:])]
    return tasks, skipped


def count(task: Task) -> int | str:
    """Returns the total that the program prints, or its error message."""
    fen, depth, _ = task
    try:
        return int(call([find(), "perft", "--fen", fen, depth]).out.split()[-1])
    except (Failed, ValueError, IndexError) as fault:
        return str(fault)


def check(path: pathlib.Path, options: argparse.Namespace) -> bool:
    """Counts one file; returns whether every count agrees."""
    tasks, skipped = read_suite(path, options.max_depth, options.all_depths)
    started, wrong, nodes = time.monotonic(), 0, 0
    with concurrent.futures.ThreadPoolExecutor(options.concurrency) as pool:
        totals = options.phases.counted("counts", pool.map(count, tasks), len(tasks))
        for total, (fen, depth, expected) in zip(totals, tasks):
            nodes += expected
            if total != expected:
                wrong += 1
                print(f"{path.name}: {fen}: depth {depth}: {total}, expected {expected}",
                      flush=True)
    note = f", {skipped} lines have no count within depth {options.max_depth}" if skipped else ""
    print(f"{path.name}: {len(tasks) - wrong} of {len(tasks)} counts agree, {nodes:,} leaves, "
          f"{time.monotonic() - started:.1f} s{note}", flush=True)
    return wrong == 0 and len(tasks) > 0


def run(options: argparse.Namespace) -> bool:
    """Checks all files; returns whether all agree."""
    options.phases.count = len(options.files)
    return all([check(path, options) for path in options.files])

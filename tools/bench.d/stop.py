"""Time from `stop` to `bestmove` of the chess search in `go infinite`, over a pipe.

In turns with it, measures the time from `isready` to `readyok` of the idle engine: the overhead of
pipe, scheduler and script. Positions are openings of tools/ladder.d, searched from a cleared table.
Searches are stopped after times that are evenly spread from 10 ms to --max-seconds. Prints median,
99th percentile and maximum of both times. --engine measures another engine; --load N measures while
N busy loops run. Exit status 0: measured, and --require holds; 1: not so; 2: bad usage.
"""

import argparse
import contextlib
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence

from workshop.books import chess_positions
from workshop.command_line import at_least, number, option, real
from workshop.engines import PATIENCE, Engine
from workshop.measure import percentile
from workshop.programs import find

SHORTEST = 0.01  # seconds of a search
POSITIONS = 16

OPTIONS = [
    number("--count", 200, "number of searches", old=("--times",)),
    real("--max-seconds", 0.5, "longest search before a stop, in seconds",
         type=at_least(SHORTEST, float), old=("--longest",)),
    number("--threads", 1, "number of threads of the engine"),
    number("--hash", 64, "hash table of the engine in MB"),
    number("--load", 0, "number of busy loops beside the engine", 0),
    option("--engine", metavar="COMMAND", help="UCI engine to measure (default: ours)"),
    real("--require", None, "fail if the slowest stop takes more", "MS"),
]


def answer_time(engine: Engine, command: str, word: str) -> float:
    """Returns milliseconds from the command to the line that begins with `word`."""
    started = time.perf_counter()
    engine.send(command)
    return 1000 * (engine.until(word, PATIENCE)[-1][0] - started)


def stop_time(engine: Engine, fen: str, seconds: float) -> float:
    """Returns the time in milliseconds to stop a search that has run for `seconds`."""
    engine.send("ucinewgame", f"position fen {fen}")
    engine.ready()
    engine.send("go infinite")
    time.sleep(seconds)
    return answer_time(engine, "stop", "bestmove")


@contextlib.contextmanager
def busy_loops(count: int) -> Iterator[None]:
    """Keeps `count` processes busy while the block runs."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def line(name: str, times: Sequence[float]) -> str:
    """Returns a row of the table."""
    return (f"  {name:20} median {statistics.median(times):7.3f} ms   "
            f"99% {percentile(times, 0.99):7.3f} ms   worst {max(times):7.3f} ms")


def run(options: argparse.Namespace) -> bool:
    """Measures and prints; returns whether --require holds."""
    positions, stops, idle = chess_positions(POSITIONS), [], []
    settings = {"Hash": options.hash, "Threads": options.threads}
    command = options.engine or f"{find()} uci"
    with busy_loops(options.load), Engine(command, settings) as engine:
        for number in options.phases.counted("searches", range(options.count)):
            seconds = SHORTEST + (options.max_seconds - SHORTEST) * number / options.count
            stops.append(stop_time(engine, positions[number % POSITIONS], seconds))
            idle.append(answer_time(engine, "isready", "readyok"))
    print(f"{engine.name}: {options.count} searches of 10 ms to {options.max_seconds:g} s, threads "
          f"{options.threads}, hash {options.hash} MB, {options.load} busy loops beside it")
    print(line("stop to bestmove", stops))
    print(line("isready to readyok", idle))
    return options.require is None or max(stops) <= options.require

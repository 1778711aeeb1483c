"""Nodes per second of a search with several threads and with one, in turns.

A run searches some openings of tools/ladder.d for --seconds each, from a cleared table, with one
thread or with --threads. In chess, nodes and time are those of the last info line of each search.
In Connect-6, nodes are the last number of visits of `lz-analyze`, and the time is that of its first
appearance, at the end of an iteration; it includes the work that one thread does alone before the
search. Prints medians with spreads, and the ratio of the medians with the range of the ratios of
single runs. --engine measures another engine. Exit status 0: measured, and --require holds; 1: not
so; 2: bad usage.
"""

import argparse
import contextlib
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from workshop import books
from workshop.command_line import above_zero, number, option, real
from workshop.command_line import threads as processors
from workshop.engines import Engine, EngineFault, GtpEngine, Line
from workshop.measure import in_turns, ratio, ratios, spread, threads_text
from workshop.programs import find

Found = tuple[int, float]  # nodes and seconds


def searched(lines: Sequence[Line]) -> Found:
    """Returns nodes and seconds of the last info line that has both."""
    for _, line in reversed(lines):
        nodes, time = (re.search(rf"\b{word} (\d+)", line) for word in ("nodes", "time"))
        if line.startswith("info") and nodes and time and int(time[1]) > 0:
            return int(nodes[1]), int(time[1]) / 1000
    raise EngineFault("no info line has nodes and time")


def analyzed(lines: Sequence[Line]) -> Found:
    """Returns the last number of nodes of an analysis, and the seconds until it first came."""
    nodes, when = 0, 0.0
    for seconds, line in lines:
        found = re.match(r"info .*?\bvisits (\d+)", line)
        if found and int(found[1]) != nodes:
            nodes, when = int(found[1]), seconds
    if nodes == 0:
        raise EngineFault("no line of analysis has nodes")
    return nodes, when


def search_chess(engine: Engine, fen: str, seconds: float) -> Found:
    """Searches a position of chess."""
    return searched(engine.search(fen, f"movetime {round(1000 * seconds)}", seconds))


def search_connect6(engine: GtpEngine, stones: Sequence[str], seconds: float) -> Found:
    """Searches a position of Connect-6."""
    return analyzed(engine.analyze(stones, seconds))


class Game(NamedTuple):
    """Start and search of an engine of a game."""

    protocol: str
    openings: Callable[[int], list]
    engine: type[Engine]
    options: tuple[str, str]  # the names of the table's size and of the number of threads
    search: Callable[..., Found]


GAMES = {"chess": Game("uci", books.chess_positions, Engine, ("Hash", "Threads"), search_chess),
         "connect6": Game("gtp", books.connect6_positions, GtpEngine,
                          ("trivium-hash", "trivium-threads"), search_connect6)}

OPTIONS = [
    option("--game", choices=GAMES, default="chess", help="game of the search"),
    processors("number of threads that is compared with one"),
    number("--runs", 5, "number of runs of each"),
    number("--count", 4, "number of positions in a run", old=("--positions",)),
    real("--seconds", 2, "time for a position", type=above_zero),
    number("--hash", 64, "hash table of each engine in MB", 0),
    option("--engine", metavar="COMMAND", help="other engine to measure"),
    real("--require", 0, "fail if the ratio of the medians is less", "RATIO"),
]


def run(options: argparse.Namespace) -> bool:
    """Measures and prints; returns whether --require holds."""
    game = GAMES[options.game]
    command = options.engine or f"{find()} {game.protocol}"
    positions = game.openings(options.count)

    def speed(engine: Engine) -> float:
        found = [game.search(engine, position, options.seconds) for position in positions]
        return sum(nodes for nodes, _ in found) / sum(seconds for _, seconds in found) / 1e6

    with contextlib.ExitStack() as stack:
        engines = {threads: stack.enter_context(
            game.engine(command, dict(zip(game.options, (options.hash, threads)))))
            for threads in sorted({1, options.threads})}
        found = in_turns(options.runs, {threads: lambda engine=engine: speed(engine)
                                        for threads, engine in engines.items()}, options.phases)
    print(f"{engines[1].name}: {options.runs} runs of {len(positions)} positions, "
          f"{options.seconds:g} s each, hash {options.hash} MB")
    for threads, speeds in found.items():
        print(f"  {threads_text(threads)}  "
              f"{spread(speeds, 'million nodes/s', 3)}")
    many, one = found[options.threads], found[1]
    pairs = ratios(many, one)
    print(f"  ratio      {ratio(many, one):.2f} ({min(pairs):.2f}-{max(pairs):.2f})")
    return ratio(many, one) >= options.require

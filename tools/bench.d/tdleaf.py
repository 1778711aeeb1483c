"""Speed of the chess learner: positions per second of self-play, and of learning from stored games.

One thread takes turns with all threads. `trivium-learn chess selfplay` writes games to a file, from
which `trivium-learn chess tdleaf --data` learns in as many passes as --positions needs. The time to
read the file, to check it and to change the weights counts. One thread and all threads must learn
the same bytes. Start-up does not count: it is measured with one game and subtracted. A run that
takes less than twice as long as start-up gives no figure. Exit status 0: all agree; 1: they do not,
or no run was long enough; 2: bad usage.
"""

import argparse
import pathlib
import re
import statistics
import tempfile
from collections.abc import Sequence

from workshop.command_line import number, real, threads
from workshop.measure import in_turns, spread, threads_text
from workshop.programs import Failed, find, learn

TOO_SHORT = "too short to tell"

OPTIONS = [
    number("--runs", 3, "number of runs of each"),
    number("--count", 200, "number of games of a run", old=("--games",)),
    number("--nodes", 1000, "nodes searched for each position"),
    number("--positions", 10_000_000, "positions learned from in one run"),
    threads("number of threads that is compared with one"),
    real("--require", None, "fail if all threads learn from fewer positions a second", "RATE"),
]


def self_play(options: argparse.Namespace, threads: int, games: int,
              file: pathlib.Path) -> tuple[int, int]:
    """Plays games; returns their positions, and positions a second as the program prints them."""
    file.unlink(missing_ok=True)  # selfplay does not overwrite files
    output = learn("chess", "selfplay", "--games-file", file, "--count", games, "--nodes",
                 options.nodes, "--threads", threads).err
    found = re.search(r"games?, (\d+) positions, [\d.]+ s: (\d+) positions a second", output)
    if not found:
        raise Failed(f"selfplay printed no speed: {output[-200:]!r}")
    return int(found[1]), int(found[2])


def learning(file: pathlib.Path, passes: int, threads: int, out: pathlib.Path) -> float:
    """Returns the seconds of a run over the games of a file."""
    return learn("chess", "tdleaf", "--data", file, "--out", out, "--steps", 1, "--passes",
                 passes, "--threads", threads).seconds


def beyond_start(whole: float, idle: float) -> float | None:
    """Returns the seconds of a run without start-up; None if start-up is more than half of it."""
    return whole - idle if whole >= 2 * idle else None


def described(figures: Sequence[float], unit: str, digits: int = 0) -> str:
    """Returns median and spread, if any run was long enough."""
    return spread(figures, unit, digits) if figures else TOO_SHORT


def run(options: argparse.Namespace) -> bool:
    """Measures and prints; returns whether weights agree and --require holds."""
    counts, options.phases.count = sorted({1, options.threads}), 2
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        games, one_game = folder / "games.tdleaf", folder / "one.tdleaf"
        self_play(options, 1, 1, one_game)
        played = in_turns(options.runs, {
            threads: lambda threads=threads: self_play(options, threads, options.count, games)
            for threads in counts}, options.phases)
        positions = played[1][0][0]
        passes = -(-options.positions // positions)

        def learned(threads: int) -> float | None:
            idle = learning(one_game, 1, threads, folder / "idle.safetensors")
            out = folder / f"{threads}.safetensors"
            return beyond_start(learning(games, passes, threads, out), idle)

        times = {threads: [taken for taken in found if taken is not None]
                 for threads, found in in_turns(options.runs, {
                     threads: lambda threads=threads: learned(threads)
                     for threads in counts}, options.phases).items()}
        files = {(folder / f"{threads}.safetensors").read_bytes() for threads in counts}

    total = positions * passes
    rates = {threads: [rate for _, rate in found] for threads, found in played.items()}
    print(f"{find('trivium-learn')}: {options.count} games, {positions} positions, "
          f"{options.nodes} nodes each, {options.runs} runs, in turns")
    for threads in counts:
        speeds = [total / seconds for seconds in times[threads]]
        print(f"  {threads_text(threads)}   "
              f"self-play {described(rates[threads], 'positions/s')}   "
              f"learning {described(speeds, 'positions/s')}   {total} positions: "
              f"{described(times[threads], 's', 1)}")
    middle = {threads: statistics.median(taken) if taken else None
              for threads, taken in times.items()}
    if options.threads > 1:
        most = options.threads
        ratio = f"{middle[1] / middle[most]:.2f}" if all(middle.values()) else TOO_SHORT
        played_ratio = statistics.median(rates[most]) / statistics.median(rates[1])
        print(f"  ratio        self-play {played_ratio:.2f}   learning {ratio}")
    agree = len(files) == 1
    print(f"  weights are {'the same' if agree else 'NOT THE SAME'} for any number of threads")
    seconds = middle[options.threads]
    fast = options.require is None or (seconds and total / seconds >= options.require)
    return agree and bool(fast)

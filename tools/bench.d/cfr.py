"""Speed of the samplers of `trivium-learn poker cfr-sample`: iterations of CFR per second.

An iteration is one deal, traversed once for each player, as in open-pure-cfr. The strategies ignore
the cards, so tree walks and tables are measured, but no buckets. Measured are heads-up limit
hold'em (its whole tree) by pure and external sampling, and no-limit by external sampling with the
bet sizes "standard"; each with one and two threads, in deterministic batches and asynchronously,
all in turns.

With --open-pure-cfr DIR, a checkout of github.com/rggibson/open-pure-cfr, that program is built
with -O3 -march=native and takes its turns with --card-abs=BLIND; its figure is that of its last
status line. --cards FILE measures with buckets (kind poker.buckets) instead, without a comparison.
Exit status 0: all ran, and --require holds; 1: not so; 2: bad usage.
"""

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator

from workshop.command_line import number, option, path, real
from workshop.measure import in_turns, ratio, spread
from workshop.programs import BadUsage, Failed, call, learn

WHOLE_BATCHES = 1 << 17
Side = tuple[str, Callable[[], float]]  # its name, and a turn that returns iterations a second

OPTIONS = [
    number("--runs", 3, "number of runs of each side", old=("--turns",)),
    number("--seconds", 4, "approximate duration of a run"),
    option("--cards", metavar="FILE",
           help="buckets (kind poker.buckets); without it, players ignore their cards"),
    path("--open-pure-cfr", "compare with this checkout of open-pure-cfr", "DIR"),
    real("--require", 0, "fail if pure CFR of limit, in batches, one thread, is less than R times "
         "as fast as open-pure-cfr", "R"),
]


def ours(game: str, sampler: str, cards: str, threads: int, mode: str, seconds: int) -> Side:
    """Returns a side of our learner; its first turn also finds how many iterations to run."""
    command = ["poker", "cfr-sample", "--game", game, "--sampler", sampler, "--cards", cards,
               "--weighting", "uniform", "--threads", threads, "--batch", WHOLE_BATCHES, "--json",
               *(["--async"] if mode == "async" else [])]
    enough: list[int] = []

    def speed(iterations: int) -> float:
        return json.loads(learn(*command, "--steps", iterations).out)["iterations_per_second"]

    def turn() -> float:
        if not enough:
            wanted = int(speed(WHOLE_BATCHES) * seconds) // WHOLE_BATCHES * WHOLE_BATCHES
            enough.append(max(WHOLE_BATCHES, wanted))
        return speed(enough[0])

    return f"{game} {sampler}, {mode}, threads: {threads}", turn


def sides_of(options: argparse.Namespace) -> Iterator[Side]:
    """Yields all sides of our learner."""
    cards = options.cards or "blind"
    for game, sampler in (("limit", "pure"), ("limit", "external"), ("nolimit", "external")):
        for mode in ("batches", "async"):
            for threads in (1, 2):
                yield ours(game, sampler, cards, threads, mode, options.seconds)


def open_pure_cfr(program: pathlib.Path, threads: int, seconds: int) -> Side:
    """Returns the side of open-pure-cfr."""
    game = program.parent / "games/holdem.limit.2p.reverse_blinds.game"
    command = [program, game, program.parent.parent / "dump", "--card-abs=BLIND",
               f"--threads={threads}", "--status=1", f"--max-walltime={seconds + 1}"]
    name = f"open-pure-cfr limit pure, threads: {threads}"

    def turn() -> float:
        output = subprocess.run(command, capture_output=True, text=True, check=False).stderr
        found = re.findall(r"iterations complete; ([0-9.e+]+) i/s overall", output)
        if not found:
            raise Failed(f"{name}: no speed in its output\n{output}")
        return float(found[-1])

    return name, turn


def build_open_pure_cfr(checkout: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    """Builds the program from a copy of the checkout; returns its path."""
    if not (checkout / "pure_cfr_machine.cpp").is_file():
        raise BadUsage(f"{checkout}: no checkout of open-pure-cfr: it has no pure_cfr_machine.cpp")
    copy = folder / "open-pure-cfr"
    shutil.copytree(checkout, copy, ignore=shutil.ignore_patterns("*.o", ".git", "pure_cfr"))
    call(["make", "-s", "-C", copy, "CXX=g++ -include cstring -include cstdlib",
          "OPT=-O3 -march=native -w", "pure_cfr"])
    return copy / "pure_cfr"


def run(options: argparse.Namespace) -> bool:
    """Measures and prints; returns whether --require holds."""
    if options.require and not options.open_pure_cfr:
        raise BadUsage("--require compares with --open-pure-cfr")
    if options.cards and options.open_pure_cfr:
        raise BadUsage("--open-pure-cfr has no such buckets")
    sides, peers = dict(sides_of(options)), {}
    with tempfile.TemporaryDirectory() as folder:
        if options.open_pure_cfr:
            program = build_open_pure_cfr(options.open_pure_cfr, pathlib.Path(folder))
            peers = dict(open_pure_cfr(program, threads, options.seconds) for threads in (1, 2))
        found = in_turns(options.runs, peers | sides, options.phases)
    for name, speeds in found.items():
        print(f"{name:48} {spread(speeds, 'it/s', 0)}, {len(speeds)} runs")
    against = [ratio(found[mine], found[peer]) for peer, mine in zip(peers, sides)]
    for mine, figure in zip(sides, against):
        print(f"{mine} over open-pure-cfr: {figure:.2f}")
    return not against or against[0] >= options.require

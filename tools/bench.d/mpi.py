"""Learners over several processes: seconds and bytes of a step for 1, 2 and 4 processes.

`trivium-learn-mpi connect6 patterns` learns from games that are generated here, and `poker cfr`
learns a limit strategy whose players know their cards only before the flop. Each number of
processes takes its turn. The time and the bytes of a run of one step are subtracted from those of a
longer run, so that start-up and the final evaluation do not count. All must write the same bytes as
`trivium-learn`.

Every process has --threads threads. If there are more processes times threads than processors, the
figures show the cost of the messages, not a gain. --hostfile FILE runs the processes on the
machines of a host file of Open MPI; all must see this tree and the temporary folder (--folder) at
the same paths.

Exit status 0: all agree; 1: they do not; 2: bad usage.
"""

import argparse
import contextlib
import os
import pathlib
import re
import statistics
import tempfile
from collections.abc import Callable, Iterator
from typing import NamedTuple

from btmm import game_file
from workshop.command_line import number, path
from workshop.measure import in_turns, spread
from workshop.programs import BadUsage, Failed, Run, call, learn, place

SIZES = (1, 2, 4)
CFR_SHARDS = 4
CFR_BATCH = 1 << 18

OPTIONS = [
    number("--runs", 3, "number of runs of each"),
    number("--count", 2000, "number of games of Connect-6 to learn from"),
    number("--length", 58, "number of stones of each game"),
    number("--steps", 4, "steps of the longer run, at least 2"),
    number("--threads", 1, "number of threads of each process"),
    path("--hostfile", "host file of Open MPI; without it, all processes run here", "FILE"),
    path("--folder", "folder for games and results; without it, a temporary one", "DIR"),
]


class Learner(NamedTuple):
    """A learner, and the words of its command line for a number of steps."""

    name: str
    words: Callable[[int], list]


class Step(NamedTuple):
    """What a step costs."""

    seconds: float
    sent: float  # bytes, of all processes together


def learners(options: argparse.Namespace, folder: pathlib.Path) -> list[Learner]:
    """Returns the learners that are measured."""
    file = game_file(folder, "games", options.count, options.length)
    patterns = ["connect6", "patterns", "--data", file, "--pattern-set", "paper-4", "--held-out", 0]
    cfr = ["poker", "cfr", "--game", "limit", "--counts", "169,1,1,1", "--shards", CFR_SHARDS,
           "--batch", CFR_BATCH]
    return [Learner("connect6 patterns", lambda steps: [*patterns, "--steps", steps]),
            Learner("poker cfr", lambda steps: [*cfr, "--steps", steps * CFR_BATCH])]


def launched(options: argparse.Namespace, size: int, words: list) -> Run:
    """Runs a learner in `size` processes."""
    root = ["--allow-run-as-root"] if os.geteuid() == 0 else []
    hosts = ["--hostfile", options.hostfile] if options.hostfile else []
    program = place().parents[1] / "libexec" / "trivium" / "trivium-learn-mpi"
    if not program.exists():
        raise BadUsage(f"{program}: not built; the preset mpi builds it")
    return call(["mpirun", *root, *hosts, "--oversubscribe", "-np", size, program, *words,
                 "--threads", options.threads])


def sent(run: Run, size: int) -> int:
    """Returns the bytes that the processes of a run sent, as the program prints them."""
    if size == 1:
        return 0
    found = re.search(r"^\d+ processes sent (\d+) bytes$", run.err, re.MULTILINE)
    if not found:
        raise Failed(f"the run did not print what it sent: {run.err[-300:]!r}")
    return int(found[1])


def step(options: argparse.Namespace, learner: Learner, size: int, out: pathlib.Path) -> Step:
    """Measures a step in `size` processes; the longer run writes to `out`."""
    one = launched(options, size, [*learner.words(1), "--out", out.with_name("one.safetensors")])
    more = launched(options, size, [*learner.words(options.steps), "--out", out])
    steps = options.steps - 1
    return Step((more.seconds - one.seconds) / steps, (sent(more, size) - sent(one, size)) / steps)


@contextlib.contextmanager
def folder_of(options: argparse.Namespace) -> Iterator[pathlib.Path]:
    """Provides the folder of --folder, or a temporary one."""
    if options.folder:
        yield options.folder
        return
    with tempfile.TemporaryDirectory() as name:
        yield pathlib.Path(name)


def run(options: argparse.Namespace) -> bool:
    """Measures and prints; returns whether all write the same bytes."""
    agree = True
    options.phases.count = 2
    options.steps = max(options.steps, 2)
    with folder_of(options) as folder:
        for learner in learners(options, folder):
            outs = {size: folder / f"{size}.safetensors" for size in SIZES}
            found = in_turns(options.runs, {
                size: lambda size=size: step(options, learner, size, outs[size]) for size in SIZES},
                options.phases)
            alone = folder / "alone.safetensors"
            learn(*learner.words(options.steps), "--out", alone)
            print(f"{learner.name}, {options.threads} threads in each process, "
                  f"{options.runs} runs, in turns")
            for size, steps in found.items():
                moved = statistics.median(one.sent for one in steps)
                same = outs[size].read_bytes() == alone.read_bytes()
                agree = agree and same
                print(f"  processes: {size}   {spread([one.seconds for one in steps], 's', 3)} a "
                      f"step, {moved / 2**20:.2f} MiB sent a step, "
                      f"{'the same bytes' if same else 'OTHER BYTES'}")
    return agree

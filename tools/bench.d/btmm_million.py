"""The complete job of paper 000: plays games by patterns, then learns the fourth set from them.

    tools/bench btmm-million FOLDER --weights connect6.btmm-XXXXXXXX.safetensors

Prints the minutes and the peak memory of playing and of learning, the mean log-evidence, and the
microseconds of learning per state and group pass. The latter include reading and checking the file,
the evidence on held-out games after each iteration, and the report. Games in FOLDER that the same
command has played are used again, also if it was interrupted while it played; with --resume,
learning resumes from its checkpoint. Times are then those of the remaining work. Exit status 0:
done within --minutes and --gigabytes; 1: not so; 2: bad usage.
"""

import argparse
import pathlib
import re
import shutil

from btmm import GROUPS
from workshop.command_line import file, flag, number, path, real
from workshop.programs import Run, learn
from workshop.progress import Progress

OPTIONS = [
    path("folder", "folder for the games and the weights", "FOLDER"),
    file("--weights", "weights of the player (kind connect6.btmm)", required=True),
    number("--count", 1_000_000, "number of games to play and learn from", old=("--games",)),
    real("--sharpness", 1.0, "power that strengths are raised to before a stone is sampled"),
    real("--held-out", 0.005, "share of the games that is held out, as in the paper", "SHARE"),
    number("--steps", 20, "number of updates of every group", old=("--iterations",)),
    number("--threads", 2, "number of threads of both programs"),
    flag("--resume", "resume from the checkpoint in FOLDER"),
    real("--minutes", 60, "maximum wall-clock time of learning"),
    real("--gigabytes", 8, "maximum memory of learning"),
]


def cost(done: Run) -> str:
    """Returns the time and the memory of a run."""
    return (f"{done.seconds / 60:.1f} minutes on the clock, {done.processor / 60:.1f} of the "
            f"processor, {done.memory:.0f} MB")


def census(said: str) -> list[str]:
    """Returns the statistics of the games among the lines that self-play printed on stderr."""
    return re.findall(r"^(?:\d+ games?,|results |openings |stones ).*", said, re.MULTILINE)


def play(options: argparse.Namespace, file: pathlib.Path, progress: Progress) -> None:
    """Plays the games, unless the same command has."""
    command = ["connect6", "selfplay", "--weights", options.weights, "--count", options.count,
               "--sharpness", options.sharpness, "--out", file]
    note, words = file.with_suffix(".command"), " ".join(map(str, command))
    if file.exists() and note.exists() and note.read_text() == words:
        print(f"games: those of {file}")
        progress.count("games", earlier=True)
        return
    pieces = file.with_suffix(".run")
    done = learn(*command, "--threads", options.threads, "--checkpoint", pieces, "--resume",
                 stderr=progress.stderr_of("games", "both"))
    progress.count("games")
    note.write_text(words)
    shutil.rmtree(pieces)
    for line in census(done.err):
        print(f"  {line}")
    print(f"games: {options.count} played in {cost(done)}")


def run(options: argparse.Namespace) -> bool:
    """Measures and prints; returns whether the limits hold."""
    folder = options.folder
    folder.mkdir(parents=True, exist_ok=True)
    file, report = folder / "games.c6", folder / "report"
    progress = options.phases.next("programs", 2)
    play(options, file, progress)
    done = learn("connect6", "patterns", "--data", file, "--pattern-set", "paper-4",
                 "--held-out", options.held_out, "--steps", options.steps,
                 "--threads", options.threads, "--report", report, "--checkpoint", report,
                 *(["--resume"] if options.resume else []),
                 "--out", folder / "gammas.safetensors",
                 stderr=progress.stderr_of("learning", "both"))
    progress.count("learning")
    states = int(re.search(r"^train +\d+ games +(\d+) states", done.err, re.MULTILINE)[1])
    passes = states * GROUPS * options.steps
    print(f"learning: paper-4, {states} states, {options.steps} iterations, {options.threads} "
          f"threads: {cost(done)}{' (resumed)' if options.resume else ''}")
    print(f"          {1e6 * done.processor / passes:.3f} us a state and group pass of the "
          f"processor, {1e6 * done.seconds / passes:.3f} us on the clock")
    for line in done.err.splitlines():
        if re.match(r"(train|held out) ", line):
            print(f"          {line}")
    return done.seconds <= 60 * options.minutes and done.memory <= 1024 * options.gigabytes

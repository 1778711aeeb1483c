"""Games per minute of trivium-match, fastchess and cutechess-cli, in turns.

Each run is one match between two copies of an engine (ours unless --engine names another) from the
openings of tools/ladder.d, every opening twice with colors reversed. The time is that of the whole
process, so the start and end of the engines count. For each time limit and number of games at once,
prints the games per minute of each program, their ratio to the fastest of the other programs, and
how many games were lost on time or by other faults (from the PGN's Termination tags and comments).
trivium-match syncs its journal to the disk after every game.

With --kill, each program is killed in the middle of its match and started again with the same
command. Then the number of games in its PGN and of games that were played twice is printed. Exit
status 0: all games were played, and --require holds; 1: not so; 2: bad usage.
"""

import argparse
import os
import pathlib
import re
import shlex
import statistics
import subprocess
import tempfile
import time
from typing import NamedTuple

from workshop.books import NAMED
from workshop.command_line import at_least, even, number, option, real
from workshop.measure import in_turns, spread
from workshop.programs import Failed, find

FAULT = re.compile(
    r'Termination "(time forfeit|time loss|abandoned|stalled connection|illegal move|crash|stall|'
    r'disconnect|rules infraction)"|loses on time|on time|disconnects|stalls|illegal move',
    re.IGNORECASE)


class Setting(NamedTuple):
    """Common settings of the matches of a row."""

    options: argparse.Namespace
    limit: str
    concurrency: int

    def title(self, runner: str) -> str:
        """Returns the start of a row."""
        return f"{self.limit:10} {self.concurrency} at once  {runner:14}"

    def command(self, runner: str, program: str, folder: pathlib.Path) -> list[str]:
        """Returns the command line of a match; all runners accept nearly the same flags."""
        is_cutechess, is_ours = runner == "cutechess-cli", runner == "trivium-match"
        name, *words = shlex.split(self.options.engine)
        given = [f"arg={word}" for word in words] if is_cutechess else [f"args={' '.join(words)}"]
        line = [program, *(["run"] if is_ours else [])]
        for side in "AB":
            line += ["-engine", f"name={side}", f"cmd={name}", *given]
        limit = f"tc=inf {self.limit}" if is_cutechess and "tc=" not in self.limit else self.limit
        line += ["-each", "proto=uci", *limit.split(), f"option.Hash={self.options.hash}",
                 "-rounds", str(self.options.count // 2), "-games", "2", "-repeat",
                 "-concurrency", str(self.concurrency), "-openings", f"file={NAMED}", "format=epd",
                 "order=sequential", "-recover", "-pgnout",
                 f"{'' if is_cutechess else 'file='}{folder / 'games.pgn'}"]
        if is_ours:
            line += ["-journal", str(folder / "games.db")]
        if runner == "fastchess":
            line += ["-ratinginterval", "0", "-log", f"file={os.devnull}"]
        return line

OPTIONS = [
    option("--fastchess", metavar="PROGRAM", help="program fastchess"),
    option("--cutechess", metavar="PROGRAM", help="program cutechess-cli"),
    option("--engine", metavar="COMMAND", help="UCI engine (default: ours)"),
    option("--limits", nargs="+", default=["nodes=1000", "tc=1+0.01"],
           help="time or node limits of the games"),
    option("--concurrency", nargs="+", type=at_least(1), default=[1, 2],
           help="numbers of games at once"),
    option("--count", type=even, default=100, metavar="N", help="number of games of a match; even",
           old=("--games",)),
    number("--runs", 3, "number of matches of each runner, in turns"),
    real("--kill", None,
         "instead: kill -9 each runner after X seconds, repeat its command and count the games"),
    number("--hash", 4, "hash table of each engine in MB"),
    real("--require", None, "fail if the ratio to the fastest of the others is less",
         "RATIO"),
]


def games_in(folder: pathlib.Path) -> list[str]:
    """Returns the games of a match's PGN file."""
    file = folder / "games.pgn"
    return file.read_text(errors="replace").split("[Event ")[1:] if file.exists() else []


def play(setting: Setting, runner: str, program: str) -> tuple[float, int]:
    """Plays one match; returns games a minute and faults."""
    wanted = setting.options.count
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        line = setting.command(runner, program, folder)
        started = time.perf_counter()
        done = subprocess.run(line, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, check=False)
        seconds = time.perf_counter() - started
        games = games_in(folder)
    played = sum("\n[Result " in game for game in games)
    if played != wanted:
        raise Failed(f"{runner}: {played} of {wanted} games, exit status {done.returncode}\n"
                     f"{' '.join(line)}\n{done.stdout[-2000:]}")
    return 60 * wanted / seconds, sum(bool(FAULT.search(game)) for game in games)


def survive(setting: Setting, runner: str, program: str) -> None:
    """Kills a runner, gives the same command again; prints its games and how many are repeated."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    kill, wanted = setting.options.kill, setting.options.count
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        line = setting.command(runner, program, folder)
        first = subprocess.Popen(line, cwd=folder, **quiet)
        time.sleep(kill)
        first.kill()
        first.wait()
        time.sleep(1)  # its engines see the end of their input
        subprocess.run(line, cwd=folder, check=False, **quiet)
        keys = [tuple(re.findall(r'^\[(?:Round|White|Black) "(.*)"', game, re.MULTILINE))
                for game in games_in(folder)]
    print(f"{setting.title(runner)} killed after {kill:g} s, same command again: {len(keys)} games "
          f"for {wanted}, {len(keys) - len(set(keys))} of them twice", flush=True)


def measure(setting: Setting, runners: dict[str, str]) -> float:
    """Prints a row for each runner; returns the ratio to the fastest other, infinite without."""
    sides = {name: lambda name=name, program=program: play(setting, name, program)
             for name, program in runners.items()}
    found = in_turns(setting.options.runs, sides, setting.options.phases)
    medians = {}
    for name, runs in found.items():
        rates = [rate for rate, _ in runs]
        medians[name] = statistics.median(rates)
        print(f"{setting.title(name)} {spread(rates, 'games/min')}, {len(runs)} runs of "
              f"{setting.options.count}, faults {sum(faults for _, faults in runs)}", flush=True)
    ours = medians.pop("trivium-match")
    if not medians:
        return float("inf")
    print(f"{'':24} ratio to the faster of the others: {ours / max(medians.values()):.2f}",
          flush=True)
    return ours / max(medians.values())


def run(options: argparse.Namespace) -> bool:
    """Measures and prints; returns whether --require holds."""
    options.engine = options.engine or f"{find()} uci"
    runners = {"trivium-match": str(find("trivium-match"))}
    for name, program in (("fastchess", options.fastchess), ("cutechess-cli", options.cutechess)):
        if program:
            runners[name] = str(pathlib.Path(program).resolve())
    settings = [Setting(options, limit, concurrency)
                for limit in options.limits for concurrency in options.concurrency]
    if options.kill:
        for setting in settings:
            for runner, program in runners.items():
                survive(setting, runner, program)
        return True
    options.phases.count = len(settings)
    ratios = [measure(setting, runners) for setting in settings]
    return not options.require or min(ratios) >= options.require

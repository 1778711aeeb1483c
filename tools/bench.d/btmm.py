"""Speed of the learner of patterns (BTMM): microseconds per state and group pass.

One thread takes turns with all threads and with Coulom's mm. Two times are printed: processor time
of all threads together, which other work on the machine changes less, and wall-clock time. The
games, with stones near each other, are generated here (--count; the same in every run) and written
to a game file, from which `trivium-learn connect6 patterns` learns. The time of a run of 1
iteration is subtracted from that of a longer run, so that start-up and the final evaluation do not
count; the rest is one pass per group and iteration. One thread and all threads must learn the same
bytes.

--mm FOLDER names the folder of Coulom's mm.cpp (github.com/pasky/pachi, pattern/training/mm). Its
class is compiled with a main function of ours, which measures each group pass alone, without the
likelihood. It learns from the same states, and after each sweep over the groups its mean
log-evidence must agree with ours to 1e-6. mm stores every team in memory: keep --mm-games small.

Exit status 0: all agree, and the ratio of mm's time to ours on one thread is at least --require;
1: not so; 2: bad usage.
"""

import argparse
import pathlib
import random
import re
import tempfile

from workshop.command_line import number, path, real, threads
from workshop.connect6 import SIZE
from workshop.measure import in_turns, ratio, spread, threads_text
from workshop.programs import BadUsage, Run, call, find, learn

GROUPS = 4  # number of groups of patterns in a set
UNIT = "us a state and group pass"
MM_MAIN = r"""
#define main mm_main
#include "mm.cpp"
#undef main
#include <cstdio>
#include <cstdlib>
#include <ctime>
int main(int, char** words) {
  CGameCollection games;
  std::ifstream in(words[1]);
  ReadGameCollection(games, in);
  games.ComputeVictories();
  const int groups = games.vFeatureName.size();
  for (int sweep = std::atoi(words[2]); --sweep >= 0;) {
    for (int group = 0; group < groups; ++group) {
      const std::clock_t started = std::clock();
      games.MM(group);
      std::printf("pass %.9f\n", static_cast<double>(std::clock() - started) / CLOCKS_PER_SEC);
    }
    const auto states = games.vgame.size();
    std::printf("sweep %zu %.12f\n", states, games.LogLikelihood() / states);
  }
}
"""

OPTIONS = [
    number("--runs", 3, "number of runs of each"),
    number("--count", 10_000, "number of games to learn from", old=("--games",)),
    number("--length", 58, "number of stones of each game", old=("--stones",)),
    number("--steps", 4, "iterations of the longer run", old=("--iterations",)),
    threads("number of threads that is compared with one"),
    path("--mm", "folder of mm.cpp; without it, mm is skipped", "FOLDER"),
    number("--mm-games", 300, "number of games for mm"),
    number("--mm-sweeps", 3, "number of sweeps of mm over all groups in each run"),
    real("--require", 0, "fail if the ratio of mm's time to ours is less", "RATIO"),
]


def makes_six(color: dict, cell: tuple[int, int], side: int) -> bool:
    """Tests if a stone of `side` completes six in a row."""
    for step in ((1, 0), (0, 1), (1, 1), (1, -1)):
        row = 1
        for sign in (1, -1):
            x, y = cell
            while color.get((x + sign * step[0], y + sign * step[1])) == side:
                x, y, row = x + sign * step[0], y + sign * step[1], row + 1
        if row >= 6:
            return True
    return False


def game_file(folder: pathlib.Path, name: str, games: int, stones: int) -> pathlib.Path:
    """Makes games whose stones lie within two cells of an earlier one, none with six in a row."""
    rng, lines = random.Random(1), ["game_id,moves,winner"]
    for game in range(games):
        cells, color = [(9, 9)], {(9, 9): 0}
        while len(cells) < stones:
            column, row = rng.choice(cells)
            cell = column + rng.randint(-2, 2), row + rng.randint(-2, 2)
            if cell in color or not (0 <= cell[0] < SIZE and 0 <= cell[1] < SIZE):
                continue
            side = (len(cells) + 1) // 2 % 2
            if not makes_six(color, cell, side):
                color[cell] = side
                cells.append(cell)
        moves = ",".join(chr(ord("a") + column) + str(row + 1) for column, row in cells)
        lines.append(f'{game},"{moves}",')
    records, file = folder / f"{name}.csv", folder / f"{name}.c6"
    records.write_text("\n".join(lines) + "\n")
    learn("connect6", "records", "--data", records, "--out", file)
    return file


def learned(file: pathlib.Path, iterations: int, threads: int, out: pathlib.Path, *more) -> Run:
    """Learns the paper's fourth set from games."""
    return learn("connect6", "patterns", "--data", file, "--pattern-set", "paper-4",
                 "--held-out", 0, "--steps", iterations, "--threads", threads, "--out", out, *more)


class Ours:
    """Our learner, on generated games."""

    def __init__(self, options: argparse.Namespace, folder: pathlib.Path):
        self.options, self.folder = options, folder
        self.file = game_file(folder, "games", options.count, options.length)
        self.passes = options.count * options.length * GROUPS * (options.steps - 1)

    def weights(self, threads: int) -> pathlib.Path:
        """Returns the path of the weights that are learned with `threads` threads."""
        return self.folder / f"{threads}.safetensors"

    def measure(self, threads: int) -> tuple[float, float]:
        """Returns microseconds per state and pass: processor time and wall-clock time."""
        one = learned(self.file, 1, threads, self.folder / "one.safetensors")
        more = learned(self.file, self.options.steps, threads, self.weights(threads))
        return (1e6 * (more.processor - one.processor) / self.passes,
                1e6 * (more.seconds - one.seconds) / self.passes)


class Coulom:
    """Coulom's mm, on few games."""

    def __init__(self, options: argparse.Namespace, folder: pathlib.Path):
        self.options, self.folder = options, folder
        (folder / "mm_main.cpp").write_text(MM_MAIN)
        call(["g++", "-O3", "-w", "-I", options.mm, folder / "mm_main.cpp", "-o",
              folder / "mm"])
        self.file = game_file(folder, "small", options.mm_games, options.length)
        learn("connect6", "patterns", "--data", self.file, "--held-out", 0,
              "--export-mm", folder / "mm.dat")
        self.sweeps: list[tuple[str, str]] = []  # states, and mean log-evidence after each sweep

    def measure(self) -> list[float]:
        """Returns the processor time of each pass, in microseconds per state."""
        output = call([self.folder / "mm", self.folder / "mm.dat", self.options.mm_sweeps]).out
        self.sweeps = re.findall(r"^sweep (\d+) (\S+)$", output, re.MULTILINE)
        return [1e6 * float(seconds) / int(self.sweeps[0][0])
                for seconds in re.findall(r"^pass (\S+)$", output, re.MULTILINE)]

    def difference(self) -> float:
        """Returns the maximum difference between its mean log-evidence and ours."""
        report = self.folder / "report"
        learned(self.file, self.options.mm_sweeps, 1, self.folder / "small.safetensors",
                "--report", report)
        rows = (report / "curve.csv").read_text().splitlines()[2:]
        ours = [float(row.split(",")[2]) for row in rows]
        return max(abs(mine - float(theirs))
                   for mine, (_, theirs) in zip(ours, self.sweeps, strict=True))


def run(options: argparse.Namespace) -> bool:
    """Measures and prints; returns whether all agree and --require holds."""
    if options.require and not options.mm:
        raise BadUsage("--require compares with mm: it needs --mm")
    if options.mm and not (options.mm / "mm.cpp").exists():
        raise BadUsage(f"{options.mm}: no mm.cpp there")
    counts = sorted({1, options.threads})
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        ours = Ours(options, folder)
        mm = Coulom(options, folder) if options.mm else None
        sides = {threads: lambda threads=threads: ours.measure(threads) for threads in counts}
        found = in_turns(options.runs, sides | ({"mm": mm.measure} if mm else {}),
                         options.phases)
        agree = len({ours.weights(threads).read_bytes() for threads in counts}) == 1
        print(f"{find('trivium-learn')}: paper-4, {options.count} games of {options.length} "
              f"stones, {options.runs} runs, in turns")
        for threads in counts:
            processor, clock = zip(*found[threads])
            print(f"  {threads_text(threads)}   "
                  f"{spread(processor, UNIT, 3)} of the processor, "
                  f"{spread(clock, 'us', 3)} on the clock")
        print(f"  strengths are {'the same' if agree else 'NOT THE SAME'} for any number of "
              "threads")
        if not mm:
            return agree
        times = [time for passes in found["mm"] for time in passes]
        slower, difference = ratio(times, [one for one, _ in found[1]]), mm.difference()
        print(f"  mm, {mm.sweeps[0][0]} states   {spread(times, UNIT, 2)} of the processor: "
              f"{slower:.0f} times ours on one thread")
        print(f"  mean log-evidence differs by at most {difference:.1e} after {options.mm_sweeps} "
              "sweeps")
    return agree and difference <= 1e-6 and slower >= options.require

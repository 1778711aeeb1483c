"""Measures what two statements of Huy and Dang 2019 (paper 000) claim, on human games.

The statements are "set 3 overfits" and "set 4 is best". Figures have 95 % intervals.

    tools/bench btmm-folds FOLDER --human human_games.csv

Each of the four sets learns with each prior from each number of games, on --splits splits. A split
holds out one fold of whole games (`trivium-learn connect6 patterns --fold`); it takes all folds of
one seed in turn, then those of the next seed. It learns from the first of the remaining games, in
an order of its own. All sets learn from the same games, so differences are taken split by split.
Splits share games. Therefore the interval of a mean over splits is that of Student's t with the
variance times 1/splits + 1/(folds - 1) (Nadeau and Bengio 2003).

FOLDER gets a folder for each run, verdict.csv (the intervals) and verdict-runs.csv (each run). The
same command resumes an interrupted run. Exit status 0: done; 1: a run failed; 2: bad usage.
"""

import argparse
import pathlib
import random
import statistics
from dataclasses import dataclass

from btmm_runs import PRIORS, SETS, Curve, learn_set
from workshop.command_line import file, number, option, path
from workshop.measure import Interval, shared_splits
from workshop.stages import Stages

ALL = 0  # a size: all games that are not held out
FLAT = 5e-5  # evidence that differs by less is the same when four digits are shown


def sizes_of(text: str) -> list[int]:
    """Parses numbers of games; `all` or 0 are all that are not held out."""
    sizes = [ALL if word == "all" else int(word) for word in text.split(",")]
    if min(sizes) < 0:
        raise argparse.ArgumentTypeError("sizes are numbers of games, at least 1, or all")
    return sorted(set(sizes) - {ALL}) + [ALL] * (ALL in sizes)

OPTIONS = [
    path("folder", "folder for games and runs", "FOLDER"),
    file("--human", "records of human games", required=True),
    option("--sizes", type=sizes_of, default="250,1000,4000,all", metavar="N,N,...",
           help="numbers of games to learn from; all: those that are not held out"),
    PRIORS,
    number("--folds", 4, "number of folds of the games; one is held out", 2),
    number("--splits", 8, "number of splits; each holds out one fold", 3),
    number("--steps", 20, "number of updates of every group", old=("--iterations",)),
    number("--threads", 1, "number of threads of a run"),
]


@dataclass
class Run:
    """A set that learned on a split."""

    prior: float
    seed: int
    fold: int
    curve: Curve

    def held_out(self) -> list[float]:
        """Returns mean log-evidence on held-out games after each iteration."""
        return [row[2] for row in self.curve.rows]


class Runs:
    """All runs, selected by prior, size and set."""

    def __init__(self, runs: list[Run], folds: int):
        self.all, self.folds = runs, folds

    def of(self, prior: float, size: int, patterns: str) -> list[Run]:
        """Returns runs in the order of the splits."""
        return [run for run in self.all
                if (run.prior, run.curve.games, run.curve.patterns) == (prior, size, patterns)]

    def last(self, prior: float, size: int, patterns: str) -> list[float]:
        """Returns held-out evidence after the last iteration, by split."""
        return [run.held_out()[-1] for run in self.of(prior, size, patterns)]

    def evidence(self, prior: float, size: int, patterns: str) -> Interval:
        """Returns the mean of held-out evidence over the splits."""
        return shared_splits(self.last(prior, size, patterns), self.folds)

    def ahead(self, prior: float, size: int, patterns: str, other: str) -> Interval:
        """Returns the advantage of one set over another in predicting held-out games."""
        pairs = zip(self.last(prior, size, patterns), self.last(prior, size, other), strict=True)
        return shared_splits([one - two for one, two in pairs], self.folds)

    def past_best(self, prior: float, size: int, patterns: str) -> Interval | None:
        """Returns the change of held-out evidence from its best iteration to the last.

        The best iteration is that of the other splits, since a split's own best would exceed its
        last by luck alone. None if the last is the best in every split.
        """
        curves = [run.held_out() for run in self.of(prior, size, patterns)]
        changes = []
        for left_out, own in enumerate(curves):
            others = curves[:left_out] + curves[left_out + 1:]
            curve = [statistics.fmean(values) for values in zip(*others, strict=True)]
            best = max(range(len(curve)), key=curve.__getitem__)
            best = best if curve[-1] < curve[best] - FLAT else len(curve) - 1
            changes.append(own[-1] - own[best])
        return shared_splits(changes, self.folds) if any(changes) else None


def shuffled(stages: Stages, human: pathlib.Path, split: int) -> str:
    """Writes the records in an order that depends on `split`; returns the file's name."""
    head, *lines = human.read_text().splitlines()
    random.Random(split).shuffle(lines)
    name = f"people-{split}.csv"
    (stages.folder / name).write_text("\n".join([head, *lines]) + "\n")
    return name


def all_runs(options: argparse.Namespace) -> Runs:
    """Makes the remaining runs; returns all runs."""
    stages = Stages("tools/bench btmm-folds", options.folder, options.phases,
                    options.splits * (1 + len(options.priors) * len(options.sizes) * len(SETS)))
    runs = []
    for split in range(options.splits):
        games = f"people-{split + 1}.c6"
        stages.run(f"people-{split + 1}", "trivium-learn", "connect6", "records", "--data",
                   shuffled(stages, options.human, split + 1), "--out", games, outputs=[games],
                   stderr="keep")
        seed, fold = 1 + split // options.folds, 1 + split % options.folds
        for prior in options.priors:
            for size in options.sizes:
                for patterns in SETS:
                    name = f"prior-{prior:g}-{size or 'all'}-{patterns}-{split + 1}"
                    curve = learn_set(stages, name, games, patterns, size, prior, options,
                                      "--seed", seed, "--fold", f"{fold}/{options.folds}")
                    runs.append(Run(prior, seed, fold, curve))
    return Runs(runs, options.folds)


def intervals_csv(options: argparse.Namespace, runs: Runs) -> str:
    """Returns the intervals of all questions."""
    lines = ["prior_wins,games,question,mean,low,high,splits"]
    for prior in options.priors:
        for size in options.sizes:
            asked = {f"{patterns} held out": runs.evidence(prior, size, patterns)
                     for patterns in SETS}
            asked |= {f"{patterns} last less best iteration": runs.past_best(prior, size, patterns)
                      for patterns in SETS}
            asked |= {f"{one} less {two}": runs.ahead(prior, size, one, two)
                      for i, two in enumerate(SETS) for one in SETS[i + 1:]}
            for question, found in asked.items():
                figures = ",".join(f"{figure:.6f}" for figure in found or (0.0, 0.0, 0.0))
                lines.append(f"{prior:g},{size or 'all'},{question},{figures},"
                             f"{len(runs.of(prior, size, SETS[0]))}")
    return "\n".join(lines) + "\n"


def runs_csv(runs: Runs) -> str:
    """Returns a line for each run."""
    lines = ["prior_wins,set,games,seed,fold,states,held_out_states,train,held_out,best_iteration,"
             "best_held_out,held_out_uniform"]
    for run in runs.all:
        curve, held_out = run.curve, run.held_out()
        best = max(range(len(held_out)), key=held_out.__getitem__)
        lines.append(f"{run.prior:g},{curve.patterns},{curve.games or 'all'},{run.seed},{run.fold},"
                     f"{curve.states},{curve.held_out_states},{curve.rows[-1][1]:.6f},"
                     f"{held_out[-1]:.6f},{best},{held_out[best]:.6f},{curve.uniform:.6f}")
    return "\n".join(lines) + "\n"


def run(options: argparse.Namespace) -> bool:
    """Makes the remaining runs and writes the figures."""
    runs = all_runs(options)
    for name, text in (("verdict.csv", intervals_csv(options, runs)),
                       ("verdict-runs.csv", runs_csv(runs))):
        (options.folder / name).write_text(text)
        print(options.folder / name)
    return True

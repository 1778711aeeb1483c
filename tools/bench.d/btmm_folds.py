"""Tests two statements of Huy and Dang 2019 (paper 000) on human games, with 95 % intervals.

The statements are "set 3 overfits" and "set 4 is best".

    tools/bench btmm-folds FOLDER --human human_games.csv --page models/connect6/verdict.md

Each of the four sets learns with each prior from each number of games, on --splits splits. A split
holds out one fold of whole games (`trivium-learn connect6 patterns --fold`); it takes all folds of
one seed in turn, then those of the next seed. It learns from the first of the remaining games, in
an order of its own. All sets learn from the same games, so differences are taken split by split.
Splits share games. Therefore the interval of a mean over splits is that of Student's t with the
variance times 1/splits + 1/(folds - 1) (Nadeau and Bengio 2003).

FOLDER gets a folder for each run; the same command resumes an interrupted run. --page writes the
page (default: FOLDER/verdict.md) and, beside it, NAME.csv (the intervals) and NAME-runs.csv (each
run). Exit status 0: done; 1: a run failed; 2: bad usage.
"""

import argparse
import csv
import pathlib
import random
import statistics
from collections.abc import Callable
from dataclasses import dataclass

from btmm_pages import (FLAT, PAPER, PRIORS, SETS, Curve, bullet, learn_set, prior_in_words,
                        table, template, words_of)
from workshop.command_line import file, number, option, path
from workshop.measure import Interval, shared_splits
from workshop.stages import Stages

ALL = 0  # a size: all games that are not held out
WORDS = {1: "yes", -1: "no", 0: "open"}


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
    number("--iterations", 20, "number of updates of every group"),
    number("--threads", 1, "number of threads of a run"),
    path("--page", "the page to write (default: FOLDER/verdict.md)"),
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
    stages, runs = Stages("tools/bench btmm-folds", options.folder, options.phases), []
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


def overfits(change: Interval | None) -> str:
    """Returns whether evidence falls significantly below its best: yes, no (never) or open."""
    return "no" if change is None else "yes" if change.sign() < 0 else "open"


def is_best(runs: Runs, prior: float, size: int, patterns: str) -> str:
    """Returns whether a set is significantly ahead of all others: yes, no (behind one) or open."""
    signs = [runs.ahead(prior, size, patterns, other).sign() for other in SETS if other != patterns]
    return WORDS[-1] if -1 in signs else WORDS[1] if min(signs) == 1 else WORDS[0]


def size_words(options: argparse.Namespace, size: int) -> str:
    """Returns the number of training games; their mean if all that are not held out are used."""
    mean = round(options.games * (options.folds - 1) / options.folds)
    return f"{size:,}" if size else f"all ({mean:,})"


def verdict_rows(options: argparse.Namespace, runs: Runs) -> str:
    """Returns the table of verdicts."""
    rows = [[f"{prior:g}", size_words(options, size),
             overfits(runs.past_best(prior, size, SETS[2])),
             WORDS[runs.ahead(prior, size, SETS[3], SETS[2]).sign()],
             is_best(runs, prior, size, SETS[3])]
            for prior in options.priors for size in options.sizes]
    return table(["prior wins", "games", "set 3 overfits", "set 4 better than set 3",
                  "set 4 best of the four"], rows)


def evidence_rows(options: argparse.Namespace, runs: Runs, prior: float) -> str:
    """Returns the table of evidence and differences with one prior."""
    rows = []
    for size in options.sizes:
        means = {patterns: runs.evidence(prior, size, patterns).mean for patterns in SETS}
        best = max(means, key=means.get)
        change = runs.past_best(prior, size, "paper-3")
        rows.append([size_words(options, size),
                     *(f"**{mean:.4f}**" if patterns == best else f"{mean:.4f}"
                       for patterns, mean in means.items()),
                     change.text(4) if change else "none",
                     *(runs.ahead(prior, size, "paper-4", other).text(4) for other in SETS[:3])])
    return table(["games", *SETS, "set 3: last minus best iteration", "set 4 minus set 1",
                  "set 4 minus set 2", "set 4 minus set 3"], rows)


def findings(options: argparse.Namespace, runs: Runs) -> str:
    """Returns a conclusion for each of the two statements, in sentences."""
    asked = [(prior, size) for prior in options.priors for size in options.sizes]

    def where(test: Callable[[float, int], bool]) -> str:
        found = []
        for prior in options.priors:
            sizes = [size_words(options, size) for size in options.sizes if test(prior, size)]
            if sizes:
                either = " or ".join(filter(None, [", ".join(sizes[:-1]), sizes[-1]]))
                found.append(f"{either} games with a prior of {prior_in_words(prior)}")
        return "; ".join(found) or "no case"

    def past(verdict: str) -> str:
        return where(lambda *at: overfits(runs.past_best(*at, "paper-3")) == verdict)

    def ahead(sign: int) -> str:
        return where(lambda *at: runs.ahead(*at, "paper-4", "paper-3").sign() == sign)

    best = [is_best(runs, *at, "paper-4") for at in asked]
    return "\n".join(map(bullet, [
        "**Set 3 overfits** (its held-out log-evidence falls after its best iteration). "
        f"Yes: {past('yes')}. Open: {past('open')}. No fall on any split: {past('no')}.",
        "**Set 4 is better than set 3** (the paper's conclusion). "
        f"Yes: {ahead(1)}. No, it is worse: {ahead(-1)}. Open: {ahead(0)}.",
        f"**Set 4 is the best of the four**. Yes in {best.count('yes')} of {len(asked)} rows of "
        f"the table below, no in {best.count('no')}, open in {best.count('open')}.",
    ]))

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
                     f"{curve.states},{curve.held_out_states},{curve.train():.6f},"
                     f"{held_out[-1]:.6f},{best},{held_out[best]:.6f},{curve.uniform:.6f}")
    return "\n".join(lines) + "\n"


def one_split(evidence: pathlib.Path) -> str:
    """Returns in how many rows set 4 is best on one split, if the CSV of btmm-curves is there."""
    if not evidence.exists():
        return ""
    last: dict[tuple, dict] = {}  # held out after the last iteration, by row and set
    for row in csv.DictReader(evidence.open()):
        key = row["whose"], row["prior_wins"], row["games"]
        last.setdefault(key, {})[row["set"]] = float(row["held_out"])
    best = sum(max(row, key=row.get) == "paper-4" for row in last.values())
    return bullet("On one split, which includes self-play games and more games, set 4 is the best "
                  f"in {best} of {len(last)} rows ([{evidence.name}]({evidence.name})).") + "\n"


def write(options: argparse.Namespace, runs: Runs) -> pathlib.Path:
    """Writes the page and its data; returns its path."""
    page = options.page or options.folder / "verdict.md"
    means = [run.held_out()[-1] for run in runs.all]
    sections = "".join(f"\n### A prior of {prior_in_words(prior)}\n\n"
                       f"{evidence_rows(options, runs, prior)}" for prior in options.priors)
    seeds = -(-options.splits // options.folds)
    command = " ".join(["tools/bench btmm-folds FOLDER", *words_of(
        options, "human", "sizes", "priors", "folds", "splits", "iterations", "page"),
        *([] if options.page else ["--page FILE"])])
    page.write_text(template("btmm_folds")[0].format(
        paper=PAPER, findings=findings(options, runs),
        one_split=one_split(page.with_name("evidence.csv")),
        verdicts=verdict_rows(options, runs), sections=sections, games=options.games,
        data=options.human.name, folds=options.folds, splits=options.splits,
        seeds=f"{seeds} seed{'' if seeds == 1 else 's'}", folds_less=options.folds - 1,
        iterations=options.iterations, worst=min(means), best=max(means), command=command,
        uniform=statistics.fmean(run.curve.uniform for run in runs.all),
        csv=page.with_suffix(".csv").name, runs=f"{page.stem}-runs.csv"))
    page.with_suffix(".csv").write_text(intervals_csv(options, runs))
    page.with_name(f"{page.stem}-runs.csv").write_text(runs_csv(runs))
    return page


def run(options: argparse.Namespace) -> bool:
    """Makes the remaining runs and writes the page."""
    options.games = len(options.human.read_text().splitlines()) - 1
    print(write(options, all_runs(options)))
    return True

"""Does the evidence of shapes predict how well they play? Reversi, question of Huy and Ikeda 2013.

    tools/bench reversi-shapes FOLDER --data WTH_2013.wtb WTH_2014.wtb

Each of eight pattern sets has one family of shapes and nothing else (--sets: files of other sets).
All learn from the same games and predict the same held-out games (`trivium-learn reversi patterns`,
--seed and --held-out). "Evidence" is the mean log-evidence of the moves of held-out games in nats,
in two states: after one update of all strengths at once from 1, which only counts how often
features are chosen (before learning), and after --steps updates of each table (learned). Then each
set plays each other one with the learned strengths and without a search (`trivium-learn reversi
match`): --pairs openings of random moves, each with both colors. The score of a set is the mean of
its scores against the others.

The figures are Spearman's rank correlations between evidence and score. Two intervals (95 %): that
of the sets as a sample of all sets (Bonett and Wright 2000), and that of the matches alone, for
which all results are drawn again with their standard errors. The p-value is the share of the orders
of the sets whose correlation is at least as great.

FOLDER gets weights, reports and shapes.csv; the same command resumes an interrupted run. Exit
status 0: done; 1: a run failed; 2: bad usage.
"""

import argparse
import itertools
import json
import math
import pathlib
import random
import re
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field

from workshop.command_line import file, number, option, path, real, threads
from workshop.measure import NORMAL_95, Interval, percentile
from workshop.programs import BadUsage
from workshop.stages import Stages, write_csv

COLUMNS = "abcdefgh"
REDRAWS = 10_000


def rectangles(rows: int, columns: int) -> list[str]:
    """Returns the rectangles in all places of the board, one of each set of symmetric ones."""
    found: dict[frozenset, str] = {}
    for top, left in itertools.product(range(9 - rows), range(9 - columns)):
        squares = [(row, column) for row in range(top, top + rows)
                   for column in range(left, left + columns)]
        images = [frozenset((x, y) if turned else (y, x)
                            for x, y in ((7 - row if down else row, 7 - column if right else column)
                                         for row, column in squares))
                  for down, right, turned in itertools.product((False, True), repeat=3)]
        if not any(image in found for image in images):
            found[images[0]] = " ".join(f"{COLUMNS[column]}{row + 1}" for row, column in squares)
    return list(found.values())


def row(number: int) -> str:
    """Returns the squares of a row."""
    return " ".join(f"{column}{number}" for column in COLUMNS)


def diagonal(length: int) -> str:
    """Returns the squares of a diagonal that begins on the first column."""
    return " ".join(f"{COLUMNS[i]}{9 - length + i}" for i in range(length))

SETS = {
    "edges": [row(1)],
    "edges-x": [row(1) + " b2 g2"],
    "corners-3x3": ["a1 b1 c1 a2 b2 c2 a3 b3 c3"],
    "corners-2x5": ["a1 b1 c1 d1 e1 a2 b2 c2 d2 e2"],
    "rows": [row(2), row(3), row(4)],
    "diagonals": [diagonal(length) for length in range(4, 9)],
    "squares-2x2": rectangles(2, 2),
    "squares-3x3": rectangles(3, 3),
}

OPTIONS = [
    path("folder", "folder for weights and reports", "FOLDER"),
    file("--data", "games: WTHOR, SGF, GGF or transcripts", nargs="+", required=True),
    file("--sets", "pattern sets to compare, at least four (default: the eight of this program)",
         nargs="+", default=[]),
    real("--held-out", 0.25, "share of the games that is held out", "SHARE"),
    number("--steps", 20, "number of updates of each table"),
    number("--pairs", 2000, "number of openings of a match, each played twice"),
    real("--sharpness", 1.0, "power that strengths are raised to before a move is sampled"),
    number("--seed", 1, "random seed of held-out games and matches", 0),
    threads("number of threads of a run; they do not change the figures"),
    option("--csv", type=pathlib.Path, metavar="FILE",
           help="file of the table (default: FOLDER/shapes.csv)"),
]


@dataclass
class Entry:
    """A set with its figures."""

    name: str
    features: int
    counted: float  # evidence after one update
    learned: float  # evidence after the last one
    train: float  # that of the games it learned from
    uniform: float  # evidence of equal strengths
    scores: dict[str, Interval] = field(default_factory=dict)  # by opponent

    def score(self) -> float:
        """Returns the mean score against the others."""
        return statistics.fmean(score.mean for score in self.scores.values())


def definition(shapes: list[str]) -> str:
    """Returns the text of a pattern set."""
    return "use moves\n" + "".join(f"shape shape_{number} {squares}\n"
                                   for number, squares in enumerate(shapes, 1))


def ranks(values: Sequence[float]) -> list[float]:
    """Returns the ranks from 1 on; equal values get their mean rank."""
    return [1 + sum(other < value for other in values)
            + (sum(other == value for other in values) - 1) / 2 for value in values]


def spearman(values: Sequence[float], others: Sequence[float]) -> float:
    """Returns the rank correlation."""
    return statistics.correlation(ranks(values), ranks(others))


def of_sets(correlation: float, sets: int) -> Interval:
    """Returns the interval of a rank correlation between sets (Bonett and Wright 2000)."""
    if abs(correlation) >= 1:
        return Interval(correlation, correlation, correlation)
    middle = math.atanh(correlation)
    reach = NORMAL_95 * math.sqrt((1 + correlation ** 2 / 2) / (sets - 3))
    return Interval(correlation, math.tanh(middle - reach), math.tanh(middle + reach))


def share_of_orders(values: Sequence[float], others: Sequence[float]) -> float:
    """Returns the share of the orders of `others` that correlate at least as well."""
    found, ordered = ranks(values), ranks(others)
    least = sum(map(float.__mul__, found, ordered)) - 1e-9
    orders = itertools.permutations(ordered)
    better = [sum(map(float.__mul__, found, order)) >= least for order in orders]
    return sum(better) / len(better)


def of_matches(entries: list[Entry], evidence: list[float], seed: int) -> Interval:
    """Returns the rank correlation with the interval that the results of the matches have."""
    rng = random.Random(seed)
    drawn = []
    for _ in range(REDRAWS):
        sums = dict.fromkeys((entry.name for entry in entries), 0.0)
        for one, two in itertools.combinations(entries, 2):
            score = one.scores[two.name]
            result = rng.gauss(score.mean, (score.high - score.low) / (2 * NORMAL_95))
            sums[one.name] += result
            sums[two.name] += 1 - result
        drawn.append(spearman(evidence, list(sums.values())))
    return Interval(spearman(evidence, [entry.score() for entry in entries]),
                    percentile(drawn, 0.025), percentile(drawn, 0.975))


def learned(stages: Stages, options: argparse.Namespace, name: str, kind: str,
            *words: object) -> tuple[list[list[float]], int]:
    """Learns a set; returns the rows of its curve, and its number of features."""
    folder = f"{name}-{kind}"
    (stages.folder / folder).mkdir(exist_ok=True)
    stages.run(folder, "trivium-learn", "reversi", "patterns", "--data",
               *(games.resolve() for games in options.data), "--pattern-set", f"{name}.txt",
               "--seed", options.seed, "--held-out", options.held_out, *words,
               "--report", folder, "--out", f"{folder}/strengths.safetensors",
               extra=["--threads", options.threads], inputs=[f"{name}.txt"],
               outputs=[f"{folder}/curve.csv", f"{folder}/strengths.safetensors"], stderr="keep")
    lines = (stages.folder / folder / "curve.csv").read_text().splitlines()[1:]
    card = (stages.folder / folder / "strengths.md").read_text()
    return ([[float(word) for word in line.split(",")] for line in lines],
            int(re.search(r"(?m)^ +features (\d+)$", card)[1]))


def learn_sets(stages: Stages, options: argparse.Namespace) -> list[Entry]:
    """Learns all sets."""
    given = {file.stem: file.read_text() for file in options.sets}
    entries = []
    ours = {name: definition(shapes) for name, shapes in SETS.items()}
    for name, text in (given or ours).items():
        (stages.folder / f"{name}.txt").write_text(text)
        once, _ = learned(stages, options, name, "counted", "--steps", 1, "--simultaneous")
        curve, features = learned(stages, options, name, "learned", "--steps", options.steps)
        entries.append(Entry(name, features, once[-1][3], curve[-1][3], curve[-1][2], curve[0][3]))
    return entries


def play(stages: Stages, options: argparse.Namespace, entries: list[Entry]) -> None:
    """Plays all matches."""
    for one, two in itertools.combinations(entries, 2):
        files = [f"{entry.name}-learned/strengths.safetensors" for entry in (one, two)]
        done = stages.run(f"{one.name}-against-{two.name}", "trivium-learn", "reversi", "match",
                          "--weights", files[0], "--against", files[1], "--count", options.pairs,
                          "--sharpness", options.sharpness, "--seed", options.seed, "--json",
                          extra=["--threads", options.threads], inputs=files, stderr="keep")
        found = json.loads(done["printed"])
        score, low, high = (found[key] for key in ("score", "score_low", "score_high"))
        one.scores[two.name] = Interval(score, low, high)
        two.scores[one.name] = Interval(1 - score, 1 - high, 1 - low)


def table(head: list[str], rows: list[list[str]]) -> str:
    """Returns a table in Markdown."""
    lines = ["| " + " | ".join(head) + " |", "|---:" * len(head) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def write(options: argparse.Namespace, entries: list[Entry]) -> None:
    """Writes the table as CSV, and prints it with the correlations."""
    entries = sorted(entries, key=Entry.score, reverse=True)
    rows = [[entry.name, f"{entry.features:,}", f"{entry.counted:.4f}", f"{entry.learned:.4f}",
             f"{entry.train:.4f}", f"{100 * entry.score():.1f}"] for entry in entries]
    print(table(["set", "features", "evidence before learning", "learned", "of training games",
                 "score in %"], rows))
    print(f"evidence of equal strengths: {entries[0].uniform:.4f}")
    scores = [entry.score() for entry in entries]
    for kind in ("counted", "learned"):
        evidence = [getattr(entry, kind) for entry in entries]
        sets = of_sets(spearman(evidence, scores), len(entries))
        matches = of_matches(entries, evidence, options.seed)
        print(f"rank correlation of score and evidence ({kind}): {sets.text(2)} as a sample of "
              f"sets, {matches.low:+.2f} to {matches.high:+.2f} by the matches alone, "
              f"p = {share_of_orders(evidence, scores):.4f}")
    names = [entry.name for entry in entries]
    write_csv(options.csv or options.folder / "shapes.csv",
              ["set", "features", "counted", "learned", "train", "uniform", "score",
               *(f"against {name}" for name in names)],
              [{"set": entry.name, "features": entry.features, "counted": f"{entry.counted:.6f}",
                "learned": f"{entry.learned:.6f}", "train": f"{entry.train:.6f}",
                "uniform": f"{entry.uniform:.6f}", "score": f"{entry.score():.4f}",
                **{f"against {name}": f"{score.mean:.4f}" for name, score in entry.scores.items()}}
               for entry in entries])


def run(options: argparse.Namespace) -> bool:
    """Learns, plays and prints."""
    sets = len(options.sets) or len(SETS)
    if sets < 4 or len({file.stem for file in options.sets}) < len(options.sets):
        raise BadUsage("--sets: at least four files with different names")
    stages = Stages("tools/bench reversi-shapes", options.folder, options.phases,
                    2 * sets + sets * (sets - 1) // 2)
    entries = learn_sets(stages, options)
    play(stages, options, entries)
    write(options, entries)
    return True

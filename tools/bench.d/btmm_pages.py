"""Shared parts of btmm-curves and btmm-folds: the paper's sets, runs of the learner, Markdown."""

import argparse
import pathlib
import textwrap
from dataclasses import dataclass

from workshop.command_line import option
from workshop.programs import Failed
from workshop.stages import Stages

PAPER = -2.89  # mean log-evidence that the paper states for its fourth set
SETS = ["paper-1", "paper-2", "paper-3", "paper-4"]
FLAT = 5e-5  # evidence that differs by less is the same when four digits are shown


@dataclass
class Curve:
    """A run: mean log-evidence on both kinds of games after each iteration."""

    patterns: str
    games: int  # requested number of training games
    states: int  # number of training states
    held_out_states: int
    uniform: float  # held-out evidence if all cells are equally likely
    rows: list[tuple[int, float, float]]  # iteration, evidence on training and on held-out games

    def train(self) -> float:
        """Returns the last evidence on training games."""
        return self.rows[-1][1]

    def held_out(self) -> float:
        """Returns the last evidence on held-out games."""
        return self.rows[-1][2]

    def turn(self) -> int | None:
        """Returns the iteration from which held-out evidence falls; None if it does not."""
        best = max(self.rows, key=lambda row: row[2])
        return best[0] if self.held_out() < best[2] - FLAT else None


def learn_set(stages: Stages, name: str, games: str, patterns: str, size: int, prior: float,
              options: argparse.Namespace, *split: object, checkpoint: bool = False) -> Curve:
    """Learns a set from games in a folder NAME of the stages, unless that is done."""
    folder = stages.folder / name
    folder.mkdir(exist_ok=True)
    resumed = ["--checkpoint", name, "--resume"] if checkpoint else []
    stages.run(name, "trivium-learn", "connect6", "patterns", "--data", games,
               "--patterns", patterns, *split, "--train-games", size, "--prior-wins", prior,
               "--prior-games", 2 * prior, "--steps", options.iterations, "--report", name,
               "--out", f"{name}/gammas.safetensors",
               extra=[*resumed, "--threads", options.threads], inputs=[games],
               outputs=[f"{name}/curve.csv", f"{name}/stones.csv"], stderr="keep")
    curve, stones = ([line.split(",") for line in (folder / file).read_text().splitlines()[1:]]
                     for file in ("curve.csv", "stones.csv"))
    held_out = int(sum(float(row[5]) for row in stones))
    if held_out == 0:
        raise Failed(f"{folder}: no game was held out; more games, or a greater share")
    uniform = sum(float(row[5]) * float(row[7]) for row in stones) / held_out
    return Curve(patterns, size, int(sum(float(row[1]) for row in stones)), held_out, uniform,
                 [(int(row[0]), float(row[2]), float(row[3])) for row in curve])


def priors_of(text: str) -> list[float]:
    """Parses priors: wins, above 0."""
    priors = [float(word) for word in text.split(",")]
    if min(priors) <= 0:
        raise argparse.ArgumentTypeError("priors are wins, above 0")
    return priors


PRIORS = option(
    "--priors", type=priors_of, default="1,0.001", metavar="WINS,...",
    help="wins of each feature beforehand, in twice as many games: as Coulom, and nearly none")


def words_of(options: argparse.Namespace, *names: str) -> list[str]:
    """Returns options as words of a command line; of files the name only, without unset options."""
    def text(value: object) -> str:
        if isinstance(value, list):
            return ",".join(map(text, value))
        if isinstance(value, float):
            return f"{value:g}"
        return value.name if isinstance(value, pathlib.Path) else str(value)

    values = {name: getattr(options, name.replace("-", "_")) for name in names}
    return [f"--{name} {text(value)}" for name, value in values.items() if value is not None]


def table(head: list[str], rows: list[list[str]]) -> str:
    """Returns a table in Markdown."""
    lines = ["| " + " | ".join(head) + " |", "|---:" * len(head) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def bullet(words: str) -> str:
    """Returns an item of a list in Markdown."""
    return textwrap.fill(words, 100, initial_indent="- ", subsequent_indent="  ",
                         break_on_hyphens=False, break_long_words=False)


def prior_in_words(prior: float) -> str:
    """Returns "1 win in 2 games"."""
    return f"{prior:g} win{'' if prior == 1 else 's'} in {2 * prior:g} games"


def template(name: str) -> list[str]:
    """Returns the parts of a page's template, for str.format()."""
    file = pathlib.Path(__file__).with_name(f"{name}.md.in")
    return file.read_text().split("<!-- part -->\n")

"""Shared parts of btmm-curves and btmm-folds: the paper's sets and runs of the learner."""

import argparse
from dataclasses import dataclass

from workshop.command_line import option
from workshop.programs import Failed
from workshop.stages import Stages

SETS = ["paper-1", "paper-2", "paper-3", "paper-4"]


@dataclass
class Curve:
    """A run: mean log-evidence on both kinds of games after each iteration."""

    patterns: str
    games: int  # requested number of training games
    states: int  # number of training states
    held_out_states: int
    uniform: float  # held-out evidence if all cells are equally likely
    rows: list[tuple[int, float, float]]  # iteration, evidence on training and on held-out games


def learn_set(stages: Stages, name: str, games: str, patterns: str, size: int, prior: float,
              options: argparse.Namespace, *split: object, checkpoint: bool = False) -> Curve:
    """Learns a set from games in a folder NAME of the stages, unless that is done."""
    folder = stages.folder / name
    folder.mkdir(exist_ok=True)
    resumed = ["--checkpoint", name, "--resume"] if checkpoint else []
    stages.run(name, "trivium-learn", "connect6", "patterns", "--data", games,
               "--pattern-set", patterns, *split, "--train-games", size, "--prior-wins", prior,
               "--prior-games", 2 * prior, "--steps", options.steps, "--report", name,
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

"""Learns the evaluation of Reversi from the games of a folder of WTHOR files and from own games.

    tools/relearn reversi GAMES FOLDER

The stages: the values of positions (`trivium-learn reversi value`) and the errors of shallow
searches with these values, which ProbCut needs (`reversi probcut`), from GAMES; the strengths of
moves (`reversi patterns`); games that Trivium plays with these weights against itself, with best
play at their ends (`reversi selfplay`); then values and errors again, from all games. Only GAMES
and options determine the result, for any number of threads. docs/learning/reversi-value.md
describes the weights that ship. The last line is the file of the values.
"""

import argparse
from typing import Any

from workshop.command_line import number, option, path, threads
from workshop.programs import BadUsage
from workshop.stages import Stages

OWN_GAMES = "own.ggf"

OPTIONS = [
    path("games", "folder of WTHOR files (.wtb)", "GAMES"),
    path("folder", "for weights and reports", "FOLDER"),
    number("--solve", 12, "empty squares up to which positions get their exact score", 0),
    number("--steps", 60, "steps of the fit of the values"),
    number("--searches", 1500, "positions that are searched for the errors"),
    number("--pattern-steps", 10, "steps of the fit of the strengths"),
    number("--own-games", 60000, "games that Trivium plays against itself; 0: none", 0),
    number("--nodes", 4000, "positions that it searches for a move of these games"),
    option("--license", metavar="TEXT", help="license of GAMES, for the model cards"),
    number("--seed", 1, "random seed of held-out games and of random moves", 0),
    threads("number of threads; changes the time, not the result"),
]


class Learner:
    """The stages of a run."""

    def __init__(self, options: argparse.Namespace, stages: Stages):
        self.options, self.stages = options, stages

    def run(self, name: str, verb: str, *words: object, resumes: bool = True, **files: Any) -> str:
        """Runs `trivium-learn reversi VERB`; returns what it prints."""
        resumed = ["--checkpoint", f"{name}.run", "--resume"] if resumes else []
        done = self.stages.run(name, "trivium-learn", "reversi", verb, *words,
                               extra=["--threads", self.options.threads, *resumed], **files)
        return done["printed"].strip()

    def learn(self, name: str, verb: str, games: list, *words: object, **files: Any) -> str:
        """Runs a stage that learns from files of games; returns what it prints."""
        licensed = self.options.license
        if licensed and OWN_GAMES in games:
            licensed = f"games of Trivium against itself; human games: {licensed}"
        return self.run(name, verb, "--data", *games,
                        *(["--license", licensed] if licensed else []),
                        "--seed", self.options.seed, "--report", f"{name}.report", *words, **files)

    def folder(self, name: str) -> str:
        """Makes a folder for weights with canonical names."""
        (self.stages.folder / name).mkdir(exist_ok=True)
        return name

    def values(self, suffix: str, games: list) -> str:
        """Learns values and the errors of searches from games; returns the weight file."""
        value = f"value{suffix}.safetensors"
        self.learn(f"value{suffix}", "value", games, "--solve", self.options.solve,
                   "--steps", self.options.steps, "--out", value, outputs=[value])
        return self.learn(f"probcut{suffix}", "probcut", games, "--weights", value,
                          "--count", self.options.searches,
                          "--out", self.folder(f"searched{suffix}"), resumes=False, inputs=[value])

    def strengths(self, games: list) -> str:
        """Learns the strengths of moves from games; returns the weight file."""
        return self.learn("patterns", "patterns", games, "--simultaneous",
                          "--steps", self.options.pattern_steps,
                          "--out", self.folder("patterns"))

    def play(self, values: str, strengths: str) -> None:
        """Plays the own games."""
        self.run("play", "selfplay", "--weights", values, "--patterns", strengths,
                 "--seed", self.options.seed, "--count", self.options.own_games,
                 "--nodes", self.options.nodes, "--random-plies", 10, 20, "--solve", 16,
                 "--out", OWN_GAMES,
                 inputs=[values, strengths], outputs=[OWN_GAMES])


def run(options: argparse.Namespace) -> bool:
    """Runs the remaining stages."""
    games = sorted(file.resolve() for file in options.games.glob("*")
                   if file.suffix.lower() == ".wtb")
    if not games:
        raise BadUsage(f"{options.games}: no WTHOR file (.wtb)")
    stages = Stages("tools/relearn reversi", options.folder, options.phases,
                    6 if options.own_games else 3)
    stages.given("games", *games)
    learner = Learner(options, stages)
    values = learner.values("", games)
    strengths = learner.strengths(games)
    if options.own_games:
        learner.play(values, strengths)
        values = learner.values("-again", [*games, OWN_GAMES])
    print(stages.folder / values)
    return True

"""Learns the evaluation of Reversi from the games of a folder of WTHOR files.

    tools/relearn reversi GAMES FOLDER

Three stages: the values of positions (`trivium-learn reversi value`), the errors of shallow
searches with these values, which ProbCut needs (`reversi probcut`), and the strengths of moves
(`reversi patterns`). Takes less than an hour on two cores. Only GAMES and options determine the
result, for any number of threads. docs/learning/reversi-value.md describes the weights that ship.
The last line is the file of the values.
"""

import argparse
import json

from workshop.command_line import number, option, path, threads
from workshop.programs import BadUsage
from workshop.stages import Stages

VALUE = "value.safetensors"
SEARCHED = "searched"

OPTIONS = [
    path("games", "folder of WTHOR files (.wtb)", "GAMES"),
    path("folder", "for weights and reports", "FOLDER"),
    number("--solve", 12, "empty squares up to which positions get their exact score", 0),
    number("--steps", 60, "of the value's fit"),
    number("--searches", 1500, "positions that are searched for the errors"),
    number("--iterations", 10, "of the fit of the strengths"),
    option("--license", "--licence", metavar="TEXT", help="of GAMES, for the model cards"),
    number("--seed", 1, "of the games that are held out", 0),
    threads("change the time, not the result"),
]


def run(options: argparse.Namespace) -> bool:
    """Runs the remaining stages."""
    games = sorted(file.resolve() for file in options.games.glob("*")
                   if file.suffix.lower() == ".wtb")
    if not games:
        raise BadUsage(f"{options.games}: no WTHOR file (.wtb)")
    stages = Stages("tools/relearn reversi", options.folder, options.phases, 3)
    stages.given("games", *games)
    license_words = ["--license", options.license] if options.license else []

    def learn(name: str, verb: str, *words: object, resumes: bool = True, **files) -> dict:
        resumed = ["--checkpoint", f"{name}.run", "--resume"] if resumes else []
        return stages.run(name, "trivium-learn", "reversi", verb, "--data", *games, *license_words,
                          "--seed", options.seed, "--report", f"{name}.report", *words,
                          extra=["--threads", options.threads, *resumed], **files)

    learn("value", "value", "--solve", options.solve, "--steps", options.steps, "--out", VALUE,
          outputs=[VALUE])
    (stages.folder / SEARCHED).mkdir(exist_ok=True)
    searched = learn("probcut", "probcut", "--weights", VALUE, "--count", options.searches,
                     "--out", SEARCHED, "--json", resumes=False, inputs=[VALUE])
    (stages.folder / "patterns").mkdir(exist_ok=True)
    learn("patterns", "patterns", "--simultaneous", "--steps", options.iterations,
          "--out", "patterns")
    print(stages.folder / json.loads(searched["printed"])["file"])
    return True

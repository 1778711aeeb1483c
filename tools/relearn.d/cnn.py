"""Learns a network of heads-up hold'em without any expert's games: limit or no-limit.

The default strategy (tools/relearn poker-limit and poker-nolimit) plays against itself and against
players that act at random. At each decision of any player, the strategy's answer is the target.
Takes about half an hour on two cores; more than four do not help. Installs libtorch if it is
missing. Another strategy needs another FOLDER. The numbers of the network are the same every time
on one kind of processor with one version of libtorch and BLAS. Its bytes are the same if the commit
of this project, which the file names, is the same too.
"""

import argparse
import os

from workshop.command_line import path
from workshop.programs import ROOT, prepare, setup
from workshop.stages import Stages

OPTIONS = [path("folder", "folder for hands, checkpoints and the network", "FOLDER")]
GAMES = {"limit": ([], 5), "nolimit": (["--raise-sizes", "33,50,100,all"], 3)}
PLAYERS = ("one=cfr", "two=cfr", "three=cfr", "random=random", "call=call", "raise=raise")


def build_with_torch() -> None:
    """Builds the learner of networks, which is built only on request."""
    if not os.environ.get("TRIVIUM"):
        setup("need_groups", "build", "torch")
        if not (ROOT / "build/release/libexec/trivium/trivium-learn-poker-cnn").exists():
            setup("configure", "release", "-D", "TRIVIUM_TORCH=ON")
        prepare()


def run(options: argparse.Namespace) -> bool:
    """Runs the remaining stages."""
    build_with_torch()
    game = options.name_of_command.partition("-")[2]
    sizes, epochs = GAMES[game]
    stages = Stages(f"tools/relearn cnn-{game}", options.folder, options.phases, 2)
    threads = ["--threads", os.cpu_count()]
    if "hands" not in stages.done:  # an interrupted log
        (stages.folder / "hands.log").unlink(missing_ok=True)
    players = [word for player in PLAYERS for word in ("--policy", player)]
    stages.run("hands", "trivium-learn", "poker", "selfplay", "--game", game, *players,
               "--count", 400_000, "--seed", 1, "--out", "hands.log",
               extra=threads, outputs=["hands.log"])
    stages.run("network", "trivium-learn", "poker", "cnn", "--game", game,
               "--data", "hands.log", "--license", "this project's", "--lesson", "strategy",
               "--teacher", "cfr", "--memory", *sizes, "--train-hands", 380_000,
               "--test-hands", 20_000, "--batch", 256, "--rate", 0.02, "--average", 0.999,
               "--steps", epochs, "--seed", 1, "--report", "report", "--out",
               "network.safetensors", extra=["--checkpoint", "run", "--resume", *threads],
               inputs=["hands.log"], outputs=["network.safetensors"], checks_itself=True)
    print(stages.folder / "network.safetensors")
    return True

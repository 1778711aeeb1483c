"""Learns a strategy of heads-up hold'em without any data: limit or no-limit.

Takes about an hour on two cores; more do not help. The run prints its memory and the time left.
With the strategy, FOLDER gets those that it is measured against (tools/bench poker): itself after a
quarter of the deals, and one that ignores its cards. The bytes of the strategy are the same every
time, with one version of libzstd, which compresses it.
"""

import argparse
import os

from workshop.command_line import path
from workshop.stages import Stages

OPTIONS = [path("folder", "folder for strategies and checkpoints", "FOLDER")]
# Deals that two cores process in an hour, and as many buckets and bets as the files have room for.
# The third raise may still be the pot before the flop; after it, it is all-in.
BETTING = "50,100,all:100,all:100,all/33,100,all:100,all:all"
GAMES = {"limit": (800_000_000, "169,512,1024,1024", []),
         "nolimit": (600_000_000, "169,256,480,480", ["--betting", BETTING])}


def run(options: argparse.Namespace) -> bool:
    """Runs the remaining stages."""
    game = options.name_of_command.partition("-")[2]
    iterations, counts, betting = GAMES[game]
    runs = {"blind": (iterations // 20, ["--counts", "1,1,1,1"]),
            "strategy": (iterations, ["--counts", counts, "--also-at", iterations // 4])}
    stages = Stages(f"tools/relearn poker-{game}", options.folder, options.phases, len(runs))
    for name, (deals, words) in runs.items():
        # Long batches, so that less of the time goes into merging the shards' tables.
        stages.run(name, "trivium-learn", "poker", "cfr", "--game", game, *betting,
                   "--steps", deals, "--batch", 1048576, "--out", f"{name}.safetensors", *words,
                   extra=["--checkpoint", f"{name}.run", "--resume", "--threads", os.cpu_count()],
                   outputs=[f"{name}.safetensors"], checks_itself=True)
    print(stages.folder / "strategy.safetensors")
    return True

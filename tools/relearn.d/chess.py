"""Learns chess weights only from games of the engine against itself.

Takes about two hours on two cores; each stage prints its time. The weights are the same whenever
search and learner are the same, and their manifest describes how they were made. If another build
began a stage, the learner of this build continues it: it resumes from the checkpoint if options,
games, search and learner are equal, and rejects the checkpoint otherwise. The program of commit
7948b0a made the weights in models/chess (docs/learning/chess-tdleaf.md).
"""

import argparse
import os

from workshop.command_line import path
from workshop.stages import Stages

OPTIONS = [path("folder", "folder for games, weights and reports", "FOLDER")]
SCALE = "--scale 300"
FROM_PLAY = f"--data play.games --lambda 0.95 {SCALE}"
SMALL_STEPS = ("--alpha 0.75 --alpha-half 30000 --prior-strength 2e-8 "
               "--prior-weights material.safetensors")
STAGES = {
    # Self-play games: first of a player that counts only pawns, then of one that learned from
    # these games.
    "nothing": "--start nothing --keep-games nothing.games --seed 1 --steps 40 "
               "--generation-games 500 --nodes 1000 --lambda 0.7 --alpha 8 --alpha-half 5000 "
               "--snapshot-every 4",
    "play": "--start nothing.safetensors --keep-games play.games --seed 2 --steps 36 "
            "--generation-games 2000 --nodes 1000 --random-plies 4 12 --won-from 1500 "
            "--lambda 0.8 --alpha 2 --alpha-half 60000 --window 4",
    # Weights: first piece values, so that they are not spread over squares and mobility; then
    # everything; then everything again with small steps, where the prior pulls weights with
    # little evidence back to the piece values. Then deeper self-play games, learned from by
    # their results; last, both sets of games.
    "material": f"--start nothing {FROM_PLAY} --steps 16 --alpha 12 --alpha-half 8000 "
                "--batch 16 --only pawn knight bishop rook queen",
    "all": f"--start material.safetensors {FROM_PLAY} --steps 36 --alpha 3 "
           "--alpha-half 10000 --window 4",
    "settled": f"--start all.safetensors {FROM_PLAY} --steps 36 {SMALL_STEPS} --window 6",
    "again": "--start settled.safetensors --keep-games again.games --seed 3 --steps 24 "
             "--generation-games 2000 --nodes 1500 --random-plies 4 12 --most-unbalanced 450 "
             f"--won-from 2000 --lambda 1 {SCALE} {SMALL_STEPS} --window 4",
    "final": "--start all.safetensors --data play.games again.games --lambda 0.97 "
             f"{SCALE} --steps 60 {SMALL_STEPS} --window 6",
}


def run(options: argparse.Namespace) -> bool:
    """Runs the remaining stages."""
    stages = Stages("tools/relearn chess", options.folder, options.phases, len(STAGES))
    for name, words in STAGES.items():
        made = [f"{earlier}.{kind}" for earlier in list(STAGES)[:stages.begun]
                for kind in ("safetensors", "games")]
        stages.run(name, "trivium-learn", "chess", "tdleaf", "--out", f"{name}.safetensors",
                   "--report", f"{name}.run", *words.split(),
                   extra=["--checkpoint", f"{name}.run", "--resume", "--threads", os.cpu_count()],
                   inputs=[word for word in words.split() if word in made],
                   outputs=[f"{name}.safetensors"], checks_itself=True)
    print(stages.folder / f"{name}.safetensors")
    return True

"""Repeats the figures of Huy and Dang 2019 (paper 000): how well its four sets predict stones.

Prediction is measured on the games that a set learned from and on held-out games, by iteration,
number of games and prior.

    tools/bench btmm-curves FOLDER --human human_games.csv \\
      --weights connect6.btmm-XXXXXXXX.safetensors

--human names records of human games (`trivium-learn connect6 records` reads them), --weights the
patterns that play self-play games; one of the two is needed. FOLDER gets the games, a folder for
each run of `trivium-learn connect6 patterns`, and all figures (evidence.csv), which `trivium-lab
chart` draws. The same command resumes an interrupted run and reuses what is done; more sizes can be
added later if --count stays the same. Exit status 0: done; 1: a run failed; 2: bad usage.
"""

import argparse

from btmm_runs import PRIORS, SETS, Curve, learn_set
from workshop.command_line import file, number, option, path, real, threads
from workshop.programs import BadUsage
from workshop.stages import Stages


def sizes_of(text: str) -> list[int]:
    """Parses numbers of games."""
    sizes = sorted({int(word) for word in text.split(",")})
    if sizes[0] < 1:
        raise argparse.ArgumentTypeError("sizes are numbers of games, at least 1")
    return sizes

OPTIONS = [
    path("folder", "folder for games and runs", "FOLDER"),
    file("--human", "records of human games"),
    file("--weights", "weights of the player of own games (kind connect6.btmm)"),
    option("--sizes", type=sizes_of, default="500,1000,2000,4000,8000,16000,32000,64000",
           metavar="N,N,...", help="numbers of own games to learn from"),
    option("--human-sizes", type=sizes_of, default="250,500,1000,2000,4000,6711",
           metavar="N,N,...", help="numbers of human games to learn from"),
    PRIORS,
    number("--steps", 20, "number of updates of every group", old=("--iterations",)),
    number("--count", None, "number of own games (default: what the largest size needs)",
           old=("--games",)),
    number("--held-out-games", 5000, "approximate number of held-out own games"),
    real("--held-out", 0.1, "share of the human games that is held out", "SHARE"),
    real("--sharpness", 1.0, "power that strengths are raised to in own games; the paper has 1"),
    threads("number of threads of a run"),
]


def own_games(stages: Stages, options: argparse.Namespace) -> tuple[str, float]:
    """Plays games; returns their file and the share to hold out."""
    # A hash decides which games are held out, so their share is approximate.
    games = options.count or max(options.sizes) + options.held_out_games + 1000
    stages.run("own", "trivium-learn", "connect6", "selfplay", "--weights",
               options.weights.resolve(), "--count", games, "--sharpness", options.sharpness,
               "--out", "own.c6", "--report", "own",
               extra=["--checkpoint", "own", "--resume", "--threads", options.threads],
               outputs=["own.c6", "own/games.txt"])
    return "own.c6", round(options.held_out_games / games, 4)


def human_games(stages: Stages, options: argparse.Namespace) -> tuple[str, float]:
    """Reads records; returns the same values as own_games()."""
    stages.run("human", "trivium-learn", "connect6", "records", "--data", options.human.resolve(),
               "--out", "human.c6", outputs=["human.c6"], stderr="keep")
    return "human.c6", options.held_out


def csv_lines(whose: str, prior: float, curve: Curve) -> list[str]:
    """Returns the figures of a run, a line for each iteration."""
    run = f"{whose},{prior:g},{curve.patterns},{curve.games},{curve.states}"
    return [f"{run},{iteration},{train:.6f},{held_out:.6f},{curve.uniform:.6f}"
            for iteration, train, held_out in curve.rows]


def run(options: argparse.Namespace) -> bool:
    """Makes the remaining runs and writes the figures."""
    if not options.human and not options.weights:
        raise BadUsage("human games (--human) or a player of own games (--weights) are needed")
    listed = [sizes for given, sizes in ((options.weights, options.sizes),
                                         (options.human, options.human_sizes)) if given]
    total = sum(1 + len(options.priors) * len(sizes) * len(SETS) for sizes in listed)
    stages = Stages("tools/bench btmm-curves", options.folder, options.phases, total)
    sources = []
    if options.weights:
        sources.append(("own", options.sizes, *own_games(stages, options)))
    if options.human:
        sources.append(("human", options.human_sizes, *human_games(stages, options)))
    lines = ["whose,prior_wins,set,games,states,iteration,train,held_out,held_out_uniform"]
    for name, sizes, games, held_out in sources:
        for prior in options.priors:
            for size in sizes:
                for patterns in SETS:
                    curve = learn_set(stages, f"{name}-prior-{prior:g}-{size}-{patterns}", games,
                                      patterns, size, prior, options, "--held-out", held_out,
                                      checkpoint=True)
                    lines += csv_lines(name, prior, curve)
    figures = options.folder / "evidence.csv"
    figures.write_text("\n".join(lines) + "\n")
    print(figures)
    return True

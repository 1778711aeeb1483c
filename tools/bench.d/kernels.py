"""Speed of the processor kernels, with one thread each, in turns.

Measures nodes of the chess and Connect-6 searches, decisions of poker players, and deals of poker
training. Prints each kernel's median rate with its spread, and the median and spread of its ratio
to the first kernel, round by round. Signatures must agree. tools/bench builds the preset "package",
which has every kernel. To try other sets of instructions:

    cmake --preset package -D TRIVIUM_KERNELS='base;v2;v3' -D TRIVIUM_FLAGS_v2=-march=x86-64-v2

Exit status 0: the signatures agree; 1: they do not; 2: bad usage, or fewer than two kernels.
"""

import argparse
import json
import re

from workshop import kernels
from workshop.command_line import number, option
from workshop.measure import ratios, spread
from workshop.programs import BadUsage, find, learn

CFR = ["poker", "cfr-sample", "--game", "limit", "--sampler", "external", "--weighting", "uniform",
       "--threads", "1", "--batch", "65536", "--steps", "131072", "--seed", "1", "--json"]


def bench(game: str, rate: str) -> kernels.Measure:
    """Returns a measurement by `trivium bench`, whose rate is called `rate` there."""
    def measure(kernel: str) -> tuple[kernels.Figures, str]:
        text = kernels.bench(kernel, game)
        found = re.search(rf"^{rate}: (\d+)", text, re.MULTILINE)
        return {"rate": [float(found[1])]}, re.search(r"signature: (\w+)", text)[1]
    return measure


def train(kernel: str) -> tuple[kernels.Figures, str]:
    """Measures poker training, which has no signature."""
    figures = json.loads(learn(*CFR, env={"TRIVIUM_KERNEL": kernel}).out)
    return {"rate": [figures["iterations_per_second"]]}, "none"


MEASUREMENTS = {"chess": bench("chess", "nodes per second"),
                "connect6": bench("connect6", "nodes per second"),
                "poker": bench("poker", "decisions per second"), "cfr": train}

OPTIONS = [
    option("measurements", nargs="*", metavar="NAME",
           help=f"measurements: {', '.join(MEASUREMENTS)} (default: all)"),
    number("--rounds", 7, "number of runs of each kernel"),
]


def run(options: argparse.Namespace) -> bool:
    """Measures and prints; returns whether signatures agree."""
    if unknown := set(options.measurements) - set(MEASUREMENTS):
        raise BadUsage(f"no measurement {', '.join(sorted(unknown))}; "
                       f"there are {', '.join(MEASUREMENTS)}")
    names = kernels.names()
    if len(names) < 2:
        raise BadUsage(f"{find()}: at least two kernels are needed, found {', '.join(names)}; "
                       "the preset package holds every kernel")
    chosen = options.measurements or MEASUREMENTS
    agree, options.phases.count = True, len(chosen)
    for name in chosen:
        measured = kernels.by_kernel(options.rounds, MEASUREMENTS[name], options.phases)
        for kernel, rates in measured.figures["rate"].items():
            against = spread(ratios(rates, measured.figures["rate"][names[0]]), digits=3)
            print(f"{name:9} {kernel:5} {spread(rates, digits=0)} per second, {against} of "
                  f"{names[0]}, {options.rounds} rounds", flush=True)
        agree = measured.agree(f"{name}: ") and agree
    return agree

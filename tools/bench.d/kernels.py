"""Speed of the processor kernels, with one thread each, in turns.

Measures nodes of the chess, Connect-6 and Reversi searches; decisions of poker players, and
microseconds of a network's parts; deals of poker training; ranked hands of seven cards; and
nanoseconds of gamma variates and of rounds of best-action identification. Prints each kernel's
median figure with its spread, and the median and spread of its ratio to the first kernel, round by
round. Signatures must agree. tools/bench builds the preset "package", which has every kernel. To
try other sets of instructions:

    cmake --preset package -D TRIVIUM_KERNELS='base;v2;v3' -D TRIVIUM_FLAGS_v2=-march=x86-64-v2

Exit status 0: the signatures agree; 1: they do not; 2: bad usage, or fewer than two kernels.
"""

import argparse
import json
from collections.abc import Callable

from workshop import kernels
from workshop.command_line import number, option
from workshop.measure import ratios, spread
from workshop.programs import BadUsage, find, learn

CFR = ["poker", "cfr-sample", "--game", "limit", "--sampler", "external", "--weighting", "uniform",
       "--threads", "1", "--batch", "65536", "--steps", "131072", "--seed", "1", "--json"]


def bench(name: str, figures_of: Callable[[dict], kernels.Figures]) -> kernels.Measure:
    """Returns a measurement by `trivium bench`, with the figures in its JSON."""
    def measure(kernel: str) -> tuple[kernels.Figures, str]:
        found = json.loads(kernels.bench(kernel, name, "--json"))
        return figures_of(found), found["signature"]
    return measure


def named(*names: str) -> Callable[[dict], kernels.Figures]:
    """Returns a function that returns the figures of these names."""
    return lambda found: {name: [found[name]] for name in names}


def ranked(found: dict) -> kernels.Figures:
    """Returns the speed of ranking hands."""
    return {"million hands per second": [found["median"]]}


def identified(found: dict) -> kernels.Figures:
    """Returns the times of gamma variates, and of rounds of each method on each tree."""
    gammas = {f"nanoseconds of gamma {row['shape']:g} ({row['side']})": [row["nanoseconds"]]
              for row in found["gamma"]}
    return gammas | {f"nanoseconds of {row['method']} on {row['tree']}": [row["nanoseconds"]]
                     for row in found["rounds"]}


def train(kernel: str) -> tuple[kernels.Figures, str]:
    """Measures poker training, which has no signature."""
    figures = json.loads(learn(*CFR, env={"TRIVIUM_KERNEL": kernel}).out)
    return {"deals per second": [figures["iterations_per_second"]]}, "none"


MEASUREMENTS = {
    "chess": bench("chess", named("nodes per second")),
    "connect6": bench("connect6", named("nodes per second")),
    "reversi": bench("reversi", named("nodes per second")),
    "poker": bench("poker", named("decisions per second", "microseconds to encode a position",
                                  "microseconds of a network for it",
                                  "microseconds of its memory for the betting")),
    "cfr": train,
    "hands": bench("hands", ranked),
    "bandits": bench("bandits", identified),
}

OPTIONS = [
    option("measurements", nargs="*", metavar="NAME",
           help=f"measurements: {', '.join(MEASUREMENTS)} (default: all)"),
    number("--runs", 7, "number of runs of each kernel", old=("--rounds",)),
]


def report(name: str, measured: kernels.ByKernel, runs: int) -> None:
    """Prints a line for each figure and kernel."""
    for figure, by_kernel in measured.figures.items():
        first, *_ = by_kernel
        for kernel, values in by_kernel.items():
            digits = 0 if min(values) >= 1000 else 2
            against = spread(ratios(values, by_kernel[first]), digits=3)
            print(f"{name:9} {kernel:5} {spread(values, digits=digits)} {figure}, {against} of "
                  f"{first}, {runs} runs", flush=True)


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
        measured = kernels.by_kernel(options.runs, MEASUREMENTS[name], options.phases)
        report(name, measured, options.runs)
        agree = measured.agree(f"{name}: ") and agree
    return agree

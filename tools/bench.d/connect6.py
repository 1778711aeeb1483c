"""Speed of Connect-6 tactics on random positions, with one thread.

Measures how fast `trivium bench connect6-tactics` does this work, with each processor kernel in
turns:

- places and undoes stones, with the line tables alone and with all state of a search
- finds the wins and parries of both sides of a position
- finds the pairs of stones by which a side threatens to win
- places the stones of playouts from a middle game, to its end and for eight turns

Prints medians over all runs, spreads, and the ratio of the first kernel to the last. Exit status 0:
the signatures agree; 1: they do not; 2: bad usage.
"""

import argparse
import re

from workshop import kernels
from workshop.command_line import number
from workshop.measure import ratio, spread
from workshop.programs import find

LINE = re.compile(r"thousand (.+) per second, \d+ runs:((?: \d+)+);")

OPTIONS = [
    number("--starts", 3, "number of times that each kernel is started", old=("--turns",)),
    number("--runs", 5, "number of runs each time"),
    number("--count", 2000, "number of random positions", old=("--positions",)),
]


def measure(kernel: str, *words: object) -> tuple[kernels.Figures, str]:
    """Returns thousands per second by kind of work, and the signature."""
    text = kernels.bench(kernel, "connect6-tactics", *words)
    found = {name: [float(speed) for speed in listed.split()]
             for name, listed in LINE.findall(text)}
    return found, text.rpartition("signature: ")[2].strip()


def run(options: argparse.Namespace) -> bool:
    """Measures and prints; returns whether kernels agree."""
    measured = kernels.by_kernel(options.starts, lambda kernel: measure(
        kernel, "--runs", options.runs, "--count", options.count), options.phases)
    print(f"{find()}: {options.count} positions")
    for name, by_kernel in measured.figures.items():
        rates = [f"{kernel} {spread(values, digits=0)}" for kernel, values in by_kernel.items()]
        first, *_, last = [*by_kernel.values()] * 2
        against = f", ratio {ratio(first, last):.2f}" if len(by_kernel) > 1 else ""
        print(f"  thousand {name} a second: {', '.join(rates)}{against}")
    return measured.agree()

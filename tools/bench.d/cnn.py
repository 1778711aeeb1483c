"""Time of a decision by a convolutional network, with one thread and one position at a time.

Runs `trivium bench poker` with each processor kernel in turns and prints medians and spreads of
three of its figures: the time to encode a position as 16 planes, the time of the network of paper
004, and the time of a recurrent layer that reads the betting. Exit status 0: the network takes at
most --most microseconds with every kernel; 1: not so; 2: bad usage; 3: a run failed.
"""

import argparse
import re
import statistics

from workshop import kernels
from workshop.command_line import number, real
from workshop.measure import spread

LINES = {
    "encoding": "microseconds to encode a position",
    "network": "microseconds of a network for it",
    "memory": "microseconds of its memory for the betting",
}

OPTIONS = [
    number("--turns", 5, "number of runs of each kernel"),
    real("--most", 60, "maximum time of the network in microseconds", "US"),
]


def measure(kernel: str) -> tuple[kernels.Figures, str]:
    """Returns the figures by name; signatures are compared elsewhere."""
    text = kernels.bench(kernel, "poker")
    found = {name: re.search(f"^{line}: (.*)$", text, re.MULTILINE) for name, line in LINES.items()}
    return {name: [float(figure[1])] for name, figure in found.items()}, ""


def run(options: argparse.Namespace) -> bool:
    """Measures and prints; returns whether --most holds."""
    seen = kernels.by_kernel(options.turns, measure, options.phases).figures
    for name, by_kernel in seen.items():
        for kernel, values in by_kernel.items():
            print(f"{name:9} {kernel:5} {spread(values, 'us', 2)}, {len(values)} turns")
    return max(map(statistics.median, seen["network"].values())) <= options.most

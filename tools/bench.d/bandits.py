"""Time of a gamma variate, and of a round of each method of best-action identification.

Runs `trivium bench bandits` with each processor kernel in turns and prints medians and spreads of
processor times:

- of a gamma variate by shape, in comparison with std::gamma_distribution on the same generator
  and, if python3 has numpy, with numpy.random.Generator.standard_gamma (a million in one call)
- of a round of each method, with its playout and update, on trees of 3x3 and (18,3,9) leaves and
  on 30 arms

Exit status 0: all kernels give the same signature, and with --most a round of ttba on 30 arms takes
at most that many nanoseconds; 1: not so; 2: bad usage; 3: a run failed.
"""

import argparse
import re
import statistics
import time

from workshop import kernels
from workshop.command_line import number, option, real
from workshop.measure import spread

VARIATES = 1_000_000  # number in one call of numpy

OPTIONS = [
    number("--turns", 5, "number of runs of each kernel"),
    option("--rule", default="lexicographic",
           help="rule that orders results, as in trivium bench bandits"),
    real("--most", None, "fail if a round of ttba on 30 arms takes more nanoseconds", "NS"),
]


def measure(kernel: str, rule: str) -> tuple[kernels.Figures, str]:
    """Returns nanoseconds by operation, and the signature."""
    text = kernels.bench(kernel, "bandits", "--rule", rule)
    found = re.findall(r"^((?:gamma|round) .*): ([0-9.]+) ns", text, re.MULTILINE)
    signature = re.search(r"^signature: (.*)$", text, re.MULTILINE)[1]
    return {name: [float(figure)] for name, figure in found}, signature


def numpy_figures(shapes: list[str], turns: int) -> dict[str, list[float]]:
    """Returns nanoseconds of numpy's variates, by shape; empty without numpy."""
    try:
        import numpy
    except ImportError:
        return {}
    generator, found = numpy.random.default_rng(1), {}
    for _ in range(turns):
        for shape in shapes:
            start = time.process_time()
            generator.standard_gamma(float(shape), VARIATES)
            elapsed = (time.process_time() - start) * 1e9 / VARIATES
            found.setdefault(shape, []).append(elapsed)
    return found


def run(options: argparse.Namespace) -> bool:
    """Measures and prints; returns whether kernels agree and --most holds."""
    measured = kernels.by_kernel(options.turns, lambda kernel: measure(kernel, options.rule),
                                 options.phases)
    seen = measured.figures
    shapes = [name.split()[1] for name in seen if re.fullmatch("gamma .* ours", name)]
    others = numpy_figures(shapes, options.turns)
    seen |= {f"gamma {shape} numpy": {"-": values} for shape, values in others.items()}
    for name, by_kernel in sorted(seen.items(), key=lambda item: item[0].split()[:2]):
        for kernel, values in by_kernel.items():
            print(f"{name:36} {kernel:5} {spread(values, 'ns')}, {len(values)} turns")
    if not others:
        print("numpy: not installed, so not compared")
    print(f"signature: {', '.join(sorted(measured.signatures))}")
    fastest = min(map(statistics.median, seen["round flat30 ttba"].values()))
    return measured.agree() and (options.most is None or fastest <= options.most)

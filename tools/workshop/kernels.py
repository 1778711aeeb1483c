"""Measurements of each processor kernel of the build, in turns."""

import json
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from workshop.measure import in_turns
from workshop.programs import call, find
from workshop.progress import Phases

Figures = dict[str, list[float]]  # values by name of the figure
Measure = Callable[[str], tuple[Figures, str]]  # takes a kernel; returns figures, signature


class ByKernel(NamedTuple):
    """What the kernels printed: figures by name and kernel, and the different signatures."""

    figures: dict[str, Figures]
    signatures: set[str]

    def agree(self, title: str = "") -> bool:
        """Tests if all kernels computed the same; prints the signatures if they did not."""
        if len(self.signatures) > 1:
            print(f"{title}SIGNATURES DIFFER: {' '.join(sorted(self.signatures))}")
        return len(self.signatures) == 1


def names() -> list[str]:
    """Returns the kernels that `trivium` holds and this processor runs."""
    return json.loads(call([find(), "doctor", "--json"]).out)["kernels"]


def bench(kernel: str, *words: str) -> str:
    """Returns what `trivium bench` prints with a kernel."""
    return call([find(), "bench", *words], env={"TRIVIUM_KERNEL": kernel}).out


def by_kernel(turns: int, measure: Measure, phases: Phases) -> ByKernel:
    """Measures each kernel `turns` times, in turns, as a phase."""
    sides = {kernel: partial(measure, kernel) for kernel in names()}
    figures: dict[str, Figures] = {}
    signatures = set()
    for kernel, runs in in_turns(turns, sides, phases).items():
        for found, signature in runs:
            signatures.add(signature)
            for name, values in found.items():
                figures.setdefault(name, {}).setdefault(kernel, []).extend(values)
    return ByKernel(figures, signatures)

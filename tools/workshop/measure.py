"""Measurements in turns, and the figures that describe them."""

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from workshop.progress import Phases

NORMAL_95 = 1.96  # standard errors from the mean to the ends of its 95 % interval

Side = TypeVar("Side")
Figure = TypeVar("Figure")


def in_turns(count: int, sides: Mapping[Side, Callable[[], Figure]],
             phases: Phases) -> dict[Side, list[Figure]]:
    """Measures each side `count` times, one after the other in each round, as a phase.

    Other work on the machine then affects all sides alike. Prints progress between measurements.
    """
    found: dict[Side, list[Figure]] = {side: [] for side in sides}
    progress = phases.next("measurements", count * len(sides))
    for _ in range(count):
        for side, measure in sides.items():
            found[side].append(measure())
            progress.step()
    return found


def spread(values: Sequence[float], unit: str = "", digits: int = 1) -> str:
    """Returns the median, and the minimum and maximum in brackets: "2.0 s (1.0-3.0)"."""
    middle, low, high = (f"{figure:,.{digits}f}"
                         for figure in (statistics.median(values), min(values), max(values)))
    return f"{middle}{unit and ' '}{unit} ({low}-{high})"


def threads_text(threads: int) -> str:
    """Returns "1 thread " or "2 threads", equally wide."""
    return f"{threads} thread{'s' if threads > 1 else ' '}"


def ratio(values: Sequence[float], others: Sequence[float]) -> float:
    """Returns the ratio of the medians."""
    return statistics.median(values) / statistics.median(others)


def ratios(values: Sequence[float], others: Sequence[float]) -> list[float]:
    """Returns the ratio in each round."""
    return [one / other for one, other in zip(values, others, strict=True)]


def percentile(values: Sequence[float], share: float) -> float:
    """Returns the smallest value that at least `share` of the values do not exceed."""
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def wilson(successes: int, total: int, z: float = NORMAL_95) -> tuple[float, float]:
    """Returns Wilson's interval of a share (95 % with the default z)."""
    share = successes / total
    middle = share + z * z / (2 * total)
    half = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return (middle - half) / (1 + z * z / total), (middle + half) / (1 + z * z / total)


def t_quantile(share: float, freedom: int) -> float:
    """Returns a quantile of Student's t for a share above one half.

    Uses bisection and Simpson's rule.
    """
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2))
    scale /= math.sqrt(freedom * math.pi)

    def below(t: float, steps: int = 2000) -> float:
        heights = [(1 + (t * i / steps) ** 2 / freedom) ** (-(freedom + 1) / 2)
                   for i in range(steps + 1)]
        total = heights[0] + heights[-1] + 4 * sum(heights[1::2]) + 2 * sum(heights[2:-1:2])
        return 0.5 + scale * t / steps / 3 * total

    low, high = 0.0, 100.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) < share else (low, middle)
    return low


class Interval(NamedTuple):
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float

    @classmethod
    def of_error(cls, mean: float, error: float, quantile: float = NORMAL_95) -> "Interval":
        """Returns the interval of a mean with this standard error."""
        return cls(mean, mean - quantile * error, mean + quantile * error)

    def text(self, digits: int = 1) -> str:
        """Returns "+1.0 (+0.5 to +1.5)"."""
        mean, low, high = (f"{figure:+.{digits}f}" for figure in self)
        return f"{mean} ({low} to {high})"


def shared_splits(values: Sequence[float], folds: int) -> Interval:
    """Returns the 95 % interval of a mean over splits of the same games into `folds` folds.

    Source: Nadeau and Bengio 2003, "Inference for the generalization error".
    """
    mean = statistics.fmean(values)
    error = statistics.stdev(values) * math.sqrt(1 / len(values) + 1 / (folds - 1))
    return Interval.of_error(mean, error, t_quantile(0.975, len(values) - 1))

"""Progress of long runs on standard error: steps done and the estimated time left."""

import sys
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")

PAUSE = 10  # seconds before the first line, and between lines
quiet = False  # as --quiet says; command_line sets it


def duration(seconds: float) -> str:
    """Returns "50 s", "2 min 5 s" or "3 h 7 min"."""
    total = round(seconds)
    if total < 60:
        return f"{total} s"
    if total < 3600:
        return f"{total // 60} min {total % 60} s"
    return f"{total // 3600} h {total % 3600 // 60} min"


class Progress:
    """Progress of `total` steps, named in the plural by `what`, which several threads may do.

    now: a clock in seconds.
    """

    def __init__(self, what: str, total: int, now: Callable[[], float] = time.monotonic):
        self.what, self.total, self.now = what, total, now
        self.begun = self.written = now()
        self.done, self.lock = 0, threading.Lock()

    def step(self) -> None:
        """Counts a step, and prints a line if enough time has passed."""
        with self.lock:
            self.done += 1
            self.print()

    def print(self) -> None:
        """Prints a line if enough time has passed."""
        now = self.now()
        if quiet or now - self.written < PAUSE:
            return
        self.written = now
        left = duration((now - self.begun) / self.done * (self.total - self.done))
        print(f"{self.what}: {self.done} of {self.total} ({100 * self.done // self.total} %), "
              f"about {left} left", file=sys.stderr, flush=True)


def counted(what: str, items: Iterable[Item], total: int | None = None) -> Iterator[Item]:
    """Yields the items; a step is done when the next item is asked for.

    total: their number, if they are not a collection.
    """
    if total is None:
        assert isinstance(items, Collection)
        total = len(items)
    progress = Progress(what, total)
    for item in items:
        yield item
        progress.step()

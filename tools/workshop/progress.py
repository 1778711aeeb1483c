"""Progress of long runs on standard error: steps done and the estimated time left.

By default a line of text every ten seconds. With --json, lines in the format of the C++ programs
(learning/harness/progress.h): {"progress":{"phase","phases","what","done","total",...}}, and
{"note":TEXT} for other messages.
"""

import enum
import json
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

Item = TypeVar("Item")

PAUSE = 10  # seconds


class Style(enum.Enum):
    """How progress is printed."""

    TEXT = enum.auto()
    JSON = enum.auto()
    QUIET = enum.auto()  # not at all


@dataclass
class Phases:
    """The phases of a command, in their order. Each counts its own steps to 100 %.

    pause: seconds before the first line of text, and between lines. now: a clock in seconds.
    """

    style: Style = Style.TEXT
    count: int = 1  # number of phases
    pause: float = PAUSE
    now: Callable[[], float] = time.monotonic
    begun: int = 0
    announced: str = ""  # the result that has been named

    def next(self, what: str, total: int | None, result: str = "", done: int = 0) -> "Progress":
        """Begins a phase of `total` steps (None if not known), named in the plural by `what`.

        result: where the result will be. done: number of steps that an earlier run did.
        """
        self.begun += 1
        return Progress(self, what, total, result, done)

    def counted(self, what: str, items: Iterable[Item], total: int | None = None) -> Iterator[Item]:
        """Yields the items as a phase; a step is done when the next item is asked for.

        total: their number, if they are not a collection.
        """
        if total is None:
            assert isinstance(items, Collection)
            total = len(items)
        progress = self.next(what, total)
        for item in items:
            yield item
            progress.step()


class Progress:
    """Progress of one phase, whose steps several threads may do."""

    def __init__(self, phases: Phases, what: str, total: int | None, result: str, done: int):
        self.phases, self.phase = phases, phases.begun
        self.what, self.total, self.result = what, total, result
        self.begun = self.written = phases.now()
        self.done = self.skipped = done
        self.lock = threading.Lock()
        if phases.style is Style.JSON:
            self.print(self.begun)

    def step(self, detail: str = "") -> None:
        """Counts a step, and prints a line if enough time has passed, in JSON also at the end.

        detail: describes the state.
        """
        with self.lock:
            self.done += 1
            now = self.phases.now()
            ends = self.phases.style is Style.JSON and self.done == self.total
            if ends or now - self.written >= self.phases.pause:
                self.print(now, detail)

    def count(self, detail: str, earlier: bool = False) -> None:
        """Counts a step, and prints a line in JSON only.

        earlier: an earlier run did it, so it does not count for the rate.
        """
        with self.lock:
            self.done += 1
            self.skipped += earlier
        self.note(detail)

    def note(self, detail: str) -> None:
        """Prints a line between two steps, in JSON only."""
        with self.lock:
            if self.phases.style is Style.JSON:
                self.print(self.phases.now(), detail)

    def stderr_of(self, name: str, stderr: str) -> str | Callable[[str], None]:
        """Returns how programs.call() treats the stderr of a program, whose lines are progress.

        stderr: the treatment if progress is printed as text.
        """
        if self.phases.style is Style.QUIET or stderr == "keep":
            return "keep"
        if self.phases.style is Style.JSON:
            return lambda line: self.note(f"{name}: {line.rstrip()}")
        return stderr

    def print(self, now: float, detail: str = "") -> None:
        """Prints a line."""
        if self.phases.style is Style.QUIET:
            return
        self.written = now
        steps, seconds = self.done - self.skipped, now - self.begun
        rate = steps / seconds if steps and seconds > 0 else None
        if self.phases.style is Style.TEXT:
            self.announce()
            line = self.text(rate, detail)
        else:
            line = event(self.what, self.done, self.total, phase=self.phase,
                         phases=self.phases.count, per_second=rate, result=self.result,
                         detail=detail)
        print(line, file=sys.stderr, flush=True)

    def announce(self) -> None:
        """Prints where the result will be, unless an earlier phase did."""
        if self.result and self.phases.announced != self.result:
            print(f"result: {self.result}", file=sys.stderr)
            self.phases.announced = self.result

    def text(self, rate: float | None, detail: str) -> str:
        """Returns a line of text."""
        words = [f"{self.what}: {self.done}"]
        if self.total:
            words[0] += f" of {self.total} ({100 * self.done // self.total} %)"
        if rate:
            words.append(rate_text(rate))
        if rate and self.total and self.done < self.total:
            words.append(f"about {duration((self.total - self.done) / rate)} left")
        if self.phases.count > 1:
            words.insert(0, f"phase {self.phase} of {self.phases.count}")
        return ", ".join([*words, *([detail] if detail else [])])


def event(what: str, done: int, total: int | None, *, phase: int = 1, phases: int = 1,
          per_second: float | None = None, result: str = "", detail: str = "") -> str:
    """Returns progress as a line of JSON; members that are not known are left out."""
    left = round((total - done) / per_second) if total and per_second and done < total else None
    members = {"phase": phase, "phases": phases, "what": what, "done": done, "total": total,
               "per_second": per_second, "seconds_left": left, "result": result, "detail": detail}
    known = {name: value for name, value in members.items() if value not in (None, "")}
    return json_line({"progress": known})


def print_note(style: Style, text: str) -> None:
    """Prints a message, also of a quiet command."""
    print(json_line({"note": text}) if style is Style.JSON else text, file=sys.stderr, flush=True)


def json_line(members: dict) -> str:
    """Returns an object as a line of JSON."""
    return json.dumps(members, ensure_ascii=False, separators=(",", ":"))


def rate_text(per_second: float) -> str:
    """Returns "2.5/s", "30.0/min" or "1.2/h", as the C++ programs do."""
    if per_second >= 1:
        return f"{per_second:.{0 if per_second >= 100 else 1}f}/s"
    if per_second * 60 >= 1:
        return f"{per_second * 60:.1f}/min"
    return f"{per_second * 3600:.1f}/h"


def duration(seconds: float) -> str:
    """Returns "50 s", "2 min 5 s" or "3 h 7 min"."""
    total = round(seconds)
    if total < 60:
        return f"{total} s"
    if total < 3600:
        return f"{total // 60} min {total % 60} s"
    return f"{total // 3600} h {total % 3600 // 60} min"

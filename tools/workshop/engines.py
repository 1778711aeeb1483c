"""Engines over pipes, by UCI or GTP, for one thread. Every wait has a time limit."""

import os
import select
import shlex
import subprocess
import time
from collections.abc import Iterable, Mapping, Sequence

from workshop.connect6 import is_black, vertex
from workshop.programs import Failed

PATIENCE = 20  # seconds, for answers that cost no search
Line = tuple[float, str]  # time of reading, by time.perf_counter(), and text


class EngineFault(Failed):
    """An engine did not start, did not answer or has ended; names it and the command."""


class Engine:
    """A UCI engine. Starts `command` and sets those `options` that it has, whatever their case."""

    def __init__(self, command: str, options: Mapping[str, object]):
        self.command, self.name = command, os.path.basename(shlex.split(command)[0])
        self.lines: list[Line] = []
        self.rest = b""
        try:
            self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        except OSError as fault:
            raise EngineFault(f"{command}: {fault.strerror}") from fault
        try:
            self.begin(options)
        except EngineFault:
            self.__exit__()
            raise

    def begin(self, options: Mapping[str, object]) -> None:
        """Sends the first commands and reads to the first readyok."""
        known = {}
        self.send("uci")
        for _, line in self.until("uciok", PATIENCE):
            words = line.split()
            if words[:2] == ["id", "name"]:
                self.name = " ".join(words[2:])
            elif words[:2] == ["option", "name"] and "type" in words:
                name = " ".join(words[2 : words.index("type")])
                known[name.lower()] = name
        for name, value in options.items():
            if name.lower() in known:
                self.send(f"setoption name {known[name.lower()]} value {value}")
        self.ready()

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def send(self, *commands: str) -> None:
        """Sends lines."""
        try:
            self.process.stdin.write("".join(f"{command}\n" for command in commands).encode())
            self.process.stdin.flush()
        except OSError as fault:
            raise EngineFault(f"{self.command}: has ended before '{commands[0]}'") from fault

    def read(self, awaited: str, deadline: float) -> Line | None:
        """Returns the next line; None if none comes before `deadline`."""
        while not self.lines:
            left = max(0.0, deadline - time.perf_counter())
            if not select.select([self.process.stdout], [], [], left)[0]:
                return None
            read = os.read(self.process.stdout.fileno(), 65536)
            if not read:
                raise EngineFault(f"{self.command}: ended before its {awaited}")
            *whole, self.rest = (self.rest + read).split(b"\n")
            now = time.perf_counter()
            self.lines += [(now, line.decode(errors="replace").strip()) for line in whole]
        return self.lines.pop(0)

    def until(self, word: str, seconds: float) -> list[Line]:
        """Returns the lines up to the one that starts with `word`."""
        deadline = time.perf_counter() + seconds
        lines: list[Line] = []
        while not lines or lines[-1][1].split()[:1] != [word]:
            line = self.read(word, deadline)
            if line is None:
                raise EngineFault(f"{self.command}: no {word} within {seconds:g} s")
            lines.append(line)
        return lines

    def ready(self) -> None:
        """Waits until the engine has processed everything sent."""
        self.send("isready")
        self.until("readyok", PATIENCE)

    def search(self, fen: str, limit: str, seconds: float) -> list[Line]:
        """Searches from a cleared table for at most `seconds`.

        Returns the lines, that of bestmove last, each with its seconds since the go.
        """
        self.send("ucinewgame", f"position fen {fen}")
        self.ready()
        started = time.perf_counter()
        self.send(f"go {limit}")
        found = self.until("bestmove", seconds + PATIENCE)
        return [(moment - started, line) for moment, line in found]


class GtpEngine(Engine):
    """A Connect-6 engine. Starts `command` and sends the `options`, commands with an argument."""

    def begin(self, options: Mapping[str, object]) -> None:
        """Sends the first commands."""
        self.name = f"{self.ask('name')} {self.ask('version')}"
        for command, value in options.items():
            self.ask(f"{command} {value}")

    def ask(self, command: str) -> str:
        """Returns the answer. An error is a fault."""
        self.send(command)
        deadline = time.perf_counter() + PATIENCE
        while line := self.read(f"answer to '{command}'", deadline):
            if line[1].startswith("="):
                return line[1][1:].strip()
            if line[1].startswith("?"):
                raise EngineFault(f"{self.command}: {command}: {line[1]}")
        raise EngineFault(f"{self.command}: no answer to '{command}' within {PATIENCE:g} s")

    def set_up(self, stones: Iterable[str]) -> None:
        """Sets up the position after `stones`, with a cleared table."""
        self.ask("clear_board")
        for number, stone in enumerate(stones):
            self.ask(f"play {'b' if is_black(number) else 'w'} {vertex(stone)}")

    def analyze(self, stones: Sequence[str], seconds: float) -> list[Line]:
        """Searches from a cleared table for `seconds`, or longer until the first report.

        Returns the lines, each with its seconds since the beginning.
        """
        self.set_up(stones)
        started, lines = time.perf_counter(), []
        self.ask("lz-analyze 1 maxmoves 1")
        deadline = started + seconds + PATIENCE
        while line := self.read("analysis", deadline):
            lines.append((line[0] - started, line[1]))
            if line[1].startswith("info"):
                deadline = started + seconds
        self.ask("name")  # any line ends an analysis
        return lines

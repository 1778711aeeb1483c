"""A UCI engine at the other end of a pipe, for the scripts of tools/bench: one thread, no waiting without a limit."""

import os
import pathlib
import select
import shlex
import subprocess
import time

OPENINGS = pathlib.Path(__file__).resolve().parents[1] / "ladder.d" / "chess_openings.epd"
PATIENCE = 20  # seconds, for answers that cost no search


def openings(count):
    """So many positions of the book, evenly."""
    lines = OPENINGS.read_text().splitlines()
    return [" ".join([*lines[i * len(lines) // count].split()[:4], "0 1"]) for i in range(count)]


class EngineFault(Exception):
    """An engine that does not start, does not answer or is gone; says which and what it was asked."""


class Engine:
    """Starts `command` and sets those of `options` that the engine has, names compared without case."""

    def __init__(self, command, options):
        self.command, self.name, self.known = command, os.path.basename(shlex.split(command)[0]), {}
        self.lines, self.rest = [], b""
        try:
            self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        except OSError as fault:
            raise EngineFault(f"{command}: {fault.strerror}") from fault
        try:
            self.begin(options)
        except EngineFault:
            self.__exit__()
            raise

    def begin(self, options):
        self.send("uci")
        for _, line in self.until("uciok", PATIENCE):
            words = line.split()
            if words[:2] == ["id", "name"]:
                self.name = " ".join(words[2:])
            elif words[:2] == ["option", "name"] and "type" in words:
                name = " ".join(words[2 : words.index("type")])
                self.known[name.lower()] = name
        for name, value in options.items():
            if name.lower() in self.known:
                self.send(f"setoption name {self.known[name.lower()]} value {value}")
        self.ready()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    def send(self, *commands):
        try:
            self.process.stdin.write("".join(f"{command}\n" for command in commands).encode())
            self.process.stdin.flush()
        except OSError as fault:
            raise EngineFault(f"{self.command}: is gone at '{commands[0]}'") from fault

    def read(self, awaited, deadline):
        """The next line and the time when it was read (of time.perf_counter); None where none comes before `deadline`."""
        while not self.lines:
            if not select.select([self.process.stdout], [], [], max(0.0, deadline - time.perf_counter()))[0]:
                return None
            read = os.read(self.process.stdout.fileno(), 65536)
            if not read:
                raise EngineFault(f"{self.command}: ended before its {awaited}")
            *whole, self.rest = (self.rest + read).split(b"\n")
            self.lines += [(time.perf_counter(), line.decode(errors="replace").strip()) for line in whole]
        return self.lines.pop(0)

    def until(self, word, seconds):
        """The lines up to the one that begins with `word`, each with the time when it was read."""
        deadline = time.perf_counter() + seconds
        heard = []
        while not heard or heard[-1][1].split()[:1] != [word]:
            line = self.read(word, deadline)
            if line is None:
                raise EngineFault(f"{self.command}: no {word} within {seconds:g} s")
            heard.append(line)
        return heard

    def ready(self):
        self.send("isready")
        self.until("readyok", PATIENCE)

    def search(self, fen, limit, seconds):
        """Searches from a cleared table for at most `seconds`; the lines, the bestmove's last, each with its seconds since the go."""
        self.send("ucinewgame", f"position fen {fen}")
        self.ready()
        started = time.perf_counter()
        self.send(f"go {limit}")
        return [(moment - started, line) for moment, line in self.until("bestmove", seconds + PATIENCE)]

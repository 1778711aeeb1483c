"""A Connect-6 engine of ours at the other end of a pipe, by GTP, for the scripts of tools/bench."""

import csv
import pathlib
import time

from uci import PATIENCE, Engine, EngineFault

OPENINGS = pathlib.Path(__file__).resolve().parents[1] / "ladder.d" / "connect6_balanced.csv"


def openings(count):
    """So many positions of the book, evenly, as the stones that led there (`j10`)."""
    with open(OPENINGS, newline="") as file:
        rows = list(csv.DictReader(file))
    return [rows[i * len(rows) // count]["moves"].split(",") for i in range(count)]


def vertex(cell):
    """A cell of a record as GTP writes it, which leaves out the column I."""
    column = cell[0].upper()
    return (column if column < "I" else chr(ord(column) + 1)) + cell[1:]


def cell(vertex):
    """A vertex of GTP as records write it."""
    column = vertex[0].upper()
    return (column if column < "I" else chr(ord(column) - 1)).lower() + vertex[1:]


def is_black(number):
    """Whose the stone is that is placed after so many: Black places one, then each side two."""
    return (number + 1) // 2 % 2 == 0


class GtpEngine(Engine):
    """Starts `command` and tells it the `options`, each a command with its argument."""

    def begin(self, options):
        self.name = f"{self.ask('name')} {self.ask('version')}"
        for command, value in options.items():
            self.ask(f"{command} {value}")

    def ask(self, command, seconds=0):
        """What it answers, which may take it so long to find; a refusal is a fault."""
        self.send(command)
        deadline = time.perf_counter() + PATIENCE + seconds
        while line := self.read(f"answer to '{command}'", deadline):
            if line[1].startswith("="):
                return line[1][1:].strip()
            if line[1].startswith("?"):
                raise EngineFault(f"{self.command}: {command}: {line[1]}")
        raise EngineFault(f"{self.command}: no answer to '{command}' within {PATIENCE + seconds:g} s")

    def set_up(self, stones):
        """The position behind `stones`, with a cleared table."""
        self.ask("clear_board")
        for number, stone in enumerate(stones):
            self.ask(f"play {'b' if is_black(number) else 'w'} {vertex(stone)}")

    def analyse(self, stones, seconds):
        """Searches the position behind `stones` from a cleared table for `seconds`, and on until its first report; returns the lines, each
        with its seconds since the beginning."""
        self.set_up(stones)
        started, heard = time.perf_counter(), []
        self.ask("lz-analyze 1 maxmoves 1")
        deadline = started + seconds + PATIENCE
        while line := self.read("analysis", deadline):
            heard.append((line[0] - started, line[1]))
            if line[1].startswith("info"):
                deadline = started + seconds
        self.ask("name")  # any line ends an analysis
        return heard

"""Connect-6 games in the form of records: stones, symmetries, and proofs by `trivium solve`."""

import csv
import hashlib
import json
import pathlib
from collections.abc import Sequence

from workshop.programs import Failed, call, find

SIZE = 19
FIELDS = ("game_id", "moves", "winner")


def vertex(cell: str) -> str:
    """Returns a cell of a record as GTP writes it, which leaves out the column I."""
    column = cell[0].upper()
    return (column if column < "I" else chr(ord(column) + 1)) + cell[1:]


def is_black(number: int) -> bool:
    """Tests if stone `number`, from 0, is Black's. Black places one, then both sides two a turn."""
    return (number + 1) // 2 % 2 == 0


def symmetries(moves: Sequence[str]) -> tuple:
    """Returns the stones of both sides, in a form that is equal for all symmetric positions."""
    stones: list[list[tuple[int, int]]] = [[], []]
    for number, move in enumerate(moves):
        stones[(number + 1) // 2 % 2].append((ord(move[0]) - ord("a"), int(move[1:]) - 1))
    ways = []
    for way in range(8):
        swap, mirror_x, mirror_y = way & 4, way & 2, way & 1
        turned = []
        for side in stones:
            moved = [(SIZE - 1 - x if mirror_x else x, SIZE - 1 - y if mirror_y else y)
                     for x, y in side]
            turned.append(tuple(sorted((y, x) if swap else (x, y) for x, y in moved)))
        ways.append(tuple(turned))
    return min(ways)


def read_records(path: pathlib.Path) -> list[dict[str, str]]:
    """Returns the games of a CSV file in the order of their moves' SHA-256. Throws Failed."""
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    if not rows or not set(FIELDS[1:]) <= set(rows[0]):
        raise Failed(f"{path}: no records with {', '.join(FIELDS)}")
    return sorted(rows, key=lambda row: hashlib.sha256(row["moves"].encode()).hexdigest())


def solve(moves: Sequence[str], nodes: int, *flags: str) -> dict:
    """Returns what `trivium solve connect6` prints about the position after `moves`."""
    command = [find(), "solve", "connect6", "--record", "-", "--json", "--nodes", nodes, *flags]
    return json.loads(call(command, text=f'1,"{",".join(moves)}",\n').out)

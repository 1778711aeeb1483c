"""Speed of the Reversi search, and of the endgame solver on positions with known scores.

    tools/bench reversi [--data fforum-40-59.obf]

Without --data, runs `trivium bench reversi` and prints its nodes per second. With --data, solves
each position of OBF files with `trivium solve reversi` and prints a row with its number of empty
squares, its score for the side to move, the first move of best play, the nodes and the time. The
score must be the best one in the file, and the move one of those with this score; positions without
scores are not compared. A position is named by the comment of its line (after %), or else by file
and line. With --old, another `trivium` does the same work in turns. Times are medians over --runs,
with minimum and maximum in brackets. All work has one thread. Exit status 0: all scores and moves
are right; 1: not so, or a program failed; 2: bad usage.
"""

import argparse
import json
import pathlib
import re
from collections.abc import Sequence
from typing import NamedTuple

from workshop.command_line import file, number
from workshop.measure import in_turns, ratio, ratios, spread
from workshop.programs import BadUsage, call, find

BOARD = re.compile(r"([XxO0o*.-]+)\s+[XxOo*]")
MOVE = re.compile(r"\s*(\w+)\s*:\s*([+-]?\d+)\s*")

OPTIONS = [
    file("--data", "positions with scores (OBF), one a line", nargs="+", default=[]),
    file("--old", "another `trivium`, which is measured in turns", "PROGRAM"),
    number("--runs", 3, "number of measurements of each program"),
    number("--hash", 64, "hash table of the solver in MB"),
]


class Problem(NamedTuple):
    """A position with the scores of its moves for the side to move, which may be unknown."""

    name: str
    text: str
    empty: int
    scores: dict[str, int]

    def is_right(self, score: int, move: str) -> bool:
        """Tests if a score, and the move that gets it, agree with the file."""
        best = max(self.scores.values(), default=score)
        return score == best and self.scores.get(move, best) == best


class Solution(NamedTuple):
    """What a program found."""

    score: int
    move: str
    nodes: int
    seconds: float


def read_problem(line: str, name: str) -> Problem:
    """Returns the position of a line. Throws ValueError if it has none."""
    text, _, comment = line.partition("%")
    board, *moves = text.strip().split(";")
    found = BOARD.fullmatch(board.strip())
    scored = [MOVE.fullmatch(move) for move in moves if move.strip()]
    if not found or None in scored:
        raise ValueError("no position with side to move and scores in OBF")
    scores = {move[1].lower(): int(move[2]) for move in scored if move}
    empty = sum(square in "-." for square in found[1])
    return Problem(comment.strip() or name, text.strip(), empty, scores)


def read_problems(path: pathlib.Path) -> list[Problem]:
    """Returns the positions of a file. Throws BadUsage."""
    problems = []
    for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
        if not line.partition("%")[0].strip() or line.startswith("#"):
            continue
        try:
            problems.append(read_problem(line, f"{path.stem}:{number}"))
        except ValueError as fault:
            raise BadUsage(f"{path}: line {number}: {fault}") from fault
    if not problems:
        raise BadUsage(f"{path}: no positions")
    return problems


def solve(program: pathlib.Path, problem: Problem, hash_size: int) -> Solution:
    """Solves a position to the end."""
    found = json.loads(call([program, "solve", "reversi", "--position", problem.text, "--hash",
                             hash_size, "--json", "--quiet"]).out)
    move = (found["main_line"] or ["-"])[0]
    return Solution(found["lower"], move, found["nodes"], found["milliseconds"] / 1000)


def row(problem: Problem, solutions: dict[str, list[Solution]]) -> bool:
    """Prints what the programs found; returns whether all is right."""
    all_right = True
    for number, (side, found) in enumerate(solutions.items()):
        right = all(problem.is_right(one.score, one.move) for one in found)
        expected = f"  WRONG, expected {max(problem.scores.values()):+}" if not right else ""
        score, move, nodes, _ = found[0]
        first = f"{problem.name:20} {problem.empty:5}" if number == 0 else " " * 26
        print(f"{first} {score:+5} {move:>4} {nodes:15,}  "
              f"{spread([one.seconds for one in found], 's', 2)}  {side}{expected}", flush=True)
        all_right = all_right and right
    return all_right


def compare(speeds: dict[str, list[float]]) -> None:
    """Prints the ratio of the first program's speed to that of the second, if there is one."""
    if len(speeds) > 1:
        new, old = speeds.values()
        pairs = ratios(new, old)
        print(f"new over old: {ratio(new, old):.3f} (single runs {min(pairs):.3f}-"
              f"{max(pairs):.3f})")


def solve_all(problems: Sequence[Problem], programs: dict[str, pathlib.Path],
              options: argparse.Namespace) -> bool:
    """Solves all positions, prints rows and totals; returns whether all is right."""
    options.phases.count = len(problems)
    nodes = {side: [0] * options.runs for side in programs}
    seconds = {side: [0.0] * options.runs for side in programs}
    right = 0
    print(f"{'position':20} empty score move           nodes  time")
    for problem in problems:
        solutions = in_turns(options.runs, {
            side: lambda program=program: solve(program, problem, options.hash)
            for side, program in programs.items()}, options.phases)
        right += row(problem, solutions)
        for side, found in solutions.items():
            nodes[side] = [before + one.nodes for before, one in zip(nodes[side], found)]
            seconds[side] = [before + one.seconds for before, one in zip(seconds[side], found)]
    unknown = sum(not problem.scores for problem in problems)
    note = f", {unknown} without a score to compare" if unknown else ""
    print(f"{right - unknown} of {len(problems) - unknown} right{note}")
    for side in programs:
        speeds = [count / max(time, 1e-4) / 1e6 for count, time in zip(nodes[side], seconds[side])]
        print(f"{side}: {nodes[side][0]:,} nodes, {spread(seconds[side], 's', 2)}, "
              f"{spread(speeds, 'million nodes/s', 2)}")
    compare({side: [1 / max(time, 1e-4) for time in times] for side, times in seconds.items()})
    return right == len(problems)


def search_all(programs: dict[str, pathlib.Path], options: argparse.Namespace) -> bool:
    """Runs `trivium bench reversi`; prints its speed."""
    found = in_turns(options.runs, {
        side: lambda program=program: json.loads(
            call([program, "bench", "reversi", "--json", "--quiet"]).out)
        for side, program in programs.items()}, options.phases)
    speeds = {side: [figures["nodes per second"] / 1e6 for figures in runs]
              for side, runs in found.items()}
    for side, runs in found.items():
        print(f"{side}: signature {runs[0]['signature']}, {runs[0]['nodes']:,} nodes, "
              f"{spread(speeds[side], 'million nodes/s', 2)}")
    compare(speeds)
    return True


def run(options: argparse.Namespace) -> bool:
    """Measures and prints; returns whether all scores and moves are right."""
    programs = {"new": find()} | ({"old": options.old.resolve()} if options.old else {})
    problems = [problem for path in options.data for problem in read_problems(path)]
    for side, program in programs.items():
        print(f"{side}: {program}, runs: {options.runs}")
    return solve_all(problems, programs, options) if problems else search_all(programs, options)

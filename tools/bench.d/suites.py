"""Solves the positions of test suites, in comparison with another UCI engine.

Suites are EPD files with best moves (bm), moves to avoid (am) or points for moves (c0 "Nf6=10,
Rd1=4"). A position is solved if the engine's move is one of bm (without bm, one with the most
points) and none of am. The time to a solution is the moment from which on the first move of the
principal variation solves the position until the end. Each position is searched from a cleared
table, by our engine and then by that of --against. For each file, prints what each engine solved,
its points, the median time to its solutions, and how many positions both solved. Lines without a
task or with an unreadable move are reported and skipped. Exit status 0: all were searched; 1: an
engine failed; 2: bad usage.
"""

import argparse
import concurrent.futures
import contextlib
import dataclasses
import pathlib
import re
import statistics
import sys
from collections.abc import Sequence

from workshop.command_line import above_zero, file, flag, number, option, real, threads
from workshop.engines import Engine, Line
from workshop.programs import find
from workshop.progress import Progress, Style, print_note

SAN = re.compile(r"([KQRBN])?([a-h])?([1-8])?[x-]?([a-h])([1-8])(?:=?([QRBN]))?")
CASTLING = {"O-O": 1, "0-0": 1, "O-O-O": -1, "0-0-0": -1}  # to which side the king goes
COORDINATES = re.compile(r"[a-h][1-8][a-h][1-8][qrbn]?")
# A pawn has no letter.
FIGURINES = {0x2654 + i: letter for i, letter in enumerate(["K", "Q", "R", "B", "N", None] * 2)}
VARIATION_SELECTORS = {0xFE0E: None, 0xFE0F: None}

OPTIONS = [
    file("files", "suites of positions (EPD)", nargs="+"),
    option("--against", metavar="COMMAND", help="another UCI engine, such as /usr/games/stockfish"),
    real("--seconds", 1.0, "time for each position", type=above_zero),
    number("--hash", 64, "hash table of each engine in MB"),
    number("--threads", 1, "number of threads of each engine"),
    threads("number of positions at once", "--concurrency"),
    flag("--unsolved", "also list the positions that were not solved"),
]


@dataclasses.dataclass
class Position:
    """One task of a suite."""

    fen: str
    name: str
    best: list[str]
    avoided: list[str]
    points: dict[str, int]

    def wanted(self) -> str:
        """Returns the task as text."""
        return " ".join([*self.best, *(f"not {move}" for move in self.avoided)])


@dataclasses.dataclass
class Attempt:
    """An engine's move, the time to the solution (None: not solved), and points."""

    move: str
    seconds: float | None
    points: int


def bare(text: str) -> str:
    """Returns a move in letters, without trailing marks."""
    return text.translate(FIGURINES | VARIATION_SELECTORS).rstrip("+#!?").removesuffix("e.p.")


def is_move(text: str) -> bool:
    """Tests if a text is a move."""
    move = bare(text)
    return move in CASTLING or bool(SAN.fullmatch(move) or COORDINATES.fullmatch(move))


def board_of(fen: str) -> dict[str, str]:
    """Returns the pieces of a FEN by square."""
    board = {}
    for rank, row in zip("87654321", fen.split()[0].split("/")):
        places = re.sub(r"\d", lambda empty: "." * int(empty[0]), row)
        board.update({file + rank: piece for file, piece in zip("abcdefgh", places)
                      if piece != "."})
    return board


def is_written(move: str, text: str, board: dict[str, str]) -> bool:
    """Tests if `text`, in SAN or coordinates, means `move`, a legal move in coordinates.

    SAN is unambiguous among legal moves, so a legal move that agrees with every part of `text` is
    the one meant. No moves need to be generated.
    """
    text = bare(text)
    if COORDINATES.fullmatch(text):
        return move == text
    start, end, promotion = move[:2], move[2:4], move[4:].upper()
    piece = board.get(start, "").upper()
    aside = ord(end[0]) - ord(start[0])
    rook = board.get(start, "").translate(str.maketrans("Kk", "Rr"))
    castles = piece == "K" and (abs(aside) > 1 or board.get(end) == rook)
    if text in CASTLING or castles:
        return castles and text in CASTLING and CASTLING[text] * aside > 0
    name, file, rank, *goal, promoted = SAN.fullmatch(text).groups()
    return (piece == (name or "P") and end == "".join(goal) and promotion == (promoted or "")
            and file in (None, start[0]) and rank in (None, start[1])
            and (bool(name or file) or start[0] == end[0]))


def read_position(line: str, name: str) -> Position | None:
    """Returns the task of a line, or None. Throws ValueError for an invalid move."""
    fields = line.split(None, 4)
    if len(fields) < 5:
        return None
    operations = {}
    for operation in re.findall(r'(?:"[^"]*"|[^;"])+', re.sub(r"^[\s\d]+", "", fields[4])):
        opcode, _, operand = operation.strip().partition(" ")
        operations[opcode] = operand.strip()
    best, avoided = ([word for word in operations.get(opcode, "").split() if word.strip("+#!?")]
                     for opcode in ("bm", "am"))
    listed = re.findall(r'([^\s,"]+?)=(\d+)(?=[\s,"]|$)', operations.get("c0", ""))
    points = {move: int(worth) for move, worth in listed}
    for move in (*best, *avoided, *points):
        if not is_move(move):
            raise ValueError(f"'{move}' is not a move")
    if not (best or avoided or points):
        return None
    best = best or [move for move, worth in points.items() if worth == max(points.values())]
    # Some suites have "-1 12" for "- 1 12".
    en_passant = fields[3] if re.fullmatch(r"[a-h][36]", fields[3]) else "-"
    return Position(" ".join([*fields[:3], en_passant, "0 1"]),
                    operations.get("id", name).strip('"'), best, avoided, points)


def read_suite(path: pathlib.Path, style: Style) -> list[Position]:
    """Returns the tasks of a file; reports skipped lines."""
    positions = []
    # Some suites have NUL at the ends of lines.
    text = path.read_text(encoding="utf-8", errors="replace").replace("\0", " ")
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            position = read_position(line, f"line {number}")
            fault = "" if position else "no bm, am or points"
        except ValueError as found:
            fault = str(found)
        if fault:
            print_note(style, f"{path.name}, line {number}: {fault}; left out")
        else:
            positions.append(position)
    return positions


def solves(position: Position, move: str) -> bool:
    """Tests if a move solves a position."""
    board = board_of(position.fen)
    wanted = not position.best or any(is_written(move, text, board) for text in position.best)
    return wanted and not any(is_written(move, text, board) for text in position.avoided)


def judge(position: Position, lines: Sequence[Line]) -> Attempt:
    """Returns the attempt that an engine's lines report."""
    at, answer = lines[-1]
    move = (answer.split() + ["(none)"])[1]
    if not COORDINATES.fullmatch(move):
        return Attempt(move, None, 0)
    board = board_of(position.fen)
    points = max((worth for text, worth in position.points.items()
                  if is_written(move, text, board)), default=0)
    if not solves(position, move):
        return Attempt(move, None, points)
    for seconds, line in reversed(lines[:-1]):
        variation = re.search(r"\bpv ([a-h][1-8][a-h][1-8][qrbn]?)", line)
        if not variation or re.search(r"\bmultipv (?!1\b)", line):
            continue
        if not solves(position, variation[1]):
            break
        at = seconds
    return Attempt(move, at, points)


def attempt_in_turns(commands: list[str], positions: list[Position],
                     options: argparse.Namespace,
                     progress: Progress) -> tuple[list[str], list[list[Attempt]]]:
    """Returns the names of the engines, and for each position their attempts, in turns."""
    settings = {"Hash": options.hash, "Threads": options.threads, "OwnBook": "false"}
    limit = f"movetime {round(1000 * options.seconds)}"
    with contextlib.ExitStack() as stack:
        engines = [stack.enter_context(Engine(command, settings)) for command in commands]
        attempts = []
        for position in positions:
            attempts.append([judge(position, engine.search(position.fen, limit, options.seconds))
                             for engine in engines])
            progress.step()
        return [engine.name for engine in engines], attempts


def attempt_together(commands: list[str], positions: list[Position],
                     options: argparse.Namespace) -> list[tuple[str, tuple[Attempt, ...]]]:
    """Returns for each command the engine's name and its attempts; searches several at once."""
    lanes = min(options.concurrency, len(positions))
    attempts: list = [None] * len(positions)
    progress = options.phases.next("positions", len(positions))
    with concurrent.futures.ThreadPoolExecutor(lanes) as pool:
        done = pool.map(lambda lane: attempt_in_turns(commands, positions[lane::lanes], options,
                                                      progress), range(lanes))
        for lane, (names, found) in enumerate(done):
            attempts[lane::lanes] = found
    return list(zip(names if len(set(names)) == len(names) else commands, zip(*attempts)))


def report(title: str, positions: list[Position], sides: list) -> None:
    """Prints the rows of a file."""
    print(f"{title}: {len(positions)} positions")
    for name, attempts in sides:
        times = [attempt.seconds for attempt in attempts if attempt.seconds is not None]
        line = f"  {name:28} {len(times):5} solved ({100 * len(times) / len(attempts):5.1f}%)"
        line += f"   median {statistics.median(times):6.3f} s" if times else ""
        most = sum(max(position.points.values(), default=0) for position in positions)
        got = sum(attempt.points for attempt in attempts)
        print(line + (f"   points {got} of {most}" if most else ""))
    if len(sides) == 2:
        pairs = list(zip(*([attempt.seconds is not None for attempt in attempts]
                           for _, attempts in sides)))
        (one, _), (two, _) = sides
        print(f"  both {pairs.count((True, True))}, only {one} {pairs.count((True, False))}, "
              f"only {two} {pairs.count((False, True))}, neither {pairs.count((False, False))}")
    sys.stdout.flush()


def list_unsolved(positions: list[Position], sides: list) -> None:
    """Prints the positions that were not solved."""
    for name, attempts in sides:
        for position, attempt in zip(positions, attempts):
            if attempt.seconds is None:
                print(f"  {name}: {position.name}: played {attempt.move}, wanted "
                      f"{position.wanted()}: {position.fen}")


def run(options: argparse.Namespace) -> bool:
    """Searches and prints the results."""
    commands = [f"{find()} uci", *([options.against] if options.against else [])]
    everything: list[Position] = []
    total: list = [(command, []) for command in commands]
    options.phases.count = len(options.files)
    for path in options.files:
        positions = read_suite(path, options.phases.style)
        if not positions:
            print(f"{path.name}: no positions")
            continue
        sides = attempt_together(commands, positions, options)
        report(path.name, positions, sides)
        if options.unsolved:
            list_unsolved(positions, sides)
        everything += positions
        total = [(name, [*before, *now]) for (_, before), (name, now) in zip(total, sides)]
    if len(options.files) > 1 and everything:
        report("all", everything, total)
    return True

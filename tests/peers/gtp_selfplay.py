#!/usr/bin/env python3
"""Plays Connect-6 between two GTP engines over pipes and checks every stone with its own referee.

The game is recorded in paper form and as SGF. The referee then replays the record and a fresh
engine loads it; all must agree on the final board and the result. Exit status 0: all agree; 1: they
do not; 2: usage error.
"""
import argparse
import pathlib
import re
import shlex
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"  # GTP has no column I
NAMES = {"b": "black", "w": "white"}


class Fault(Exception):
    """Raised for an error of an engine or a record."""


class Referee:
    """Independent implementation of the rules of Connect-6: slow and simple."""

    def __init__(self, size):
        self.size = size
        self.stones = {}  # (column, row) from 0 -> "b" or "w"
        self.moves = []
        self.winner = None

    def to_move(self):
        return "b" if (len(self.moves) + 1) // 2 % 2 == 0 else "w"

    def over(self):
        return self.winner is not None or len(self.stones) == self.size ** 2

    def result(self):
        return {"b": "B+", "w": "W+", None: "0"}[self.winner] if self.over() else None

    def place(self, color, cell):
        column, row = cell
        if self.over():
            raise Fault("a stone after the end of the game")
        if color != self.to_move():
            raise Fault(f"{NAMES[color]} placed a stone out of turn")
        if not (0 <= column < self.size and 0 <= row < self.size):
            raise Fault(f"{cell} is off the board")
        if cell in self.stones:
            raise Fault(f"{cell} is occupied")
        self.stones[cell] = color
        self.moves.append(cell)
        if any(self.row_length(cell, step) >= 6 for step in ((1, 0), (0, 1), (1, 1), (1, -1))):
            self.winner = color

    def row_length(self, cell, step):
        color, length = self.stones[cell], 1
        for sign in (1, -1):
            column, row = cell
            while True:
                column, row = column + sign * step[0], row + sign * step[1]
                if self.stones.get((column, row)) != color:
                    break
                length += 1
        return length

    def picture(self):
        marks = {None: ".", "b": "X", "w": "O"}
        return [" ".join(marks[self.stones.get((column, row))] for column in range(self.size))
                for row in reversed(range(self.size))]


def to_vertex(cell):
    return f"{COLUMNS[cell[0]]}{cell[1] + 1}"


def from_vertex(text):
    match = re.fullmatch(r"([A-HJ-Z])([1-9][0-9]?)", text.upper())
    if not match:
        raise Fault(f"{text!r} is not a vertex")
    return COLUMNS.index(match[1]), int(match[2]) - 1


def record_name(cell):
    return f"{chr(ord('a') + cell[0])}{cell[1] + 1}"


def paper_record(moves):
    turns, at = [], 0
    while at < len(moves):
        stones = moves[at:at + (1 if at == 0 else 2)]
        turns.append(
            f"{len(turns) + 1}. {'BW'[len(turns) % 2]}[{''.join(map(record_name, stones))}]")
        at += len(stones)
    return " ".join(turns)


def read_paper_record(text, size):
    referee = Referee(size)
    for color, stones in re.findall(r"\d+\. ([BW])\[((?:[a-z]\d+)+)\]", text):
        for column, row in re.findall(r"([a-z])(\d+)", stones):
            referee.place(color.lower(), (ord(column) - ord("a"), int(row) - 1))
    return referee


def sgf_record(moves, size, names, result):
    header = f"(;FF[4]GM[511]SZ[{size}]PB[{names['b']}]PW[{names['w']}]RE[{result}]"
    referee, text = Referee(size), header
    for column, row in moves:
        color = referee.to_move().upper()
        text += f";{color}[{chr(ord('A') + column)}{chr(ord('A') + size - 1 - row)}]"
        referee.place(color.lower(), (column, row))
    return text + ")\n"


class Engine:
    """A GTP engine as a child process."""

    def __init__(self, command, patience):
        self.command = command
        self.patience = patience
        self.next_id = 1
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, command):
        """Returns the text of a successful response."""
        watchdog = threading.Timer(self.patience, self.process.kill)
        watchdog.start()
        try:
            identity, self.next_id = self.next_id, self.next_id + 1
            self.process.stdin.write(f"{identity} {command}\n")
            lines = []
            while True:
                line = self.process.stdout.readline()
                if not line:
                    raise Fault(f"{self.command}: no response to {command!r} within "
                                f"{self.patience} s, or the engine ended")
                if not line.strip():
                    break
                lines.append(line.rstrip("\n"))
        finally:
            watchdog.cancel()
        head = re.fullmatch(r"([=?])(\d+) ?(.*)", lines[0]) if lines else None
        if head is None or int(head[2]) != identity:
            raise Fault(f"{self.command}: {lines} does not answer {identity} {command}")
        if head[1] == "?":
            raise Fault(f"{self.command}: {command}: {head[3]}")
        return "\n".join([head[3]] + lines[1:]).strip()

    def quit(self):
        self.ask("quit")
        if self.process.wait(self.patience) != 0:
            raise Fault(f"{self.command}: exit status {self.process.returncode}")


def play_game(engines, size, main_time):
    """Plays a game; returns the referee at its end and the seconds used by each side."""
    referee, used, longest = Referee(size), {"b": 0.0, "w": 0.0}, 0.0
    for engine in engines.values():
        engine.ask(f"boardsize {size}")
        engine.ask("clear_board")
        engine.ask(f"time_settings {main_time} 0 0")
    while not referee.over():
        color = referee.to_move()
        mover, other = engines[color], engines["w" if color == "b" else "b"]
        mover.ask(f"time_left {color} {max(0, int(main_time - used[color]))} 0")
        began = time.monotonic()
        vertex = mover.ask(f"genmove {color}")
        spent = time.monotonic() - began
        used[color] += spent
        longest = max(longest, spent)
        if used[color] > main_time:
            raise Fault(f"{NAMES[color]} lost on time: {used[color]:.2f} s of {main_time}")
        referee.place(color, from_vertex(vertex))
        other.ask(f"play {color} {vertex}")
    return referee, used, longest


def check_final(engine, referee, what):
    if engine.ask("final_score") != referee.result():
        raise Fault(f"{what}: final_score is {engine.ask('final_score')}, the referee says "
                    f"{referee.result()}")
    if [line.strip() for line in engine.ask("gogui-rules_board").splitlines()] != referee.picture():
        raise Fault(f"{what}: its board is not the referee's")
    if engine.ask("gogui-rules_legal_moves"):
        raise Fault(f"{what}: lists legal moves after the end")


def check_record(referee, paper, sgf, command, patience):
    """Checks that both files restore the game, by this script and by a fresh engine."""
    replayed = read_paper_record(paper.read_text(), referee.size)
    if (replayed.moves, replayed.result()) != (referee.moves, referee.result()):
        raise Fault(f"{paper}: its replay gives another game")
    for record in (paper, sgf):
        if record == paper and referee.size != 19:
            continue  # the paper form does not state the size
        engine = Engine(command, patience)
        engine.ask(f"loadsgf {record}")
        check_final(engine, referee, f"{record} loaded by {command}")
        engine.quit()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = f"{shlex.quote(str(ROOT / 'build/release/bin/trivium'))} gtp"
    parser.add_argument("--black", default=default, metavar="COMMAND",
                        help="engine that plays Black (default: trivium gtp)")
    parser.add_argument("--white", default=default, metavar="COMMAND",
                        help="engine that plays White (default: trivium gtp)")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--size", type=int, default=19)
    parser.add_argument("--time", type=int, default=30, metavar="SECONDS",
                        help="main time of each side (default: 30)")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build/peers/gtp", metavar="DIR",
                        help="folder for the records")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    patience = options.time + 30
    try:
        engines = {"b": Engine(options.black, patience), "w": Engine(options.white, patience)}
        names = {color: f"{engine.ask('name')} {engine.ask('version')}"
                 for color, engine in engines.items()}
        for number in range(1, options.games + 1):
            referee, used, longest = play_game(engines, options.size, options.time)
            for color, engine in engines.items():
                check_final(engine, referee, NAMES[color])
            paper, sgf = options.out / f"game{number}.txt", options.out / f"game{number}.sgf"
            paper.write_text(paper_record(referee.moves) + "\n")
            sgf.write_text(sgf_record(referee.moves, options.size, names, referee.result()))
            check_record(referee, paper, sgf, options.black, patience)
            print(paper.read_text(), end="")
            print(f"game {number}: {referee.result()} after {len(referee.moves)} stones; black "
                  f"{used['b']:.1f} s, white {used['w']:.1f} s, "
                  f"longest stone {longest:.2f} s; replayed from {paper} and {sgf}")
        for engine in engines.values():
            engine.quit()
    except (Fault, BrokenPipeError) as fault:
        print(f"FAILED: {fault}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

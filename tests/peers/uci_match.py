#!/usr/bin/env python3
"""Plays chess games between two engines (UCI or xboard protocol) on this script's own clock.

A neutral program (Stockfish: `go perft 1`, `d`) decides legality of moves and ends of games.
Writes PGN; prints the result, illegal moves and time losses of each side.
Exit status 0: the first engine made no illegal move, lost no game on time and never stopped
answering; 1: it did; 2: usage error.
"""
import argparse
import datetime
import os
import pathlib
import queue
import re
import shlex
import shutil
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
OPENINGS = [line.split() for line in (
    "e2e4 e7e5 g1f3 b8c6", "d2d4 d7d5 c2c4 e7e6", "e2e4 c7c5 g1f3 d7d6", "d2d4 g8f6 c2c4 g7g6",
    "e2e4 e7e6 d2d4 d7d5", "c2c4 e7e5 b1c3 g8f6", "e2e4 c7c6 d2d4 d7d5", "d2d4 d7d5 c2c4 c7c6",
    "g1f3 d7d5 g2g3 g8f6", "e2e4 g8f6 e4e5 f6d5")]
GRACE = 5.0  # in seconds past its clock, until a silent engine is abandoned


class Silent(Exception):
    """Raised if an engine ended or did not answer in time."""


class Process:
    """A child process read line by line with a time limit."""

    def __init__(self, command):
        self.command = command
        self.lines = queue.Queue()
        self.child = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                      bufsize=1, errors="replace")
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.child.stdout:
            self.lines.put(line.rstrip("\r\n"))
        self.lines.put(None)

    def send(self, text):
        try:
            self.child.stdin.write(text + "\n")
            self.child.stdin.flush()
        except OSError as failure:
            raise Silent(f"{self.command}: {failure}") from failure

    def line(self, deadline):
        """Returns the next line; raises Silent at `deadline` or at the end of the output."""
        try:
            line = self.lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            line = None
        if line is None:
            raise Silent(f"{self.command}: silent or gone")
        return line

    def until(self, pattern, patience):
        deadline = time.monotonic() + patience
        while True:
            match = re.match(pattern, self.line(deadline))
            if match:
                return match

    def close(self):
        try:
            self.send("quit")
            self.child.wait(5)
        except (Silent, subprocess.TimeoutExpired):
            self.child.kill()
            self.child.wait()


class UciEngine:
    def __init__(self, command, options):
        self.process = Process(command)
        self.process.send("uci")
        self.name = command
        while True:
            match = self.process.until(r"id name (.+)|uciok", 20)
            if match[0] == "uciok":
                break
            self.name = match[1].strip()
        for option in options:
            name, _, value = option.partition("=")
            self.process.send(f"setoption name {name} value {value}")

    def new_game(self, _color, _moves, _control):
        self.process.send("ucinewgame")
        self.process.send("isready")
        self.process.until("readyok", 20)

    def think(self, moves, clocks, control, patience):
        self.process.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        white, black = (max(1, int(clock * 1000)) for clock in clocks)
        increment = int(control[1] * 1000)
        self.process.send(f"go wtime {white} btime {black} winc {increment} binc {increment}")
        return self.process.until(r"bestmove\s+(\S+)", patience)[1]


class XboardEngine:
    """The xboard protocol, version 2 (Mann and Muller), with moves in coordinate form."""

    def __init__(self, command, options):
        self.process = Process(command)
        self.name = pathlib.Path(shlex.split(command)[0]).name
        self.features = {}
        self.process.send("xboard")
        self.process.send("protover 2")
        self.read_features()
        for option in options:
            self.process.send(f"option {option}")

    def read_features(self):
        deadline = time.monotonic() + 5
        try:
            while self.features.get("done") != "1":
                line = self.process.line(deadline)
                if line.startswith("feature"):
                    for key, quoted, plain in re.findall(r'(\w+)=(?:"([^"]*)"|(\S+))', line):
                        self.features[key] = quoted or plain
        except Silent:
            pass  # an old engine without features
        self.name = self.features.get("myname", self.name)

    def new_game(self, color, moves, control):
        self.color, self.known, self.thinking = color, 0, False
        minutes, seconds = divmod(int(control[0]), 60)
        for line in ("new", "hard", "easy", f"level 0 {minutes}:{seconds:02} {control[1]:g}",
                     "force"):
            self.process.send(line)
        self.tell(moves)

    def tell(self, moves):
        for move in moves[self.known:]:
            self.process.send(("usermove " if self.features.get("usermove") == "1" else "") + move)
        self.known = len(moves)

    def think(self, moves, clocks, _control, patience):
        own, other = clocks if self.color == 0 else clocks[::-1]
        self.process.send(f"time {max(1, int(own * 100))}")
        self.process.send(f"otim {max(1, int(other * 100))}")
        self.tell(moves)
        if not self.thinking:
            self.process.send("go")
            self.thinking = True
        match = self.process.until(r"(?:move\s+(\S+))|(resign)|(?:Illegal move.*)", patience)
        self.known += 1
        return match[1] or match[2] or match[0]


class Judge:
    """Positions and legal moves according to Stockfish."""

    def __init__(self, command):
        self.process = Process(command)
        self.process.send("uci")
        self.process.until("uciok", 20)

    def look(self, moves):
        """Returns FEN, whether the side to move is in check, and the legal moves."""
        self.process.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        self.process.send("d")
        fen = self.process.until(r"Fen: (.+)", 20)[1]
        checkers = self.process.until(r"Checkers:(.*)", 20)[1].strip()
        self.process.send("go perft 1")
        legal = set()
        while True:
            match = self.process.until(r"([a-h][1-8][a-h][1-8][qrbn]?): \d+|Nodes searched", 20)
            if match[1] is None:
                return fen, bool(checkers), legal
            legal.add(match[1])


def piece_at(fen, square):
    row = fen.split()[0].split("/")[8 - int(square[1])]
    expanded = re.sub(r"\d", lambda digit: " " * int(digit[0]), row)
    return expanded[ord(square[0]) - ord("a")]


def san(move, fen, legal, mark):
    """Returns the move in PGN's notation; `mark` is its suffix (check or mate)."""
    source, target, promotion = move[:2], move[2:4], move[4:]
    piece = piece_at(fen, source).upper()
    if piece == "K" and source[0] == "e" and target[0] in "cg":
        return ("O-O" if target[0] == "g" else "O-O-O") + mark
    takes = piece_at(fen, target) != " " or (piece == "P" and source[0] != target[0])
    if piece == "P":
        start = source[0] if takes else ""
    else:
        rivals = [other[:2] for other in legal if other[2:4] == target and other[:2] != source and
                  piece_at(fen, other[:2]).upper() == piece]
        start = piece
        if rivals and all(other[0] != source[0] for other in rivals):
            start += source[0]
        elif rivals and all(other[1] != source[1] for other in rivals):
            start += source[1]
        elif rivals:
            start += source
    return (start + ("x" if takes else "") + target +
            ("=" + promotion.upper() if promotion else "") + mark)


def bare_draw(fen):
    """True for bare kings, one minor piece, or bishops of one color."""
    pieces = [(piece, (rank + file) % 2) for rank, row in enumerate(fen.split()[0].split("/"))
              for file, piece in enumerate(re.sub(r"\d", lambda digit: " " * int(digit[0]), row))
              if piece not in " kK"]
    if len(pieces) <= 1:
        return all(piece.lower() in "bn" for piece, _ in pieces)
    return (all(piece.lower() == "b" for piece, _ in pieces) and
            len({shade for _, shade in pieces}) == 1)


class Game:
    """A game: moves, clocks, result."""

    def __init__(self, players, judge, control):
        self.players, self.judge, self.control = players, judge, control
        self.moves, self.sans, self.seen = [], [], {}
        self.clocks = [control[0], control[0]]
        self.lowest = [control[0], control[0]]
        self.result, self.reason, self.culprit = "*", "unfinished", None
        self.fen, self.check, self.legal = judge.look([])

    def append(self, move):
        fen, legal = self.fen, self.legal
        self.moves.append(move)
        self.fen, self.check, self.legal = self.judge.look(self.moves)
        self.sans.append(
            san(move, fen, legal, ("#" if not self.legal else "+") if self.check else ""))
        position = " ".join(self.fen.split()[:4])
        self.seen[position] = self.seen.get(position, 0) + 1

    def finished(self, max_plies):
        """Sets result and reason if the rules end the game here."""
        mover = len(self.moves) % 2
        if not self.legal:
            self.result, self.reason = ((("0-1", "1-0")[mover], "mate") if self.check else
                                        ("1/2-1/2", "stalemate"))
        elif max(self.seen.values(), default=0) >= 3:
            self.result, self.reason = "1/2-1/2", "threefold repetition"
        elif int(self.fen.split()[4]) >= 100:
            self.result, self.reason = "1/2-1/2", "fifty moves"
        elif bare_draw(self.fen):
            self.result, self.reason = "1/2-1/2", "insufficient material"
        elif len(self.moves) >= max_plies:
            self.result, self.reason = "1/2-1/2", f"called a draw after {max_plies} plies"
        return self.result != "*"

    def lost(self, side, reason, culprit=None):
        self.result, self.reason = ("0-1", "1-0")[side], reason
        self.culprit = culprit and (side, culprit)

    def play(self, opening, max_plies):
        for move in opening:
            self.append(move)
        for side, player in enumerate(self.players):
            player.new_game(side, self.moves, self.control)
        while not self.finished(max_plies):
            side = len(self.moves) % 2
            began = time.monotonic()
            try:
                move = self.players[side].think(self.moves, tuple(self.clocks), self.control,
                                                self.clocks[side] + GRACE)
            except Silent as silence:
                return self.lost(side, str(silence), "silent")
            self.clocks[side] -= time.monotonic() - began
            self.lowest[side] = min(self.lowest[side], self.clocks[side])
            if self.clocks[side] < 0:
                return self.lost(side, f"time forfeit ({-self.clocks[side]:.3f} s over)", "time")
            if move == "resign":
                return self.lost(side, "resignation")
            if move not in self.legal:
                return self.lost(side, f"illegal move {move} in {self.fen}", "illegal")
            self.clocks[side] += self.control[1]
            self.append(move)


def pgn(game, names, number, control):
    tags = {"Event": "uci_match", "Site": "?", "Date": datetime.date.today().strftime("%Y.%m.%d"),
            "Round": number, "White": names[0], "Black": names[1], "Result": game.result,
            "TimeControl": f"{control[0]:g}+{control[1]:g}", "PlyCount": len(game.moves)}
    words = []
    for ply, move in enumerate(game.sans):
        words += ([f"{ply // 2 + 1}."] if ply % 2 == 0 else []) + [move]
    words += ["{" + game.reason + "}", game.result]
    lines, line = [], ""
    for word in words:
        if len(line) + len(word) >= 80:
            lines, line = lines + [line], ""
        line += (" " if line else "") + word
    return ("\n".join(f'[{key} "{value}"]' for key, value in tags.items()) + "\n\n" +
            "\n".join(lines + [line]) + "\n\n")


def start(command, xboard, options):
    return (XboardEngine if xboard else UciEngine)(command, options)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine",
                        default=f"{shlex.quote(str(ROOT / 'build/release/bin/trivium'))} uci",
                        metavar="COMMAND", help="the first engine, UCI (default: trivium uci)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE",
                        help="a UCI option of the first engine; repeatable")
    parser.add_argument("--opponent", default="gnuchess --uci", metavar="COMMAND",
                        help="default: gnuchess --uci")
    parser.add_argument("--xboard", action="store_true",
                        help="the opponent speaks the xboard protocol")
    parser.add_argument("--opponent-option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--judge", default="stockfish", metavar="COMMAND",
                        help="default: stockfish")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--tc", default="10+0.1", metavar="SECONDS+INCREMENT",
                        help="default: 10+0.1")
    parser.add_argument("--max-plies", type=int, default=600)
    parser.add_argument("--pgn", type=pathlib.Path, default=ROOT / "build/peers/uci_match.pgn")
    options = parser.parse_args()
    try:
        seconds, _, increment = options.tc.partition("+")
        control = (float(seconds), float(increment or 0))
    except ValueError:
        parser.error(f"--tc {options.tc}: SECONDS+INCREMENT, as 10+0.1")
    os.environ["PATH"] += os.pathsep + "/usr/games"  # Debian's folder of games; not in root's path
    programs = [shlex.split(command)[0] for command in (options.opponent, options.judge)]
    missing = [pathlib.Path(program).name for program in programs if not shutil.which(program)]
    if missing:
        subprocess.run([ROOT / "tools/setup.sh", "need_packages", *missing], check=False)
    options.pgn.parent.mkdir(parents=True, exist_ok=True)
    options.pgn.write_text("")

    commands = ((options.engine, False, options.option),
                (options.opponent, options.xboard, options.opponent_option))
    try:
        judge = Judge(options.judge)
        engines = [start(*command) for command in commands]
    except (Silent, OSError) as failure:
        print(f"cannot start: {failure}", file=sys.stderr)
        return 1
    names = [engine.name for engine in engines]
    points, faults, lowest = {"win": 0, "loss": 0, "draw": 0}, {}, [control[0], control[0]]
    for number in range(1, options.games + 1):
        white = (number - 1) % 2  # index of the engine with White
        opening = OPENINGS[(number - 1) // 2 % len(OPENINGS)]
        order = [engines[white], engines[1 - white]]
        game = Game(order, judge, control)
        game.play(opening, options.max_plies)
        score = {"1-0": ("win", "loss")[white],
                 "0-1": ("loss", "win")[white]}.get(game.result, "draw")
        points[score] += 1
        for side in (0, 1):
            lowest[side ^ white] = min(lowest[side ^ white], game.lowest[side])
        if game.culprit:
            side, kind = game.culprit
            who = side ^ white
            faults[who, kind] = faults.get((who, kind), 0) + 1
            engines[who].process.child.kill()  # it may still be searching
            engines[who] = start(*commands[who])
        with options.pgn.open("a") as file:
            file.write(pgn(game, [names[white], names[1 - white]], number, control))
        print(f"game {number}: {names[white]} - {names[1 - white]} {game.result} {{{game.reason}}} "
              f"{len(game.moves)} plies", flush=True)
    for engine in engines:
        engine.process.close()
    judge.process.close()
    print(f"{names[0]} against {names[1]} at {options.tc}: +{points['win']} -{points['loss']} "
          f"={points['draw']} of {options.games}")
    for who, name in enumerate(names):
        counts = ", ".join(
            f"{label} {faults.get((who, kind), 0)}"
            for kind, label in (("illegal", "illegal moves"), ("time", "time losses"),
                                ("silent", "timeouts")))
        print(f"{name}: {counts}; least time left {lowest[who]:.2f} s")
    return 1 if any(who == 0 for who, _ in faults) else 0


if __name__ == "__main__":
    sys.exit(main())

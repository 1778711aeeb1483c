#!/usr/bin/env python3
"""Makes a book of different chess openings for long matches at fixed nodes.

    tools/data/make_openings.py > book.epd

An opening is the position after random moves from the start, where all moves of a position are
equally likely. It is taken if a search of fixed nodes from a cleared table gives neither side more
than --within. Each position occurs once. Seed, engine and weights determine the bytes of the book.
The engine is the one that TRIVIUM names, else build/release/bin/trivium. Exit status 0: made; 1:
failed; 2: bad usage.
"""

import argparse
import itertools
import pathlib
import random
import re
import sys
from collections.abc import Iterator

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from workshop.command_line import number, run_script  # noqa: E402
from workshop.engines import PATIENCE, Engine  # noqa: E402
from workshop.programs import Failed, find  # noqa: E402

MOVE = re.compile(r"([a-h][1-8][a-h][1-8][nbrq]?): 1$")
SCORE = re.compile(r"info .*\bscore (cp|mate) (-?\d+)(?! (?:lower|upper)bound)\b")
MAX_TRIES = 1000  # for an opening; reached only if there are not enough
OPTIONS = [
    number("--count", 1000, "openings"),
    number("--random-plies", 8, "random half-moves", old=("--plies",)),
    number("--within", 50, "centipawns, either side", 0),
    number("--nodes", 20000, "positions of a search"),
    number("--seed", 1, "random seed of the moves", 0),
]


def set_up(engine: Engine, moves: list[str]) -> None:
    """Sets up the position after `moves`."""
    engine.send("position startpos" + (f" moves {' '.join(moves)}" if moves else ""))


def legal_moves(engine: Engine, moves: list[str]) -> list[str]:
    """Returns the moves of the position after `moves`, in the order of their names."""
    set_up(engine, moves)
    engine.send("go perft 1")
    lines = [MOVE.match(line) for _, line in engine.until("Nodes", PATIENCE)]
    return sorted(found[1] for found in lines if found)


def random_position(engine: Engine, rng: random.Random, plies: int) -> list[str] | None:
    """Returns the words of the FEN after `plies` random moves; None if the game was over before."""
    moves: list[str] = []
    for _ in range(plies):
        legal = legal_moves(engine, moves)
        if not legal:
            return None
        moves.append(rng.choice(legal))
    set_up(engine, moves)
    engine.send("d")
    return engine.until("Fen:", PATIENCE)[-1][1].split()[1:]


def value(engine: Engine, fen: str, nodes: int) -> int | None:
    """Returns the last exact value in centipawns for the side to move.

    None if the search found a mate or the game is over.
    """
    *lines, end = [line for _, line in engine.search(fen, f"nodes {nodes}", PATIENCE)]
    scores = [found for found in map(SCORE.match, lines) if found]
    if not scores or scores[-1][1] == "mate" or end.split()[1:2] == ["(none)"]:
        return None
    return int(scores[-1][2])


def balanced_positions(engine: Engine, options: argparse.Namespace) -> Iterator[list[str]]:
    """Yields the words of different FENs; ends if new ones are too rare."""
    rng, seen, tries = random.Random(options.seed), set(), 0
    while tries < MAX_TRIES:
        tries += 1
        words = random_position(engine, rng, options.random_plies)
        if words is None or (board := " ".join(words[:4])) in seen:
            continue
        seen.add(board)
        score = value(engine, " ".join(words), options.nodes)
        if score is not None and abs(score) <= options.within:
            tries = 0
            yield words


def run(options: argparse.Namespace) -> bool:
    """Writes the book."""
    made = 0
    with Engine(f"{find()} uci", {"Hash": 16}) as engine:
        for words in itertools.islice(balanced_positions(engine, options), options.count):
            made += 1
            print(f'{" ".join(words[:4])} hmvc {words[4]}; fmvn {words[5]}; id "random {made}";',
                  flush=True)
    if made < options.count:
        raise Failed(f"only {made} openings were found")
    return True


if __name__ == "__main__":
    run_script("make_openings")

#!/usr/bin/env python3
"""Makes a book of chess openings for long matches at fixed nodes, whose games are different only where their openings are:

  tools/ladder.d/make_openings.py > book.epd

An opening is the position after random moves from the start, all moves of a position being equally likely, if a search of fixed nodes from
a cleared table gives neither side more than --within. No position comes twice. Seed, engine and weights decide the book, to the byte. The
engine is the one named by TRIVIUM, else build/release/bin/trivium. Exit status 0: made, 1: not, 2: bad usage.
"""

import argparse
import itertools
import os
import pathlib
import random
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tools" / "bench.d"))
from uci import PATIENCE, Engine, EngineFault

MOVE = re.compile(r"([a-h][1-8][a-h][1-8][nbrq]?): 1$")
SCORE = re.compile(r"info .*\bscore (cp|mate) (-?\d+)(?! (?:lower|upper)bound)\b")
MOST_TRIES = 1000  # for an opening; so many only where there are not enough to be found


def set_up(engine, moves):
    engine.send(f"position startpos moves {' '.join(moves)}" if moves else "position startpos")


def legal_moves(engine, moves):
    """The moves of the position behind `moves`, in the order of their names."""
    set_up(engine, moves)
    engine.send("go perft 1")
    told = [MOVE.match(line) for _, line in engine.until("Nodes", PATIENCE)]
    return sorted(found[1] for found in told if found)


def random_position(engine, rng, plies):
    """The words of the FEN behind so many random moves; None where the game was over before."""
    moves = []
    for _ in range(plies):
        legal = legal_moves(engine, moves)
        if not legal:
            return None
        moves.append(rng.choice(legal))
    set_up(engine, moves)
    engine.send("d")
    return engine.until("Fen:", PATIENCE)[-1][1].split()[1:]


def value(engine, fen, nodes):
    """Centipawns of the side to move, as the search last knew them exactly; None where it found a mate or the game is over."""
    *told, end = [line for _, line in engine.search(fen, f"nodes {nodes}", PATIENCE)]
    scores = [found for found in map(SCORE.match, told) if found]
    if not scores or scores[-1][1] == "mate" or end.split()[1:2] == ["(none)"]:
        return None
    return int(scores[-1][2])


def balanced_positions(engine, options):
    """Yields the words of FENs, all of them different; ends where there are hardly any more."""
    rng, seen, tries = random.Random(options.seed), set(), 0
    while tries < MOST_TRIES:
        tries += 1
        words = random_position(engine, rng, options.plies)
        if words is None or (board := " ".join(words[:4])) in seen:
            continue
        seen.add(board)
        score = value(engine, " ".join(words), options.nodes)
        if score is not None and abs(score) <= options.within:
            tries = 0
            yield words


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000, metavar="N", help="openings (default 1000)")
    parser.add_argument("--plies", type=int, default=8, metavar="N", help="random half-moves (default 8)")
    parser.add_argument("--within", type=int, default=50, metavar="CP", help="centipawns, either side (default 50)")
    parser.add_argument("--nodes", type=int, default=20000, metavar="N", help="of the search (default 20000)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the moves (default 1)")
    options = parser.parse_args()
    if min(options.count, options.plies, options.nodes) < 1 or options.within < 0:
        parser.error("--count, --plies and --nodes must be above 0, --within not below")
    program = os.environ.get("TRIVIUM", ROOT / "build/release/bin/trivium")
    made = 0
    try:
        with Engine(f"{program} uci", {"Hash": 16}) as engine:
            for words in itertools.islice(balanced_positions(engine, options), options.count):
                made += 1
                print(f'{" ".join(words[:4])} hmvc {words[4]}; fmvn {words[5]}; id "random {made}";', flush=True)
    except EngineFault as fault:
        sys.exit(f"make_openings: {fault}")
    if made < options.count:
        sys.exit(f"make_openings: only {made} openings were found")
    return 0


if __name__ == "__main__":
    sys.exit(main())

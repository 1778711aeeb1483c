#!/usr/bin/env python3
"""Makes an opening book for matches at fixed nodes, which need as many openings as rounds:  tools/ladder.d/make_openings.py > balanced.epd

Every opening is a number of random legal moves (8 half-moves; all moves of a position are equally likely) after which a search gives neither
side more than some centipawns; no position comes twice. The same seed and the same engine give the same book.
"""

import argparse
import os
import pathlib
import random
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "bench.d"))
sys.dont_write_bytecode = True
from uci import PATIENCE, Engine, EngineFault

MOVE = re.compile(r"([a-h][1-8][a-h][1-8][nbrq]?): 1$")


def legal_moves(engine, moves):
    """The moves behind `moves` from the start, in the order of their names."""
    engine.send(f"position startpos moves {' '.join(moves)}" if moves else "position startpos", "go perft 1")
    said = [MOVE.match(line) for _, line in engine.until("Nodes", PATIENCE)]
    return sorted(found[1] for found in said if found)


def fen(engine):
    engine.send("d")
    return engine.until("Fen:", PATIENCE)[-1][1].split(":", 1)[1].strip()


def value(engine, position, nodes):
    """Centipawns by a search; nothing where a mate was found."""
    said = [line.split() for _, line in engine.search(position, f"nodes {nodes}", PATIENCE)]
    scored = [words for words in said if "score" in words]
    kind, number = scored[-1][scored[-1].index("score") + 1 :][:2]
    return int(number) if kind == "cp" else None


def draw(engine, rng, plies):
    """The position after random moves, or nothing where the game ended before."""
    moves = []
    for _ in range(plies):
        legal = legal_moves(engine, moves)
        if not legal:
            return None
        moves.append(rng.choice(legal))
    if not legal_moves(engine, moves):
        return None
    return fen(engine)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000, metavar="N", help="openings (default 1000)")
    parser.add_argument("--plies", type=int, default=8, metavar="N", help="random half-moves (default 8)")
    parser.add_argument("--within", type=int, default=50, metavar="CP", help="centipawns, either side (default 50)")
    parser.add_argument("--nodes", type=int, default=20000, metavar="N", help="of the search (default 20000)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="(default 1)")
    options = parser.parse_args()
    program = os.environ.get("TRIVIUM", ROOT / "build/release/bin/trivium")
    rng = random.Random(options.seed)
    found = {}
    try:
        with Engine(f"{program} uci", {"Hash": 16}) as engine:
            while len(found) < options.count:
                position = draw(engine, rng, options.plies)
                board = position and " ".join(position.split()[:4])
                if not board or board in found:
                    continue
                score = value(engine, position, options.nodes)
                if score is not None and abs(score) <= options.within:
                    found[board] = position.split()[4:]
                    print(f'{board} hmvc {found[board][0]}; fmvn {found[board][1]}; id "random {len(found)}";', flush=True)
    except EngineFault as fault:
        sys.exit(f"make_openings: {fault}")


if __name__ == "__main__":
    main()

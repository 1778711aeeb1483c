"""Measures the strength of the engine's weaker levels: the scale behind UCI_Elo.

1. Creates levels from weak to strong (`trivium-learn chess strength-rungs`). Each plays against the
   next.
2. Debian's stockfish, limited by its own UCI_Elo, plays the levels that are nearest to it, as far
   as its numbers go.
3. Finds the Elo values that maximize the likelihood of all results (`trivium-learn chess
   strength-measure`).
4. Takes nine levels of the new scale, plays each against the next and against a stockfish of the
   same number, and prints whether levels rise, and whether they are as strong as their names.

The last line names the weight file; its card has both tables. Levels below stockfish's minimum are
measured only by games between levels, and are called extrapolated. Exit status: 0 done, and levels
rise; 1 not so; 2 bad usage.
"""

import argparse
import os
import re
from collections.abc import Sequence
from pathlib import Path

from workshop.books import BALANCED
from workshop.command_line import number, option, path
from workshop.programs import BadUsage, call, find, find_debian, learn, prepare
from workshop.stages import Stages

STOCKFISH_LEVELS = [1350, 1600, 1850, 2100, 2350, 2600, 2850]
LEVELS = 9
LEAST = 200  # in Elo; a player below it plays almost at random
OPTIONS = [
    path("folder", "folder for matches and weights", "FOLDER"),
    option("--tc", default="2+0.02", help="time control of a game: seconds+increment"),
    number("--rungs", 14, "number of levels", 3),
    number("--count", 40, "number of games of each pairing", 4, old=("--games",)),
    number("--seed", 1, "random seed of the openings", 0),
    number("--concurrency", 1, "number of games at once"),
    path("--bin", "folder of the programs (default: build/release/bin, built first)", "DIR"),
]


class Matches:
    """Pairings, each played once with its number of games, in a folder."""

    def __init__(self, options: argparse.Namespace, stockfish: str):
        self.options, self.stockfish_program = options, stockfish
        total = options.rungs + 1 + 2 * len(STOCKFISH_LEVELS) + 2 * LEVELS - 1
        self.stages = Stages("tools/relearn strength", options.folder, options.phases, total)
        self.folder = self.stages.folder

    def trivium(self, scale: Path, elo: int) -> list[str]:
        """Returns the arguments for trivium-match of our engine at a level of a scale."""
        return [f"cmd={find()}", "arg=uci", "arg=--strength", f"arg={scale}", f"with={scale}",
                f"name=Trivium {elo}", *limited(elo), "option.Hash=8"]

    def stockfish(self, elo: int) -> list[str]:
        """Returns the arguments for trivium-match of stockfish at a level."""
        return [f"cmd={self.stockfish_program}", f"name=Stockfish {elo}", *limited(elo),
                "option.Hash=16"]

    def play(self, name: str, first: list[str], second: list[str], games: int) -> Path:
        """Returns the PGN file of a match."""
        pgn, options = self.folder / f"{name}.pgn", self.options
        self.stages.run(
            name, "trivium-match", "run", "-engine", *first, "-engine", *second,
            "-each", f"tc={options.tc}", "timemargin=500", "-openings", f"file={BALANCED}",
            "order=random", "-srand", options.seed, "-resign", "movecount=5", "score=1500",
            "twosided=true", "-draw", "movenumber=60", "movecount=10", "score=10", "-maxmoves", 300,
            "-rounds", games // 2, "-name", name, "-journal", self.folder / f"{name}.db",
            "-pgnout", pgn, extra=["-concurrency", options.concurrency], outputs=[pgn.name],
            stderr="keep")
        return pgn


def limited(elo: int) -> list[str]:
    """Returns the options of an engine that limit it."""
    return ["option.UCI_LimitStrength=true", f"option.UCI_Elo={elo}"]


def measured(matches: Matches, scale: Path, pgns: Sequence[Path],
             *more: object) -> tuple[str, list[int | None]]:
    """Returns what `strength-measure` prints, and the Elo of its levels (None if left out)."""
    anchors = [word for elo in STOCKFISH_LEVELS
               for word in ("--anchor", f"Stockfish {elo}={elo}")]
    text = learn("chess", "strength-measure", "--levels", scale, "--data", *pgns, *anchors, *more,
                 stderr=matches.stages.progress.stderr_of("strength-measure", "show")).out
    rows = re.findall(r"^ *(-?\d+) +(\d+|inf|nan) +\d+ +[\d.]+ +\d+ +\d+ +(\w+)", text,
                      re.MULTILINE)
    return text, [None if status == "left" else int(elo) for elo, _, status in rows]


def with_stockfish(matches: Matches, scale: Path, pgns: list[Path]) -> list[Path]:
    """Plays each level of stockfish against the nearest level, twice, since estimates improve.

    Returns `pgns` and the files of these matches.
    """
    options = matches.options
    middle = matches.trivium(scale, 100 * (options.rungs // 2))
    pgns = [*pgns, matches.play("first", middle, matches.stockfish(STOCKFISH_LEVELS[0]), 20)]
    for number, elo in enumerate(STOCKFISH_LEVELS):
        for turn in "ab":
            _, levels = measured(matches, scale, pgns)
            known = [(abs(level - elo), k) for k, level in enumerate(levels, 1)
                     if level is not None]
            nearest = min(known)[1]
            strongest = nearest == max(k for _, k in known)
            if turn == "a" and strongest and levels[nearest - 1] < elo - 150:
                matches.stages.say(f"the strongest level is far below {elo}: stockfish's further "
                                   "levels are skipped")
                matches.stages.leave_out(2 * (len(STOCKFISH_LEVELS) - number))
                return pgns
            ours = matches.trivium(scale, 100 * nearest)
            pgns.append(matches.play(f"stockfish-{elo}-{turn}", ours, matches.stockfish(elo),
                                     options.count // 2))
    return pgns


def levels_of(text: str) -> list[int]:
    """Returns nine levels of a scale that was measured, at equal distances."""
    found = re.findall(r"^ *(-?\d+) .* (?:anchored|extrapolated)$", text, re.MULTILINE)
    least, most = -(-min(map(int, found)) // 50) * 50, max(map(int, found)) // 50 * 50
    return [round((least + (most - least) * i / (LEVELS - 1)) / 50) * 50 for i in range(LEVELS)]


def check_levels(matches: Matches, scale: Path, levels: list[int]) -> list[Path]:
    """Plays levels against each other and against stockfish."""
    games = matches.options.count
    nearest = {level: min(STOCKFISH_LEVELS, key=lambda elo: abs(elo - level)) for level in levels}
    near = [level for level in levels if abs(nearest[level] - level) <= 100]
    matches.stages.leave_out(LEVELS - len(near))
    pgns = [matches.play(f"levels-{low}-{high}", matches.trivium(scale, low),
                         matches.trivium(scale, high), games)
            for low, high in zip(levels, levels[1:])]
    return pgns + [matches.play(f"levels-{level}-stockfish", matches.trivium(scale, level),
                                matches.stockfish(nearest[level]), games) for level in near]


def risen(text: str) -> bool:
    """Tests if each level was found stronger than the one before, from the table of levels."""
    found = [int(row) for row in re.findall(r"^\| -?\d+ \| (-?\d+) \|", text, re.MULTILINE)]
    return len(found) == LEVELS and all(low < high for low, high in zip(found, found[1:]))


def run(options: argparse.Namespace) -> bool:
    """Runs the remaining stages; returns whether levels rise."""
    if options.count % 4:
        raise BadUsage("--count must be a multiple of 4")
    if options.bin:
        os.environ["TRIVIUM"] = str(options.bin.resolve() / "trivium")
    prepare(groups=["build"])
    stockfish = find_debian("stockfish")
    if not stockfish:
        raise BadUsage("no stockfish on PATH or in /usr/games (apt-get install stockfish)")
    matches = Matches(options, stockfish)
    laid_out, scale = (matches.folder / f"{name}.safetensors" for name in ("rungs", "scale"))
    matches.stages.run("rungs", "trivium-learn", "chess", "strength-rungs", "--count",
                       options.rungs,
                       "--least-nodes", 160, "--most-nodes", 20000, "--least-weight", 0.9,
                       "--most-weight", 40, "--out", laid_out, outputs=[laid_out.name])
    between = [matches.play(f"rungs-{k}-{k + 1}", matches.trivium(laid_out, 100 * k),
                            matches.trivium(laid_out, 100 * (k + 1)), options.count)
               for k in range(1, options.rungs)]
    pgns = with_stockfish(matches, laid_out, between)
    version = call([stockfish, "--help"]).out.splitlines()[0].split(" by ")[0]
    wanted = ["--least", LEAST, "--conditions", f"{version} by its UCI_Elo, clock {options.tc} "
              "(seconds, increment), one thread each"]
    text, _ = measured(matches, laid_out, pgns, *wanted, "--out", scale)
    checks = check_levels(matches, scale, levels_of(text))
    shipped = matches.folder / "shipped"
    shipped.mkdir(exist_ok=True)
    more = [word for pgn in checks for word in ("--check-games", pgn)]
    text, _ = measured(matches, laid_out, pgns, *wanted, *more, "--out", shipped)
    rise = risen(text)
    matches.stages.say(f"the nine levels {'rise' if rise else 'do not rise one by one'}")
    print(text, end="")
    return rise

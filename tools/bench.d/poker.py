"""Strength of a strategy of heads-up hold'em: duplicate matches, and local best response.

    tools/bench poker limit|nolimit FOLDER

FOLDER is the result of tools/relearn poker-limit or poker-nolimit: strategy.safetensors, the same
strategy after a quarter of the training (strategy-*.safetensors), and blind.safetensors, which
ignores its cards. The strategy plays these two and `random`, `call` and `rule`. The sampling unit
is a pair of hands, intervals are 95 %, and AIVAT knows both players.

Local best response bets in four ways. These are the ways in which it was once played against
Hyperborean 2014 (the log lbr_vs_hyperborean14 of the University of Alberta), whose figures are
printed beside it in no-limit. All figures are in mbb/g, thousandths of a big blind per hand.

Takes some hours on two cores with the default numbers of hands. Each answer is saved in
FOLDER/measured.json: the same command resumes an interrupted run, and measures again if a file or a
program has changed. Exit status 0: the strategy beats each of the others (the whole interval is
above zero) and, in no-limit, loses less than Hyperborean 2014 in each way (the whole interval of
the difference); 1: not so; 2: bad usage; 3: a measurement failed.
"""

import argparse
import json
import math
import pathlib
from functools import partial

from workshop.command_line import number, option, path, threads
from workshop.measure import Interval
from workshop.programs import BadUsage, call, digest, find, identity
from workshop.progress import Style
from workshop.stages import write_json

# mbb a hand with 95 %, won by local best response from Hyperborean 2014, by its bets in each round.
HYPERBOREAN = {"fc": (702, 73), "c/large/fc": (1008, 127), "c/c/fcpa": (3846, 164),
               "c/c/large": (4687, 184)}

OPTIONS = [
    option("game", choices=["limit", "nolimit"]),
    path("folder", "folder that tools/relearn filled", "FOLDER"),
    number("--count", 100_000,
           "hands of a match by all-in expectation; against `rule` a twentieth of them, by AIVAT",
           old=("--hands",)),
    number("--quarter-hands", 400_000,
           "hands of the match against a quarter of the training, by AIVAT"),
    number("--lbr-hands", 100_000, "hands of each kind of local best response"),
    threads("number of threads; they change the time, not the figures"),
    number("--seed", 1, "random seed of cards and players", 0),
]


class Lab:
    """trivium-lab, and its earlier answers about a strategy."""

    def __init__(self, options: argparse.Namespace, strategy: pathlib.Path):
        self.options, self.policy = options, f"cfr:{strategy}"
        self.program = find("trivium-lab")
        self.identity = identity(self.program)
        self.kept = options.folder / "measured.json"
        self.answers = json.loads(self.kept.read_text()) if self.kept.exists() else {}

    def question(self, words: list[str]) -> str:
        """Returns everything that decides an answer: words, contents of files, the program."""
        files = [digest(pathlib.Path(word[4:])) for word in words if word.startswith("cfr:")]
        names = ["cfr" if word.startswith("cfr:") else word for word in words]
        return json.dumps([names, files, str(self.options.seed), self.identity])

    def ask(self, kind: str, *parts: object) -> dict:
        """Returns the answer to `trivium-lab poker KIND`. Throws Failed."""
        words = ["--game", self.options.game, "--policy", self.policy, *map(str, parts)]
        question = self.question([kind, *words])
        if question not in self.answers:
            how = ["--threads", self.options.threads, "--seed", self.options.seed, "--json"]
            # With --json, the program's progress would begin another phase with each call.
            stderr = "show" if self.options.phases.style is Style.TEXT else "keep"
            self.answers[question] = json.loads(
                call([self.program, "poker", kind, *words, *how], stderr=stderr).out)
            write_json(self.kept, self.answers)
        return self.answers[question]

    def play(self, name: str, other: str, hands: int, aivat: bool) -> bool:
        """Prints the row of a match; returns whether the strategy significantly wins."""
        how = "--both-known" if aivat else "--no-aivat"
        found = self.ask("match", "--against", other, "--count", hands, how)
        raw, best = (interval(found[kind])
                     for kind in ("raw", "aivat both known" if aivat else "all-in"))
        print(f"against {name:12} {hands:8} hands   raw {raw.text():32} "
              f"{'AIVAT' if aivat else 'all-in'} {best.text()}", flush=True)
        return best.low > 0

    def exploit(self, bets: str) -> bool:
        """Prints the row of a local best response; returns whether Hyperborean loses more."""
        hands = self.options.lbr_hands
        found = interval(self.ask("lbr", "--set", bets, "--count", hands))
        line = f"LBR {bets:16} {hands:8} hands   wins {found.text()}"
        if self.options.game != "nolimit":
            print(line, flush=True)
            return True
        mean, error = HYPERBOREAN[bets]
        print(f"{line}   from Hyperborean 2014: {mean:+} +-{error}", flush=True)
        return found.mean + math.hypot(found.high - found.mean, error) < mean


def interval(figure: dict) -> Interval:
    """Returns an interval as trivium-lab prints it."""
    return Interval(figure["mean"], figure["low"], figure["high"])


def run(options: argparse.Namespace) -> bool:
    """Measures and prints; returns whether the strategy meets the limits."""
    strategy, blind = (options.folder / f"{name}.safetensors" for name in ("strategy", "blind"))
    for path in (strategy, blind):
        if not path.is_file():
            raise BadUsage(f"{path} is not there: tools/relearn poker-{options.game} "
                           f"{options.folder} makes it")
    quarters = list(options.folder.glob("strategy-*.safetensors"))
    if len(quarters) != 1:
        raise BadUsage(f"{options.folder} has {len(quarters)} files strategy-*.safetensors, not "
                       "the one of a quarter of the training")
    lab = Lab(options, strategy)
    others = {"random": "random", "call": "call", "card-blind": f"cfr:{blind}"}
    rows = [*(partial(lab.play, name, other, options.count, False)
              for name, other in others.items()),
            partial(lab.play, "rule", "rule", max(4, options.count // 20), True),
            partial(lab.play, "a quarter", f"cfr:{quarters[0]}", options.quarter_hands, True),
            *(partial(lab.exploit, bets) for bets in HYPERBOREAN)]
    return all([row() for row in options.phases.counted("rows", rows)])

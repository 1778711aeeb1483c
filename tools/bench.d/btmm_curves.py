"""Repeats the figures of Huy and Dang 2019 (paper 000): how well its four sets predict stones.

Prediction is measured on the games that a set learned from and on held-out games, by iteration,
number of games and prior.

    tools/bench btmm-curves FOLDER --human human_games.csv \\
      --weights connect6.btmm-XXXXXXXX.safetensors --page models/connect6/evidence.md

--human names records of human games (`trivium-learn connect6 records` reads them), --weights the
patterns that play self-play games; one of the two is needed. FOLDER gets the games and a folder for
each run of `trivium-learn connect6 patterns`. The same command resumes an interrupted run and
reuses what is done; more sizes can be added later if --games stays the same. --page writes the page
(default: FOLDER/evidence.md) and, beside it, its data: NAME.csv and NAME-GAMES-prior-WINS.svg. Exit
status 0: done; 1: a run failed; 2: bad usage.
"""

import argparse
import json
import pathlib
import re
import shlex
import textwrap
from dataclasses import dataclass

from btmm_pages import (PAPER, PRIORS, SETS, Curve, bullet, learn_set, prior_in_words, table,
                        template, words_of)
from workshop.command_line import file, number, option, path, real, threads
from workshop.programs import BadUsage, call, find
from workshop.stages import Stages

NEIGHBORS = {"paper-1": "6", "paper-2": "7", "paper-3": "8",
             "paper-4": "8 in rows and columns, 7 in diagonals"}
FEATURES = {"paper-1": 5_832, "paper-2": 17_496, "paper-3": 52_488, "paper-4": 34_992}
TITLES = {"own": "Self-play games", "human": "Human games"}


def sizes_of(text: str) -> list[int]:
    """Parses numbers of games."""
    sizes = sorted({int(word) for word in text.split(",")})
    if sizes[0] < 1:
        raise argparse.ArgumentTypeError("sizes are numbers of games, at least 1")
    return sizes

OPTIONS = [
    path("folder", "folder for games and runs", "FOLDER"),
    file("--human", "records of human games"),
    file("--weights", "weights of the player of own games (kind connect6.btmm)"),
    option("--sizes", type=sizes_of, default="500,1000,2000,4000,8000,16000,32000,64000",
           metavar="N,N,...", help="numbers of own games to learn from"),
    option("--human-sizes", type=sizes_of, default="250,500,1000,2000,4000,6711",
           metavar="N,N,...", help="numbers of human games to learn from"),
    PRIORS,
    number("--iterations", 20, "number of updates of every group"),
    number("--games", None, "number of own games (default: what the largest size needs)"),
    number("--held-out-games", 5000, "approximate number of held-out own games"),
    real("--held-out", 0.1, "share of the human games that is held out", "SHARE"),
    real("--sharpness", 1.0, "power that strengths are raised to in own games; the paper has 1"),
    threads("number of threads of a run"),
    path("--page", "the page to write (default: FOLDER/evidence.md)"),
]


@dataclass
class Figure:
    """All runs on games of one kind with one prior."""

    name: str  # whose games: "own", "human"
    prior: float  # wins, in twice as many games
    about: str  # lines about the games
    curves: list[Curve]

    def sizes(self) -> list[int]:
        """Returns the numbers of games."""
        return sorted({curve.games for curve in self.curves})

    def sets(self) -> list[str]:
        """Returns the pattern sets."""
        return sorted({curve.patterns for curve in self.curves})

    def at(self, patterns: str, games: int) -> Curve:
        """Returns the run of a set with this number of games."""
        return next(curve for curve in self.curves
                    if (curve.patterns, curve.games) == (patterns, games))

    def best(self, games: int) -> str:
        """Returns the set that is best on held-out games."""
        return max(self.sets(), key=lambda patterns: self.at(patterns, games).held_out())


def own_games(stages: Stages, options: argparse.Namespace) -> tuple[str, float, str]:
    """Plays games; returns their file, the share to hold out, and lines about them."""
    # A hash decides which games are held out, so their share is approximate.
    games = options.games or max(options.sizes) + options.held_out_games + 1000
    weights = options.weights.resolve()
    stages.run("own", "trivium-learn", "connect6", "selfplay", "--weights", weights,
               "--count", games, "--sharpness", options.sharpness, "--out", "own.c6",
               "--report", "own",
               extra=["--checkpoint", "own", "--resume", "--threads", options.threads],
               outputs=["own.c6", "own/games.txt"])
    manifest = json.loads(call([find(), "weights", "--json", weights]).out)["manifest"]
    about = (f"stones sampled by {weights.name}, strengths to the power of {options.sharpness:g}; "
            f"this command made the file:\n  {manifest['command']}\n")
    about += (stages.folder / "own" / "games.txt").read_text()
    return "own.c6", round(options.held_out_games / games, 4), about


def human_games(stages: Stages, options: argparse.Namespace) -> tuple[str, float, str]:
    """Reads records; returns the same values as own_games()."""
    note = stages.run("human", "trivium-learn", "connect6", "records", "--data",
                      options.human.resolve(), "--out", "human.c6", outputs=["human.c6"],
                      stderr="keep")
    return "human.c6", options.held_out, "".join(note["said"])


def commands(options: argparse.Namespace) -> list[str]:
    """Returns the lines of the command that makes the page.

    Files are named without folders; options that change only the speed are omitted.
    """
    words = ["tools/bench btmm-curves FOLDER"]
    if options.weights:
        words += words_of(options, "weights", "sizes", "sharpness", "held-out-games", "games")
    if options.human:
        words += words_of(options, "human", "human-sizes", "held-out")
    words += words_of(options, "priors", "iterations", "page")
    words += [] if options.page else ["--page FILE"]
    whole = " ".join(word.replace(" ", "\0") for word in words)  # an option stays on one line
    lines = textwrap.wrap(whole, 121, subsequent_indent="    ", break_long_words=False,
                          break_on_hyphens=False)
    return " \\\n".join(lines).replace("\0", " ").splitlines()


def csv(figures: list[Figure]) -> str:
    """Returns all numbers of the figures."""
    lines = ["whose,prior_wins,set,games,states,iteration,train,held_out,held_out_uniform"]
    for figure in figures:
        for curve in figure.curves:
            run = f"{figure.name},{figure.prior:g},{curve.patterns},{curve.games},{curve.states}"
            lines += [f"{run},{iteration},{train:.6f},{held_out:.6f},{curve.uniform:.6f}"
                      for iteration, train, held_out in curve.rows]
    return "\n".join(lines) + "\n"


def evidence_table(figure: Figure) -> str:
    """Returns held-out evidence after the last iteration, the best of each row in bold.

    Brackets show by how much the evidence on training games is higher.
    """
    rows = []
    for games in figure.sizes():
        curves = [figure.at(patterns, games) for patterns in figure.sets()]
        row = [f"{games:,}", f"{curves[0].states:,}"]
        for curve in curves:
            number = f"{curve.held_out():.4f}"
            bold = f"**{number}**" if curve.patterns == figure.best(games) else number
            row.append(f"{bold} ({curve.train() - curve.held_out():+.3f})")
        rows.append(row)
    return table(["games", "states", *figure.sets()], rows)


def turn_table(figure: Figure) -> str:
    """Returns the iterations from which held-out evidence falls."""
    rows = []
    for games in figure.sizes():
        turns = [figure.at(patterns, games).turn() for patterns in figure.sets()]
        rows.append([f"{games:,}", *("none" if turn is None else str(turn) for turn in turns)])
    return table(["games", *figure.sets()], rows)


def in_words(figure: Figure) -> str:
    """Returns sentences: which set is best on held-out games, and which ones overfit."""
    stretches: list[list] = []  # set, first size, last size
    for games in figure.sizes():
        best = figure.best(games)
        if stretches and stretches[-1][0] == best:
            stretches[-1][2] = games
        else:
            stretches.append([best, games, games])
    best = "; ".join(f"`{patterns}` with {first:,}{'' if first == last else f' to {last:,}'} games"
                     for patterns, first, last in stretches)
    past = {patterns: [games for games in figure.sizes() if figure.at(patterns, games).turn()]
            for patterns in figure.sets()}
    worst = [f"`{patterns}` with up to {max(sizes):,} games" for patterns, sizes in past.items()
             if sizes]
    top = max(figure.curves, key=Curve.held_out)
    return (f"Best on held-out games: {best}. Overfitting: "
            f"{', '.join(worst) if worst else 'no run'}. Highest log-evidence: "
            f"{top.held_out():.4f}, by `{top.patterns}` trained on {top.games:,} games.")


def effects_of_priors(figures: list[Figure]) -> list[str]:
    """Returns sentences on the effect of the prior on the largest set with the fewest games."""
    lines = []
    for name in dict.fromkeys(figure.name for figure in figures):
        same = [figure for figure in figures if figure.name == name]
        if len(same) < 2:
            continue
        games, patterns = same[0].sizes()[0], max(same[0].sets(), key=FEATURES.get)
        parts = [f"{figure.at(patterns, games).held_out():.4f} with {prior_in_words(figure.prior)}"
                 for figure in same]
        lines.append(f"**Effect of the prior.** Trained on {games:,} {TITLES[name].lower()}, "
                     f"`{patterns}` has a held-out log-evidence of {', and '.join(parts)}.")
    return lines


def draw(page: str) -> None:
    """Runs the commands of a page that draw its pictures."""
    for words in re.findall(r"^    trivium-lab (chart (?:.*\\\n)*.*)$", page, re.MULTILINE):
        call([find("trivium-lab"), *shlex.split(words.replace("\\\n", " "))])


def write(page: pathlib.Path, figures: list[Figure], made_by: list[str]) -> None:
    """Writes the page, its data and its pictures."""
    introduction, about_games, about_runs, closing = template("btmm_curves")
    page.with_suffix(".csv").write_text(csv(figures))
    sets = table(["set", "neighbors on each line", "features"],
                 [[name, NEIGHBORS[name], f"{FEATURES[name]:,}"] for name in figures[0].sets()])
    short = [f"**{TITLES[figure.name]}, a prior of {prior_in_words(figure.prior)}.** "
             f"{in_words(figure)}" for figure in figures]
    names = {"base": page.with_suffix(""), "stem": page.stem, "paper": PAPER,
             "iterations": figures[0].curves[0].rows[-1][0]}
    text = introduction.format(table=sets, **names,
                               short="\n".join(map(bullet, short + effects_of_priors(figures))))
    before = None
    for figure in figures:
        curve = figure.curves[0]
        if figure.name != before:
            about = "\n".join(f"    {line}" for line in figure.about.splitlines())
            text += about_games.format(title=TITLES[figure.name], about=about,
                                       uniform=curve.uniform,
                                       held_out_states=curve.held_out_states)
        before, prior = figure.name, prior_in_words(figure.prior)
        text += about_runs.format(
            title=f"Evidence by iteration: {figure.name} games, prior of {prior}", **names,
            prior=prior, wins=f"{figure.prior:g}", whose=figure.name,
            evidence=evidence_table(figure), turns=turn_table(figure).rstrip())
    lines = "\n".join(f"    {line}" for line in made_by)
    text += closing.format(commands=lines, csv=page.with_suffix(".csv").name)
    page.write_text(text)
    draw(text)


def run(options: argparse.Namespace) -> bool:
    """Makes the remaining runs and writes the page."""
    if not options.human and not options.weights:
        raise BadUsage("human games (--human) or a player of own games (--weights) are needed")
    stages = Stages("tools/bench btmm-curves", options.folder, options.phases)
    sources = []
    if options.weights:
        sources.append(("own", options.sizes, *own_games(stages, options)))
    if options.human:
        sources.append(("human", options.human_sizes, *human_games(stages, options)))
    figures = [Figure(name, prior, about, [
        learn_set(stages, f"{name}-prior-{prior:g}-{size}-{patterns}", games, patterns, size, prior,
                  options, "--held-out", held_out, checkpoint=True)
        for size in sizes for patterns in SETS])
        for name, sizes, games, held_out, about in sources for prior in options.priors]
    page = options.page or options.folder / "evidence.md"
    write(page, figures, commands(options))
    print(page)
    return True

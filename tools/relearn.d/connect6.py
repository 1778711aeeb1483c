"""Learns which Connect-6 stones win, from human games and then from self-play.

    tools/relearn connect6 GAMES FOLDER

GAMES are records of human games, as `trivium-learn connect6 records` reads them. Generation 0
learns from these alone, generation 1 from games that generation 0 plays against itself, generation
2 from those of generation 1, and so on. With --together one more generation learns from all games.
Only the stones of winners are learned from.

The table has, for each generation, its games, its mean log-evidence on the stones of held-out games
(human games, and games like its own), and its results against generation 0 and the one before, by
`trivium-learn connect6 match`. It is printed and saved in FOLDER with all games and weights; the
last line is the weight file of --ship. Only GAMES and options determine the result, for any number
of threads. docs/learning/connect6-patterns.md describes the weights that ship.
"""

import argparse
import json
import pathlib
import re

from workshop.command_line import file, flag, number, option, path, real, threads
from workshop.programs import BadUsage
from workshop.stages import Stages, write_csv

COLUMNS = ("generation", "games", "openings", "duplicates", "stones", "drawn %", "people", "own",
           "against 0", "against before")
OPTIONS = [
    file("records", "records of human games", "GAMES"),
    path("folder", "folder for games, weights and the table", "FOLDER"),
    number("--generations", 2,
           "number of generations that learn from games of the generation before", 0),
    number("--ship", 0, "generation whose weight file is printed at the end", 0),
    flag("--together", "also learn from human games and those of all generations together"),
    number("--count", 4000, "number of games that each generation plays", old=("--games",)),
    option("--pattern-set", default="compact", metavar="NAME|FILE", help="pattern set",
           old=("--patterns",)),
    number("--steps", 8, "number of iterations of the learner", old=("--iterations",)),
    real("--sharpness", 1.5, "power that strengths are raised to before a stone is sampled"),
    number("--solver-nodes", 100, "positions searched for wins by double threats, per turn", 0),
    number("--longest", 121, "maximum number of stones of a game; longer games are draws",
           old=("--most-stones",)),
    number("--pairs", 1000, "number of pairs of games in a match"),
    option("--license", metavar="TEXT", help="license of GAMES, for the model cards",
           old=("--licence",)),
    number("--seed", 1, "random seed of games and learning", 0),
    threads("number of threads; they change the time, not the result"),
]


class Generations:
    """The stages of a run."""

    def __init__(self, options: argparse.Namespace):
        self.options = options
        total = 3 + 6 * options.generations + 6 * options.together
        self.stages = Stages("tools/relearn connect6", options.folder, options.phases, total)
        self.stages.given("games of people", options.records)

    def run(self, name: str, *words: object, resumes: bool = False, stderr: str = "show") -> dict:
        """Runs `trivium-learn WORDS`."""
        threads = ["--threads", self.options.threads] if words[1] != "records" else []
        resumed = ["--checkpoint", f"{name}.run", "--resume"] if resumes else []
        return self.stages.run(name, "trivium-learn", *words, extra=[*threads, *resumed],
                               stderr=stderr)

    def read(self, name: str, *files: object) -> tuple[str, dict]:
        """Reads records; returns the file of games and their columns of the table."""
        out = f"{name}.c6"
        lines = self.run(name, "connect6", "records", "--data", *files, "--out", out,
                        stderr="both")["said"]
        pattern = r"(\d+) games?, (\d+) stones?; left out: (\d+) duplicates?"
        games, stones, duplicates = map(int, re.search(pattern, "".join(lines)).groups())
        return out, {"games": games, "duplicates": duplicates, "stones": f"{stones / games:.1f}"}

    def play(self, generation: int, weights: str) -> tuple[str, dict]:
        """Plays games of a generation against itself; returns the same values as read()."""
        options, name = self.options, f"played-{generation}"
        self.run(f"play-{generation}", "connect6", "selfplay", "--weights", weights,
                 "--count", options.count, "--seed", options.seed + generation,
                 "--sharpness", options.sharpness, "--solver-nodes", options.solver_nodes,
                 "--longest", options.longest, "--report", name, "--out", f"{name}.c6",
                 resumes=True)
        return f"{name}.c6", census(self.stages.folder / name)

    def learn(self, generation: object, games: str) -> str:
        """Learns a generation from a file of games; returns its weight file."""
        options, out = self.options, f"generation-{generation}"
        (self.stages.folder / out).mkdir(exist_ok=True)
        licensed = "games of earlier generations against themselves"
        if games == "people.c6":
            licensed = options.license
        elif games == "all.c6" and options.license:
            licensed += f"; people's: {options.license}"
        done = self.run(f"learn-{generation}", "connect6", "patterns", "--data", games,
                        "--pattern-set", options.pattern_set, "--winners-only",
                        "--steps", options.steps, "--seed", options.seed,
                        *(["--license", licensed] if licensed else []), "--out", out, resumes=True)
        return done["printed"].strip()

    def evidence(self, generation: object, weights: str, kind: str, games: str) -> str:
        """Returns mean log-evidence on the held-out games of a file; empty if it has none."""
        lines = self.run(f"judge-{generation}-{kind}", "connect6", "patterns", "--data", games,
                        "--seed", self.options.seed, "--judge", weights, stderr="both")["said"]
        found = re.search(r"^held out .* log-evidence (\S+)", "".join(lines), re.MULTILINE)
        return f"{float(found[1]):.4f}" if found else ""

    def score(self, name: str, weights: str, against: str) -> str:
        """Returns the points of a match in percent, with their interval; empty against itself."""
        if weights == against:
            return ""
        done = self.run(f"match-{name}", "connect6", "match", "--weights", weights,
                        "--against", against, "--count", self.options.pairs,
                        "--seed", self.options.seed, "--strongest", "--json")
        found = json.loads(done["printed"])
        score, low, high = (100 * found[key] for key in ("score", "score_low", "score_high"))
        return f"{score:.1f} ({low:.1f}-{high:.1f})"

    def rows(self) -> tuple[list[dict], list[str]]:
        """Returns the rows of the table and the weight files, one for each generation."""
        rows, weights, own = [], [], []
        people, columns = self.read("people", self.options.records)
        games = people
        numbers = [*range(self.options.generations + 1), *(["all"] * self.options.together)]
        for generation in numbers:
            if generation == "all":
                games, columns = self.read("all", people, *own)
            elif generation > 0:
                games, columns = self.play(generation, weights[-1])
                own.append(games)
            weights.append(self.learn(generation, games))
            row = {"generation": generation, **columns,
                   "people": self.evidence(generation, weights[-1], "people", people)}
            if own:
                row["own"] = self.evidence(generation, weights[-1], "own", own[-1])
            row["against 0"] = self.score(f"{generation}-0", weights[-1], weights[0])
            row["against before"] = self.score(f"{generation}-before", weights[-1],
                                               weights[-2:][0])
            rows.append(row)
        return rows, weights


def census(folder: pathlib.Path) -> dict[str, str]:
    """Returns what `trivium-learn connect6 selfplay --report` printed about games."""
    text = (folder / "games.txt").read_text()
    games, duplicates = re.search(r"^(\d+) games?, .* (\d+) duplicates?", text).groups()
    return {"games": games, "duplicates": duplicates,
            "openings": re.search(r"^openings .* ([\d.]+ %)$", text, re.MULTILINE)[1],
            "stones": re.search(r"mean ([\d.]+);", text)[1],
            "drawn %": re.search(r"drawn ([\d.]+) %", text)[1]}


def table(rows: list[dict]) -> str:
    """Returns the rows as Markdown."""
    lines = ["| " + " | ".join(COLUMNS) + " |", "|---|" + "---:|" * (len(COLUMNS) - 1)]
    lines += ["| " + " | ".join(str(row.get(column, "")) for column in COLUMNS) + " |"
              for row in rows]
    return "\n".join(lines) + "\n"


def run(options: argparse.Namespace) -> bool:
    """Runs the remaining stages and writes the table."""
    if options.ship > options.generations:
        raise BadUsage("--ship must be one of the generations")
    options.records = options.records.resolve()
    if pathlib.Path(options.pattern_set).is_file():
        options.pattern_set = str(pathlib.Path(options.pattern_set).resolve())
    generations = Generations(options)
    rows, weights = generations.rows()
    folder = generations.stages.folder
    (folder / "generations.md").write_text(table(rows))
    write_csv(folder / "generations.csv", COLUMNS, rows)
    print(table(rows), folder / weights[options.ship], sep="\n")
    return True

"""Games a second that several runners of trivium-match enter into one PostgreSQL database.

Starts a server in a temporary folder, with its usual settings: a commit waits until it is on the
disk. Then plays one tournament with all runners at once. Its games are as short as possible: one
move of each side by an internal player, so that the ledger decides the time. For each number of
runners, prints the games a second between the first and the last entry, which leaves out the start
of the runners, and how many games were entered late (none, unless a runner stalls). Exit status 0:
every game was entered once, and --require holds for the last number of runners; 1: not so; 2: bad
usage.
"""

import argparse
import pathlib
import subprocess
import tempfile

from workshop import postgres
from workshop.command_line import at_least, number, option, real
from workshop.measure import in_turns, spread
from workshop.programs import BadUsage, Failed, find

OPTIONS = [
    option("--runners", nargs="+", type=at_least(1), default=[1, 8],
           help="numbers of runners at once"),
    number("--count", 2000, "number of games of a tournament", 2),
    number("--tables", 1, "number of games at once of each runner"),
    number("--runs", 3, "number of tournaments of each number of runners, in turns"),
    real("--require", None, "fail if the last number of runners enters fewer games a second",
         "GAMES"),
]


def command(options: argparse.Namespace, url: str, name: str) -> list[str]:
    """Returns the command line of a runner."""
    players = [word for label in "AB" for word in ("-engine", "proto=internal", f"name={label}")]
    return [str(find("trivium-match")), "run", "-name", name, "-journal", url, *players, "-each",
            "nodes=1", "-maxmoves", "1", "-rounds", str(options.count // 2), "-concurrency",
            str(options.tables), "-output", "format=fastchess", "-ratinginterval", "0"]


def play(options: argparse.Namespace, cluster: postgres.Cluster, runners: int,
         name: str) -> tuple[float, int]:
    """Plays one tournament; returns games a second and late games."""
    line = command(options, cluster.url(), name)
    runs = [subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            for _ in range(runners)]
    for run in runs:
        _, errors = run.communicate()
        if run.returncode != 0:
            raise Failed(f"exit status {run.returncode}\n{' '.join(line)}\n{errors[-2000:]}")
    of_tournament = f"JOIN trivium.tournaments ON id = tournament WHERE name = '{name}'"
    games, seconds = cluster.query(
        "SELECT count(*), extract(epoch FROM max(entered) - min(entered)) FROM trivium.games "
        f"{of_tournament}")[0]
    late = cluster.query(f"SELECT count(*) FROM trivium.late {of_tournament}")[0][0]
    if int(games) != options.count // 2 * 2:
        raise Failed(f"{games} of {options.count} games were entered")
    return int(games) / float(seconds), int(late)


def run(options: argparse.Namespace) -> bool:
    """Measures and prints; returns whether --require holds."""
    if reason := postgres.why_not():
        raise BadUsage(reason)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)  # for the user of the server
        cluster = postgres.Cluster(folder / "server")
        try:
            return measure(options, cluster)
        finally:
            cluster.stop()


def measure(options: argparse.Namespace, cluster: postgres.Cluster) -> bool:
    """Prints a row for each number of runners; returns whether --require holds."""
    count = 0

    def tournament(runners: int) -> tuple[float, int]:
        nonlocal count
        count += 1
        return play(options, cluster, runners, f"bench {count}")

    sides = {runners: lambda runners=runners: tournament(runners) for runners in options.runners}
    options.phases.count = 1
    found = in_turns(options.runs, sides, options.phases)
    for runners, runs in found.items():
        rates = [rate for rate, _ in runs]
        print(f"{runners:3} runner{'s' if runners > 1 else ' '} {spread(rates, 'games/s')}, "
              f"{len(runs)} runs of {options.count}, late {sum(late for _, late in runs)}",
              flush=True)
    last = sorted(rate for rate, _ in found[options.runners[-1]])
    return not options.require or last[len(last) // 2] >= options.require

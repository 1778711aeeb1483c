"""Hands per second of trivium-dealer between minimal players.

Every run is a whole match between players that always call, over loopback, without output on the
terminal, with a log and a transaction file. The time is that from the dealer's line with its ports
to the end of its process. With --official, the dealer of the ACPC takes turns; the ratio of the
medians is printed, and both dealers must write equal logs. --loud lets the dealers print every line
on stderr (to /dev/null), as they do by default. Exit status 0: all matches ended well, and
--require holds; 1: not so; 2: bad usage.
"""

import argparse
import pathlib
import subprocess
import tempfile
import time

from workshop.command_line import flag, number, option, path, real
from workshop.measure import in_turns, ratio, spread
from workshop.programs import BadUsage, Failed, find

GAMES = {  # the number of players, and the ACPC server's file
    "limit": (2, "holdem.limit.2p.reverse_blinds.game"),
    "nolimit": (2, "holdem.nolimit.2p.reverse_blinds.game"),
    "limit3": (3, "holdem.limit.3p.game"),
}
SEED = "1"

OPTIONS = [
    path("--official", "folder of the built ACPC server (project_acpc_server)", "DIR"),
    option("--games", nargs="+", choices=GAMES, default=["limit", "nolimit"], help="games to deal"),
    number("--hands", 5000, "number of hands of a match"),
    number("--runs", 5, "number of matches of each dealer, in turns"),
    option("--player", choices=["call", "mixed"], default="call", help="policy of the players"),
    flag("--loud", "start the dealers without -q"),
    real("--require", 0, "fail if the ratio of the medians is less", "RATIO"),
]


def play(dealer: pathlib.Path, game: str, name: str, player: pathlib.Path,
         options: argparse.Namespace) -> tuple[float, str]:
    """Plays a match; returns hands per second, and the log without its first line, the game's."""
    names = [f"P{i}" for i in range(GAMES[name][0])]
    command = [dealer, "match", game, str(options.hands), SEED, *names, "-T"]
    with tempfile.TemporaryDirectory() as folder:
        with subprocess.Popen(command + ([] if options.loud else ["-q"]), cwd=folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as match:
            started = time.perf_counter()
            ports = match.stdout.readline().split()
            children = [subprocess.Popen([player, game, "127.0.0.1", port, options.player])
                        for port in ports]
            match.stdout.read()
            status = match.wait()
            seconds = time.perf_counter() - started
            statuses = [child.wait() for child in children]
        if status != 0 or any(statuses):
            raise Failed(f"{dealer}: exit status {status}, its players' {statuses}")
        log = pathlib.Path(folder, "match.log").read_text()
    return options.hands / seconds, log.split("\n", 1)[1]


def compare(name: str, options: argparse.Namespace, dealer: pathlib.Path,
            player: pathlib.Path) -> float:
    """Measures one game and prints its line; returns the ratio, infinite without a peer."""
    sides = {"trivium-dealer": lambda: play(dealer, name, name, player, options)}
    if options.official:
        game = str(options.official / GAMES[name][1])
        peer = options.official / "dealer"
        sides["ACPC dealer"] = lambda: play(peer, game, name, player, options)
    found = in_turns(options.runs, sides, options.phases)
    rates = [[rate for rate, _ in runs] for runs in found.values()]
    if len({log for runs in found.values() for _, log in runs}) > 1:
        raise Failed(f"{name}: the logs of the matches differ")
    sides_text = "   ".join(f"{side} {spread(speeds, 'hands/s', 0)}"
                            for side, speeds in zip(found, rates))
    against = f"   ratio {ratio(*rates):.2f}, equal logs" if options.official else ""
    print(f"{name:8} {sides_text}{against}", flush=True)
    return ratio(*rates) if options.official else float("inf")


def run(options: argparse.Namespace) -> bool:
    """Measures and prints; returns whether --require holds."""
    dealer = find("trivium-dealer")
    player = dealer.parents[1] / "bench/trivial-player"
    for program in [player] + ([options.official / "dealer"] if options.official else []):
        if not program.is_file():
            raise BadUsage(f"{program}: not there; build it first")
    options.phases.count = len(options.games)
    ratios = [compare(name, options, dealer, player) for name in options.games]
    return min(ratios) >= options.require

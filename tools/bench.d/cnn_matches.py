"""Winnings of a convolutional network against other players (figures 6 and 7 of paper 004).

    tools/bench cnn-matches limit|nolimit FOLDER [--network FILE] [--also NAME=POLICY ...]

trivium-match plays the network (--network, else the default one) against these opponents: random,
call, raise and rule; model, which learns its opponent; cfr, the default strategy; and mixed, that
strategy with the default network where it has no answer. Every deal is played from both seats, and
all matches have the same cards.

FOLDER gets each match's journal and log (NAME.journal, NAME.log) and the running means of all
matches as a picture (curve.svg) and a table (curve.csv). The same command resumes an interrupted
run. Winnings are raw and by all-in expectation, in thousandths of a big blind per hand, with 95 %
intervals; the deal is the sampling unit.

Exit status 0: the network beats those of random, call and rule that were played: the whole interval
by all-in expectation is above zero; 1: not so; 2: bad usage; 3: a match failed.
"""

import argparse
import concurrent.futures

from workshop import matches
from workshop.command_line import number, option, path, threads
from workshop.measure import Interval
from workshop.programs import BadUsage, Failed, call, find

PLAYERS = ["random", "call", "raise", "rule", "model", "cfr", "mixed"]
TO_BEAT = ["random", "call", "rule"]

OPTIONS = [
    option("game", choices=["limit", "nolimit"]),
    path("folder", "folder for journals, logs and the picture", "FOLDER"),
    path("--network", "weight file of the network (default: the one in use)"),
    option("--name", default="cnn", help="the network's name in the logs"),
    option("--opponents", nargs="+", default=PLAYERS, choices=PLAYERS, metavar="PLAYER",
           help="opponents among our own players", old=("--players",)),
    option("--also", nargs="+", default=[], metavar="NAME=POLICY",
           help="further opponents; POLICY as for trivium acpc --policy"),
    number("--deals", 5000,
           "number of deals of a round, each played from both seats; players that learn start "
           "again with each round"),
    number("--rounds", 5, "number of rounds of a match"),
    threads("number of matches at once; changes the time, not the figures", "--concurrency",
            old=("--threads",)),
    number("--seed", 1, "random seed of cards and players", 0),
]


def opponents(options: argparse.Namespace) -> dict[str, str]:
    """Returns policies by name."""
    players = {name: name for name in options.opponents}
    for words in options.also:
        name, separator, policy = words.partition("=")
        if not separator or not name or name in players:
            raise BadUsage(f"--also {words}: NAME=POLICY, a new name")
        players[name] = policy
    if options.name in players:
        raise BadUsage(f"--name {options.name}: another player has this name")
    return players


def play(options: argparse.Namespace, name: str, policy: str) -> dict:
    """Plays the missing games of a match and writes its log; returns its pairing."""
    journal, log = (options.folder / f"{name}.{kind}" for kind in ("journal", "log"))
    network = f"cnn:{options.network.resolve()}" if options.network else "cnn"
    players = [word for player, its_policy in ((options.name, network), (name, policy)) for word in
               ("-engine", "proto=internal", f"option.policy={its_policy}", f"name={player}")]
    found = matches.play(["-game", options.game, *players, "-hands", options.deals,
                          "-rounds", options.rounds, "-seed", options.seed], journal)
    call([find("trivium-match"), "export", journal, "--format", "state", "--out", log])
    return found


def won(pairing: dict, figure: str, name: str) -> Interval:
    """Returns what the player `name` won, with 95 %."""
    turned = 1 if pairing["first"] == name else -1
    return Interval.of_error(turned * pairing[figure]["mean"], pairing[figure]["standard_error"])


def beaten(options: argparse.Namespace, players: dict[str, str]) -> set[str]:
    """Plays and prints all matches; returns the players that significantly lose."""
    names = set()
    pool = concurrent.futures.ThreadPoolExecutor(options.concurrency)
    running = {pool.submit(play, options, *player): player[0] for player in players.items()}
    try:
        completed = concurrent.futures.as_completed(running)
        for match in options.phases.counted("matches", completed, len(running)):
            pairing, name = match.result(), running[match]
            raw = won(pairing, "mbb_per_hand", options.name)
            all_in = won(pairing, "mbb_per_hand_all_in_expectation", options.name)
            if all_in.low > 0:
                names.add(name)
            print(f"{name:12} {pairing['hands']:8} hands   raw {raw.text():32} "
                  f"all-in {all_in.text()}", flush=True)
    except Failed:
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    return names


def run(options: argparse.Namespace) -> bool:
    """Plays and prints; returns whether the network beats the players of TO_BEAT."""
    players = opponents(options)
    options.folder.mkdir(parents=True, exist_ok=True)
    names = beaten(options, players)
    logs = [options.folder / f"{name}.log" for name in players]
    curve = call([find("trivium-lab"), "poker", "curve", *logs, "--game", options.game,
                  "--player", options.name, "--report", options.folder])
    print(curve.out, end="")
    return all(name in names for name in TO_BEAT if name in players)

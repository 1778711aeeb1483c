#!/usr/bin/env python3
"""Plays trivium-dealer against the ACPC server: tests/peers/acpc_match.py DIR, the folder of a
built project_acpc_server.

For every game definition in the folder, with moving and with fixed seats:
  - our dealer and theirs deal the same match to the same players, whose actions depend on the
    states alone. Logs and scores must be equal to the byte, the transactions except for the times;
  - the server's example players play under our dealer, which must end with exit status 0 and a log
    that `trivium check poker` accepts.
Exit status 0: all checks pass; 1: a check fails; 2: usage error.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEED = 20261121


def seats(game):
    """Returns the number of players of a game definition."""
    for line in game.read_text().lower().splitlines():
        if line.startswith("numplayers"):
            return int(line.replace("=", " ").split()[1])
    sys.exit(f"{game}: no numPlayers")


def play(dealer, game, hands, options, player, folder):
    """Plays a match; returns statuses of dealer and players, score line, log and transactions."""
    names = [f"P{i + 1}" for i in range(seats(game))]
    command = [dealer, "match", game, str(hands), str(SEED), *names, *options]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True) as match:
        players = [subprocess.Popen(player(game, port)) for port in match.stdout.readline().split()]
        score = match.stdout.read()
        statuses = [one.wait() for one in players]
    log = pathlib.Path(folder, "match.log").read_text()
    transactions = [line.split()[:2]
                    for line in pathlib.Path(folder, "match.tlog").read_text().splitlines()]
    return match.returncode, statuses, score, log, transactions


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("official", type=lambda path: pathlib.Path(path).resolve(), metavar="DIR")
    parser.add_argument("--hands", type=int, default=1000, metavar="N",
                        help="hands of a match (default 1000)")
    options = parser.parse_args()
    build = pathlib.Path(os.environ.get("TRIVIUM",
                                        ROOT / "build/release/bin/trivium")).resolve().parents[1]
    ours, theirs = build / "bin/trivium-dealer", options.official / "dealer"
    for program in (ours, theirs, build / "bench/trivial-player",
                    options.official / "example_player"):
        if not os.access(program, os.X_OK):
            parser.error(f"{program}: not an executable; build it first")

    def steady(game, port):
        return [build / "bench/trivial-player", game, "127.0.0.1", port, "mixed"]

    def example(game, port):
        return [options.official / "example_player", game, "127.0.0.1", port]

    good = True
    with tempfile.TemporaryDirectory() as folder:
        for game in sorted(options.official.glob("*.game")):
            for more in ([], ["-f"]):
                switches = ["-q", "-T", *more]
                match = play(ours, game, options.hands, switches, steady, folder)
                equal = (match == play(theirs, game, options.hands, switches, steady, folder) and
                         match[0] == 0)
                status, statuses, *_ = play(ours, game, options.hands, switches, example, folder)
                check = subprocess.run([build / "bin/trivium", "check", "poker", "--game", game,
                                        pathlib.Path(folder, "match.log")],
                                       capture_output=True, text=True)
                played = status == 0 and not any(statuses) and check.returncode == 0
                good = good and equal and played
                failed = f"FAILED {status} {statuses} {check.stdout}{check.stderr}"
                print(f"{game.name} {' '.join(more) or '--'}: "
                      f"{'equal' if equal else 'DIFFERENT'} matches, example players "
                      f"{'played well' if played else failed}", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

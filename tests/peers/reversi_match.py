#!/usr/bin/env python3
"""Plays Reversi between Trivium and another GTP program by trivium-match, and checks the games.

trivium-match must find no fault of either program. The games are exported as SGF, GGF and
transcripts, and `trivium check reversi` replays them with their stated results. Exit status 0: all
is well; 1: it is not; 2: usage error.
"""
import argparse
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Fault(Exception):
    """Raised for a failed program or a fault in a game."""


def run(*command):
    """Returns the standard output of a program, which must succeed."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise Fault(f"{' '.join(map(str, command))}: exit status {done.returncode}")
    return done.stdout


def play(options, journal):
    match = options.bin / "trivium-match"
    run(match, "-game", "reversi", "-name", "peers", "-journal", journal,
        "-engine", f"cmd={options.bin / 'trivium'}", "args=gtp --game reversi", "name=Trivium",
        "-engine", f"cmd={options.opponent}", "name=opponent",
        "-each", f"tc={options.tc}", "-rounds", (options.games + 1) // 2)
    return json.loads(run(match, "status", journal, "--json"))


def check(options, journal, standings):
    if standings["games"] < options.games:
        raise Fault(f"only {standings['games']} games were played")
    for engine in standings["engines"]:
        if any(engine["faults"].values()):
            raise Fault(f"{engine['name']}: {engine['faults']}")
    for form in ("sgf", "ggf", "transcript"):
        record = options.out / f"games.{form}"
        run(options.bin / "trivium-match", "export", journal, "--format", form, "--out", record)
        print(run(options.bin / "trivium", "check", "reversi", record), end="")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build/release/bin",
                        metavar="DIR", help="folder of trivium and trivium-match")
    parser.add_argument("--opponent", default="gtp-rhino", metavar="PROGRAM")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--tc", default="5", help="clock of each side (default: 5 seconds)")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build/peers/reversi",
                        metavar="DIR", help="folder for the journal and the games")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    journal = options.out / "match.db"
    journal.unlink(missing_ok=True)
    try:
        standings = play(options, journal)
        check(options, journal, standings)
    except Fault as fault:
        print(f"FAILED: {fault}", file=sys.stderr)
        return 1
    for engine in standings["engines"]:
        print(f"{engine['name']}: {engine['points']} points in {engine['games']} games")
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Tests `trivium-learn poker selfplay`.

    learn_selfplay_poker_cli_test.py PATH_OF_TRIVIUM_LEARN
"""
import pathlib
import tempfile

from learn_cli import check, run


def played(folder):
    one, two = folder / "one.log", folder / "two.log"
    command = ("poker", "selfplay", "--game", "limit", "--policy", "random",
               "--policy", "Caller=call", "--count", 1200, "--seed", 3)
    done = run(*command, "--threads", 1, "--out", one)
    check(done.returncode == 0 and done.stdout == f"{one}\n" and "1200 hands" in done.stderr,
          f"a log is played: {done.stderr}")
    lines = one.read_text().splitlines()
    check(len(lines) == 1200 and lines[0].startswith("STATE:0:") and
          lines[0].endswith(":random|Caller"),
          f"a hand: {lines[0]}")
    run(*command, "--threads", 2, "--out", two)
    check(one.read_bytes() == two.read_bytes(), "--threads does not change the log")


def refused(folder):
    out = folder / "out.log"
    for players, message in ((("call", "call"), "two players are called call"),
                             (("genius",), "unknown policy 'genius'"),
                             (("a/b=call",), "a name has a letter")):
        words = [word for player in players for word in ("--policy", player)]
        done = run("poker", "selfplay", "--game", "limit", *words, "--count", 10, "--out", out)
        check(done.returncode == 2 and message in done.stderr and not out.exists(),
              f"{players}: {done.stderr}")
    done = run("poker", "selfplay", "--game", "limit3", "--policy", "call", "--count", 10,
               "--out", out)
    check(done.returncode == 2 and "two players" in done.stderr and not out.exists(),
          f"three at a table: {done.stderr}")
    log = folder / "game.def"
    log.write_text("GAMEDEF\n")
    done = run("poker", "selfplay", "--game", log, "--policy", "call", "--count", 10, "--out", out)
    check(done.returncode == 2 and "GAMEDEF" in done.stderr, f"a game that is none: {done.stderr}")


def main():
    with tempfile.TemporaryDirectory() as name:
        played(pathlib.Path(name))
        refused(pathlib.Path(name))


main()

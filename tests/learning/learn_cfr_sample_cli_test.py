#!/usr/bin/env python3
"""Tests `trivium-learn poker cfr-sample`: small games, resumed runs, and errors.

    learn_cfr_sample_cli_test.py PATH_OF_TRIVIUM_LEARN
"""
import json
import pathlib
import tempfile

from learn_cli import check, run

LEDUC = ["poker", "cfr-sample", "--game", "leduc", "--cards", "ranks", "--batch", 1000,
         "--epoch", 10000, "--json"]


def result(*words):
    done = run(*words)
    check(done.returncode == 0, f"{words}: {done.stderr}")
    return json.loads(done.stdout)


def sampled():
    for sampler in ("pure", "external"):
        found = result(*LEDUC, "--sampler", sampler, "--steps", 200000)
        check(found["iterations"] == 200000 and found["exploitability"] < 45,
              f"{sampler} comes near the equilibrium: {found}")
    one, two = (result(*LEDUC, "--steps", 20000, "--threads", threads) for threads in (1, 2))
    check(one["exploitability"] == two["exploitability"], "threads do not change the result")
    hasty = result(*LEDUC, "--async", "--steps", 3000)
    check(hasty["iterations"] == 3000,
          f"an asynchronous run does no more than was asked for: {hasty}")
    shown = run("poker", "cfr-sample", "--game", "limit", "--steps", 1000, "--batch", 1000)
    check("6378 decisions" in shown.stderr and "MiB" in shown.stderr,
          "memory is reported before the start")
    check("1000 iterations" in shown.stdout and "exploitability" not in shown.stdout,
          "a large game has no exploitability")


def exploitabilities(report):
    """Returns the iterations and the exploitability in each row of the curve."""
    head, *rows = (line.split(",") for line in (report / "curve.csv").read_text().splitlines())
    check(head == ["iterations", "iterations_per_second", "exploitability"], head)
    return [(row[0], row[2]) for row in rows]


def resumed(folder):
    whole = result(*LEDUC, "--steps", 6000, "--report", folder / "whole")
    saved = ["--checkpoint", folder / "run", "--report", folder / "parts"]
    result(*LEDUC, "--steps", 2000, *saved)
    parts = result(*LEDUC, "--steps", 6000, *saved, "--resume")
    one, two = (exploitabilities(folder / name) for name in ("whole", "parts"))
    check([row[0] for row in one] == ["1000", "2000", "3000", "5000", "6000"] and one == two and
          float(one[-1][1]) == float(f"{whole['exploitability']:.6g}"),
          f"the report has the curve of both runs: {one} {two}")
    check((folder / "parts" / "curve.svg").read_text().startswith("<svg "), "and a picture")
    check(parts["exploitability"] == whole["exploitability"],
          "a run that goes on ends with the same strategy")
    other = run(*LEDUC, "--steps", 6000, "--checkpoint", folder / "run", "--resume", "--seed", 2)
    check(other.returncode == 1 and "another run" in other.stderr,
          f"the checkpoint is of another run: {other.stderr}")


def refused():
    cases = {("limit", "--cards", "ranks"): "one hole card",
             ("nolimit", "--betting", "5,x"): "round 1, raise 1",
             ("kuhn3",): "two players",
             ("none",): "neither a game",
             ("limit", "--cards", "nowhere"): "nowhere"}
    for words, error in cases.items():
        done = run("poker", "cfr-sample", "--game", *words, "--steps", 1)
        usage = words[0] == "none" or "--betting" in words
        check(done.returncode == (2 if usage else 1) and error in done.stderr,
              f"{words}: {done.stderr}")
    for words in (["kuhn"],
                  ["kuhn", "--steps", 0],
                  ["kuhn", "--steps", 1, "--sampler", "none"],
                  ["kuhn", "--steps", 1, "--resume"],
                  ["kuhn", "--steps", 1, "--sampler", "public", "--batch", 5000]):
        check(run("poker", "cfr-sample", "--game", *words).returncode == 2, f"{words} is bad usage")


def main():
    sampled()
    with tempfile.TemporaryDirectory() as name:
        resumed(pathlib.Path(name))
    refused()


main()

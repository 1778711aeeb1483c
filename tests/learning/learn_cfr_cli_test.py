#!/usr/bin/env python3
"""Tests `trivium-learn poker cfr-exact`: small games, their learning curves, and killed runs.

    learn_cfr_cli_test.py PATH_OF_TRIVIUM_LEARN
"""
import json
import pathlib
import tempfile

from learn_cli import check, notes_of, run


def exact(folder):
    report = folder / "report"
    done = run("poker", "cfr-exact", "--game", "leduc", "--steps", 200, "--report", report)
    check(done.returncode == 0, f"Leduc is solved: {done.stderr}")
    lines = done.stdout.splitlines()
    check(lines[0].split() == ["iterations", "cfr", "cfr+", "dcfr", "pcfr+"],
          "a column for each variant")
    check([line.split()[0] for line in lines[1:]] == ["1", "10", "100", "200", "value"],
          "a line for each power of ten, the end and the value")
    check(lines[3].split()[1] == "95.716", f"a known figure: {lines[3]}")
    rows = (report / "exploitability.csv").read_text().splitlines()
    check(rows[0] == "iterations,cfr,cfr+,dcfr,pcfr+" and rows[-1].startswith("200,"),
          "the table goes to the end")
    check((report / "exploitability.svg").read_text().startswith("<svg "), "and there is a picture")
    one = run("poker", "cfr-exact", "--game", "kuhn", "--variant", "pcfr+")
    check(one.stdout.splitlines()[-1].split() == ["value", "-55.555556"],
          f"Kuhn is worth -1/18: {one.stdout}")
    as_json = run("poker", "cfr-exact", "--game", "kuhn", "--variant", "pcfr+", "--json")
    tables = json.loads(as_json.stdout)
    check(abs(tables["value"][0]["pcfr+"] + 1000 / 18) < 1e-6 and
          tables["exploitability"][0]["iterations"] == 1,
          f"with --json the result is JSON: {as_json}")
    check("12 information sets" in notes_of(as_json) and "-55.555556" not in as_json.stderr,
          f"the notes are JSON, and the table is not printed: {as_json.stderr}")


def resumed(folder):
    def command(name, iterations):
        return ["poker", "cfr-exact", "--game", "leduc", "--variant", "dcfr", "--steps", iterations,
                "--report", folder / name, "--checkpoint", folder / name / "run"]
    check(run(*command("whole", 1500)).returncode == 0, "a run ends")
    check(run(*command("parts", 700)).returncode == 0, "a shorter run ends")
    again = run(*command("parts", 1500))
    check(again.returncode == 1 and "--resume continues" in again.stderr,
          f"a snapshot is not written over: {again.stderr}")
    check(run(*command("parts", 1500), "--resume").returncode == 0, "and it goes on")
    for name in ("exploitability.csv", "exploitability.svg"):
        check((folder / "parts" / name).read_bytes() == (folder / "whole" / name).read_bytes(),
              f"{name} is the same")


def refused(folder):
    cases = {("kuhn3",): "for two players", ("limit",): "too large", ("none",): "neither a game",
             ("kuhn", "--checkpoint", folder / "leduc"): "checkpoint of another run"}
    check(run("poker", "cfr-exact", "--game", "leduc", "--steps", 1,
              "--checkpoint", folder / "leduc").returncode == 0,
          "a checkpoint is made")
    for words, error in cases.items():
        done = run("poker", "cfr-exact", "--game", *words, "--steps", 1,
                   *(["--resume"] if "--checkpoint" in words else []))
        usage = words[0] == "none" or "--betting" in words
        check(done.returncode == (2 if usage else 1) and error in done.stderr,
              f"{words}: {done.stderr}")
    for words in (["poker"],
                  ["poker", "cfr-exact"],
                  ["poker", "cfr-exact", "--game", "kuhn", "--variant", "best"],
                  ["poker", "cfr-exact", "--game", "kuhn", "--steps", 0],
                  ["poker", "cfr-exact", "--game", "kuhn", "--resume"]):
        check(run(*words).returncode == 2, f"{words} is bad usage")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        exact(folder)
        resumed(folder)
        refused(folder)


main()

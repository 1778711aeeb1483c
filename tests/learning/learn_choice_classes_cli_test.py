#!/usr/bin/env python3
"""Tests `trivium-learn chess style-classes`: a tree of classes with weights from games, and errors.

    learn_choice_classes_cli_test.py PATH_OF_TRIVIUM_LEARN PATH_OF_TRIVIUM
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from learn_cli import check, killed_and_resumed, run

MOVES = ("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4 exd4 Nxd4 c5 Nb3 Qxd1 Rxd1 Bg4",
         "d4 d5 c4 dxc4 e3 b5 a4 c6 axb5 cxb5 Qf3 Nc6 Qxc6+ Bd7 Qf3 e6 Nc3 a6",
         "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Bg5 e6 f4 Qb6 Qd2 Qxb2 Rb1 Qa3")


def written(folder):
    """Writes games that are cut off at different lengths, each four times."""
    pgn = folder / "games.pgn"
    cut = [moves.split()[:length] for moves in MOVES for length in range(7, 19)]
    pgn.write_text("".join(f'[White "Me"]\n[Black "Her"]\n[Result "*"]\n\n{" ".join(moves)} *\n\n'
                           for moves in cut * 4))
    return pgn


def learned(folder, pgn):
    out = folder / "classes.safetensors"
    learn = ("chess", "style-classes", "--data", pgn, "--attributes", "material,mobility",
             "--held-out", 0.2, "--validation", 0.3, "--ridge", 0.1, "--prior-moves", 50)
    done = run(*learn, "--out", out)
    check(done.returncode == 0 and str(out) in done.stdout, f"classes are learned: {done.stderr}")
    check(re.search(r"^all positions: .*\? .* nats expected in training, "
                    r".* gained in validation: kept$", done.stdout, re.MULTILINE),
          f"the candidates are reported: {done.stdout}")
    classes = re.findall(r"^class \d: (.*): \d+ moves to learn from$", done.stdout, re.MULTILINE)
    check(2 <= len(classes) <= 6, f"each class is reported: {done.stdout}")
    check(len(re.findall(r"^material +\S+ +\S+ to \S+$", done.stdout, re.MULTILINE)) ==
          1 + len(classes),
          f"with its weights: {done.stdout}")
    check(re.search(r"^held_out +\d+ moves: .*\n  classes +\d+ moves: .*\n"
                    r".* nats better \(standard error", done.stdout, re.MULTILINE),
          f"and how well they predict: {done.stdout}")
    check(" of at most " in done.stderr, f"progress is reported: {done.stderr}")
    card = out.with_suffix(".md").read_text()
    check("chess style-classes --data 'games.pgn'" in card and classes[0] in card,
          f"the card names the command and the classes: {card}")
    rows = re.findall(r"^### Class \d: (.*)\n\n.*\n.*\n\| material \| (\S+) \| \S+ \|$", card,
                      re.MULTILINE)
    check([name for name, _ in rows] == classes, f"and the weights of each: {card}")
    before = out.read_bytes()
    run(*learn, "--threads", 2, "--out", out)
    check(out.read_bytes() == before, "--threads does not change the bytes")
    tables = json.loads(run(*learn, "--json").stdout)
    check(len(tables["classes"]) == 1 + len(classes) and
          [part["games"] for part in tables["predictions"]] == ["train", "validation", "held_out"],
          f"the classes as JSON: {tables}")
    for option, share, seed in (("--held-out", 0.0001, 1), ("--validation", 0.01, 1)):
        few = run("chess", "style-classes", "--data", pgn, "--attributes", "material",
                  "--leaves", 1, option, share, "--seed", seed)
        check(f"{option} {share}: none of " in few.stderr,
              f"that no game is held out is reported: {few.stderr}")
    one = run(*learn, "--leaves", 1, "--out", folder / "one.safetensors")
    check(one.returncode == 0 and "class 1" not in one.stdout and
          "classes" not in one.stdout.replace("one.safetensors", ""),
          f"one leaf is all positions: {one.stdout} {one.stderr}")


def resumed(folder, pgn):
    """A resumed run writes the same bytes as an uninterrupted one, and the same report."""
    learn = ("chess", "style-classes", "--data", pgn, "--attributes", "material,mobility",
             "--held-out", 0.2, "--validation", 0.3, "--ridge", 0.1, "--prior-moves", 50)
    whole, cut = folder / "whole.safetensors", folder / "cut.safetensors"
    done = run(*learn, "--out", whole, "--report", folder / "report")
    check(done.returncode == 0, f"a report is written: {done.stderr}")
    rows = (folder / "report" / "splits.csv").read_text().splitlines()
    check(rows[0].startswith("conditions,question,") and
          len(rows) == 1 + done.stdout.count(" gained in validation: "),
          f"it has each split that was tried: {rows}")
    check((folder / "report" / "splits.svg").read_text().startswith("<svg "), "in a picture too")
    kept = folder / "kept"
    words = (*learn, "--out", cut, "--checkpoint", kept, "--report", folder / "again")
    killed_and_resumed(words, kept / "choice_classes.checkpoint.safetensors", cut,
                       whole.read_bytes())
    for name in ("classes.csv", "splits.csv", "predictions.csv", "splits.svg"):
        check((folder / "again" / name).read_bytes() == (folder / "report" / name).read_bytes(),
              f"{name} is the same")
    check(run(*words).returncode == 1, "a run that has begun is not begun anew")
    other = run(*words, "--resume", "--leaves", 3)
    check(other.returncode == 1 and "leaves" in other.stderr,
          f"another run may not go on with it: {other.stderr}")
    short = run(*learn, "--steps", 1, "--report", folder / "short")
    check("not converged: use more --steps" in short.stderr, f"few steps: {short.stderr}")
    check(f"result: {folder / 'short'}\n" in short.stderr,
          f"without weights the report is the result: {short.stderr}")


def explained(folder):
    explain = (sys.argv[2], "explain", "chess", "--style", folder / "classes.safetensors")
    answer = subprocess.run([*explain, "--json"], capture_output=True, text=True, check=True)
    report = json.loads(answer.stdout)
    check(abs(sum(move["chance"] for move in report["moves"]) - 1) < 1e-9, "chances sum to one")
    check("as in positions with: " in
          subprocess.run(explain, capture_output=True, text=True, check=True).stdout,
          "the class is reported")


def refused(folder, pgn):
    for words, status, message in ((("--data", folder / "none.pgn"), 1, "none.pgn"),
                                   (("--data", pgn, "--player", "Nobody"), 1,
                                    "no game has a player 'Nobody'"),
                                   (("--data", pgn, "--attributes", "beauty"), 2, "beauty"),
                                   (("--data", pgn, "--attributes", "engine"), 2, "at most 64"),
                                   (("--data", pgn, "--lookahead", "best"), 2, "best"),
                                   (("--data", pgn, "--leaves", 0), 2, "--leaves"),
                                   (("--data", pgn, "--leaves", 65), 2, "--leaves"),
                                   (("--data", pgn, "--validation", 0), 2, "--validation"),
                                   (("--data", pgn, "--steps", 0), 2, "--steps"),
                                   (("--data", pgn, "--resume"), 2, "--checkpoint"),
                                   (("--data", pgn, "--prior-moves", -1), 2, "--prior-moves"),
                                   (("--data", pgn, "--out", pgn), 1, "--data")):
        done = run("chess", "style-classes", *words)
        check(done.returncode == status and message in done.stderr,
              f"{words}: {done.returncode} {done.stderr}")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        pgn = written(folder)
        learned(folder, pgn)
        resumed(folder, pgn)
        explained(folder)
        refused(folder, pgn)


main()

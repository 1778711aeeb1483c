#!/usr/bin/env python3
"""trivium-learn reversi as a user runs it: patterns of moves from games.

    learn_reversi_cli_test.py TRIVIUM_LEARN [--long]
"""
import json
import math
import pathlib
import random
import re
import tempfile

from learn_cli import LONG, check, killed_and_resumed, manifest_of, run
from reversi_games import random_game

GAMES = 60
SMALL_SET = "use moves\nstages 2\nshape corner a1 b1 b2\nshape edge c1 d1 e1 f1\nflips 4\nsquare\n"


def write_transcripts(path):
    """Writes random games. Returns the number of legal moves before each of their moves."""
    rng = random.Random(1)
    games = [random_game(rng) for _ in range(GAMES)]
    path.write_text("".join(game.text + "\n" for game in games))
    return [count for game in games for count in game.choices]


def printed(text, pattern):
    """The numbers of a line of output."""
    found = re.search(pattern, text)
    check(found, f"{pattern} in: {text}")
    return [float(group) for group in found.groups()]


def patterns(folder):
    """The same bytes for any number of threads and after a kill; the uniform baseline is that of
    the games; the weights are judged as at the end of the run."""
    games, small = folder / "games.txt", folder / "small.txt"
    legal = write_transcripts(games)
    small.write_text(SMALL_SET)
    command = ["reversi", "patterns", "--data", games, "--patterns", small, "--steps", 3]
    one, two, report = (folder / "one.safetensors", folder / "two.safetensors", folder / "report")
    done = run(*command, "--held-out", 0, "--out", one, "--report", report)
    check(done.returncode == 0 and done.stdout.strip() == str(one), f"it learns: {done.stderr}")
    check(f"{GAMES} games; left out: 0 duplicates" in done.stderr, f"games: {done.stderr}")
    states = [count for count in legal if count > 1]
    figures = printed(done.stderr, r"train +(\d+) games +(\d+) states: .*\(any move: (-[\d.]+)\);"
                                   r".*with (\d+) forced moves: .*\(any move: (-[\d.]+)\)")
    uniform = -sum(map(math.log, states))
    expected = [GAMES, len(states), uniform / len(states), len(legal) - len(states),
                uniform / len(legal)]
    check(all(abs(a - b) < 6e-5 for a, b in zip(figures, expected)), f"{figures}, {expected}")
    names = ["curve.csv", "curve.svg", "ranks.csv", "discs.csv", "features.csv", "features.txt",
             "features.svg"]
    check(sorted(path.name for path in report.iterdir()) == sorted(names), "files of the report")
    check((report / "discs.csv").read_text().startswith("discs,train_states,"), "by discs")
    manifest = manifest_of(one)
    check(manifest["command"].startswith("trivium-learn reversi patterns --data games.txt") and
          manifest["counts"]["train.states"] == len(states), json.dumps(manifest))

    run(*command, "--held-out", 0, "--out", two, "--threads", 3)
    check(one.read_bytes() == two.read_bytes(), "--threads does not change the bytes")
    judged = run("reversi", "patterns", "--data", games, "--held-out", 0, "--judge", one)
    check(judged.returncode == 0 and judged.stderr.splitlines()[-1] in done.stderr,
          f"judged as at the end: {judged.stderr}, {done.stderr}")
    if LONG:
        resumed = folder / "resumed.safetensors"
        killed_and_resumed([*command, "--held-out", 0, "--out", resumed, "--checkpoint",
                            folder / "run"],
                           folder / "run" / "btmm.checkpoint.safetensors", resumed,
                           one.read_bytes())


def shapes(folder):
    """The chosen set is printed; it is one that the learner of patterns accepts."""
    games, chosen = folder / "games.txt", folder / "chosen.txt"
    command = ["reversi", "shapes", "--data", games, "--count", 20, "--shapes", 2, "--squares", 2,
               "--stages", 1, "--steps", 3]
    for method in ("greedy", "annealing"):
        done = run(*command, "--method", method)
        check(done.returncode == 0 and done.stdout.startswith("# "), f"{method}: {done.stderr}")
        again = run(*command, "--method", method, "--threads", 3, "--json", "--quiet")
        result = json.loads(again.stdout)
        check(result["patterns"] == done.stdout.split("\n", 1)[1], f"{method}: equal sets")
        check(f"{result['held_out']:.5f}" in done.stdout.split("\n")[0], f"{method}: evidence")
        chosen.write_text(done.stdout)
        learned = run("reversi", "patterns", "--data", games, "--patterns", chosen, "--steps", 1,
                      "--out", folder / "chosen.safetensors")
        check(learned.returncode == 0, f"the set is learned: {learned.stderr}")
    answer = run(*command, "--method", "gready")
    check(answer.returncode == 2 and "greedy" in answer.stderr, f"a method: {answer.stderr}")


def bad_input(folder):
    """Input that cannot be used is an error that names its place."""
    games, small = folder / "games.txt", folder / "small.txt"
    wthor = folder / "cut.wtb"
    wthor.write_bytes(bytes([20, 26, 1, 1]) + (5).to_bytes(4, "little") + bytes(8) + bytes(68))
    values = folder / "values.txt"
    values.write_text("shape edge a1 b1 c1\n")
    wrong = folder / "wrong.txt"
    wrong.write_text("use moves\nshape edge a1 b1 z9\n")
    out = ["--out", folder / "no.safetensors"]
    cases = [(["--data", wthor, *out], "cut.wtb: 1 games, its header states 5"),
             (["--data", games, "--patterns", values, *out], "values.txt is not a set for moves"),
             (["--data", games, "--patterns", wrong, *out], "wrong.txt: patterns: line 2, column"),
             (["--data", games, "--patterns", "movse", *out], "nor is it a file"),
             (["--data", games, "--judge", games], "games.txt"),
             (["--data", games, "--patterns", small, "--export-mm", folder / "mm"],
              "mm has no groups that share a table")]
    for words, message in cases:
        answer = run("reversi", "patterns", *words)
        check(answer.returncode == 1 and message in answer.stderr, f"{words}: {answer.stderr}")
    for words in ([], ["--out", folder / "x", "--judge", folder / "y"],
                  [*out, "--prior-wins", 3]):
        answer = run("reversi", "patterns", "--data", games, *words)
        check(answer.returncode == 2, f"{words} is bad usage: {answer.returncode}")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        patterns(folder)
        shapes(folder)
        bad_input(folder)


if __name__ == "__main__":
    main()

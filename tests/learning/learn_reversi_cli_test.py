#!/usr/bin/env python3
"""trivium-learn reversi as a user runs it: patterns of moves and values of positions from games.

    learn_reversi_cli_test.py TRIVIUM_LEARN [--long]
"""
import csv
import json
import math
import pathlib
import random
import re
import tempfile

from learn_cli import LONG, check, header_of, killed_and_resumed, manifest_of, run
from reversi_games import random_game, write_wthor

GAMES = 60
SMALL_SET = "use moves\nstages 2\nshape corner a1 b1 b2\nshape edge c1 d1 e1 f1\nflips 4\nsquare\n"
NO_WEIGHTS = ["--weights", "nothing", "--patterns", "nothing"]
VALUE_SET = "use value\nstages 2\nshape corner a1 b1 a2 b2\nshape edge c1 d1 e1 f1\n"


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
    command = ["reversi", "patterns", "--data", games, "--pattern-set", small, "--steps", 3]
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
    names = ["curve.csv", "curve.svg", "ranks.csv", "ranks.svg", "discs.csv", "discs.svg",
             "features.csv", "features.txt", "features.svg"]
    check(sorted(path.name for path in report.iterdir()) == sorted(names), "files of the report")
    check((report / "discs.csv").read_text().startswith("discs,train_states,"), "by discs")
    manifest = manifest_of(one)
    check(manifest["command"].startswith("trivium-learn reversi patterns --data games.txt") and
          manifest["counts"]["train.states"] == len(states), json.dumps(manifest))

    again = run(*command, "--held-out", 0, "--out", two, "--threads", 3, "--json")
    check(one.read_bytes() == two.read_bytes(), "--threads does not change the bytes")
    check(json.loads(again.stdout) == {"file": str(two), "figures": manifest["figures"]},
          f"the result for programs: {again.stdout}")
    judged = run("reversi", "patterns", "--data", games, "--held-out", 0, "--judge", one)
    check(judged.returncode == 0 and judged.stderr.splitlines()[-1] in done.stderr,
          f"judged as at the end: {judged.stderr}, {done.stderr}")
    if LONG:
        resumed = folder / "resumed.safetensors"
        killed_and_resumed([*command, "--held-out", 0, "--out", resumed, "--checkpoint",
                            folder / "run"],
                           folder / "run" / "btmm.checkpoint.safetensors", resumed,
                           one.read_bytes())


def values(folder):
    """The same bytes for any number of threads and after a kill. Before the first step all values
    are 0, so the error is the root mean square score of the games."""
    wthor, small, report = folder / "games.wtb", folder / "value_set.txt", folder / "value_report"
    games = write_wthor(wthor, GAMES)
    small.write_text(VALUE_SET)
    command = ["reversi", "value", "--data", wthor, "--pattern-set", small]
    one, two, scores = (folder / f"{name}_value.safetensors" for name in ("one", "two", "scores"))
    done = run(*command, "--held-out", 0, "--solve", 0, "--steps", 4, "--out", scores,
               "--report", report)
    check(done.returncode == 0 and done.stdout.strip() == str(scores), f"it learns: {done.stderr}")
    check(f"{GAMES} games; left out: 0 duplicates" in done.stderr, f"games: {done.stderr}")
    positions = [len(game.choices) + game.passes for game in games]
    squares = sum(count * (2 * game.black - 64) ** 2 for count, game in zip(positions, games))
    rows = csv.DictReader((report / "curve.csv").read_text().splitlines())
    errors = [float(row["train"]) for row in rows]
    check(abs(errors[0] - math.sqrt(squares / sum(positions))) < 1e-5, f"the start: {errors}")
    check(len(errors) == 5 and errors == sorted(errors, reverse=True), f"errors fall: {errors}")
    names = ["curve.csv", "curve.svg", "errors.csv", "errors.svg"]
    check(sorted(path.name for path in report.iterdir()) == names, "files of the report of values")
    manifest = manifest_of(scores)
    check(manifest["command"].startswith("trivium-learn reversi value --data games.wtb") and
          manifest["counts"]["train.positions"] == sum(positions), json.dumps(manifest))

    command += ["--held-out", 0.2, "--solve", 6, "--license", "CC0", "--steps", 300 if LONG else 4]
    done = run(*command, "--out", one)
    check("held out " in done.stderr, f"held-out games: {done.stderr}")
    check(manifest_of(one)["data"][0]["licence"] == "CC0", json.dumps(manifest_of(one)))
    run(*command, "--out", two, "--threads", 3)
    check(one.read_bytes() == two.read_bytes(), "--threads does not change the bytes of values")
    if LONG:
        resumed, checkpoint = folder / "resumed_value.safetensors", folder / "value_run"
        killed_and_resumed([*command, "--out", resumed, "--checkpoint", checkpoint],
                           checkpoint / "reversi_value.checkpoint.safetensors", resumed,
                           one.read_bytes())


def bad_values(folder):
    """Input that cannot be used for values is an error that names its place."""
    wthor = folder / "games.wtb"
    cut, wrong = folder / "cut_games.wtb", folder / "wrong_values.txt"
    cut.write_bytes(wthor.read_bytes()[:-30])
    wrong.write_text("use value\nshape edge a1 b1 z9\n")
    cases = [([cut], f"cut_games.wtb: has {GAMES - 1} games, but its header states {GAMES}"),
             ([wthor, "--pattern-set", wrong], "wrong_values.txt: patterns: line 2, column 18: "),
             ([wthor, "--pattern-set", "moves"], "moves is not a set for values"),
             ([wthor, "--pattern-set", "standrad"], "and there is no such file"),
             ([wthor, "--out", wthor], "--out would be written over what --data reads")]
    out = folder / "no.safetensors"
    for words, message in cases:
        place = [] if "--out" in words else ["--out", out]
        answer = run("reversi", "value", *place, "--data", *words)
        check(answer.returncode == 1 and message in answer.stderr, f"{words}: {answer.stderr}")
    for words in (["--data", wthor], ["--out", out],
                  ["--data", wthor, "--out", out, "--solve", 25]):
        answer = run("reversi", "value", *words)
        check(answer.returncode == 2, f"{words} is bad usage: {answer.returncode} {answer.stderr}")
    check(not out.exists(), "a failed run writes no weights")


def shapes(folder):
    """The chosen set is printed; it is one that the learner of patterns accepts."""
    games, chosen = folder / "games.txt", folder / "chosen.txt"
    command = ["reversi", "shapes", "--data", games, "--count", 20, "--shapes", 2, "--squares", 2,
               "--stages", 1]
    ways = {"greedy": ["greedy"], "annealing": ["annealing", "--steps", 3]}
    for method, words in ways.items():
        done = run(*command, "--method", *words)
        check(done.returncode == 0 and done.stdout.startswith("# "), f"{method}: {done.stderr}")
        again = run(*command, "--method", *words, "--threads", 3, "--json", "--quiet")
        result = json.loads(again.stdout)
        check(result["patterns"] == done.stdout.split("\n", 1)[1], f"{method}: equal sets")
        check(f"{result['held_out']:.5f}" in done.stdout.split("\n")[0], f"{method}: evidence")
        chosen.write_text(done.stdout)
        learned = run("reversi", "patterns", "--data", games, "--pattern-set", chosen, "--steps", 1,
                      "--out", folder / "chosen.safetensors")
        check(learned.returncode == 0, f"the set is learned: {learned.stderr}")
    answer = run(*command, "--steps", 3)
    check(answer.returncode == 2 and "annealing" in answer.stderr, f"steps: {answer.stderr}")
    answer = run(*command, "--method", "gready")
    check(answer.returncode == 2 and "greedy" in answer.stderr, f"a method: {answer.stderr}")


def patterns_meet(folder):
    """A match of strengths: the same for any number of threads, with text and JSON reports."""
    match = ["reversi", "match", "--weights", folder / "one.safetensors",
             "--against", folder / "chosen.safetensors", "--count", 40]
    answer = run(*match, "--json")
    check(answer.returncode == 0, f"strengths meet: {answer.stderr}")
    score = json.loads(answer.stdout)
    points = score["won"] + score["drawn"] / 2
    check(score["games"] == 80 == score["won"] + score["drawn"] + score["lost"] and
          abs(score["score"] - points / 80) < 1e-9 and
          score["score_low"] < score["score"] < score["score_high"] and
          14 < score["mean_discs"] <= 64, f"the score is that of the games: {score}")
    check(run(*match, "--json", "--threads", 3).stdout == answer.stdout,
          "--threads does not change the games of a match")
    for words in (["--seed", 2], ["--random-plies", 4, 20], ["--against-sharpness", 5]):
        check(run(*match, "--json", *words).stdout != answer.stdout, f"{words} changes the games")
    text = run(*match).stdout
    check(f"+{score['won']} ={score['drawn']} -{score['lost']} of 80, " in text and
          " discs on average" in text, f"the text reports the same: {text}")
    even = run("reversi", "match", "--weights", match[3], "--against", match[3], "--count", 10,
               "--strongest", "--json")
    check(json.loads(even.stdout)["score"] == 0.5,
          f"the strongest moves against themselves are even: {even.stdout}")
    for words in (["--strongest", "--sharpness", 2], ["--random-plies", 9, 3]):
        check(run(*match, *words).returncode == 2, f"{words} is bad usage")
    wrong = run(*match[:4], "--against", folder / "chosen.txt")
    check(wrong.returncode == 1 and "chosen.txt" in wrong.stderr, f"no weights: {wrong.stderr}")


def own_games(folder):
    """Games of the engine against itself are the same for any number of threads, in each format and
    after a pause. The learner of values reads them, and their last moves are best play."""
    games, text, other = folder / "own.ggf", folder / "own.txt", folder / "other.ggf"
    command = ["reversi", "selfplay", *NO_WEIGHTS, "--nodes", 50, "--random-plies", 38, 40,
               "--solve", 8]
    done = run(*command, "--count", 6, "--out", games)
    check(done.returncode == 0 and done.stdout.strip() == str(games), f"it plays: {done.stderr}")
    check(games.read_text().count("(;GM[Othello]") == 6, games.read_text())
    run(*command, "--count", 6, "--out", other, "--threads", 3)
    check(other.read_bytes() == games.read_bytes(), "--threads does not change the games")
    run(*command, "--count", 6, "--out", other, "--seed", 2)
    check(other.read_bytes() != games.read_bytes(), "--seed changes the games")
    saved = ["--checkpoint", folder / "own.run", "--out", other]
    run(*command, "--count", 2, *saved)
    again = run(*command, "--count", 6, *saved)
    check(again.returncode == 1 and "--resume" in again.stderr, f"not resumed: {again.stderr}")
    again = run(*command, "--count", 6, *saved, "--resume")
    check(again.returncode == 0 and other.read_bytes() == games.read_bytes(),
          f"resumed: {again.stderr}")
    run(*command, "--count", 6, "--out", text)
    learned = []
    for solve in (0, 8):
        out = folder / f"own_{solve}.safetensors"
        done = run("reversi", "value", "--data", games, text, "--pattern-set",
                   folder / "value_set.txt", "--solve", solve, "--held-out", 0, "--steps", 2,
                   "--out", out)
        check("6 games; left out: 6 duplicates" in done.stderr, f"both formats: {done.stderr}")
        check("steps: 6 of 2" not in done.stderr, f"empty shards are no steps: {done.stderr}")
        learned.append(header_of(out)[1])
    check(learned[0] == learned[1], "the scores are those of best play")


def openings(folder):
    """Openings are different lines of the requested length, the same for any number of threads."""
    one, three = folder / "openings.txt", folder / "openings_three.txt"
    command = ["reversi", "openings", *NO_WEIGHTS, "--count", 12, "--nodes", 100]
    done = run(*command, "--random-plies", 6, "--out", one)
    check(done.returncode == 0 and "12 openings of " in done.stderr, f"found: {done.stderr}")
    lines = one.read_text().splitlines()
    check(len(set(lines)) == 12 and all(len(line) == 12 for line in lines), f"lines: {lines}")
    run(*command, "--random-plies", 6, "--out", three, "--threads", 3)
    check(one.read_bytes() == three.read_bytes(), "--threads does not change the openings")
    few = run(*command, "--random-plies", 2, "--most-unbalanced", 64, "--out", three)
    check(few.returncode == 1 and "3 openings of the 12 asked for" in few.stderr,
          f"all positions after two moves: {few.stderr}")
    check(len(three.read_text().splitlines()) == 3, three.read_text())


def bad_play(folder):
    """Weights that cannot play, and games that cannot be played, are errors."""
    strengths, out = folder / "one.safetensors", folder / "no.txt"
    for verb in ("selfplay", "openings"):
        cases = [(["--weights", strengths], "reversi.value"),
                 (["--weights", folder / "none.safetensors"], "none.safetensors"),
                 (["--patterns", strengths, "--weights", "nothing", "--out", strengths],
                  "--out would be written over what --patterns reads")]
        for words, message in cases:
            place = [] if "--out" in words else ["--out", out]
            answer = run("reversi", verb, *words, *place)
            check(answer.returncode == 1 and message in answer.stderr,
                  f"{verb} {words}: {answer.stderr}")
        check(run("reversi", verb).returncode == 2, f"{verb} without --out is bad usage")
        answer = run("reversi", verb, "--count", 1, "--out", out, TRIVIUM_MODELS=str(folder))
        check(answer.returncode == 1 and "no default weights for reversi" in answer.stderr,
              f"{verb} does not play by mobility unless asked to: {answer.stderr}")
    answer = run("reversi", "selfplay", "--out", out, "--random-plies", 9, 3)
    check(answer.returncode == 2 and "--random-plies" in answer.stderr, answer.stderr)
    check(not out.exists(), "a failed run writes no games")


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
    cases = [(["--data", wthor, *out], "cut.wtb: has 1 game, but its header states 5"),
             (["--data", games, "--pattern-set", values, *out],
              "values.txt is not a set for moves"),
             (["--data", games, "--pattern-set", wrong, *out],
              "wrong.txt: patterns: line 2, column"),
             (["--data", games, "--pattern-set", "movse", *out], "and there is no such file"),
             (["--data", games, "--judge", games], "games.txt"),
             (["--data", games, "--pattern-set", small, "--export-mm", folder / "mm"],
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
        values(folder)
        bad_values(folder)
        shapes(folder)
        patterns_meet(folder)
        own_games(folder)
        openings(folder)
        bad_play(folder)
        bad_input(folder)


if __name__ == "__main__":
    main()

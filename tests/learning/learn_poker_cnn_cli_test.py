#!/usr/bin/env python3
"""Tests `trivium-learn poker cnn`: a network from 200 self-play hands, and errors.

    learn_poker_cnn_cli_test.py PATH_OF_TRIVIUM_LEARN PATH_OF_TRIVIUM
"""
import json
import pathlib
import subprocess
import sys
import tempfile

from learn_cli import check, manifest_of, run


def made_log(folder):
    log = folder / "hands.log"
    done = run("poker", "selfplay", "--game", "limit", "--policy", "rule", "--policy", "random",
               "--count", 240, "--seed", 2, "--out", log)
    check(done.returncode == 0, f"a log is played: {done.stderr}")
    return log


def trained(folder, log):
    train = ("poker", "cnn", "--game", "limit", "--data", log, "--train-hands", 200,
             "--test-hands", 40, "--parts", 2, "--steps", 2, "--lesson", "value-head", "--seed", 3)
    one, two = folder / "one.safetensors", folder / "two.safetensors"
    done = run(*train, "--threads", 1, "--out", one, "--report", folder / "report")
    check(done.returncode == 0 and str(one) in done.stdout,
          f"200 hands are trained on: {done.stderr}")
    check("hands: 200 to train on, 40 to test on" in done.stdout and
          "epoch 2, part 2" in done.stdout,
          f"progress is reported: {done.stdout}")
    check(len((folder / "report" / "curve.csv").read_text().splitlines()) == 5,
          "the curve has a line for each part of an epoch")
    done_too = run(*train, "--threads", 2, "--out", two, "--checkpoint", folder / "run")
    check(done_too.returncode == 0 and one.read_bytes() == two.read_bytes(),
          f"--threads and --checkpoint do not change the bytes: {done_too.stderr}")
    again = run(*train, "--out", two, "--checkpoint", folder / "run", "--resume")
    check(again.returncode == 0 and one.read_bytes() == two.read_bytes(),
          f"a finished run can be resumed: {again.stderr}")
    answer = run("poker", "cnn-test", "--game", "limit", "--data", log, "--train-hands", 200,
                 "--test-hands", 40, "--seed", 3, "--weights", one)
    check(answer.returncode == 0 and "hands: 200 to train on, 40 to test on" in answer.stdout,
          f"the file is tested: {answer.stderr}")
    table = lambda text: [line.split() for line in text.splitlines()
                          if line.startswith(("preflop", "flop", "turn", "river", "all"))]
    check(len(table(answer.stdout)) == 13 and table(answer.stdout) == table(done.stdout),
          f"as it was after training: {answer.stdout}{done.stdout}")
    answer = run("poker", "cnn-test", "--game", "limit", "--data", log, "--train-hands", 200,
                 "--test-hands", 40, "--seed", 3, "--weights", one, "--json")
    network = json.loads(answer.stdout)[-1]
    accuracies = [each["accuracy"] for each in network["by_round"]] + [network["accuracy"]]
    check(network["name"] == "network" and
          [f"{accuracy:.4f}" for accuracy in accuracies] == [row[-1] for row in table(done.stdout)],
          f"--json prints the same: {answer}")
    check("preflop" not in answer.stderr, f"but no table: {answer.stderr}")
    answer = run(*train, "--report", folder / "report", "--json")
    check(json.loads(answer.stdout)[-1]["accuracy"] == network["accuracy"] and
          f'"result":"{folder}/report"' in answer.stderr and "epoch" not in answer.stderr,
          f"a run that writes no file prints the figures: {answer}")
    check("poker cnn" in one.with_suffix(".md").read_text(), "the card names the command")
    answer = subprocess.run([sys.argv[2], "explain", "poker", "--state", "MATCHSTATE:0:0:c:AhKd|",
                             "--game", "limit", "--policy", f"cnn:{one}"],
                            capture_output=True, text=True, check=False)
    check(answer.returncode == 0 and "network: raise" in answer.stdout and
          "higher own card" in answer.stdout,
          f"the player plays by it: {answer.stdout}{answer.stderr}")


def taught(folder, log):
    out = folder / "taught.safetensors"
    game, more = folder / "own.game", folder / "more" / log.name
    game.write_text("GAMEDEF\nlimit\nnumPlayers = 2\nnumRounds = 4\nblind = 10 5\n"
                    "raiseSize = 10 10 20 20\nfirstPlayer = 2 1 1 1\nmaxRaises = 3 4 4 4\n"
                    "numSuits = 4\nnumRanks = 13\nnumHoleCards = 2\nnumBoardCards = 0 3 1 1\n"
                    "END GAMEDEF\n")
    more.parent.mkdir()
    more.write_bytes(log.read_bytes())
    train = ("poker", "cnn", "--game", game, "--data", log, more, "--train-hands", 60,
             "--test-hands", 20, "--lesson", "strategy")
    done = run(*train, "--teacher", "rule", "--memory", "--average", 0.9, "--out", out)
    check(done.returncode == 0 and "that of the teacher" in done.stdout,
          f"a strategy teaches: {done.stdout}{done.stderr}")
    check("--teacher rule --memory --average 0.9" in out.with_suffix(".md").read_text(),
          "the card names the teacher")
    names = [f"{folder.name}/{log.name}", f"more/{log.name}"]
    manifest = manifest_of(out)
    check(f"--game own.game --data '{names[0]}' --data '{names[1]}' " in manifest["command"] and
          [one["name"] for one in manifest["data"]] == names,
          f"and each log by a name of its own: {manifest}")
    for words in ((), ("--teacher", "nobody")):
        done = run(*train, *words)
        check(done.returncode == 2 and "--teacher" in done.stderr,
              f"{words}: {done.returncode} {done.stderr}")


def refused(folder, log):
    out = folder / "none.safetensors"
    train = ("poker", "cnn", "--game", "limit", "--out", out)
    for words, status, message in ((("--data", folder / "nothing.log"), 1, "nothing.log"),
                                   (("--data", log, "--train-hands", 1000), 1, "have 240 hands"),
                                   (("--data", log, "--player", "nobody"), 1,
                                    "no nobody plays in the logs, but random, rule"),
                                   (("--data", log, "--train-hands", -1), 2, "--train-hands"),
                                   (("--data", log, "--test-hands", -1), 2, "--test-hands"),
                                   (("--data", log, "--raise-sizes", "50"), 2,
                                    "one size in a limit game"),
                                   (("--data", log, "--pooling"), 2, "--pooling"),
                                   (("--data", log, "--csv", "x", "--report", "y"), 2, "--report"),
                                   (("--data", log, "--lesson", "chess"), 2, "--lesson")):
        done = run(*train, *words)
        check(done.returncode == status and message in done.stderr and not out.exists(),
              f"{words}: {done.returncode} {done.stderr}")
    big = folder / "big.log"
    run("poker", "selfplay", "--game", "nolimit", "--policy", "rule", "--count", 20, "--out", big)
    for words, message in ((("--raise-sizes", "0"), "--raise-sizes"),
                           (("--raise-sizes", "50", "--lesson", "paper-values"),
                            "do not include sizes"),
                           (("--raise-sizes", "50,50"), "comes twice")):
        done = run("poker", "cnn", "--game", "nolimit", "--data", big, "--out", out, *words)
        check(done.returncode == 2 and message in done.stderr and not out.exists(),
              f"{words}: {done.returncode} {done.stderr}")
    unpaid = folder / "unpaid.log"
    unpaid.write_text("".join(":".join(line.split(":")[:4]) + "\n"
                              for line in log.read_text().splitlines()))
    done = run(*train, "--data", unpaid)
    check(done.returncode == 1 and "does not say who won" in done.stderr,
          f"payoffs are needed: {done.stderr}")
    weights = folder / "one.safetensors"
    taught = ("--data", log, "--lesson", "strategy", "--teacher", f"cnn:{weights}")
    done = run("poker", "cnn", "--game", "limit", *taught, "--out", weights)
    check(done.returncode == 1 and "--teacher" in done.stderr,
          f"the teacher is not written over: {done.returncode} {done.stderr}")
    done = run("poker", "cnn", "--game", "limit", *taught, "--checkpoint", folder / "run")
    check(done.returncode == 1 and "hands shown" not in done.stderr,
          f"a run that is there is kept before anybody is asked: {done.stderr}")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        log = made_log(folder)
        trained(folder, log)
        taught(folder, log)
        refused(folder, log)


main()

#!/usr/bin/env python3
"""Tests `trivium-learn poker cfr`: a resumed run writes the same bytes as a whole one, and the
strategy plays in a match of the dealer.

    learn_cfr_train_cli_test.py PATH_OF_TRIVIUM_LEARN [--long]

Most strategies use their cards only before the flop (--counts 169,1,1,1), so that no buckets have
to be computed.
"""
import json
import pathlib
import subprocess
import tempfile

from learn_cli import LEARN, LONG, check, killed_and_resumed, run

BIN = pathlib.Path(LEARN).parent
HANDS = 200


def command(game, iterations, out):
    betting = ["--betting", "small"] if game == "nolimit" else []
    return ["poker", "cfr", "--game", game, "--counts", "169,1,1,1", "--batch", 1000,
            "--epoch", 5000, *betting, "--steps", iterations, "--out", out]


def trained(game, iterations, out, *options):
    done = run(*command(game, iterations, out), *options)
    check(done.returncode == 0, f"{game} is trained: {done.stderr}")
    check("decisions; memory: strategy" in done.stderr,
          f"memory is reported before the start: {done.stderr}")
    return [pathlib.Path(line) for line in done.stdout.split()]


def same_bytes(folder):
    (whole,) = trained("nolimit", 20000, folder / "whole.safetensors")
    reference = whole.read_bytes()
    (two,) = trained("nolimit", 20000, folder / "threads.safetensors", "--threads", 2)
    check(two.read_bytes() == reference, "threads do not change the result")
    (short,) = trained("nolimit", 5000, folder / "short.safetensors", "--report", folder / "short")
    rows = (folder / "short" / "curve.csv").read_text().splitlines()
    check(rows[0] == "iterations,iterations_per_second" and
          [row.split(",")[0] for row in rows[1:]] == ["1000", "2000", "3000", "5000"],
          f"a report has the speed: {rows}")
    also = trained("nolimit", 20000, folder / "also.safetensors", "--also-at", "4600")
    check([path.name for path in also] == ["also-5000.safetensors", "also.safetensors"],
          f"milestones in whole batches: {also}")
    check(also[0].read_bytes() == short.read_bytes() and also[1].read_bytes() == reference,
          "a milestone is what a shorter run gives")
    out = folder / "killed.safetensors"
    words = command("nolimit", 20000, out) + ["--checkpoint", folder / "checkpoint"]
    trained("nolimit", 5000, folder / "begun.safetensors", "--checkpoint", folder / "checkpoint")
    check(run(*words).returncode == 1, "a run that has begun is not begun anew")
    check(run(*words, "--resume").returncode == 0 and out.read_bytes() == reference,
          "a run goes on where it was, to the same bytes")
    out.unlink()
    words = command("nolimit", 20000, out) + ["--checkpoint", folder / "killed", "--also-at", 5000]
    killed_and_resumed(words, folder / "killed" / "cfr_sampled.checkpoint.safetensors", out,
                       reference)
    check((folder / "killed-5000.safetensors").read_bytes() == short.read_bytes(),
          "and has the strategy of its milestone")
    more = run(*command("nolimit", 25000, out), "--checkpoint", folder / "checkpoint", "--resume",
               "--also-at", 10000)
    check(more.returncode == 1 and "--also-at 10000: the run in" in more.stderr,
          f"a milestone that is past is refused: {more.stderr}")
    (folder / "both").mkdir()
    refused = run(*command("nolimit", 20000, folder / "both"), "--also-at", 5000)
    check(refused.returncode == 2 and "not a folder" in refused.stderr,
          f"milestones need a name: {refused.stderr}")
    (named,) = trained("nolimit", 5000, folder / "both")
    check(named.read_bytes() == short.read_bytes() and named.parent == folder / "both",
          f"a folder takes a strategy: {named}")
    (folder / "foreign-5000.md").write_text("no card", encoding="utf-8")
    foreign = run(*command("nolimit", 20000, folder / "foreign.safetensors"), "--also-at", 5000)
    check(foreign.returncode == 1 and "iterations:" not in foreign.stderr,
          f"a milestone's card has a place before the start: {foreign.stderr}")
    card = (folder / "whole.md").read_text(encoding="utf-8")
    check("decisions and each bucket" in card and "small" not in card and "100,all" in card,
          "the card tells what the strategy is over")


def beats_chance(path):
    words = [BIN / "trivium-lab", "poker", "match", "limit", "--policy", f"cfr:{path}",
             "--against", "random", "--count", 2000, "--no-aivat", "--json"]
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True,
                          timeout=120, check=False)
    check(done.returncode == 0 and json.loads(done.stdout)["all-in"]["low"] > 0,
          f"what was learned wins from a player who does anything: {done}")


def learns_on_buckets(folder):
    buckets = folder / "buckets.safetensors"
    done = run("poker", "cfr-buckets", "--counts", "169,6,1,1", "--boards", 20, "--holdings", 16,
               "--flop-holdings", 200, "--flops", 2, "--out", buckets)
    check(done.returncode == 0, f"buckets are made: {done.stderr}")
    out = folder / "on_buckets.safetensors"
    done = run("poker", "cfr", "--game", "limit", "--buckets", buckets, "--steps", 60000,
               "--batch", 1000, "--epoch", 5000, "--out", out)
    check(done.returncode == 0, f"a strategy is learned on them: {done.stderr}")
    card = out.with_suffix(".md").read_text(encoding="utf-8")
    check("## Training data" in card and "buckets.safetensors" in card and "clustered" in card and
          "sizes" not in card,
          f"the card says on what: {card}")
    beats_chance(out)
    done = run("poker", "cfr-sample", "--game", "nolimit", "--betting", "small", "--cards", buckets,
               "--steps", 2000)
    check(done.returncode == 0 and "iterations" in done.stdout,
          f"sampling reads them too: {done.stderr}")


def keeps_its_buckets(folder):
    """A resumed run does not compute its buckets again, and errors come before the computation."""
    run_folder, out = folder / "kept", folder / "kept.safetensors"
    words = ["poker", "cfr", "--game", "limit", "--counts", "169,2,1,1", "--batch", 1000,
             "--checkpoint", run_folder, "--out", out]
    done = run(*words, "--steps", 1000, "--threads", 2)
    check(done.returncode == 0 and ", buckets, " in done.stderr, f"buckets are made: {done.stderr}")
    first = out.read_bytes()
    again = run(*words, "--steps", 1000, "--resume")
    check(again.returncode == 0 and out.read_bytes() == first,
          f"once more, the same: {again.stderr}")
    check(", buckets, " not in again.stderr and "boards:" not in again.stderr,
          f"without making and filling anything: {again.stderr}")
    fewer = run(*words, "--steps", 2000, "--resume", "--also-at", 1000, "--seed", 1)
    check(fewer.returncode == 1 and "boards:" not in fewer.stderr,
          f"a refusal comes before the tables: {fewer.stderr}")


def milestones_of_any_order(folder):
    also = trained("limit", 3000, folder / "async.safetensors", "--async", "--threads", 2,
                   "--also-at", 1000)
    check(shown(also[0])["manifest"]["counts"]["iterations"] == 1000,
          f"a milestone is as old as its name says: {also}")


def shown(path):
    done = subprocess.run([BIN / "trivium", "weights", path, "--json"], capture_output=True,
                          text=True, timeout=60, check=False)
    check(done.returncode == 0, f"the file verifies: {done.stderr}")
    return json.loads(done.stdout)


def plays(folder, game):
    (path,) = trained(game, 20000, folder / f"{game}.safetensors")
    check(shown(path)["kind"] == "poker.strategy", "the kind of what is written")
    dealer = [BIN / "trivium-dealer", folder / game, game, str(HANDS), "7", "one", "two"]
    with subprocess.Popen(dealer, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as match:
        ports = match.stdout.readline().split()
        players = [subprocess.Popen([BIN / "trivium", "acpc", "127.0.0.1", port, "--game", game,
                                     "--policy", f"cfr:{path}"], stderr=subprocess.DEVNULL)
                   for port in ports]
        faults = match.communicate(timeout=100)[1]
        check([player.wait(timeout=20) for player in players] == [0, 0] and match.returncode == 0,
              f"the match ends: {faults}")
    check("illegal" not in faults and "invalid" not in faults and "WARNING" not in faults,
          f"the dealer has nothing to mend: {faults}")
    log = (folder / f"{game}.log").read_text(encoding="ascii")
    check(log.count("STATE:") == HANDS, "every hand was played")


def refused(folder):
    cases = {("leduc",): "not hold'em",
             ("nolimit", "--betting", "5,x"): "round 1, raise 1",
             ("none",): "neither a game",
             ("limit", "--betting", "small"): "a limit game",
             ("limit", "--buckets", folder / "nowhere"): "nowhere",
             ("limit3",): "two players"}
    for words, error in cases.items():
        done = run("poker", "cfr", "--game", *words, "--steps", 1, "--out", folder / "x")
        usage = words[0] == "none" or "--betting" in words
        check(done.returncode == (2 if usage else 1) and error in done.stderr,
              f"{words}: {done.stderr}")
    for words in (["--counts", "1,1,1"], ["--counts", "170,1,1,1"], ["--counts", "0,1,1,1"],
                  ["--counts", "1,1,1,1", "--buckets", "x"],
                  ["--also-at", 1], ["--sampler", "pure", "--prune-below", 5]):
        done = run("poker", "cfr", "--game", "limit", "--steps", 1, "--out", folder / "x", *words)
        check(done.returncode == 2, f"{words} is bad usage: {done.stderr}")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if LONG:
            plays(folder, "limit")
            beats_chance(*trained("limit", 60000, folder / "chance.safetensors"))
            learns_on_buckets(folder)
            keeps_its_buckets(folder)
            milestones_of_any_order(folder)
        else:
            same_bytes(folder)
            plays(folder, "nolimit")
            refused(folder)


main()

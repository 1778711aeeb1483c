#!/usr/bin/env python3
"""trivium-learn's commands for Connect-6 as a user runs them: records, games, values and patterns;
equal bytes for any --threads, and after being killed outright.

    learn_connect6_cli_test.py PATH_OF_TRIVIUM_LEARN [--long]

The short form learns from fewer games, and kills no run.
"""
import hashlib
import json
import pathlib
import re
import tempfile

from learn_cli import (LONG, MODELS, check, header_of, killed_and_resumed, manifest_of, notes_of,
                       run, write_games)

RECORDS = 400 if LONG else 60
PLAYED = 150 if LONG else 40  # games of self-play


def outcome(folder, records):
    """Position values from records: the same bytes on any number of threads and after a kill."""
    games, one, three, report = (folder / "won.c6", folder / "one.safetensors",
                                 folder / "three.safetensors", folder / "outcome_report")
    check(run("connect6", "records", "--data", records, "--out", games).returncode == 0,
          "records become games")
    command = ["connect6", "value", "--data", games, "--steps", 3]
    done = run(*command, "--out", one, "--report", report)
    check(done.returncode == 0 and done.stdout.strip() == str(one),
          f"learning succeeds and names the file: {done.stderr}")
    check((folder / "one.md").exists(), "a card lies beside the weights")
    check((report / "curve.csv").read_text().count("\n") > 4,
          "the curve has a row for each iteration")
    for name in ("curve.svg", "stones.csv", "calibration.csv"):
        check((report / name).stat().st_size > 100, f"{name} says something")
    run(*command, "--out", three, "--threads", 3)
    check(one.read_bytes() == three.read_bytes(), "--threads does not change the bytes")
    answer = run("connect6", "value", "--data", games, "--judge", one, "--json")
    train = json.loads(answer.stdout)["judgment"][0]
    check(train["part"] == "train" and train["log_loss"] > 0 and train["positions"] > 0,
          f"a judgment is JSON too: {answer.stdout}")
    notes = notes_of(answer)
    check(answer.returncode == 0 and "held out" in notes and notes in done.stderr,
          f"weights are judged as they were: {notes}")
    if LONG:
        outcome_resumed(folder, command, one.read_bytes())
    given = run("connect6", "value", "--data", games, "--out", three, "--counts-from", one,
                "--first-turns", 3, "--steps", 1)
    check(given.returncode == 0 and
          "--counts-from one.safetensors" in (folder / "three.md").read_text(),
          f"counts are taken: {given.stderr}")
    check(run("connect6", "value", "--data", games).returncode == 2,
          "neither --out nor --judge is bad usage")
    alone = run("connect6", "value", "--data", games, "--steps", 1, "--counts-only",
                "--held-out", 0, "--out", three, "--report", report)
    check(alone.returncode == 0 and "held out" not in alone.stderr,
          f"where nothing is held out, nothing is said of that: {alone.stderr}")
    check("held-out games" not in (report / "curve.svg").read_text(), "nor is it drawn")
    first = next(line for line in alone.stderr.splitlines() if "counts 0" in line)
    check("counts 0: log loss 0.69315 nats" in first and "gain" not in first,
          f"before the first step what is to gain is not known: {first}")


def several_files(folder, records):
    """Files of games in their order are as one file that holds all their games."""
    header, *lines = records.read_text().splitlines(keepends=True)
    files = []
    for name, part in (("whole", lines), ("first", lines[:9]), ("second", lines[9:])):
        (folder / f"{name}.csv").write_text(header + "".join(part))
        files.append(folder / f"{name}.c6")
        run("connect6", "records", "--data", folder / f"{name}.csv", "--out", files[-1])
    whole, *parts = files
    for verb, words in (("value", ["--steps", 2]),
                        ("patterns", ["--steps", 2, "--pattern-set", "paper-1"])):
        weights = [folder / f"{verb}_{name}.safetensors" for name in ("whole", "parts")]
        for data, out in zip(([whole], parts), weights):
            done = run("connect6", verb, "--data", *data, *words, "--out", out,
                       "--checkpoint", folder / f"{out.stem}.run")
            check(done.returncode == 0, f"{verb} learns from {data}: {done.stderr}")
        check(header_of(weights[0])[1] == header_of(weights[1])[1],
              f"{verb}: the same weights from one file and from its parts")
        manifest = manifest_of(weights[1])
        check([source["name"] for source in manifest["data"]] == ["first.c6", "second.c6"] and
              f"connect6 {verb} --data first.c6 second.c6 --" in manifest["command"],
              f"{verb}: the parts are named: {manifest}")
        answer = run("connect6", verb, "--data", *reversed(parts), *words, "--out", weights[1],
                     "--checkpoint", folder / f"{verb}_parts.run", "--resume")
        check(answer.returncode == 1 and "its data is" in answer.stderr,
              f"{verb}: another order is another run: {answer.stderr}")
        answer = run("connect6", verb, "--data", *parts, *words, "--out", parts[1])
        check(answer.returncode == 1 and
              "--out would be written over what --data reads" in answer.stderr,
              f"{verb}: {answer.stderr}")
    played = [folder / "played_whole.c6", folder / "played_parts.c6"]
    for data, out in zip(([whole], parts), played):
        done = run("connect6", "playouts", "--data", *data, "--count", 10, "--fewest-stones", 19,
                   "--most-stones", 19, "--longest", 25, "--nodes", 1, "--out", out)
        check(done.returncode == 0, f"games are played on: {done.stderr}")
    check(played[0].read_bytes() == played[1].read_bytes(), "the same games are played on")


def outcome_resumed(folder, learn, reference):
    """A killed run goes on to the same bytes, and another run does not go on with it."""
    out, checkpoint = folder / "resumed.safetensors", folder / "checkpoint"
    command = [*learn, "--out", out, "--checkpoint", checkpoint]
    killed_and_resumed(command, checkpoint / "outcome.checkpoint.safetensors", out, reference)
    other = run(*command, "--resume", "--seed", 2)
    check(other.returncode == 1 and "its seed is 1, this run's is 2" in other.stderr,
          f"another seed is refused: {other.stderr}")
    other = run(*(9 if word == 3 else word for word in command), "--resume")
    check(other.returncode == 1 and "its iterations is 3, this run's is 9" in other.stderr,
          f"with more it is another run: {other.stderr}")


def draws(folder):
    """How likely draws are: written beside a value, which stays as it was; the same bytes on any
    number of threads."""
    gammas = next((MODELS / "connect6").glob("connect6.btmm-*.safetensors"))
    games, value = folder / "of_9.c6", folder / "one.safetensors"
    played = run("connect6", "selfplay", "--weights", gammas, "--size", 9, "--longest", 81,
                 "--count", PLAYED, "--out", games)
    check(played.returncode == 0, f"games are played to their ends: {played.stderr}")
    one, three, report = (folder / "draws_one.safetensors", folder / "draws_three.safetensors",
                          folder / "draws_report")
    command = ["connect6", "draws", "--data", games, "--weights", value, "--nodes", 20]
    done = run(*command, "--out", one, "--report", report, "--license", "own")
    check(done.returncode == 0 and done.stdout.strip() == str(one),
          f"draws are learned: {done.stderr}")
    check(done.stderr.count(f"games: {PLAYED} of {PLAYED}") == 1,
          f"the end of reading is reported once: {done.stderr}")
    card = (folder / "draws_one.md").read_text()
    check("draws: level " in card and "one.safetensors" in card and
          "trivium-learn connect6 value" in card,
          f"the card says what was learned, and who made the value: {card}")
    check((report / "rooms.csv").read_text().count("\n") == 6,
          "a line for each measure of room, below the heads")
    for name in ("draws_foretold.csv", "draws_full.csv", "draws_size.csv"):
        check((report / name).read_text().count("\n") > 1, f"{name} says something")
    run(*command, "--out", three, "--threads", 3, "--license", "own")
    check(one.read_bytes() == three.read_bytes(), "draws: --threads does not change the bytes")
    kept = ["--license", "own", "--checkpoint", folder / "draws_run"]
    run(*command, "--out", three, *kept)
    again = run(*command, "--out", three, *kept)
    check(again.returncode == 1 and "--resume" in again.stderr,
          f"draws: a snapshot is not replaced: {again.stderr}")
    done = run(*command, "--out", three, *kept, "--resume")
    check(done.returncode == 0 and one.read_bytes() == three.read_bytes(),
          f"draws: nor does a run that is resumed: {done.stderr}")
    judged = [run("connect6", "value", "--data", folder / "won.c6", "--judge", file)
              for file in (value, one)]
    check(all(answer.returncode == 0 for answer in judged) and
          judged[0].stderr == judged[1].stderr != "",
          f"the value is as it was: {judged}")
    cut = folder / "cut.c6"
    run("connect6", "selfplay", "--weights", gammas, "--size", 9, "--longest", 60,
        "--count", 20, "--out", cut)
    answer = run("connect6", "draws", "--data", games, cut, "--weights", value, "--out", three)
    check(answer.returncode == 1 and
          "cut.c6: a game of 60 stones is a draw though the board of 9 is not full"
          in answer.stderr and
          "connect6 playouts --longest 81` plays to the end" in answer.stderr,
          "games that were cut off are rejected, and the message names where to get others: "
          f"{answer.stderr}")
    check("--longest SIZE*SIZE" in run("connect6", "draws", "--help").stdout,
          "the help says how games are played to their ends")
    if LONG:
        who_made_the_value(folder, one)


def with_manifest(file, manifest, out):
    """The same weights, said to be made otherwise."""
    header, data = header_of(file)
    header["__metadata__"] |= {"trivium.manifest": json.dumps(manifest), "trivium.sha256": 64 * "0"}
    text = json.dumps(header, sort_keys=True, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    text = text.replace(64 * b"0", hashlib.sha256(text + data).hexdigest().encode(), 1)
    out.write_bytes(len(text).to_bytes(8, "little") + text + data)


def who_made_the_value(folder, drawn):
    """The origin of a value stays in the manifest when its draws are relearned; discarded draws
    leave no trace."""
    other, again = folder / "other_of_9.c6", folder / "draws_again.safetensors"
    gammas = next((MODELS / "connect6").glob("connect6.btmm-*.safetensors"))
    run("connect6", "selfplay", "--weights", gammas, "--size", 9, "--longest", 81,
        "--count", 150, "--seed", 9, "--out", other)
    learned = ["connect6", "draws", "--data", other, "--nodes", 0, "--out", again, "--weights"]
    done = run(*learned, drawn)
    check(done.returncode == 0, f"draws that there are make place for others: {done.stderr}")
    manifest, card = manifest_of(again), (folder / "draws_again.md").read_text()
    names = [source["name"] for source in manifest["data"]]
    check(sorted(names) == sorted(["other_of_9.c6", drawn.name, gammas.name, "won.c6"]),
          f"files are named once, others not: {names}")
    check("value" in manifest and manifest["value"] == manifest_of(drawn)["value"],
          f"the value's origin is unchanged: {manifest}")
    check(manifest["value"]["command"].startswith("trivium-learn connect6 value ") and
          manifest["value"]["file"] == "one.safetensors" and
          [source["name"] for source in manifest["value"]["data"]] == ["won.c6"],
          f"it is as it was: {manifest}")
    check("one.safetensors, each tensor unchanged, taken from draws_one.safetensors. Trivium"
          in card and "made it by `trivium-learn connect6 value" in card,
          f"the card tells it too: {card}")

    shipped = next((MODELS / "connect6").glob("connect6.value-*.safetensors"))
    done = run(*learned, shipped)
    check(done.returncode == 0, f"draws are learned beside the value that ships: {done.stderr}")
    manifest = manifest_of(again)
    check(manifest["value"] == manifest_of(shipped)["value"] and
          manifest["value"]["command"].startswith("trivium-learn outcome connect6 "),
          f"the origin is unchanged: {manifest}")

    foreign = folder / "foreign.safetensors"
    with_manifest(drawn, {"data": [1]}, foreign)
    answer = run(*learned, foreign)
    check(answer.returncode == 1 and f"{foreign}: manifest: data[0]: no object" in answer.stderr and
          "games:" not in answer.stderr,
          f"a foreign manifest is refused before games are read: {answer.stderr}")


def options_without_effect(folder):
    """Options that only training uses are rejected by name when nothing is trained."""
    file = folder / "any.c6"
    file.write_text("")
    learning = ["--steps 3", "--license x"]
    btmm_learning = [*learning, "--simultaneous", "--prior-wins 5 --prior-games 9",
                     "--prior-games 9"]
    cases = {
        ("connect6 patterns", "--judge"): [*btmm_learning, "--pattern-set compact"],
        ("connect6 patterns", "--export-mm"): [*btmm_learning, "--threads 2"],
        ("connect6 value", "--judge"): [*learning, "--ridge 5", "--ridge-lines 5",
                                        "--ridge-meetings 5"],
        ("connect6 value", "--counts-only --out"): ["--ridge-lines 5", "--ridge-meetings 5"],
    }
    for (command, way), refused in cases.items():
        for words in refused:
            answer = run(*command.split(), "--data", file, *way.split(), folder / "x",
                         *words.split())
            check(answer.returncode == 2 and words.split()[0] in answer.stderr,
                  f"{command} {way} with {words}: {answer.stderr}")


def games_of_no_use(folder):
    """Games that no learner could use are not made: drawn because they are cut off at their
    greatest length, or on boards of two sizes."""
    records = {size: folder / f"rec{size}.sgf" for size in (15, 19)}
    for size, record in records.items():
        record.write_text(f"(;FF[4]SZ[{size}];B[j10];W[j9l11])")
    out, games = folder / "no_use.c6", folder / "of_19.c6"
    run("connect6", "records", "--data", records[19], "--out", games)
    answer = run("connect6", "records", "--data", games, records[15], "--out", out)
    check(answer.returncode == 1 and
          f"{records[15]}: game 1: a board of 15, those before are of 19" in answer.stderr and
          not out.exists(),
          f"a board of another size is refused: {answer.stderr}")
    for longest in (5, 9):
        answer = run("connect6", "playouts", "--data", games, "--fewest-stones", 9,
                     "--most-stones", 9, "--longest", longest, "--out", out)
        check(answer.returncode == 2 and "--longest" in answer.stderr and
              "--most-stones" in answer.stderr and not out.exists(),
              f"games that nobody would play on are bad usage: {answer.stderr}")


def stones_that_teach_nothing(folder):
    """Games of Connect-6 in which nothing teaches are refused by name, whoever reads them, and so
    is a file that would have no game."""
    record, games, chosen, out = (folder / "open.txt", folder / "open.c6", folder / "chosen.c6",
                                  folder / "unlearned.safetensors")
    record.write_text("1. B[j10] 2. W[i9k9] 3. B[l9k8] 4. W[m10j8]\n")
    done = run("connect6", "records", "--data", record, "--out", games)
    check("1 game, 7 stones; left out: 0 duplicates" in done.stderr,
          f"a game without a winner: {done.stderr}")
    run("connect6", "records", "--data", record, "--out", chosen, "--opening", 100)
    values, gammas = (next((MODELS / "connect6").glob(f"connect6.{kind}-*.safetensors"))
                      for kind in ("value", "btmm"))
    empty = folder / "empty.csv"
    empty.write_text('game_id,moves,winner\n1,"",\n')
    cases = {
        "no position to learn from": ["connect6", "value", "--data", games, "--out", out],
        "in no game that is learned from did the winner":
            ["connect6", "patterns", "--data", games, "--winners-only", "--out", out],
        "in no game that is learned from did a side":
            ["connect6", "patterns", "--data", chosen, "--out", out],
        "no stone to learn from": ["connect6", "patterns", "--data", chosen, "--export-mm", out],
        "no position to judge by": ["connect6", "value", "--data", games, "--judge", values],
        "no stone to judge by": ["connect6", "patterns", "--data", chosen, "--judge", gammas],
        "no game with a stone": ["connect6", "records", "--data", empty, "--out", out],
        "no game to play on": ["connect6", "playouts", "--data", games, "--fewest-stones", 9,
                               "--most-stones", 9, "--out", out],
    }
    for why, command in cases.items():
        answer = run(*command)
        file = next(one for one in (chosen, games, empty) if one in command)
        check(answer.returncode == 1 and f"trivium-learn: {file}: " in answer.stderr and
              why in answer.stderr and not out.exists(),
              f"{command} is refused: {answer.stderr}")


def btmm(folder, records):
    """Records, games, gammas and what is said of them; killed and resumed, on any number of
    threads, the same bytes."""
    games, one, two = (folder / "games.c6", folder / "btmm_one.safetensors",
                       folder / "btmm_two.safetensors")
    done = run("connect6", "records", "--data", records, records, "--out", games)
    check(done.returncode == 0 and
          f"{RECORDS} games, {20 * RECORDS} stones; left out: {RECORDS} duplicates" in done.stderr,
          f"records become games: {done.stderr}")
    command = ["connect6", "patterns", "--data", games, "--pattern-set", "paper-1", "--steps", 3]
    report = folder / "btmm_report"
    done = run(*command, "--out", one, "--report", report)
    check(done.returncode == 0 and done.stdout.strip() == str(one),
          f"btmm succeeds and names the file: {done.stderr}")
    check((report / "curve.csv").read_text().count("\n") == 5,
          "the curve has a row for each iteration and one for the beginning")
    for name in ("curve.svg", "ranks.svg", "stones.svg", "features.svg"):
        check((report / name).read_text().startswith("<svg"), f"{name} is drawn")
    for name in ("ranks.csv", "stones.csv", "features.csv", "features.txt"):
        check((report / name).stat().st_size > 100, f"{name} says something")
    run(*command, "--out", two, "--threads", 3)
    check(one.read_bytes() == two.read_bytes(), "btmm: --threads does not change the bytes")
    if LONG:
        resumed = folder / "btmm_resumed.safetensors"
        killed_and_resumed([*command, "--out", resumed, "--checkpoint", folder / "btmm.run"],
                           folder / "btmm.run" / "btmm.checkpoint.safetensors", resumed,
                           one.read_bytes())
    answer = run("connect6", "patterns", "--data", games, "--judge", one, "--json")
    train = json.loads(answer.stdout)["judgment"][0]
    check(train["part"] == "train" and train["log_evidence"] < 0 < train["states"],
          f"a judgment is JSON too: {answer.stdout}")
    notes = notes_of(answer)
    check(answer.returncode == 0 and
          notes == done.stderr.split("\n", done.stderr.count("\n") - 2)[-1],
          f"weights are judged as they were at the end of their run: {notes}")
    definition = folder / "rows.txt"
    definition.write_text("line row 4\nfeatures 161\n")
    answer = run("connect6", "patterns", "--data", games, "--pattern-set", definition, "--out", one)
    check(answer.returncode == 1 and
          "rows.txt: patterns: line 2, column 10: the groups above have 162 features"
          in answer.stderr,
          f"a wrong definition is named: {answer.stderr}")
    answer = run("connect6", "patterns", "--data", records, "--out", one)
    check(answer.returncode == 1 and "no file of kind TRVCONN6" in answer.stderr,
          f"records are no file of games: {answer.stderr}")
    for bad in ([], ["--out", one, "--judge", one], ["--out", one, "--prior-wins", 3],
                ["--out", one, "--resume"]):
        status = run("connect6", "patterns", "--data", games, *bad).returncode
        check(status == 2, f"btmm with {bad} is bad usage, status {status}")


def games_held_out(folder, records):
    """Every learner of games warns if a share holds out no game. Each game is in one fold. Other
    folds are rejected."""
    few, games, out = folder / "few.c6", folder / "games.c6", folder / "held.safetensors"
    head, *lines = records.read_text().splitlines()
    some = folder / "some.csv"
    some.write_text("\n".join([head, *lines[:20]]) + "\n")
    run("connect6", "records", "--data", some, "--out", few)
    learners = {"btmm": ("connect6", "patterns", "--data", few, "--pattern-set", "paper-1",
                         "--steps", 1, "--out", out),
                "btmm --judge": ("connect6", "patterns", "--data", few,
                                 "--judge", folder / "btmm_one.safetensors"),
                "outcome": ("connect6", "value", "--data", few, "--steps", 1, "--out", out),
                "outcome --judge": ("connect6", "value", "--data", few,
                                    "--judge", folder / "one.safetensors"),
                "draws": ("connect6", "draws", "--data", folder / "of_9.c6",
                          "--weights", folder / "one.safetensors", "--nodes", 0, "--out", out)}
    for name, command in learners.items():
        answer = run(*command, "--held-out", 0.0001)
        check(answer.returncode == 0 and "--held-out 0.0001: none of " in answer.stderr,
              f"{name}: that nothing is held out is reported: {answer.stderr}")
        for share in (0, 0.5):
            answer = run(*command, "--held-out", share)
            check(answer.returncode == 0 and "none of " not in answer.stderr,
                  f"{name} --held-out {share}: there is nothing to tell: {answer.stderr}")

    command = ["connect6", "patterns", "--data", games, "--pattern-set", "paper-1", "--steps", 1,
               "--out", out]
    held_out = []
    for fold in (1, 2, 3):
        answer = run(*command, "--fold", f"{fold}/3")
        found = re.search(r"^held out +(\d+) games", answer.stderr, re.MULTILINE)
        check(answer.returncode == 0 and found, f"fold {fold} of 3 is held out: {answer.stderr}")
        held_out.append(int(found[1]))
        check(f"--fold {fold}/3" in (folder / "held.md").read_text(),
              "the card says by which command")
        again = out.read_bytes()
        run(*command, "--fold", f"{fold}/3", "--threads", 3)
        check(out.read_bytes() == again, "btmm --fold: --threads does not change the bytes")
    check(sum(held_out) == RECORDS and min(held_out) > RECORDS / 6,
          f"each game is in one fold, and folds are of about a size: {held_out}")
    for bad in ("0/3", "4/3", "1/1", "1/0", "3", "1/", "/3", "a/3", "1/b", "1/2/3", "-1/3", "1.5/3",
                "1/1001", ""):
        status = run(*command, "--fold", bad).returncode
        check(status == 2, f"--fold {bad!r} is bad usage, status {status}")
    check(run(*command, "--fold", "1/3", "--held-out", 0.2).returncode == 2,
          "a fold and a share are bad usage")
    empty = [run("connect6", "patterns", "--data", few, "--pattern-set", "paper-1", "--out", out,
                 "--steps", 1, "--fold", f"{fold}/1000") for fold in (1, 2, 3)]
    check(any(answer.returncode == 1 and "holds out none of 20 games" in answer.stderr
              for answer in empty),
          "an empty fold is an error")


def patterns_play(folder):
    """Self-play with gammas gives games to train on, the same for any number of threads, and
    reports them."""
    weights, one, three = (folder / "btmm_two.safetensors", folder / "played_one.c6",
                           folder / "played_three.c6")
    command = ["connect6", "selfplay", "--weights", weights, "--count", PLAYED, "--sharpness", 1.5]
    done = run(*command, "--out", one, "--report", folder / "played")
    check(done.returncode == 0 and done.stdout.strip() == str(one), f"patterns play: {done.stderr}")
    check(f"{PLAYED} games, " in (folder / "played" / "games.txt").read_text() and
          "states a second" in done.stderr,
          "a census tells of the games")
    check((folder / "played" / "lengths.csv").read_text().startswith("stones,games\n"),
          "lengths are listed")
    run(*command, "--out", three, "--threads", 3)
    check(one.read_bytes() == three.read_bytes(),
          "connect6 selfplay: --threads does not change the bytes")
    kept = ["--out", three, "--checkpoint", folder / "played_run"]
    for resume in ([], ["--resume"]):
        done = run(*command, *kept, *resume)
        check(one.read_bytes() == three.read_bytes(),
              f"with a checkpoint the games are the same: {done.stderr}")
    duplicates = int(re.search(r"(\d+) duplicates? left out", done.stderr)[1])
    check(f"self_play.checkpoint.safetensors: games done and on disk: {PLAYED + duplicates}\n"
          in done.stderr, f"a resumed run states the number of games on disk: {done.stderr}")
    notes = notes_of(run(*command, *kept, "--resume", "--json"))
    check(f"games done and on disk: {PLAYED + duplicates}\n" in notes,
          f"with --json in a note: {notes}")
    run(*command, "--out", three, "--seed", 2)
    check(one.read_bytes() != three.read_bytes(), "connect6 selfplay: --seed changes the games")
    again = run("connect6", "patterns", "--data", one, "--pattern-set", "paper-1", "--steps", 1,
                "--out", folder / "again.safetensors")
    check(again.returncode == 0, f"played games are learned from: {again.stderr}")
    winners = run("connect6", "patterns", "--data", one, "--pattern-set", "paper-1", "--steps", 1,
                  "--winners-only", "--out", folder / "won.safetensors")
    states = [int(re.search(r"^train .* games +(\d+) states", answer.stderr, re.MULTILINE)[1])
              for answer in (again, winners)]
    check(0 < states[1] < 0.6 * states[0],
          f"with --winners-only some half of the stones teach: {states}")
    patterns_meet(folder)
    if LONG:
        patterns_resumed(folder, weights)
        few_that_differ(folder, weights)
    bad = run("connect6", "selfplay", "--weights", weights, "--fewest-opening-stones", 3,
              "--most-opening-stones", 2, "--out", three)
    check(bad.returncode == 2, "fewest above most is bad usage")
    answer = run("connect6", "selfplay", "--weights", folder / "one.safetensors", "--out", three)
    check(answer.returncode == 1 and "connect6.btmm" in answer.stderr,
          f"weights of another kind are refused: {answer.stderr}")


def few_that_differ(folder, weights):
    """Games of one stone, of which there are 49: as many as asked for are found though most games
    are known; where there are no more, those that there are stay, also after a resume."""
    def command(name, games):
        return ["connect6", "selfplay", "--weights", weights, "--count", games, "--longest", 1,
                "--most-opening-stones", 1, "--out", folder / f"{name}.c6"]
    for games in (30, 49):
        done = run(*command(f"few_{games}", games))
        check(done.returncode == 0 and f"{games} games, 0 states" in done.stderr,
              f"{games} of 49 games are found: {done.stderr}")
    kept = ["--threads", 3, "--checkpoint", folder / "few_pieces",
            "--report", folder / "few_report"]
    for resume in ([], ["--resume"]):
        answer = run(*command("few_all", 60), *kept, *resume)
        check(answer.returncode == 1 and
              "few_all.c6: 49 games of the 60 asked for: the last 4096" in answer.stderr and
              answer.stdout.strip().endswith("few_all.c6"),
              f"where no new games come it ends: {answer.stderr}")
        check((folder / "few_all.c6").read_bytes() == (folder / "few_49.c6").read_bytes(),
              "games that there are stay")
        check("49 games" in (folder / "few_report" / "games.txt").read_text(), "and are reported")
    done = run(*command("few_30_kept", 30), *kept, "--resume")
    check(done.returncode == 0 and
          (folder / "few_30_kept.c6").read_bytes() == (folder / "few_30.c6").read_bytes(),
          "what was kept serves fewer games, and no more are written than asked for: "
          f"{done.stderr}")


def patterns_resumed(folder, weights):
    """Self-play that was killed goes on with the games it has kept, ends with the same bytes and
    goes on for more games, not for others."""
    def command(name, games=9000):
        return ["connect6", "selfplay", "--weights", weights, "--count", games, "--size", 9,
                "--longest", 20, "--out", folder / f"{name}.c6"]
    check(run(*command("whole")).returncode == 0, "a run that is not killed succeeds")
    checkpoint = folder / "pieces" / "self_play.checkpoint.safetensors"
    kept = ["--threads", 2, "--checkpoint", checkpoint.parent]
    killed_and_resumed([*command("killed"), *kept], checkpoint, folder / "killed.c6",
                       (folder / "whole.c6").read_bytes())
    answer = run(*command("killed"), *kept)
    check(answer.returncode == 1 and "--resume continues it" in answer.stderr,
          f"what was kept is not replaced: {answer.stderr}")
    answer = run(*command("killed"), *kept, "--resume", "--seed", 2)
    check(answer.returncode == 1 and "its seed is 1, this run's is 2" in answer.stderr,
          f"other games do not go on: {answer.stderr}")
    for games in (9000, 4000):
        run(*command("whole", games))
        check(run(*command("killed", games), *kept, "--resume").returncode == 0,
              "what was kept serves fewer games")
        check((folder / "killed.c6").read_bytes() == (folder / "whole.c6").read_bytes(),
              "they are the first games")
    checkpoint.write_bytes(checkpoint.read_bytes()[:1000])
    answer = run(*command("killed"), *kept, "--resume")
    check(answer.returncode == 1 and checkpoint.name in answer.stderr,
          f"a checkpoint that is cut is refused: {answer.stderr}")


def patterns_meet(folder):
    """A match of gammas: the same for any number of threads, with text and JSON reports."""
    match = ["connect6", "match", "--weights", folder / "btmm_two.safetensors",
             "--against", folder / "again.safetensors", "--count", 40]
    answer = run(*match, "--json")
    check(answer.returncode == 0, f"gammas meet: {answer.stderr}")
    score = json.loads(answer.stdout)
    points = score["won"] + score["drawn"] / 2
    check(score["games"] == 80 == score["won"] + score["drawn"] + score["lost"] and
          abs(score["score"] - points / 80) < 1e-9 and
          score["score_low"] < score["score"] < score["score_high"],
          f"the score is that of the games: {score}")
    check(run(*match, "--json", "--threads", 3).stdout == answer.stdout,
          "match connect6: --threads does not change the games")
    check(run(*match, "--json", "--seed", 2).stdout != answer.stdout,
          "match connect6: --seed changes the games")
    text = run(*match).stdout
    check(f"+{score['won']} ={score['drawn']} -{score['lost']} of 80, " in text,
          f"the text reports the same: {text}")
    even = run("connect6", "match", "--weights", match[3], "--against", match[3], "--count", 10,
               "--strongest", "--json")
    check(json.loads(even.stdout)["score"] == 0.5,
          f"the strongest stones against themselves are even: {even.stdout}")
    bad = run(*match, "--strongest", "--sharpness", 2)
    check(bad.returncode == 2, "nothing is drawn with --strongest, so sharpness is bad usage")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        stones_that_teach_nothing(folder)
        options_without_effect(folder)
        games_of_no_use(folder)
        games = folder / "games.csv"
        write_games(games, RECORDS)
        outcome(folder, games)
        several_files(folder, games)
        draws(folder)
        btmm(folder, games)
        games_held_out(folder, games)
        patterns_play(folder)
        broken = run("connect6", "value", "--data", games, "--out", folder / "one.safetensors")
        check(broken.returncode == 1 and "no file of kind TRVCONN6" in broken.stderr,
              f"records are no file of games: {broken.stderr}")


main()

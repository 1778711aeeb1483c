#!/usr/bin/env python3
"""Tests what all commands of trivium-learn have in common: bad usage and exit statuses, files that
are never overwritten, old spellings and progress.

    learn_cli_test.py PATH_OF_TRIVIUM_LEARN [--long]
"""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

from learn_cli import (LEARN, LONG, MODELS, TINY, check, json_lines, notes_of, run,
                       write_games)

PUBLISHED = (pathlib.Path(__file__).resolve().parents[1] / "data" / "0.1.0" /
             "chess.linear-published.safetensors")


def bad_usage(folder):
    """Options that would have no effect are refused, and so are places that cannot be written to,
    before any game."""
    out, file = folder / "x.safetensors", folder / "any.pgn"
    file.write_text("")
    labels = folder / "labels_too.epd"
    labels.write_text('r4r2/1pp1qpbk/p1n1bnpp/P3p3/8/2N1B1P1/1PP1PPBP/R1QRN1K1 b - - c9 "1-0";\n')
    sources = {"self-play": [], "record": ["--data", file], "stored": ["--data", folder],
               "positions": ["--data", labels]}
    refused = {
        "self-play": ["--ridge 1", "--held-out 0.1", "--license CC0", "--window 2", "--tree 5",
                      "--tree-weight 1", "--tree 5 --tree-result 0.5", "--prior-weights zero",
                      "--alpha-least 1", "--opening-plies 4", "--resume",
                      "--alpha 2 --alpha-half 100 --alpha-least 3", "--leaf-weight 0",
                      "--leaf-weight 0 --prior-strength 1", "--scale 0.5", "--scale 1e6",
                      "--leaf-weight 0 --start zero --prior-strength 1 --prior-weights zero",
                      f"--openings {folder / 'any.epd'} --opening-plies 4", "--snapshot-every 2",
                      f"--data {file} {folder}", f"--data {folder} {labels}"],
        "record": ["--seed 2", "--earlier-share 0.5", "--won-from 500", "--random-plies 2",
                   "--most-plies 9", "--window 2"],
        "stored": ["--seed 2", "--nodes 9", "--depth 3", "--hash 2", "--tree 5",
                   "--generation-games 5", "--keep-games x", "--won-from 5", "--leaf-weight 0"],
        "positions": ["--lambda 0.5", "--alpha 1", "--batch 2", "--window 2", "--nodes 9",
                      "--only pawn", "--report x --snapshot-every 2", "--keep-games x",
                      "--prior-strength 1", "--step-rule plain", "--leaf-weight 2",
                      "--random-plies 3", "--scale 1e-9"],
    }
    (folder / "any.epd").write_text(labels.read_text())
    for way, cases in refused.items():
        for options in cases:
            status = run("chess", "tdleaf", "--out", out, *sources[way],
                         *options.split()).returncode
            check(status == 2, f"{way} with {options} is bad usage, status {status}")
    book = folder / "book"
    book.write_text("1. e4 e5 2. Nf3 *\n")
    played = run("chess", "selfplay", "--openings", book, "--opening-plies", 2, "--random-plies", 0,
                 "--count", 1, "--weights", "nothing", *TINY, "--out", folder / "played.pgn")
    check(played.returncode == 0, f"a book in PGN needs no special name: {played.stderr}")
    check("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq" in
          (folder / "played.pgn").read_text(), "the game begins after two half-moves of the book")
    check(run("chess", "selfplay", "--out", file, "--tree", 5).returncode == 2,
          "trees are kept in a file of games only")

    for place in (["--out", folder / "none" / "x"],
                  ["--out", "/dev/null"],
                  ["--out", out, "--report", file],
                  ["--out", out, "--keep-games", file / "games"],
                  ["--out", out, "--checkpoint", file]):
        answer = run("chess", "tdleaf", *place, "--generation-games", 1_000_000)
        check(answer.returncode == 1 and "generations" not in answer.stderr,
              f"{place} is refused before the first game: {answer.stderr}")
    for command in (["chess", "tdleaf", "--out", out, "--keep-games", folder / "trees",
                     "--generation-games", 1_000_000],
                    ["chess", "selfplay", "--games-file", out, "--count", 1_000_000]):
        answer = run(*command, "--nodes", 60, "--most-plies", 1_000, "--tree", 1_000)
        check(answer.returncode == 1 and "1000 half-moves with --tree 943 at most" in answer.stderr,
              f"trees that do not fit: {answer.stderr}")
    answer = run("connect6", "value", "--data", file, "--out", folder / "none" / "x")
    check(answer.returncode == 1 and "no folder to write to" in answer.stderr,
          f"outcome looks where it will write: {answer.stderr}")


def inputs_stay(folder):
    """No command writes over what it reads, by whatever name, and each says so before its work."""
    home = folder / "inputs"
    (home / "kept").mkdir(parents=True)
    record, labels, book, weights, definition = (
        home / name for name in ("g.pgn", "l.epd", "b.epd", "w.safetensors", "rows.txt"))
    stored, games = home / "kept" / "games-000000.tdleaf", home / "games.c6"
    shipped = (next((MODELS / "connect6").glob(f"connect6.{kind}-*.safetensors"))
               for kind in ("btmm", "value"))
    # Copies, because these can be linked.
    gammas, values = (pathlib.Path(shutil.copy(file, home)) for file in shipped)
    check(run("chess", "selfplay", "--weights", "nothing", "--out", record, "--games-file", stored,
              "--count", 2, *TINY).returncode == 0,
          "there are games")
    shutil.copy(PUBLISHED, weights)
    shutil.copy(folder / "games.c6", games)
    labels.write_text(
        'r4r2/1pp1qpbk/p1n1bnpp/P3p3/8/2N1B1P1/1PP1PPBP/R1QRN1K1 b - - c9 "1-0";\n' * 70)
    book.write_text("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n")
    definition.write_text("line row 4\nfeatures 162\n")
    many, value = ["--count", 1_000_000], ["--weights", values]
    cases = [("--data", record, "--out", "chess tdleaf"),
             ("--data", labels, "--out", "chess tdleaf"),
             ("--openings", book, "--out", "chess tdleaf"),
             ("--data", stored, "--out", "chess tdleaf"),
             ("--start", weights, "--out", "chess tdleaf --data", stored),
             ("--prior-weights", weights, "--out", "chess tdleaf --prior-strength 1 --data",
              stored),
             ("--openings", book, "--out", "chess selfplay", *many),
             ("--openings", book, "--games-file", "chess selfplay", *many),
             ("--weights", weights, "--out", "chess selfplay", *many),
             ("--weights", gammas, "--out", "connect6 selfplay", *many),
             ("--data", games, "--out", "connect6 records"),
             ("--data", games, "--out", "connect6 playouts", *value),
             ("--weights", values, "--out", "connect6 playouts --data", games),
             ("--data", games, "--out", "connect6 value"),
             ("--counts-from", values, "--out", "connect6 value --data", games),
             ("--data", games, "--out", "connect6 patterns"),
             ("--data", games, "--export-mm", "connect6 patterns"),
             ("--pattern-set", definition, "--out", "connect6 patterns --data", games)]
    linked = home / "linked"
    for read, file, written, command, *words in cases:
        before = file.read_bytes()
        os.link(file, linked)
        for place in (file, linked):
            answer = run(*command.split(), *words, read, file, written, place)
            check(answer.returncode == 1 and
                  f"{place}: {written} would be written over what {read} reads" in answer.stderr and
                  file.read_bytes() == before,
                  f"{command} {read} {file.name} {written} {place.name}: {answer.stderr}")
        linked.unlink()
    for words, why in ((["--data", home / "kept", "--out", stored],
                        "--out would be written over what --data reads"),
                       (["--checkpoint", home, "--out", home / "tdleaf.checkpoint.safetensors"],
                        "both --out and --checkpoint would be"),
                       (["--report", home, "--out", home / "curve.csv"],
                        "both --out and curve.csv would be")):
        answer = run("chess", "tdleaf", *words)
        check(answer.returncode == 1 and why in answer.stderr,
              f"{words} is refused: {answer.stderr}")
    snapshot, features = home / "generation-000002.safetensors", home / "features.txt"
    weights.rename(snapshot)
    answer = run("chess", "tdleaf", "--start", snapshot, "--report", home, "--snapshot-every", 2,
                 "--out", home / "x")
    check("--snapshot-every would be written over what --start reads" in answer.stderr,
          f"a snapshot stays: {answer.stderr}")
    done = run("chess", "tdleaf", "--data", stored, "--start", snapshot, "--report", home,
               "--snapshot-every", 3, "--out", home / "x")
    check(done.returncode == 0, f"a snapshot that is not written is not in the way: {done.stderr}")
    definition.rename(features)
    answer = run("connect6", "patterns", "--data", games, "--pattern-set", features,
                 "--report", home, "--out", home / "x")
    check("features.txt would be written over what --pattern-set reads" in answer.stderr,
          f"a definition stays: {answer.stderr}")


def foreign_cards(folder):
    """A card replaces a card only: what else has its name is seen before the work, and so is a name
    that only a card may have."""
    home = folder / "cards"
    home.mkdir()
    (home / "README.md").write_text("# A folder\n")
    games, labels, many = folder / "games.c6", folder / "one.epd", ["--generation-games", 1_000_000]
    labels.write_text('r4r2/1pp1qpbk/p1n1bnpp/P3p3/8/2N1B1P1/1PP1PPBP/R1QRN1K1 b - - c9 "1-0";\n')
    for command in (["chess", "tdleaf", *many],
                    ["connect6", "patterns", "--data", games],
                    ["connect6", "value", "--data", games]):
        for name, why in (("README.safetensors", "README.md: is not a card of weights"),
                          ("notes.md", "notes.md: a name for the card")):
            answer = run(*command, "--out", home / name)
            check(answer.returncode == 1 and answer.stderr.startswith("trivium-learn: ") and
                  why in answer.stderr and answer.stderr.count("\n") == 1,
                  f"{command} --out {name} is refused before the work: {answer.stderr}")
    check((home / "README.md").read_text() == "# A folder\n" and len(list(home.iterdir())) == 1,
          "nothing was written")
    for name in ("v1.1", "v1.2", "v1.1"):
        run("chess", "tdleaf", "--data", labels, "--held-out", 0, "--steps", 1,
            "--start", "nothing", "--out", home / name)
    check({file.name for file in home.iterdir()} ==
          {"README.md", "v1.1", "v1.1.md", "v1.2", "v1.2.md"},
          "each has a card of its own")


def places_of_games(folder):
    """Games that could not be written, or would be written over others, are not played."""
    both, report = folder / "both.pgn", folder / "of_games"
    report.mkdir()
    weights = folder / "patterns.safetensors"
    many = ["--count", 1_000_000]
    answer = run("chess", "selfplay", "--out", both, "--games-file", f"{folder}/./both.pgn", *many,
                 *TINY)
    check(answer.returncode == 1 and
          "both --out and --games-file would be written there" in answer.stderr,
          f"one file for two: {answer.stderr}")
    for option in ("--out", "--games-file"):
        answer = run("chess", "selfplay", option, folder, *many, *TINY)
        check(answer.returncode == 1 and "is a folder, not the name of a file" in answer.stderr,
              f"{option} FOLDER: {answer.stderr}")
    for name in ("games.txt", "lengths.csv"):
        answer = run("connect6", "selfplay", "--weights", weights, "--out", report / name,
                     "--report", report, *many)
        check(answer.returncode == 1 and
              f"both --out and {name} would be written there" in answer.stderr,
              f"games as {name}: {answer.stderr}")
    one = run("chess", "selfplay", "--out", both, "--count", 1, *TINY)
    check(one.returncode == 0 and "1 game, " in one.stderr, f"one game is reported: {one.stderr}")


def bad_numbers(folder):
    """No numeric option takes what is out of its range, a minus sign where nothing is below 0, or
    what is no number: it would be a run that learns nothing, or one without an end."""
    file, out = folder / "any.csv", folder / "x.safetensors"
    file.write_text("")
    commands = {("chess", "tdleaf"): [],
                ("chess", "selfplay"): [],
                ("connect6", "value"): ["--data", file],
                ("connect6", "patterns"): ["--data", file],
                ("connect6", "selfplay"): ["--weights", file],
                ("connect6", "match"): ["--weights", file, "--against", file],
                ("reversi", "selfplay"): []}
    for command, needed in commands.items():
        listed = run(*command, "--help").stdout.splitlines()
        options = [line.split()[0] for line in listed
                   if line.split()[1:] and line.split()[1] in {"N", "X"}]
        check(len(options) >= 5, f"{command} has numeric options: {options}")
        for option in options if command[0] == "connect6" else [*options, "--random-plies"]:
            for number in (("-5", "nan", "-nan", "1e400", "99999999999999999999", "")
                           if LONG else ("nan",)):
                answer = run(*command, *needed, *([] if command[1] == "match" else ["--out", out]),
                             f"{option}={number}")
                check(answer.returncode == 2 and option in answer.stderr,
                      f"{command} {option}={number}: {answer.returncode} {answer.stderr}")


def never_replaced(folder):
    """A run does not overwrite the checkpoint or the games of another."""
    command = ["chess", "tdleaf", "--steps", 1, "--generation-games", 2, *TINY,
               "--out", folder / "once.safetensors"]
    checkpoint, games = (["--checkpoint", folder / "once.run"],
                         ["--keep-games", folder / "once.games"])
    check(run(*command, *checkpoint, *games).returncode == 0, "the first run succeeds")
    again = run(*command, *checkpoint)
    check(again.returncode == 1 and "--resume continues it" in again.stderr,
          f"its checkpoint stays: {again.stderr}")
    again = run(*command, *games)
    check(again.returncode == 1 and "games that are not this run's" in again.stderr,
          f"its games stay: {again.stderr}")
    again = run(*command, *checkpoint, "--resume")
    check(again.returncode == 1 and "its --keep-games is true, this run's is false" in again.stderr,
          f"a run that has kept its games goes on keeping them: {again.stderr}")
    again = run(*command, *checkpoint, *games, "--resume")
    check(again.returncode == 0, f"the run itself goes on: {again.stderr}")
    played = folder / "played.tdleaf"
    played.write_bytes(b"games of another run")
    again = run("chess", "selfplay", "--games-file", played, "--count", 1, *TINY)
    check(again.returncode == 1 and "holds games already" in again.stderr and
          played.read_bytes() == b"games of another run",
          f"games that were played stay: {again.stderr}")


def networks_without_libtorch(folder):
    """Without the program that needs libtorch, --help works and bad usage is detected. Other calls
    report how to build it."""
    copies = pathlib.Path(LEARN).resolve().parents[1].glob("libexec/trivium/trivium-learn.*")
    alone = shutil.copy(next(copies, LEARN), folder / "trivium-learn")

    def asked(*words):
        return subprocess.run([alone, *map(str, words)], capture_output=True, text=True,
                              timeout=120)

    for words, named in ((("poker", "cnn", "--help"), "--steps"),
                         (("poker", "cnn", "-h"), "--lesson"),
                         (("poker", "cnn-test", "--help"), "--weights"),
                         (("poker", "--help"), "libtorch"),
                         (("poker-cnn", "train", "--help"), "--steps")):
        answer = asked(*words)
        check(answer.returncode == 0 and named in answer.stdout,
              f"{words}: {answer.stdout}{answer.stderr}")
    log = folder / "empty.log"
    log.touch()
    train = ("poker", "cnn", "--game", "limit", "--data", log)
    for words in (("poker", "cnn"), (*train, "--steps", 0), (*train, "--nonsense"),
                  ("poker", "cnn-test", "--game", "limit"), ("poker-cnn", "train")):
        answer = asked(*words)
        check(answer.returncode == 2 and answer.stderr,
              f"{words} is bad usage: {answer.returncode} {answer.stderr}")
    answer = asked(*train)
    check(answer.returncode == 1 and "libtorch-dev" in answer.stderr,
          f"how to build what trains is said: {answer.stderr}")


def old_spellings(folder):
    """The spellings before 0.2.0 work until 0.4.0: the same bytes, after one warning that names all
    of them."""
    new, old = folder / "new.pgn", folder / "old.pgn"
    run("chess", "selfplay", "--weights", "nothing", "--out", new, "--count", 2, *TINY)
    answer = run("selfplay", "chess", "--weights", "nothing", "--out", old, "--games", 2, *TINY)
    check(answer.returncode == 0 and old.read_bytes() == new.read_bytes(),
          f"games by the old spelling: {answer.stderr}")
    warnings = [line for line in answer.stderr.splitlines() if "0.4.0" in line]
    check(warnings == ["trivium-learn: old spelling, accepted until 0.4.0: "
                       "'selfplay chess' is now 'chess selfplay', '--games' is now '--count'"],
          f"one warning: {answer.stderr}")
    for words, option in (("tdleaf", "--from-games"),
                          ("btmm", "--games"),
                          ("btmm", "--licence"),
                          ("outcome connect6", "--iterations"),
                          ("draws connect6", "--games"),
                          ("playouts connect6", "--from"),
                          ("games connect6", "--from"),
                          ("match connect6", "--pairs"),
                          ("choice", "--pgn"),
                          ("choice-classes", "--pgn"),
                          ("choice-people", "--out"),
                          ("choice-tables", "--games"),
                          ("strength rungs", "--rungs"),
                          ("strength measure", "--games"),
                          ("selfplay connect6", "--games"),
                          ("selfplay poker", "--hands"),
                          ("cfr exact", "--iterations"),
                          ("cfr sample", "--iterations"),
                          ("cfr train", "--iterations"),
                          ("poker-cnn train", "--epochs"),
                          ("poker-cnn train", "--csv"),
                          ("poker-cnn test", "--log")):
        answer = run(*words.split(), option)
        check(answer.returncode == 2 and f"'{words}' is now '" in answer.stderr and
              f"'{option}' is now '" in answer.stderr and answer.stderr.count("\n") == 2,
              f"{words} {option} are old spellings: {answer.stderr}")
    new, old = (run("poker", "cfr-exact", *words, "--steps", 3, "--variant", "cfr")
                for words in (("--game", "kuhn"), ("kuhn",)))
    check(old.returncode == 0 and old.stdout == new.stdout and "0.4.0" not in new.stderr and
          "'kuhn' is now '--game kuhn'" in old.stderr, f"a game without its option: {old.stderr}")
    check("--data" in run("tdleaf", "--help").stdout and
          "--games" not in run("tdleaf", "--help").stdout.split(),
          "help has the new ones only")


def progress(folder):
    """Progress says what will be written; --json makes it lines of JSON, --quiet leaves it out."""
    out = folder / "shown.pgn"
    play = ["chess", "selfplay", "--weights", "nothing", "--out", out, "--count", 2, *TINY]
    answer = run(*play)
    check(f"result: {out}\n" in answer.stderr and "games: 2 of 2 (100 %)" in answer.stderr,
          f"progress in words: {answer.stderr}")
    answer = run(*play, "--json")
    last = [line for line in json_lines(answer) if "progress" in line][-1]["progress"]
    check((last["what"], last["done"], last["total"], last["result"]) == ("games", 2, 2, str(out)),
          f"progress for programs: {answer.stderr}")
    check("positions a second" in notes_of(answer), f"notes for programs: {answer.stderr}")
    check(json.loads(answer.stdout) == {"file": str(out)},
          f"the result for programs: {answer.stdout}")
    check("of 2" not in run(*play, "--quiet").stderr, "a quiet command reports no progress")


def general():
    check(run("--help").returncode == 0, "--help succeeds")
    check("trivium-learn" in run("--version").stdout, "--version names the program")
    check(run().returncode == 2, "no subcommand is bad usage")
    for words, unknown in ((["frobnicate"], "frobnicate"),
                           (["chess", "games"], "games"),
                           (["connect6", "patterns", "--game", "x"], "--game")):
        answer = run(*words)
        check(answer.returncode == 2 and unknown in answer.stderr,
              f"unknown words are named: {answer.stderr}")
    check(run("connect6", "value", "--data", "/nonexistent", "--out", "x").returncode == 1,
          "a missing file is a failure")
    check(run("chess", "tdleaf", "--out", "/nonexistent/folder/x").returncode == 1,
          "a folder that is not there is a failure")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write_games(folder / "games.csv")
        run("connect6", "records", "--data", folder / "games.csv", "--out", folder / "games.c6")
        bad_numbers(folder)
        if LONG:
            never_replaced(folder)
            inputs_stay(folder)
        else:
            general()
            networks_without_libtorch(folder)
            old_spellings(folder)
            progress(folder)
            bad_usage(folder)
            places_of_games(folder)
            foreign_cards(folder)


main()

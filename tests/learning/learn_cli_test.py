#!/usr/bin/env python3
"""trivium-learn as a user runs it: what all its commands have in common, and learning of chess;
exit statuses, equal bytes for any --threads, and after being killed outright.

    learn_cli_test.py PATH_OF_TRIVIUM_LEARN [--long]
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

from learn_cli import LEARN, LONG, MODELS, check, header_of, killed_and_resumed, run, write_games

PUBLISHED = (pathlib.Path(__file__).resolve().parents[1] / "data" / "0.1.0" /
             "chess.linear-published.safetensors")
TINY = ["--nodes", 60, "--most-plies", 30]


def tdleaf_resumed(folder):
    """A run killed after two portions of games: its part of the third one is produced again."""
    def command(name):
        return ["chess", "tdleaf", "--steps", 4, "--generation-games", 40, "--window", 2, *TINY,
                "--keep-games", folder / name / "games", "--checkpoint", folder / name / "run",
                "--out", folder / name / "out.safetensors"]
    check(run(*command("at_once")).returncode == 0, "a run that is not killed succeeds")
    reference = (folder / "at_once" / "out.safetensors").read_bytes()
    killed_and_resumed(command("killed"), folder / "killed" / "games" / "games-000001.tdleaf",
                       folder / "killed" / "out.safetensors", reference)


def records_resumed(folder, record):
    """A run over a record goes on behind the games that it has read, with those of the window
    before them."""
    def learn(name, generations, *words):
        home = folder / name
        done = run("chess", "tdleaf", "--data", record, "--generation-games", 2, "--nodes", 60,
                   "--window", 2, "--keep-games", home / "games", "--checkpoint", home / "run",
                   "--out", home / "out.safetensors", "--steps", generations, *words)
        check(done.returncode == 0,
              f"{name} learns {generations} generations of a record: {done.stderr}")
        return (home / "out.safetensors").read_bytes()

    at_once = learn("record_at_once", 3)
    check(learn("record_resumed", 1) != at_once, "two generations more teach more")
    check(learn("record_resumed", 3, "--resume") == at_once,
          "a resumed run over a record gives the same bytes")


def card_command(folder, name, out):
    """The command in the card of NAME, as a stranger runs it in a folder with the files that it
    names."""
    card = (folder / f"{name}.md").read_text()
    words = next(line for line in card.splitlines()
                 if line.startswith("    trivium-learn ")).split()[1:]
    return subprocess.run([LEARN, *words, "--out", out], capture_output=True, text=True,
                          timeout=120, cwd=folder)


def weights_of(file):
    """The table of weights in the card beside a weight file."""
    return file.with_suffix(".md").read_text().split("## Weights")[1].split("<details>")[0]


def same_weights(one, other):
    return weights_of(one) == weights_of(other)


def cards(folder):
    """What a card says can be run, and gives the same weights: self-play with a window, learning
    from its games, from a record, from files of one name with the default weights, a fit."""
    source, stranger = folder / "source", folder / "stranger"
    source.mkdir()
    stranger.mkdir()
    (source / "book.epd").write_text("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n")
    run("chess", "selfplay", "--weights", "nothing", "--out", source / "match.pgn", "--count", 6,
        *TINY)
    (source / "labels.epd").write_text(
        'r4r2/1pp1qpbk/p1n1bnpp/P3p3/8/2N1B1P1/1PP1PPBP/R1QRN1K1 b - - c9 "1-0";\n' * 70)
    trees = ["--tree-weight", 0.5, "--tree-result", 0.25, "--leaf-weight", 0.75]
    for place, seed in (("one", 1), ("two", 2)):  # files of one name
        (source / place).mkdir()
        run("chess", "selfplay", "--weights", "nothing",
            "--games-file", source / place / "few.tdleaf", "--count", 2, "--seed", seed, *TINY)
    runs = {
        "play": ["--steps", 2, "--generation-games", 4, *TINY, "--window", 2,
                 "--keep-games", source / "play.games", "--tree", 3, "--book", source / "book.epd",
                 "--earlier-share", 0.5, "--alpha-half", 9, "--alpha-least", 1, *trees],
        "again": ["--data", f"{source / 'play.games'}/", "--passes", 2, "--prior", 1e-6,
                  "--prior-weights", "zero", *trees],
        "record": ["--data", source / "match.pgn", "--generation-games", 4, "--nodes", 60,
                   "--only", "pawn", "knight"],
        "default": ["--data", source / "one" / "few.tdleaf", source / "two" / "few.tdleaf",
                    "--start", "default", "--prior", 1e-6,
                    "--prior-weights", source / "words" / "nothing"],
        "fit": ["--data", source / "labels.epd", "--steps", 3, "--held-out", 0],
    }
    (source / "words").mkdir()
    for name, options in runs.items():
        done = run("chess", "tdleaf", *options, "--out", source / f"{name}.safetensors")
        check(done.returncode == 0, f"{name} succeeds: {done.stderr}")
        if name == "play":
            shutil.copy(source / "play.safetensors", source / "words" / "nothing")
    for file in source.iterdir():
        if file.suffix in {".epd", ".pgn", ".md"}:
            (stranger / file.name).write_bytes(file.read_bytes())
    for place in ("one", "two", "words"):
        shutil.copytree(source / place, stranger / place)
    named = re.search(r"--start (chess\.linear-\w{8}\.safetensors) ",
                      (source / "default.md").read_text())
    check(named, "the default weights are named by their file")
    shutil.copy(MODELS / "chess" / named[1], stranger)
    for row in ("one/few.tdleaf", "two/few.tdleaf", "words/nothing", named[1]):
        check(f"| {row} |" in (source / "default.md").read_text(),
              f"the card's data table has {row}")
    for name in runs:
        repeated = card_command(stranger, name, stranger / f"{name}_repeated.safetensors")
        check(repeated.returncode == 0,
              f"the command in the card of {name} runs: {repeated.stderr}")
        check(same_weights(stranger / f"{name}_repeated.safetensors",
                           source / f"{name}.safetensors"),
              f"the card of {name} tells all")


def tdleaf(folder):
    """Self-play, learning from it, the same from stored games; then the yardstick."""
    run_options = ["chess", "tdleaf", "--steps", 2, "--generation-games", 5, *TINY]
    one, three, again = (folder / f"{name}.safetensors"
                         for name in ("td_one", "td_three", "td_again"))
    report, games = folder / "report", folder / "games"
    done = run(*run_options, "--out", one, "--report", report, "--snapshot-every", 1,
               "--keep-games", games)
    check(done.returncode == 0 and done.stdout.strip() == str(one),
          f"tdleaf succeeds and names the file: {done.stderr}")
    card = (folder / "td_one.md").read_text()
    check("| queen |" in done.stderr and "| queen |" in card,
          "the table of the pieces is shown and in the card")
    check((report / "curve.csv").read_text().count("\n") == 3,
          "the curve has a row for each generation")
    check((report / "curve.svg").read_text().startswith("<svg"), "the curve is drawn")
    check((report / "generation-000001.safetensors").exists(), "weights of a generation are kept")
    run(*run_options, "--out", three, "--threads", 3)
    check(one.read_bytes() == three.read_bytes(), "tdleaf: --threads does not change the bytes")
    stored = run("chess", "tdleaf", "--data", games, "--out", again)
    check(stored.returncode == 0, f"learning from stored games succeeds: {stored.stderr}")
    check(same_weights(again, one), "stored games teach the same weights again")
    card = (folder / "td_again.md").read_text()
    check("--steps 2 --data games --scale" in card,
          "the card's command names the folder of the games, not its path")
    for file in ("games/games-000000.tdleaf", "games/games-000001.tdleaf"):
        check(f"| {file} |" in card,
              f"the card's data table tells {file} from that of another folder")
    more = run("chess", "tdleaf", "--data", games, "--out", again, "--steps", 3)
    check(more.returncode == 1 and "suffice for 2" in more.stderr,
          f"more generations than games are refused: {more.stderr}")
    no_trees = run("chess", "tdleaf", "--data", games, "--out", again, "--tree-weight", 1)
    check(no_trees.returncode == 1 and "games without trees" in no_trees.stderr,
          f"trees that are not there are missed: {no_trees.stderr}")
    damaged = games / "games-000001.tdleaf"
    damaged.write_bytes(damaged.read_bytes()[:-3])
    broken = run("chess", "tdleaf", "--data", games, "--out", again)
    check(broken.returncode == 1 and "games-000001.tdleaf: block" in broken.stderr,
          f"a damaged file is named: {broken.stderr}")

    labels = folder / "labels.epd"
    labels.write_text(
        'r4r2/1pp1qpbk/p1n1bnpp/P3p3/8/2N1B1P1/1PP1PPBP/R1QRN1K1 b - - c9 "1/2-1/2";\n' * 70)
    fitted = run("chess", "tdleaf", "--data", labels, "--out", folder / "fitted.safetensors",
                 "--held-out", 0, "--report", folder / "fit")
    check(fitted.returncode == 0 and "log loss" in fitted.stderr and "none of" not in fitted.stderr,
          f"a regression succeeds: {fitted.stderr}")
    check((folder / "fit" / "curve.csv").read_text().startswith("iteration,training_loss\n0,") and
          (folder / "fit" / "curve.svg").read_text().startswith("<svg ") and
          (folder / "fit" / "losses.csv").read_text().splitlines()[1].startswith("train,70,"),
          "its report has the losses")
    parts = [folder / "labels_1.epd", folder / "labels_2.epd"]
    for part, count in zip(parts, (30, 40)):
        part.write_text("".join(labels.read_text().splitlines(keepends=True)[:count]))
    both = run("chess", "tdleaf", "--data", *parts, "--out", folder / "both.safetensors",
               "--held-out", 0)
    check(both.returncode == 0 and
          header_of(folder / "both.safetensors")[1] == header_of(folder / "fitted.safetensors")[1],
          f"two files of positions are as one: {both.stderr}")
    check("tdleaf --data labels_1.epd labels_2.epd --" in (folder / "both.md").read_text(),
          "the card names both files")
    few = run("chess", "tdleaf", "--data", labels, "--out", folder / "fitted.safetensors",
              "--held-out", 0.0001, "--steps", 1)
    check(few.returncode == 0 and "--held-out 0.0001: none of 70 positions" in few.stderr,
          f"that nothing is held out is reported: {few.stderr}")


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
        "self-play": ["--ridge 1", "--held-out 0.1", "--licence CC0", "--window 2", "--tree 5",
                      "--tree-weight 1", "--tree 5 --tree-result 0.5", "--prior-weights zero",
                      "--alpha-least 1", "--book-plies 4", "--resume",
                      "--alpha 2 --alpha-half 100 --alpha-least 3", "--leaf-weight 0",
                      "--leaf-weight 0 --prior 1", "--scale 0.5", "--scale 1e6",
                      "--leaf-weight 0 --start zero --prior 1 --prior-weights zero",
                      f"--book {folder / 'any.epd'} --book-plies 4", "--snapshot-every 2",
                      f"--data {file} {folder}", f"--data {folder} {labels}"],
        "record": ["--seed 2", "--earlier-share 0.5", "--won-from 500", "--random-plies 2",
                   "--most-plies 9", "--window 2"],
        "stored": ["--seed 2", "--nodes 9", "--depth 3", "--hash 2", "--tree 5",
                   "--generation-games 5", "--keep-games x", "--won-from 5", "--leaf-weight 0"],
        "positions": ["--lambda 0.5", "--alpha 1", "--batch 2", "--window 2", "--nodes 9",
                      "--only pawn", "--report x --snapshot-every 2", "--keep-games x", "--prior 1",
                      "--step-rule plain", "--leaf-weight 2", "--random-plies 3", "--scale 1e-9"],
    }
    (folder / "any.epd").write_text("")
    for way, cases in refused.items():
        for options in cases:
            status = run("chess", "tdleaf", "--out", out, *sources[way],
                         *options.split()).returncode
            check(status == 2, f"{way} with {options} is bad usage, status {status}")
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
             ("--book", book, "--out", "chess tdleaf"),
             ("--data", stored, "--out", "chess tdleaf"),
             ("--start", weights, "--out", "chess tdleaf --data", stored),
             ("--prior-weights", weights, "--out", "chess tdleaf --prior 1 --data", stored),
             ("--book", book, "--out", "chess selfplay", *many),
             ("--book", book, "--games-file", "chess selfplay", *many),
             ("--weights", weights, "--out", "chess selfplay", *many),
             ("--weights", gammas, "--out", "connect6 selfplay", *many),
             ("--data", games, "--out", "connect6 records"),
             ("--data", games, "--out", "connect6 playouts", *value),
             ("--weights", values, "--out", "connect6 playouts --data", games),
             ("--data", games, "--out", "connect6 value"),
             ("--counts", values, "--out", "connect6 value --data", games),
             ("--data", games, "--out", "connect6 patterns"),
             ("--data", games, "--export-mm", "connect6 patterns"),
             ("--patterns", definition, "--out", "connect6 patterns --data", games)]
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
    answer = run("connect6", "patterns", "--data", games, "--patterns", features, "--report", home,
                 "--out", home / "x")
    check("features.txt would be written over what --patterns reads" in answer.stderr,
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
        for name, why in (("README.safetensors", "README.md: is no card of weights"),
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


def games_differ(folder):
    """Self-play that could only play games again is refused; where no start is balanced the random
    moves stay, and that is reported."""
    out, book = folder / "varied.pgn", folder / "two.epd"
    book.write_text("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n"
                    "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -\n")
    chess, tdleaf_words = (["chess", "selfplay", "--weights", "nothing", "--count"],
                           ["chess", "tdleaf", "--steps", 1, "--generation-games"])
    for command, place in ((chess, out), (tdleaf_words, folder / "varied.safetensors")):
        for games, words, openings in ((2, [], "1 opening"), (3, ["--book", book], "2 openings"),
                                       (None, [], ""), (2, ["--book", book], "")):
            answer = run(*command, games or 1, *words, "--random-plies", 0, "--out", place, *TINY)
            refused = (answer.returncode == 1 and
                       f"--random-plies 0: {games} games from {openings} would not all differ"
                       in answer.stderr)
            check(refused if openings else answer.returncode == 0,
                  f"{command} {games} {words}: {answer.stderr}")
    answer = run("chess", "selfplay", "--most-unbalanced", 0, "--count", 6, "--out", out, *TINY)
    starts = re.findall(r'\[FEN "(.*)"\]', out.read_text())
    check(answer.returncode == 0 and len(set(starts)) == 6, f"all starts differ: {starts}")
    check(re.search(r"^\d games? without a balanced start$", answer.stderr, re.MULTILINE),
          f"how many are not balanced is reported: {answer.stderr}")
    answer = run("chess", "tdleaf", "--start", "default", "--steps", 1, "--generation-games", 6,
                 "--most-unbalanced", 0, "--out", folder / "varied.safetensors", *TINY)
    check(re.search(r", \d games? without a balanced start", answer.stderr),
          f"they are reported during training too: {answer.stderr}")
    pulled = run(*tdleaf_words, 2, "--leaf-weight", 0, "--prior", 1, "--prior-weights", "zero",
                 "--out", folder / "varied.safetensors", *TINY)
    check(pulled.returncode == 0, f"a prior alone teaches: {pulled.stderr}")


def nothing_to_learn(folder):
    """A record without a game that teaches is an error that says why, not an empty run."""
    forfeit = '[Event "x"]\n[Termination "time forfeit"]\n\n1. e4 e5 1-0\n'
    records = {"empty.pgn": b"", "undecided.pgn": b"1. e4 e5 *\n", "forfeit.pgn": forfeit.encode(),
               "bare.pgn": b'[Event "x"]\n\n1-0\n'}
    records["contradictory.pgn"] = b'[Result "1-0"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n'
    why = dict.fromkeys(records, "none has moves and a regular result")
    records |= {"page.pgn": b"# A page\n\nwithout games.\n"}
    why |= {"page.pgn": "PGN: game 1, line "}
    out = folder / "unlearned.safetensors"
    for name, content in records.items():
        (folder / name).write_bytes(content)
        answer = run("chess", "tdleaf", "--data", folder / name, "--out", out)
        check(answer.returncode == 1 and "no game to learn from" in answer.stderr and
              why[name] in answer.stderr,
              f"{name} is refused: {answer.stderr}")
        check(answer.stderr.startswith(f"trivium-learn: {folder / name}: ") and not out.exists(),
              f"{name} is named, no weights are written")


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
                ("connect6", "match"): ["--weights", file, "--against", file]}
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
    check(again.returncode == 1 and "--resume goes on with it" in again.stderr,
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


PLAY_RECORD = ["chess", "selfplay", "--weights", "nothing", "--count", 6, *TINY]


def selfplay(folder):
    one, two, games = folder / "one.pgn", folder / "two.pgn", folder / "some.tdleaf"
    done = run(*PLAY_RECORD, "--out", one, "--games-file", games)
    check(done.returncode == 0 and done.stdout.split() == [str(one), str(games)],
          f"selfplay succeeds and names its files: {done.stderr}")
    check(one.read_text().count("[Event ") == 6, "the record has all games")
    run(*PLAY_RECORD, "--out", two, "--threads", 2)
    check(one.read_bytes() == two.read_bytes(), "selfplay: --threads does not change the games")
    learned = run("chess", "tdleaf", "--data", one, "--generation-games", 3, "--nodes", 60,
                  "--out", folder / "x.safetensors")
    check(learned.returncode == 0, f"the record can be learned from: {learned.stderr}")
    check("--steps 2 --data one.pgn" in (folder / "x.md").read_text(),
          "by default the whole record is")
    starts = [place.start() for place in re.finditer(r"\[Event ", one.read_text())]
    parts = [folder / "part_1.pgn", folder / "part_2.pgn"]
    for part, text in zip(parts, (one.read_text()[:starts[2]], one.read_text()[starts[2]:])):
        part.write_text(text)
    both = run("chess", "tdleaf", "--data", *parts, "--generation-games", 3, "--nodes", 60,
               "--out", folder / "both.safetensors")
    check(both.returncode == 0 and
          header_of(folder / "both.safetensors")[1] == header_of(folder / "x.safetensors")[1],
          f"two records are as one: {both.stderr}")
    check("--steps 2 --data part_1.pgn part_2.pgn --" in (folder / "both.md").read_text(),
          "the card names both records")
    kept = ["--data", one, "--generation-games", 3, "--nodes", 60, "--keep-games", folder / "kept",
            "--out", folder / "x.safetensors"]
    answer = run("chess", "tdleaf", *kept, "--tree", 65_535)
    check(answer.returncode == 1 and "30 half-moves with --tree 31941 at most" in answer.stderr,
          f"trees that do not fit: {answer.stderr}")
    answer = run("chess", "tdleaf", *kept, "--tree", 31_941)
    check(answer.returncode == 0, f"trees that fit the games of a record: {answer.stderr}")
    check(run("chess", "selfplay", "--count", 1).returncode == 2,
          "games that go nowhere are bad usage")


def record_survives(record):
    """Self-play that is killed leaves the record as it was."""
    before = record.read_bytes()
    command = [LEARN, "chess", "selfplay", "--weights", "nothing", "--out", record,
               "--count", 1_000_000, *TINY]
    process = subprocess.Popen([*map(str, command)], stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True)
    begun = any("games" in line for line in iter(process.stderr.readline, ""))
    process.kill()
    process.wait()
    check(begun, "it has begun to play")
    check(record.read_bytes() == before, "a record is replaced only by a whole one")


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
                         (("poker", "cnn-test", "--help"), "--network"),
                         (("poker", "--help"), "libtorch"),
                         (("poker-cnn", "train", "--help"), "--steps")):
        answer = asked(*words)
        check(answer.returncode == 0 and named in answer.stdout,
              f"{words}: {answer.stdout}{answer.stderr}")
    train = ("poker", "cnn", "--game", "limit", "--data", folder / "no.log")
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
    last = [json.loads(line) for line in answer.stderr.splitlines()
            if line.startswith("{")][-1]["progress"]
    check((last["what"], last["done"], last["total"], last["result"]) == ("games", 2, 2, str(out)),
          f"progress for programs: {answer.stderr}")
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
            tdleaf_resumed(folder)
            record = folder / "record.pgn"
            run(*PLAY_RECORD, "--out", record)
            records_resumed(folder, record)
            record_survives(record)
            cards(folder)
            inputs_stay(folder)
            games_differ(folder)
        else:
            general()
            networks_without_libtorch(folder)
            old_spellings(folder)
            progress(folder)
            tdleaf(folder)
            bad_usage(folder)
            nothing_to_learn(folder)
            places_of_games(folder)
            selfplay(folder)
            foreign_cards(folder)


main()

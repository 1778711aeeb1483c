#!/usr/bin/env python3
"""Tests `trivium-learn chess tdleaf` and `chess selfplay`: results, equal bytes for any --threads,
cards whose command gives the same weights, and killed runs.

    learn_tdleaf_cli_test.py PATH_OF_TRIVIUM_LEARN [--long]
"""
import pathlib
import re
import shutil
import subprocess
import tempfile

from learn_cli import (LEARN, LONG, MODELS, PLAY_RECORD, TINY, check, header_of,
                       killed_and_resumed, manifest_of, notes_of, run)


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
    report = folder / "record_resumed" / "report"
    check(learn("record_resumed", 3, "--resume", "--report", report) == at_once,
          "a run that has made all its steps gives the same bytes again")
    check((report / "curve.csv").exists(), "a run that has made all its steps writes its report")


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
                 "--keep-games", source / "play.games", "--tree", 3,
                 "--openings", source / "book.epd", "--earlier-share", 0.5,
                 "--alpha-half", 9, "--alpha-least", 1, *trees],
        "again": ["--data", f"{source / 'play.games'}/", "--passes", 2, "--prior-strength", 1e-6,
                  "--prior-weights", "zero", *trees],
        "record": ["--data", source / "match.pgn", "--generation-games", 4, "--nodes", 60,
                   "--only", "pawn", "knight"],
        "default": ["--data", source / "one" / "few.tdleaf", source / "two" / "few.tdleaf",
                    "--start", "default", "--prior-strength", 1e-6,
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
    done = run(*run_options, "--out", three, "--threads", 3, "--json")
    check(one.read_bytes() == three.read_bytes(), "tdleaf: --threads does not change the bytes")
    check("queen |" not in notes_of(done), f"with --json no table is a note: {done.stderr}")
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


def identity(folder):
    """A run of 0.2.0 can be resumed: the options that decide the games are in the identity as that
    version wrote them, though they have other names now."""
    book = folder / "book.pgn"
    book.write_text("1. e4 e5 *\n")
    search = "--nodes 60 --depth 0 --hash 1"
    frozen = {
        "self_play": ((f" --generation-games 1 --seed 1 {search} --book book.pgn --book-plies 2 "
                       "--random-plies 3 4 --most-unbalanced 300 --most-plies 30 --won-from 10000 "
                       "--earlier-share 0.5"),
                      ["--openings", book, "--opening-plies", 2, "--random-plies", 3, 4,
                       "--earlier-share", 0.5, "--most-plies", 30]),
        "words": (f" --data one.pgn --generation-games 1 {search}",
                  ["--data", folder / "one.pgn"])}
    (folder / "one.pgn").write_text("1. e4 e5 1-0\n")
    for key, (text, options) in frozen.items():
        done = run("chess", "tdleaf", "--steps", 1, "--generation-games", 1, "--nodes", 60,
                   *options, "--checkpoint", folder / key, "--out", folder / "x.safetensors")
        check(done.returncode == 0, f"a run with a checkpoint succeeds: {done.stderr}")
        games = manifest_of(folder / key / "tdleaf.checkpoint.safetensors")["identity"]["games"]
        check(games[key] == text, f"the identity is that of 0.2.0: {games}")


def games_differ(folder):
    """Self-play that could only play games again is refused; where no start is balanced the random
    moves stay, and that is reported."""
    out, book = folder / "varied.pgn", folder / "two.epd"
    book.write_text("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n"
                    "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -\n")
    chess, tdleaf_words = (["chess", "selfplay", "--weights", "nothing", "--count"],
                           ["chess", "tdleaf", "--steps", 1, "--generation-games"])
    for command, place in ((chess, out), (tdleaf_words, folder / "varied.safetensors")):
        for games, words, openings in ((2, [], "1 opening"),
                                       (3, ["--openings", book], "2 openings"),
                                       (None, [], ""), (2, ["--openings", book], "")):
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
    pulled = run(*tdleaf_words, 2, "--leaf-weight", 0, "--prior-strength", 1,
                 "--prior-weights", "zero", "--out", folder / "varied.safetensors", *TINY)
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


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if LONG:
            tdleaf_resumed(folder)
            record = folder / "record.pgn"
            run(*PLAY_RECORD, "--out", record)
            records_resumed(folder, record)
            record_survives(record)
            cards(folder)
            games_differ(folder)
        else:
            tdleaf(folder)
            identity(folder)
            nothing_to_learn(folder)
            selfplay(folder)


main()

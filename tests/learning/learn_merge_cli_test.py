#!/usr/bin/env python3
"""Tests `trivium-learn GAME merge` with files that `GAME selfplay` writes.

    learn_merge_cli_test.py PATH_OF_TRIVIUM_LEARN
"""
import pathlib
import tempfile

from learn_cli import MODELS, TINY, check, run


def refused(out, message, *words, status=1):
    done = run(*words, "--out", out)
    check(done.returncode == status and message in done.stderr and not out.exists(),
          f"{message}: {done.returncode} {done.stderr}")


def merged(out, *words):
    done = run(*words, "--out", out)
    check(done.returncode == 0 and done.stdout == f"{out}\n", f"{words}: {done.stderr}")
    return done.stderr


def chess(folder):
    """Records and files for the learner of two seeds are united; the same seed is refused."""
    def play(seed):
        record, games = folder / f"{seed}.pgn", folder / f"{seed}.tdleaf"
        run("chess", "selfplay", "--weights", "nothing", "--count", 4, *TINY, "--seed", seed,
            "--out", record, "--games-file", games)
        return record, games

    (one, one_games), (two, two_games) = play(1), play(2)
    report = merged(folder / "all.pgn", "chess", "merge", one, two)
    check("8 games of 2 files; left out: 0 duplicates" in report, report)
    check((folder / "all.pgn").read_text() == one.read_text() + two.read_text(), "texts are equal")
    merged(folder / "all.tdleaf", "chess", "merge", one_games, two_games)
    done = run("chess", "tdleaf", "--data", folder / "all.tdleaf", "--out",
               folder / "x.safetensors")
    check(done.returncode == 0, f"the learner reads the merged games: {done.stderr}")
    out = folder / "out"
    again = folder / "again.pgn"
    again.write_bytes(one.read_bytes())
    refused(out, "again.pgn: game 1 is game 1 of", "chess", "merge", one, two, again)
    refused(out, "again.pgn: all of its games", "chess", "merge", one, two, again,
            "--drop-duplicates")
    refused(out, "one file cannot hold both", "chess", "merge", one, two_games)
    refused(out, "none.pgn", "chess", "merge", folder / "none.pgn")
    done = run("chess", "merge", one, two, "--out", two)
    check(done.returncode == 1 and "--out" in done.stderr and "[Event" in two.read_text(),
          f"no input is written over: {done.stderr}")
    with open(again, "a", encoding="ascii") as more:
        more.write(two.read_text().split("\n\n[Event")[0] + "\n\n")
    report = merged(out, "chess", "merge", one, again, "--drop-duplicates")
    check("5 games of 2 files; left out: 4 duplicates" in report, report)


def connect6(folder):
    gammas = next((MODELS / "connect6").glob("connect6.btmm-*.safetensors"))
    files = [folder / f"{seed}.c6" for seed in (1, 2)]
    for seed, file in enumerate(files, 1):
        done = run("connect6", "selfplay", "--weights", gammas, "--size", 9, "--longest", 60,
                   "--count", 20, "--seed", seed, "--out", file)
        check(done.returncode == 0, done.stderr)
    out = folder / "out.c6"
    merged(out, "connect6", "merge", *files, "--drop-duplicates")
    done = run("connect6", "records", "--data", out, "--out", folder / "read.c6")
    check(done.returncode == 0 and "game" in done.stderr, f"it is a file of games: {done.stderr}")
    again = folder / "again.c6"
    again.write_bytes(files[0].read_bytes())
    refused(folder / "none", "again.c6: game 1 is game 1 of", "connect6", "merge", files[0], again)


def poker(folder):
    """Logs of two seeds are joined; logs of one seed are refused, by their hands or by the seed
    that they state."""
    logs = {}
    for seed, count in ((1, 250), (2, 250), (3, 50)):
        logs[seed] = folder / f"{seed}.log"
        run("poker", "selfplay", "--game", "kuhn", "--policy", "random", "--count", count, "--seed",
            seed, "--out", logs[seed])
    out = folder / "out.log"
    command = ["poker", "merge", "--game", "kuhn"]
    report = merged(out, *command, *logs.values())
    check("550 hands of 3 files" in report, report)
    check(out.read_text() == "".join(log.read_text() for log in logs.values()), "lines are equal")
    out.unlink()
    longer = folder / "longer.log"
    run("poker", "selfplay", "--game", "kuhn", "--policy", "random", "--count", 300, "--seed", 2,
        "--out", longer)
    refused(out, "longer.log: its hands up to number 100 are in", *command, *logs.values(), longer)
    header = "# name/game/hands/seed match kuhn 50 77\n"
    for seed in (1, 2):
        logs[seed].write_text(header + logs[seed].read_text())
    refused(out, "2.log, line 1: seed 77 is that of", *command, *logs.values())
    refused(out, "3.log, line 1", "poker", "merge", "--game", "limit", logs[3])
    refused(out, "--game", "poker", "merge", logs[3], status=2)


def reversi(folder):
    one, two = folder / "one.txt", folder / "two.txt"
    one.write_text("f5d6c3\n")
    two.write_text("f5d6c4\nf5f6\n")
    out = folder / "out.txt"
    merged(out, "reversi", "merge", one, two)
    check(out.read_text() == "f5d6c3\nf5d6c4\nf5f6\n", out.read_text())
    two.write_text("F5F6\nF5 D6 C3\n")
    out.unlink()
    refused(out, "two.txt: game 2 is game 1 of", "reversi", "merge", one, two)


def main():
    for test in (chess, connect6, poker, reversi):
        with tempfile.TemporaryDirectory() as name:
            test(pathlib.Path(name))


main()

#!/usr/bin/env python3
"""Tests `trivium-learn chess style`: weights of a player from its games, and errors.

    learn_choice_cli_test.py PATH_OF_TRIVIUM_LEARN PATH_OF_TRIVIUM [--long]
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

from learn_cli import LONG, check, manifest_of, run
from style_games import GAME, MOVES, written


def learned(folder, pgn):
    out = folder / "me.safetensors"
    learn = ("chess", "style", "--data", pgn, "--player", "Me", "--attributes", "material,mobility",
             "--held-out", 0, "--ridge", 0.1)
    done = run(*learn, "--out", out)
    check(done.returncode == 0 and str(out) in done.stdout, f"a player is learned: {done.stderr}")
    material = re.search(r"^material +(\S+) +(\S+) to (\S+)$", done.stdout, re.MULTILINE)
    check(material and float(material[2]) < float(material[1]) < float(material[3]),
          f"weights have intervals: {done.stdout}")
    check(re.search(r"^train +81 moves: ", done.stdout, re.MULTILINE),
          f"of the player's own moves: {done.stdout}")
    check("--player 'Me' --attributes material,mobility" in out.with_suffix(".md").read_text(),
          "the card names the command")
    check(re.search(r"^errors are by game, \S+ to \S+ times ", done.stdout, re.MULTILINE),
          f"and errors are by game: {done.stdout}")
    check("errors.by_game_to_by_choice.median" in out.with_suffix(".md").read_text(),
          "which the card says too")
    before = out.read_bytes()
    run(*learn, "--threads", 2, "--out", out)
    check(out.read_bytes() == before, "--threads does not change the bytes")
    tables = json.loads(run(*learn, "--json").stdout)
    check([weight["name"] for weight in tables["weights"]] == ["material", "mobility"] and
          tables["weights"][0]["low"] < tables["weights"][0]["high"] and
          tables["predictions"][0]["games"] == "train",
          f"the weights as JSON: {tables}")
    best = run(*learn, "--lookahead", "best")
    tried = re.findall(r"(?m)^\S+ +log-likelihood", best.stderr)
    check(len(tried) == 5, f"all lookaheads are tried: {best.stderr}")
    few = run("chess", "style", "--data", pgn, "--player", "Me", "--attributes", "material",
              "--held-out", 0.0001, "--ridge", 0.1)
    check(few.returncode == 0 and "--held-out 0.0001: none of 9 games" in few.stderr and
          "none of" not in done.stderr,
          f"that no game is held out is reported: {few.stderr}")
    white = run(*learn, "--color", "white", "--first-ply", 4)
    check(re.search(r"^train +35 moves: ", white.stdout, re.MULTILINE),
          f"filters choose: {white.stdout}")


def contradicted(folder, pgn):
    """Games with contradictory results are skipped, and their number is reported."""
    more, out, plain = (folder / "more.pgn", folder / "more.safetensors",
                        folder / "plain.safetensors")
    more.write_text(pgn.read_text() + '[White "Me"]\n[Result "1-0"]\n\n1. a4 h5 0-1\n\n'
                    '[White "Me"]\n[Result "1-0"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n')
    learn = ("chess", "style", "--player", "Me", "--attributes", "material,mobility",
             "--held-out", 0, "--ridge", 0.1)
    one, other = (run(*learn, "--data", pgn, "--out", plain),
                  run(*learn, "--data", more, "--out", out))
    check(other.returncode == 0 and "2 whose result contradicts itself" in other.stderr,
          f"they are counted: {other.stderr}")
    check(one.stdout.replace(str(plain), str(out)) == other.stdout,
          f"and not learned from: {one.stdout} {other.stdout}")
    check("games.left_out.contradictory" in out.with_suffix(".md").read_text(),
          "the card says so too")
    check("games.left_out" not in plain.with_suffix(".md").read_text(), "where there are any")


def searched(folder, pgn):
    out = folder / "seeker.safetensors"
    learn = ("chess", "style", "--data", pgn, "--player", "Me", "--attributes", "material",
             "--held-out", 0, "--ridge", 0.1, "--search-nodes", 20)
    done = run(*learn, "--out", out)
    check(done.returncode == 0 and
          re.search(r"^search +\S+ +\S+ to \S+$", done.stdout, re.MULTILINE),
          f"a search can be used: {done.stdout}")
    check(re.search(r"^phase 2 of 3, games searched: 9 of 9 ", done.stderr, re.MULTILINE),
          f"progress is reported: {done.stderr}")
    card = out.with_suffix(".md").read_text()
    check("--search-nodes 20 " in card, "the card names it")
    weight = float(re.search(r"^search +(\S+)", done.stdout, re.MULTILINE)[1])
    row = re.search(r"^\| search \| (\S+) \| \d\S* \|$", card, re.MULTILINE)
    check(row and abs(float(row[1]) - weight) < 1e-3, f"with its weight and error: {card}")
    check(len(re.findall(r"^\| chess\S+\.safetensors \| - \| `[0-9a-f]{64}` \|$", card,
                         re.MULTILINE)) == 1,
          f"and by which evaluation it was searched: {card}")
    answer = json.loads(subprocess.run([sys.argv[2], "explain", "chess", "--style", out, "--json"],
                                       capture_output=True, text=True, check=True).stdout)
    check(any(reason["name"] == "search" for move in answer["moves"] for reason in move["reasons"]),
          f"explain searches too: {answer}")


def pulled(folder, pgn):
    """The weights of a file can be the prior of a fit."""
    learn = ("chess", "style", "--data", pgn, "--player", "Her",
             "--attributes", "material,mobility", "--held-out", 0)
    material = lambda done: float(re.search(r"^material +(\S+)", done.stdout, re.MULTILINE)[1])
    out = folder / "pulled.safetensors"
    prior = material(run("chess", "style", "--data", pgn, "--player", "Me",
                         "--attributes", "material,mobility", "--held-out", 0, "--ridge", 0.1))
    near = material(run(*learn, "--prior-weights", folder / "me.safetensors", "--prior-moves", 1e8,
                        "--out", out))
    check("| me.safetensors | - | `" in out.with_suffix(".md").read_text(),
          "the card names the file of the prior")
    far = material(run(*learn, "--prior-weights", folder / "me.safetensors", "--prior-moves", 1))
    check(abs(near - prior) < 1e-3 < abs(far - prior), f"the prior pulls: {prior} {near} {far}")


def pulled_by_engine(pgn):
    """The weights of the engine's evaluation can be the prior of a fit."""
    done = run("chess", "style", "--data", pgn, "--attributes", "engine",
               "--prior-weights", "engine", "--held-out", 0, "--steps", 1)
    bits = re.search(r"^train .* moves: (\S+) bits each of (\S+) ", done.stdout, re.MULTILINE)
    check(bits and float(bits[1]) < 0.9 * float(bits[2]),
          f"the engine's weights are a prior: {done.stdout} {done.stderr}")


def curved(folder, pgn):
    """Each step has a row in the curve beside the checkpoint, and a resumed run keeps the rows."""
    kept = folder / "curved"
    learn = ("chess", "style", "--data", pgn, "--attributes", "material", "--lookahead", "best",
             "--ridge", 0.1, "--checkpoint", kept)
    check(run(*learn).returncode == 0, "a run with a checkpoint")
    curve = (kept / "curve.jsonl").read_text()
    rows = [json.loads(row) for row in curve.splitlines()]
    check(rows and [row["step"] for row in rows] == list(range(1, len(rows) + 1))
          and all(row["log_likelihood"] < 0 for row in rows), f"a row for each step: {curve}")
    check(run(*learn, "--resume").returncode == 0
          and (kept / "curve.jsonl").read_text() == curve, "a resumed run keeps the rows")


def named(folder, pgn):
    """Names of players and files need not be UTF-8."""
    name = os.fsdecode(b"Ren\xe9")
    games, out = folder / "latin.pgn", folder / f"{name}.safetensors"
    games.write_bytes(pgn.read_bytes().replace(b"Me", os.fsencode(name)))
    learn = ("chess", "style", "--data", games, "--player", name, "--attributes", "material",
             "--ridge", 0.1, "--checkpoint", folder / "latin", "--out", out, "--json")
    for again in ((), ("--resume",)):
        done = run(*learn, *again)
        check(done.returncode == 0, f"a run with a checkpoint: {done.stdout}")
    answer = json.loads(subprocess.run([sys.argv[2], "explain", "chess", "--style", out, "--json"],
                                       capture_output=True, text=True, check=True).stdout)
    check("Ren\N{REPLACEMENT CHARACTER}" in answer["style"], f"explain names the file: {answer}")


def namesakes(folder, pgn):
    """Files of one name have different names in the manifest."""
    out, files = folder / "apart.safetensors", []
    for part in ("a", "b"):
        (folder / part).mkdir()
        files.append(folder / part / "my games.pgn")
        files[-1].write_text(pgn.read_text())
    done = run("chess", "style", "--data", *files, "--attributes", "material", "--held-out", 0,
               "--ridge", 0.1, "--out", out)
    manifest = manifest_of(out)
    check([one["name"] for one in manifest["data"]] == ["a/my games.pgn", "b/my games.pgn"] and
          "--data 'a/my games.pgn' --data 'b/my games.pgn'" in manifest["command"],
          f"each has a name of its own: {done.stderr} {manifest}")


def resumed(folder, pgn):
    """A resumed run writes the same bytes as an uninterrupted one."""
    learn = ("chess", "style", "--data", pgn, "--attributes", "material,centre", "--held-out", 0.3,
             "--ridge", 0.1)
    whole, cut = folder / "whole.safetensors", folder / "cut.safetensors"
    run(*learn, "--lookahead", "best", "--out", whole)
    kept = folder / "kept"
    first = run(*learn, "--lookahead", "best", "--checkpoint", kept)
    check(first.returncode == 0 and any(kept.iterdir()), f"steps are kept: {first.stderr}")
    again = run(*learn, "--lookahead", "best", "--checkpoint", kept)
    check(again.returncode == 1 and "--resume" in again.stderr, f"and not replaced: {again.stderr}")
    done = run(*learn, "--lookahead", "best", "--checkpoint", kept, "--resume", "--out", cut)
    check(done.returncode == 0 and cut.read_bytes() == whole.read_bytes(),
          f"going on gives the same bytes: {done.stderr}")
    moved = folder / "moved.pgn"
    moved.write_bytes(pgn.read_bytes())
    done = run("choice", "--ridge", "0.10", "--held-out", 0.3, "--lookahead", "best",
               "--attributes", "material,centre", "--pgn", moved, "--checkpoint", kept, "--resume")
    check(done.returncode == 0,
          f"the spelling of options and the name of a file do not matter: {done.stderr}")
    killed = folder / "killed"
    words = [str(word)
             for word in (sys.argv[1], *learn, "--lookahead", "best", "--checkpoint", killed)]
    program = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while program.poll() is None and not list(killed.glob("*.safetensors")):
        pass
    program.kill()
    program.wait()
    cut.unlink()
    done = run(*learn, "--lookahead", "best", "--checkpoint", killed, "--resume", "--out", cut)
    check(done.returncode == 0 and cut.read_bytes() == whole.read_bytes(),
          f"nor does a kill change them: {done.stderr}")
    check((killed / "curve.jsonl").read_bytes() == (kept / "curve.jsonl").read_bytes(),
          "nor those of the curve")
    other = run(*learn, "--lookahead", "1-ply", "--checkpoint", kept, "--resume")
    check(other.returncode == 1 and "lookahead" in other.stderr,
          f"another run may not go on with it: {other.stderr}")


def reported(folder, pgn):
    page = folder / "me.html"
    done = run("chess", "style", "--data", pgn, "--player", "Me",
               "--attributes", "material,mobility", "--ridge", 0.1, "--report", page)
    check(done.returncode == 0 and page.exists() and f"result: {page}\n" in done.stderr,
          f"a page is written and named as the result: {done.stderr}")
    text = "".join(xml.etree.ElementTree.parse(page).getroot().itertext())
    check("others rated 2300 to 2500 in these games" in text, "beside others of the same rating")
    done = run("chess", "style", "--data", pgn, "--player", "Me",
               "--attributes", "material,mobility", "--ridge", 0.1, "--report", folder / "style",
               "--json")
    check(done.returncode == 0 and
          (folder / "style" / "report.html").read_bytes() == page.read_bytes(),
          f"or in a folder: {done.stderr}")
    check("weights" in json.loads(done.stdout), f"the result is one object: {done.stdout}")
    done = run("chess", "style", "--data", pgn, "--report", page)
    check(done.returncode == 2 and "--player" in done.stderr, "a page is of a player")
    alone = folder / "alone.pgn"
    alone.write_text(pgn.read_text().replace('[BlackElo "2400"]', '[BlackElo "1400"]'))
    done = run("chess", "style", "--data", alone, "--player", "Me", "--color", "white",
               "--attributes", "material", "--ridge", 0.1, "--report", page)
    check(done.returncode == 0 and "others" in page.read_text(),
          f"without players of that rating, all are compared: {done.stderr}")


def reported_together(folder, pgn):
    page = folder / "both.html"
    text = (pgn.read_text().replace('"Me"', '"Doe, Jane"', 1) +
            GAME.format(white="Else", black="Another", day=1, moves=MOVES[0]))
    games = folder / "both.pgn"
    games.write_text(text)
    done = run("chess", "style", "--data", games, "--player", "Doe, Jane", "--player", "Me",
               "--attributes", "material", "--ridge", 0.1, "--report", page)
    check(done.returncode == 0 and "Doe, Jane and Me" in page.read_text(),
          f"of two players it is one report: {done.stderr}")


def explained(folder):
    explain = (sys.argv[2], "explain", "chess", "--style", folder / "me.safetensors",
               "--fen", "4k3/8/8/3q4/8/1P3N2/8/4K3 b - - 0 1")
    answer = subprocess.run([*explain, "--json"], capture_output=True, text=True, check=True)
    report = json.loads(answer.stdout)
    check(abs(sum(move["chance"] for move in report["moves"]) - 1) < 1e-9, "chances sum to one")
    check({one["name"] for one in report["attributes"]} == {"material", "mobility"},
          f"the attributes are reported: {report}")
    check("Qxf3" in subprocess.run(explain, capture_output=True, text=True, check=True).stdout,
          "as a table too")
    done = subprocess.run([*explain, "--all"], capture_output=True, text=True, check=False)
    check(done.returncode == 2, "--all is of an evaluation")


def refused(folder, pgn):
    for words, status, message in ((("--data", folder / "none.pgn"), 1, "none.pgn"),
                                   (("--data", folder), 1, "is a folder"),
                                   (("--data", pgn, "--player", "M"), 1, "'Me'"),
                                   (("--data", pgn, "--player", "me"), 1, "'Me'"),
                                   (("--data", pgn, "--first-date", 20300101), 1, "no move"),
                                   (("--data", pgn, "--attributes", "beauty"), 2, "beauty"),
                                   (("--data", pgn, "--lookahead", "3-ply"), 2, "3-ply"),
                                   (("--data", pgn, "--ridge", -1), 2, "--ridge"),
                                   (("--data", pgn, "--out", pgn), 1, "--data"),
                                   ((), 2, "--data")):
        done = run("chess", "style", *words)
        check(done.returncode == status and message in done.stderr,
              f"{words}: {done.returncode} {done.stderr}")
        check("steps" not in done.stderr, f"before the work: {words}: {done.stderr}")
    done = subprocess.run([sys.argv[1], "chess", "style", "--data", pgn], capture_output=True,
                          text=True, env={**os.environ, "TMPDIR": "/no/such/folder"})
    check(done.returncode == 1 and "/no/such/folder" in done.stderr and "TMPDIR" in done.stderr,
          f"nowhere to keep games: {done.stderr}")
    bad = folder / "bad.pgn"
    bad.write_text('[White "Me"]\n\n1. e4 e5 2. Qxf7 *\n\n' + pgn.read_text())
    done = run("chess", "style", "--data", bad, "--player", "Me", "--attributes", "material",
               "--held-out", 0, "--ridge", 0.1)
    check(done.returncode == 0 and "Qxf7" in done.stderr and "81 moves" in done.stdout,
          f"a game that cannot be read is reported: {done.stderr}")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        pgn = written(folder)
        if LONG:
            pulled_by_engine(pgn)
            resumed(folder, pgn)
        else:
            learned(folder, pgn)
            curved(folder, pgn)
            named(folder, pgn)
            namesakes(folder, pgn)
            contradicted(folder, pgn)
            explained(folder)
            searched(folder, pgn)
            pulled(folder, pgn)
            reported(folder, pgn)
            reported_together(folder, pgn)
            refused(folder, pgn)


main()

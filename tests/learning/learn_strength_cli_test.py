#!/usr/bin/env python3
"""trivium-learn chess strength-rungs and strength-measure as tools/relearn-strength runs it:
levels are laid out, measured from games, and wrong input is rejected.

    learn_strength_cli_test.py PATH_OF_TRIVIUM_LEARN PATH_OF_TRIVIUM
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from learn_cli import check, manifest_of, run


def games(path, *results):
    """A PGN of (white, black, wins, draws, losses)."""
    text = ""
    for white, black, *counts in results:
        for result, count in zip(("1-0", "1/2-1/2", "0-1"), counts):
            text += (f'[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n\n'
                     f'1. e4 {result}\n\n') * count
    path.write_text(text)
    return path


def row(text, nodes):
    """Elo, its 95 % and the rest of the line of the strength level with this number of nodes."""
    found = re.search(rf"^ *(-?\d+) +(\d+) +{nodes} +(.*)$", text, re.MULTILINE)
    check(found, f"no level of {nodes} nodes: {text}")
    return int(found[1]), int(found[2]), found[3]


def measured(folder):
    scale = folder / "rungs.safetensors"
    done = run("chess", "strength-rungs", "--count", 4, "--least-nodes", 10, "--most-nodes", 80,
               "--least-weight", 1, "--most-weight", 8, "--out", scale)
    check(done.returncode == 0, f"levels are laid out: {done.stderr}")
    played = games(folder / "games.pgn", ("Trivium 100", "Trivium 200", 25, 0, 75),
                   ("Trivium 300", "Trivium 200", 75, 0, 25),
                   ("Trivium 300", "Known", 50, 0, 50), ("Somebody", "Trivium 300", 9, 0, 0))
    anchors = ("--anchor", "Known=1500")
    out = folder / "scale.safetensors"
    done = run("chess", "strength-measure", "--levels", scale, "--data", played, *anchors,
               "--conditions", "by hand", "--out", out)
    check(done.returncode == 0 and str(out) in done.stdout, f"they are measured: {done.stderr}")
    top, middle, low = (row(done.stdout, nodes) for nodes in (40, 20, 10))
    check(abs(top[0] - 1500) <= 1 and "anchored" in top[2],
          f"who met the known player is as strong: {top}")
    check(abs(middle[0] - 1309) <= 3 and abs(low[0] - 1118) <= 5,
          f"three of four points are 191 elo: {middle} {low}")
    check(low[1] > middle[1] > top[1] and "extrapolated" in low[2],
          f"further away is less sure: {done.stdout}")
    check("left out: no games lead" in row(done.stdout, 80)[2],
          "a level without games is not on the scale")
    card = out.with_suffix(".md").read_text()
    check("by hand" in card and "extrapolated" in card, "the card tells of it")
    sources = lambda: [(one["name"], one.get("licence")) for one in manifest_of(out)["data"]]
    check(sources() == [("rungs.safetensors", None), ("games.pgn", "this project's")] and
          "--license" not in card, f"without --license the games are own ones: {sources()}")
    (folder / "more").mkdir()
    more = games(folder / "more" / "games.pgn", ("Trivium 1500", "Known", 10, 0, 10))
    licensed = run("chess", "strength-measure", "--levels", scale, "--data", played, *anchors,
                   "--license", "CC0", "--check-games", more, "--out", out)
    first = f"{folder.name}/games.pgn"
    check(sources()[1:] == [(first, "CC0"), ("more/games.pgn", "CC0")] and
          f"--data '{first}' --license 'CC0' --anchor 'Known=1500' --check-games 'more/games.pgn'"
          in manifest_of(out)["command"],
          f"others have theirs, and each file its own name: {licensed.stderr} {manifest_of(out)}")
    doubtful = folder / "doubtful.pgn"
    doubtful.write_text(
        played.read_text() +
        '[White "Trivium 300"]\n[Black "Known"]\n[Result "1-0"]\n\n1. e4 0-1\n\n' * 30)
    again = run("chess", "strength-measure", "--levels", scale, "--data", doubtful, *anchors)
    check("30 whose result contradicts itself" in again.stderr,
          f"contradictory results are reported: {again.stderr}")
    check(row(again.stdout, 40) == top, "and not counted")
    checks = games(folder / "check.pgn", ("Trivium 1500", "Known", 10, 0, 10),
                   ("Trivium 1200", "Trivium 1500", 5, 0, 15))
    done = run("chess", "strength-measure", "--levels", scale, "--data", played, *anchors,
               "--check-games", checks)
    check(re.search(r"^\| 1500 \| 1500 \| \d+ \| 40 \| 25.0 \|$", done.stdout, re.MULTILINE),
          f"levels are checked: {done.stdout}")
    done = run("chess", "strength-measure", "--levels", scale, "--data", played, *anchors,
               "--check-games", checks, "--json")
    tables = json.loads(done.stdout)
    check([level["nodes"] for level in tables["levels"]] == [10, 20, 40] and
          tables["check"][-1]["uci_elo"] == 1500 and tables["check"][-1]["score"] == 25,
          f"the scale and the check as JSON: {done.stdout}")
    between = games(folder / "between.pgn", ("Trivium 100", "Weak", 50, 0, 50),
                    ("Trivium 100", "Trivium 200", 25, 0, 75),
                    ("Trivium 300", "Trivium 200", 75, 0, 25), ("Trivium 300", "Known", 50, 0, 50))
    done = run("chess", "strength-measure", "--levels", scale, "--data", between, *anchors,
               "--anchor", "Weak=1100")
    check("interpolated" in row(done.stdout, 20)[2] and "extrapolated" not in done.stdout,
          f"levels between measured ones are marked: {done.stdout}")
    return scale, played, out


def played_by(scale):
    talk = ("uci\nsetoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1300\n"
            "position startpos\ngo nodes 2000\n")
    program = subprocess.Popen([sys.argv[2], "uci", "--strength", scale], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, text=True)
    program.stdin.write(talk)
    program.stdin.flush()
    text = ""
    for line in program.stdout:
        text += line
        if line.startswith("bestmove"):
            break
    program.communicate("quit\n")
    check("option name UCI_Elo type spin default 1499 min 1" in text or
          "option name UCI_Elo type spin default 1500 min 1" in text,
          f"the engine has the scale's range: {text}")
    check("info string strength 1300: " in text, f"and plays by it: {text}")


def refused(folder, scale, played):
    measure = ("chess", "strength-measure", "--levels", scale, "--data", played)
    for words, status, message in (
            (("chess", "strength-rungs", "--count", 1, "--out", folder / "x"), 2, "--count"),
            (("chess", "strength-rungs", "--least-nodes", 9, "--most-nodes", 8,
              "--out", folder / "x"), 2, "less than the least"),
            (measure, 2, "--anchor"),
            ((*measure, "--anchor", "Known"), 2, "NAME=ELO"),
            ((*measure, "--anchor", "Known=1", "--anchor", "Known=2"), 2, "named before"),
            ((*measure, "--anchor", "Known=1500", "--out", played), 1, "--data"),
            ((*measure, "--anchor", "Unknown=1500"), 1, "fewer than two levels"),
            (("chess", "strength-measure", "--levels", played, "--data", played, "--anchor", "a=1"),
             1, "games.pgn"),
            (("chess", "strength-measure", "--levels", scale, "--data", folder / "none.pgn",
              "--anchor", "a=1"), 1, "none.pgn")):
        done = run(*words)
        check(done.returncode == status and message in done.stderr,
              f"{words}: {done.returncode} {done.stderr}")
    done = subprocess.run([sys.argv[2], "uci", "--strength", played], input="uci\nquit\n",
                          capture_output=True, text=True, check=False)
    check(done.returncode == 1 and "games.pgn" in done.stderr,
          "an engine whose scale is none says so and ends")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        scale, played, out = measured(folder)
        played_by(out)
        refused(folder, scale, played)


main()

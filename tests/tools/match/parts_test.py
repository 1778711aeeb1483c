#!/usr/bin/env python3
"""Tournaments in parts: the merged parts are the whole tournament, and the scripts of the page
docs/using/parts.md work. Stand-ins replace GNU parallel and Slurm.

    parts_test.py ROOT BIN
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT, BIN = (pathlib.Path(argument).resolve() for argument in (sys.argv.pop(1), sys.argv.pop(1)))
MATCH = str(BIN / "trivium-match")
PATIENCE = 120  # in seconds, for steps that take a small part of one
OPENINGS = "f5d6c3d3c4f4f6f3e6e7\nf5f6e6f4e3c5\nf5d6c5f4e3c6\n"
BOARD_PLAYERS = ["-engine", "proto=internal", "name=A", "nodes=400",
                 "-engine", "proto=internal", "name=B", "nodes=200"]
POKER_PLAYERS = ["-engine", "proto=internal", "name=A", "option.policy=random",
                 "-engine", "proto=internal", "name=B", "option.policy=model:call"]
GAMES = {
    "reversi": [*BOARD_PLAYERS, "-openings", "file=openings.txt"],
    "chess": [*BOARD_PLAYERS, "-maxmoves", "10"],
    "leduc": [*POKER_PLAYERS, "-hands", "20"],
}
TIMES = re.compile(r"[\d.]+s,|\[\w*(?:Time|Date|Duration)\w* [^\n]*|\n#[^\n]*|\s+")

PARALLEL = """#!/usr/bin/env python3
import subprocess, sys
words = sys.argv[1:]
if words[0] == "--halt":
    words = words[2:]
end = words.index(":::")
runs = [subprocess.Popen([word.replace("{}", value) for word in words[:end]])
        for value in words[end + 1:]]
sys.exit(1 if any([run.wait() for run in runs]) else 0)
"""
SBATCH = """#!/usr/bin/env python3
import os, pathlib, re, subprocess, sys
words = sys.argv[1:]
if words[0] == "--parsable":
    text = pathlib.Path(words[1]).read_text()
    first, last = map(int, re.search(r"^#SBATCH --array=(\\d+)-(\\d+)$", text, re.M).groups())
    for task in range(first, last + 1):
        environment = {**os.environ, "SLURM_ARRAY_TASK_ID": str(task)}
        subprocess.run(["bash", words[1]], check=True, env=environment, stdout=subprocess.DEVNULL)
    print(4711)
else:
    assert words[0] == "--dependency=afterok:4711", words
    subprocess.run(["bash", "-c", words[1].removeprefix("--wrap=")], check=True)
"""


def scripts_of(page):
    """The scripts of a page by name."""
    found = re.findall(r"<!-- script: (\S+) -->\n```bash\n(.*?)```\n", page.read_text(), re.DOTALL)
    return dict(found)


class PartsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "openings.txt").write_text(OPENINGS)

    def run_match(self, *words, status=0):
        done = subprocess.run([MATCH, *map(str, words)], capture_output=True, text=True,
                              timeout=PATIENCE, cwd=self.folder)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def play(self, game, *words, status=0):
        return self.run_match("-game", game, *GAMES[game], "-name", "x", "-seed", 5, "-rounds", 7,
                              *words, status=status)

    def play_parts(self, game, count):
        for part in range(count):
            self.play(game, "-part", f"{part}/{count}")
        return [f"x.{part}-of-{count}.db" for part in range(count)]

    def contents(self, journal):
        """The games of a journal and its standings, without times."""
        games = self.run_match("export", journal).stdout
        standings = json.loads(self.run_match("status", journal, "--json").stdout)
        for engine in standings["engines"]:
            del engine["mean_move_time_us"]
        return TIMES.sub(" ", games), standings

    def test_merged_parts_are_the_whole_tournament(self):
        for game in GAMES:
            with self.subTest(game=game):
                self.play(game, "-journal", f"{game}.db")
                parts = self.play_parts(game, 3)
                self.assertEqual(
                    [json.loads(self.run_match("status", part, "--json").stdout)["games"]
                     for part in parts], [6, 4, 4])
                done = self.run_match("merge", *reversed(parts), "--out", f"{game}-merged.db")
                self.assertIn("14 games of 3 journals", done.stdout)
                self.assertEqual(self.contents(f"{game}.db"), self.contents(f"{game}-merged.db"))
                for part in parts:
                    (self.folder / part).unlink()

    def test_a_merged_tournament_continues_as_a_whole(self):
        self.run_match("merge", *self.play_parts("reversi", 2), "--out", "merged.db")
        self.play("reversi", "-journal", "merged.db", "-rounds", 9)
        self.play("reversi", "-journal", "whole.db", "-rounds", 9)
        self.assertEqual(self.contents("merged.db"), self.contents("whole.db"))

    def test_the_record_of_a_part_has_its_games(self):
        self.play("chess", "-part", "1/3", "-pgnout")
        text = (self.folder / "x.1-of-3.pgn").read_text()
        self.assertEqual(text.count("[Event "), 4)

    def test_merges_that_would_lose_or_invent_games_are_refused(self):
        parts = self.play_parts("reversi", 3)
        (self.folder / "copy.db").write_bytes((self.folder / parts[0]).read_bytes())
        self.play("reversi", "-seed", 6, "-part", "0/3", "-journal", "seed.db")
        cases = [(parts[:2], "game 5 of 14 is missing: it belongs to part 2/3"),
                 ([*parts, "copy.db"], "game 1 is in two journals: x.0-of-3.db and copy.db"),
                 (["seed.db", *parts[1:]], "rule 'seed': was 6, is 5"),
                 ([*parts, "none.db"], "none.db")]
        for words, message in cases:
            with self.subTest(message=message):
                done = self.run_match("merge", *words, "--out", "out.db", status=1)
                self.assertIn(message, done.stderr)
                self.assertEqual(list(self.folder.glob("out.db*")), [])
        refused = self.run_match("merge", *parts, "--out", parts[0], status=1)
        self.assertIn(parts[0], refused.stderr)
        self.run_match("merge", *parts, "--out", "out.db")
        again = self.run_match("merge", *parts, "--out", "out.db", status=1)
        self.assertIn("out.db: exists already", again.stderr)

    def test_parts_that_make_no_sense_are_refused_with_a_reason(self):
        self.assertIn("K/N", self.play("reversi", "-part", "3/3", status=2).stderr)
        self.assertIn("Swiss", self.play("reversi", "-tournament", "swiss", "-part", "0/3",
                                         status=2).stderr)
        self.assertIn("sequential test", self.play("reversi", "-sprt", "elo0=0", "elo1=9", "-part",
                                                   "0/3", status=2).stderr)
        self.play("reversi", "-part", "0/3", "-journal", "own.db")
        for words in (["-part", "1/3"], []):
            refused = self.play("reversi", *words, "-journal", "own.db", status=1)
            self.assertIn("own.db: holds games of part 0/3, not of", refused.stderr)


class ScriptTest(unittest.TestCase):
    """Runs the scripts of the page, with fewer games."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "openings.txt").write_text(OPENINGS)
        scripts = scripts_of(ROOT / "docs" / "using" / "parts.md")
        stand_ins = self.folder / "stand-ins"
        stand_ins.mkdir()
        for path, text in [(stand_ins / "parallel", PARALLEL), (stand_ins / "sbatch", SBATCH),
                           *((self.folder / name, self.smaller(text))
                             for name, text in scripts.items())]:
            path.write_text(text)
            path.chmod(0o755)
        self.path = f"{stand_ins}:{BIN}:{os.environ['PATH']}"

    def smaller(self, text):
        for large, small in (("-rounds 300", "-rounds 9"), ("nodes=4000", "nodes=400"),
                             ("nodes=2000", "nodes=200"),
                             ("--count 5000", "--count 3 --nodes 60 --most-plies 30")):
            text = text.replace(large, small)
        return text

    def run_script(self, name):
        done = subprocess.run([self.folder / name], capture_output=True, text=True,
                              timeout=PATIENCE, cwd=self.folder,
                              env={**os.environ, "PATH": self.path})
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def games(self):
        done = subprocess.run([MATCH, "status", self.folder / "league.db", "--json"],
                              capture_output=True, text=True, check=True, timeout=PATIENCE)
        return json.loads(done.stdout)["games"]

    def test_the_script_for_gnu_parallel(self):
        self.assertIn("18 games of 8 journals", self.run_script("with-parallel"))
        self.assertEqual(self.games(), 18)

    def test_the_script_for_slurm(self):
        self.run_script("with-slurm")
        self.assertEqual(self.games(), 18)

    def test_the_script_for_self_play(self):
        self.assertIn("games.tdleaf", self.run_script("selfplay-parts"))
        self.assertTrue((self.folder / "games.tdleaf").stat().st_size > 1000)


if __name__ == "__main__":
    unittest.main()

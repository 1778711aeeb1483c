#!/usr/bin/env python3
"""tools/relearn-connect6 with generations of a few games: each learns from the one before, an interrupted run ends as one that was not, and
another run's folder is refused.

    relearn_connect6_test.py SOURCE_FOLDER PATH_OF_TRIVIUM_LEARN
"""
import csv
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True

LEARN = pathlib.Path(sys.argv.pop()).resolve()
SOURCE = pathlib.Path(sys.argv.pop()).resolve()
GAMES = 80
FEW = ["--games", GAMES, "--patterns", "paper-1", "--iterations", 2, "--pairs", 10, "--solver-nodes", 5, "--most-stones", 40,
       "--threads", 2]


def write_records(path, games):
    """Stones that like company, and chance says who won. The last game is there twice."""
    rng = random.Random(1)
    with open(path, "w", encoding="ascii") as out:
        out.write("game_id,moves,winner\n")
        for game in range(games):
            cells = [(9, 9)]
            while len(cells) < 15:
                column, row = rng.choice(cells)
                cell = column + rng.randint(-2, 2), row + rng.randint(-2, 2)
                if cell not in cells and 4 <= cell[0] <= 14 and 4 <= cell[1] <= 14:
                    cells.append(cell)
            stones = ",".join(chr(ord("a") + column) + str(row + 1) for column, row in cells)
            line = f'{game},"{stones}",{rng.choice(("black", "white"))}\n'
            out.write(line)
        out.write(line)


class Relearn(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="trivium-relearn-")
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.records = self.root / "people.csv"
        write_records(self.records, 300)

    def relearn(self, folder, *words):
        command = [SOURCE / "tools" / "relearn-connect6", self.records, self.root / folder, *FEW, *words]
        return subprocess.run(list(map(str, command)), env={**os.environ, "TRIVIUM": str(LEARN.with_name("trivium"))}, capture_output=True,
                              text=True, timeout=120)

    def test_generations(self):
        done = self.relearn("once", "--together")
        self.assertEqual(done.returncode, 0, done.stderr)
        weights = pathlib.Path(done.stdout.splitlines()[-1])
        self.assertRegex(weights.name, r"^connect6\.btmm-[0-9a-f]{8}\.safetensors$")
        self.assertTrue(weights.with_suffix(".md").exists())
        rows = list(csv.DictReader((self.root / "once" / "generations.csv").read_text().splitlines()))
        self.assertEqual([row["generation"] for row in rows], ["0", "1", "2", "all"])
        for row in rows:
            self.assertLess(float(row["people"]), -1)
            self.assertEqual(row["games"], {"0": "300", "all": str(300 + 2 * GAMES)}.get(row["generation"], str(GAMES)))
            self.assertEqual(row["against before"] == "", row["generation"] == "0")
        self.assertEqual(rows[0]["duplicates"], "1")
        self.assertIn((self.root / "once" / "generations.md").read_text(), done.stdout)
        stages = json.loads((self.root / "once" / "stages.json").read_text())
        learned = {name: stages[f"learn-{name}"]["printed"].strip() for name in ("0", "1", "2", "all")}
        self.assertIn(learned["0"], stages["play-1"]["words"])
        self.assertIn(learned["1"], stages["play-2"]["words"])
        self.assertEqual(weights, self.root.resolve() / "once" / learned["0"])
        self.assertEqual(stages["all"]["words"][3:6], ["people.c6", "played-1.c6", "played-2.c6"])
        self.assertIn("played-2.c6", stages["learn-2"]["words"])

        # Interrupted behind the learning of generation 1.
        for file in ("people.c6", "played-1.c6", learned["0"], learned["1"], "played-1/games.txt"):
            (self.root / "again" / file).parent.mkdir(parents=True, exist_ok=True)
            (self.root / "again" / file).write_bytes((self.root / "once" / file).read_bytes())
        names = list(stages)
        kept = names[:names.index("learn-1") + 1]
        (self.root / "again" / "stages.json").write_text(json.dumps({name: stages[name] for name in kept}))
        again = self.relearn("again", "--ship", 2)
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertNotIn("relearn-connect6: learn-1", again.stderr)
        self.assertIn("relearn-connect6: learn-2", again.stderr)
        shipped = pathlib.Path(again.stdout.splitlines()[-1])
        self.assertEqual(shipped.read_bytes(), (self.root / "once" / learned["2"]).read_bytes())

        nothing = self.relearn("once", "--together")
        self.assertEqual(nothing.stdout, done.stdout)
        self.assertEqual(nothing.stderr, "")
        other = self.relearn("once", "--sharpness", 2)
        self.assertEqual(other.returncode, 1)
        self.assertIn("play-1 was another one", other.stderr)
        write_records(self.records, 301)
        other = self.relearn("once")
        self.assertEqual(other.returncode, 1)
        self.assertIn("games of people was another one", other.stderr)

    def test_one_duplicate_among_played_games_is_read(self):
        loader = importlib.machinery.SourceFileLoader("relearn_connect6", str(SOURCE / "tools" / "relearn-connect6"))
        script = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
        loader.exec_module(script)
        (self.root / "games.txt").write_text("9 games, 480 states, 1 duplicate left out\nresults   Black 50.0 %, White 40.0 %, drawn 10.0 %\n"
                                             "openings  9 of 7 stones differ: 100.0 %\nstones    mean 53.3; half up to 43\n")
        self.assertEqual(script.census(self.root), {"games": "9", "duplicates": "1", "openings": "100.0 %", "stones": "53.3", "drawn %": "10.0"})

    def test_what_cannot_be_is_refused(self):
        self.assertEqual(self.relearn("none", "--ship", 3).returncode, 2)
        failed = self.relearn("none", "--patterns", "nonsense")
        self.assertEqual(failed.returncode, 1)
        self.assertIn("stage learn-0 has failed", failed.stderr)
        self.records.unlink()
        self.assertEqual(self.relearn("none").returncode, 2)


if __name__ == "__main__":
    unittest.main()

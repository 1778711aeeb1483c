#!/usr/bin/env python3
"""Tests `tools/relearn cnn-*` with a few hands, and `tools/bench cnn-matches` with the results.

    relearn_poker_cnn_test.py SOURCE_FOLDER PATH_OF_TRIVIUM_LEARN
"""
import pathlib
import shutil
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
from stand_ins import SHORTENER, Relearning

SOURCE, LEARN = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(2))
SHORT = '''
for option in ("--count", "--train-hands", "--test-hands"):
    if option in words:
        words[words.index(option) + 1] = str(int(words[words.index(option) + 1]) // 5000)
if "--steps" in words:
    words[words.index("--steps") + 1] = "1"
'''


class Networks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        self.tree = Relearning(self.root, SOURCE, SHORTENER.replace("{shorten}", SHORT), LEARN)

    def learned(self, game):
        folder = self.root / game
        done = self.tree.run("relearn", f"cnn-{game}", folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        weights = folder / "network.safetensors"
        self.assertEqual(done.stdout.splitlines()[-1], str(weights))
        before = weights.read_bytes()
        (folder / "stages.json").unlink()
        shutil.rmtree(folder / "run")
        done = self.tree.run("relearn", f"cnn-{game}", folder)
        self.assertEqual((done.returncode, weights.read_bytes()), (0, before), done.stderr)
        return weights

    def test_a_network_of_no_limit_is_learned_and_again_to_the_same_bytes(self):
        self.learned("nolimit")

    def test_a_network_of_limit_is_learned_and_measured_in_matches_with_the_same_cards(self):
        folder = self.root / "matches"
        words = ["bench", "cnn-matches", "limit", folder, "--network", self.learned("limit"),
                 "--opponents", "random", "call", "--deals", 20, "--rounds", 2]

        def bench(*more):
            return self.tree.run(*words, "--also", "twin=call", *more,
                                 TRIVIUM=str(LEARN.with_name("trivium")))

        done = bench()
        lows = {line.split()[0]: float(line.split("all-in")[1].split("(")[1].split()[0])
                for line in done.stdout.splitlines() if "80 hands   raw" in line}
        self.assertEqual(sorted(lows), ["call", "random", "twin"], done.stderr)
        wins = lows["random"] > 0 and lows["call"] > 0
        self.assertEqual(done.returncode, 0 if wins else 1)
        call, twin = ([line for line in (folder / f"{name}.log").read_text().splitlines()
                       if line.startswith("STATE")] for name in ("call", "twin"))
        self.assertEqual([line.replace("call", "twin") for line in call], twin)
        self.assertTrue((folder / "curve.svg").exists())
        self.assertEqual(sorted(bench().stdout.splitlines()), sorted(done.stdout.splitlines()))
        for more, status in ((["--name", "call"], 2), (["--also", "call=call"], 2),
                             (["--also", "call"], 2), (["--also", "other=nobody"], 3)):
            self.assertEqual(bench(*more).returncode, status)


if __name__ == "__main__":
    unittest.main()

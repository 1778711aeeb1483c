#!/usr/bin/env python3
"""The verdict of tools/bench poker, with a stand-in for trivium-lab that tells what it is told to.

    bench_poker_test.py SOURCE_FOLDER
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BENCH = pathlib.Path(sys.argv.pop(1)) / "tools/bench.d/poker"
STAND_IN = """#!/usr/bin/env python3
import json, os, sys
words = sys.argv[2:]
known = json.loads(os.environ["FIGURES"])
name = words[words.index("--set") + 1] if words[0] == "lbr" else words[words.index("--against") + 1].split("/")[-1]
mean = known.get(name, known[words[0]])
open(os.environ["ASKED"], "a").write(name + "\\n")
if mean is None:
    sys.exit(1)
figure = {"mean": mean, "low": mean - 5, "high": mean + 5}
print(json.dumps(figure if words[0] == "lbr" else {key: figure for key in ("raw", "all-in", "aivat both known")}))
"""


class BenchPoker(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name in ("strategy", "strategy-250", "blind"):
            (self.folder / f"{name}.safetensors").write_text(name)
        lab = self.folder / "trivium-lab"
        lab.write_text(STAND_IN)
        lab.chmod(0o755)

    def status(self, game, keep=False, **figures):
        told = {"match": 10, "lbr": 100, **{name.replace("_", "/"): value for name, value in figures.items()}}
        if not keep:
            (self.folder / "measured.json").unlink(missing_ok=True)
        self.asked = self.folder / "asked"
        self.asked.write_text("")
        environment = {**os.environ, "TRIVIUM": str(self.folder / "trivium"), "FIGURES": json.dumps(told), "ASKED": str(self.asked)}
        done = subprocess.run([sys.executable, BENCH, game, self.folder], env=environment, capture_output=True, text=True, timeout=60)
        self.lines = done.stdout.splitlines()
        return done.returncode

    def test_all_that_is_asked_for_holds(self):
        self.assertEqual(self.status("nolimit"), 0)
        self.assertEqual(len(self.lines), 9)
        self.assertIn("from Hyperborean 2014: +702 +-73", "".join(self.lines))

    def test_an_interval_that_holds_zero_is_not_enough_whoever_it_is_against(self):
        for name in ("random", "call", "rule", "blind.safetensors", "strategy-250.safetensors"):
            self.assertEqual(self.status("limit", **{name: 4.9}), 1, name)
        self.assertEqual(self.status("limit", match=5.1), 0)

    def test_local_best_response_must_win_clearly_less_than_from_hyperborean(self):
        # 702 +-73 and +-5: the difference is known to 73.2.
        self.assertEqual(self.status("nolimit", fc=628.9), 1)
        self.assertEqual(self.status("nolimit", fc=628.7), 0)
        self.assertEqual(self.status("nolimit", c_c_large=4600), 1)
        self.assertEqual(self.status("limit", fc=900), 0)

    def test_what_was_measured_is_not_measured_again_unless_a_file_has_changed(self):
        self.assertEqual(self.status("nolimit", c_c_large=None), 3)
        self.assertEqual(len(self.asked.read_text().split()), 9)
        self.assertEqual(self.status("nolimit", keep=True), 0)
        self.assertEqual(self.asked.read_text().split(), ["c/c/large"])
        self.assertEqual(len(self.lines), 9)
        (self.folder / "blind.safetensors").write_text("another")
        self.assertEqual(self.status("nolimit", keep=True), 0)
        self.assertEqual(self.asked.read_text().split(), ["blind.safetensors"])

    def test_what_cannot_be_measured_and_what_is_not_there(self):
        self.assertEqual(self.status("limit", call=None), 3)
        (self.folder / "strategy-500.safetensors").touch()
        self.assertEqual(self.status("limit"), 2)
        (self.folder / "blind.safetensors").unlink()
        self.assertEqual(self.status("limit"), 2)


if __name__ == "__main__":
    unittest.main()

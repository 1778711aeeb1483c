#!/usr/bin/env python3
"""tools/tune: an interrupted run ends as one that was not, another run's folder is refused, and numbers are checked.

    tune_test.py SOURCE_DIR BIN_DIR
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(sys.argv.pop()).resolve()
SOURCE = pathlib.Path(sys.argv.pop()).resolve()


def tune(folder, *words):
    return subprocess.run([SOURCE / "tools" / "tune", "--folder", folder, "--pairs", "2", "--nodes", "20", "--iterations", "3", *words],
                          env={**os.environ, "TRIVIUM": str(BIN / "trivium")}, capture_output=True, text=True, timeout=120)


class Tune(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="trivium-tune-"))
        self.addCleanup(subprocess.run, ["rm", "-r", self.folder])

    def test_an_interrupted_run_goes_on_to_the_same_values(self):
        numbers = ["reduction_cut:900", "futility_margin"]
        whole = tune(self.folder, *numbers)
        self.assertEqual(whole.returncode, 0, whole.stderr)
        self.assertRegex(whole.stdout, r"^reduction_cut=\d+,futility_margin=\d+\n$")
        self.assertIn("3 of 3", whole.stderr)
        file = self.folder / "tune.json"
        state = json.loads(file.read_text())
        self.assertEqual(len(state["values"]), 3)
        file.write_text(json.dumps({**state, "values": state["values"][:1]}))
        again = tune(self.folder, *numbers)
        self.assertEqual(again.stdout, whole.stdout)
        self.assertEqual(json.loads(file.read_text()), state)
        other = tune(self.folder, "reduction_cut:800")
        self.assertEqual(other.returncode, 1)
        self.assertIn("of another run: its numbers", other.stderr)

    def test_numbers_are_checked(self):
        for words, message in ((["nonsense"], "no number 'nonsense'"), (["reduction_cut:x"], "the step must be a number"),
                               (["--pairs", "0"], "at least 1")):
            with self.subTest(words=words):
                refused = tune(self.folder, *words)
                self.assertEqual(refused.returncode, 2)
                self.assertIn(message, refused.stderr)


if __name__ == "__main__":
    unittest.main()

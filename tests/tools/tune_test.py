#!/usr/bin/env python3
"""tools/tune: which numbers it changes, resumed runs equal complete ones, errors.

    tune_test.py SOURCE_DIR BIN_DIR
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(sys.argv.pop()).resolve()
SOURCE = pathlib.Path(sys.argv.pop()).resolve()


# They start below 8 and are no depths: a step of one is large for them.
SMALL = {"null_move_reduction", "null_move_depth_divisor", "null_move_most_surplus",
         "probcut_reduction", "singular_table_slack", "double_extension_most", "multicut",
         "negative_extension", "reduction_move", "quiescence_evasions", "continuation_history",
         "capture_history", "refutations"}


def tune(folder, *words, **variables):
    return subprocess.run([SOURCE / "tools" / "tune", "--folder", folder, "--pairs", "2",
                           "--nodes", "20", "--steps", "3", *words],
                          env={**os.environ, "TRIVIUM": str(BIN / "trivium"), **variables},
                          capture_output=True, text=True, timeout=120)


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

    def test_numbers_of_connect6_are_moved_too(self):
        whole = tune(self.folder, "--game", "connect6", "--steps", "1", "--pairs", "1",
                     "leaf_nodes", "slack:8")
        self.assertEqual(whole.returncode, 0, whole.stderr)
        self.assertRegex(whole.stdout, r"^leaf_nodes=\d+,slack=\d+\n$")
        self.assertIn("there are step, ",
                      tune(self.folder, "--game", "connect6", "null_move_depth").stderr)

    def test_without_names_depths_and_small_numbers_stay_as_they_are(self):
        whole = tune(self.folder, "--steps", "1", "--pairs", "1")
        self.assertEqual(whole.returncode, 0, whole.stderr)
        moved = set(json.loads((self.folder / "tune.json").read_text())["run"]["numbers"])
        refused = tune(self.folder, "nonsense").stderr
        known = set(re.search(r"there are (.*)", refused)[1].split(", "))
        self.assertEqual({name for name in known - moved if not name.endswith("_depth")}, SMALL)
        self.assertEqual({name for name in moved if name.endswith("_depth")}, set())
        self.assertIn("move_count_base", moved)

    def test_another_book_or_other_weights_are_another_run(self):
        books = [self.folder / name / "book.epd" for name in ("one", "other")]
        for book, rank in zip(books, "45"):
            book.parent.mkdir()
            book.write_text(f"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - hmvc 0; fmvn {rank};\n")
        words = ["futility_margin", "--steps", "1", "--pairs", "1", "--openings"]
        self.assertEqual(tune(self.folder, *words, books[0]).returncode, 0)
        self.assertIn("of another run: its openings", tune(self.folder, *words, books[1]).stderr)
        chess = self.folder / "models" / "chess"
        chess.mkdir(parents=True)
        (chess / "default.json").write_text('{"weights": "other.safetensors"}')
        (chess / "other.safetensors").write_text("not read before the run is found to be another")
        refused = tune(self.folder, *words, books[0], TRIVIUM_MODELS=str(chess.parent))
        self.assertEqual(refused.returncode, 1)
        self.assertIn("of another run: its weights", refused.stderr)

    def test_numbers_are_checked(self):
        for words, message in ((["nonsense"], "no number 'nonsense'"),
                               (["time_drop"], "no clock runs"),
                               (["reduction_cut:x"], "the step must be a number"),
                               (["--pairs", "0"], "0 is less than 1"),
                               (["--openings", "/no/book.epd"], "no such file")):
            with self.subTest(words=words):
                refused = tune(self.folder, *words)
                self.assertEqual(refused.returncode, 2)
                self.assertIn(message, refused.stderr)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""Command lines of trivium-lab bandits.  lab_bandits_test.py BIN_DIR [--long]"""
import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.dom.minidom

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import script_sizes  # noqa: E402

BIN = pathlib.Path(sys.argv.pop(1))
TREE = ('{"tree": {"max": [{"min": [[0.1, 0.2, 0.7], [0.2, 0.2, 0.6]]}, '
        '{"min": [[0.8, 0.1, 0.1], [0.1, 0.1, 0.8]]}]}}')


def bandits(*words):
    return subprocess.run([BIN / "trivium-lab", "bandits", *map(str, words)], capture_output=True,
                          text=True, timeout=120)


class Bandits(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def printed(self, *words):
        done = bandits(*words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def refused(self, fault, *words):
        done = bandits(*words)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertIn(fault, done.stderr)

    def instance(self, text):
        file = self.folder / "instance.json"
        file.write_text(text)
        return file

    def test_figures_and_files_are_the_same_for_any_number_of_threads(self):
        for words in (["--space", 1, "--replies", "3,2,4",
                       "--methods", "uniform,tbba_tree:all,ttba", "--steps", "200,50,200"],
                      ["--space", 2, "--arms", 40, "--same", "--confidence", 0.9,
                       "--decision-rule", "grid:0.05", "--steps", 300]):
            texts = [self.printed(*words, "--count", 12, "--threads", threads,
                                  "--report", self.folder / str(threads)) for threads in (1, 2)]
            self.assertEqual(texts[0], texts[1])
            for file in (self.folder / "1").iterdir():
                self.assertEqual(file.read_bytes(), (self.folder / "2" / file.name).read_bytes(),
                                 file.name)
            self.assertNotEqual(texts[0], self.printed(*words, "--count", 12, "--seed", 2))

    def test_a_tree_from_json_is_solved_and_the_report_is_well_formed(self):
        out = self.folder / "out"
        self.printed("--instances", self.instance(TREE), "--methods", "ttba,dissent",
                     "--steps", "100,1000", "--count", 30, "--report", out)
        result = json.loads((out / "result.json").read_text())
        self.assertEqual([one["method"] for one in result["methods"]], ["ttba", "dissent"])
        for one in result["methods"]:
            last = one["checkpoints"][-1]
            self.assertEqual(last["rounds"], 1000)
            self.assertGreater(last["accuracy"]["low"], 0.8)
            self.assertEqual(sum(one["pulls_by_leaf"]), 30 * 1000)
        with open(out / "result.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["rounds"] for row in rows], ["100", "1000"] * 2)
        for name in ("report.html", "accuracy.svg", "regret.svg"):
            xml.dom.minidom.parse(str(out / name))

    def test_json_is_the_output_and_before_a_file_still_the_input(self):
        words = ["--methods", "ttba", "--steps", 20, "--count", 2]
        done = bandits("--json", self.instance(TREE), *words, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("'--json' is now '--instances'", done.stderr)
        new = bandits("--instances", self.instance(TREE), *words, "--json")
        self.assertEqual(json.loads(done.stdout), json.loads(new.stdout))

    def test_the_name_of_an_instance_need_not_be_utf_8(self):
        file = self.instance(TREE).rename(self.folder / os.fsdecode(b"Ren\xe9.json"))
        result = json.loads(self.printed("--instances", file, "--methods", "ttba", "--steps", 20,
                                         "--count", 2, "--json"))
        self.assertEqual(result["instances"], "Ren\N{REPLACEMENT CHARACTER}.json")

    def test_bad_json_is_reported_with_file_and_place(self):
        file = self.instance('{"tree": {"max": [[1, 0, 0], {"min": [[0.1, 0.2, 0.6]]}]}}')
        self.refused(f"--instances: {file}: tree.max[1].min[0]: loss, draw and win add up to 0.9",
                     "--instances", file)
        self.assertEqual(bandits("--instances", self.folder / "missing").returncode, 1)

    def test_what_cannot_be_done_is_refused_by_the_flag_s_name(self):
        space = ["--space", 1, "--arms", 4]
        self.refused("nothing to play")
        self.refused("--arms: space 1 has 36 different arms", "--space", 1, "--arms", 37)
        self.refused("--space: needs either --arms or --replies", "--space", 1)
        self.refused("--decision-rule", *space, "--decision-rule", "grid")
        self.refused("--truth", *space, "--truth", "best")
        self.refused("--methods", *space, "--methods", "best")
        self.refused("--methods: ttba is named twice", *space, "--methods", "ttba,ttba")
        self.refused("--methods: method: tbba_tree needs a tree", *space, "--methods", "tbba_tree")
        self.refused("--steps", *space, "--steps", 0)
        self.refused("--count", *space, "--count", -1)
        self.refused("--confidence", *space, "--confidence", "nan")
        self.refused("--paper", "--paper", *space)
        self.refused("--quick", *space, "--quick")

    def test_nothing_is_written_over_what_is_read(self):
        (self.folder / "result.json").write_text(TREE)
        done = bandits("--instances", self.folder / "result.json", "--report", self.folder,
                       "--count", 2, "--steps", 10)
        self.assertEqual(done.returncode, 1)
        self.assertEqual((self.folder / "result.json").read_text(), TREE)

    def test_likely_turns_of_a_position_are_arms_and_may_have_answers(self):
        record = self.folder / "game.txt"
        record.write_text("1. B[j10] 2. W[i9k9] 3. B[l9k8]")
        words = ["--connect6", record, "--likely-turns", 3, "--decision-rule", "expectation",
                 "--truth-pulls", 60, "--steps", 40, "--count", 2]
        text = self.printed(*words)
        self.assertIn("Connect-6, 5 stones, White to move; 3 arms", text)
        self.assertEqual(text, self.printed(*words, "--threads", 2))
        self.assertIn('{"progress":{"phase":1,"phases":2,"what":"playouts","done":180,"total":180',
                      bandits(*words, "--json").stderr)
        self.assertIn("6 arms",
                      self.printed(*words, "--answers", 2, "--methods", "tbba_tree,dissent"))
        self.refused("--connect6", "--connect6", record, "--stones", 9)

    @script_sizes.long_test
    def test_all_methods_on_six_shapes(self):
        text = self.printed("--tree-shapes", "--count", 2, "--threads", 2)
        for word in ("(18,3,9)", "tbba_tree, best split", "ugape", "of 168 comparisons"):
            self.assertIn(word, text)


if __name__ == "__main__":
    script_sizes.main()

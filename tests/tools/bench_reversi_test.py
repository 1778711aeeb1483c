#!/usr/bin/env python3
"""`tools/bench reversi` compares scores of endgames with those of a file.

bench_reversi_test.py SOURCE_DIR BIN_DIR
Checks scores, moves, nodes and exit statuses; times are only for human readers.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(sys.argv.pop()).resolve()
SCRIPT = pathlib.Path(sys.argv.pop()).resolve() / "tools/bench"

FIRST = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"  # FFO 1
RIGHT = FIRST + "; G8:+18; H1:+12; H7:+6; A2:+6;"
ROW = r"(?m)^(\S.*?) +(\d+) +([+-]\d+) +(\w+|-) +([\d,]+)  [\d.]+ s \(.*\)  new(.*)$"


class BenchReversi(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="trivium-bench-")
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "ends.obf"

    def bench(self, *lines, words=("--runs", 1)):
        """Solves the positions of a file with these lines."""
        self.file.write_text("".join(line + "\n" for line in lines))
        return self.call("--data", self.file, *words)

    def call(self, *words):
        return subprocess.run([SCRIPT, "reversi", "--quiet", *map(str, words)],
                              env=os.environ | {"TRIVIUM": str(BIN / "trivium")},
                              capture_output=True, text=True, check=False)

    def test_rows_have_name_empty_squares_score_move_and_the_nodes_of_the_solver(self):
        done = self.bench("# two boards", RIGHT, "-----OX--XO----- X; % small")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = re.findall(ROW, done.stdout)
        self.assertEqual([row[:3] for row in rows],
                         [("ends:2", "14", "+18"), ("small", "12", "-10")], done.stdout)
        self.assertEqual(rows[0][3], "g8")
        self.assertIn("1 of 1 right, 1 without a score to compare\n", done.stdout)
        total = sum(int(row[4].replace(",", "")) for row in rows)
        self.assertGreater(total, 0)
        self.assertIn(f"new: {total:,} nodes, ", done.stdout)

    def test_another_score_or_a_worse_move_than_that_of_the_file_is_a_failure(self):
        for line, expected in ((FIRST + "; G8:+16; H1:+12;", "+16"),
                               (FIRST + "; H1:+18; G8:+12;", "+18")):
            done = self.bench(RIGHT, line)
            self.assertEqual(done.returncode, 1, done.stderr)
            marks = [row[5].strip() for row in re.findall(ROW, done.stdout)]
            self.assertEqual(marks, ["", f"WRONG, expected {expected}"])
            self.assertIn("1 of 2 right\n", done.stdout)

    def test_an_old_program_takes_turns_with_the_new_one(self):
        old = ["--old", BIN / "trivium", "--runs", 2]
        done = self.bench(RIGHT, words=old)
        self.assertEqual(done.returncode, 0, done.stderr)
        totals = re.findall(r"(?m)^(new|old): ([\d,]+) nodes", done.stdout)
        self.assertEqual([side for side, _ in totals], ["new", "old"])
        self.assertEqual(len({nodes for _, nodes in totals}), 1)
        self.assertRegex(done.stdout, r"(?m)^new over old: [\d.]+ \(single runs .*\)$")
        searched = self.call(*old).stdout
        found = re.findall(r"(?m)^(new|old): (signature \w+, [\d,]+ nodes), .* nodes/s", searched)
        self.assertEqual([side for side, _ in found], ["new", "old"], searched)
        self.assertEqual(found[0][1], found[1][1])

    def test_a_line_without_a_position_is_bad_usage_that_names_it(self):
        for line in ("nonsense", FIRST[:64], FIRST + "; G8 18"):
            done = self.bench(RIGHT, line)
            self.assertEqual(done.returncode, 2)
            self.assertIn("ends.obf: line 2: no position", done.stderr)
        self.assertEqual(self.bench("# nothing").returncode, 2)
        self.assertEqual(self.call("--data", "/none.obf").returncode, 2)
        self.assertEqual(self.call("--old", "/none").returncode, 2)

    def test_a_position_that_the_solver_rejects_is_a_failure(self):
        done = self.bench(FIRST + "; A1:+18;")
        self.assertEqual(done.returncode, 1)
        self.assertIn("not a legal move", done.stderr)


if __name__ == "__main__":
    unittest.main()

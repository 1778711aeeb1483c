#!/usr/bin/env python3
"""`tools/bench server` finds a server that answers correctly.

bench_server_test.py SOURCE_DIR BIN_DIR
Checks counts, states and exit statuses; times are only for human readers.
"""
import json
import os
import pathlib
import subprocess
import sys
import unittest

BIN = pathlib.Path(sys.argv.pop()).resolve()
SCRIPT = pathlib.Path(sys.argv.pop()).resolve() / "tools/bench"


def bench(*arguments, program=BIN / "trivium"):
    return subprocess.run([SCRIPT, "server", *arguments],
                          env=os.environ | {"TRIVIUM": str(program)}, capture_output=True,
                          text=True, check=False)


class BenchServer(unittest.TestCase):
    def test_names_select_what_is_measured_and_unknown_ones_are_bad_usage(self):
        done = bench("--quick", "--json", "eval", "idle", "--clients", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [(row["name"], row["clients"]) for row in json.loads(done.stdout)["rows"]]
        self.assertEqual(rows, [("idle", 0), ("eval", 2)])
        self.assertEqual(bench("nonsense").returncode, 2)

    def test_a_server_that_does_not_start_is_a_failure(self):
        done = bench("--json", "idle", program="/bin/false")
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)

    def test_every_load_and_attack_is_survived(self):
        names = bench("--list").stdout.split()
        done = bench("--quick", "--json", "--give-up", "30", "--end-limit", "15")
        rows = json.loads(done.stdout)["rows"]
        self.assertEqual(sorted({row["name"] for row in rows}), sorted(names))
        for row in rows:
            with self.subTest(f"{row['name']}, {row['clients']} clients"):
                self.assertEqual(row["faults"], [])
                self.assertTrue(all(row["times"].values()))


if __name__ == "__main__":
    unittest.main()

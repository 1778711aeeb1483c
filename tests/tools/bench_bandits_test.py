#!/usr/bin/env python3
"""What tools/bench bandits makes of the times it is told, with a stand-in for trivium.

    bench_bandits_test.py SOURCE_FOLDER
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BENCH = pathlib.Path(sys.argv.pop(1)) / "tools/bench.d/bandits"
TRIVIUM = """#!/bin/sh
[ "$*" = "doctor --json" ] && { echo '{"kernels": ["v3", "base"]}'; exit 0; }
[ "$*" = "bench bandits --rule grid:0.1" ] || exit 9
case "$TRIVIUM_KERNEL" in v3) ttba=400.5 ;; base) ttba=500.5 ;; *) exit 9 ;; esac
echo "gamma 3 ours: 5.00 ns, mean 3.001"
echo "gamma 3 std: 25.00 ns, mean 2.999"
echo "round flat30 ttba: $ttba ns"
echo "signature: ${SIGNATURE:-$TRIVIUM_KERNEL}"
"""


class BenchBandits(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.trivium = pathlib.Path(folder.name) / "trivium"
        self.trivium.write_text(TRIVIUM)
        self.trivium.chmod(0o755)

    def bench(self, *words, **environment):
        done = subprocess.run([sys.executable, BENCH, *map(str, words)], capture_output=True, text=True, timeout=120,
                              env=os.environ | {"TRIVIUM": str(self.trivium)} | environment)
        self.said = done.stderr
        self.lines = done.stdout.splitlines()
        return done.returncode

    def test_each_kernel_takes_its_turns(self):
        self.assertEqual(self.bench("--turns", 3, "--rule", "grid:0.1", SIGNATURE="1"), 0, self.said)
        self.assertEqual([line.split()[-6:] for line in self.lines if line.startswith("round")],
                         [["v3", "400.5", "ns", "(400.5-400.5,", "3", "turns)"], ["base", "500.5", "ns", "(500.5-500.5,", "3", "turns)"]])
        self.assertEqual(len([line for line in self.lines if line.startswith("gamma 3 ours")]), 2)
        self.assertIn("signature: 1", self.lines)

    def test_the_faster_kernel_decides(self):
        self.assertEqual(self.bench("--turns", 1, "--rule", "grid:0.1", "--most", 401, SIGNATURE="1"), 0, self.said)
        self.assertEqual(self.bench("--turns", 1, "--rule", "grid:0.1", "--most", 400, SIGNATURE="1"), 1, self.said)

    def test_kernels_that_pull_differently_are_a_fault(self):
        self.assertEqual(self.bench("--turns", 1, "--rule", "grid:0.1"), 1)
        self.assertIn("THE KERNELS PULL DIFFERENTLY", self.lines)

    def test_what_cannot_be_measured_is_said(self):
        self.assertEqual(self.bench("--turns", 0), 2)
        self.assertEqual(self.bench("--turns", 1, "--rule", "other"), 3)
        self.assertIn("exit status 9", self.said)


if __name__ == "__main__":
    unittest.main()

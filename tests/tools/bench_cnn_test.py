#!/usr/bin/env python3
"""What tools/bench cnn makes of the times it is told, with a stand-in for trivium.

    bench_cnn_test.py SOURCE_FOLDER
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BENCH = pathlib.Path(sys.argv.pop(1)) / "tools/bench.d/cnn"
TRIVIUM = """#!/bin/sh
[ "$*" = "bench poker" ] || exit 9
case "$TRIVIUM_KERNEL" in v3) network=15.5 ;; base) network=31.0 ;; *) exit 9 ;; esac
echo "microseconds to encode a position: 1.70"
echo "microseconds of a network for it: $network"
echo "microseconds of its memory for the betting: 8.00"
"""


class BenchCnn(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.trivium = pathlib.Path(folder.name) / "trivium"
        self.trivium.write_text(TRIVIUM)
        self.trivium.chmod(0o755)

    def bench(self, *words):
        done = subprocess.run([sys.executable, BENCH, *map(str, words)], capture_output=True, text=True, timeout=120,
                              env=os.environ | {"TRIVIUM": str(self.trivium)})
        self.said = done.stderr
        self.lines = done.stdout.splitlines()
        return done.returncode

    def test_each_kernel_takes_its_turns(self):
        self.assertEqual(self.bench("--turns", 3), 0, self.said)
        self.assertEqual([line.split() for line in self.lines if line.startswith("network")],
                         [["network", "v3", "15.50", "us", "(15.50-15.50,", "3", "turns)"],
                          ["network", "base", "31.00", "us", "(31.00-31.00,", "3", "turns)"]])
        self.assertEqual(len(self.lines), 6)

    def test_the_slower_kernel_decides(self):
        self.assertEqual(self.bench("--turns", 1, "--most", 31), 0, self.said)
        self.assertEqual(self.bench("--turns", 1, "--most", 30.9), 1, self.said)

    def test_what_cannot_be_measured_is_said(self):
        self.assertEqual(self.bench("--turns", 0), 2)
        self.trivium.write_text("#!/bin/sh\necho no kernel >&2\nexit 4\n")
        self.assertEqual(self.bench(), 3)
        self.assertIn("exit status 4\nno kernel", self.said)


if __name__ == "__main__":
    unittest.main()

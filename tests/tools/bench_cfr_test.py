#!/usr/bin/env python3
"""What tools/bench cfr makes of the speeds it is told, with stand-ins for trivium-learn and open-pure-cfr.

    bench_cfr_test.py SOURCE_FOLDER
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BENCH = pathlib.Path(sys.argv.pop(1)) / "tools/bench.d/cfr"
LEARN = """#!/bin/sh
case "$*" in *"--threads 2"*) speed=200000 ;; *) speed=100000 ;; esac
echo "{\\"iterations_per_second\\": $speed}"
"""
# Its status lines go to stderr; the last one counts.
PEER = """#!/bin/sh
echo '1s: 10 iterations complete; 1.0e+04 i/s overall' >&2
echo '2s: 99 iterations complete; 5e+04 i/s overall' >&2
"""
MAKEFILE = "pure_cfr:\n\tcp stand_in pure_cfr\n\tchmod +x pure_cfr\n"


class BenchCfr(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        learn = self.folder / "trivium-learn"
        learn.write_text(LEARN)
        learn.chmod(0o755)
        self.checkout = self.folder / "peer"
        self.checkout.mkdir()
        for name, text in (("Makefile", MAKEFILE), ("stand_in", PEER), ("pure_cfr_machine.cpp", "")):
            (self.checkout / name).write_text(text)

    def bench(self, *words):
        done = subprocess.run([sys.executable, BENCH, "--turns", "2", "--seconds", "1", *map(str, words)], capture_output=True, text=True,
                              timeout=120, env=os.environ | {"TRIVIUM": str(self.folder / "trivium")})
        self.said = done.stderr
        self.lines = done.stdout.splitlines()
        return done.returncode

    def test_every_way_takes_its_turns(self):
        self.assertEqual(self.bench(), 0, self.said)
        self.assertEqual(len(self.lines), 12)
        self.assertIn("limit pure, batches, threads: 1", self.lines[0])
        self.assertIn("100,000 it/s (100,000-100,000, 2 turns)", self.lines[0])

    def test_the_peer_is_compared_thread_by_thread_and_may_be_required(self):
        self.assertEqual(self.bench("--open-pure-cfr", self.checkout, "--require", 2), 0, self.said)
        self.assertEqual([line.rsplit(" ", 1)[1] for line in self.lines if "over open-pure-cfr" in line], ["2.00", "4.00"])
        self.assertEqual(self.bench("--open-pure-cfr", self.checkout, "--require", 2.01), 1)

    def test_what_cannot_be_measured_is_said(self):
        (self.checkout / "stand_in").write_text("#!/bin/sh\necho done >&2\n")
        self.assertEqual(self.bench("--open-pure-cfr", self.checkout), 1)
        self.assertIn("no speed in what it says", self.said)
        self.assertEqual(self.bench("--open-pure-cfr", self.folder), 1)
        self.assertIn("not a checkout", self.said)
        for words in (["--turns", 0], ["--require", 1], ["--cards", "x", "--open-pure-cfr", self.checkout]):
            self.assertEqual(self.bench(*words), 2, words)


if __name__ == "__main__":
    unittest.main()

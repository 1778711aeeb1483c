#!/usr/bin/env python3
"""Memory of a tournament does not grow with the number of its games, during play and when resumed.

    memory_test.py TRIVIUM_MATCH
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

MATCH = pathlib.Path(sys.argv.pop(1)).resolve()
FEW, MANY = 4000, 24000  # in games; after FEW games SQLite's page cache is full
MOST_KEPT = 64  # in bytes per further game, tolerance for the allocator


class Memory(unittest.TestCase):
    def setUp(self):
        # Every game is synced to the disk, which is cheap on a file system in memory.
        shared = "/dev/shm"
        folder = tempfile.TemporaryDirectory(dir=shared if os.access(shared, os.W_OK) else None)
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def peaks(self, *games):
        """Returns the peak memory in bytes of a run at each number of finished games."""
        engines = [word for name in "AB"
                   for word in ("-engine", f"name={name}", "proto=internal", "option.policy=call")]
        command = [MATCH, "run", "-name", "long", "-journal", self.folder / "long.db",
                   "-game", "kuhn", "-hands", 1, "-rounds", 10 * MANY, *engines,
                   "-ratinginterval", 0, "-json"]
        with subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE,
                              text=True) as run:
            finished, peaks = 0, []
            for line in run.stdout:
                finished += '"event":"game_finished"' in line
                if len(peaks) < len(games) and finished == games[len(peaks)]:
                    status = pathlib.Path(f"/proc/{run.pid}/status").read_text()
                    peak = re.search(r"^VmHWM:\s+(\d+) kB$", status, re.MULTILINE)
                    peaks.append(1024 * int(peak[1]))
                    if len(peaks) == len(games):
                        run.kill()
        self.assertEqual(len(peaks), len(games), "the run ended before")
        return peaks

    def test_memory_does_not_grow_with_the_games(self):
        after_few, after_many = self.peaks(FEW, MANY)
        bound = after_few + MOST_KEPT * (MANY - FEW)
        self.assertLessEqual(after_many, bound)
        resumed, = self.peaks(1)
        self.assertLessEqual(resumed, bound)


if __name__ == "__main__":
    unittest.main()

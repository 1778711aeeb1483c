#!/usr/bin/env python3
"""A tournament takes no more memory the more games it has had, while it is played and when it is gone on with.

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
FEW, MANY = 4000, 24000  # games; after the few SQLite's cache of pages is full
MOST_KEPT = 64  # bytes that one more game may leave behind, whatever the allocator does with its own


class Memory(unittest.TestCase):
    def setUp(self):
        # Every game is synced to the disk, which costs nothing where there is none.
        shared = "/dev/shm"
        folder = tempfile.TemporaryDirectory(dir=shared if os.access(shared, os.W_OK) else None)
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def peaks(self, *games):
        """The most memory that a run had taken, in bytes, each time when it had finished so many games more; then it is killed."""
        engines = [word for name in "AB" for word in ("-engine", f"name={name}", "proto=internal", "option.policy=call")]
        command = [MATCH, "run", "-name", "long", "-journal", self.folder / "long.db", "-game", "kuhn", "-hands", 1, "-rounds", 10 * MANY,
                   *engines, "-ratinginterval", 0, "-json"]
        with subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, text=True) as run:
            finished, peaks = 0, []
            for line in run.stdout:
                finished += '"event":"game_finished"' in line
                if len(peaks) < len(games) and finished == games[len(peaks)]:
                    status = pathlib.Path(f"/proc/{run.pid}/status").read_text()
                    peaks.append(1024 * int(re.search(r"^VmHWM:\s+(\d+) kB$", status, re.MULTILINE)[1]))
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

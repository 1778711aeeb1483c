#!/usr/bin/env python3
"""Progress of the long commands of trivium, on standard error.  progress_test.py BIN_DIR"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import unittest

BIN = pathlib.Path(sys.argv.pop(1))
DEADLINE = 60  # seconds, for the first line
RECORD = ("1. B[j10] 2. W[i9k9] 3. B[l9k8] 4. W[m10j8] 5. B[h10i7] 6. W[m11l10] 7. B[m12n12] "
          "8. W[l11k12]\n")
GAME = "1. e4 e5 1-0\n\n"
STATE = "STATE:0:f:QcKc|4d2h:50|-50:Ann|Bob\n"


def start(*words):
    return subprocess.Popen([BIN / "trivium", *words], stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


class Progress(unittest.TestCase):
    def events(self, text):
        """Returns the progress in the JSON lines of a text."""
        lines = [line for line in text.splitlines() if line.startswith("{")]
        return [json.loads(line)["progress"] for line in lines]

    def test_a_solver_reports_positions_of_at_most_its_limit(self):
        with start("solve", "connect6", "--record", "-", "--json", "--turns", "100",
                   "--nodes", "1000000000000", "--seconds", "6") as child:
            out, errors = child.communicate(RECORD, DEADLINE)
        events = self.events(errors)
        self.assertTrue(events, errors)
        for event in events:
            self.assertEqual((event["phase"], event["phases"], event["what"], event["at_most"]),
                             (1, 2, "positions", True))
            self.assertTrue(0 < event["done"] <= event["total"])
            self.assertGreater(event["per_second"], 0)
        self.assertGreaterEqual(json.loads(out)["nodes"], events[-1]["done"])

    def test_a_bench_prints_its_figures_as_json(self):
        with start("bench", "connect6", "--json") as child:
            out, errors = child.communicate(timeout=DEADLINE)
        with start("bench", "connect6", "--quiet") as child:
            text = child.communicate(timeout=DEADLINE)[0]
        figures = json.loads(out)
        self.assertEqual(list(figures), ["game", "signature", "nodes", "nodes per second"])
        self.assertTrue(text.startswith(f"connect6\nsignature: {figures['signature']}\n"
                                        f"nodes: {figures['nodes']}\nnodes per second: "), text)
        for event in self.events(errors):
            self.assertTrue(0 < event["done"] <= event["total"])

    def first_event(self, child, record):
        """Returns the first JSON line on stderr while `child` is given `record` without an end."""
        def feed():
            with child.stdin:
                while not seen.is_set():
                    child.stdin.write(record)

        seen = threading.Event()
        feeder = threading.Thread(target=feed)
        watchdog = threading.Timer(DEADLINE, child.kill)
        watchdog.start()
        feeder.start()
        line = child.stderr.readline()
        seen.set()
        feeder.join()
        out, errors = child.stdout.read(), child.stderr.read()
        watchdog.cancel()
        return self.events(line)[0], out, errors

    def test_a_check_of_a_pipe_reports_bytes_without_a_total(self):
        with start("check", "poker", "-", "--json") as child:
            event, out, _ = self.first_event(child, STATE)
        self.assertEqual((event["what"], "total" in event), ("bytes", False))
        self.assertGreater(event["done"], 0)
        self.assertGreaterEqual(json.loads(out)["records"] * len(STATE), event["done"])

    def test_a_book_that_is_made_reports_bytes(self):
        with tempfile.TemporaryDirectory() as folder:
            pipe = pathlib.Path(folder) / "games.pgn"
            os.mkfifo(pipe)
            with start("book", "make", "--data", pipe, "--out", f"{folder}/book.bin",
                       "--json") as child, child.stdin, open(pipe, "w") as child.stdin:
                event, out, _ = self.first_event(child, GAME)
        self.assertEqual((event["what"], event["result"]), ("bytes", f"{folder}/book.bin"))
        self.assertGreaterEqual(json.loads(out)["games"] * len(GAME), event["done"])


if __name__ == "__main__":
    unittest.main()

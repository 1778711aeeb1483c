#!/usr/bin/env python3
"""The measurements of the pattern learner: the paper's figures and its whole job.  bench_btmm_test.py SOURCE_DIR BIN_DIR"""
import argparse
import csv
import importlib.machinery
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
import xml.etree.ElementTree

SOURCE, BIN = (pathlib.Path(argument).resolve() for argument in (sys.argv.pop(1), sys.argv.pop(1)))
SCRIPTS = SOURCE / "tools" / "bench.d"
GAMES = SOURCE / "tests" / "data" / "connect6_games.csv"
SVG = "{http://www.w3.org/2000/svg}"
sys.dont_write_bytecode = True
sys.path.insert(0, str(SCRIPTS))

import btmm_page  # noqa: E402 (found by the path above)


loader = importlib.machinery.SourceFileLoader("bench_btmm", str(SCRIPTS / "btmm"))
bench = importlib.util.module_from_spec(importlib.util.spec_from_loader("bench_btmm", loader))
loader.exec_module(bench)


def run(name, *words):
    return subprocess.run([sys.executable, SCRIPTS / name, *map(str, words)], capture_output=True, text=True, timeout=120,
                          env={**os.environ, "TRIVIUM": str(BIN / "trivium")})


def learn(*words):
    subprocess.run([BIN / "trivium-learn", *map(str, words)], capture_output=True, check=True, timeout=120)


def curve(patterns, games, held_out):
    rows = [(iteration, -3.0 + iteration / 100, evidence) for iteration, evidence in enumerate(held_out)]
    return btmm_page.Curve(patterns, games, 60 * games, 600, -5.8, rows)


class Page(unittest.TestCase):
    def test_a_run_is_past_its_best_where_held_out_evidence_falls_in_what_is_shown(self):
        self.assertEqual(curve("paper-1", 10, [-5.8, -4.0, -3.9, -3.95]).turn(), 2)
        self.assertIsNone(curve("paper-1", 10, [-5.8, -4.0, -3.9]).turn())
        self.assertIsNone(curve("paper-1", 10, [-5.8, -3.90001, -3.90003]).turn())

    def test_sentences_say_which_set_is_best_from_how_many_games_on(self):
        figure = btmm_page.Figure("own", 1.0, "", [
            curve("paper-1", 10, [-5.8, -4.0]), curve("paper-3", 10, [-5.8, -4.2, -4.3]),
            curve("paper-1", 20, [-5.8, -3.9]), curve("paper-3", 20, [-5.8, -3.7]),
            curve("paper-1", 40, [-5.8, -3.8]), curve("paper-3", 40, [-5.8, -3.5])])
        self.assertEqual(btmm_page.in_words(figure),
                         "Best held out: `paper-1` with 10 games; `paper-3` with 20 games to 40. Past its best before the end: "
                         "`paper-3` with up to 10 games. The best of all: -3.5000, `paper-3` from 40 games.")
        self.assertIn("**-4.0000** (", btmm_page.evidence_table(figure))
        self.assertIn("| 10 | not yet | 1 |", btmm_page.turn_table(figure))


    def test_paper_and_baseline_stand_in_every_picture_and_the_paper_within_every_frame(self):
        for held_out, below in ((-4.0, True), (-6.1, False), (-2.0, True)):
            figure = btmm_page.Figure("own", 1.0, "", [curve("paper-1", games, [-5.8, held_out, held_out]) for games in (10, 20)])
            drawn = xml.etree.ElementTree.fromstring(btmm_page.draw(figure))
            texts = [text.text for text in drawn.iter(SVG + "text")]
            self.assertIn(f"the paper's set 4 on its games: {btmm_page.PAPER}", texts)
            self.assertIn("who picks any cell: -5.80" + (", below the frames" if below else ""), texts)
            frames = [[float(clip[0].get(name)) for name in ("y", "height")] for clip in drawn.iter(SVG + "clipPath")]
            lines = {color: [float(line.get("points").split(",")[-1]) for line in drawn.iter(SVG + "polyline")
                             if line.get("stroke") == color] for color in (btmm_page.PAPERS_COLOR, btmm_page.UNIFORM_COLOR)}
            self.assertEqual(len(frames), 2)
            for (top, height), at in zip(frames, lines[btmm_page.PAPERS_COLOR], strict=True):
                self.assertTrue(top < at < top + height)
            self.assertEqual(len(lines[btmm_page.UNIFORM_COLOR]), 0 if below else 2)


class Speed(unittest.TestCase):
    def test_mm_takes_turns_with_ours(self):
        order = []

        def fake(command):
            program = pathlib.Path(str(command[0])).name
            order.append("mm" if program == "mm" else command[command.index("--threads") + 1] if "--threads" in command else program)
            return "pass 0.5\nsweep 10 -5.5\n", (float(len(order)), 1.0)

        options = argparse.Namespace(mm="/nowhere", mm_games=2, mm_sweeps=1, games=2, stones=10, iterations=2, threads=2, runs=3)
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.object(bench, "run", fake):
            ours, mm = bench.measure("learn", options, pathlib.Path(folder))
        self.assertEqual(order[-15:], [1, 1, 2, 2, "mm"] * 3)
        self.assertEqual(mm.times, [50_000.0] * 3)
        self.assertEqual([len(times) for times in ours.times.values()], [3, 3])

    def test_a_ratio_to_mm_needs_mm(self):
        done = run("btmm", "--require", 20)
        self.assertEqual(done.returncode, 2)
        self.assertIn("it needs --mm", done.stderr)


class Figures(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def weights(self):
        games = self.folder / "games.c6"
        learn("games", "connect6", "--from", GAMES, "--out", games)
        learn("btmm", "--games", games, "--patterns", "paper-1", "--iterations", 1, "--out", self.folder / "weights.safetensors")
        return self.folder / "weights.safetensors"

    def test_the_page_and_what_it_shows_are_written_by_one_command_that_can_be_repeated(self):
        runs = self.folder / "runs"
        words = [runs, "--human", GAMES, "--human-sizes", "4,8", "--held-out", 0.4, "--weights", self.weights(), "--sizes", "3",
                 "--held-out-games", 6, "--games", 15, "--priors", "1", "--threads", 1, "--page", self.folder / "evidence.md"]
        done = run("btmm-curves", *words, "--iterations", 2)
        self.assertEqual(done.returncode, 0, done.stderr)
        pages = ["evidence.md", "evidence.csv", "evidence-own-prior-1.svg", "evidence-human-prior-1.svg"]
        written = {name: (self.folder / name).read_text() for name in pages}
        for name in pages[2:]:
            xml.etree.ElementTree.fromstring(written[name])
            self.assertIn(f"]({name})", written["evidence.md"])
        rows = list(csv.DictReader(written["evidence.csv"].splitlines()))
        self.assertEqual(len(rows), (1 + 2) * 4 * 3)  # sizes, sets, iterations from 0 on
        for row in rows:
            if row["iteration"] == "0":
                self.assertAlmostEqual(float(row["held_out"]), float(row["held_out_uniform"]), places=5)
        self.assertIn("trivium-learn btmm --games games.c6 --patterns paper-1", written["evidence.md"])
        last = next(row for row in rows if (row["whose"], row["set"], row["games"], row["iteration"]) == ("human", "paper-3", "8", "2"))
        self.assertIn(f"{float(last['held_out']):.4f}", written["evidence.md"])

        # Again: nothing is run. With a run's end forgotten: that one alone, from its checkpoint, to the same bytes.
        self.assertEqual(run("btmm-curves", *words, "--iterations", 2).stderr, "")
        (runs / "human-prior-1-8-paper-2" / "done.json").unlink()
        self.assertEqual(len(run("btmm-curves", *words, "--iterations", 2).stderr.splitlines()), 1)
        self.assertEqual(written, {name: (self.folder / name).read_text() for name in pages})

        other = run("btmm-curves", *words, "--iterations", 3)
        self.assertEqual(other.returncode, 1)
        self.assertIn("is of another command", other.stderr)

    def test_the_whole_job_says_minutes_memory_and_microseconds(self):
        words = [self.folder / "job", "--weights", self.weights(), "--games", 40, "--held-out", 0.2, "--iterations", 1]
        done = run("btmm-million", *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"games: 40 played in [\d.]+ minutes")
        self.assertRegex(done.stdout, r"[\d.]+ us a state and group pass of the processor")
        self.assertRegex(done.stdout, r"held out +\d+ games")
        self.assertFalse((self.folder / "job" / "games.run").exists())
        words[0] = self.folder / "again"
        self.assertEqual(run("btmm-million", *words, "--minutes", 0).returncode, 1)
        self.assertEqual(run("btmm-million", self.folder).returncode, 2)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""Every measurement of tools/bench starts, and what `search` leaves out is left out.  bench_test.py SOURCE_DIR BIN_DIR [--long]"""
import importlib.machinery
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import script_sizes  # noqa: E402

SOURCE, BIN = (pathlib.Path(argument).resolve() for argument in (sys.argv.pop(1), sys.argv.pop(1)))
sys.dont_write_bytecode = True

# A middlegame, an endgame of pieces, and a zugzwang: between them every technique has something to do in so few nodes.
POSITIONS = ["r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
             "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1",
             "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1"]
NODES = 40000  # with 20,000 no null move is verified


def load(name):
    loader = importlib.machinery.SourceFileLoader(name, str(SOURCE / "tools" / "bench.d" / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


sys.path.insert(0, str(SOURCE / "tools" / "bench.d"))
search, folds = load("search"), load("btmm-folds")


def signature(parameters):
    """What the engine with these parameters says of the positions, but for the time it took."""
    told = []
    command = [BIN / "trivium", "uci", "--search", parameters]
    with subprocess.Popen(command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as engine:
        for fen in POSITIONS:
            print(f"ucinewgame\nposition fen {fen}\ngo nodes {NODES}", file=engine.stdin, flush=True)
            for line in iter(engine.stdout.readline, ""):
                told += re.findall(r" depth (\d+) .* score (.*) nodes (\d+) .* pv (.*)", line)
                if line.startswith("bestmove"):
                    break
        engine.stdin.close()
    return tuple(told)


class EveryMeasurement(unittest.TestCase):
    def test_help_says_what_is_measured_and_the_list_names_every_script(self):
        scripts = [path for path in sorted((SOURCE / "tools/bench.d").iterdir()) if os.access(path, os.X_OK) and path.is_file()]
        self.assertGreater(len(scripts), 20)
        listed = subprocess.run([SOURCE / "tools/bench"], capture_output=True, text=True, check=True).stdout
        for script in scripts:
            with self.subTest(script.name):
                done = subprocess.run([script, "--help"], capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn("usage", done.stdout.lower())
                self.assertRegex(listed, rf"(?m)^  {script.name} +\S")

    def test_a_measurement_that_does_not_exist_is_bad_usage(self):
        done = subprocess.run([SOURCE / "tools/bench", "nonsense"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)


class Search(unittest.TestCase):
    @script_sizes.long_test
    def test_each_row_is_another_engine_than_the_whole_one_and_than_every_other_row(self):
        rows = {"the whole engine": "", **search.WITHOUT}
        named = {}
        for name, parameters in rows.items():
            named.setdefault(signature(parameters), []).append(name)
        self.assertNotIn((), named)
        self.assertEqual([names for names in named.values() if len(names) > 1], [])


def runs_of(held_out, count=6):
    """Returns runs of one prior and size. Held-out evidence of each set by iteration is a function of the split."""
    return folds.Runs([folds.Run(1.0, patterns, 100, 1, split + 1, 10, 10, [-5.0], held_out(patterns, split), -5.8)
                       for split in range(count) for patterns in folds.SETS], 4)


class VerdictOnPatterns(unittest.TestCase):
    def test_quantiles_of_students_t_are_those_of_the_tables(self):
        for freedom, quantile in ((1, 12.7062), (4, 2.7764), (7, 2.3646), (30, 2.0423)):
            self.assertAlmostEqual(folds.t_quantile(0.975, freedom), quantile, 4)

    def test_an_interval_is_wider_than_that_of_splits_that_share_nothing(self):
        found = folds.interval([1.0, 2.0, 3.0, 4.0], 4)
        self.assertAlmostEqual(found.mean, 2.5)
        self.assertAlmostEqual(found.high - found.mean, 3.18245 * 1.290994 * (1 / 4 + 1 / 3) ** 0.5, 4)

    def test_a_set_is_past_its_best_only_where_splits_agree_and_another_split_says_which_iteration_is_best(self):
        def change(held_out):
            return folds.overfits(runs_of(lambda _, split: held_out(split)).past_best(1.0, 100, "paper-3"))
        self.assertEqual(change(lambda split: [-5.0, -4.0 - 0.01 * split, -4.1 - 0.011 * split]), "yes")
        self.assertEqual(change(lambda split: [-5.0, -4.1, -4.0 - 0.01 * split]), "no")
        self.assertEqual(change(lambda split: [-5.0, -4.0, -4.3 if split % 2 else -3.8]), "open")

    def test_a_set_is_best_where_it_surely_is_ahead_of_all_and_not_where_it_surely_is_behind_one(self):
        def best(worth):
            return folds.is_best(runs_of(lambda patterns, split: [worth[patterns](split)]), 1.0, 100, "paper-4")
        others = {patterns: lambda split: -4.0 - 0.1 * split for patterns in folds.SETS}
        self.assertEqual(best(others | {"paper-4": lambda split: -3.9 - 0.101 * split}), "yes")
        self.assertEqual(best(others | {"paper-4": lambda split: -4.1 - 0.101 * split}), "no")
        self.assertEqual(best(others | {"paper-4": lambda split: -4.0 - 0.1 * split + (0.1 if split % 2 else -0.1)}), "open")


if __name__ == "__main__":
    script_sizes.main()

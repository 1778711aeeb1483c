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


search = load("search")


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


if __name__ == "__main__":
    script_sizes.main()

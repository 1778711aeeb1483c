#!/usr/bin/env python3
"""The measurements of Connect-6 and the maker of their suite.  bench_connect6_test.py SOURCE_DIR BIN_DIR"""
import csv
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE, BIN = (pathlib.Path(argument).resolve() for argument in (sys.argv.pop(1), sys.argv.pop(1)))
SCRIPTS = SOURCE / "tools" / "bench.d"
SUITE = SOURCE / "tests" / "data" / "connect6_wins.csv"
sys.dont_write_bytecode = True


def load(name):
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_").removesuffix(".py"), str(SCRIPTS / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


maker, measure, losses = load("make_connect6_suite.py"), load("connect6-suite"), load("connect6-losses")
times = load("connect6-times")


def run(name, *words):
    return subprocess.run([sys.executable, SCRIPTS / name, *map(str, words)], capture_output=True, text=True, timeout=120,
                          env={**os.environ, "TRIVIUM": str(BIN / "trivium")})


def suite():
    with open(SUITE, newline="") as file:
        return list(csv.DictReader(file))


class Connect6(unittest.TestCase):
    def test_a_position_turned_or_mirrored_is_the_same_and_another_is_not(self):
        moves = ["j10", "k11", "l10", "a1", "b3"]
        turned = ["j10", "i11", "h10", "s1", "r3"]  # left and right exchanged
        self.assertEqual(maker.symmetries(moves), maker.symmetries(turned))
        self.assertEqual(maker.symmetries(moves), maker.symmetries(["j10", "l10", "k11", "b3", "a1"]))
        self.assertNotEqual(maker.symmetries(moves), maker.symmetries(["k11", "j10", "l10", "a1", "b3"]))

    def test_the_suite_holds_no_position_twice_in_any_orientation(self):
        keys = [maker.symmetries(row["moves"].split(",")) for row in suite()]
        self.assertEqual(len(keys), len(set(keys)))

    def test_a_share_has_its_interval(self):
        self.assertEqual(measure.share(90, 100), "90 of 100 (90.0 %, 82.6-94.5)")

    def test_seconds_of_a_turn_are_those_of_its_two_stones_and_not_of_the_opening(self):
        moves = ["K10", "K11", "L12", ["J10", 250000], ["M12", 500000], ["M11", 1000000], ["L11"]]
        found = times.turn_seconds({"engines": ["Ann", "Bob"], "game": {"moves": moves}})
        self.assertEqual(found, {"Ann": [0.75], "Bob": [1.0]})

    def test_a_suite_is_made_the_same_for_any_number_of_jobs(self):
        with tempfile.TemporaryDirectory() as folder:
            games = pathlib.Path(folder) / "games.csv"
            lines = (SOURCE / "tests" / "data" / "connect6_games.csv").read_text().splitlines()
            games.write_text("\n".join(lines[:7]) + "\n")
            made = [run("make_connect6_suite.py", f"few={games}:2", "--nodes", 300, "--jobs", jobs) for jobs in (1, 3)]
        self.assertEqual(made[0].returncode, 0, made[0].stderr)
        self.assertEqual(made[0].stdout, made[1].stdout)
        self.assertEqual(len(made[0].stdout.splitlines()), 3)

    def test_the_suite_is_measured_in_both_ways(self):
        done = run("connect6-suite", "--every", 120, "--seconds", 20, "--require", 100)
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        self.assertIn("double threats: ", done.stdout)
        self.assertIn("single threats too: 4 of 4", done.stdout)
        self.assertEqual(run("connect6-suite", "--suite", "/nowhere").returncode, 2)

    def test_turns_and_cells_of_a_game_are_read_as_they_were_played(self):
        self.assertEqual(losses.turns_of(True, 10), [0, 3, 7])
        self.assertEqual(losses.turns_of(False, 10), [1, 5, 9])
        self.assertEqual([losses.cell(vertex) for vertex in ("A1", "H8", "J10", "T19")], ["a1", "h8", "i10", "s19"])

    def test_each_lost_game_is_looked_at_back_to_the_turn_that_lost_it(self):
        with tempfile.TemporaryDirectory() as folder:
            journal, table = pathlib.Path(folder) / "match.db", pathlib.Path(folder) / "losses.csv"
            players = [word for name, nodes in (("strong", 2000), ("weak", 20))
                       for word in ("-engine", f"name={name}", "proto=internal", f"nodes={nodes}")]
            openings = f"file={SOURCE / 'tools' / 'ladder.d' / 'connect6_openings.csv'}"
            match = [BIN / "trivium-match", "run", "-game", "connect6", *players, "-rounds", "2", "-games", "2", "-concurrency", "1"]
            subprocess.run([*match, "-openings", openings, "-journal", journal], capture_output=True, check=True, timeout=120)
            told = subprocess.run([BIN / "trivium-match", "export", "--format", "json", journal], capture_output=True, text=True, check=True)
            games = [json.loads(line) for line in told.stdout.splitlines()]
            lost = [game["number"] for game in games if game["points"][game["engines"].index("weak")] == 0]
            done = run("connect6-losses", journal, "--player", "weak", "--nodes", 2000, "--turn-nodes", 200, "--csv", table)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(f"{len(lost)} games lost by weak", done.stdout)
            with open(table, newline="") as file:
                rows = list(csv.DictReader(file))
            stranger = run("connect6-losses", journal, "--player", "Zed")
            self.assertEqual((stranger.returncode, stranger.stdout), (2, ""))
            self.assertIn("'Zed' plays in none of its games; who does: strong, weak\n", stranger.stderr)
        self.assertGreater(len(lost), 0)
        self.assertEqual([int(row["game"]) for row in rows], lost)
        for row in rows:
            self.assertEqual(len(row["moves"].split(",")), int(row["stones"]))
        proved = [row for row in rows if row["before"]]
        self.assertGreater(len(proved), 0)
        for row in proved:
            self.assertLess(int(row["before"]), int(row["stones"]))
            self.assertIn(row["instead"], ("same", "again", "holds"))
        self.assertEqual(run("connect6-losses", "/nowhere").returncode, 2)

    def test_tactics_are_measured_with_one_signature(self):
        done = run("connect6", "--turns", 1, "--runs", 1, "--positions", 20)
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        for what in ("in the tables of lines", "with all that a search keeps"):
            self.assertIn(f"thousand stones placed and undone {what} a second: ", done.stdout)
        self.assertIn("signatures agree", done.stdout)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""Tests how tools/bench suites reads test suites and engines, and short runs of its measurements.

    bench_uci_test.py SOURCE_DIR BIN_DIR ODD_ENGINE
"""
import contextlib
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

SOURCE, BIN, ODD_ENGINE = (pathlib.Path(argument).resolve()
                           for argument in (sys.argv.pop(1), sys.argv.pop(1), sys.argv.pop(1)))
PATIENCE = 60  # in seconds, for steps that take a few
sys.dont_write_bytecode = True
sys.path[0:0] = [str(SOURCE / "tools"), str(SOURCE / "tools" / "bench.d")]
import search  # noqa: E402
import suites  # noqa: E402
import threads  # noqa: E402
from workshop import connect6, engines  # noqa: E402
from workshop.progress import Style  # noqa: E402

# Answers by board from ANSWERS: first moves of variations in order, then the move.
FAKE_ENGINE = """#!/usr/bin/env python3
import json, sys
answers = json.loads(sys.argv[1])
board = None
for line in sys.stdin:
    words = line.split()
    if line.startswith("uci\\n"):
        print("id name Fake", "uciok", sep="\\n", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["position"]:
        board = words[2]
    elif words[:1] == ["go"]:
        for move in answers[board][:-1]:
            print(f"info depth 1 multipv 1 nodes 5 time 1 pv {move} a1a1")
        print(f"bestmove {answers[board][-1]}", flush=True)
"""

KNIGHTS = "4k3/8/8/3p4/2P1P3/5N2/8/1N2K2R w K - 0 1"
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PROMOTION = "4k3/P7/8/8/2B5/1p6/b1P5/4K3 w - - 0 1"


class Moves(unittest.TestCase):
    def check(self, fen, text, meant, others):
        board = suites.board_of(fen)
        self.assertTrue(suites.is_written(meant, text, board), f"{text} is {meant}")
        for other in others:
            self.assertFalse(suites.is_written(other, text, board), f"{text} is not {other}")

    def test_a_piece_is_read_by_letter_file_and_rank(self):
        self.check(KNIGHTS, "Nbd2", "b1d2", ["f3d2", "b1c3"])
        self.check(KNIGHTS, "N3d2", "f3d2", ["b1d2"])
        self.check(KNIGHTS, "Nd4", "f3d4", ["b1d2"])
        self.check(KNIGHTS, "Kd2", "e1d2", ["b1d2"])

    def test_a_pawn_has_no_letter_and_takes_from_a_file(self):
        self.check(KNIGHTS, "cxd5", "c4d5", ["e4d5"])
        self.check(KNIGHTS, "e5", "e4e5", ["e4d5"])
        self.check(PROMOTION, "cxb3", "c2b3", ["c4b3", "a2b3"])
        self.check(PROMOTION, "Bxb3", "c4b3", ["c2b3"])

    def test_a_promotion_names_its_piece(self):
        for text in ("a8=Q+", "a8Q", "a7a8q"):
            self.check(PROMOTION, text, "a7a8q", ["a7a8n", "a7a8r"])

    def test_castling_is_no_move_of_the_king_and_may_be_written_with_the_rook(self):
        self.check(CASTLING, "O-O", "e1g1", ["e1c1", "e1f1", "h1g1"])
        self.check(CASTLING, "O-O-O+", "e1c1", ["e1g1"])
        self.check(CASTLING, "0-0", "e8g8", ["e8c8"])
        self.check(CASTLING, "O-O", "e1h1", ["e1a1"])
        self.check(CASTLING, "Kf1", "e1f1", ["e1g1"])
        self.assertFalse(suites.is_written("e1g1", "Kg1", suites.board_of(CASTLING)))

    def test_marks_behind_a_move_mean_nothing(self):
        for text in ("Rxh8#", "Rxh8+", "Rxh8!?", "Rh8", "h1h8"):
            self.check(CASTLING, text, "h1h8", ["h1h7"])


class Suites(unittest.TestCase):
    def read(self, line):
        return suites.read_position(line, "line 1")

    def test_operations_stand_behind_four_fields_or_six_in_the_ways_that_suites_have(self):
        board = "8/8/8/3k4/8/3K4/3P4/8 w -"
        for rest in ('- bm Kc3 Ke3; id "one; two";', '- 3 17 bm Kc3 Ke3; id "one; two"',
                     "- ; id one; bm Kc3 Ke3 + ", "-1 12 ; bm Kc3 Ke3",
                     "- 1 6; bm Kc3 Ke3; acd 5; pv Kc3 Ke5;"):
            with self.subTest(rest=rest):
                found = self.read(f"{board} {rest}")
                self.assertEqual((found.fen, found.best), (f"{board} - 0 1", ["Kc3", "Ke3"]))
                self.assertEqual((found.avoided, found.points), ([], {}))
        self.assertEqual(self.read(f'{board} - bm Kc3; id "one; two";').name, "one; two")
        self.assertEqual(self.read(f"{board} - bm Kc3;").name, "line 1")
        self.assertEqual(self.read("8/8/8/3pP3/8/3K4/8/3k4 w - d6 0 2 am exd6;").fen,
                         "8/8/8/3pP3/8/3K4/8/3k4 w - d6 0 1")

    def test_points_tell_the_best_moves_where_there_is_no_bm(self):
        found = self.read('8/8/8/3k4/8/3K4/3P4/8 w - - c0 "Kc3=10, Ke3=10, Kc2=4"; id "STS.001";')
        self.assertEqual((found.best, found.points),
                         (["Kc3", "Ke3"], {"Kc3": 10, "Ke3": 10, "Kc2": 4}))
        self.assertEqual(
            self.read('8/P7/8/3k4/8/3K4/8/8 w - - bm a8=Q; c0 "a8=Q=10,Kc3=1";').points,
            {"a8=Q": 10, "Kc3": 1})
        self.assertIsNone(self.read('8/8/8/3k4/8/3K4/3P4/8 w - - c0 "a remark";'))

    def test_lines_without_a_task_are_none_and_unreadable_moves_are_named(self):
        self.assertIsNone(self.read("8/8/8/3k4/8/3K4/3P4/8 w - - 0 1 ;D1 9 ;D2 60"))
        self.assertIsNone(self.read("8/8/8/3k4/8/3K4/3P4/8 w - -"))
        for move in ("Bcx3", "Kz9", "castles"):
            with self.assertRaisesRegex(ValueError, f"'{move}' is not a move"):
                self.read(f"8/8/8/3k4/8/3K4/3P4/8 w - - bm {move};")

    def test_lines_left_out_are_notes(self):
        with tempfile.TemporaryDirectory() as folder, \
                contextlib.redirect_stderr(io.StringIO()) as output:
            path = pathlib.Path(folder) / "suite.epd"
            path.write_text("8/8/8/3k4/8/3K4/3P4/8 w - -\n8/8/8/3k4/8/3K4/3P4/8 w - - bm Kc3;\n")
            self.assertEqual(len(suites.read_suite(path, Style.JSON)), 1)
        self.assertEqual(json.loads(output.getvalue()),
                         {"note": "suite.epd, line 1: no bm, am or points; left out"})

    def test_a_position_is_solved_by_a_best_move_and_not_by_one_to_avoid(self):
        both = self.read(f"{KNIGHTS} bm Nbd2 Nc3; am Nc3;")
        self.assertEqual([suites.solves(both, move) for move in ("b1d2", "b1c3", "f3d2")],
                         [True, False, False])
        avoid = self.read(f"{KNIGHTS} am Nfd2;")
        self.assertEqual([suites.solves(avoid, move) for move in ("b1d2", "f3d2")], [True, False])

    def test_the_time_to_a_solution_is_when_it_was_found_for_the_last_time(self):
        position = self.read(f"{KNIGHTS} bm Nbd2; c0 \"Nbd2=10, Nc3=3\";")

        def judged(*lines):
            attempt = suites.judge(position, list(enumerate(lines)))
            return attempt.move, attempt.seconds, attempt.points

        found, other, second = ("info depth 5 pv b1d2 d5d4", "info multipv 1 pv b1c3",
                                "info depth 9 multipv 2 pv b1c3")
        self.assertEqual(judged(found, other, found, "info nodes 5", second, found,
                                "bestmove b1d2 ponder d5d4"), ("b1d2", 2, 10))
        self.assertEqual(judged("bestmove b1d2"), ("b1d2", 0, 10))
        self.assertEqual(judged(found, other, "bestmove b1d2"), ("b1d2", 2, 10))
        self.assertEqual(judged(found, "bestmove b1c3"), ("b1c3", None, 3))
        self.assertEqual(judged(found, "bestmove (none)"), ("(none)", None, 0))


class Runs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def bench(self, name, *words):
        return subprocess.run([SOURCE / "tools" / "bench", name, *map(str, words)],
                              capture_output=True, text=True,
                              env={**os.environ, "TRIVIUM": str(BIN / "trivium")}, timeout=PATIENCE,
                              check=False)

    def suite(self, *lines):
        path = self.folder / "suite.epd"
        path.write_text("\n".join(lines), encoding="utf-8")
        return path

    def test_both_engines_are_counted_and_distinguished(self):
        fake = self.folder / "fake"
        fake.write_text(FAKE_ENGINE)
        fake.chmod(0o755)
        mate, other, third = ("6k1/5ppp/8/8/8/8/8/R3K3", "7k/8/5KQ1/8/8/8/8/8",
                              "k7/2Q5/2K5/8/8/8/8/8")
        answers = json.dumps({mate: ["a1a2", "a1a8"], other: ["g6g7", "g6h6"], third: ["c7b7"]})
        file = self.suite(f"{mate} w - - bm \u2656\ufe0ea8#; id one;\0",
                          f"{other} w - - bm Qg7#; id two;", f"{third} w - - am Qd8+; id three;",
                          "", f"{third} w - - bm Zz;")
        done = self.bench("suites", file, "--seconds", 0.05, "--unsolved",
                          "--against", f"{fake} '{answers}'")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("suite.epd: 3 positions\n", done.stdout)
        self.assertRegex(done.stdout, r"Trivium \S+ +3 solved \(100.0%\)")
        self.assertRegex(done.stdout, r"Fake +2 solved \( 66.7%\)")
        self.assertRegex(done.stdout, r"both 2, only Trivium \S+ 1, only Fake 0, neither 0")
        self.assertIn("Fake: two: played g6h6, wanted Qg7#: ", done.stdout)
        self.assertIn("suite.epd, line 5: 'Zz' is not a move; left out", done.stderr)

    def test_an_engine_that_does_not_start_or_leaves_is_named(self):
        file = self.suite("6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#;")
        for engine, message in (("/no/such/engine", "/no/such/engine: No such file"),
                             (f"{ODD_ENGINE} uci crash-start", "crash-start: "),
                             (f"{ODD_ENGINE} uci crash", "crash: ended before its bestmove")):
            done = self.bench("suites", file, "--seconds", 0.05, "--against", engine)
            self.assertEqual(done.returncode, 1)
            self.assertIn(message, done.stderr)

    def test_techniques_are_measured_in_games_and_a_finished_match_is_reported_again(self):
        words = ["multicut", "all reductions", "--count", 2, "--nodes", 100, "--concurrency", 1,
                 "--folder", self.folder / "matches",
                 "--openings", self.suite("8/8/8/3k4/8/3K4/3P4/8 w - - id one;")]
        done = self.bench("search", *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"\nmulticut +2 ( +\d){3} .*\nall reductions +2 ( +\d){3} ")
        journal = self.folder / "matches" / "multicut.db"
        played = journal.stat().st_mtime_ns
        self.assertEqual(self.bench("search", *words).stdout, done.stdout)
        self.assertEqual(journal.stat().st_mtime_ns, played)
        words[words.index("--nodes") + 1] = 120
        other = self.bench("search", *words)
        self.assertEqual(other.returncode, 1)
        self.assertRegex(other.stdout, r"\nmulticut +stopped: .*has other settings")

    def test_an_engine_that_does_not_answer_is_ended(self):
        fake, pid = self.folder / "hangs", self.folder / "pid"
        fake.write_text(f"#!/bin/sh\necho $$ > {pid}.part; mv {pid}.part {pid}\nexec sleep 60\n")
        fake.chmod(0o755)
        with unittest.mock.patch.object(engines, "PATIENCE", 2), \
                self.assertRaisesRegex(engines.EngineFault, "no uciok"):
            engines.Engine(str(fake), {})
        with self.assertRaises(ProcessLookupError):
            os.kill(int(pid.read_text()), 0)

    def test_more_than_two_games_of_an_opening_are_refused(self):
        book = self.suite("# two openings", "8/8/8/3k4/8/3K4/3P4/8 w - -", "",
                          "8/8/8/3k4/8/3K4/4P3/8 w - -")
        folder = self.folder / "matches"
        for games in (0, 3, 6):
            done = self.bench("search", "--openings", book, "--count", games, "--folder", folder)
            self.assertEqual(done.returncode, 2)
            self.assertIn("--count must be even and at most 4, two for each opening", done.stderr)
        self.assertIn("No such file", self.bench("search", "--openings", self.folder / "none.epd",
                                                 "--folder", folder).stderr)
        self.assertFalse(folder.exists())

    def test_a_match_that_decides_everything_has_no_finite_elo(self):
        def row(wins, losses, value, low, high):
            estimate = {"value": value, "low": low, "high": high}
            return search.row("multicut", {"wins": wins, "draws": 0, "losses": losses,
                                           "elo": estimate, "normalised_elo": estimate}).split()

        self.assertEqual(row(4, 0, None, 12.34, None),
                         ["multicut", "4", "4", "0", "0", "+inf", "(+12.3", "to", "+inf)", "+inf"])
        self.assertEqual(row(0, 2, None, None, -5),
                         ["multicut", "2", "0", "0", "2", "-inf", "(-inf", "to", "-5.0)", "-inf"])

    def test_nodes_of_an_analysis_are_the_last_and_its_time_is_when_they_were_first_seen(self):
        lines = [(0.2, "info move K10 visits 70 winrate 5000"),
                 (0.3, "info move K10 visits 70 winrate 5000"),
                 (0.5, "info move J9 visits 900 winrate 4000 info move K10 visits 12"),
                 (0.7, "info move J9 visits 900"),
                 (0.8, "")]
        self.assertEqual(threads.analyzed(lines), (900, 0.5))
        with self.assertRaisesRegex(threads.EngineFault, "has nodes"):
            threads.analyzed([(0.1, "")])

    def test_nodes_and_time_are_those_of_the_last_line_that_has_both(self):
        lines = ["info depth 1 nodes 10 time 1", "info depth 2 nodes 3000 time 1500 pv e2e4",
                 "info string nodes 7", "bestmove e2e4"]
        self.assertEqual(threads.searched(list(enumerate(lines))), (3000, 1.5))

    def test_cells_of_records_are_written_in_the_form_of_gtp(self):
        self.assertEqual([connect6.vertex(cell) for cell in ("a1", "h19", "i2", "j10", "s7")],
                         ["A1", "H19", "J2", "K10", "T7"])

    def test_every_other_measurement_of_an_engine_or_a_learner_runs(self):
        perft = self.suite(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902")
        speed, few = r"[\d.]+ million nodes/s \([\d.]+-[\d.]+\)", ["--threads", 2, "--runs", 2]
        for words, status, shown in (
                (["threads", "--count", 1, "--seconds", 0.1, *few], 0,
                 rf"1 thread   {speed}\n  2 threads  {speed}"),
                (["threads", "--game", "connect6", "--count", 1, "--seconds", 0.01, *few,
                  "--require", 99], 1, speed),
                (["stop", "--count", 2, "--max-seconds", 0.02, "--require", 0], 1,
                 r"stop to bestmove +median +\d+\.\d{3} ms"),
                (["tdleaf", "--count", 2, "--nodes", 60, "--positions", 100, *few], 0,
                 "weights are the same for any"),
                (["perft-suite", perft, "--max-depth", 2], 0, "1 of 1 counts agree"),
                (["connect6-suite", "--every", 90, "--require", 100], 0,
                 "single threats too: 5 of 5")):
            with self.subTest(words):
                done = self.bench(*words)
                self.assertEqual(done.returncode, status, done.stderr)
                self.assertRegex(done.stdout, shown)


if __name__ == "__main__":
    unittest.main()

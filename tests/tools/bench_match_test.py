#!/usr/bin/env python3
"""What tools/bench match reads from the games of three tournament programs. Their lines were recorded from fastchess, cutechess-cli and
trivium-match, each with an engine that is late, ends by a signal or answers with an illegal move.

    bench_match_test.py SOURCE_DIR
"""
import argparse
import importlib.machinery
import importlib.util
import pathlib
import sys
import unittest

SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("bench_match", str(SOURCE / "tools" / "bench.d" / "match"))
bench = importlib.util.module_from_spec(importlib.util.spec_from_loader("bench_match", loader))
loader.exec_module(bench)

# Termination and the last comment, by program.
FAULTS = {
    "fastchess": [("time forfeit", "0.00/1 0.000s, Black loses on time (103ms overrun)"), ("abandoned", "0.00/1 0.000s, Black disconnects"),
                  ("illegal move", "0.00/1 0.000s, Black makes an illegal move: a1a1")],
    "cutechess-cli": [("time forfeit", "0.00/2 0s, Black loses on time"), ("abandoned", "0.00/2 0s, Black disconnects"),
                      ("illegal move", "0.00/2 0s, Black makes an illegal move: a1a1")],
    "trivium-match": [("time forfeit", "0.00/1 0.000s, n=20, Black loses on time: 300.2 ms over (margin 0 ms,\ndelay of the machine 15.1 ms)"),
                      ("abandoned", "0.00/1 0.000s, n=20, Black: ended by signal 11 (Segmentation fault)\nafter 'go wtime 109'"),
                      ("rules infraction", "0.00/1 0.000s, n=20, Black makes an illegal move: move 1 of Black: UCI\nmove 'a1a1'")],
}
FAIR = [("normal", "+0.12/5 0.001s, Draw by 3-fold repetition"), ("adjudication", "-9.10/7 0.002s, White wins by adjudication"),
        ("normal", "+M1/1 0.000s, n=30, White mates")]


def pgn(games):
    return "".join(f"""[Event "?"]
[Site "?"]
[Date "2026.11.22"]
[Round "{number}"]
[White "A"]
[Black "B"]
[Result "1-0"]
[PlyCount "1"]
[Termination "{termination}"]
[TimeControl "0.1+0.01"]

1. g4 {{{comment}}} 1-0

""" for number, (termination, comment) in enumerate(games, 1))


class BenchMatch(unittest.TestCase):
    def test_every_fault_of_every_program_is_counted(self):
        for runner, faults in FAULTS.items():
            for fault in faults:
                with self.subTest(runner=runner, fault=fault):
                    self.assertEqual(bench.read_pgn(pgn([*FAIR, fault])), (4, 1))

    def test_fair_games_and_games_that_are_missing_are_no_faults(self):
        self.assertEqual(bench.read_pgn(pgn(FAIR)), (3, 0))
        self.assertEqual(bench.read_pgn(""), (0, 0))
        self.assertEqual(bench.read_pgn(pgn(FAIR) + '[Event "?"]\n[Site "?"]\n'), (3, 0))

    def test_all_programs_are_asked_for_the_same_games(self):
        options = argparse.Namespace(hash=4)
        for runner in FAULTS:
            line, record = bench.command(runner, "runner", options, "engine uci -x", "nodes=1000", 2, 100, "folder")
            self.assertEqual(record, "folder/games.pgn")
            text = " ".join(line)
            for part in ("name=A cmd=engine", "name=B cmd=engine", "nodes=1000", "option.Hash=4", "-rounds 50 -games 2 -repeat",
                         "-concurrency 2", str(bench.OPENINGS)):
                self.assertIn(part, text)
            self.assertEqual("arg=uci arg=-x" in text, runner == "cutechess-cli")


if __name__ == "__main__":
    unittest.main()

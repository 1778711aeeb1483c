#!/usr/bin/env python3
"""What tools/ladder would play: --dry-run with engines that are none, and descriptions that trivium-match plays.

    ladder_test.py SOURCE_DIR BIN_DIR ODD_ENGINE
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE, BIN, ODD_ENGINE = (pathlib.Path(argument).resolve() for argument in (sys.argv.pop(1), sys.argv.pop(1), sys.argv.pop(1)))
PATIENCE = 60  # seconds, for what takes a few


class Ladder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def program(self, name):
        path = self.folder / name
        path.write_text("#!/bin/sh\n")
        path.chmod(0o755)
        return str(path)

    def peers(self, *engines):
        path = self.folder / "peers.json"
        path.write_text(json.dumps({"engines": engines}))
        return path

    def ladder(self, *words):
        environment = {**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"}
        return subprocess.run([sys.executable, SOURCE / "tools" / "ladder", *map(str, words)], capture_output=True, text=True,
                              env=environment, timeout=PATIENCE)

    def described(self, *words):
        done = self.ladder(*words, "--dry-run")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def played(self, tournament):
        """The standings after the tournament was played, by our program of this build and in a journal of its own."""
        engines = tournament["engines"]
        engines[0]["cmd"] = str(BIN / "trivium")
        tournament["journal"] = str(self.folder / "ladder.db")
        description = self.folder / "ladder.json"
        description.write_text(json.dumps(tournament))
        run = subprocess.run([BIN / "trivium-match", "run", "-config", f"file={description}"], capture_output=True, text=True,
                             timeout=PATIENCE)
        self.assertEqual(run.returncode, 0, run.stderr)
        status = subprocess.run([BIN / "trivium-match", "status", tournament["journal"], "--json"], capture_output=True, text=True,
                                timeout=PATIENCE, check=True)
        return json.loads(status.stdout)

    def test_engines_of_debian_are_those_that_are_found(self):
        stockfish, gnuchess = self.program("stockfish"), self.program("gnuchess")
        engines = self.described("chess")["engines"]
        self.assertEqual(engines[0]["name"], "Trivium")
        levels = [engine for engine in engines if engine["cmd"] == stockfish]
        self.assertEqual([engine["option"]["UCI_Elo"] for engine in levels], [1500, 2000, 2500])
        self.assertEqual([engine["args"] for engine in engines if engine["cmd"] == gnuchess], ["--uci"])

    def test_peers_come_from_a_file_and_a_bad_one_is_named(self):
        peer = {"name": "X", "cmd": "/path/x", "proto": "gtp"}
        tournament = self.described("connect6", "--peers", self.peers(peer), "--rounds", 7, "--tc", "3+0.5")
        self.assertEqual(tournament["engines"][1:], [peer])
        self.assertEqual((tournament["tournament"], tournament["rounds"], tournament["each"]), ("gauntlet", 7, {"tc": "3+0.5"}))
        self.assertTrue(pathlib.Path(tournament["openings"]["file"]).exists())
        for text in ("{", "{}", "[]"):
            bad = self.folder / "bad.json"
            bad.write_text(text)
            done = self.ladder("connect6", "--dry-run", "--peers", bad)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn(f"--peers {bad}: ", done.stderr)

    def test_nobody_to_play_against_and_no_such_release_are_said(self):
        for words, said in ((["connect6"], "nobody to play against"), (["chess", "--no-debian"], "nobody to play against"),
                            (["poker", "--release", "no-such-ref"], "--release no-such-ref: no such tag or commit")):
            done = self.ladder(*words, "--dry-run")
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn(said, done.stderr)

    def test_a_ladder_is_the_same_however_long_and_another_where_its_games_are_others(self):
        name = self.described("poker")["name"]
        self.assertEqual(self.described("poker", "--rounds", 3, "--concurrency", 2)["name"], name)
        peers = self.peers({"name": "X", "cmd": "x", "proto": "acpc"})
        others = [self.described("poker", *words)["name"] for words in (["--hands", 7], ["--seed", 2], ["--peers", peers])]
        self.assertEqual(len({name, *others}), 4)

    def test_poker_is_played_against_our_own_players(self):
        standings = self.played(self.described("poker", "--rounds", 1, "--hands", 5))
        self.assertEqual({engine["name"] for engine in standings["engines"]}, {"Trivium", "call", "raise", "random"})
        self.assertEqual([pairing["first"] for pairing in standings["pairings"]], ["Trivium"] * 3)

    def test_chess_is_played_against_peers(self):
        peers = self.peers(*({"name": name, "cmd": str(ODD_ENGINE), "args": f"uci seed={name}"} for name in "12"))
        standings = self.played(self.described("chess", "--no-debian", "--peers", peers, "--rounds", 1, "--tc", "0.2+0.01"))
        self.assertEqual([pairing["first"] for pairing in standings["pairings"]], ["Trivium"] * 2)
        self.assertEqual(standings["games"], 4)


if __name__ == "__main__":
    unittest.main()

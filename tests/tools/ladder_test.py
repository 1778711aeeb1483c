#!/usr/bin/env python3
"""What tools/ladder would play: --dry-run with engines that are none, and descriptions that trivium-match plays.

    ladder_test.py SOURCE_DIR BIN_DIR ODD_ENGINE
"""
import json
import os
import pathlib
import shutil
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

    def ladder(self, *words, **variables):
        environment = {**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}", **variables}
        return subprocess.run([sys.executable, SOURCE / "tools" / "ladder", *map(str, words)], capture_output=True, text=True,
                              env=environment, timeout=PATIENCE)

    def described(self, *words, **variables):
        done = self.ladder(*words, "--dry-run", **variables)
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

    def test_a_ladder_is_another_with_other_weights(self):
        models = self.folder / "models"
        shutil.copytree(SOURCE / "models" / "chess", models / "chess")
        peers = self.peers({"name": "X", "cmd": "x"})

        def name(game, **variables):
            debian = ["--no-debian"] if game == "chess" else []
            return self.described(game, *debian, "--peers", peers, **variables)["name"]

        weights = next((models / "chess").glob("*.safetensors"))
        ours, poker = name("chess"), name("poker")
        self.assertEqual(name("chess", TRIVIUM_MODELS=str(models)), ours)
        weights.write_bytes(weights.read_bytes() + b" ")
        self.assertNotEqual(name("chess", TRIVIUM_MODELS=str(models)), ours)
        self.assertEqual(name("poker", TRIVIUM_MODELS=str(models)), poker)

    def test_a_dry_run_shows_what_trivium_match_would_be_told_and_what_would_be_built(self):
        done = self.ladder("poker", "--dry-run", "--", "-output", "format=fastchess now")
        self.assertIn("-output 'format=fastchess now'\n", done.stderr)
        self.assertIn("trivium-match run -config file=", done.stderr)
        # The first commit was built by nobody.
        first = subprocess.run(["git", "-C", SOURCE, "rev-list", "--max-parents=0", "HEAD"], capture_output=True, text=True)
        if first.returncode == 0:
            ref = first.stdout.split()[-1]
            done = self.ladder("connect6", "--dry-run", "--release", ref)
            self.assertIn(f"--release {ref} would be built in ", done.stderr)
            self.assertEqual(done.returncode, 0)

    def test_a_reader_that_has_seen_enough_is_no_error(self):
        ladder = subprocess.Popen([sys.executable, SOURCE / "tools" / "ladder", "poker", "--dry-run"], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True)
        ladder.stdout.close()
        said = ladder.stderr.read()
        ladder.stderr.close()
        ladder.wait(PATIENCE)
        self.assertNotIn("Error", said)

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

#!/usr/bin/env python3
"""tools/ladder: its plan (--dry-run), short ladders with test engines, its openings.

    ladder_test.py SOURCE_DIR BIN_DIR ODD_ENGINE
"""
import csv
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

SOURCE, BIN, ODD_ENGINE = (pathlib.Path(argument).resolve()
                           for argument in (sys.argv.pop(1), sys.argv.pop(1), sys.argv.pop(1)))
PATIENCE = 60  # in seconds, for steps that take a few
sys.dont_write_bytecode = True
sys.path[0:0] = [str(SOURCE / "tools"), str(SOURCE / "tools" / "data")]
import make_connect6_openings
import make_openings


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

    def environment(self, variables):
        return {**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}",
                "TRIVIUM": str(BIN / "trivium"), **variables}

    def ladder(self, *words, **variables):
        return subprocess.run([sys.executable, SOURCE / "tools" / "ladder",
                               "--folder", self.folder / "ladders", *map(str, words)],
                              capture_output=True, text=True, env=self.environment(variables),
                              timeout=PATIENCE)

    def described(self, *words, **variables):
        """Returns the output of a dry run: the ladder's name, and each opponent's match by name."""
        done = self.ladder(*words, "--dry-run", **variables)
        self.assertEqual(done.returncode, 0, done.stderr)
        shown = json.loads(done.stdout)
        return shown["name"], {match["name"]: match for match in shown["matches"]}

    def name(self, *words, **variables):
        return self.described(*words, **variables)[0]

    def table(self, done):
        """Returns the last table of a ladder played with --json, by opponent."""
        events = [json.loads(line) for line in done.stdout.splitlines()]
        tables = [event for event in events if event.get("event") == "ladder"]
        return {found["opponent"]: found for found in tables[-1]["opponents"]}

    def odd(self, name, words=""):
        return {"name": name, "cmd": str(ODD_ENGINE), "args": f"uci seed={name} {words}".strip()}

    def test_engines_of_debian_play_at_full_strength_without_books_and_with_one_thread(self):
        for name in ("toga2", "glaurung", "gnuchess", "ethereal-chess", "stockfish"):
            self.program(name)
        matches = self.described("chess")[1]
        engines = {name: match["engines"] for name, match in matches.items()}
        self.assertEqual(list(engines),
                         ["Toga II", "Glaurung", "GNU Chess", "Ethereal", "Stockfish"])
        self.assertTrue(all(pair[0]["name"] == "Trivium" for pair in engines.values()))
        self.assertEqual({name: match["rounds"] for name, match in matches.items()},
                         {"Toga II": 200, "Glaurung": 100, "GNU Chess": 100, "Ethereal": 100,
                          "Stockfish": 100})
        options = {name: pair[1]["option"] for name, pair in engines.items()}
        self.assertEqual({name for name in options if options[name].get("OwnBook") == "false"},
                         {"Toga II", "Glaurung", "GNU Chess"})
        self.assertEqual(options["Stockfish"], {"Threads": 1})
        self.assertEqual(engines["GNU Chess"][1]["args"], "--uci")

    def test_a_chess_ladder_is_of_ten_seconds_and_a_tenth_and_64_megabytes(self):
        match = self.described("chess", "--no-debian",
                               "--peers", self.peers({"name": "X", "cmd": "x"}))[1]["X"]
        self.assertEqual(match["each"], {"tc": "10+0.1", "option": {"Hash": 64}})
        self.assertEqual((match["resign"]["score"], match["draw"]["score"]), (1000, 10))
        to_the_end = self.described("chess", "--no-debian",
                                    "--peers", self.peers({"name": "X", "cmd": "x"}),
                                    "--no-adjudication")[1]["X"]
        self.assertNotIn("resign", to_the_end)
        self.assertNotIn("draw", to_the_end)

    def test_chess_begins_from_the_balanced_book_and_plays_no_more_games_than_it_has(self):
        peers = self.peers({"name": "X", "cmd": "x"})
        chess = ["chess", "--no-debian", "--peers", peers]
        book = SOURCE / "tools" / "ladder.d" / "chess_balanced.epd"
        name, matches = self.described(*chess, "--count", 2000)
        self.assertEqual((name, matches["X"]["rounds"]),
                         (self.name(*chess, "--openings", book), 1000))
        done = self.ladder(*chess, "--count", 2002)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("2002 games with X: our openings are enough for 2000", done.stderr)
        self.assertFalse((self.folder / "ladders").exists())
        other = shutil.copy(SOURCE / "tools" / "ladder.d" / "chess_openings.epd", self.folder)
        self.assertEqual(self.described(*chess, "--count", 2002,
                                        "--openings", other)[1]["X"]["rounds"], 1001)

    def test_connect6_begins_from_the_balanced_book_and_plays_no_more_games_than_it_has(self):
        peers = self.peers({"name": "X", "cmd": "/path/x", "proto": "gtp"})
        book = SOURCE / "tools" / "ladder.d" / "connect6_balanced.csv"
        name, matches = self.described("connect6", "--peers", peers, "--count", 200)
        self.assertEqual((name, matches["X"]["rounds"]),
                         (self.name("connect6", "--peers", peers, "--openings", book), 100))
        self.assertTrue(matches["X"]["openings"]["file"].endswith("openings.csv"))
        done = self.ladder("connect6", "--peers", peers, "--count", 202)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("202 games with X: our openings are enough for 200", done.stderr)

    def test_only_some_opponents_are_named_by_name_or_program(self):
        self.program("toga2")
        peers = self.peers({"name": "X", "cmd": "/path/some-program"}, {"name": "Y", "cmd": "y"})
        for words, chosen in ((["toga2"], ["Toga II"]),
                              (["Toga II", "some-program"], ["Toga II", "X"]),
                              (["y"], ["Y"])):
            self.assertEqual(list(self.described("chess", "--peers", peers, "--only", *words)[1]),
                             chosen)
        done = self.ladder("chess", "--peers", peers, "--dry-run", "--only", "Z")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("--only Z: not among ", done.stderr)

    def test_peers_come_from_a_file_and_a_bad_one_is_named(self):
        peer = {"name": "X", "cmd": "/path/x", "proto": "gtp"}
        match = self.described("connect6", "--peers", self.peers({**peer, "games": 6}),
                               "--tc", "3+0.5")[1]["X"]
        self.assertEqual(match["engines"][1], peer)
        self.assertEqual((match["rounds"], match["each"]), (3, {"tc": "3+0.5"}))
        self.assertEqual(self.described("connect6", "--peers", self.peers(peer),
                                        "--count", 14)[1]["X"]["rounds"], 7)
        for text in ("{", "{}", "[]", '{"engines": [{"cmd": "x"}]}'):
            bad = self.folder / "bad.json"
            bad.write_text(text)
            done = self.ladder("connect6", "--dry-run", "--peers", bad)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn(f"--peers {bad}: ", done.stderr)
        done = self.ladder("connect6", "--dry-run", "--peers", self.peers(peer, peer))
        self.assertIn("more than one opponent has the name X", done.stderr)

    def test_nobody_to_play_against_and_no_such_release_are_said(self):
        for words, message in ((["connect6"], "no opponent"),
                            (["chess", "--no-debian"], "no opponent"),
                            (["poker", "--release", "no-such-ref"],
                             "--release no-such-ref: no such tag or commit")):
            done = self.ladder(*words, "--dry-run")
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn(message, done.stderr)

    def test_more_games_at_once_than_processors_and_odd_numbers_of_games_are_refused(self):
        many = os.cpu_count() + 1
        for words, message in ((["--concurrency", many], "--concurrency: invalid choice"),
                               (["--count", 3], "--count: 3 is not an even number")):
            done = self.ladder("poker", "--dry-run", *words)
            self.assertEqual(done.returncode, 2)
            self.assertIn(message, done.stderr)

    def test_games_is_the_old_spelling_of_count_and_flags_of_matches_stand_behind_dashes(self):
        done = self.ladder("poker", "--dry-run", "--games", 6)
        self.assertEqual(json.loads(done.stdout)["matches"][0]["rounds"], 3)
        self.assertEqual(done.stderr.count("'--games' is now '--count'"), 1)
        for words in (["call"], ["call", "--", "-maxmoves", "50"]):
            done = self.ladder("poker", "--dry-run", *words)
            self.assertEqual(done.returncode, 2)
            self.assertIn("call: flags of trivium-match stand behind --", done.stderr)

    def test_the_folder_may_stand_before_or_behind_the_command(self):
        script = [sys.executable, SOURCE / "tools" / "ladder"]
        name = self.folder / "ladders"
        for words in (["--folder", name, "list"], [f"--folder={name}", "list"],
                      ["list", "--folder", name]):
            self.assertEqual(subprocess.run([*script, *words], timeout=PATIENCE).returncode, 0)

    def test_a_ladder_is_the_same_however_long_and_against_whomever(self):
        peers = self.peers({"name": "X", "cmd": "x", "proto": "acpc"})
        names = {self.name("poker", *words)
                 for words in ([], ["--count", 6], ["--concurrency", 1], ["--peers", peers],
                               ["--only", "call"])}
        self.assertEqual(len(names), 1)

    def test_a_ladder_is_another_where_its_games_are_others(self):
        chess = ["chess", "--no-debian", "--peers", self.peers({"name": "X", "cmd": "x"})]
        book = self.folder / "book.epd"
        book.write_text("8/8/8/3k4/8/3K4/3P4/8 w - - 0 1\n")
        changes = [[], ["--tc", "1+0.01"], ["--hash", 16], ["--seed", 2], ["--openings", book],
                   ["--no-adjudication"]]
        names = [self.name(*chess, *words) for words in changes]
        book.write_text("8/8/8/3k4/8/3K4/4P3/8 w - - 0 1\n")
        names.append(self.name(*chess, "--openings", book))
        # Arguments after -- must come last.
        for words in (["-maxmoves", "50"], ["-maxmoves", "60"]):
            done = self.ladder(*chess, "--dry-run", "--", *words)
            names.append(json.loads(done.stdout)["name"])
        self.assertEqual(len(set(names)), len(names))

    def test_a_ladder_is_another_with_other_weights(self):
        models = self.folder / "models"
        for game in ("chess", "poker"):
            shutil.copytree(SOURCE / "models" / game, models / game)
        peers = self.peers({"name": "X", "cmd": "x"})

        def name(game, **variables):
            debian = ["--no-debian"] if game == "chess" else []
            return self.name(game, *debian, "--peers", peers, **variables)

        weights = next((models / "chess").glob("*.safetensors"))
        ours, poker = name("chess"), name("poker")
        self.assertEqual(name("chess", TRIVIUM_MODELS=str(models)), ours)
        weights.write_bytes(weights.read_bytes() + b" ")
        self.assertNotEqual(name("chess", TRIVIUM_MODELS=str(models)), ours)
        self.assertEqual(name("poker", TRIVIUM_MODELS=str(models)), poker)

    def test_a_dry_run_shows_what_trivium_match_would_run_and_what_would_be_built(self):
        done = self.ladder("poker", "--dry-run", "--", "-output", "format=fastchess now")
        self.assertIn("-output 'format=fastchess now'\n", done.stderr)
        self.assertIn("trivium-match run -config file=", done.stderr)
        self.assertFalse((self.folder / "ladders").exists())
        # The first commit has no build.
        first = subprocess.run(["git", "-C", SOURCE, "rev-list", "--max-parents=0", "HEAD"],
                               capture_output=True, text=True)
        if first.returncode == 0:
            ref = first.stdout.split()[-1]
            done = self.ladder("connect6", "--dry-run", "--release", ref)
            self.assertIn(f"--release {ref} would be built in ", done.stderr)
            self.assertEqual(done.returncode, 0)

    def test_a_reader_that_has_seen_enough_is_no_error(self):
        ladder = subprocess.Popen([sys.executable, SOURCE / "tools" / "ladder", "poker",
                                   "--dry-run"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  text=True, env=self.environment({}))
        ladder.stdout.close()
        message = ladder.stderr.read()
        ladder.stderr.close()
        ladder.wait(PATIENCE)
        self.assertNotIn("Error", message)

    def test_poker_is_played_against_our_own_players(self):
        done = self.ladder("poker", "--count", 2, "--hands", 5, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual({name: found["hands"] for name, found in self.table(done).items()},
                         {"call": 10, "raise": 10, "random": 10})
        listed = self.ladder("list").stdout
        for part in ("trivium 0.", "blocks of 5 hands", "call ", "mbb a hand"):
            self.assertIn(part, listed)

    def test_chess_is_played_against_peers_and_the_same_command_goes_on(self):
        words = ["chess", "--no-debian", "--peers",
                 self.peers(self.odd("1"), self.odd("2", "crash@2")), "--tc", "0.2+0.01", "--json"]
        first = self.table(self.ladder(*words, "--count", 2, "--only", "2"))
        self.assertEqual({name: (found["games"], found["of"]) for name, found in first.items()},
                         {"1": (0, 200), "2": (2, 2)})
        done = self.ladder(*words, "--count", 4)
        second = self.table(done)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([found["games"] for found in second.values()], [4, 4])
        self.assertEqual(done.stdout.count('"game_finished"'), 6)
        self.assertEqual(second["2"]["faults"], {"Trivium": 0, "2": 4})
        self.assertEqual((second["2"]["wins"], second["2"]["score"]["value"],
                          second["2"]["score"]["high"]), (4, 1.0, 1.0))

    def test_a_ladder_that_was_begun_keeps_its_program_its_weights_and_its_openings(self):
        models, book = self.folder / "models", self.folder / "book.epd"
        shutil.copytree(SOURCE / "models" / "chess", models / "chess")
        book.write_text("8/8/8/3k4/8/3K4/3P4/8 w - - 0 1\n")
        words = ["chess", "--no-debian", "--peers", self.peers(self.odd("1")), "--tc", "0.2+0.01",
                 "--openings", book, "--count", 2]
        name = self.name(*words, TRIVIUM_MODELS=str(models))
        self.assertEqual(self.ladder(*words, TRIVIUM_MODELS=str(models)).returncode, 0)
        shutil.rmtree(models)
        book.unlink()
        done = self.ladder("resume", name, "--count", 4,
                           "--json", TRIVIUM=str(self.folder / "gone"), TRIVIUM_MODELS=str(models))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.table(done)["1"]["games"], 4)

    def test_the_program_may_have_another_name_and_stand_behind_a_link(self):
        programs, kernels = (self.folder / "new" / "programs",
                             self.folder / "new" / "libexec" / "trivium")
        programs.mkdir(parents=True)
        kernels.mkdir(parents=True)
        shutil.copy2(BIN / "trivium", programs / "engine.old")
        shutil.copy2(BIN / "trivium-match", programs)
        for kernel in (BIN.parent / "libexec" / "trivium").glob("trivium*"):
            (kernels / kernel.name.replace("trivium.", "engine.old.")).symlink_to(kernel)
        link = self.folder / "link"
        link.symlink_to(programs / "engine.old")
        words = ["poker", "--hands", 5, "--count", 2, "--only", "call", "--json"]
        done = self.ladder(*words, TRIVIUM=str(link))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.table(done)["call"]["games"], 2)
        self.assertEqual([home.name for home in (self.folder / "ladders").iterdir()],
                         [self.name(*words)])

    def test_a_program_without_trivium_match_beside_it_begins_no_ladder(self):
        alone = self.folder / "bin" / "trivium"
        alone.parent.mkdir()
        shutil.copy2(BIN / "trivium", alone)
        done = self.ladder("poker", "--count", 2, TRIVIUM=str(alone))
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn(f"{alone.with_name('trivium-match')}: not an executable", done.stderr)
        self.assertFalse((self.folder / "ladders").exists())

    def test_an_opponent_that_cannot_play_keeps_nobody_from_playing(self):
        peers = self.peers({"name": "gone", "cmd": "/no/such/program"}, self.odd("1"))
        done = self.ladder("chess", "--no-debian", "--peers", peers, "--tc", "0.2+0.01",
                           "--count", 2, "--json")
        self.assertEqual(done.returncode, 1)
        self.assertEqual({name: found["games"] for name, found in self.table(done).items()},
                         {"gone": 0, "1": 2})
        self.assertIn("the games against gone cannot continue", done.stderr)

    def test_a_signal_ends_it_after_the_games_under_way(self):
        words = ["--folder", self.folder / "ladders", "poker", "--hands", "200", "--count", "10000",
                 "--json"]
        ladder = subprocess.Popen([sys.executable, SOURCE / "tools" / "ladder", *words],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                  env=self.environment({}))
        watchdog = threading.Timer(PATIENCE, ladder.kill)
        watchdog.start()
        for line in ladder.stdout:
            if '"game_started"' in line:
                break
        ladder.send_signal(signal.SIGTERM)
        rest, message = ladder.communicate()
        watchdog.cancel()
        self.assertEqual(ladder.returncode, 1, message)
        self.assertIn("continues", message)
        games = sum(found["games"] for found in json.loads(rest.splitlines()[-1])["opponents"])
        self.assertGreaterEqual(games, 1)
        self.assertLess(games, 30000)

    def test_no_ladder_of_that_name_is_said(self):
        done = self.ladder("resume", "chess-00000000")
        self.assertEqual(done.returncode, 1)
        self.assertIn("there is no chess-00000000", done.stderr)


class Openings(unittest.TestCase):
    def check(self, lines, count):
        """The book has the stated number of legal positions, all different."""
        checked = subprocess.run([BIN / "trivium", "check", "epd", "-"], input="\n".join(lines),
                                 capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(checked.returncode, 0, checked.stderr)
        self.assertEqual(len(lines), count)
        self.assertEqual(len({tuple(line.split()[:4]) for line in lines}), count)

    def make(self, *words):
        script = SOURCE / "tools" / "data" / "make_openings.py"
        return subprocess.run([sys.executable, script, *map(str, words)], capture_output=True,
                              text=True, env={**os.environ, "TRIVIUM": str(BIN / "trivium")},
                              timeout=PATIENCE)

    def test_openings_of_chess_are_different_positions(self):
        for book, count in (("chess_openings.epd", 64), ("chess_balanced.epd", 1000)):
            self.check((SOURCE / "tools" / "ladder.d" / book).read_text().splitlines(), count)

    def test_openings_are_made_and_the_same_again_from_the_same_seed(self):
        words = ["--count", 3, "--nodes", 500]
        made = self.make(*words)
        self.assertEqual(made.returncode, 0, made.stderr)
        self.check(made.stdout.splitlines(), 3)
        self.assertRegex(made.stdout, r'^\S+ w \S+ \S+ hmvc \d; fmvn 5; id "random 1";\n')
        self.assertEqual(self.make(*words).stdout, made.stdout)
        self.assertNotEqual(self.make(*words, "--seed", 2).stdout, made.stdout)

    def test_openings_end_where_there_are_no_more(self):
        made = self.make("--random-plies", 1, "--count", 21, "--within", 1000, "--nodes", 500)
        self.assertEqual(made.returncode, 1)
        self.check(made.stdout.splitlines(), 20)
        self.assertIn("only 20 openings were found", made.stderr)

    def test_openings_of_reversi_are_the_different_beginnings_of_wthor_games(self):
        games = [[56, 64, 53], [56, 64, 53], [56, 66, 0], [56, 46, 35]]
        with tempfile.TemporaryDirectory() as folder:
            data = bytes(16) + b"".join(bytes(8) + bytes(moves).ljust(60, b"\0") for moves in games)
            (pathlib.Path(folder) / "WTH_2026.wtb").write_bytes(data)
            words = [sys.executable, SOURCE / "tools/data/make_reversi_openings.py", folder,
                     "--plies", "3", "--count"]
            made = subprocess.run([*words, "2"], capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(sorted(made.stdout.split()), ["f5d6c5", "f5f4e3"], made.stderr)
            few = subprocess.run([*words, "3"], capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(few.returncode, 1)
            self.assertIn("only 2 different beginnings", few.stderr)

    def test_the_last_exact_value_says_whether_an_opening_is_balanced(self):
        class Scripted:
            def __init__(self, *lines):
                self.lines = lines

            def search(self, *_):
                return list(enumerate(self.lines))

        def value(*lines):
            return make_openings.value(Scripted(*lines), "", 1)

        first, second = ("info depth 1 score cp -12 nodes 5 pv e7e5",
                         "info depth 2 score cp 80 nodes 9 pv e7e5")
        self.assertEqual(value(first, second, "bestmove e7e5"), 80)
        self.assertEqual(value(second, first, "info depth 3 score cp 700 lowerbound nodes 20",
                               "bestmove e7e5"), -12)
        self.assertIsNone(value(first, "info depth 2 score mate 3 nodes 9", "bestmove d8h4"))
        self.assertIsNone(value("bestmove e7e5"))
        self.assertIsNone(value("info depth 0 score cp 0", "bestmove (none)"))

    def check_records(self, text, count):
        """The book has the stated number of positions, all different under symmetry."""
        checked = subprocess.run([BIN / "trivium", "check", "connect6", "-"], input=text,
                                 capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(checked.returncode, 0, checked.stderr)
        stones = [row["moves"].split(",") for row in csv.DictReader(text.splitlines())]
        self.assertEqual(len({make_connect6_openings.symmetries(moves) for moves in stones}), count)
        self.assertEqual(len(stones), count)
        self.assertLessEqual({len(moves) for moves in stones}, {3, 5, 7})

    def make_connect6(self, games, *words):
        script = SOURCE / "tools" / "data" / "make_connect6_openings.py"
        return subprocess.run([sys.executable, script, games, *map(str, words)],
                              capture_output=True, text=True,
                              env={**os.environ, "TRIVIUM": str(BIN / "trivium")}, timeout=PATIENCE)

    def test_openings_of_connect6_are_different_positions(self):
        for book, count in (("connect6_openings.csv", 44), ("connect6_balanced.csv", 100)):
            self.check_records((SOURCE / "tools" / "ladder.d" / book).read_text(), count)

    def test_openings_of_connect6_are_made_from_games_and_the_same_again(self):
        games = SOURCE / "tests" / "data" / "connect6_games.csv"
        words = ["--count", 3, "--tried", 4, "--nodes", 300, "--within", 1000]
        made = self.make_connect6(games, *words)
        self.assertEqual(made.returncode, 0, made.stderr)
        self.check_records(made.stdout, 3)
        with tempfile.TemporaryDirectory() as folder:
            kept = ["--folder", folder, "--concurrency", 2]
            self.assertEqual([self.make_connect6(games, *words, *kept).stdout for _ in range(2)],
                             [made.stdout] * 2)
        few = self.make_connect6(games, *words[:-2], "--within", 0, "--count", 4)
        self.assertEqual(few.returncode, 1)
        self.assertRegex(few.stderr, r"only \d openings were found")
        self.assertEqual(self.make_connect6("/nowhere").returncode, 2)
        self.assertIn("no records with", self.make_connect6(SOURCE / "README.md").stderr)

    def test_beginnings_are_of_three_lengths_not_the_same_however_turned_and_not_all_alike(self):
        games = [(name, moves.split(), winner) for name, moves, winner in (
            ("one", "j10 k11 l10 a1 b3 c5 d7 e9 f1", "black"), ("short", "j10 i11", "white"),
            ("turned", "j10 h10 i11 s1 r3 q5 p7 o9 n1", "black"),
            ("same", "j10 i11 h10 a1 a2", "white"),
            ("alike", "j10 k11 l10 a1 b4 c5 d7", ""),
            ("other", "j10 a1 b1 c1 d1 e1 f1 g1 h1", "white"))]
        found = [(name, len(moves)) for name, moves in make_connect6_openings.beginnings(games, 2)]
        self.assertEqual(found, [("one-3", 3), ("turned-7", 7), ("other-7", 7)])
        self.assertEqual(make_connect6_openings.winners(games, [("one-3", games[0][1][:3])]),
                         "of the games through these openings Black won 2, White 1")

    def test_the_value_of_an_opening_is_that_of_the_first_turn_unless_it_is_won_or_lost(self):
        self.assertEqual(make_connect6_openings.value(
            ["K10", "L9", ["J9", 10, -7, 3, 4, 500, "J9 J8"], ["J8", 1]]), -7)
        self.assertIsNone(make_connect6_openings.value(
            ["K10", ["J9", 10, "#3", 3, 4, 500, ""], ["J8", 1]]))


if __name__ == "__main__":
    unittest.main()

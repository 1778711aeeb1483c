#!/usr/bin/env python3
"""Command lines that users and scripts depend on.  cli_test.py BIN_DIR"""
import ctypes
import functools
import hashlib
import json
import math
import os
import pathlib
import re
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(sys.argv.pop(1))
SAMPLE = "1. B[j10] 2. W[i9k9] 3. B[l9k8] 4. W[m10j8] 5. B[h10i7] 6. W[m11l10] 7. B[m12n12] 8. W[l11k12]\n"
SUBCOMMANDS = ["uci", "gtp", "acpc", "bench", "book", "explain", "parameters", "perft", "solve", "check", "weights", "doctor", "serve",
               "status"]


def trivium(*arguments, text="", environment=None):
    return subprocess.run([BIN / "trivium", *arguments], input=text, capture_output=True, text=True, timeout=120,
                          env={**os.environ, **(environment or {})})


class CommandLine(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def test_help_names_every_subcommand_and_each_has_its_own(self):
        overview = trivium("--help")
        self.assertEqual(overview.returncode, 0)
        for name in SUBCOMMANDS:
            self.assertIn(f"\n  {name} ", overview.stdout)
            self.assertEqual(trivium(name, "--help").returncode, 0)

    def test_numbers_out_of_range_are_bad_usage(self):
        record = self.file("game.txt", SAMPLE)
        for command in (["bench", "hands", "--seed"], ["bench", "hands", "--runs"], ["solve", "connect6", "--record", record, "--nodes"],
                        ["solve", "connect6", "--record", record, "--seconds"], ["bench", "connect6-tactics", "--runs"],
                        ["acpc", "localhost", "1", "--game", "nolimit", "--seed"], ["uci", "--threads"], ["gtp", "--move-overhead"],
                        ["book", "make", "--plies"]):
            for number in ("-1", "nan", "99999999999999999999"):
                done = trivium(*command[:-1], f"{command[-1]}={number}")
                self.assertEqual(done.returncode, 2, f"{command} {number}: {done.stderr}")

    def test_both_protocols_begin_with_the_move_overhead_that_is_given_or_with_their_own(self):
        for options, uci, gtp in (([], 10, 50), (["--move-overhead", "120"], 120, 120)):
            with self.subTest(options=options):
                self.assertIn(f"option name Move Overhead type spin default {uci} ", trivium("uci", *options, text="uci\nquit\n").stdout)
                self.assertIn(f"= {gtp}\n", trivium("gtp", *options, text="trivium-move_overhead\nquit\n").stdout)

    def test_version_names_release_and_commit(self):
        self.assertRegex(trivium("--version").stdout, r"^trivium \d+\.\d+\.\d+(-dev)? \(.+\)$")

    def test_bad_usage_exits_with_2_and_says_so_on_stderr_only(self):
        for arguments in (["--no-such"], ["perft"], ["perft", "x"], ["perft", "--fen", "rubbish", "1"], ["explain"], ["solve", "connect6"],
                          ["explain", "chess", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], ["uci", "--threads", "0"], ["nonsense"]):
            with self.subTest(arguments=arguments):
                done = trivium(*arguments)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertTrue(done.stderr)

    def test_options_without_effect_are_refused_and_named(self):
        for arguments, why in ((["uci", "--patterns", "x"], "--patterns"), (["bench", "--search", "null_move_depth=0"], "--search: needs"),
                               (["bench", "poker", "--search", "step=1"], "--search: needs"),
                               (["bench", "chess", "--search", "step=1"], "'step' is none"),
                               (["bench", "--search", "step=1", "hands"], "--search: has no effect before 'hands'"),
                               (["--threads", "2", "perft", "1"], "--threads: has no effect before 'perft'")):
            with self.subTest(arguments=arguments):
                done = trivium(*arguments, text="quit\n")
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(why, done.stderr)

    def test_output_that_cannot_be_written_is_a_failure(self):
        for arguments in [["--help"], ["doctor"], ["perft", "1"]]:
            with open("/dev/full", "w") as full:
                done = subprocess.run([BIN / "trivium", *arguments], stdout=full, stderr=subprocess.PIPE, text=True)
            self.assertEqual(done.returncode, 1, arguments)
            self.assertIn("trivium: standard output: ", done.stderr)

    def test_numbers_of_a_search_are_listed_and_can_be_changed(self):
        for game, session, hello in (("chess", "uci", "uci\nquit\n"), ("connect6", "gtp", "quit\n")):
            with self.subTest(game=game):
                numbers = json.loads(trivium("parameters", game, "--json").stdout)
                self.assertIn(f"{numbers[0]['name']} ", trivium("parameters", game).stdout)
                words = ",".join(f"{number['name']}={number['most']}" for number in numbers)
                self.assertEqual(trivium(session, "--search", words, text=hello).returncode, 0)
                refused = trivium(session, "--search", f"{numbers[0]['name']}={numbers[0]['most'] + 1}")
                self.assertEqual((refused.returncode, refused.stdout), (2, ""))
                self.assertIn(numbers[0]["name"], refused.stderr)

    def test_the_last_line_of_perft_is_the_total(self):
        self.assertEqual(trivium("perft", "3").stdout.splitlines()[-1], "8902")
        divided = trivium("perft", "2", "--divide").stdout.splitlines()
        self.assertEqual(divided[-1], "400")
        self.assertIn("e2e4: 20", divided)

    def test_a_book_is_made_of_games_and_shown(self):
        games = self.file("games.pgn", "1. e4 e5 1-0\n\n1. e4 c5 1/2-1/2\n\n1. d4 d5 1-0\n\n1. e4 e6 *\n\n1. Ke5 1-0\n\n")
        book = self.folder / "book.bin"
        made = trivium("book", "make", "--data", str(games), "--out", str(book), "--plies", "1", "--min-games", "1")
        self.assertEqual((made.returncode, made.stdout), (0, f"{book}: 2 moves of 3 games\n"))
        self.assertIn("3 games; left out: 1 not decided on the board, 0 whose result contradicts itself, 1 faulty", made.stderr)
        self.assertEqual(len(book.read_bytes()), 32)
        report = json.loads(trivium("book", "show", "--book", str(book), "--json").stdout)
        self.assertEqual(report["key"], "463b96181691fc9c")
        self.assertEqual([(move["san"], move["weight"]) for move in report["moves"]], [("e4", 3), ("d4", 2)])
        self.assertIn("e4       weight     3   60.0 %", trivium("book", "show", "--book", str(book)).stdout)

        played = trivium("uci", text=f"setoption name Book File value {book}\nsetoption name OwnBook value true\n"
                                     "setoption name Best Book Move value true\nposition startpos\ngo movetime 60000\nquit\n")
        self.assertIn("info string from the book\nbestmove e2e4\n", played.stdout)

    def test_a_book_that_cannot_be_made_or_read_says_why(self):
        games = self.file("games.pgn", "1. e4 e5 1-0\n\n")
        made = trivium("book", "make", "--data", str(games), "--out", str(self.folder / "book.bin"), "--min-games", "2")
        self.assertEqual((made.returncode, made.stdout), (1, ""))
        self.assertIn("nothing written", made.stderr)
        for place, why in (("none/book.bin", "none: no folder to write to"), (".", "is a folder, not the name of a file")):
            made = trivium("book", "make", "--data", str(games), "--out", f"{self.folder}/{place}", "--min-games", "1")
            self.assertEqual((made.returncode, made.stdout), (1, ""))
            self.assertRegex(made.stderr, rf"^trivium: {self.folder}/.*{why}\n$")  # before a game is read
        for place in (games, pathlib.Path(games).with_name("soft.pgn")):
            if place != games:
                place.symlink_to(games)
            made = trivium("book", "make", "--data", "-", str(games), "--out", str(place), "--min-games", "1")
            self.assertEqual((made.returncode, made.stdout), (1, ""))
            self.assertEqual(made.stderr, f"trivium: {place}: --out would be written over what --data reads\n")
            self.assertEqual(pathlib.Path(games).read_text(), "1. e4 e5 1-0\n\n")
        shown = trivium("book", "show", "--book", str(games))
        self.assertEqual((shown.returncode, shown.stdout), (1, ""))
        self.assertIn("no whole number of entries", shown.stderr)

    def test_explained_poker_probabilities_sum_to_one(self):
        played = "STATE:0:cr300c/cc/r600f:AsKs|QdJd/2c7d9h/4c:300|-300:A|B"
        report = json.loads(trivium("explain", "poker", "--state", played, "--actions", "3", "--json").stdout)
        self.assertEqual((report["betting"], report["player"], report["hole"], report["pot"]), ("cr300c/", 0, "AsKs", 600))
        self.assertAlmostEqual(sum(choice["probability"] for choice in report["actions"]), 1)
        self.assertIn("price of a call", trivium("explain", "poker", "--policy", "rule", "--state", "MATCHSTATE:1:0::|AsKs").stdout)

    def test_a_poker_range_is_a_square_of_holdings_as_text_and_json(self):
        for game in ("limit", "nolimit"):
            for policy in ("cfr", "rule"):
                with self.subTest(game=game, policy=policy):
                    before = resource.getrusage(resource.RUSAGE_CHILDREN)
                    done = trivium("explain", "poker", "--game", game, "--policy", policy, "--range", "--json")
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    after = resource.getrusage(resource.RUSAGE_CHILDREN)
                    self.assertLess(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 2)
                    found = json.loads(done.stdout)["range"]
                    self.assertEqual([len(row) for row in found["grid"]], [13] * 13)
                    self.assertEqual([row[k]["hand"] for k, row in enumerate(found["grid"])], [2 * rank for rank in "AKQJT98765432"])
                    self.assertEqual(sum(cell["combinations"] for row in found["grid"] for cell in row), 1326)
                    for row in found["grid"]:
                        for cell in row:
                            self.assertAlmostEqual(sum(cell["probabilities"]), 1)
                    shown = trivium("explain", "poker", "--game", game, "--policy", policy, "--range").stdout
                    square = [line for line in shown.splitlines() if re.fullmatch(r"  [2-9TJQKA]( +(\d+|-)){13}", line)]
                    self.assertEqual(len(square), 39)  # fold, call and raise
        done = trivium("explain", "poker", "--range", "--state", "MATCHSTATE:1:0:r300c/r600:|8c8d/7h9sTd", "--policy", "rule")
        self.assertIn("a pair of eights, an open-ended straight draw", done.stdout)
        self.assertIn("Pot odds: 3 to 1", done.stdout)
        for policy in ("call", "random", "model:rule", "cnn", "mixed"):
            refused = trivium("explain", "poker", "--range", "--policy", policy)
            self.assertEqual((refused.returncode, refused.stdout), (2, ""), policy)
            self.assertIn("cfr and rule", refused.stderr)
        self.assertEqual(trivium("explain", "poker").returncode, 2)

    def test_without_a_policy_the_rule_plays_where_no_strategy_is_in_use(self):
        def policy():
            return trivium("explain", "poker", "--state", "MATCHSTATE:1:0::|AsKs", "--json", environment={"TRIVIUM_MODELS": str(self.folder)})

        self.assertEqual(json.loads(policy().stdout)["policy"], "rule")
        (self.folder / "poker").mkdir()
        (self.folder / "poker/default.json").write_text(json.dumps({"nolimit": "none.safetensors"}))
        self.assertIn("none.safetensors", policy().stderr)
        self.assertEqual(policy().returncode, 1)

    def test_what_cannot_be_explained_in_poker_is_bad_usage_and_says_why(self):
        for state, cause in (("STATE:0:r300f:AsKs|QdJd:100|-100:A|B", "the hand is over"), ("MATCHSTATE:0:0::AsKs|", "cards are not known"),
                             ("MATCHSTATE:0:0:x:AsKs|", "betting")):
            with self.subTest(state=state):
                done = trivium("explain", "poker", "--state", state)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(cause, done.stderr)

    def test_explained_chess_terms_sum_to_the_score(self):
        fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
        report = json.loads(trivium("explain", "chess", "--fen", fen, "--json").stdout)
        total = sum(term["contribution_parts"] for term in report["terms"])
        total += sum(report[row] for row in ("scale_parts", "known_parts", "rounding_parts", "limit_parts"))
        self.assertEqual(total, report["white_centipawns"] * report["parts_per_centipawn"])
        for side in ("white_parts", "black_parts"):
            for group in report["groups"]:
                self.assertEqual(group[side], sum(term[side] for term in report["terms"] if term["group"] == group["name"]), group["name"])
            self.assertNotEqual(sum(group[side] for group in report["groups"]), 0)
        for term in report["terms"]:
            self.assertEqual(term["contribution_parts"], term["white_parts"] - term["black_parts"])
        self.assertEqual({term["group"] for term in report["terms"]}, {group["name"] for group in report["groups"]})
        self.assertEqual(report["score_centipawns"], -report["white_centipawns"])
        self.assertAlmostEqual(report["reported_centipawns"], 100 * report["score_centipawns"] / report["reported_as_hundred"], delta=0.51)
        self.assertGreater(report["reported_centipawns"] * report["score_centipawns"], 0)
        self.assertIn(f"as UCI reports it: {report['reported_centipawns']} cp", trivium("explain", "chess", "--fen", fen).stdout)

    def test_explained_chess_shows_the_board_a_verdict_and_the_ten_largest_terms(self):
        fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
        report = json.loads(trivium("explain", "chess", fen, "--json").stdout)
        shown = trivium("explain", "chess", fen).stdout
        self.assertTrue(shown.startswith(" +---+"))
        self.assertIn("\n | R | N | B | Q | K |   |   | R | 1\n", shown)
        self.assertIn(report["verdict"]["text"], shown)
        self.assertEqual(report["fen"], fen)
        sums = {group["name"]: group["white_parts"] - group["black_parts"] for group in report["groups"]}
        largest = [(term["name"], term["contribution_parts"]) for term in report["largest"]]
        self.assertEqual(largest, sorted(sums.items(), key=lambda item: -abs(item[1]))[:10])
        self.assertEqual([line.split()[0] for line in shown.splitlines() if line.split()[:1] and line.split()[0] in sums],
                         [name for name, _ in largest])
        everything = trivium("explain", "chess", fen, "--all").stdout
        for term in report["terms"]:
            self.assertIn(f"\n{term['name']} ", everything)
        self.assertIn(report["verdict"]["text"], everything)

    def test_a_chess_position_is_quoted_or_in_several_words_or_after_fen(self):
        fen = "8/8/8/4k3/8/4K3/4P3/8 b - - 5 60"
        shown = trivium("explain", "chess", "--fen", fen).stdout
        self.assertIn(fen, shown)
        for words in ([fen], fen.split(), ["--all", *fen.split()], [*fen.split(), "--json"]):
            with self.subTest(words=words):
                done = trivium("explain", "chess", *words)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertIn(fen, done.stdout)
        self.assertEqual(trivium("explain", "chess", *fen.split()).stdout, shown)
        start = trivium("explain", "chess").stdout
        for words in (["startpos"], ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]):
            self.assertEqual(trivium("explain", "chess", *words).stdout, start)
        for words in (["startpos", "x"], ["rubbish"], [fen, "--fen", fen], ["8/8/8/8/8/8/8/8", "w", "-", "-"]):
            with self.subTest(words=words):
                done = trivium("explain", "chess", *words)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertTrue(done.stderr)

    def test_a_record_and_a_poker_hand_need_no_option_before_them(self):
        record = self.file("game.txt", SAMPLE)
        shown = trivium("explain", "connect6", record, "--stones", "5")
        self.assertEqual((shown.returncode, shown.stdout), (0, trivium("explain", "connect6", "--record", record, "--stones", "5").stdout))
        self.assertEqual(trivium("explain", "connect6", "-", "--stones", "5", text=SAMPLE).stdout, shown.stdout)
        hand = "MATCHSTATE:0:0:c:AhKd|"
        shown = trivium("explain", "poker", hand)
        self.assertEqual((shown.returncode, shown.stdout), (0, trivium("explain", "poker", "--state", hand).stdout))
        for words in (["connect6"], ["connect6", record, "--record", record], ["poker", hand, "--state", hand]):
            self.assertEqual(trivium("explain", *words).returncode, 2, words)

    def test_explained_connect6_terms_sum_to_the_score(self):
        record = self.file("game.txt", SAMPLE)
        report = json.loads(trivium("explain", "connect6", "--record", record, "--json").stdout)
        beyond_terms = report["pattern_units"] + report["rounding_units"] + report["limit_units"]
        total = sum(term["contribution_units"] for term in report["terms"]) + beyond_terms
        self.assertNotEqual(report["pattern_units"], 0)
        self.assertEqual(total, report["score_hundredths"] * report["units_per_hundredth"])
        self.assertNotEqual(report["score_hundredths"], 0)

    def test_explained_connect6_turns_are_as_likely_as_their_gammas_say(self):
        record = self.file("game.txt", "1. B[j10] 2. W[i9k9] 3. B[l9k8]\n")
        report = json.loads(trivium("explain", "connect6", "--record", record, "--json").stdout)
        self.assertTrue(report["patterns"])
        for candidate in report["candidates"]:
            self.assertEqual({stone["cell"] for stone in candidate["stones"]}, set(candidate["turn"]))
            for stone in candidate["stones"]:
                product = math.prod(gamma["gamma"] for gamma in stone["gammas"])
                self.assertAlmostEqual(product / stone["strength"], 1.0)
        likely = [candidate["probability"] for candidate in report["candidates"]]
        self.assertEqual(likely, sorted(likely, reverse=True))
        self.assertLess(sum(likely), 1.0)
        self.assertIn("why", trivium("explain", "connect6", "--record", record).stdout)

    def test_explained_connect6_shows_what_threatens_and_a_forced_win(self):
        record = self.file("game.txt", "1. B[j11] 2. W[i11h11] 3. B[i7j13] 4. W[i10j12] 5. B[h10i12] 6. W[k10l10] 7. B[k7l7]\n")
        report = json.loads(trivium("explain", "connect6", "--record", record, "--json").stdout)
        self.assertEqual(report["forced_turns"], 6)
        self.assertEqual(len(report["forced_line"][0]), 2)
        self.assertLessEqual({candidate["threat"] for candidate in report["candidates"]}, {0, 1, 2, 3})
        self.assertIn("wins by force in 6 turns: ", trivium("explain", "connect6", "--record", record).stdout)
        four = self.file("four.txt", "1. B[j10] 2. W[a1c1] 3. B[k10l10] 4. W[e1g1]\n")
        self.assertIn("two stones parry", trivium("explain", "connect6", "--record", four).stdout)

    def test_explained_connect6_shows_the_board_the_threats_and_the_turn_that_would_be_played(self):
        four = self.file("four.txt", "1. B[j10] 2. W[a1c1] 3. B[k10l10] 4. W[e1g1] 5. B[m10c6]\n")
        report = json.loads(trivium("explain", "connect6", "--record", four, "--json").stdout)
        self.assertEqual(report["last_turn"], [{"gtp": "N10", "record": "m10"}, {"gtp": "C6", "record": "c6"}])
        threats = [{cell["record"] for cell in turn} for turn in report["threats"]["black"]]
        self.assertEqual(threats, [{"h10", "i10"}, {"i10", "n10"}, {"n10", "o10"}])
        self.assertEqual(report["threats"]["white"], [])
        played = {cell["record"] for cell in report["planned"]["turn"]}
        self.assertIn(played, [set(turn) for turn in report["parries"]])
        shown = trivium("explain", "connect6", "--record", four).stdout
        self.assertIn("\n10 .  .  .  .  .  .  .  .  .  X  X  X [X] .", shown)
        self.assertIn("\n 6 .  . [X] .", shown)
        self.assertIn("Black threatens: six with H10 and J10 (i10); J10 (i10) and O10 (n10)", shown)
        self.assertRegex(shown, r"White would play: \S+( \(\S+\))? and \S+")
        self.assertNotRegex(shown, r"\b[A-Z]10 and [a-z]10\b|[( ]I\d")

    def test_gammas_that_are_none_are_named_and_a_player_without_them_plays(self):
        done = trivium("gtp", "--patterns", self.file("none", "x"), text="name\ngenmove b\nquit\n")
        self.assertIn("none", done.stderr)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        path = pathlib.Path(json.loads(trivium("doctor", "--json").stdout)["weights"]["connect6"]["path"])
        models = self.folder / "connect6"
        models.mkdir()
        (models / path.name).write_bytes(path.read_bytes())
        (models / "default.json").write_text(json.dumps({"weights": path.name}))
        record = self.file("game.txt", "1. B[j10] 2. W[i9k9] 3. B[l9k8]\n")
        done = trivium("explain", "connect6", "--record", record, environment={"TRIVIUM_MODELS": str(self.folder)})
        self.assertIn("patterns: none", done.stdout)
        self.assertIn("likely turns", done.stdout)

    def test_solve_finds_the_win_on_the_move_and_says_when_it_finds_none(self):
        won = self.file("won.txt", "1. B[j10] 2. W[a1c1] 3. B[k10l10] 4. W[e1g1] 5. B[m10a19] 6. W[s1s3]\n")
        done = trivium("solve", "connect6", "--record", won)
        self.assertEqual(done.returncode, 0)
        self.assertIn("it holds", done.stdout)
        self.assertIn("not proved", trivium("solve", "connect6", "--record", won, "--stones", "3").stdout)

    def test_solve_says_that_a_game_is_over_as_explain_does(self):
        over = self.file("over.txt", "1. B[a1] 2. W[a19b19] 3. B[b1c1] 4. W[c19d19] 5. B[d1e1] 6. W[h19i19] 7. B[f1]\n")
        for command in ("solve", "explain"):
            done = trivium(command, "connect6", "--record", over)
            self.assertEqual(done.returncode, 0, command)
            self.assertTrue(done.stdout.endswith("The game is over.\n"), command)
            self.assertNotIn("would play", done.stdout)
        self.assertEqual(json.loads(trivium("solve", "connect6", "--record", over, "--json").stdout)["status"], "over")

    def test_a_proof_is_written_and_checked_and_a_damaged_one_does_not_hold(self):
        won = self.file("won.txt", "1. B[g10] 2. W[a1s1] 3. B[h10i10] 4. W[a19s19] 5. B[j7j8] 6. W[a3s3] 7. B[j9c16] 8. W[a17s17]\n")
        proof = str(pathlib.Path(won).with_name("won.proof"))
        done = trivium("solve", "connect6", "--record", won, "--json", "--proof", proof)
        report = json.loads(done.stdout)
        self.assertEqual((done.returncode, report["status"], report["side"], report["turns"]), (0, "proved", "black", 2))
        done = trivium("solve", "connect6", "--verify", proof)
        self.assertEqual(done.stdout, "the proof holds: black wins after stone 15 in 2 turns (1 turn written down)\n")
        self.assertEqual(done.returncode, 0)
        verified = json.loads(trivium("solve", "connect6", "--verify", proof, "--json").stdout)
        self.assertEqual(verified, {"holds": True, "side": "black", "turns": 2, "turns_written": 1})
        done = trivium("solve", "connect6", "--record", won, "--proof", won)
        self.assertEqual((done.returncode, done.stderr), (1, f"trivium: {won}: --proof would be written over what --record reads\n"))
        text = pathlib.Path(proof).read_text()
        attack = text.splitlines()[3]
        damaged = self.file("damaged.proof", text.replace(f"\n{attack}", "\nb2e5"))
        done = trivium("solve", "connect6", "--verify", damaged)
        self.assertEqual(done.returncode, 1)
        self.assertIn("no threat", done.stderr)
        self.assertFalse(json.loads(trivium("solve", "connect6", "--verify", damaged, "--json").stdout)["holds"])
        self.assertEqual(trivium("solve", "connect6", "--verify", won).returncode, 2)
        self.assertEqual(trivium("solve", "connect6", "--verify", proof, "--record", won).returncode, 2)

    def test_a_bad_record_names_file_and_place(self):
        bad = self.file("bad.txt", "1. B[j10] 2. W[j10k9]\n")
        done = trivium("explain", "connect6", "--record", bad)
        self.assertEqual(done.returncode, 2)
        self.assertIn("bad.txt", done.stderr)
        self.assertIn("column", done.stderr)

    def test_a_book_leaves_out_games_whose_result_contradicts_itself(self):
        games = self.file("games.pgn", "1. d4 d5 1-0\n\n"
                          '[Event "tag and end"]\n[Result "1-0"]\n\n1. e4 e5 0-1\n\n'
                          '[Event "White has mated"]\n[Result "0-1"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 0-1\n')
        book = self.folder / "book.bin"
        made = trivium("book", "make", "--data", games, "--out", str(book), "--plies", "1", "--min-games", "1")
        self.assertEqual((made.returncode, made.stdout), (0, f"{book}: 1 move of 1 game\n"))
        self.assertIn("left out: 0 not decided on the board, 2 whose result contradicts itself, 0 faulty", made.stderr)
        checked = trivium("check", "pgn", games)
        self.assertEqual((checked.returncode, checked.stdout), (1, "3 records, 11 moves, 2 faults\n"))

    def test_figurines_are_pieces_in_games_and_records_of_positions(self):
        games = self.file("games.pgn", "1. \u2658f3 \u265e\ufe0ec6 1-0\n")
        book = self.folder / "book.bin"
        trivium("book", "make", "--data", games, "--out", str(book), "--plies", "1", "--min-games", "1")
        report = json.loads(trivium("book", "show", "--book", str(book), "--json").stdout)
        self.assertEqual([move["move"] for move in report["moves"]], ["g1f3"])
        self.assertEqual(trivium("check", "pgn", "-", text="1. \u041af3 *\n").returncode, 1)
        start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
        good = trivium("check", "epd", "-", text=f"{start} bm \u2658f3; am \u2659d4; pv \u2659e4 \u265e\ufe0ff6;\n")
        self.assertEqual((good.returncode, good.stdout), (0, "1 record, 0 moves, 0 faults\n"))

    def test_check_reports_moves_of_an_epd_record_that_are_not_legal(self):
        start = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -"
        done = trivium("check", "epd", "-", text=f"{start} bm Qxf2;\n{start} bm foo;\n{start} pv Nf6 Nf6;\n{start} bm Nf6;\n")
        self.assertEqual((done.returncode, done.stdout), (1, "4 records, 0 moves, 3 faults\n"))

    def test_dead_castling_rights_are_dropped_and_reported_wherever_positions_are_read(self):
        fen = "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1"
        for command, text in ((("perft", "1", "--fen", fen), ""), (("explain", "chess", "--fen", fen), ""),
                              (("check", "epd", "-"), fen), (("check", "pgn", "-"), f'[FEN "{fen}"]\n\n1. O-O *\n')):
            done = trivium(*command, text=text)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("castling: 'Qkq' dropped", done.stderr)

    def test_check_counts_records_and_faults(self):
        games = self.file("games.pgn", '[Event "a"]\n\n1. e4 e5 *\n\n[Event "b"]\n\n1. e5 *\n')
        done = trivium("check", "pgn", games)
        self.assertEqual(done.returncode, 1)
        self.assertIn("2 records, 2 moves, 1 fault\n", done.stdout)
        self.assertIn("game 2", done.stderr)
        good = trivium("check", "connect6", "-", text='game_id,moves,winner\n1,"j10,a1,b1",\n')
        self.assertEqual(good.returncode, 0)
        self.assertIn("1 record, 3 moves, 0 faults", good.stdout)
        for text in ("1. B[j10] 2. W[a1b1]\n", "(;B[j10];W[a1b1])"):
            good = trivium("check", "connect6", "-", text=text)
            self.assertEqual(good.returncode, 0, text)
            self.assertIn("1 record, 3 moves, 0 faults", good.stdout)

    def test_check_prints_its_result_as_json(self):
        games = self.file("games.pgn", '[Event "a"]\n\n1. e4 e5 *\n\n[Event "b"]\n\n1. e5 *\n')
        done = trivium("check", "pgn", games, "--json")
        self.assertEqual((done.returncode, json.loads(done.stdout)), (1, {"records": 2, "moves": 2, "faults": 1}))
        done = trivium("check", "connect6", "-", "--json", text="1. B[j10] 2. W[a1b1]\n")
        self.assertEqual(json.loads(done.stdout), {"records": 1, "moves": 3, "faults": 0})
        self.assertIn("unfinished 1", done.stderr)

    def test_measurements_of_speed_are_also_one_json_object(self):
        for words, keys in ((("hands", "--count", "1000", "--runs", "2"), ["signature", "hands", "megabytes", "cache_megabytes", "table_bytes",
                                                                           "categories", "largest_deviation", "million_hands_per_second", "median"]),
                            (("connect6-tactics", "--count", "2", "--runs", "2"), ["kinds", "signature"]),
                            (("bandits", "--steps", "1"), ["gamma", "rounds", "signature"])):
            figures = json.loads(trivium("bench", *words, "--json").stdout)
            self.assertEqual(list(figures), keys)
            self.assertIn(f"signature: {figures['signature']}\n", trivium("bench", *words).stdout)

    def test_short_runs_print_no_progress(self):
        won = self.file("won.txt", "1. B[j10] 2. W[a1c1] 3. B[k10l10] 4. W[e1g1] 5. B[m10a19] 6. W[s1s3]\n")
        for words in (("bench", "hands", "--count", "1000", "--runs", "1"), ("bench", "hands", "--count", "1000", "--quiet"),
                      ("bench", "connect6-tactics", "--count", "2", "--runs", "1"), ("solve", "connect6", "--record", won),
                      ("solve", "connect6", "--record", won, "--quiet"), ("bench", "hands", "--count", "1000", "--json")):
            done = trivium(*words)
            self.assertEqual((done.returncode, done.stderr), (0, ""), words)

    def test_check_replays_poker_logs_and_names_the_line_of_a_wrong_payoff_or_score(self):
        hands = ("# a comment\n\nSTATE:0:f:QcKc|4d2h:50|-50:Ann|Bob\n"
                 "STATE:1:cr20000c///:9h9s|KhAd/8dTd2c/Kd/6d:-20000|20000:Bob|Ann\n")
        good = trivium("check", "poker", "-", text=hands + "SCORE:20050|-20050:Ann|Bob\n")
        self.assertEqual((good.returncode, good.stdout), (0, "2 records, 4 moves, 0 faults\n"))
        wrong = trivium("check", "poker", "-", text=hands.replace("50|-50", "100|-100") + "SCORE:20100|-20100:Ann|Bob\n")
        self.assertEqual((wrong.returncode, wrong.stdout), (1, "2 records, 4 moves, 2 faults\n"))
        self.assertIn("line 3: STATE: hand 0: position 0 won 50, the line states 100", wrong.stderr)
        self.assertIn("line 5: SCORE: 'Ann' won 20050, the line states 20100", wrong.stderr)
        leduc = trivium("check", "poker", "--game", "leduc", "-", text="STATE:0:rc/cc:Qs|Kh/Qh:3|-3:Ann|Bob\n")
        self.assertEqual(leduc.returncode, 0, leduc.stderr)
        self.assertEqual(trivium("check", "poker", "--game", "bridge", "-").returncode, 2)

    def test_doctor_finds_the_shipped_weights_and_misses_absent_ones(self):
        self.assertEqual(trivium("doctor").returncode, 0)
        sick = trivium("doctor", "--json", environment={"TRIVIUM_MODELS": str(self.folder)})
        self.assertEqual(sick.returncode, 1)
        self.assertIn(str(self.folder), json.loads(sick.stdout)["weights"]["chess"]["fault"])

    def test_doctor_reads_strategies_of_poker_where_some_are_in_use(self):
        (self.folder / "poker").mkdir()
        (self.folder / "poker/default.json").write_text(json.dumps({"limit": "none.safetensors"}))
        weights = json.loads(trivium("doctor", "--json", environment={"TRIVIUM_MODELS": str(self.folder)}).stdout)["weights"]
        self.assertIn("none.safetensors", weights["poker-limit"]["fault"])
        self.assertNotIn("poker-nolimit", weights)

    def test_doctor_lists_every_file_that_a_default_names(self):
        report = json.loads(trivium("doctor", "--json").stdout)["weights"]
        text = trivium("doctor").stdout
        models = pathlib.Path(report["chess"]["path"]).parent.parent
        named = {str(models / game / name) for game in ("chess", "connect6", "poker")
                 for name in json.loads((models / game / "default.json").read_text()).values()}
        self.assertEqual({file["path"] for file in report.values()}, named)
        for path in named:
            self.assertIn(path, text)

    def test_doctor_is_not_content_with_intact_weights_of_another_game(self):
        path = pathlib.Path(json.loads(trivium("doctor", "--json").stdout)["weights"]["connect6"]["path"])
        for game in ("chess", "connect6"):
            (self.folder / game).mkdir()
            (self.folder / game / path.name).write_bytes(path.read_bytes())
            (self.folder / game / "default.json").write_text(json.dumps({"weights": path.name}))
        done = trivium("doctor", "--json", environment={"TRIVIUM_MODELS": str(self.folder)})
        self.assertEqual(done.returncode, 1)
        weights = json.loads(done.stdout)["weights"]
        self.assertEqual((weights["connect6"]["fault"], weights["chess"]["kind"]), ("", "connect6.value"))
        self.assertIn("chess.linear", weights["chess"]["fault"])

    def test_doctor_finds_the_fault_of_a_file_with_that_file_only(self):
        path = pathlib.Path(json.loads(trivium("doctor", "--json").stdout)["weights"]["connect6"]["path"])
        (self.folder / "connect6").mkdir()
        (self.folder / "connect6/default.json").write_text(json.dumps({"weights": path.name, "patterns": "none.safetensors"}))
        (self.folder / "connect6" / path.name).write_bytes(path.read_bytes())
        weights = json.loads(trivium("doctor", "--json", environment={"TRIVIUM_MODELS": str(self.folder)}).stdout)["weights"]
        self.assertEqual(weights["connect6"]["fault"], "")
        self.assertIn("none.safetensors", weights["connect6-patterns"]["fault"])

    def test_weights_verifies_a_file_and_refuses_a_changed_one(self):
        path = json.loads(trivium("doctor", "--json").stdout)["weights"]["chess"]["path"]
        report = json.loads(trivium("weights", path, "--json").stdout)
        self.assertEqual((report["kind"], report["verified"]), ("chess.linear", True))
        content = bytearray(pathlib.Path(path).read_bytes())
        content[-1] ^= 1
        changed = self.folder / "changed.safetensors"
        changed.write_bytes(content)
        done = trivium("weights", changed)
        self.assertEqual(done.returncode, 1)
        self.assertIn("checksum", done.stderr)

    def old_form(self, path):
        """Returns bytes and name of the file that the weights `path` replace (models/README.md)."""
        content = pathlib.Path(path).read_bytes()
        size = int.from_bytes(content[:8], "little")
        header, data = json.loads(content[8:8 + size]), content[8 + size:]
        begin, end = header.pop("expectation")["data_offsets"]
        for name, tensor in header.items():
            if name != "__metadata__" and tensor["data_offsets"][0] >= end:
                tensor["data_offsets"] = [place - (end - begin) for place in tensor["data_offsets"]]
        shapes = (f'{name}\t{tensor["dtype"]}\t{",".join(map(str, tensor["shape"]))}\n'
                  for name, tensor in header.items() if name != "__metadata__")
        dump = functools.partial(json.dumps, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        metadata = header["__metadata__"]
        manifest = json.loads(metadata["trivium.manifest"])
        rewritten = manifest.pop("rewritten")
        metadata |= {"trivium.manifest": dump(manifest), "trivium.sha256": "0" * 64,
                     "trivium.features": hashlib.sha256("".join(sorted(shapes)).encode()).hexdigest()}
        data = data[:begin] + data[end:]
        text = dump(header).encode()
        text += b" " * (-len(text) % 8)
        digest = hashlib.sha256(text + data).hexdigest()
        self.assertEqual(digest, rewritten["sha256"])
        return len(text).to_bytes(8, "little") + text.replace(b"0" * 64, digest.encode(), 1) + data, rewritten["file"]

    def test_the_shipped_weights_of_chess_are_rewritten_from_those_that_their_manifest_names(self):
        path = pathlib.Path(json.loads(trivium("doctor", "--json").stdout)["weights"]["chess"]["path"])
        content, name = self.old_form(path)
        old = self.folder / name
        old.write_bytes(content)
        sha256 = json.loads(trivium("weights", old, "--json").stdout)["sha256"]
        old.with_suffix(".md").write_text(f"# {name}\n\n| SHA-256 | `{sha256}` |\n")
        (self.folder / "new").mkdir()
        self.assertIn("\nform      old, but read as before; --rewrite FOLDER", trivium("weights", old).stdout)
        done = trivium("weights", old, "--rewrite", self.folder / "new")
        self.assertIn(f"\nrewritten {self.folder / 'new' / path.name}\n", done.stdout)
        self.assertEqual((self.folder / "new" / path.name).read_bytes(), path.read_bytes())
        card = (self.folder / "new" / path.name).with_suffix(".md").read_text().splitlines()
        self.assertEqual(card[0], f"# {path.name}")
        self.assertEqual(card[-1], f"| rewritten from | `{name}`, SHA-256 `{sha256}` |")

        search = "setoption name UCI_ShowWDL value true\nposition startpos moves e2e4\ngo nodes 2000\n"
        outputs = [re.sub(" (nps|time) [0-9]+", "", trivium("uci", "--weights", file, text=f"uci\n{search}").stdout) for file in (old, path)]
        self.assertIn(" wdl ", outputs[0])
        self.assertEqual(outputs[0], outputs[1])

        report = json.loads(trivium("weights", path, "--json", "--rewrite", self.folder).stdout)
        self.assertTrue(report["present_form"])
        self.assertIn("\nform      present\n", trivium("weights", path).stdout)
        self.assertNotIn("rewritten", report)
        self.assertEqual(trivium("weights", old, "--rewrite", self.folder / "none").returncode, 1)

    def test_an_engine_without_weights_still_answers(self):
        without = {"TRIVIUM_MODELS": str(self.folder)}
        chess = trivium(text="uci\nisready\ngo depth 1\nquit\n", environment=without)
        self.assertEqual(chess.returncode, 0)
        for answer in ("uciok", "readyok", "info string", "bestmove"):
            self.assertIn(answer, chess.stdout)
        connect6 = trivium(text="name\ngenmove b\nplay b k10\n", environment=without)
        self.assertEqual(connect6.returncode, 0)
        self.assertIn("= Trivium", connect6.stdout)
        self.assertIn("? no weights", connect6.stdout)

    def test_weights_of_the_other_game_are_named_as_such(self):
        path = json.loads(trivium("doctor", "--json").stdout)["weights"]["connect6"]["path"]
        done = trivium("uci", "--weights", path, text="uci\nquit\n")
        self.assertIn("chess.linear", done.stderr)
        self.assertIn("connect6.value", done.stderr)
        self.assertEqual((done.returncode, done.stdout), (1, ""))

    def opened(self, file, *command, text=""):
        """Runs `command` and returns how often it opened `file`."""
        libc = ctypes.CDLL(None, use_errno=True)
        watch = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        self.addCleanup(os.close, watch)
        opening, closing = 0x20, 0x10  # with the ends, since equal events in succession are merged
        self.assertGreater(libc.inotify_add_watch(watch, os.fsencode(file), opening | closing), 0)
        done = trivium(*command, text=text)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        events = struct.iter_unpack("iIII", os.read(watch, 1 << 16))  # files have no names in them
        return sum(mask == opening for _, mask, _, _ in events)

    def test_sessions_and_the_server_read_weights_once(self):
        found = json.loads(trivium("doctor", "--json").stdout)["weights"]
        for command, game in ((["uci"], "chess"), (["gtp"], "connect6"), ([], "chess"), ([], "connect6"), (["serve"], "connect6")):
            with self.subTest(command=command, game=game):
                file = shutil.copy(found[game]["path"], self.folder)
                config = self.file("serve.json", json.dumps({"listeners": [{"port": 0}], "weights": {game: file}}))
                options = ["--check", "--config", config] if command == ["serve"] else ["--weights", file]
                self.assertEqual(self.opened(file, *command, *options, text="quit\n"), 1)

    def test_the_first_line_decides_the_protocol(self):
        self.assertIn("uciok", trivium(text="\n# a comment\nuci\nquit\n").stdout)
        self.assertEqual(trivium(text="\n# a comment\nprotocol_version\nquit\n").stdout, "= 2\n\n=\n\n")

    def test_regular_files_serve_as_input_and_output(self):
        commands = self.file("commands.txt", "uci\nposition startpos\ngo depth 3\n")
        output = self.folder / "output.txt"
        with commands.open() as source, output.open("w") as sink:
            done = subprocess.run([BIN / "trivium"], stdin=source, stdout=sink, timeout=60)
        self.assertEqual(done.returncode, 0)
        self.assertIn("bestmove", output.read_text())

    def test_a_log_is_not_written_into_what_is_read(self):
        file = self.file("some.file", "any")
        for *command, option in (["uci", "--weights"], ["gtp", "--patterns"], ["acpc", "localhost", "1", "--game"]):
            done = trivium(*command, option, file, "--log", file, text="quit\n")
            self.assertEqual((done.returncode, done.stderr), (1, f"trivium: {file}: --log would be written over what {option} reads\n"))
        self.assertEqual(pathlib.Path(file).read_text(), "any")

    def test_a_log_holds_both_sides_of_the_conversation(self):
        log = self.folder / "session.log"
        trivium("uci", "--log", log, text="uci\nquit\n")
        self.assertIn("uciok", log.read_text())
        self.assertEqual(trivium("uci", "--log", self.folder / "no" / "such", text="quit\n").returncode, 1)


unittest.main(verbosity=2)

#!/usr/bin/env python3
"""trivium explain and trivium solve.  explain_test.py BIN_DIR"""
import json
import math
import pathlib
import re
import resource
import unittest

from program import SAMPLE, CommandLineTest, result_of, trivium, weights_path


class Explanations(CommandLineTest):
    def test_explained_poker_probabilities_sum_to_one(self):
        played = "STATE:0:cr300c/cc/r600f:AsKs|QdJd/2c7d9h/4c:300|-300:A|B"
        report = result_of("explain", "poker", "--state", played, "--actions", "3")
        self.assertEqual((report["betting"], report["player"], report["hole"], report["pot"]),
                         ("cr300c/", 0, "AsKs", 600))
        self.assertAlmostEqual(sum(choice["probability"] for choice in report["actions"]), 1)
        shown = trivium("explain", "poker", "--policy", "rule", "--state", "MATCHSTATE:1:0::|AsKs")
        self.assertIn("price of a call", shown.stdout)

    def test_a_poker_range_is_a_square_of_holdings_as_text_and_json(self):
        for game in ("limit", "nolimit"):
            for policy in ("cfr", "rule"):
                with self.subTest(game=game, policy=policy):
                    before = resource.getrusage(resource.RUSAGE_CHILDREN)
                    done = trivium("explain", "poker", "--game", game, "--policy", policy,
                                   "--range", "--json")
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    after = resource.getrusage(resource.RUSAGE_CHILDREN)
                    self.assertLess(after.ru_utime + after.ru_stime -
                                    before.ru_utime - before.ru_stime, 2)
                    found = json.loads(done.stdout)["range"]
                    self.assertEqual([len(row) for row in found["grid"]], [13] * 13)
                    self.assertEqual([row[k]["hand"] for k, row in enumerate(found["grid"])],
                                     [2 * rank for rank in "AKQJT98765432"])
                    self.assertEqual(
                        sum(cell["combinations"] for row in found["grid"] for cell in row), 1326)
                    for row in found["grid"]:
                        for cell in row:
                            self.assertAlmostEqual(sum(cell["probabilities"]), 1)
                    shown = trivium("explain", "poker", "--game", game, "--policy", policy,
                                    "--range").stdout
                    square = [line for line in shown.splitlines()
                              if re.fullmatch(r"  [2-9TJQKA]( +(\d+|-)){13}", line)]
                    self.assertEqual(len(square), 39)  # fold, call and raise
        done = trivium("explain", "poker", "--range",
                       "--state", "MATCHSTATE:1:0:r300c/r600:|8c8d/7h9sTd", "--policy", "rule")
        self.assertIn("a pair of eights, an open-ended straight draw", done.stdout)
        self.assertIn("Pot odds: 3 to 1", done.stdout)
        for policy in ("call", "random", "model:rule", "cnn", "mixed"):
            refused = trivium("explain", "poker", "--range", "--policy", policy)
            self.assertEqual((refused.returncode, refused.stdout), (2, ""), policy)
            self.assertIn("cfr or rule", refused.stderr)
        self.assertEqual(trivium("explain", "poker").returncode, 2)

    def test_without_a_policy_the_rule_plays_where_no_strategy_is_in_use(self):
        def policy():
            return trivium("explain", "poker", "--state", "MATCHSTATE:1:0::|AsKs",
                           "--json", environment={"TRIVIUM_MODELS": str(self.folder)})

        self.assertEqual(json.loads(policy().stdout)["policy"], "rule")
        (self.folder / "poker").mkdir()
        (self.folder / "poker/default.json").write_text(json.dumps({"nolimit": "none.safetensors"}))
        self.assertIn("none.safetensors", policy().stderr)
        self.assertEqual(policy().returncode, 1)

    def test_what_cannot_be_explained_in_poker_is_bad_usage_and_says_why(self):
        for state, cause in (("STATE:0:r300f:AsKs|QdJd:100|-100:A|B", "the hand is over"),
                             ("MATCHSTATE:0:0::AsKs|", "cards are not known"),
                             ("MATCHSTATE:0:0:x:AsKs|", "betting")):
            with self.subTest(state=state):
                done = trivium("explain", "poker", "--state", state)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(cause, done.stderr)

    def test_explained_chess_terms_sum_to_the_score(self):
        fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
        report = result_of("explain", "chess", "--fen", fen)
        total = sum(term["contribution_parts"] for term in report["terms"])
        total += sum(report[row]
                     for row in ("scale_parts", "known_parts", "rounding_parts", "limit_parts"))
        self.assertEqual(total, report["white_centipawns"] * report["parts_per_centipawn"])
        for side in ("white_parts", "black_parts"):
            for group in report["groups"]:
                total = sum(term[side] for term in report["terms"]
                            if term["group"] == group["name"])
                self.assertEqual(group[side], total, group["name"])
            self.assertNotEqual(sum(group[side] for group in report["groups"]), 0)
        for term in report["terms"]:
            self.assertEqual(term["contribution_parts"], term["white_parts"] - term["black_parts"])
        self.assertEqual({term["group"] for term in report["terms"]},
                         {group["name"] for group in report["groups"]})
        self.assertEqual(report["score_centipawns"], -report["white_centipawns"])
        self.assertAlmostEqual(report["reported_centipawns"],
                               100 * report["score_centipawns"] / report["reported_as_hundred"],
                               delta=0.51)
        self.assertGreater(report["reported_centipawns"] * report["score_centipawns"], 0)
        self.assertIn(f"as UCI reports it: {report['reported_centipawns']} cp",
                      trivium("explain", "chess", "--fen", fen).stdout)

    def test_explained_chess_shows_the_board_a_verdict_and_the_ten_largest_terms(self):
        fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
        report = result_of("explain", "chess", fen)
        shown = trivium("explain", "chess", fen).stdout
        self.assertTrue(shown.startswith(" +---+"))
        self.assertIn("\n | R | N | B | Q | K |   |   | R | 1\n", shown)
        self.assertIn(report["verdict"]["text"], shown)
        self.assertEqual(report["fen"], fen)
        sums = {group["name"]: group["white_parts"] - group["black_parts"]
                for group in report["groups"]}
        largest = [(term["name"], term["contribution_parts"]) for term in report["largest"]]
        self.assertEqual(largest, sorted(sums.items(), key=lambda item: -abs(item[1]))[:10])
        first_words = [line.split()[0] for line in shown.splitlines() if line.split()]
        self.assertEqual([word for word in first_words if word in sums],
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
        for words in (["startpos", "x"], ["rubbish"], [fen, "--fen", fen],
                      ["8/8/8/8/8/8/8/8", "w", "-", "-"]):
            with self.subTest(words=words):
                done = trivium("explain", "chess", *words)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertTrue(done.stderr)

    def test_a_record_and_a_poker_hand_need_no_option_before_them(self):
        record = self.file("game.txt", SAMPLE)
        shown = trivium("explain", "connect6", record, "--stones", "5")
        named = trivium("explain", "connect6", "--record", record, "--stones", "5")
        piped = trivium("explain", "connect6", "-", "--stones", "5", text=SAMPLE)
        self.assertEqual((shown.returncode, shown.stdout), (0, named.stdout))
        self.assertEqual(piped.stdout, shown.stdout)
        hand = "MATCHSTATE:0:0:c:AhKd|"
        shown = trivium("explain", "poker", hand)
        self.assertEqual((shown.returncode, shown.stdout),
                         (0, trivium("explain", "poker", "--state", hand).stdout))
        for words in (["connect6"], ["connect6", record, "--record", record],
                      ["poker", hand, "--state", hand]):
            self.assertEqual(trivium("explain", *words).returncode, 2, words)

    def test_explained_connect6_terms_sum_to_the_score(self):
        record = self.file("game.txt", SAMPLE)
        report = result_of("explain", "connect6", "--record", record)
        beyond_terms = report["pattern_units"] + report["rounding_units"] + report["limit_units"]
        total = sum(term["contribution_units"] for term in report["terms"]) + beyond_terms
        self.assertNotEqual(report["pattern_units"], 0)
        self.assertEqual(total, report["score_hundredths"] * report["units_per_hundredth"])
        self.assertNotEqual(report["score_hundredths"], 0)

    def test_explained_connect6_turns_are_as_likely_as_their_gammas_say(self):
        record = self.file("game.txt", "1. B[j10] 2. W[i9k9] 3. B[l9k8]\n")
        report = result_of("explain", "connect6", "--record", record)
        self.assertTrue(report["patterns"])
        for candidate in report["candidates"]:
            self.assertEqual({stone["cell"] for stone in candidate["stones"]},
                             set(candidate["turn"]))
            for stone in candidate["stones"]:
                product = math.prod(gamma["gamma"] for gamma in stone["gammas"])
                self.assertAlmostEqual(product / stone["strength"], 1.0)
        likely = [candidate["probability"] for candidate in report["candidates"]]
        self.assertEqual(likely, sorted(likely, reverse=True))
        self.assertLess(sum(likely), 1.0)
        self.assertIn("why", trivium("explain", "connect6", "--record", record).stdout)

    def test_explained_connect6_shows_what_threatens_and_a_forced_win(self):
        record = self.file("game.txt", "1. B[j11] 2. W[i11h11] 3. B[i7j13] 4. W[i10j12] "
                           "5. B[h10i12] 6. W[k10l10] 7. B[k7l7]\n")
        report = result_of("explain", "connect6", "--record", record)
        self.assertEqual(report["forced_turns"], 6)
        self.assertEqual(len(report["forced_line"][0]), 2)
        self.assertLessEqual({candidate["threat"] for candidate in report["candidates"]},
                             {0, 1, 2, 3})
        self.assertIn("wins by force in 6 turns: ",
                      trivium("explain", "connect6", "--record", record).stdout)
        four = self.file("four.txt", "1. B[j10] 2. W[a1c1] 3. B[k10l10] 4. W[e1g1]\n")
        self.assertIn("two stones parry", trivium("explain", "connect6", "--record", four).stdout)

    def test_explained_connect6_shows_the_board_the_threats_and_the_turn_that_would_be_played(self):
        four = self.file("four.txt", "1. B[j10] 2. W[a1c1] 3. B[k10l10] 4. W[e1g1] 5. B[m10c6]\n")
        report = result_of("explain", "connect6", "--record", four)
        self.assertEqual(report["last_turn"],
                         [{"gtp": "N10", "record": "m10"}, {"gtp": "C6", "record": "c6"}])
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
        path = weights_path("connect6")
        models = self.folder / "connect6"
        models.mkdir()
        (models / path.name).write_bytes(path.read_bytes())
        (models / "default.json").write_text(json.dumps({"weights": path.name}))
        record = self.file("game.txt", "1. B[j10] 2. W[i9k9] 3. B[l9k8]\n")
        done = trivium("explain", "connect6", "--record", record,
                       environment={"TRIVIUM_MODELS": str(self.folder)})
        self.assertIn("patterns: none", done.stdout)
        self.assertIn("likely turns", done.stdout)

    def test_solve_finds_the_win_on_the_move_and_says_when_it_finds_none(self):
        won = self.file("won.txt",
                        "1. B[j10] 2. W[a1c1] 3. B[k10l10] 4. W[e1g1] 5. B[m10a19] 6. W[s1s3]\n")
        done = trivium("solve", "connect6", "--record", won)
        self.assertEqual(done.returncode, 0)
        self.assertIn("it holds", done.stdout)
        self.assertIn("not proved",
                      trivium("solve", "connect6", "--record", won, "--stones", "3").stdout)

    def test_solve_says_that_a_game_is_over_as_explain_does(self):
        over = self.file(
            "over.txt",
            "1. B[a1] 2. W[a19b19] 3. B[b1c1] 4. W[c19d19] 5. B[d1e1] 6. W[h19i19] 7. B[f1]\n")
        for command in ("solve", "explain"):
            done = trivium(command, "connect6", "--record", over)
            self.assertEqual(done.returncode, 0, command)
            self.assertTrue(done.stdout.endswith("The game is over.\n"), command)
            self.assertNotIn("would play", done.stdout)
        self.assertEqual(result_of("solve", "connect6", "--record", over)["status"], "over")

    def test_explained_reversi_terms_sum_to_the_score(self):
        ffo1 = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
        record = self.file("game.txt", "f5d6c3d3c4\n")
        for words in ((), ("--record", record), ("--record", record, "--plies", "2"),
                      ("--position", ffo1), ("--position", "-----OX--XO----- X")):
            with self.subTest(words=words):
                report = result_of("explain", "reversi", *words)
                units = report["rounding_units"] + report["limit_units"] + sum(
                    term["contribution_units"] for term in report["terms"])
                self.assertEqual(units * 100,
                                 report["score_hundredths"] * report["units_per_disc"])
                self.assertIn(report["planned"]["move"],
                              [move["move"] for move in report["moves"]])
        solved = result_of("explain", "reversi", "--position", ffo1)["planned"]
        self.assertEqual((solved["move"], solved["score_hundredths"], solved["final"]),
                         ("g8", 1800, True))
        shown = trivium("explain", "reversi", record)
        self.assertEqual((shown.returncode, shown.stderr), (0, ""))
        self.assertIn(" 4 .  . [X] X  X  .  .  . 4\n", shown.stdout)
        self.assertIn("White would play: ", shown.stdout)
        over = trivium("explain", "reversi", "--position", "XXX------------O O")
        self.assertIn("The game is over: Black wins by 14.\n", over.stdout)

    def test_a_bad_record_of_reversi_names_file_and_place(self):
        for text, words, place in (("f5a1\n", (), "column 3"), ("", (), "bad.txt"),
                                   ("f5d6\n", ("--plies", "3"), "2 moves")):
            done = trivium("explain", "reversi", "--record", self.file("bad.txt", text), *words)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("bad.txt", done.stderr)
            self.assertIn(place, done.stderr)
        for words in (("--plies", "3"), ("--position", "rubbish"),
                      ("--record", "x", "--position", "y")):
            self.assertEqual(trivium("explain", "reversi", *words).returncode, 2, words)

    def test_solve_finds_the_score_and_the_best_line_of_reversi(self):
        ffo1 = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
        done = trivium("solve", "reversi", "--position", ffo1)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("Black to move, 14 empty squares\nBlack wins by 18: g8 h7 a8 ", done.stdout)
        solved = result_of("solve", "reversi", "--position", ffo1)
        self.assertEqual((solved["status"], solved["side"], solved["lower"], solved["upper"]),
                         ("solved", "black", 18, 18))
        self.assertEqual((solved["main_line"][0], len(solved["main_line"])), ("g8", 14))
        together = result_of("solve", "reversi", "--position", ffo1, "--threads", "2")
        self.assertEqual((together["status"], together["lower"], together["upper"]),
                         ("solved", 18, 18))
        winner = result_of("solve", "reversi", "--position", ffo1, "--winner")
        self.assertEqual(winner["status"], "solved")
        self.assertGreater(winner["lower"], 0)
        self.assertLess(winner["nodes"], solved["nodes"])

    def test_solve_reads_records_of_reversi_as_explain_does(self):
        drawn = ("f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8"
                 "g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6\n")
        record = self.file("drawn.txt", drawn)
        for words in ((record,), ("--record", record)):
            solved = result_of("solve", "reversi", *words, "--plies", "50")
            self.assertEqual((solved["status"], solved["lower"], solved["upper"]),
                             ("solved", 0, 0))
        for words, place in (((), "--record or --position"), (("--plies", "3"), "--plies"),
                             ((record, "--position", "x"), "FILE")):
            done = trivium("solve", "reversi", *words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(f"{place}: ", done.stderr)
        with_moves = trivium("explain", "reversi", record, "--plies", "3").stdout
        self.assertIn("in brackets the last move", with_moves)
        self.assertNotIn("in brackets", trivium("explain", "reversi").stdout)

    def test_a_record_of_reversi_with_a_wrong_result_is_rejected(self):
        moves = "".join(f"{color}[{move}]" for color, move in
                        zip("BW" * 5, ("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")))
        wrong = self.file("wrong.ggf", "(;GM[Othello]RE[+4.000]BO[8 " + "-" * 27 + "O*------*O" +
                          "-" * 27 + f" *]{moves};)\n")
        for command in ("explain", "solve", "review"):
            done = trivium(command, "reversi", wrong)
            self.assertEqual((done.returncode, done.stdout), (2, ""), command)
            self.assertIn("wrong.ggf: record: stated result +4 for Black, on the board +64",
                          done.stderr)

    def test_solve_knows_boards_of_4_passes_and_finished_games(self):
        start = trivium("solve", "reversi", "--position", "-----OX--XO----- X")
        self.assertIn("Black to move, 12 empty squares\nWhite wins by 10: ", start.stdout)
        passed = result_of("solve", "reversi", "--position", "XO------------OO O")
        self.assertEqual((passed["main_line"][0], passed["status"]), ("pass", "solved"))
        over = "XXX------------O O"
        for limit in ((), ("--nodes", "1"), ("--winner",)):
            self.assertEqual(trivium("solve", "reversi", "--position", over, *limit).stdout,
                             "the game is over: Black wins by 14\n")
        self.assertEqual(result_of("solve", "reversi", "--position", over)["status"], "over")

    def test_solve_prints_the_bounds_of_a_reversi_score_at_a_limit(self):
        ffo40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
        for limit in (("--nodes", "100000"), ("--seconds", "0.001")):
            with self.subTest(limit=limit):
                found = result_of("solve", "reversi", "--position", ffo40, *limit)
                self.assertEqual((found["status"], found["main_line"]), ("limit", []))
                self.assertTrue(found["lower"] <= 38 <= found["upper"], found)
        done = trivium("solve", "reversi", "--position", ffo40, "--nodes", "100000")
        self.assertEqual(done.returncode, 0)
        self.assertIn("not solved within the limits: Black's score is from ", done.stdout)
        self.assertRegex(done.stdout, r"\nestimate: [a-h][1-8], score [-+][0-9.]+, at depth \d+\n")
        found = result_of("solve", "reversi", "--position", ffo40, "--nodes", "100000")
        self.assertEqual(sorted(found["estimate"]), ["depth", "move", "score"])
        over = result_of("solve", "reversi", "--position", "XXX------------O O")
        self.assertNotIn("estimate", over)

    def test_a_proof_is_written_and_checked_and_a_damaged_one_does_not_hold(self):
        won = self.file("won.txt", "1. B[g10] 2. W[a1s1] 3. B[h10i10] 4. W[a19s19] 5. B[j7j8] "
                        "6. W[a3s3] 7. B[j9c16] 8. W[a17s17]\n")
        proof = str(pathlib.Path(won).with_name("won.proof"))
        done = trivium("solve", "connect6", "--record", won, "--json", "--proof", proof)
        report = json.loads(done.stdout)
        self.assertEqual((done.returncode, report["status"], report["side"], report["turns"]),
                         (0, "proved", "black", 2))
        done = trivium("solve", "connect6", "--verify", proof)
        self.assertEqual(
            done.stdout,
            "the proof holds: black wins after stone 15 in 2 turns (1 turn written down)\n")
        self.assertEqual(done.returncode, 0)
        verified = result_of("solve", "connect6", "--verify", proof)
        self.assertEqual(verified, {"holds": True, "side": "black", "turns": 2, "turns_written": 1})
        done = trivium("solve", "connect6", "--record", won, "--proof", won)
        self.assertEqual(
            (done.returncode, done.stderr),
            (1, f"trivium: {won}: --proof would be written over what --record reads\n"))
        text = pathlib.Path(proof).read_text()
        attack = text.splitlines()[3]
        damaged = self.file("damaged.proof", text.replace(f"\n{attack}", "\nb2e5"))
        done = trivium("solve", "connect6", "--verify", damaged)
        self.assertEqual(done.returncode, 1)
        self.assertIn("no threat", done.stderr)
        self.assertFalse(result_of("solve", "connect6", "--verify", damaged)["holds"])
        self.assertEqual(trivium("solve", "connect6", "--verify", won).returncode, 2)
        done = trivium("solve", "connect6", "--verify", proof, "--record", won)
        self.assertEqual(done.returncode, 2)

    def test_a_bad_record_names_file_and_place(self):
        bad = self.file("bad.txt", "1. B[j10] 2. W[j10k9]\n")
        done = trivium("explain", "connect6", "--record", bad)
        self.assertEqual(done.returncode, 2)
        self.assertIn("bad.txt", done.stderr)
        self.assertIn("column", done.stderr)


unittest.main(verbosity=2)

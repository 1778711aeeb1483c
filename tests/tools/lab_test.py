#!/usr/bin/env python3
"""Command lines of trivium-lab.  lab_test.py BIN_DIR"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(sys.argv.pop(1))
KUHN, LEDUC = ("--game", "kuhn"), ("--game", "leduc")
# Leduc, both deals from both positions, with one bet.
LOG = """# a comment
STATE:0:cc/cc:Ks|Qs/Kh:1|-1:me|you
STATE:1:cc/cc:Ks|Qs/Kh:1|-1:you|me
STATE:2:rc/cc:Qs|As/Kh:-3|3:me|you
STATE:3:cc/cc:Qs|As/Kh:-1|1:you|me
SCORE:-3|3:me|you
"""
DEFINITION = """GAMEDEF
limit
numPlayers = 2
numRounds = 2
blind = 1 1
raiseSize = 2 4
firstPlayer = 1 1
maxRaises = 2 2
numSuits = 2
numRanks = 3
numHoleCards = 1
numBoardCards = 0 1
END GAMEDEF
"""


def lab(*words, stdin=None):
    return subprocess.run([BIN / "trivium-lab", *map(str, words)], input=stdin, text=True,
                          capture_output=True, timeout=120)


def figures(*words, stdin=None):
    done = lab(*words, "--json", stdin=stdin)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


class Lab(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.log = pathlib.Path(folder.name) / "match.log"
        self.log.write_text(LOG)

    def test_local_best_response_is_exact_where_asked_for_and_close_to_it_by_hands(self):
        exact = figures("poker", "lbr", *KUHN, "--policy", "call", "--set", "fcpa", "--exact")
        self.assertAlmostEqual(exact["mean"], 1000 / 3)
        dealt = figures("poker", "lbr", *KUHN, "--policy", "call", "--set", "fcpa",
                        "--count", 3000)
        self.assertLess(dealt["low"], exact["mean"])
        self.assertGreater(dealt["high"], exact["mean"])

    def test_figures_are_equal_for_any_number_of_threads_and_others_for_another_seed(self):
        for words in (["lbr", *LEDUC, "--policy", "random", "--set", "fcpa"],
                      ["match", *LEDUC, "--policy", "rule", "--against", "random"]):
            first = figures("poker", *words, "--count", 200)
            self.assertEqual(first, figures("poker", *words, "--count", 200, "--threads", 3))
            self.assertNotEqual(first, {**figures("poker", *words, "--count", 200, "--seed", 2),
                                        "seed": 1})

    def test_a_match_leaves_its_hands_and_a_curve_is_drawn_of_them(self):
        folder = self.log.parent
        logs = []
        for other in ("call", "random"):
            log = folder / f"{other}.log"
            result = figures("poker", "match", *LEDUC, "--policy", "rule", "--against", other,
                             "--count", 300, "--no-aivat", "--out", log)
            again = folder / "again.log"
            figures("poker", "match", *LEDUC, "--policy", "rule", "--against", other,
                    "--count", 300, "--threads", 3, "--out", again)
            self.assertEqual(log.read_text(), again.read_text())
            lines = log.read_text().splitlines()
            self.assertEqual(len(lines), 300)
            cards = [line.split(":")[3] for line in lines]
            for first, second in zip(cards[::2], cards[1::2]):
                self.assertEqual(first.split("/")[0], second.split("/")[0],
                                 "both hands of a deal have its cards")
            self.assertTrue(lines[0].endswith(f":rule|{other}"))
            self.assertTrue(lines[1].endswith(f":{other}|rule"))
            curve = figures("poker", "curve", log, *LEDUC, "--player", "rule")[0]
            self.assertEqual((curve["opponent"], curve["hands"]), (other, 300))
            # Leduc's big blind is its ante, of one chip.
            self.assertAlmostEqual(curve["chips"] * 1000, result["raw"]["mean"])
            logs.append(log)
        command = ("poker", "curve", *logs, *LEDUC, "--player", "rule")
        figures(*command, "--report", folder / "report")
        picture = folder / "report" / "curve.svg"
        self.assertEqual(picture.read_text().count('class="line '), 2)
        for option in ("svg", "csv"):
            file = folder / f"old.{option}"
            done = lab(*command, f"--{option}", file)
            self.assertIn(f"'--{option}' is now '--report DIR'", done.stderr)
            self.assertEqual(file.read_text(), picture.with_suffix(f".{option}").read_text())
        self.assertNotIn("--svg", lab("poker", "curve", "--help").stdout)

    def test_a_game_may_be_the_first_argument_as_in_earlier_versions(self):
        for words in (["lbr", "--policy", "call", "--exact"], ["match", "--count", 4],
                      ["exploitability"],
                      ["aivat", self.log, "--player", "me", "--policy", "random"],
                      ["curve", self.log, self.log, "--player", "me"]):
            now = lab("poker", *words, *LEDUC, "--json")
            before = lab("poker", words[0], "leduc", *words[1:], "--json")
            self.assertEqual((before.returncode, before.stdout), (0, now.stdout), before.stderr)
            self.assertEqual(before.stderr.count("'leduc' is now '--game leduc'"), 1)
            self.assertNotIn("old spelling", now.stderr)

    def test_a_log_may_be_standard_input(self):
        for words in (["aivat", "--policy", "random"], ["curve"]):
            command = ("poker", *words, *LEDUC, "--player", "me")
            self.assertEqual(figures(*command, "-", stdin=LOG), figures(*command, self.log))
        done = lab("poker", "curve", *LEDUC, "--player", "she", "-", stdin=LOG)
        self.assertIn("standard input: hand 0: she does not play in it", done.stderr)

    def test_a_log_that_is_no_match_of_the_player_has_no_curve(self):
        done = lab("poker", "curve", self.log, *LEDUC, "--player", "she")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("hand 0: she does not play in it", done.stderr)
        _, first, second, *_ = LOG.splitlines()
        self.log.write_text(first + "\n" + second.replace("you", "ann") + "\n")
        done = lab("poker", "curve", self.log, *LEDUC, "--player", "me")
        self.assertIn("hand 1: me meets ann, you before", done.stderr)
        for names in ("a:b,c", "a,a"):
            done = lab("poker", "match", *LEDUC, "--count", 2, "--out", self.log, "--names", names)
            self.assertEqual(done.returncode, 2, names)
        self.log.write_text(LOG.splitlines()[1].replace("you", "me") + "\n")
        done = lab("poker", "curve", self.log, *LEDUC, "--player", "me")
        self.assertIn("hand 0: two players are called me", done.stderr)

    def test_a_log_is_not_written_over_what_is_read(self):
        definition = self.log.parent / "leduc.game"
        definition.write_text(DEFINITION)
        done = lab("poker", "match", "--game", definition, "--count", 2, "--out", definition)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(definition.read_text(), DEFINITION)

    def test_a_match_tells_what_the_first_wins_by_every_estimator(self):
        result = figures("poker", "match", *LEDUC, "--policy", "rule", "--against", "random",
                         "--count", 1001)
        self.assertEqual(result["hands"], 1002)
        for name in ("raw", "all-in", "aivat one known", "aivat both known"):
            self.assertEqual(result[name]["units"], 501)
            self.assertLess(result[name]["low"], result[name]["mean"])
        self.assertLess(result["aivat both known"]["deviation"], result["raw"]["deviation"])
        both = figures("poker", "match", *LEDUC, "--count", 10, "--both-known")
        self.assertNotIn("aivat one known", both)
        self.assertEqual(both["aivat both known"],
                         figures("poker", "match", *LEDUC, "--count", 10)["aivat both known"])
        self.assertNotIn("aivat both known",
                         figures("poker", "match", *LEDUC, "--count", 10, "--no-aivat"))
        log = self.log.with_name("played.log")
        done = lab("poker", "match", *KUHN, "--policy", "rule", "--against", "call",
                   "--count", 10, "--out", log)
        self.assertIn(f"result: {log}\n", done.stderr)
        self.assertRegex(done.stdout,
                         r"^rule against call, 10 hands of kuhn in duplicate pairs, [\d.]+ "
                         r"ms a hand on 1 thread\nraw  ")

    def test_a_log_is_scored_by_deals_for_the_player_that_is_named(self):
        result = figures("poker", "aivat", self.log, *LEDUC, "--player", "me",
                         "--policy", "random")
        self.assertEqual((result["hands"], result["raw"]["units"]), (4, 2))
        self.assertAlmostEqual(result["raw"]["mean"], (1 - 1 - 3 + 1) / 4 * 1000)
        self.assertEqual(result["all-in"]["mean"], result["raw"]["mean"])
        self.assertNotEqual(result["aivat"]["mean"], result["raw"]["mean"])

    def test_a_player_who_is_not_in_the_log_or_learns_is_reported(self):
        done = lab("poker", "aivat", self.log, *LEDUC, "--player", "nobody", "--policy", "call")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn(f"trivium-lab: {self.log}: hand 0: nobody does not play in it", done.stderr)
        done = lab("poker", "aivat", self.log, *LEDUC, "--player", "me", "--policy", "model")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("learns during play", done.stderr)

    def test_a_hand_that_the_policy_never_plays_counts_at_its_all_in_expectation(self):
        call = ("poker", "aivat", self.log, *LEDUC, "--player", "me", "--policy", "call")
        done = lab(*call)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("me does not play by that policy in 1 of 4 hands: hand 2: policy call never "
                      "does action 1 (r) with the holding of position 0", done.stderr)
        self.log.write_text(LOG + 99 * "STATE:0:cc/cc:Ks|Qs/Kh:1|-1:me|you\n")
        result = figures(*call)
        self.assertEqual((result["hands"], result["hands_at_all_in_expectation"]), (103, 1))
        self.assertIn("1 of them, in which the player took an action that call never takes",
                      lab(*call).stdout)
        self.assertEqual(figures("poker", "aivat", self.log, *LEDUC, "--player", "me",
                                 "--policy", "random")["hands_at_all_in_expectation"], 0)

    def test_exact_exploitability_is_reported_and_no_local_best_response_wins_more(self):
        result = figures("poker", "exploitability", *KUHN, "--policy", "call")
        self.assertAlmostEqual(result["by_position"][0], 1000 / 3)
        for policy in ("rule", "random"):
            best = figures("poker", "exploitability", *LEDUC, "--policy", policy)
            local = figures("poker", "lbr", *LEDUC, "--policy", policy, "--set", "fcpa", "--exact")
            for seat in range(2):
                self.assertLessEqual(local["by_position"][seat], best["by_position"][seat] + 1e-6)
        self.assertRegex(lab("poker", "exploitability", *KUHN, "--policy", "call").stdout,
                         r"^the best response wins \d+\.\d+ mbb/g from call in kuhn: 333\.333 in "
                         r"position 0, [\d.]+ in position 1$")
        done = lab("poker", "exploitability", "--game", "limit", "--policy", "call")
        self.assertEqual((done.returncode, done.stdout), (1, ""))

    def test_a_policy_that_learns_is_measured_as_it_plays_after_the_hands_of_a_log(self):
        # Frequent folds to every bet, enough for the model.
        self.log.write_text("".join(f"STATE:{number}:rf:Ks|Qs:1|-1:me|you\n"
                                    for number in range(300)))
        seen = ("--after", self.log, "--player", "me")
        before = figures("poker", "match", *LEDUC, "--policy", "rule", "--against", "call",
                         "--count", 400)
        fresh = figures("poker", "match", *LEDUC, "--policy", "model:rule", "--against", "call",
                        "--count", 400, *seen)
        self.assertNotEqual(fresh["raw"]["mean"], before["raw"]["mean"])
        won = figures("poker", "lbr", *LEDUC, "--policy", "model:rule", "--set", "fc", "--exact",
                      *seen)
        self.assertNotEqual(won["mean"], figures("poker", "lbr", *LEDUC, "--policy", "rule",
                                                 "--set", "fc", "--exact")["mean"])
        done = lab("poker", "lbr", *LEDUC, "--policy", "model:rule", "--after", self.log,
                   "--player", "nobody")
        self.assertEqual(done.returncode, 2)
        self.assertIn("nobody plays in none of its hands", done.stderr)

    def test_bad_usage_exits_with_2_and_says_so_on_stderr_only(self):
        for words in ([],
                      ["poker"],
                      ["poker", "lbr"],
                      ["poker", "lbr", "--game", "chess"],
                      ["poker", "curve", self.log, "--player", "me"],
                      ["poker", "lbr", *KUHN, "--policy", "genius"],
                      ["poker", "lbr", *KUHN, "--set", "all"],
                      ["poker", "lbr", *KUHN, "--count", "3"],
                      ["poker", "lbr", *KUHN, "--set", "fc/fc"],
                      ["poker", "lbr", *KUHN, "--exact", "--count", "5"],
                      ["poker", "lbr", *KUHN, "--seed=-1"],
                      ["poker", "match", *KUHN, "--against", "genius"],
                      ["poker", "match", *KUHN, "--against", "model"],
                      ["poker", "lbr", *KUHN, "--after", self.log],
                      ["poker", "aivat", self.log, *KUHN, "--policy", "call"]):
            done = lab(*words)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertNotEqual(done.stderr, "")

    def test_ratings_of_a_league_and_of_chess_games(self):
        league = self.log.with_name("league.csv")
        league.write_text("home,away,result\n" + "A,B,1-0\n" * 5 + "B,A,1/2-1/2\n" * 3 +
                          "B,A,0-1\n" + "A,B,0-1\n" * 2 + "B,C,1-0\nC,A,1-0\n")
        fitted = figures("ratings", league)
        self.assertEqual([player["name"] for player in fitted["players"]], ["A", "C", "B"])
        self.assertAlmostEqual(sum(player["rating"] for player in fitted["players"]), 0, places=6)
        self.assertEqual((fitted["players"][0]["wins"], fitted["players"][0]["ties"],
                          fitted["players"][0]["losses"]), (6, 3, 3))
        self.assertLess(fitted["mm_difference_elo"], 1e-5)
        self.assertLess(fitted["home_advantage_elo"]["low"], fitted["home_advantage_elo"]["value"])
        self.assertEqual(fitted["tie_model"], "davidson")
        # The same games in PGN, with the other model and without a home advantage.
        games = self.log.with_name("games.pgn")
        results = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2"}
        games.write_text("".join(f'[White "{home}"]\n[Black "{away}"]\n'
                                 f'[Result "{results[result]}"]\n\n1. e4 {results[result]}\n\n'
                                 for home, away, result in (
                                     line.split(",")
                                     for line in league.read_text().splitlines()[1:])))
        again = figures("ratings", games)
        self.assertEqual(again["log_likelihood"], fitted["log_likelihood"])
        unnamed = self.log.with_name("season")  # the beginning decides, not the name
        for file in (league, games):
            unnamed.write_bytes(file.read_bytes())
            self.assertEqual(figures("ratings", unnamed), figures("ratings", file))
        other = figures("ratings", games, "--ties", "rao-kupper", "--no-home", "--prior-draws", 0)
        self.assertIsNone(other["home_advantage_elo"])
        self.assertGreaterEqual(other["tie_parameter"]["low"], 1)
        shown = lab("ratings", league).stdout
        self.assertIn("home advantage: ", shown)
        self.assertEqual(len(shown.splitlines()), 1 + 3 + 4)

    def test_names_that_are_not_utf_8_are_printed_as_json(self):
        games = self.log.with_name("games.pgn")
        games.write_bytes(b"".join(
            b'[White "%s"]\n[Black "%s"]\n[Result "%s"]\n\n1. e4 %s\n\n' % (*names, result, result)
            for names in ((b"Ren\xe9", b"B"), (b"B", b"Ren\xe9"))
            for result in (b"1-0", b"0-1", b"1/2-1/2")))
        names = {player["name"] for player in figures("ratings", games)["players"]}
        self.assertEqual(names, {"Ren\N{REPLACEMENT CHARACTER}", "B"})
        games.write_bytes(games.read_bytes() + b"1. Ke5 1-0\n")
        fault, left_out = lab("ratings", games, "--json").stderr.splitlines()
        self.assertIn("games.pgn: PGN: game 7", json.loads(fault)["note"])
        self.assertIn("games left out: 1 ", json.loads(left_out)["note"])

    def test_results_that_cannot_be_rated_exit_with_1_and_name_the_line(self):
        league = self.log.with_name("league.csv")
        for text, place in (("home,away,result\nA,B,2-0\n", "line 2"),
                            ("home,away\n", "line 1"),
                            ("home,away,result\nA,B,*\n", "league.csv")):
            league.write_text(text)
            done = lab("ratings", league)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn(place, done.stderr)
        self.assertEqual(lab("ratings").returncode, 2)
        unnamed = self.log.with_name("season")
        unnamed.write_text("\n")
        self.assertEqual(json.loads(lab("ratings", unnamed, "--json").stdout)["error"]["code"],
                         "file.empty")

    def test_what_cannot_be_measured_exits_with_1(self):
        for words in (["lbr", "--game", "kuhn3", "--policy", "call"],
                      ["match", "--game", "kuhn3"],
                      ["lbr", "--game", "limit", "--policy", "call", "--exact"]):
            done = lab("poker", *words)
            self.assertEqual((done.returncode, done.stdout), (1, ""), words)
            self.assertIn("trivium-lab: ", done.stderr)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""Reviews of recorded games as a user makes them.  review_test.py BIN_DIR"""
import json
import unittest
import xml.etree.ElementTree as ElementTree

from program import CommandLineTest, SAMPLE, result_of, trivium

# White overlooks the mate of 2. ... Qh4.
FOOLS_MATE = '[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'
FOLDED_FLUSH = "STATE:15:cc/cc/cc/rf:2c7d|AsKs/QsJsTs/3h/4d:10|-10:Villain|Hero\n"


class Reviews(CommandLineTest):
    def picture_of(self, page):
        """Returns the root of the first picture of a page."""
        text = page.read_text()
        return ElementTree.fromstring(text[text.index("<svg"):text.index("</svg>") + len("</svg>")])

    def test_the_largest_mistake_of_a_chess_game_is_the_one_that_allows_mate(self):
        game = self.file("game.pgn", FOOLS_MATE)
        page = self.folder / "page.html"
        review = result_of("review", "chess", game, "--nodes", "2000", "--report", page)
        worst = max(review["moves"], key=lambda move: move["loss"])
        self.assertEqual((len(review["moves"]), worst["move"]), (4, "g2g4"))
        self.assertEqual(self.picture_of(page).tag.split("}")[-1], "svg")
        text = trivium("review", "chess", game, "--nodes", "2000").stdout
        self.assertIn("g4", text)
        folder = self.folder / "report"
        result_of("review", "chess", game, "--nodes", "2000", "--report", folder)
        self.assertEqual((folder / "report.html").read_bytes(), page.read_bytes())

    def test_equal_options_give_an_equal_review_of_each_game_of_stones(self):
        for game, record in (("connect6", SAMPLE), ("reversi", "f5d6c3d3c4\n")):
            path = self.file(game, record)
            first = result_of("review", game, path, "--nodes", "200")
            self.assertEqual(len(first["moves"]), 8 if game == "connect6" else 5)
            self.assertEqual(result_of("review", game, path, "--nodes", "200"), first)

    def test_a_review_of_poker_finds_the_folded_royal_flush_and_draws_the_losses(self):
        log = self.file("hands.log", FOLDED_FLUSH)
        page = self.folder / "page.html"
        options = ("--game", "limit", "--policy", "rule", "--player", "Hero", "--playouts", "40")
        review = result_of("review", "poker", log, *options, "--report", page)
        self.assertEqual(max(review["decisions"], key=lambda one: one["loss"])["played"], "fold")
        self.assertEqual(self.picture_of(page).tag.split("}")[-1], "svg")

    def test_what_cannot_be_reviewed_is_bad_usage_and_writes_nothing(self):
        page = self.folder / "page.html"
        for command in (("chess", self.file("a.pgn", "1. e5 *\n")),
                        ("reversi", self.file("b.txt", "f5a1\n")),
                        ("poker", self.file("c.log", "nothing\n")),
                        ("poker", self.file("d.log", FOLDED_FLUSH), "--game", "limit", "--player",
                         "Nobody"),
                        ("chess", self.folder / "missing.pgn")):
            done = trivium("review", *command, "--report", page, "--json")
            self.assertIn(done.returncode, (1, 2), command)
            self.assertIn("code", json.loads(done.stdout)["error"])
            self.assertFalse(page.exists())


if __name__ == "__main__":
    unittest.main()

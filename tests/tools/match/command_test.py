#!/usr/bin/env python3
"""Run and status commands of trivium-match from outside: signals, exit statuses, output.

    command_test.py TRIVIUM_MATCH ODD_ENGINE
"""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

MATCH, ENGINE = (str(pathlib.Path(argument).resolve())
                 for argument in (sys.argv.pop(1), sys.argv.pop(1)))
BIN = pathlib.Path(MATCH).parent
MODELS = pathlib.Path(__file__).resolve().parents[3] / "models"
PATIENCE = 60  # in seconds, for steps that take a small part of one
# In milliseconds between games, so that a second game never starts in a test.
PAUSE = 1000 * PATIENCE * 2


class CommandTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def command(self, name, *words):
        """Starts a tournament of two engines; the second one makes illegal moves."""
        engines = [word for label, habits in (("A", ""), ("B", "illegal"))
                   for word in ("-engine", f"name={label}", f"cmd={ENGINE}",
                                f"args=uci {habits}".strip(), "proto=uci")]
        return [MATCH, "run", "-name", name, "-journal", str(self.folder / f"{name}.db"), *engines,
                "-each", "nodes=10", "-json", *map(str, words)]

    def start(self, *command):
        run = subprocess.Popen(self.command(*command), stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
        self.addCleanup(run.communicate)
        self.addCleanup(run.kill)
        return run

    def finish(self, *command):
        return subprocess.run(self.command(*command), capture_output=True, text=True,
                              timeout=PATIENCE)

    def until(self, run, event):
        for line in run.stdout:
            if json.loads(line)["event"] == event:
                return
        self.fail(f"the run ended without {event}")

    def status(self, name, *words):
        return subprocess.run([MATCH, "status", str(self.folder / f"{name}.db"), *words],
                              capture_output=True, text=True, check=True, timeout=PATIENCE).stdout

    def test_a_signal_ends_the_pause_between_two_games(self):
        run = self.start("paused", "-wait", PAUSE, "-rounds", 2)
        self.until(run, "game_finished")
        run.send_signal(signal.SIGINT)
        self.assertEqual(run.wait(PATIENCE), 1)
        self.assertIn("paused after 1 game\n", self.status("paused"))

    def test_a_second_run_does_not_write_into_the_record_of_a_first(self):
        record = self.folder / "games.pgn"
        first = self.start("first", "-wait", PAUSE, "-rounds", 2, "-pgnout", f"file={record}")
        self.until(first, "game_finished")
        before = record.read_bytes()
        second = self.finish("second", "-pgnout", f"file={record}")
        self.assertEqual(second.returncode, 1)
        self.assertIn("games.pgn: another run is writing it", second.stderr)
        self.assertEqual(record.read_bytes(), before)
        first.send_signal(signal.SIGTERM)
        first.wait(PATIENCE)
        self.assertEqual(self.finish("second", "-pgnout", f"file={record}").returncode, 0)
        self.assertEqual(record.read_text().count("[Event "), 3)

    def test_neither_the_journal_nor_the_book_is_written_over(self):
        self.assertEqual(self.finish("kept").returncode, 0)
        journal, book = self.folder / "kept.db", self.folder / "book.epd"
        book.write_text("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n")
        before = journal.read_bytes()
        refused = subprocess.run([MATCH, "export", journal, "--out", journal], capture_output=True,
                                 text=True, timeout=PATIENCE)
        self.assertEqual(
            (refused.returncode, refused.stderr),
            (1, f"trivium-match: {journal}: --out would be written over what JOURNAL reads\n"))
        for flag, words in (("-pgnout", [f"file={book}"]), ("-log", [f"file={book}"]),
                            ("-save-config", [book])):
            refused = self.finish("other", "-openings", f"file={book}", flag, *words)
            self.assertEqual(
                (refused.returncode, refused.stderr),
                (1, f"trivium-match: {book}: {flag} would be written over what -openings reads\n"))
        refused = self.finish("kept", "-pgnout", f"file={journal}")
        self.assertIn("-pgnout would be written over what -journal reads", refused.stderr)
        self.assertEqual((journal.read_bytes(), book.read_text().count("\n")), (before, 1))

    def test_a_tournament_whose_names_are_not_utf8_is_played_and_goes_on(self):
        words = [word.replace("name=A", "name=Andr\udce9") for word in self.command("caf\udce9")]
        for games in (2, 0):
            done = subprocess.run(words, capture_output=True, timeout=PATIENCE)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(done.stdout.count(b'"game_finished"'), games, done.stdout)
        self.assertIn("Andr\ufffd", self.status("caf\udce9", "--json"))

    def test_a_password_in_the_url_of_a_journal_is_refused_and_never_printed_or_saved(self):
        saved = self.folder / "saved.json"
        url = "postgresql://user:secret@localhost/games"
        for words in (["run", "-journal", url, "-engine", f"cmd={ENGINE}", "-engine",
                       f"cmd={ENGINE}", "-each", "nodes=10", "-save-config", saved],
                      ["status", url], ["export", url], ["export", url, "--out", saved],
                      ["page", url, "--out", saved], ["merge", url, "--out", saved],
                      ["merge", saved, "--out", url]):
            refused = subprocess.run([MATCH, *words], capture_output=True, text=True,
                                     timeout=PATIENCE, cwd=self.folder)
            self.assertIn(refused.returncode, (1, 2))
            self.assertIn("~/.pgpass", refused.stderr)
            self.assertNotIn("secret", refused.stdout + refused.stderr)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_games_are_written_to_what_is_no_file(self):
        self.assertEqual(self.finish("nowhere", "-pgnout", "file=/dev/null").returncode, 0)

    def test_status_tells_the_standings_once_and_the_sequential_test(self):
        run = self.finish("tested", "-rounds", 200, "-sprt", "elo0=0", "elo1=400", "model=logistic")
        self.assertEqual(run.returncode, 4, run.stderr)
        text = self.status("tested")
        self.assertEqual(text.count("tested"), 1)
        self.assertIn("H1 accepted", text)
        self.assertEqual(json.loads(self.status("tested", "--json"))["sprt"]["verdict"], "H1")
        self.assertEqual([file.name for file in self.folder.glob("tested.db*")], ["tested.db"])

    def test_a_page_has_every_game_and_every_fault_and_needs_no_other_file(self):
        self.finish("paged", "-rounds", 3, "-sprt", "elo0=0", "elo1=400", "model=logistic")
        page = self.folder / "page.html"
        done = subprocess.run([MATCH, "page", self.folder / "paged.db", "--out", page],
                              capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)
        text = page.read_text()
        data = re.search(r'<script type="application/json" id="data">(.*?)</script>', text)
        games = json.loads(data[1])["games"]
        self.assertEqual([game["number"] for game in games], list(range(1, len(games) + 1)))
        self.assertTrue(all(game["fault"] and "moves" in game["board"] for game in games))
        self.assertEqual(text.count(">illegal move<"), len(games))
        self.assertIn("Log-likelihood ratio", text)
        addresses = re.findall(r'(?:src|href)="([^"]*)"|url\(([^)]*)\)', text)
        self.assertEqual([address for address in addresses if not address[0].startswith("#")], [])
        refused = subprocess.run([MATCH, "page", self.folder / "paged.db", "--out",
                                  self.folder / "paged.db"], capture_output=True, timeout=PATIENCE)
        self.assertEqual(refused.returncode, 1)

    def test_a_page_of_many_games_replays_the_last_ones_and_says_so(self):
        self.finish("many", "-rounds", 3)
        page = self.folder / "many.html"
        subprocess.run([MATCH, "page", self.folder / "many.db", "--count", "2", "--out", page],
                       check=True, capture_output=True, timeout=PATIENCE)
        text = page.read_text()
        data = re.search(r'<script type="application/json" id="data">(.*?)</script>', text)
        self.assertEqual([game["number"] for game in json.loads(data[1])["games"]], [5, 6])
        self.assertIn("the first 4 are left out", text)
        self.assertEqual(text.count(">illegal move<"), 6)

    def test_a_trivium_whose_weights_have_changed_does_not_go_on(self):
        models = self.folder / "models"
        shutil.copytree(MODELS / "chess", models / "chess")

        def play(rounds):
            engines = [word for name in "AB"
                       for word in ("-engine", f"name={name}", f"cmd={BIN / 'trivium'}",
                                    "args=uci")]
            return subprocess.run([MATCH, "run", *engines, "-each", "depth=1", "-name", "weights",
                                   "-rounds", str(rounds), "-maxmoves", "2"],
                                  capture_output=True, text=True, timeout=PATIENCE, cwd=self.folder,
                                  env={**os.environ, "TRIVIUM_MODELS": str(models)})

        self.assertEqual(play(1).returncode, 0)
        self.assertEqual(play(2).returncode, 0)
        default = json.loads((models / "chess" / "default.json").read_text())
        weights = models / "chess" / default["weights"]
        weights.write_bytes(weights.read_bytes() + b" ")
        refused = play(3)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("engine 'A' has changed (its program, options or weights)", refused.stderr)

    def poker(self, name, *engines):
        """Plays a match of Leduc in a journal of that name."""
        words = [word for engine in engines for word in ("-engine", *engine)]
        subprocess.run([MATCH, "run", "-name", name, "-journal", str(self.folder / f"{name}.db"),
                        "-game", "leduc", "-hands", "100", "-rounds", "2", *words],
                       capture_output=True, text=True, check=True, timeout=PATIENCE)

    def aivat(self, name, *words):
        done = subprocess.run([MATCH, "status", str(self.folder / f"{name}.db"), "--aivat",
                               "--json", *words],
                              capture_output=True, text=True, check=True, timeout=PATIENCE)
        return {engine["name"]: engine for engine in json.loads(done.stdout)["aivat"]["engines"]}

    def test_aivat_of_a_player_is_that_of_the_exported_log_wherever_he_plays(self):
        random = ("name=R", "proto=internal", "option.policy=random", "option.seed=3")
        learns = ("name=M", "proto=internal", "option.policy=model:call")
        self.poker("inside", random, learns)
        inside = self.aivat("inside")
        log = self.folder / "inside.log"
        subprocess.run([MATCH, "export", self.folder / "inside.db", "--format", "state",
                        "--out", log], check=True, timeout=PATIENCE)
        output = subprocess.run([BIN / "trivium-lab", "poker", "aivat", log, "--game", "leduc",
                                 "--player", "R", "--policy", "random", "--json"],
                                capture_output=True, check=True, timeout=PATIENCE)
        lab = json.loads(output.stdout)
        self.assertAlmostEqual(inside["R"]["mbb_per_hand_aivat"]["mean"], lab["aivat"]["mean"])
        self.assertAlmostEqual(inside["R"]["mbb_per_hand"]["mean"], lab["raw"]["mean"])
        self.assertNotAlmostEqual(inside["R"]["mbb_per_hand_aivat"]["mean"], lab["raw"]["mean"])
        self.assertEqual(inside, self.aivat("inside", "--threads", "2"))
        # The same hands with the caller known as an internal player, then as a program.
        self.poker("both", random, ("name=C", "proto=internal", "option.policy=call"))
        self.poker("outside", random, ("name=C", f"cmd={BIN / 'trivium'}",
                                       "args=acpc --game leduc --policy call", "aivat=call"))
        self.assertEqual(self.aivat("both"), self.aivat("outside"))
        self.assertIn("AIVAT estimates, with known policies: R plays random, C plays call:\n",
                      self.status("outside", "--aivat"))

    def test_a_tournament_that_aivat_cannot_tell_of_says_why(self):
        self.poker("learns", ("name=M", "proto=internal", "option.policy=model:call"),
                   ("name=N", "proto=internal", "option.policy=model:rule"))
        self.assertEqual(self.finish("chess").returncode, 0)
        for name, why in (("learns", "AIVAT needs at least one player with a known policy"),
                          ("chess", "AIVAT is for poker")):
            done = subprocess.run([MATCH, "status", self.folder / f"{name}.db", "--aivat"],
                                  capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn(f"trivium-match: {self.folder / name}.db: {why}", done.stderr)


if __name__ == "__main__":
    unittest.main()

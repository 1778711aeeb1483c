#!/usr/bin/env python3
"""A tournament that is killed (-9) at random moments and repeated: no game is lost or played twice.

    kill_test.py TRIVIUM_MATCH ODD_ENGINE [--long]
"""
import json
import pathlib
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import script_sizes  # noqa: E402

MATCH, ENGINE = (pathlib.Path(argument).resolve()
                 for argument in (sys.argv.pop(1), sys.argv.pop(1)))
KILLS = 20 if script_sizes.LONG else 5
ROUNDS = 4 * KILLS
GAMES = 2 * ROUNDS
PATIENCE = 60  # in seconds, for steps that take a small part of one


class Tournament:
    """A command in its own folder, which can be repeated."""

    def __init__(self, folder):
        self.folder = folder
        self.journal = folder / "match.db"
        self.record = folder / "games.pgn"
        self.engine = folder / "odd-engine"
        shutil.copy2(ENGINE, self.engine)
        self.command = [MATCH, "run", "-name", "killed"]
        for number, name in enumerate("AB"):
            self.command += ["-engine", f"name={name}", f"cmd={self.engine}",
                             f"args=uci seed={number} late:1", "proto=uci"]
        self.command += ["-each", "nodes=10", "-rounds", ROUNDS, "-games", 2, "-concurrency", 2,
                         "-maxmoves", 5, "-json", "-journal", self.journal,
                         "-pgnout", f"file={self.record}"]

    def start(self):
        return subprocess.Popen([str(word) for word in self.command], stdout=subprocess.PIPE,
                                text=True)

    def rows(self, columns):
        """Reads a copy, since the next run must recover what a killed run left."""
        with tempfile.TemporaryDirectory() as copy:
            for name in ("match.db", "match.db-wal"):
                if (self.folder / name).exists():
                    shutil.copy(self.folder / name, copy)
            connection = sqlite3.connect(pathlib.Path(copy) / "match.db")
            try:
                return connection.execute(f"SELECT {columns} FROM games ORDER BY number").fetchall()
            finally:
                connection.close()

    def rounds(self):
        """Returns the Round tags of the record in order."""
        return re.findall(r'^\[Round "(.+)"\]$', self.record.read_text(), re.MULTILINE)

    def engines(self):
        """Returns the processes that run our copy of the engine."""
        return [path for path in pathlib.Path("/proc").glob("[0-9]*") if self.runs_engine(path)]

    def runs_engine(self, process):
        try:
            return (process / "exe").readlink() == self.engine
        except OSError:  # it has just ended
            return False


def finished_games(lines, most=None):
    """Returns the numbers of finished games from the events, at most `most` of them."""
    reported = []
    for line in lines:
        event = json.loads(line)
        if event["event"] == "game_finished":
            reported.append(event["game"] - 1)
            if len(reported) == most:
                break
    return reported


def first_rounds(games):
    """Returns the Round tags of the first games: round, encounter, game of the encounter."""
    return [f"{game // 2 + 1}.{game // 2 + 1}.{game % 2 + 1}" for game in range(games)]


class Kill(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def tournament(self, name):
        folder = self.folder / name
        folder.mkdir()
        return Tournament(folder)

    def kill_somewhere(self, tournament, chance):
        """Kills a run after some games and a part of the next. Returns the reported games."""
        with tournament.start() as process:
            games = chance.randint(0, GAMES // KILLS - 5)
            reported = finished_games(process.stdout, games) if games > 0 else []
            time.sleep(chance.uniform(0, 0.03))
            process.kill()
            # The last line may be incomplete.
            reported += finished_games(line for line in process.stdout if line.endswith("\n"))
            self.assertEqual(process.wait(), -9,
                             "the tournament ended before the last kill: more rounds are needed")
        return reported

    def play_to_the_end(self, tournament):
        with tournament.start() as process:
            reported = finished_games(process.stdout)
            self.assertEqual(process.wait(), 0)
        return reported

    def no_engine_stays(self, tournament):
        end = time.monotonic() + PATIENCE
        while left := tournament.engines():
            self.assertLess(time.monotonic(), end, f"engines outlive the runner: {left}")
            time.sleep(0.01)

    @script_sizes.both_sizes
    def test_kills_lose_nothing_and_double_nothing(self):
        chance = random.Random(20261122)
        tournament = self.tournament("killed")
        reported = []
        for _ in range(KILLS):
            reported += self.kill_somewhere(tournament, chance)
            self.no_engine_stays(tournament)
            if reported:
                # The journal has every reported game; the record has the first games in order.
                numbers = [number for number, in tournament.rows("number")]
                self.assertLessEqual(set(reported), set(numbers))
                self.assertEqual(tournament.rounds(), first_rounds(len(tournament.rounds())))
        self.assertGreater(len(reported), KILLS)

        reported += self.play_to_the_end(tournament)
        self.assertEqual(len(reported), len(set(reported)), "a game was reported twice")
        self.assertEqual(tournament.rows("number"), [(number,) for number in range(GAMES)])
        self.assertEqual(tournament.rounds(), first_rounds(GAMES))
        self.assertEqual(len({key for key, in tournament.rows("key")}), GAMES)

        unharmed = self.tournament("unharmed")
        self.play_to_the_end(unharmed)
        columns = "number, key, encounter, round, rotation, opening, seed, seats"
        self.assertEqual(tournament.rows(columns), unharmed.rows(columns))

        # All games are played: the same command again changes nothing.
        before = tournament.record.read_bytes()
        self.assertEqual(self.play_to_the_end(tournament), [])
        self.assertEqual(tournament.record.read_bytes(), before)


if __name__ == "__main__":
    script_sizes.main()

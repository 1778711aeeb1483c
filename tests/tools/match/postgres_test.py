#!/usr/bin/env python3
"""Tournaments in a database: runners that are killed, stalled or cut off, every game counted once.

    postgres_test.py TRIVIUM_MATCH ODD_ENGINE TEST_MATCH

Starts a PostgreSQL server in a temporary folder. Exit status 77 (skipped) without one.
"""
import contextlib
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "tools"))
from workshop import postgres  # noqa: E402

MATCH, ENGINE, TEST_MATCH = (pathlib.Path(argument).resolve()
                             for argument in (sys.argv.pop(1), sys.argv.pop(1), sys.argv.pop(1)))
MODULE = MATCH.parent.parent / "lib" / "trivium" / "trivium-postgres.so"
PATIENCE = 240  # in seconds, for runs that take a small part of that
KILLS = 50
LEASE = 2  # in seconds


class Run:
    """A runner in the background, with the lines of JSON that it has printed: events, and progress
    of what it prepares."""

    def __init__(self, command, environment=None):
        self.process = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True,
                                        env={**os.environ, **(environment or {})})
        self.events = []
        self.errors = ""
        self.ended = False
        self.changed = threading.Condition()
        self.readers = [threading.Thread(target=self.read_events),
                        threading.Thread(target=self.read_errors)]
        for reader in self.readers:
            reader.start()

    def read_events(self):
        for line in self.process.stdout:
            # The last line of a killed run may be incomplete.
            with contextlib.suppress(json.JSONDecodeError), self.changed:
                self.events.append(json.loads(line))
                self.changed.notify_all()
        with self.changed:
            self.ended = True
            self.changed.notify_all()

    def read_errors(self):
        self.errors = self.process.stderr.read()

    def count(self, event):
        return sum(one.get("event") == event for one in self.events)

    def finished(self):
        """Returns the numbers of the games that this run has reported as finished, from 0."""
        with self.changed:
            return [event["game"] - 1 for event in self.events
                    if event.get("event") == "game_finished"]

    def until(self, event, count=1):
        """Waits until `event` was printed `count` times, or the run has ended."""
        with self.changed:
            self.changed.wait_for(lambda: self.ended or self.count(event) >= count, PATIENCE)

    def kill(self):
        self.process.kill()
        return self.wait()

    def wait(self):
        status = self.process.wait(PATIENCE)
        for reader in self.readers:
            reader.join(PATIENCE)
        self.process.stdout.close()
        self.process.stderr.close()
        return status


class Shared(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.folder.chmod(0o755)
        cls.cluster = postgres.Cluster(cls.folder / "server")
        cls.addClassCleanup(cls.cluster.stop)

    def command(self, name, rounds, *words, url=None, engine=ENGINE, engines="AB", habits=()):
        players = [word for number, label in enumerate(engines)
                   for word in ("-engine", f"name={label}", f"cmd={engine}", "proto=uci",
                                f"args=uci seed={number} {dict(habits).get(label, 'late:5')}")]
        return [MATCH, "run", "-name", name, "-journal", url or self.cluster.url(), *players,
                "-each", "nodes=10", "-rounds", rounds, "-maxmoves", 3, "-concurrency", 2,
                "-json", "-lease", LEASE, *words]

    def start(self, *words, environment=None, **settings):
        run = Run(self.command(*words, **settings), environment)
        self.addCleanup(run.kill)
        return run

    def rows(self, name, columns, table="games", key="id"):
        return self.cluster.query(
            f"SELECT {columns} FROM trivium.{table} JOIN trivium.tournaments ON {key} = tournament "
            f"WHERE tournaments.name = '{name}' ORDER BY 1")

    def check_games(self, name, games):
        """Every game once, none lost, none counted twice, every claim settled."""
        self.assertEqual(self.rows(name, "number"), [[str(number)] for number in range(games)])
        self.assertEqual(len({key for key, in self.rows(name, "key")}), games)
        self.assertEqual(self.rows(name, "DISTINCT state", "claims"), [["2"]])
        status = subprocess.run([MATCH, "status", self.cluster.url(), "--tournament", name],
                                capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(status.returncode, 0, status.stderr)
        self.assertIn(f"{games} games", status.stdout)

    def test_the_ledgers_agree(self):
        for url in (self.cluster.url(), self.cluster.loopback_url()):
            done = subprocess.run(
                [TEST_MATCH, "--source-file=*ledger_test.cpp"], capture_output=True, text=True,
                timeout=PATIENCE, env={**os.environ, "TRIVIUM_TEST_POSTGRES": url,
                                       "PGPASSFILE": str(self.password_file())})
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertNotIn("skipped: ", done.stdout)

    def password_file(self, password=postgres.PASSWORD):
        file = self.folder / f"pgpass-{password}"
        file.write_text(f"127.0.0.1:*:games:{postgres.NAME}:{password}\n")
        file.chmod(0o600)
        return file

    def test_runners_share_the_games(self):
        runs = [self.start("shared", 40) for _ in range(4)]
        self.assertEqual([run.wait() for run in runs], [0] * 4, [run.errors for run in runs])
        self.check_games("shared", 80)
        played = sorted(number for run in runs for number in run.finished())
        self.assertEqual(played, list(range(80)))
        self.assertGreater(sum(bool(run.finished()) for run in runs), 1)
        status = subprocess.run(
            [MATCH, "status", self.cluster.url(), "--tournament", "shared", "--json"], check=True,
            capture_output=True, text=True, timeout=PATIENCE).stdout
        shown = json.loads(status)["runners"]
        self.assertEqual([runner["games"] for runner in shown],
                         [int(games) for games, in self.cluster.query(
                             "SELECT (SELECT count(*) FROM trivium.games WHERE runner = r.id) FROM "
                             "trivium.runners AS r JOIN trivium.tournaments AS t ON t.id = "
                             "r.tournament WHERE t.name = 'shared' ORDER BY r.id")])
        self.assertEqual([runner["ended"] for runner in shown], [True] * 4)
        # All games of an encounter are played on one machine.
        of_tournament = "JOIN trivium.tournaments ON id = tournament WHERE name = 'shared'"
        self.assertEqual(self.cluster.query(
            f"SELECT encounter FROM trivium.games {of_tournament} GROUP BY encounter "
            "HAVING count(DISTINCT runner) > 1"), [])
        runners = self.rows("shared", "host <> '', version <> '', length(program), speed > 0, "
                                      "gone IS NOT NULL", "runners", "tournaments.id")
        self.assertEqual(runners, [["t", "t", "64", "t", "t"]] * 4)

    def test_kills_lose_nothing_and_double_nothing(self):
        chance = random.Random(20261129)
        rounds = 10 * KILLS
        runs = [self.start("killed", rounds) for _ in range(4)]
        reported, struck = [], 0
        for _ in range(KILLS):
            victim = runs.pop(chance.randrange(len(runs)))
            time.sleep(chance.uniform(0, 0.3))
            struck += victim.kill() == -signal.SIGKILL
            reported += victim.finished()
            runs.append(self.start("killed", rounds))
        self.assertGreater(struck, KILLS // 2, "most runs had ended: more rounds are needed")
        self.assertEqual([run.wait() for run in runs], [0] * 4, [run.errors for run in runs])
        for run in runs:
            reported += run.finished()
        self.check_games("killed", 2 * rounds)
        self.assertGreater(len(reported), 0)
        self.assertEqual(len(reported), len(set(reported)), "a game was reported twice")

    def test_a_server_that_crashes_keeps_what_it_has_answered(self):
        runs = [self.start("crashed", 100) for _ in range(3)]
        for run in runs:
            run.until("game_finished", 5)
        self.cluster.stop("immediate")
        reported = {number for run in runs for number in run.finished()}
        self.cluster.start()
        stored = {int(number) for number, in self.rows("crashed", "number")}
        self.assertLessEqual(reported, stored)
        self.assertEqual([run.wait() for run in runs], [0] * 3, [run.errors for run in runs])
        self.check_games("crashed", 200)

    def test_a_server_that_hangs_does_not_keep_a_run_from_ending(self):
        run = self.start("hung", 100, habits={"A": "late:50"})
        run.until("game_finished", 2)
        postmaster = int((self.cluster.data / "postmaster.pid").read_text().split()[0])
        children = subprocess.run(["pgrep", "-P", str(postmaster)], check=True,
                                  capture_output=True, text=True).stdout.split()
        server = [postmaster, *map(int, children)]
        for process in server:
            os.kill(process, signal.SIGSTOP)
        try:
            # Two signals of one kind could arrive as one.
            for number in (signal.SIGINT, signal.SIGTERM):
                run.process.send_signal(number)
            self.assertNotEqual(run.wait(), 0)
        finally:
            for process in server:
                os.kill(process, signal.SIGCONT)
    def test_a_runner_that_stalls_past_its_lease_delays_nobody(self):
        stalled = self.start("stalled", 10, habits={"A": "late:50"})
        stalled.until("game_started")
        stalled.process.send_signal(signal.SIGSTOP)
        other = self.start("stalled", 10, habits={"A": "late:50"})
        self.assertEqual(other.wait(), 0, other.errors)
        self.check_games("stalled", 20)
        before = self.rows("stalled", "number, checksum, runner")
        stalled.process.send_signal(signal.SIGCONT)
        self.assertEqual(stalled.wait(), 0, stalled.errors)
        self.assertEqual(self.rows("stalled", "number, checksum, runner"), before)

    def test_other_engines_and_rules_are_refused(self):
        first = self.start("strict", 10)
        first.until("game_finished")
        changed = self.folder / "odd-engine"
        shutil.copy2(ENGINE, changed)
        with changed.open("ab") as file:
            file.write(b"\0")
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        shutil.copy2(ENGINE, elsewhere / "odd-engine")
        for words, settings, cause in (
                ((), {"engine": changed}, "engine 'A' has changed"),
                (("-seed", 7), {}, "rule 'seed': was 0, is 7"),
                (("-sprt", "elo0=0", "elo1=5"), {}, "no sequential test")):
            refused = self.start("strict", 10, *words, **settings)
            self.assertEqual(refused.wait(), 1)
            self.assertIn(cause, refused.errors)
        # The same program elsewhere is the same engine.
        same = self.start("strict", 10, engine=elsewhere / "odd-engine")
        self.assertEqual((same.wait(), first.wait()), (0, 0), same.errors + first.errors)
        self.check_games("strict", 20)

    def test_a_sequential_test_stops_everywhere_with_one_verdict(self):
        command = ("tested", 500, "-sprt", "elo0=0", "elo1=400", "model=logistic")
        runs = [self.start(*command, habits={"B": "illegal"}) for _ in range(3)]
        self.assertEqual([run.wait() for run in runs], [4] * 3, [run.errors for run in runs])
        self.assertLess(len(self.rows("tested", "number")), 1000)
        self.assertEqual(
            [row for row in self.rows("tested", "facts.name, value", "facts")
             if row[0] == "sprt.verdict"], [["sprt.verdict", "H1"]])
        late = self.start(*command, habits={"B": "illegal"})
        self.assertEqual((late.wait(), late.finished()), (4, []))

    def test_the_rounds_of_a_swiss_tournament_are_paired_once(self):
        runs = [self.start("swiss", 4, "-tournament", "swiss", engines="ABCDE") for _ in range(3)]
        self.assertEqual([run.wait() for run in runs], [0] * 3, [run.errors for run in runs])
        self.check_games("swiss", 4 * 2 * 2)
        rounds = [row for row in self.rows("swiss", "facts.name, value", "facts")
                  if row[0].startswith("swiss.round.")]
        self.assertEqual([name for name, _ in rounds], [f"swiss.round.{n}" for n in range(4)])
        byes = [pairs.split()[-1] for _, pairs in rounds]
        self.assertEqual(len(set(byes)), 4, "an engine had two byes")

    def test_every_runner_can_write_the_whole_record(self):
        records = [self.folder / f"{number}.pgn" for number in range(2)]
        runs = [self.start("recorded", 10, "-pgnout", f"file={record}") for record in records]
        self.assertEqual([run.wait() for run in runs], [0] * 2, [run.errors for run in runs])
        exported = subprocess.run(
            [MATCH, "export", self.cluster.url(), "--tournament", "recorded"], check=True,
            capture_output=True, text=True, timeout=PATIENCE).stdout
        self.assertEqual(exported.count("[Event "), 20)
        self.assertEqual([record.read_text() for record in records], [exported] * 2)
        page = self.folder / "page.html"
        subprocess.run([MATCH, "page", self.cluster.url(), "--tournament", "recorded", "--out",
                        page], check=True, timeout=PATIENCE)
        self.assertIn("recorded", page.read_text())

    def test_passwords_come_from_a_file_and_are_never_shown(self):
        right = self.start("secret", 2, url=self.cluster.loopback_url(),
                           environment={"PGPASSFILE": str(self.password_file())})
        self.assertEqual(right.wait(), 0, right.errors)
        self.assertNotIn(postgres.PASSWORD, right.errors + json.dumps(right.events))
        wrong = self.start("secret", 2, url=self.cluster.loopback_url(),
                           environment={"PGPASSFILE": str(self.password_file("mistaken"))})
        self.assertEqual(wrong.wait(), 1)
        self.assertIn("authentication failed", wrong.errors)
        self.assertNotIn("mistaken", wrong.errors)

    def test_a_database_without_rights_is_refused(self):
        self.cluster.query("CREATE ROLE stranger LOGIN")
        refused = self.start("rights", 2, url=self.cluster.url("stranger"))
        self.assertEqual(refused.wait(), 1)
        self.assertIn("permission denied", refused.errors)


missing = postgres.why_not() or ("" if MODULE.exists() else
                                 "this build has no trivium-postgres.so (Debian package libpq-dev)")
if missing:
    print(f"skipped: {missing}")
    sys.exit(77)
unittest.main(verbosity=2)

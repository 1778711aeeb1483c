#!/usr/bin/env python3
"""Tests all programs under failures of the system: closed, full or broken streams, signals, full
disks, read-only folders, no HOME. Also tests every row of the table of exit statuses in
docs/using/troubleshooting.md.

    ends_test.py SOURCE_DIR BIN_DIR ODD_ENGINE
"""
import contextlib
import os
import pathlib
import re
import resource
import select
import signal
import subprocess
import sys
import tempfile
import unittest

SOURCE, BIN, ENGINE = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(3))
PATIENCE = 60  # in seconds; the work takes less than one
FEN = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
GAMES = ('[Event "a"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n'
         '1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n')
CONNECT6 = 'game_id,moves,winner\n1,"j10,a1,b1,k10,l10,e1,g1,m10,n10,s1,s3,o10",black\n'
MATCH = ["-engine", "name=A", f"cmd={ENGINE}", "args=uci", "proto=uci", "-engine", "name=B",
         f"cmd={ENGINE}", "args=uci illegal", "proto=uci", "-each", "nodes=10"]
# Learns chess weights from the position labels.epd in a moment: {0} is its folder, {1} the output.
WEIGHTS = "chess tdleaf --data {0}/labels.epd --held-out 0 --steps 1 --start nothing --out {1}"
LABELS = 'r4r2/1pp1qpbk/p1n1bnpp/P3p3/8/2N1B1P1/1PP1PPBP/R1QRN1K1 b - - c9 "1-0";\n'
# Command lines of each program that succeed and always print the same. {} is a folder with
# games.pgn, games.csv and journal.db.
COMMANDS = {
    "trivium": ["--help", "--version", "perft 2", "doctor", "doctor --json",
                f"explain chess --fen '{FEN}'", "parameters chess", "check pgn {}/games.pgn",
                "uci <uci\nquit\n", "gtp <name\nquit\n", "<uci\nquit\n"],
    "trivium-learn": ["--help", "--version",
                      "connect6 records --data {}/games.csv --out {}/new.games",
                      "poker cnn --help"],
    "trivium-match": ["--help", "--version", "run --help", "status {}/journal.db",
                      "status {}/journal.db --json", "export {}/journal.db --out {}/new.pgn"],
    "trivium-check": ["--help", "--version", f"uci --rule uci-answered '{BIN}/trivium' uci"],
    "trivium-dealer": ["--help", "--version"],
    "trivium-lab": ["--help", "--version",
                    "poker lbr --game kuhn --policy call --set fcpa --exact --json"],
}
WAITING = {  # command lines that run until they are stopped
    "trivium": ["uci", "gtp", "", "acpc 127.0.0.1 1 --game limit --reconnect --patience 0"],
    "trivium-dealer": ["{}/m leduc 1 1 Ann Bob --version_timeout 0"],
    "trivium-lab": ["poker lbr --game kuhn --policy call --set fcpa --count 1000000000"],
    "trivium-learn": ["chess selfplay --count 100000 --nodes 1000 --out {}/endless.pgn"],
}


def words_of(command, folder):
    """Returns the words of a command line and its input."""
    line, _, text = command.partition("<")
    words = [one or two for one, two in re.findall(r"'([^']*)'|(\S+)", line)]
    return [word.replace("{}", str(folder)) for word in words], text


@contextlib.contextmanager
def stream(end):
    """Yields a stream for standard output or standard error; `end` is its failure."""
    if end == "full":
        with open("/dev/full", "w", encoding="utf-8") as full:
            yield full
    elif end == "broken":
        reading, writing = os.pipe()
        os.close(reading)
        try:
            yield writing
        finally:
            os.close(writing)
    else:  # the child process closes it
        yield subprocess.DEVNULL


def run(program, words, text="", ends=(), before=(), limit=None, **environment):
    """Runs a program. `ends`: pairs of a descriptor and its failure. `limit`: maximum file
    size."""
    closed = [number for number, end in ends if end == "closed"]

    def prepare():
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        for number in closed:
            os.close(number)

    with contextlib.ExitStack() as stack:
        streams = {number: stack.enter_context(stream(end)) for number, end in ends}
        child = subprocess.Popen([*before, BIN / program, *map(str, words)], stdin=subprocess.PIPE,
                                 stdout=streams.get(1, subprocess.PIPE),
                                 stderr=streams.get(2, subprocess.PIPE), preexec_fn=prepare,
                                 text=True,
                                 env=({**os.environ, **environment} if "env" not in environment
                                      else environment["env"]))
        out, errors = child.communicate(text, PATIENCE)
    return subprocess.CompletedProcess(child.args, child.returncode, out or "", errors or "")


class Ends(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.folder.chmod(0o755)
        (cls.folder / "games.pgn").write_text(GAMES, encoding="utf-8")
        (cls.folder / "games.csv").write_text(CONNECT6, encoding="utf-8")
        (cls.folder / "labels.epd").write_text(LABELS, encoding="utf-8")
        made = run("trivium-match",
                   ["run", *MATCH, "-name", "kept", "-journal", cls.folder / "journal.db"])
        assert made.returncode == 0, made.stderr

    def each_command(self):
        return [(program, *words_of(command, self.folder)) for program, commands in COMMANDS.items()
                for command in commands]

    def learn_weights(self, out):
        """Returns the words of a command that writes weights and their card."""
        return WEIGHTS.format(self.folder, out).split()

    def fresh(self, name):
        folder = self.folder / name
        folder.mkdir(mode=0o755)
        return folder

    def assert_reported_once(self, done, program):
        """Checks for a failure with exactly one message, which does not report a defect."""
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertNotIn("unexpected", done.stderr)
        lines = [line for line in done.stderr.splitlines() if line.startswith(program)]
        self.assertEqual(len(lines), 1, done.stderr)
        return lines[0]

    def test_what_standard_output_does_not_take_is_a_failure_and_is_reported_once(self):
        for program, words, text in self.each_command():
            usual = run(program, words, text)
            self.assertEqual(usual.returncode, 0, f"{program} {words}: {usual.stderr}")
            for end in ("full", "closed", "broken"):
                with self.subTest(program=program, words=words, end=end):
                    done = run(program, words, text, [(1, end)])
                    if usual.stdout:
                        self.assertIn("standard output: ", self.assert_reported_once(done, program))
                    else:
                        self.assertEqual(done.returncode, 0)

    def test_what_standard_error_does_not_take_is_lost_and_nothing_else(self):
        for program, words, text in self.each_command():
            usual = run(program, words, text)
            for end in ("full", "closed", "broken"):
                with self.subTest(program=program, words=words, end=end):
                    done = run(program, words, text, [(2, end)])
                    self.assertEqual((done.returncode, done.stdout),
                                     (usual.returncode, usual.stdout))

    def test_bad_usage_and_failures_keep_their_status_where_nobody_reads_the_reason(self):
        for program in COMMANDS:
            for end in ("full", "closed", "broken"):
                with self.subTest(program=program, end=end):
                    for ends in ([(2, end)], [(1, end), (2, end)]):
                        self.assertEqual(run(program, ["--no-such"], "", ends).returncode, 2)
        for end in ("full", "closed", "broken"):
            done = run("trivium", ["weights", "/nonexistent"], "", [(2, end)])
            self.assertEqual(done.returncode, 1)

    def test_both_streams_may_end_at_once(self):
        for program, words, text in self.each_command():
            wanted = 1 if run(program, words, text).stdout else 0
            for end in ("full", "closed", "broken"):
                with self.subTest(program=program, words=words, end=end):
                    self.assertEqual(run(program, words, text, [(1, end), (2, end)]).returncode,
                                     wanted)

    def test_a_match_whose_reader_went_away_is_played_to_its_end(self):
        for end in ("broken", "full", "closed"):
            journal = self.folder / f"unread-{end}.db"
            done = run("trivium-match",
                       ["run", *MATCH, "-name", end, "-rounds", 4, "-journal", journal], "",
                       [(1, end), (2, end)])
            self.assertEqual(done.returncode, 1)
            self.assertIn("4", run("trivium-match", ["status", journal]).stdout)

    def test_standard_input_that_is_closed_matters_to_nobody_who_does_not_read_it(self):
        for program, words, text in self.each_command():
            if text:
                continue
            with self.subTest(program=program, words=words):
                self.assertEqual(run(program, words, "", [(0, "closed")]).returncode, 0)

    def test_a_home_is_not_needed(self):
        for program, words, text in self.each_command():
            usual = run(program, words, text)
            bare = run(program, words, text, env={"PATH": os.environ["PATH"]})
            with self.subTest(program=program, words=words):
                self.assertEqual((bare.returncode, bare.stdout), (usual.returncode, usual.stdout))

    def test_a_signal_that_has_no_meaning_of_its_own_ends_a_program_at_once(self):
        for program, commands in WAITING.items():
            for number, command in enumerate(commands):
                for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                    with self.subTest(program=program, command=command, signal=one.name):
                        words, _ = words_of(command, self.folder)
                        child = subprocess.Popen([BIN / program, *words], stdin=subprocess.PIPE,
                                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                                 text=True)
                        self.addCleanup(child.communicate)
                        self.addCleanup(child.kill)
                        if program == "trivium" and number < 3:
                            child.stdin.write("uci\n" if command == "uci" else "name\n")
                            child.stdin.flush()
                            child.stdout.readline()  # it has started
                        else:
                            select.select([child.stdout, child.stderr], [], [], 2)
                        child.send_signal(one)
                        wanted = 1 if "acpc" in command and one != signal.SIGHUP else -one
                        self.assertEqual(child.wait(PATIENCE), wanted)
        self.assertFalse([path.name for path in self.folder.iterdir()
                          if path.name.endswith(".part")])

    def test_files_that_a_full_disk_cuts_are_not_there(self):
        folder = self.fresh("short")
        for program, command in (
                ("trivium-learn", "connect6 records --data {0}/games.csv --out {1}/new.games"),
                ("trivium-learn", WEIGHTS.format("{0}", "{1}/new.safetensors")),
                ("trivium-learn", "chess selfplay --count 2 --nodes 50 --out {1}/new.pgn"),
                ("trivium-match", "export {0}/journal.db --out {1}/new.pgn"),
                ("trivium", "book make --out {1}/new.bin --data {0}/games.pgn --min-games 1")):
            with self.subTest(command=command):
                words = command.format(self.folder, folder).split()
                self.assertIn("File too large",
                              self.assert_reported_once(run(program, words, limit=16), program))
                self.assertEqual(list(folder.iterdir()), [])

    def test_weights_are_there_with_their_card_or_not_at_all(self):
        folder = self.fresh("weights")
        command = self.learn_weights(folder / "new.safetensors")
        self.assertEqual(run("trivium-learn", command).returncode, 0)
        sizes = sorted(path.stat().st_size for path in folder.iterdir())
        self.assertEqual(len(sizes), 2)
        for path in folder.iterdir():
            path.unlink()
        for limit in (sizes[0] - 1, sizes[0] + 1, sizes[1] - 1):
            self.assert_reported_once(run("trivium-learn", command, limit=limit), "trivium-learn")
            self.assertEqual(list(folder.iterdir()), [])

    def test_a_disk_that_is_full_is_as_one_whose_files_may_not_grow(self):
        if os.getuid() != 0:
            self.skipTest("only root can mount a small disk")
        disk = self.fresh("disk")
        mounted = ["unshare", "--mount", "sh", "-c",
                   'mount -t tmpfs -o size=16k tmpfs "$0" && "$@"; status=$?; '
                   'ls -A "$0" >&2; exit $status', disk]
        if subprocess.run([*mounted, "true"], capture_output=True, check=False).returncode != 0:
            self.skipTest("this machine allows no mount")
        done = run("trivium-learn", self.learn_weights(disk / "new.safetensors"), before=mounted)
        self.assertIn("No space left on device", self.assert_reported_once(done, "trivium-learn"))
        self.assertRegex(done.stderr.splitlines()[-1], "^trivium-learn: ",
                         "files are left: " + done.stderr)

    def test_a_log_on_a_full_disk_is_reported_once_and_the_conversation_goes_on(self):
        for command, text, answer in (("uci", "uci\nisready\nquit\n", "readyok"),
                                      ("gtp", "name\nversion\nquit\n", "= Trivium")):
            done = run("trivium", [command, "--log", "/dev/full"], text)
            self.assertEqual(done.returncode, 0)
            self.assertIn(answer, done.stdout)
            self.assertEqual(
                done.stderr.count("/dev/full: cannot be written: No space left on device"), 1)
            self.assertEqual(done.stderr.count("\n"), 1)

    def test_a_folder_that_may_not_be_written_to_is_named_before_the_work(self):
        folder = self.fresh("locked")
        folder.chmod(0o555)
        before = (["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
                  if os.getuid() == 0 else [])
        pgn, csv = self.folder / "games.pgn", self.folder / "games.csv"
        for program, words in (
                ("trivium-learn",
                 ["connect6", "records", "--data", csv, "--out", folder / "new.games"]),
                ("trivium-learn", self.learn_weights(folder / "new.safetensors")),
                ("trivium-learn", ["chess", "style", "--data", pgn, "--checkpoint", folder]),
                ("trivium-learn", ["chess", "style", "--data", pgn,
                                   "--checkpoint", folder / "deeper" / "checkpoint"]),
                ("trivium-learn", ["chess", "style", "--data", pgn, "--checkpoint", "/proc/none"]),
                ("trivium-match",
                 ["run", *MATCH, "-name", "locked", "-journal", folder / "new.db"]),
                ("trivium-match",
                 ["export", self.folder / "journal.db", "--out", folder / "new.pgn"]),
                ("trivium-dealer",
                 [folder / "m", "leduc", 1, 1, "Ann", "Bob", "--start_timeout", 0]),
                ("trivium", ["uci", "--log", folder / "log"]),
                ("trivium", ["book", "make", "--out", folder / "new.bin", "--data", pgn])):
            with self.subTest(program=program, words=words):
                message = self.assert_reported_once(run(program, words, before=before), program)
                self.assertRegex(message, "Permission denied|No such file or directory")

    def test_a_match_without_a_name_is_bad_usage_and_writes_nothing(self):
        folder = self.fresh("nameless")
        for name in ("", f"{folder}/"):
            done = subprocess.run([BIN / "trivium-dealer", name, "leduc", "1", "1", "Ann", "Bob",
                                   "--start_timeout", "0"], cwd=folder, capture_output=True,
                                  text=True, timeout=PATIENCE, check=False)
            self.assertEqual((done.returncode, done.stdout), (2, ""), name)
            self.assertEqual(list(folder.iterdir()), [])

    def test_every_row_of_the_table_of_exit_statuses(self):
        sprt = ["-rounds", 100, "-sprt", "elo0=0", "elo1=400", "model=logistic"]
        swapped = [*MATCH[5:10], *MATCH[:5], *MATCH[10:]]
        shown = {
            "0": ([(program, ["--version"], "") for program in COMMANDS] +
                  [("trivium", ["check", "pgn", self.folder / "games.pgn"], "")]),
            "1": [("trivium", ["weights", "/nonexistent"], ""),
                  ("trivium", ["check", "pgn", "-"], '[Event "x"]\n\n1. e5 *\n'),
                  ("trivium-learn", self.learn_weights("/nonexistent/x"), ""),
                  ("trivium-match", ["status", "/nonexistent"], ""),
                  ("trivium-lab", ["bandits", "--instances", "/nonexistent"], ""),
                  ("trivium-dealer",
                   ["/nonexistent/x", "leduc", 1, 1, "Ann", "Bob", "--start_timeout", 0], "")],
            "2": ([(program, ["--no-such"], "") for program in COMMANDS] +
                  [("trivium", ["explain", "chess", "--fen", "x"], "")]),
            "3": [("trivium-match",
                   ["run", *swapped, *sprt, "-name", "h0", "-journal", self.folder / "h0.db"], "")],
            "4": [("trivium-match",
                   ["run", *MATCH, *sprt, "-name", "h1", "-journal", self.folder / "h1.db"], "")],
            "5": [("trivium-match", ["run", *MATCH, *sprt[2:], "-rounds", 1, "-name", "open",
                                     "-journal", self.folder / "open.db"], "")],
        }
        page = (SOURCE / "docs/using/troubleshooting.md").read_text(encoding="utf-8")
        table = page[page.index("| exit status |"):].split("\n\n")[0]
        rows = re.findall(r"^\| (\d+) \|.*\|$", table, re.MULTILINE)
        self.assertEqual(rows, sorted(shown))
        for status, commands in shown.items():
            for program, words, text in commands:
                with self.subTest(status=status, program=program, words=words):
                    done = run(program, words, text)
                    self.assertEqual(done.returncode, int(status), done.stderr)


if __name__ == "__main__":
    unittest.main()

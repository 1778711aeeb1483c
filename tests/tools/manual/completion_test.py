#!/usr/bin/env python3
"""The installed completion in a real bash.  completion_test.py BIN_DIR SHARE_DIR [--long]"""
import os
import pathlib
import pty
import select
import shlex
import subprocess
import sys
import tempfile
import time
import unittest

from programs import commands, programs

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import script_sizes  # noqa: E402

SHARE = pathlib.Path(sys.argv.pop())
BIN = pathlib.Path(sys.argv.pop())


def script(name):
    return SHARE / "bash-completion/completions" / name


class Completion(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "games.pgn").write_text("")
        (self.folder / "two words.pgn").write_text("")
        (self.folder / "nested").mkdir()

    def answers(self, *words):
        """Returns the completions of the last of these words, split as in bash."""
        name = words[0]
        text = f"""
            set -u
            source {shlex.quote(str(script(name)))}
            COMP_WORDS=({' '.join(shlex.quote(word) for word in words)})
            COMP_CWORD={len(words) - 1}
            read -r _ _ function _ <<< "$(complete -p {name})"
            $function && printf '%s\\n' "${{COMPREPLY[@]+"${{COMPREPLY[@]}}"}}"
        """
        done = subprocess.run(["bash", "--norc", "-c", text], capture_output=True, text=True,
                              cwd=self.folder, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        return set(done.stdout.split("\n")) - {""}

    @script_sizes.both_sizes
    def test_every_command_offers_its_subcommands_and_every_option_of_help(self):
        for program in programs(BIN) if script_sizes.LONG else [BIN / "trivium-lab"]:
            for command in commands(program):
                self.assertLessEqual(set(command.subcommands), self.answers(*command.words, ""))
                self.assertEqual(self.answers(*command.words, "-"), command.options)

    def test_what_was_typed_narrows_the_offer(self):
        self.assertEqual(self.answers("trivium", "perf"), {"perft"})
        self.assertEqual(self.answers("trivium", "explain", "c"), {"chess", "connect6"})
        self.assertEqual(self.answers("trivium", "solve", "r"), {"reversi"})
        self.assertEqual(self.answers("trivium", "uci", "--th"), {"--threads"})
        self.assertEqual(self.answers("trivium", "nonsense", "--th"), {"--threads"})

    def test_a_value_from_a_list_is_offered_in_its_place_only(self):
        self.assertLessEqual({"pgn", "epd", "connect6"}, self.answers("trivium", "check", ""))
        self.assertEqual(self.answers("trivium", "check", "pg"), {"pgn"})
        self.assertNotIn("pgn", self.answers("trivium", "check", "pgn", ""))

    def test_the_policies_there_are_are_offered_wherever_one_is_wanted(self):
        for command in (("acpc",), ("explain", "poker")):
            self.assertLessEqual({"rule", "call", "random"},
                                 self.answers("trivium", *command, "--policy", ""))
        self.assertLessEqual({"rule", "call"},
                             self.answers("trivium-learn", "poker", "selfplay", "--policy", ""))

    def test_games_presets_rules_and_methods_are_offered(self):
        self.assertLessEqual({"limit", "nolimit", "leduc", "games.pgn"},
                             self.answers("trivium-dealer", "match", ""))
        for command, games in (("trivium-learn poker cfr", {"limit"}),
                               ("trivium-lab poker lbr", {"limit", "leduc"}),
                               ("trivium-lab poker exploitability", {"leduc"})):
            self.assertEqual(self.answers(*command.split(), "--game", "l"), games)
        self.assertLessEqual({"standard", "small"},
                             self.answers("trivium-learn", "poker", "cfr", "--betting", ""))
        self.assertIn("stop-answers", self.answers("trivium-check", "uci", "--rule", ""))
        self.assertEqual(self.answers("trivium-lab", "bandits", "--decision-rule", "e"),
                         {"expectation"})
        self.assertIn("uniform", self.answers("trivium-lab", "bandits", "--methods", ""))
        self.assertEqual(self.answers("trivium-lab", "poker", "lbr", "--set", "fcpa"), {"fcpa"})
        self.assertLessEqual({"paper-4", "compact", "games.pgn"},
                             self.answers("trivium-learn", "connect6", "patterns",
                                          "--pattern-set", ""))

    def test_the_values_of_a_flag_and_of_its_keys_are_offered(self):
        run = ("trivium-match", "run")
        self.assertEqual(self.answers(*run, "-tournament", ""), {"roundrobin", "gauntlet", "swiss"})
        self.assertLessEqual({"cmd=", "proto=", "ponder"}, self.answers(*run, "-engine", ""))
        self.assertEqual(self.answers(*run, "-openings", "order", "="), {"sequential", "random"})
        self.assertEqual(self.answers(*run, "-openings", "file", "=", "a.epd", "order", "=", "r"),
                         {"random"})
        self.assertEqual(self.answers(*run, "-openings", "file", "=", "g"), {"games.pgn"})
        self.assertEqual(self.answers(*run, "-engine", "dir", "="), {"nested"})
        self.assertIn("file=", self.answers(*run, "-openings", "order", "=", "random", ""))

    def test_files_are_offered_where_a_file_is_wanted(self):
        every = {"games.pgn", "two words.pgn", "nested"}
        self.assertEqual(self.answers("trivium", "check", "pgn", ""), every)
        self.assertEqual(self.answers("trivium", "uci", "--weights", ""), every)
        self.assertEqual(self.answers("trivium", "uci", "--threads", "2", "--weights", "g"),
                         {"games.pgn"})
        self.assertEqual(self.answers("trivium", "uci", "--weights", "=", "two"), {"two words.pgn"})
        self.assertEqual(self.answers("trivium", "uci", "--weights", "="), every)

    def test_only_folders_are_offered_where_a_folder_is_wanted(self):
        self.assertEqual(self.answers("trivium-learn", "connect6", "value", "--checkpoint", ""),
                         {"nested"})

    def test_a_value_that_nothing_can_complete_is_left_alone(self):
        self.assertEqual(self.answers("trivium", "uci", "--threads", ""), set())
        self.assertEqual(self.answers("trivium", "perft", "--fen", "-"), set())

    def test_a_value_is_not_taken_for_a_subcommand(self):
        self.assertLessEqual({"uci", "gtp"}, self.answers("trivium", "--weights", "uci", ""))

    def test_a_person_at_a_terminal_gets_the_word(self):
        terminal, slave = pty.openpty()
        bash = subprocess.Popen(["bash", "--norc", "--noprofile", "-i"], stdin=slave, stdout=slave,
                                stderr=slave, cwd=self.folder, start_new_session=True,
                                env={**os.environ, "PS1": "$ ", "TERM": "dumb",
                                     "INPUTRC": "/dev/null"})
        os.close(slave)
        self.addCleanup(os.close, terminal)
        self.addCleanup(bash.wait)
        self.addCleanup(bash.kill)
        os.write(terminal, f"source {shlex.quote(str(script('trivium')))}; echo re''ady\n".encode())
        self.read_until(terminal, b"ready\r\n")
        os.write(terminal, b"trivium check pgn ga\t")
        self.read_until(terminal, b"games.pgn ")

    def read_until(self, terminal, wanted):
        seen, end = b"", time.monotonic() + 20
        while wanted not in seen and time.monotonic() < end:
            if select.select([terminal], [], [], 0.2)[0]:
                seen += os.read(terminal, 4096)
        self.assertIn(wanted, seen)


if __name__ == "__main__":
    script_sizes.main(verbosity=2)

#!/usr/bin/env python3
"""Command lines of trivium-check.  command_test.py BIN_DIR"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(sys.argv.pop(1))
ENGINE = str(BIN / "trivium")
RULE = ["--rule", "uci-answered"]


def run(program, *words):
    return subprocess.run([BIN / program, *words], capture_output=True, text=True, timeout=120)


def check(protocol, *words):
    return run("trivium-check", protocol, *words)


class CheckCommands(unittest.TestCase):
    def arguments(self, *words):
        """Returns the arguments of the program if `words` are the command line."""
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "program"
            program.write_text('#!/bin/sh\nprintf "%s\\n" "$@" > "$0.words"\n')
            program.chmod(0o755)
            done = check("uci", *(str(program) if word == "PROGRAM" else word for word in words))
            self.assertEqual(done.returncode, 1, done.stderr)
            return pathlib.Path(f"{program}.words").read_text().split()

    def test_options_stand_on_both_sides_of_the_program_and_take_one_word(self):
        for words in ([*RULE, ENGINE, "uci"],
                      [ENGINE, "uci", *RULE],
                      ["--option", "Hash=1", *RULE, ENGINE, "uci"],
                      ["--rule=uci-answered", ENGINE, *RULE, "--", "uci"]):
            with self.subTest(words=words):
                done = check("uci", *words)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertEqual(done.stdout.splitlines()[-1], "2 rules: 2 passed")

    def test_options_may_come_twice(self):
        done = check("acpc", "--json", "--rule", "connects", ENGINE, "acpc", "--rule", "version")
        self.assertEqual([rule["rule"] for rule in json.loads(done.stdout)["rules"]],
                         ["connects", "version"])

    def test_words_behind_the_program_that_are_not_ours_are_its_arguments(self):
        self.assertEqual(self.arguments(*RULE, "PROGRAM", "a", "-x", "--quick", "b"),
                         ["a", "-x", "b"])

    def test_behind_two_dashes_all_words_are_the_programs_two_dashes_too(self):
        self.assertEqual(self.arguments(*RULE, "PROGRAM", "--", "-x"), ["-x"])
        self.assertEqual(self.arguments(*RULE, "PROGRAM", "a", "--", "--quick", "--", "--rule"),
                         ["a", "--quick", "--", "--rule"])

    def test_a_misspelt_option_before_the_program_is_bad_usage(self):
        for words in (["--quik", ENGINE, "uci"], ["--rule", "uci-answered", "--quik", ENGINE],
                      ["--rule"], [], ["--", ENGINE]):
            with self.subTest(words=words):
                done = check("uci", *words)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertTrue(done.stderr)
        self.assertIn("--quik", check("uci", "--quik", ENGINE, "uci").stderr)

    def test_a_rule_that_there_is_not_is_bad_usage(self):
        for protocol, wrong, right in (("uci", "stop-answer", "stop-answers"),
                                       ("gtp", "undo-take-one", "undo-takes-one"),
                                       ("acpc", "conects", "connects")):
            done = check(protocol, "--rule", wrong, ENGINE)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(f"unknown rule '{wrong}'; did you mean '{right}'?", done.stderr)
        for game, known in (("connect6", False), ("reversi", True)):
            done = check("gtp", "--game", game, "--rule", "pass-made", ENGINE, "gtp")
            self.assertEqual("unknown rule 'pass-made'" not in done.stderr, known)
        self.assertIn("accepted: starts, uci-answered, silent-start, ",
                      check("uci", "--rule", "nonsense", ENGINE).stderr)

    def test_each_rule_is_reported_once(self):
        self.assertEqual(check("uci", *RULE, ENGINE, "uci").stdout.count("uci-answered"), 1)

    def test_the_commands_of_trivium_match_do_the_same_with_a_warning(self):
        for protocol in ("uci", "gtp", "acpc"):
            old, new = (run("trivium-match", f"check-{protocol}", "--help"),
                        check(protocol, "--help"))
            self.assertEqual((old.returncode, old.stdout), (0, new.stdout))
            self.assertIn(f"trivium-check {protocol}", old.stderr)
        old = run("trivium-match", "check-uci", *RULE, ENGINE, "--", "uci")
        self.assertEqual((old.returncode, old.stdout),
                         (0, check("uci", *RULE, ENGINE, "uci").stdout))
        self.assertEqual(run("trivium-match", "check-uci", "--quik", ENGINE).returncode, 2)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""All kernels play alike with the stated signatures; `doctor` explains the choice.

    kernels_test.py BIN_DIR [--long]
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import script_sizes  # noqa: E402

BIN = pathlib.Path(sys.argv.pop(1))
PROGRAMS = BIN.parent / "libexec/trivium"
# Output of `trivium bench` with the shipped weights. It changes with them and with every change of
# the game's search or evaluation that changes play (CONTRIBUTING.md, "A change of play").
BENCH = {"chess": "14bd54d10a20443d", "connect6": "2cde29c0b10cae38",
         "reversi": "5e2a1e697011533c"}


def run(program, *arguments, **environment):
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=120,
                          env={**os.environ, **environment})


def doctor(program, **environment):
    return json.loads(run(program, "doctor", "--json", **environment).stdout)


class Kernels(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        known = doctor(BIN / "trivium", TRIVIUM_KERNEL="")["kernels_known"]
        cls.installed = [name for name, kernel in known.items() if kernel["installed"]]
        cls.usable = [name for name in cls.installed if known[name]["runs_here"]]

    def test_the_signature_is_the_same_for_every_kernel_and_the_stated_one(self):
        self.assertTrue(self.usable)
        for game, signature in BENCH.items():
            shown = [run(BIN / "trivium", "bench", game, TRIVIUM_KERNEL=kernel).stdout
                     for kernel in self.usable]
            lines = {text.split("nodes per second")[0] for text in shown}
            self.assertEqual(len(lines), 1, lines)
            self.assertRegex(lines.pop(), rf"signature: {signature}\n")

    @script_sizes.long_test
    def test_other_numbers_of_a_search_have_another_signature_in_a_bench_and_in_a_session(self):
        # Smaller values prune more.
        numbers = "reverse_futility_margin=40,futility_margin=20,futility_base=40"
        changed = run(BIN / "trivium", "bench", "chess", "--search", numbers)
        self.assertEqual(changed.returncode, 0, changed.stderr)
        signature = re.search(r"signature: \w{16}\n", changed.stdout)[0]
        self.assertNotIn(BENCH["chess"], signature)
        with subprocess.Popen([BIN / "trivium", "uci", "--search", numbers], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, text=True) as session:
            session.stdin.write("bench\n")  # the end of input would stop it
            session.stdin.flush()
            self.assertIn(signature, iter(session.stdout.readline, ""))
            session.communicate("quit\n", timeout=60)

    def test_a_kernel_that_is_not_there_is_a_clear_error(self):
        done = run(BIN / "trivium", "--version", TRIVIUM_KERNEL="v9")
        self.assertEqual(done.returncode, 1)
        self.assertIn("TRIVIUM_KERNEL=v9: this kernel is not installed", done.stderr)

    def test_doctor_says_why_this_kernel_runs(self):
        def reason(program, **environment):
            report = doctor(program, **environment)
            return report["kernel"], report["kernel_reason"]

        first = self.usable[0]  # doctor lists the fastest first
        self.assertEqual(reason(BIN / "trivium", TRIVIUM_KERNEL=first),
                         (first, "TRIVIUM_KERNEL asks for it"))
        chosen, why = reason(BIN / "trivium", TRIVIUM_KERNEL="")
        self.assertIn(chosen, self.usable)
        if chosen != first:
            self.assertIn(first, why)
        for other in self.usable[self.usable.index(chosen) + 1:]:
            self.assertEqual(reason(PROGRAMS / f"trivium.{other}", TRIVIUM_KERNEL=""),
                             (other, "it was started without the launcher"))


if __name__ == "__main__":
    script_sizes.main(verbosity=2)

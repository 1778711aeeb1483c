#!/usr/bin/env python3
"""tools/workshop, shared by tools/bench, relearn, ladder and tune.  workshop_test.py SOURCE_DIR"""
import contextlib
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import types
import unittest
import unittest.mock

SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "tools"))
from workshop import (  # noqa: E402
    books, command_line, connect6, matches, measure, programs, progress, stages)
from workshop.programs import BadUsage, Failed  # noqa: E402


class Figures(unittest.TestCase):
    def test_sides_take_turns_in_order(self):
        called = []
        sides = {name: lambda name=name: called.append(name) or len(called) for name in "ab"}
        self.assertEqual(measure.in_turns(3, sides, progress.Phases()),
                         {"a": [1, 3, 5], "b": [2, 4, 6]})
        self.assertEqual("".join(called), "ababab")

    def test_a_spread_has_the_median_and_both_ends(self):
        self.assertEqual(measure.spread([3.0, 1.0, 2.0], "s"), "2.0 s (1.0-3.0)")
        self.assertEqual(measure.spread([12345.0], digits=0), "12,345 (12,345-12,345)")
        self.assertEqual(measure.ratio([2, 4, 9], [1, 2, 3]), 2)
        self.assertEqual(measure.ratios([2, 4], [1, 4]), [2, 1])

    def test_a_percentile_is_the_nearest_rank(self):
        self.assertEqual([measure.percentile([3, 1, 2, 4], share) for share in (0, 0.5, 0.75, 0.9)],
                         [1, 2, 3, 4])

    def test_wilsons_interval_is_that_of_the_tables(self):
        for successes, total, low, high in ((0, 10, 0, 0.2775), (5, 10, 0.2366, 0.7634),
                                            (368, 368, 0.9897, 1)):
            found = measure.wilson(successes, total)
            self.assertAlmostEqual(found[0], low, 4)
            self.assertAlmostEqual(found[1], high, 4)

    def test_the_interval_of_a_mean_reaches_two_standard_errors_to_each_side(self):
        found = measure.Interval.of_error(1.0, 0.5)
        self.assertAlmostEqual(found.low, 0.02)
        self.assertAlmostEqual(found.high, 1.98)

    def test_quantiles_of_students_t_are_those_of_the_tables(self):
        for freedom, quantile in ((1, 12.7062), (4, 2.7764), (7, 2.3646), (30, 2.0423)):
            self.assertAlmostEqual(measure.t_quantile(0.975, freedom), quantile, 4)

    def test_an_interval_is_wider_than_that_of_splits_that_share_nothing(self):
        found = measure.shared_splits([1.0, 2.0, 3.0, 4.0], 4)
        self.assertAlmostEqual(found.mean, 2.5)
        self.assertAlmostEqual(found.high - found.mean,
                               3.18245 * 1.290994 * (1 / 4 + 1 / 3) ** 0.5, 4)
        self.assertEqual(measure.Interval(1, -0.25, 2.25).text(2), "+1.00 (-0.25 to +2.25)")

    def test_infinite_elo_is_printed_with_its_sign(self):
        lost = {"wins": 0, "losses": 3, "elo": {"value": None, "low": None, "high": -5.4}}
        self.assertEqual(matches.elo_text(lost), ("-inf", "(-inf to -5)"))

    def test_a_book_is_enough_for_two_games_of_each_opening(self):
        self.assertEqual(books.most_games(books.BALANCED), 2000)
        self.assertEqual(books.most_games(books.BALANCED_CONNECT6), 200)
        self.assertEqual(len(books.connect6_positions(3)), 3)

    def test_a_position_of_connect6_is_the_same_however_it_is_turned(self):
        self.assertEqual(connect6.symmetries(["a1", "b1", "c3"]),
                         connect6.symmetries(["s19", "q17", "s18"]))
        self.assertNotEqual(connect6.symmetries(["a1", "b1"]), connect6.symmetries(["b1", "a1"]))


class ProgressLines(unittest.TestCase):
    def lines(self, steps, total=10, style=progress.Style.TEXT):
        """Returns the output if steps end at the given seconds."""
        clock = iter([0, *steps])
        with contextlib.redirect_stderr(io.StringIO()) as output:
            phases = progress.Phases(style, now=lambda: next(clock))
            shown = phases.next("measurements", total)
            for _ in steps:
                shown.step()
        return output.getvalue().splitlines()

    def test_a_short_run_prints_no_progress_and_a_long_one_prints_its_time_left(self):
        self.assertEqual(self.lines([1, 5, 9]), [])
        self.assertEqual(self.lines([10, 15, 30]),
                         ["measurements: 1 of 10 (10 %), 6.0/min, about 1 min 30 s left",
                          "measurements: 3 of 10 (30 %), 6.0/min, about 1 min 10 s left"])

    def test_a_quiet_run_prints_no_progress(self):
        self.assertEqual(self.lines([10, 20], style=progress.Style.QUIET), [])

    def test_measurements_in_turns_report_each_of_them(self):
        with contextlib.redirect_stderr(io.StringIO()) as output:
            measure.in_turns(2, {"a": int, "b": int}, progress.Phases(pause=0))
        self.assertEqual([line.split(" (")[0] for line in output.getvalue().splitlines()],
                         [f"measurements: {done} of 4" for done in (1, 2, 3, 4)])

    def test_counted_items_are_the_same_and_a_step_is_done_when_the_next_is_asked_for(self):
        with contextlib.redirect_stderr(io.StringIO()) as output:
            items = progress.Phases(pause=0).counted("words", iter("ab"), 2)
            self.assertEqual(next(items), "a")
            self.assertEqual(output.getvalue(), "")
            self.assertEqual(list(items), ["b"])
        self.assertEqual([line.split(" (")[0] for line in output.getvalue().splitlines()],
                         ["words: 1 of 2", "words: 2 of 2"])

    def test_durations_have_two_units_at_most(self):
        self.assertEqual([progress.duration(seconds) for seconds in (0.4, 59, 125, 11224)],
                         ["0 s", "59 s", "2 min 5 s", "3 h 7 min"])


class InAFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        patch = unittest.mock.patch.dict(os.environ, {"TRIVIUM": str(self.folder / "trivium")})
        patch.start()
        self.addCleanup(patch.stop)
        self.program("trivium", "exit 0")

    def program(self, name, text):
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)


class Programs(InAFolder):
    def test_a_program_lies_beside_the_one_that_trivium_names_also_behind_a_link(self):
        self.program("trivium-match", "exit 0")
        (self.folder / "other").mkdir()
        (self.folder / "other" / "link").symlink_to(self.folder / "trivium")
        os.environ["TRIVIUM"] = str(self.folder / "other" / "link")
        self.assertEqual(programs.find(), self.folder / "trivium")
        self.assertEqual(programs.find("trivium-match"), self.folder / "trivium-match")
        with self.assertRaisesRegex(BadUsage, "trivium-lab: not an executable"):
            programs.find("trivium-lab")
        with unittest.mock.patch.object(programs, "setup") as setup:
            programs.prepare("package", ["build"])
        setup.assert_not_called()

    def test_without_trivium_the_preset_is_built_and_named(self):
        del os.environ["TRIVIUM"]
        with unittest.mock.patch.object(programs, "setup") as setup:
            programs.prepare("package")
        setup.assert_called_once_with("build", "package", "programs")
        self.assertEqual(os.environ["TRIVIUM"], str(SOURCE / "build/package/bin/trivium"))

    def test_a_call_returns_both_streams_and_fails_with_the_reason(self):
        done = programs.call(["sh", "-c", "cat; echo said >&2; echo $WORD"], text="given\n",
                             env={"WORD": "more"})
        self.assertEqual((done.out, done.err), ("given\nmore\n", "said\n"))
        self.assertGreater(done.seconds, 0)
        self.assertGreater(done.memory, 0)
        with self.assertRaisesRegex(Failed, "exit status 3: because"):
            programs.call(["sh", "-c", "echo because >&2; exit 3"])
        with self.assertRaisesRegex(Failed, "/no/such: No such file"):
            programs.call(["/no/such"])

    def test_default_weights_that_cannot_be_read_are_named(self):
        os.environ["TRIVIUM_MODELS"] = str(self.folder)
        self.assertEqual(programs.default_weights("chess"), [])
        (self.folder / "chess").mkdir()
        (self.folder / "chess" / "default.json").write_text('{"weights": "a.safetensors"}')
        self.assertEqual([file.name for file in programs.default_weights("chess")],
                         ["default.json", "a.safetensors"])
        (self.folder / "chess" / "default.json").write_text("[]")
        with self.assertRaisesRegex(Failed, "default.json"):
            programs.default_weights("chess")


class OneStage(InAFolder):
    def run_stage(self, *words, style=progress.Style.TEXT, **facts):
        """Runs a stage that appends to `out`; returns how often it ran."""
        self.program("trivium-learn", 'echo x >>out; cp out "$1"; echo made; echo said >&2')
        run = stages.Stages("test", self.folder / "run", progress.Phases(style), 1)
        with contextlib.redirect_stderr(io.StringIO()) as output:
            note = run.run("one", "trivium-learn", *words, outputs=["result"], stderr="keep",
                           **facts)
        self.assertEqual((note["printed"], note["said"]), ("made\n", ["said\n"]))
        self.output = output.getvalue()
        return (self.folder / "run" / "out").read_text().count("x")

    def test_a_stage_runs_once_and_says_which_of_how_many(self):
        self.assertEqual(self.run_stage("result"), 1)
        self.assertIn(f"test: stage 1 of 1: one, result {self.folder / 'run'}\n", self.output)
        self.assertEqual(self.run_stage("result", extra=["--threads", 9]), 1)
        self.assertEqual(self.output, "")
        (self.folder / "run" / "result").unlink()
        self.assertEqual(self.run_stage("result"), 2)

    def test_later_stages_say_what_has_elapsed_and_about_how_long_is_left(self):
        run = stages.Stages("test", self.folder / "run", progress.Phases(), 4)
        run.note("first", words=[], seconds=30.0)
        run.note("second", words=[], seconds=90.0)
        run.begun = 3
        self.assertEqual(run.beginning("third"),
                         "stage 3 of 4: third, 2 min 0 s elapsed, about 2 min 0 s left, "
                         f"result {self.folder / 'run'}")

    def test_a_quiet_run_shows_neither_its_stages_nor_what_their_programs_print(self):
        self.assertEqual(self.run_stage("result", style=progress.Style.QUIET), 1)
        self.assertEqual(self.output, "")

    def test_a_stage_of_another_command_is_rejected(self):
        self.run_stage("result")
        with self.assertRaisesRegex(Failed,
                                    "one differs from the earlier run.*\n.*then: result\n"
                                    ".*now: .*other"):
            self.run_stage("result", "other")

    def test_a_stage_whose_output_or_input_is_missing_fails(self):
        with self.assertRaisesRegex(Failed, "result: not there"):
            self.run_stage("elsewhere")
        with self.assertRaisesRegex(Failed, "input: not there"):
            self.run_stage("result", inputs=["input"])

    def test_notes_of_0_1_0_which_have_only_words_are_enough(self):
        (self.folder / "run").mkdir()
        (self.folder / "run" / "result").write_text("")
        (self.folder / "run" / "out").write_text("")
        stages.write_json(self.folder / "run" / "stages.json", {
            "one": {"words": ["result"], "said": ["said\n"], "printed": "made\n"}})
        self.assertEqual(self.run_stage("result"), 0)


class CommandLine(InAFolder):
    def status(self, found, *words, options=()):
        """Returns the exit status of a command whose run() returns or raises `found`."""
        def run(ran):
            self.ran = ran
            if isinstance(found, Exception):
                raise found
            return found
        module = types.SimpleNamespace(__doc__="What it does.", OPTIONS=list(options), run=run)
        command = command_line.Command("name", "", failure=3)
        with contextlib.redirect_stderr(io.StringIO()) as self.output:
            try:
                return command_line.run_module(module, words, command, "tool")
            except SystemExit as end:
                return end.code

    def test_the_exit_status_says_what_became_of_a_command(self):
        self.assertEqual([self.status(True), self.status(False)], [0, 1])
        self.assertEqual(self.status(BadUsage("no such thing")), 2)
        self.assertIn("tool name: error: no such thing", self.output.getvalue())
        self.assertEqual(self.status(Failed("it broke")), 3)
        self.assertEqual(self.output.getvalue(), "tool name: it broke\n")

    def test_numbers_are_checked(self):
        options = [command_line.number("--turns", 5, "of each"),
                   command_line.option("--games", type=command_line.even),
                   command_line.real("--seconds", 1, "of each", type=command_line.above_zero)]
        for words, status in ((["--turns", "1"], 0), (["--turns", "0"], 2), (["--turns", "x"], 2),
                              (["--games", "3"], 2), (["--games", "4"], 0), (["--seconds", "0"], 2),
                              (["--seconds", "0.5"], 0)):
            self.assertEqual(self.status(True, *words, options=options), status)

    def test_old_spellings_work_with_one_warning_and_are_not_shown(self):
        def found(*words):
            status = self.status(True, *words, options=options)
            return status, self.ran.count, self.ran.steps, self.output.getvalue()
        options = [command_line.number("--count", 5, "of games", old=("--games", "--hands")),
                   command_line.number("--steps", 3, "of the fit", old=("--iterations",))]
        self.assertEqual(found("--count", "4"), (0, 4, 3, ""))
        self.assertEqual(found("--hands=4", "--iterations", "2"),
                         (0, 4, 2, "tool name: old spelling, accepted until 0.4.0: "
                          "'--hands' is now '--count', '--iterations' is now '--steps'\n"))
        self.assertEqual(self.status(True, "--games", "0", options=options), 2)
        with contextlib.redirect_stdout(io.StringIO()) as text:
            self.assertEqual(self.status(True, "--help", options=options), 0)
        self.assertIn("--count", text.getvalue())
        self.assertNotRegex(text.getvalue(), "--games|--hands|--iterations")

    def test_help_of_every_command_fits_80_columns(self):
        texts = [self.printed(tool, "--help") for tool in ("benchmarks", "tune")]
        for tool in ("bench", "ladder", "relearn"):
            texts.append(self.printed(tool, "--help"))
            names = re.findall(r"(?m)^  ([a-z0-9-]+) +\S", texts[-1])
            self.assertGreaterEqual(len(names), 5)
            texts += [self.printed(tool, name, "--help") for name in names]
        for text in texts:
            self.assertLessEqual(max(map(len, text.splitlines())), 80, text)

    def test_help_keeps_the_items_of_lists_and_the_columns_of_tables(self):
        def lines(text):
            return command_line.wrapped(text).splitlines()
        many = " ".join(["word"] * 15)  # 74 columns
        self.assertEqual(lines(f"One\n{many}\nend"), [f"One {many}", "end"])
        self.assertEqual(lines(f"- {many}\n  two words\n- two\n10. {many} words\nplain"),
                         [f"- {many} two", "  words", "- two", f"10. {many}", "    words", "plain"])
        commands = [command_line.Command("longest", "what it does"),
                    command_line.Command("short", many)]
        self.assertEqual(lines("Commands:\n" + command_line.listed(commands)),
                         ["Commands:", "  longest  what it does", f"  short    {many[:69]}",
                          "           word"])

    def test_help_has_every_default_that_is_a_value(self):
        options = [command_line.number("--load", 0, "of loops", 0),
                   command_line.flag("--all", "of"), command_line.number("--runs", None, "of each")]
        with contextlib.redirect_stdout(io.StringIO()) as text:
            self.assertEqual(self.status(True, "--help", options=options), 0)
        self.assertEqual(re.findall(r"--(\w+) .*\(default: (.*)\)", text.getvalue()),
                         [("load", "0")])

    def printed(self, tool, *words):
        return subprocess.run([SOURCE / "tools" / tool, *words], capture_output=True, text=True,
                              check=True).stdout

    def test_an_old_spelling_takes_the_values_of_the_present_one(self):
        options = [command_line.option("--opponents", nargs="+", choices=["call", "rule"],
                                       default=["rule"], old=("--players",))]
        self.assertEqual(self.status(True, "--players", "call", "rule", options=options), 0)
        self.assertEqual(self.ran.opponents, ["call", "rule"])
        self.assertEqual(self.status(True, "--players", "model", options=options), 2)
        self.assertEqual(self.status(True, options=options), 0)
        self.assertEqual(self.ran.opponents, ["rule"])


if __name__ == "__main__":
    unittest.main()

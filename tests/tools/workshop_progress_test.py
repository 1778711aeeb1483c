#!/usr/bin/env python3
"""--json and --quiet of tools/bench, relearn, ladder, tune and data.

    workshop_progress_test.py SOURCE_DIR

The format of the lines is that of learning/harness/progress.h.
"""
import contextlib
import importlib.machinery
import importlib.util
import io
import json
import os
import pathlib
import sys
import tempfile
import types
import unittest
import unittest.mock

SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()
sys.dont_write_bytecode = True
sys.path[0:0] = [str(SOURCE / "tools"), str(SOURCE / "tools" / "data")]
import make_connect6_suite  # noqa: E402
from workshop import command_line, stages  # noqa: E402
from workshop.programs import Failed  # noqa: E402
from workshop.progress import Phases, Style, print_note  # noqa: E402


def events(text):
    """Returns the progress of each line of a text; every line must be one."""
    return [json.loads(line)["progress"] for line in text.splitlines()]


def script(name):
    """Returns tools/NAME as a module."""
    path = str(SOURCE / "tools" / name)
    loader = importlib.machinery.SourceFileLoader(name, path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


class Lines(unittest.TestCase):
    def output_of(self, seconds, work, **settings):
        """Returns what `work(phases)` prints, if the clock shows the given seconds in turn."""
        clock = iter(seconds)
        with contextlib.redirect_stderr(io.StringIO()) as output:
            work(Phases(now=lambda: next(clock), **settings))
        return output.getvalue()

    def test_a_line_is_the_one_that_the_programs_print(self):
        def work(phases):
            phases.next("games", 4, result="out.pgn").step("loss 0.5")
        output = self.output_of([0, 2], work, style=Style.JSON, pause=2)
        # As tests/learning/harness/progress_test.cpp has it.
        self.assertEqual(output.splitlines()[1],
                         '{"progress":{"phase":1,"phases":1,"what":"games","done":1,"total":4,'
                         '"per_second":0.5,"seconds_left":6,"result":"out.pgn",'
                         '"detail":"loss 0.5"}}')

    def test_lines_come_at_the_start_every_ten_seconds_and_at_the_end(self):
        def work(phases):
            for _ in phases.counted("games", "abcd"):
                pass
        found = events(self.output_of([0, 9, 10, 19, 19.5], work, style=Style.JSON))
        self.assertEqual([event["done"] for event in found], [0, 2, 4])
        self.assertEqual([event.get("per_second") for event in found], [None, 0.2, 4 / 19.5])

    def test_steps_of_an_earlier_run_do_not_count_for_the_rate(self):
        def work(phases):
            shown = phases.next("games", 10, done=4)
            shown.count("the fifth", earlier=True)
            shown.step()
        found = events(self.output_of([0, 1, 20], work, style=Style.JSON))
        self.assertEqual([event["done"] for event in found], [4, 5, 6])
        self.assertEqual([event.get("per_second") for event in found], [None, None, 0.05])
        self.assertEqual(self.output_of([0, 10],
                                        lambda phases: phases.next("games", 8, done=4).step()),
                         "games: 5 of 8 (62 %), 6.0/min, about 30 s left\n")

    def test_text_names_the_result_once_and_the_rate(self):
        def work(phases):
            shown = phases.next("games", 4, result="out.pgn")
            shown.step()
            shown.step()
        self.assertEqual(self.output_of([0, 0.5, 1], work, pause=0.5),
                         "result: out.pgn\ngames: 1 of 4 (25 %), 2.0/s, about 2 s left\n"
                         "games: 2 of 4 (50 %), 2.0/s, about 1 s left\n")

    def test_phases_are_numbered(self):
        def work(phases):
            phases.count = 2
            phases.next("games", 2)
            phases.next("matches", 2).step("the first")
        found = events(self.output_of([0, 10, 20], work, style=Style.JSON))
        self.assertEqual([(event["phase"], event["phases"], event["what"]) for event in found],
                         [(1, 2, "games"), (2, 2, "matches"), (2, 2, "matches")])
        self.assertEqual(self.output_of([0, 10, 20], work),
                         "phase 2 of 2, matches: 1 of 2 (50 %), 6.0/min, about 10 s left, "
                         "the first\n")

    def test_an_unknown_total_is_left_out(self):
        def work(phases):
            phases.next("stages", None).step()
        found = events(self.output_of([0, 10], work, style=Style.JSON))
        self.assertEqual(found[1], {"phase": 1, "phases": 1, "what": "stages", "done": 1,
                                    "per_second": 0.1})


class Notes(unittest.TestCase):
    def output_of(self, style):
        with contextlib.redirect_stderr(io.StringIO()) as output:
            print_note(style, 'é "left out"')
        return output.getvalue()

    def test_a_note_is_an_object_in_json_and_printed_by_a_quiet_command_too(self):
        self.assertEqual(self.output_of(Style.JSON), '{"note":"é \\"left out\\""}\n')
        self.assertEqual([self.output_of(style) for style in (Style.TEXT, Style.QUIET)],
                         ['é "left out"\n'] * 2)

    def test_messages_of_stages_and_of_the_ladder_are_notes(self):
        options = types.SimpleNamespace(phases=Phases(Style.JSON))
        with tempfile.TemporaryDirectory() as folder, \
                contextlib.redirect_stderr(io.StringIO()) as output:
            stages.Stages("test", pathlib.Path(folder), options.phases, 1).say("one")
            script("ladder").say(options, "two")
        self.assertEqual([json.loads(line)["note"] for line in output.getvalue().splitlines()[1:]],
                         ["test: one", "ladder: two"])


class InAFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        patch = unittest.mock.patch.dict(os.environ, {"TRIVIUM": str(self.folder / "trivium")})
        patch.start()
        self.addCleanup(patch.stop)

    def program(self, name, text):
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)


class StagesAsJson(InAFolder):
    def output_of(self, stderr="show"):
        """Returns what a run of two stages prints."""
        with contextlib.redirect_stderr(io.StringIO()) as output:
            run = stages.Stages("test", self.folder / "run", Phases(Style.JSON), 2)
            for name in ("one", "two"):
                note = run.run(name, "trivium-learn", name, outputs=[name], stderr=stderr)
        self.assertEqual(note["said"], [] if stderr == "show" else ["games: 3 of 4\n"])
        return output.getvalue()

    def test_stages_are_steps_and_what_their_programs_say_is_a_detail(self):
        self.program("trivium-learn", 'echo made >"$1"; echo "games: 3 of 4" >&2')
        for stderr in ("show", "both"):
            found = events(self.output_of(stderr))
            self.assertEqual([event["done"] for event in found], [0, 0, 0, 1, 1, 1, 2])
            self.assertEqual({(event["what"], event["total"], event["result"]) for event in found},
                             {("stages", 2, str(self.folder / "run"))})
            details = [event["detail"].partition(" took")[0] for event in found[1:]]
            self.assertEqual(details, ["one", "one: games: 3 of 4", "one",
                                       "two", "two: games: 3 of 4", "two"])
            self.assertGreater(found[-1]["per_second"], 0)
            (self.folder / "run" / "stages.json").unlink()

    def test_stages_that_are_done_count_at_once(self):
        self.program("trivium-learn", 'echo made >"$1"; echo "games: 3 of 4" >&2')
        self.output_of()
        found = events(self.output_of())
        self.assertEqual([event["done"] for event in found], [0, 1, 2])
        self.assertFalse(any("per_second" in event for event in found))

    def test_a_stage_that_fails_states_the_reason(self):
        self.program("trivium-learn", "echo because >&2; exit 3")
        with self.assertRaisesRegex(Failed, "stage one has failed: .* exit status 3: because"):
            self.output_of()


class CommandLine(InAFolder):
    def style(self, *words, options=()):
        """Returns the style of a command's progress."""
        def run(options):
            styles.append(options.phases.style)
            return True
        styles = []
        module = types.SimpleNamespace(__doc__="", OPTIONS=list(options), run=run)
        command = command_line.Command("name", "", builds=False)
        self.assertEqual(command_line.run_module(module, words, command, "tool"), 0)
        return styles[0]

    def test_quiet_and_json_are_options_of_every_command(self):
        self.assertEqual([self.style(), self.style("--json"), self.style("--quiet"),
                          self.style("--json", "--quiet")],
                         [Style.TEXT, Style.JSON, Style.QUIET, Style.QUIET])

    def test_a_command_may_describe_json_itself(self):
        own = [command_line.flag("--json", "print the result as JSON")]
        self.assertEqual([self.style(options=own), self.style("--json", options=own)],
                         [Style.TEXT, Style.JSON])


class Ladder(unittest.TestCase):
    def output_of(self, left, **options):
        """Returns the progress of a lap of 100 games in all."""
        ladder = script("ladder")
        chosen = [{"name": "X", "games": 60}, {"name": "Y", "games": 40}]
        with unittest.mock.patch.object(ladder, "work_left", return_value=left), \
                contextlib.redirect_stderr(io.StringIO()) as output:
            settings = {"concurrency": 2, "quiet": False, "phases": Phases(), **options}
            ladder.report(pathlib.Path("home"), {}, chosen,
                          types.SimpleNamespace(**settings), 2)
        return output.getvalue()

    def test_a_lap_states_the_games_that_are_left(self):
        self.assertEqual(self.output_of((80, 4000.0), json=False),
                         "ladder: lap 2 of 5; 80 games left, about 1 h 6 min\n")
        self.assertEqual(self.output_of((80, None), json=False),
                         "ladder: lap 2 of 5; 80 games left\n")
        self.assertEqual(events(self.output_of((80, 4000.0), json=True)),
                         [{"phase": 1, "phases": 1, "what": "games", "done": 20, "total": 100,
                           "per_second": 0.02, "seconds_left": 4000, "result": "home",
                           "detail": "lap 2 of 5"}])
        self.assertNotIn("per_second", events(self.output_of((80, None), json=True))[0])
        self.assertEqual(self.output_of((80, 4000.0), json=True, quiet=True), "")


class Tune(InAFolder):
    def output_of(self, style):
        """Returns what three iterations print, of which an earlier run played one."""
        tune = script("tune")
        number = tune.Number("margin", 1.0, {"margin": (50, 0, 100)})
        (self.folder / "tune.json").write_text('{"run": {}, "values": [{"margin": 50.0}]}')
        options = types.SimpleNamespace(folder=self.folder, steps=3, seed=1,
                                        phases=Phases(style))
        with unittest.mock.patch.object(tune, "identity", return_value={}), \
                unittest.mock.patch.object(tune, "play", return_value=2), \
                contextlib.redirect_stderr(io.StringIO()) as output:
            self.assertTrue(tune.tune(options, [number])[1])
        return output.getvalue()

    def test_each_iteration_is_reported(self):
        self.assertEqual(self.output_of(Style.QUIET), "")
        lines = self.output_of(Style.TEXT).splitlines()
        self.assertEqual([line.split(",")[0] for line in lines[1:]],
                         ["iterations: 2 of 3 (66 %)", "iterations: 3 of 3 (100 %)"])
        found = events(self.output_of(Style.JSON))
        self.assertEqual([(event["done"], event.get("detail")) for event in found],
                         [(1, None), (2, "wins minus losses +2"), (3, "wins minus losses +2")])


class Suite(unittest.TestCase):
    def test_games_of_a_collection_are_counted_also_without_a_position(self):
        options = types.SimpleNamespace(concurrency=1, every=1, short=100,
                                        phases=Phases(Style.JSON, pause=0))
        rows = []
        with unittest.mock.patch.multiple(
                make_connect6_suite, read_games=lambda _: [["j10"], ["a1"], ["j10"], ["b3"]],
                early_wins=lambda *_: [(1, {"turns": 3, "proof": "x"})]), \
                contextlib.redirect_stderr(io.StringIO()) as output:
            make_connect6_suite.take("own", "games.csv", 3, False, options, set(), rows.append)
        self.assertEqual([row[2] for row in rows], ["j10", "a1", "b3"])
        found = events(output.getvalue())
        self.assertEqual([event["done"] for event in found], [0, 1, 2, 3, 4])
        self.assertEqual([event["detail"] for event in found[1:]],
                         [f"own, positions: {taken} of 3" for taken in (1, 2, 2, 3)])


if __name__ == "__main__":
    unittest.main()

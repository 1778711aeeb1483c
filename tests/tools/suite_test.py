#!/usr/bin/env python3
"""tools/test: result cache and count of executed tests, on small CMake projects.

    suite_test.py SOURCE_DIR
"""
import contextlib
import io
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "tools/test.d"))
from result_cache import ResultCache  # noqa: E402
import suite  # noqa: E402


def test_entry(name, command, data=(), environment=()):
    """Returns an entry as `ctest --show-only=json-v1` prints it."""
    return {"name": name, "command": [str(word) for word in command],
            "properties": [{"name": "REQUIRED_FILES", "value": [str(path) for path in data]},
                           {"name": "ENVIRONMENT", "value": list(environment)}]}


class Cache(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.program, self.data = self.folder / "program", self.folder / "data"
        self.program.write_bytes(b"\x7fELF code, more code")
        self.data.mkdir()
        (self.data / "weights").write_text("1 2 3")
        self.entry = test_entry("search", [self.program, "--case"], [self.data])
        self.record({"search"})

    def record(self, passed):
        ResultCache(self.folder / "passed.json").record([self.entry], passed)

    def is_unchanged(self, entry=None):
        return ResultCache(self.folder / "passed.json").is_unchanged(entry or self.entry)

    def test_a_test_that_passed_need_not_run_again(self):
        self.assertTrue(self.is_unchanged())

    def test_a_test_that_failed_must_run_again_even_if_it_had_passed(self):
        self.record(set())
        self.assertFalse(self.is_unchanged())

    def test_another_version_in_the_executable_changes_nothing(self):
        program, source = self.folder / "linked", self.folder / "stamp.cpp"
        (self.folder / "main.cpp").write_text(
            "extern const char kVersionStamp[128];\n"
            "int main(int words, char**) { return kVersionStamp[words] == 0; }\n")
        hashes, contents = set(), set()
        for version in ("0.1.0", "10.20.30"):
            subprocess.run(["cmake", "-D", f"SOURCE={SOURCE}", "-D", f"VERSION={version}", "-D",
                            f"OUTPUT={source}", "-P", SOURCE / "tools/cmake/write_version.cmake"],
                           check=True)
            self.assertIn(version, source.read_text())
            subprocess.run(["g++", "-Wl,--build-id", "-o", program, self.folder / "main.cpp",
                            source], check=True)
            contents.add(program.read_bytes())
            hashes.add(ResultCache(self.folder / "passed.json").input_hash(
                test_entry("linked", [program])))
        self.assertEqual((len(contents), len(hashes)), (2, 1))

    def test_other_code_in_the_executable_is_a_change(self):
        self.program.write_bytes(self.program.read_bytes().replace(b"more", b"less"))
        self.assertFalse(self.is_unchanged())

    def test_changed_added_and_removed_data_are_changes(self):
        (self.data / "weights").write_text("1 2 4")
        self.assertFalse(self.is_unchanged())
        (self.data / "weights").write_text("1 2 3")
        self.assertTrue(self.is_unchanged())
        (self.data / "more").write_text("")
        self.assertFalse(self.is_unchanged())
        shutil.rmtree(self.data)
        self.assertFalse(self.is_unchanged())

    def test_other_arguments_and_another_environment_are_changes(self):
        self.assertFalse(self.is_unchanged(
            test_entry("search", [self.program, "--other"], [self.data])))
        self.assertFalse(self.is_unchanged(
            test_entry("search", [self.program, "--case"], [self.data], ["A=1"])))

    def test_a_damaged_cache_is_an_empty_one(self):
        (self.folder / "passed.json").write_text("{")
        self.assertFalse(self.is_unchanged())

    def test_a_file_or_folder_named_build_is_data_as_any_other(self):
        (self.data / "build").write_text("1")
        self.assertFalse(self.is_unchanged())

    def test_folders_of_the_command_line_are_no_data(self):
        entry = test_entry("script", [self.program, self.data])
        before = ResultCache(self.folder / "passed.json").input_hash(entry)
        (self.data / "weights").write_text("1 2 4")
        self.assertEqual(ResultCache(self.folder / "passed.json").input_hash(entry), before)

    def test_inputs_that_change_while_a_test_runs_count_as_they_were_before(self):
        cache = ResultCache(self.folder / "passed.json")
        cache.is_unchanged(self.entry)
        (self.data / "weights").write_text("changed")
        cache.record([self.entry], {"search"})
        self.assertFalse(self.is_unchanged())


PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES NONE)
enable_testing()
foreach(status IN ITEMS 0 1 77)
  add_test(NAME status_${status}
    COMMAND sh -c "echo run >> ${CMAKE_SOURCE_DIR}/runs; exit ${status}")
  set_tests_properties(status_${status} PROPERTIES SKIP_RETURN_CODE 77)
endforeach()
add_test(NAME not_there COMMAND ${CMAKE_SOURCE_DIR}/no_such_program)
add_test(NAME needs_file COMMAND true)
set_tests_properties(needs_file PROPERTIES REQUIRED_FILES ${CMAKE_SOURCE_DIR}/no_such_file)
add_test(NAME slow COMMAND false)
set_tests_properties(slow PROPERTIES LABELS long)
"""

PRESETS = {"version": 6,
           "configurePresets": [{"name": "small", "generator": "Ninja",
                                 "binaryDir": "${sourceDir}/build/${presetName}"}],
           "testPresets": [{"name": "small", "configurePreset": "small"}]}


class Run(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root, root = pathlib.Path(folder.name), suite.ROOT
        suite.ROOT = self.root
        self.addCleanup(setattr, suite, "ROOT", root)
        (self.root / "CMakeLists.txt").write_text(PROJECT)
        (self.root / "CMakePresets.json").write_text(json.dumps(PRESETS))
        subprocess.run(["cmake", "--preset", "small"], cwd=self.root, check=True,
                       stdout=subprocess.DEVNULL)

    def run_once(self, use_cache=True):
        counts = suite.Counts()
        suite.Preset("small", [], suite.is_short).test(counts, use_cache=use_cache)
        return counts.passed, counts.failed, counts.skipped, counts.unchanged

    def runs(self):
        return len((self.root / "runs").read_text().splitlines())

    def test_what_could_not_be_started_has_failed_and_what_skips_itself_has_not(self):
        self.assertEqual(self.run_once(), (1, 3, 1, 0))

    def test_what_passed_counts_as_passed_without_a_second_run(self):
        self.run_once()
        self.assertEqual(self.runs(), 3)
        self.assertEqual(self.run_once(), (1, 3, 1, 1))
        self.assertEqual(self.runs(), 5)

    def test_without_the_cache_everything_runs_again(self):
        self.run_once()
        self.assertEqual(self.run_once(use_cache=False), (1, 3, 1, 0))
        self.assertEqual(self.runs(), 6)

    def test_a_preset_without_tests_has_failed(self):
        counts = suite.Counts()
        suite.Preset("small", [], lambda labels: False).test(counts, use_cache=True)
        self.assertEqual(counts.failed, 1)


    def test_what_a_developer_has_set_does_not_reach_the_tests(self):
        (self.root / "CMakeLists.txt").write_text(
            PROJECT + 'add_test(NAME clean COMMAND sh -c "test -z $TRIVIUM_KERNEL")\n')
        subprocess.run(["cmake", "--preset", "small"], cwd=self.root, check=True,
                       stdout=subprocess.DEVNULL)
        with unittest.mock.patch.dict("os.environ", TRIVIUM_KERNEL="base"):
            self.assertEqual(self.run_once(), (2, 3, 1, 0))


class FakePreset:
    """Stub of a preset: builds or not, and its tests pass or fail."""

    def __init__(self, name, builds=True, passes=True, selects=suite.is_short):
        self.name, self.builds, self.passes, self.selects = name, builds, passes, selects
        self.commands = []
        self.tested = False

    def build(self, counts):
        if self.builds is None:
            raise PermissionError(self.name)
        return self.builds

    def test(self, counts, use_cache):
        self.tested = True
        if self.passes is None:
            raise OSError(self.name)
        counts.add(self.passes)


class Suite(unittest.TestCase):
    def run_presets(self, *presets):
        counts = suite.Counts()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            suite.run_suite(presets, counts, use_cache=False)
        return counts.passed, counts.failed

    def test_a_preset_that_does_not_build_fails_and_the_next_one_is_tested(self):
        for builds in (False, None):
            second = FakePreset("second")
            self.assertEqual(self.run_presets(FakePreset("first", builds=builds), second), (1, 1))
            self.assertTrue(second.tested)

    def test_an_error_of_a_test_run_is_a_failure_and_the_next_preset_is_tested(self):
        self.assertEqual(self.run_presets(FakePreset("first", passes=None), FakePreset("second")),
                         (1, 1))

    def test_commands_run_after_the_tests_of_their_preset_if_it_was_built(self):
        order = []
        for builds in (True, False, None):
            preset = FakePreset("with", builds=builds)
            command = unittest.mock.Mock()
            command.test.side_effect = lambda counts: order.append(preset.tested)
            preset.commands.append(command)
            self.run_presets(preset)
        self.assertEqual(order, [True])

    def test_an_error_of_a_command_is_a_failure_and_the_next_preset_is_tested(self):
        preset, command = FakePreset("with"), unittest.mock.Mock()
        command.test.side_effect = OSError
        preset.commands.append(command)
        self.assertEqual(self.run_presets(preset, FakePreset("second")), (2, 1))

    def test_a_run_in_which_nothing_passed_has_failed(self):
        self.assertEqual(self.run_presets(FakePreset("built only", selects=None)), (0, 1))


class Lanes(unittest.TestCase):
    def test_every_test_belongs_to_one_lane_of_the_full_suite(self):
        for labels in (set(), {"long"}, {"kernels"}, {"package", "long"}, {"torch", "long"},
                       {"mpi", "long"}, {"sanitize"}):
            selecting = [suite.full([lane])[0].selects for lane in suite.LANES]
            self.assertEqual(sum(bool(selects and selects(labels)) for selects in selecting), 1,
                             labels)
            self.assertTrue(suite.full(suite.LANES)[0].selects(labels))

    def test_the_lane_of_peers_builds_the_programs_and_runs_no_test_of_ctest(self):
        presets = suite.full(["peers"])
        self.assertEqual([(preset.targets, preset.selects) for preset in presets],
                         [(["programs"], None)])
        self.assertEqual([command.name for command in presets[0].commands], ["peers", "page"])


if __name__ == "__main__":
    unittest.main(verbosity=2)

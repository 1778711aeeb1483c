#!/usr/bin/env python3
"""tools/test: the result cache, and the count of what ran, on small CMake projects.  suite_test.py SOURCE_DIR"""
import importlib.util
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "tools/test.d"))
from result_cache import ResultCache, without_version  # noqa: E402
import suite  # noqa: E402


def test_entry(name, command, data=(), environment=()):
    """An entry as `ctest --show-only=json-v1` prints it."""
    return {"name": name, "command": [str(word) for word in command],
            "properties": [{"name": "REQUIRED_FILES", "value": [str(path) for path in data]},
                           {"name": "ENVIRONMENT", "value": list(environment)}]}


class Cache(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.program, self.data = self.folder / "program", self.folder / "data"
        self.program.write_bytes(b"\x7fELF code trivium-version: 0.1.0 0123456789ab 2026-01-01".ljust(200) + b"more code")
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
        before = self.program.read_bytes()
        self.program.write_bytes(before.replace(b"0123456789ab 2026-01-01", b"fedcba987654+ 2026-02-02"[:23]))
        self.assertNotEqual(self.program.read_bytes(), before)
        self.assertTrue(self.is_unchanged())

    def test_other_code_in_the_executable_is_a_change(self):
        self.program.write_bytes(self.program.read_bytes().replace(b"more code", b"less code"))
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
        self.assertFalse(self.is_unchanged(test_entry("search", [self.program, "--other"], [self.data])))
        self.assertFalse(self.is_unchanged(test_entry("search", [self.program, "--case"], [self.data], ["A=1"])))

    def test_a_damaged_cache_is_an_empty_one(self):
        (self.folder / "passed.json").write_text("{")
        self.assertFalse(self.is_unchanged())

    def test_the_stamp_of_a_version_is_found_in_what_the_build_writes(self):
        stamps = []
        for version in ("0.1.0", "10.20.30"):
            written = self.folder / "version_stamp.cpp"
            subprocess.run(["cmake", "-D", f"SOURCE={SOURCE}", "-D", f"VERSION={version}", "-D", f"OUTPUT={written}",
                            "-P", SOURCE / "tools/cmake/write_version.cmake"], check=True)
            text = written.read_text()
            self.assertIn(version, text)
            stamps.append(without_version(text.split('"')[1].encode() + b"\0"))
        self.assertEqual(stamps[0], stamps[1])


PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES NONE)
enable_testing()
foreach(status IN ITEMS 0 1 77)
  add_test(NAME status_${status} COMMAND sh -c "echo run >> ${CMAKE_SOURCE_DIR}/runs; exit ${status}")
  set_tests_properties(status_${status} PROPERTIES SKIP_RETURN_CODE 77)
endforeach()
add_test(NAME not_there COMMAND ${CMAKE_SOURCE_DIR}/no_such_program)
add_test(NAME needs_file COMMAND true)
set_tests_properties(needs_file PROPERTIES REQUIRED_FILES ${CMAKE_SOURCE_DIR}/no_such_file)
add_test(NAME slow COMMAND false)
set_tests_properties(slow PROPERTIES LABELS long)
"""

PRESETS = {"version": 6,
           "configurePresets": [{"name": "small", "generator": "Ninja", "binaryDir": "${sourceDir}/build/${presetName}"}],
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
        subprocess.run(["cmake", "--preset", "small"], cwd=self.root, check=True, stdout=subprocess.DEVNULL)

    def run_once(self, use_cache=True):
        counts = suite.Counts()
        suite.Preset("small", ctest=suite.without_long).test(counts, use_cache=use_cache, jobs=2)
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
        suite.Preset("small", ctest=lambda labels: False).test(counts, use_cache=True, jobs=2)
        self.assertEqual(counts.failed, 1)


class Lanes(unittest.TestCase):
    def test_every_test_belongs_to_one_lane_of_the_full_suite(self):
        for labels in (set(), {"long"}, {"kernels"}, {"package", "long"}, {"sanitize"}):
            lanes = [lane for lane in ("build", "long", "peers") if suite.full([lane])[0][0].ctest(labels)]
            self.assertEqual(len(lanes), 1, labels)
            self.assertTrue(suite.full(["build", "long", "peers"])[0][0].ctest(labels))


if __name__ == "__main__":
    unittest.main(verbosity=2)

#!/usr/bin/env python3
"""The programs have the hardening of tools/cmake/TriviumTargets.cmake.

hardening_test.py BIN_DIR BUILD_TYPE
Reads the compiler's command lines, and the built files with readelf and objdump (binutils, which
g++ requires too).
"""
import json
import pathlib
import platform
import re
import subprocess
import sys
import unittest

BUILD_TYPE = sys.argv.pop()
BIN = pathlib.Path(sys.argv.pop()).resolve()
LAUNCHERS = [path for path in sorted(BIN.iterdir()) if path.is_file()]
LIBEXEC = BIN.parent / "libexec/trivium"
COMMANDS = json.loads((BIN.parent / "compile_commands.json").read_text())
# Folders whose libraries may be hot: the programs spend their time in some of them.
HOT_FOLDERS = ("engine", "learning")
PROGRAMS = sorted(path for name in LAUNCHERS for path in LIBEXEC.glob(f"{name.name}.*"))


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def imports(program):
    """Returns the names that the program imports from shared libraries, without versions."""
    return set(re.findall(r" UND ([^\s@]+)", output("readelf", "--dyn-syms", "--wide", program)))


def is_hot(command):
    """True if a command compiles sources of HOT_FOLDERS, or their precompiled headers."""
    path = pathlib.Path(command["file"])
    if path.is_relative_to(BIN.parent):
        path = path.relative_to(BIN.parent)
    return path.parts[0] in HOT_FOLDERS or "trivium_headers_hot" in str(path)


class Hardening(unittest.TestCase):
    def test_all_sources_are_compiled_with_the_flags(self):
        self.assertTrue(COMMANDS)
        for command in COMMANDS:
            with self.subTest(command["file"]):
                flags = command["command"].split()
                self.assertIn("-fstack-protector-strong", flags)
                self.assertIn("-Werror=format-security", flags)
                self.assertTrue({"-fPIE", "-fPIC"} & set(flags), "neither -fPIE nor -fPIC")
                if BUILD_TYPE == "Release":
                    self.assertIn("-D_FORTIFY_SOURCE=2", flags)
                if is_hot(command):
                    continue
                self.assertIn("-D_GLIBCXX_ASSERTIONS", flags)
                if platform.machine() == "x86_64":
                    self.assertIn("-fcf-protection", flags)

    def test_every_program_is_built(self):
        self.assertIn("trivium", [path.name for path in LAUNCHERS])
        self.assertGreaterEqual(len(PROGRAMS), len(LAUNCHERS))

    def test_programs_are_loaded_at_any_address(self):
        for path in LAUNCHERS + PROGRAMS:
            with self.subTest(path.name):
                self.assertRegex(output("readelf", "--file-header", path), r"Type:\s+DYN")

    def test_the_linkers_tables_are_bound_and_read_only_before_main_and_no_stack_can_be_run(self):
        for path in LAUNCHERS + PROGRAMS:
            with self.subTest(path.name):
                segments = output("readelf", "--program-headers", "--wide", path)
                self.assertRegex(segments, r"(?m)^\s*GNU_RELRO ")
                self.assertRegex(segments, r"(?m)^\s*GNU_STACK .* RW +0x")
                dynamic = output("readelf", "--dynamic", "--wide", path)
                self.assertRegex(dynamic, r"\(FLAGS\).*\bBIND_NOW\b")

    def test_stacks_are_guarded_and_the_standard_library_checks_its_callers(self):
        for path in PROGRAMS:
            with self.subTest(path.name):
                self.assertIn("__stack_chk_fail", imports(path))
                self.assertTrue([name for name in imports(path) if "__glibcxx_assert_fail" in name])

    @unittest.skipUnless(BUILD_TYPE == "Release", "FORTIFY needs an optimizing compiler")
    def test_calls_of_the_c_library_are_checked_where_sizes_are_known(self):
        checked = {name for path in PROGRAMS for name in imports(path) if name.endswith("_chk")}
        self.assertTrue(checked)

    @unittest.skipUnless(platform.machine() == "x86_64", "CET is a feature of x86-64 processors")
    def test_indirect_branches_end_at_landing_pads(self):
        for path in PROGRAMS:
            with self.subTest(path.name):
                code = output("objdump", "--disassemble=main", path)
                self.assertRegex(code, r"<main>:\n.*\bendbr64\b")


if __name__ == "__main__":
    unittest.main()

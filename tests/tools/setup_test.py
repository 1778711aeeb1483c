#!/usr/bin/env python3
"""What the scripts in tools/ say about building, with stand-ins for ninja and cmake that build nothing.  setup_test.py SOURCE_DIR"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()
# What ninja lists of a build in which nothing has changed: version.cpp is looked at every time.
NOTHING_NEW = """ninja: Entering directory `build/release'
[1/5] cd /somewhere/tools && /usr/bin/cmake -P /somewhere/tools/cmake/write_version.cmake
[2/5] Building CXX object tools/CMakeFiles/trivium_version_base.dir/version.cpp.o
[3/5] Linking CXX executable bin/trivium
"""


class Scripts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name) / "root"
        shutil.copytree(SOURCE / "tools", self.root / "tools")
        self.programs = pathlib.Path(folder.name) / "programs"
        self.programs.mkdir()
        self.listed = pathlib.Path(folder.name) / "listed"
        self.program("ninja", f"cat '{self.listed}'")
        self.program("cmake", "exit 1")

    def program(self, name, command):
        path = self.programs / name
        path.write_text(f"#!/bin/sh\n{command}\n")
        path.chmod(0o755)

    def run_script(self, *words, **environment):
        ours = {name: value for name, value in os.environ.items() if name != "TRIVIUM"}
        return subprocess.run([self.root / "tools" / words[0], *words[1:]], capture_output=True, text=True, timeout=60,
                              env={**ours, "PATH": f"{self.programs}:{os.environ['PATH']}", **environment})

    def test_a_build_speaks_where_there_is_something_to_do_only(self):
        (self.root / "build" / "release").mkdir(parents=True)
        (self.root / "build" / "release" / "build.ninja").write_text("")
        self.program("cmake", "exit 0")
        changed = NOTHING_NEW + "[4/5] Building CXX object engine/core/CMakeFiles/x.dir/other_version.cpp.o\n"
        for listed, said in ((NOTHING_NEW, ""), (changed, "setup.sh: building what changed (release)\n")):
            self.listed.write_text(listed)
            done = self.run_script("setup.sh", "build", "release")
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", said))

    def test_each_measurement_says_what_it_is_without_a_build(self):
        names = [line.split()[0] for line in self.run_script("bench").stdout.splitlines() if line.startswith("  ")]
        self.assertIn("connect6", names)
        for name in names:
            done = self.run_script("bench", name, "--help")
            self.assertEqual((done.returncode, done.stderr), (0, ""), name)
            self.assertIn("usage: ", done.stdout)
        self.assertFalse((self.root / "build").exists())
        self.assertEqual(self.run_script("bench", "connect6").returncode, 1)  # which is to build, and cannot

    def test_a_program_that_is_named_is_measured_without_a_build(self):
        done = self.run_script("bench", "connect6", TRIVIUM="/nowhere/trivium")
        self.assertEqual(done.returncode, 2)
        self.assertIn("/nowhere/trivium: not an executable", done.stderr)


if __name__ == "__main__":
    unittest.main()

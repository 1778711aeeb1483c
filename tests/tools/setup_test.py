#!/usr/bin/env python3
"""tools/run, tools/build and setup.sh, on a copy of tools/ with stubs for ninja and cmake.

    setup_test.py SOURCE_DIR BIN_DIR

Only the names of subcommands come from the real program: BIN_DIR/trivium.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()
BIN = pathlib.Path(sys.argv.pop(1)).resolve()
# First words by which tools/run selects a program other than trivium.
WORDS = ("match", "learn", "dealer", "lab")
PROGRAMS = ["trivium", *(f"trivium-{word}" for word in WORDS), "trivium-check"]
AS_NOBODY = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
# Output of ninja for a build without changes: version_stamp.cpp is checked every time.
NOTHING_NEW = """ninja: Entering directory `build/release'
[1/5] cd /somewhere/tools && /usr/bin/cmake -P /somewhere/tools/cmake/write_version.cmake
[2/5] Building CXX object tools/CMakeFiles/trivium_version_base.dir/version_stamp.cpp.o
[3/5] Linking CXX executable bin/trivium
"""


class Scripts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.folder.chmod(0o755)
        self.root = self.folder / "root"
        shutil.copytree(SOURCE / "tools", self.root / "tools")
        self.programs = self.folder / "programs"
        self.programs.mkdir()
        self.listed = self.folder / "listed"
        self.program("ninja", f"cat '{self.listed}'")
        self.program("cmake", "exit 1")

    def program(self, name, command):
        path = self.programs / name
        path.write_text(f"#!/bin/sh\n{command}\n")
        path.chmod(0o755)

    def run_script(self, *words, before=(), **environment):
        """Runs a script of the copy; `before` is a command line prefix."""
        ours = {name: value for name, value in os.environ.items() if name != "TRIVIUM"}
        return subprocess.run([*before, self.root / "tools" / words[0], *words[1:]],
                              capture_output=True, text=True, timeout=60,
                              env={**ours, "PATH": f"{self.programs}:{os.environ['PATH']}",
                                   **environment})

    def plant_build(self):
        """Creates a finished build: each program prints its name and its arguments in brackets."""
        self.listed.write_text(NOTHING_NEW)
        binaries = self.root / "build" / "release" / "bin"
        binaries.mkdir(parents=True)
        (binaries.parent / "build.ninja").write_text("")
        for name in PROGRAMS:
            (binaries / name).write_text(f"#!/bin/sh\nprintf '{name}'\nprintf '[%s]' \"$@\"\n")
            (binaries / name).chmod(0o755)
        return binaries

    def run_as_stranger(self, *words):
        """Runs a script as a user without write access to the tree."""
        if os.getuid() == 0:
            return self.run_script(*words, before=AS_NOBODY)
        subprocess.run(["chmod", "-R", "a-w", self.root], check=True)
        try:
            return self.run_script(*words)
        finally:
            subprocess.run(["chmod", "-R", "u+w", self.root], check=True)

    def test_a_build_speaks_where_there_is_something_to_do_only(self):
        (self.root / "build" / "release").mkdir(parents=True)
        (self.root / "build" / "release" / "build.ninja").write_text("")
        self.program("cmake", "exit 0")
        changed = (
            NOTHING_NEW +
            "[4/5] Building CXX object engine/core/CMakeFiles/x.dir/other_version_stamp.cpp.o\n")
        for listed, message in ((NOTHING_NEW, ""),
                             (changed, "setup.sh: building what changed (release)\n")):
            self.listed.write_text(listed)
            done = self.run_script("setup.sh", "build", "release")
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", message))

    def test_a_build_folder_is_configured_anew_if_the_presets_are_newer_or_of_another_release(self):
        folder = self.root / "build" / "release"
        folder.mkdir(parents=True)
        (folder / "build.ninja").write_text("")  # as left by releases without .configured
        (self.root / "CMakePresets.json").write_text("{}")
        asked = self.folder / "asked"
        self.program("cmake", f"echo \"$@\" >>'{asked}'")
        self.listed.write_text(NOTHING_NEW)
        configured, built = "--preset release\n", "--build --preset release\n"
        for expected in (configured + built, built):
            asked.write_text("")
            self.assertEqual(self.run_script("setup.sh", "build", "release").returncode, 0)
            self.assertEqual(asked.read_text(), expected)
            os.utime(folder / ".configured", (2_000_000_000, 2_000_000_000))
        os.utime(self.root / "CMakePresets.json", (2_000_000_001, 2_000_000_001))
        asked.write_text("")
        self.run_script("setup.sh", "build", "release")
        self.assertEqual(asked.read_text(), configured + built)

    def test_the_build_folder_of_every_preset_is_that_of_cmake(self):
        presets = json.loads((SOURCE / "CMakePresets.json").read_text())["configurePresets"]
        by_name = {preset["name"]: preset for preset in presets}

        def folder(preset):
            own = preset.get("binaryDir")
            return own if own else folder(by_name[preset["inherits"]])

        for preset in presets:
            if preset.get("hidden"):
                continue
            name = preset["name"]
            done = self.run_script("setup.sh", "build_folder", name)
            expected = folder(preset).replace("${presetName}", name)
            self.assertEqual("${sourceDir}/build/" + done.stdout.strip(), expected)

    def test_presets_of_one_folder_configure_it_anew_when_they_take_turns(self):
        folder = self.root / "build" / "tsan"
        folder.mkdir(parents=True)
        (folder / "build.ninja").write_text("")
        (self.root / "CMakePresets.json").write_text("{}")
        asked = self.folder / "asked"
        self.program("cmake", f"echo \"$@\" >>'{asked}'")
        self.listed.write_text(NOTHING_NEW)
        for preset, is_new in (("tsan", True), ("tsan", False), ("tsan-full", True),
                               ("tsan-full", False), ("tsan", True)):
            asked.write_text("")
            self.assertEqual(self.run_script("setup.sh", "build", preset).returncode, 0)
            self.assertEqual(asked.read_text(), (f"--preset {preset}\n" if is_new else "") +
                             f"--build --preset {preset}\n")

    def test_a_measurement_says_what_it_is_without_a_build(self):
        done = self.run_script("bench", "connect6", "--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("usage: ", done.stdout)
        self.assertFalse((self.root / "build").exists())
        # Without --help it has to build and cannot.
        self.assertEqual(self.run_script("bench", "connect6").returncode, 1)

    def test_a_program_that_is_named_is_measured_without_a_build(self):
        done = self.run_script("bench", "connect6", TRIVIUM="/nowhere/trivium")
        self.assertEqual(done.returncode, 2)
        self.assertIn("/nowhere/trivium: not an executable", done.stderr)

    def test_kernels_are_compared_in_a_build_that_holds_several(self):
        asked = self.folder / "asked"
        self.program("cmake", f"echo \"$@\" >'{asked}'")
        self.listed.write_text(NOTHING_NEW)
        launcher = self.root / "build" / "package" / "bin" / "trivium"
        launcher.parent.mkdir(parents=True)
        (self.root / "build" / "package" / "build.ninja").write_text("")
        launcher.write_text("#!/bin/sh\necho '{\"kernels\": [\"base\"]}'\n")
        launcher.chmod(0o755)
        done = self.run_script("bench", "kernels")
        self.assertEqual(asked.read_text(), "--build --preset package --target programs\n")
        self.assertEqual(done.returncode, 2)
        self.assertIn("at least two kernels are needed, found base", done.stderr)

    def test_a_first_word_selects_the_program_that_is_built_and_run(self):
        self.plant_build()
        asked = self.folder / "asked"
        self.program("cmake", f"echo building; echo \"$@\" >'{asked}'")
        for words, name, arguments in (*(([word, "a", "b c"], f"trivium-{word}", "[a][b c]")
                                         for word in WORDS),
                                       (["check", "uci", "x"], "trivium-check", "[uci][x]"),
                                       (["check", "pgn"], "trivium", "[check][pgn]"),
                                       (["uci", "match"], "trivium", "[uci][match]"),
                                       (["matches"], "trivium", "[matches]")):
            done = self.run_script("run", *words)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, name + arguments, ""),
                             words)
            self.assertEqual(asked.read_text(), f"--build --preset release --target {name}\n")

    def test_no_word_that_selects_a_program_is_a_subcommand_of_trivium(self):
        overview = subprocess.run([BIN / "trivium", "--help"], capture_output=True, text=True,
                                  check=True, timeout=60).stdout
        subcommands = re.findall(r"(?m)^  ([a-z]+) ", overview[overview.index("Subcommands:"):])
        self.assertIn("uci", subcommands)
        self.assertEqual(set(subcommands) & set(WORDS), set())

    def test_all_programs_are_built_and_their_paths_printed(self):
        binaries = self.plant_build()
        asked, packages = self.folder / "asked", self.folder / "packages"
        self.program("cmake", f"echo building; echo \"$@\" >'{asked}'")
        self.program("dpkg-query",
                     f"for name; do :; done; echo $name >>'{packages}'; echo installed")
        done = self.run_script("build")
        self.assertEqual((done.returncode, done.stdout.splitlines()),
                         (0, [str(binaries / name) for name in PROGRAMS]), done.stderr)
        self.assertEqual(asked.read_text(),
                         f"--build --preset release --target {' '.join(PROGRAMS)}\n")
        names = packages.read_text().split()
        self.assertIn("g++", names)
        # These are for tests and packages only.
        for package in ("doctest-dev", "ccache", "python3", "clang-16", "lintian", "libtorch-dev",
                        "libopenmpi-dev"):
            self.assertNotIn(package, names)
        self.program("cmake", "exit 1")
        done = self.run_script("build")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        for words, status in ((["--help"], 0), (["--no-such"], 2)):
            self.assertEqual(self.run_script("build", *words).returncode, status)

    def test_a_user_who_cannot_write_gets_the_program_as_it_is(self):
        program = self.plant_build() / "trivium-match"
        self.program("cmake", "echo a build was tried >&2; exit 1")
        source = self.root / "engine" / "core" / "outcome.h"
        source.parent.mkdir(parents=True)
        source.write_text("")
        new = program.stat().st_mtime_ns
        for age, message in ((-1, ""),
                          (1, "engine/core/outcome.h is newer than "
                           "build/release/bin/trivium-match; running the program as it is")):
            for path in [source, *(self.root / "tools").rglob("*")]:
                os.utime(path, ns=(new, new + age * 10**9 if path == source else new - 10**9))
            done = self.run_as_stranger("run", "match", "a")
            self.assertEqual((done.returncode, done.stdout), (0, "trivium-match[a]"), done.stderr)
            self.assertIn(message, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1 if message else 0)

    def test_a_user_who_cannot_write_gets_a_list_of_what_is_not_built(self):
        for prepare in (lambda: None,
                        lambda: (self.root / "build" / "release").mkdir(parents=True)):
            prepare()
            for words, message in (
                    (["run", "learn"],
                     "build/release/bin/trivium-learn is not built, and this user cannot write to"),
                    (["build"], "cannot build: this user cannot write to")):
                done = self.run_as_stranger(*words)
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertIn(message, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_a_read_only_disk_is_like_a_folder_of_another_user(self):
        mounted = ["unshare", "--mount", "--map-root-user", "sh", "-c",
                   'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"',
                   self.root]
        tried = subprocess.run([*mounted, "true"], capture_output=True, text=True, check=False)
        if tried.returncode != 0:
            self.skipTest(f"this machine allows no mount: {tried.stderr.strip()}")
        self.plant_build()
        done = self.run_script("run", "lab", before=mounted)
        self.assertEqual((done.returncode, done.stdout), (0, "trivium-lab[]"), done.stderr)
        shutil.rmtree(self.root / "build")
        done = self.run_script("run", "lab", before=mounted)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("is not built", done.stderr)


if __name__ == "__main__":
    unittest.main()

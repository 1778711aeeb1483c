#!/usr/bin/env python3
"""Compares the installed manual pages with --help.  page_test.py BIN_DIR SHARE_DIR"""
import gzip
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

from programs import commands, programs

SHARE = pathlib.Path(sys.argv.pop())
BIN = pathlib.Path(sys.argv.pop())


def source(program):
    return gzip.decompress((SHARE / "man/man1" / f"{program.name}.1.gz").read_bytes()).decode()


def rendered(page):
    """Returns the formatted page and the formatter's warnings."""
    done = subprocess.run(["groff", "-man", "-ww", "-Kutf8", "-Tutf8", "-P-cbou", "-rLL=200n"],
                          input=page, capture_output=True, text=True)
    return done.stdout.replace("\u2212", "-").replace("\u2010", "-"), done.stderr


class ManualPages(unittest.TestCase):
    def test_there_are_programs_to_look_at(self):
        self.assertIn("trivium", [program.name for program in programs(BIN)])

    def test_the_page_built_is_the_one_its_program_writes(self):
        for program in programs(BIN):
            written = subprocess.run([program, "--generate", "man"], capture_output=True, text=True,
                                     check=True).stdout
            self.assertEqual(source(program), written)

    def test_no_line_of_a_page_is_an_unknown_request(self):
        for program in programs(BIN):
            for line in source(program).splitlines():
                if line[:1] in (".", "'"):
                    self.assertRegex(
                        line, r'^\.(\\"|TH |SH |SS |TP$|PP$|B |I |br$|nf$|fi$|RS$|RE$|nh$|ad l$)')

    @unittest.skipUnless(shutil.which("groff"), "groff is not installed")
    def test_a_page_formats_without_a_warning(self):
        for program in programs(BIN):
            text, complaints = rendered(source(program))
            self.assertEqual(complaints, "")
            self.assertRegex(text, rf"(?m)^NAME\n +{program.name} - \S")

    @unittest.skipUnless(shutil.which("groff"), "groff is not installed")
    def test_every_command_and_option_of_help_stands_in_its_section(self):
        for program in programs(BIN):
            text, _ = rendered(source(program))
            for command in commands(program):
                heading = "OPTIONS" if len(command.words) == 1 else "   " + " ".join(command.words)
                section = re.search(rf"(?ms)^{re.escape(heading)}$(.*?)(?=^ {{0,3}}\S|\Z)", text)
                self.assertIsNotNone(section,
                                     f"no section {heading!r} in the page of {program.name}")
                # --help is described once, with the program's own options.
                expected = command.options - ({"-h", "--help"} if len(command.words) > 1 else set())
                entries = re.findall(r"^ +(-.*)$", section[1], re.MULTILINE)
                described = {name for entry in entries
                             for name in re.findall(r"(?:^|, )(--?[\w-]+)", entry)}
                self.assertEqual(described & expected, expected, command.words)

    def test_arguments_are_written_in_capitals_in_every_synopsis(self):
        for program in programs(BIN):
            synopsis = re.search(r"(?s)\.SH SYNOPSIS\n(.*?)\n\.SH ", source(program))[1]
            for name in re.findall(r"\\fI([^\\]+)\\fR", synopsis):
                # A list of accepted words is written as typed.
                self.assertTrue(name.isupper() or "|" in name or name == "options",
                                f"{program.name}: {name}")

    def test_every_page_has_exit_statuses_files_and_examples_and_names_other_pages(self):
        names = {program.name for program in programs(BIN)}
        for program in programs(BIN):
            sections = dict(re.findall(r"(?sm)^\.SH ([A-Z ]+)\n(.*?)(?=^\.SH |\Z)",
                                       source(program)))
            self.assertLessEqual({"EXIT STATUS", "FILES", "EXAMPLES", "SEE ALSO"}, set(sections),
                                 program.name)
            self.assertEqual("accepted H0" in sections["EXIT STATUS"],
                             program.name == "trivium-match")
            if program.name == "trivium":
                self.assertIn("/etc/trivium/serve.json", sections["FILES"])
                self.assertIn("SIGHUP", sections["SIGNALS"])
                self.assertIn("\n trivium doctor\n", sections["EXAMPLES"].replace("  ", " "))
            named = set(re.findall(r"\\fB([^\\]+(?:\\-[^\\]+)*)\\fR\(1\)", sections["SEE ALSO"]))
            self.assertLessEqual({name.replace("\\-", "-") for name in named},
                                 names | {"systemctl"})
            self.assertIn("trivium" if program.name != "trivium" else "trivium-dealer",
                          {name.replace("\\-", "-") for name in named})

    @unittest.skipUnless(shutil.which("mandoc"), "mandoc is not installed")
    def test_mandoc_finds_no_fault_either(self):
        for program in programs(BIN):
            done = subprocess.run(["mandoc", "-Tlint", "-Wwarning"], input=source(program),
                                  capture_output=True, text=True)
            # Built outside a git checkout, a page has no date.
            faults = [line for line in done.stdout.splitlines() if "missing date" not in line]
            self.assertEqual(faults, [])


unittest.main(verbosity=2)

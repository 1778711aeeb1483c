#!/usr/bin/env python3
"""`cmake --install` creates a relocatable tree.  install_test.py SOURCE_DIR BUILD_DIR"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

from installed import Installed

BUILD = pathlib.Path(sys.argv.pop())
SOURCE = pathlib.Path(sys.argv.pop())


class Install(unittest.TestCase):
    def test_an_installed_tree_runs_after_it_was_moved_and_without_the_sources(self):
        with tempfile.TemporaryDirectory() as folder:
            first, moved = pathlib.Path(folder) / "first", pathlib.Path(folder) / "moved away"
            subprocess.run(["cmake", "--install", BUILD, "--prefix", first], check=True,
                           stdout=subprocess.DEVNULL)
            first.rename(moved)
            installed = Installed(moved, SOURCE)
            installed.check_unit_names(self, first, first)
            installed.check_documents_are_a_users(self)
            installed.check_plays(self)
            installed.check_holds_nothing_for_developers(self)


unittest.main(verbosity=2)

"""The program trivium for the tests that run it as a user does; the first argument is BIN_DIR."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(sys.argv.pop(1))
# A game of Connect-6 with Black to move.
SAMPLE = ("1. B[j10] 2. W[i9k9] 3. B[l9k8] 4. W[m10j8] 5. B[h10i7] 6. W[m11l10] 7. B[m12n12] "
          "8. W[l11k12]\n")


def trivium(*arguments, text="", environment=None):
    return subprocess.run([BIN / "trivium", *arguments], input=text, capture_output=True, text=True,
                          timeout=120, env={**os.environ, **(environment or {})})


def result_of(*arguments, **more):
    """Returns the result that a command prints with --json."""
    return json.loads(trivium(*arguments, "--json", **more).stdout)


def weights_path(game):
    """Returns the path of the default weights of `game`."""
    return pathlib.Path(result_of("doctor")["weights"][game]["path"])


class CommandLineTest(unittest.TestCase):
    """A test with a temporary folder for its files."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

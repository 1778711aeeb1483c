#!/usr/bin/env python3
"""Every picture in the repository equals the output of its documented command.

    pictures_test.py ROOT BIN_DIR

The commands are lines of Markdown files that start with four blanks and "trivium-lab chart"; a
backslash at the end continues a line. Paths are relative to the root of the repository.
"""
import pathlib
import shlex
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(sys.argv.pop())
ROOT = pathlib.Path(sys.argv.pop())
FOLDERS = ["learning", "models", "engine", "tools", "docs"]


def files(pattern):
    return sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob(pattern))


def commands():
    """Returns (page, words after the program) of each documented command."""
    for page in files("*.md"):
        text = page.read_text().replace("\\\n", " ")
        for line in text.splitlines():
            if line.startswith("    trivium-lab chart "):
                yield page, shlex.split(line)[1:]


class Pictures(unittest.TestCase):
    def test_pictures_equal_what_their_commands_draw(self):
        drawn = set()
        with tempfile.TemporaryDirectory() as folder:
            target = pathlib.Path(folder) / "picture.svg"
            for page, words in commands():
                with self.subTest(page=page.name, command=shlex.join(words)):
                    place = words.index("--out") + 1
                    picture = ROOT / words[place]
                    words[place] = str(target)
                    done = subprocess.run([BIN / "trivium-lab", *words], cwd=ROOT,
                                          capture_output=True, text=True, timeout=60)
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    self.assertEqual(target.read_bytes(), picture.read_bytes())
                    drawn.add(picture)
        self.assertEqual(sorted(drawn), files("*.svg"),
                         "each picture has a command, and each command a picture")


if __name__ == "__main__":
    unittest.main()

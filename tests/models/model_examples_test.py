#!/usr/bin/env python3
"""Runs the Python of docs/learning/models.md on the shipped weights.  model_examples_test.py ROOT

A block of Python is preceded by `<!-- run: gate -->`, `<!-- run: gate, needs PACKAGE -->` (skipped
where the package is missing) or `<!-- not run: REASON -->`. The blocks run in their order, in one
program, in the root of the repository.
"""
import contextlib
import importlib.util
import io
import os
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(sys.argv.pop()).resolve()
PAGE = ROOT / "docs/learning/models.md"
BLOCK = re.compile(r"^<!-- ([^\n]+) -->\n```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MODULES = {"python3-zstandard": "zstandard"}


class Examples(unittest.TestCase):
    def test_every_example_prints_something(self):
        page = PAGE.read_text(encoding="utf-8")
        blocks = BLOCK.findall(page)
        self.assertEqual(len(blocks), page.count("```python\n"), "each block has a marker")
        names, printed = {}, []
        for marker, code in blocks:
            needed = re.fullmatch(r"run: gate(?:, needs (\S+))?", marker)
            if not needed:
                self.assertRegex(marker, r"^not run: \S")
                compile(code, PAGE, "exec")
                continue
            if needed[1] and not importlib.util.find_spec(MODULES[needed[1]]):
                continue
            with self.subTest(code=code[:80]), contextlib.redirect_stdout(io.StringIO()) as out:
                exec(compile(code, PAGE, "exec"), names)
            printed.append(out.getvalue())
        self.assertEqual([text for text in printed[1:] if not text.strip()], [])

    def test_every_kind_has_an_example(self):
        page = PAGE.read_text(encoding="utf-8")
        kinds = re.findall(r"^\| `([a-z0-9.]+)` \|", page, re.MULTILINE)
        self.assertEqual(sorted(kinds), sorted(re.findall(r"^## (\w+\.\w+)$", page, re.MULTILINE)))
        shipped = {path.name.split("-")[0] for path in (ROOT / "models").glob("*/*.safetensors")}
        self.assertLessEqual(shipped, set(kinds))


if __name__ == "__main__":
    os.chdir(ROOT)
    unittest.main()

#!/usr/bin/env python3
"""The tables of measured figures and the page made from them.  benchmarks_test.py SOURCE_DIR"""
import importlib.machinery
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("benchmarks", str(SOURCE / "tools/benchmarks"))
benchmarks = importlib.util.module_from_spec(importlib.util.spec_from_loader("benchmarks", loader))
loader.exec_module(benchmarks)

GOOD = {"date": "2026-11-23", "commit": "2f775825", "processor": "x86-64-v3",
        "command": "tools/ladder chess", "figure": "31", "low": "18", "high": "44.5", "n": "2000",
        "note": "Elo against itself"}


class Tables(unittest.TestCase):
    def table(self, *rows, columns=benchmarks.COLUMNS):
        """Reads a table of these rows from a file."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "table.csv"
            lines = [",".join(columns), *(",".join(row.values()) for row in rows)]
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
            return benchmarks.rows_of(path)

    def test_a_row_has_the_nine_columns(self):
        self.assertEqual(self.table(GOOD), [GOOD])
        with self.assertRaisesRegex(benchmarks.Fault, "columns"):
            self.table(GOOD, columns=benchmarks.COLUMNS[::-1])
        with self.assertRaisesRegex(benchmarks.Fault, "line 2: not 9 values"):
            self.table({"date": GOOD["date"]})
        with self.assertRaisesRegex(benchmarks.Fault, "line 3: not 9 values"):
            self.table(GOOD, GOOD | {"more": "1"})

    def test_a_table_without_a_row_is_a_fault(self):
        with self.assertRaisesRegex(benchmarks.Fault, "no rows"):
            self.table()

    def test_each_value_fits_its_column(self):
        for column, values in {"date": ("", "23.11.2026", "2026-13-01"),
                               "commit": ("", "2f77582", "2f77582g", "HEAD"),
                               "figure": ("", "nan", "31 Elo", "1e2", "17.9", "45"),
                               "low": ("", "inf", "32"), "high": ("", "-", "30"),
                               "n": ("", "0", "2.5", "-1"), "processor": ("",), "command": (" ",),
                               "note": ("", "a | b")}.items():
            for value in values:
                with self.subTest(column=column, value=value):
                    self.assertRaises(benchmarks.Fault, self.table, GOOD | {column: value})

    def test_an_interval_without_width_is_exact_and_one_with_zero_is_marked(self):
        for low, high, shown in (("18", "44", "18 to 44"), ("31", "31", "exact"),
                                 ("-2", "64", "-2 to 64 (has 0)"), ("0", "64", "0 to 64 (has 0)")):
            self.assertEqual(benchmarks.interval(GOOD | {"low": low, "high": high}), shown)


class Page(unittest.TestCase):
    def test_the_page_is_what_the_tables_say(self):
        done = subprocess.run([SOURCE / "tools/benchmarks", "--check"], capture_output=True,
                              text=True, timeout=60)
        self.assertEqual((done.stderr, done.returncode), ("", 0))

    def test_every_table_has_a_section_and_every_section_a_table(self):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(benchmarks.Fault, "chess-strength"):
                benchmarks.page(pathlib.Path(folder))

    def test_a_command_is_listed_once_and_rows_name_its_number(self):
        rows = [GOOD, GOOD | {"command": "tools/bench stop"}, GOOD]
        text = benchmarks.section_text(benchmarks.Section("name", "Title"), rows)
        self.assertEqual([line[-4:] for line in text.splitlines() if "Elo" in line],
                         [" 1 |", " 2 |", " 1 |"])
        self.assertEqual(text.count("`tools/ladder chess`"), 1)
        self.assertIn("\n2. `tools/bench stop`\n", text)


if __name__ == "__main__":
    unittest.main()

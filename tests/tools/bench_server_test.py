#!/usr/bin/env python3
"""`tools/bench server` finds a server that answers correctly; `tools/bench page` measures one.

bench_server_test.py SOURCE_DIR BIN_DIR
Checks counts, states and exit statuses; times are only for human readers.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest
import unittest.mock

BIN = pathlib.Path(sys.argv.pop()).resolve()
TOOLS = pathlib.Path(sys.argv.pop()).resolve() / "tools"
SCRIPT = TOOLS / "bench"
sys.dont_write_bytecode = True
sys.path[0:0] = [str(TOOLS), str(TOOLS / "bench.d")]
import page  # noqa: E402
from serving import Server  # noqa: E402
from workshop.programs import BadUsage  # noqa: E402
from workshop.progress import Phases  # noqa: E402


def bench(*arguments, program=BIN / "trivium"):
    return subprocess.run([SCRIPT, "server", *arguments],
                          env=os.environ | {"TRIVIUM": str(program)}, capture_output=True,
                          text=True, check=False)


class BenchServer(unittest.TestCase):
    def test_names_select_what_is_measured_and_unknown_ones_are_bad_usage(self):
        done = bench("--quick", "--json", "eval", "idle", "--clients", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [(row["name"], row["clients"]) for row in json.loads(done.stdout)["rows"]]
        self.assertEqual(rows, [("idle", 0), ("eval", 2)])
        self.assertEqual(bench("nonsense").returncode, 2)

    def test_a_server_that_does_not_start_is_a_failure(self):
        done = bench("--json", "idle", program="/bin/false")
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)

    def test_every_load_and_attack_is_survived(self):
        names = bench("--list").stdout.split()
        done = bench("--quick", "--json", "--give-up", "30", "--end-limit", "15")
        rows = json.loads(done.stdout)["rows"]
        self.assertEqual(sorted({row["name"] for row in rows}), sorted(names))
        for row in rows:
            with self.subTest(f"{row['name']}, {row['clients']} clients"):
                self.assertEqual(row["faults"], [])
                self.assertTrue(all(row["times"].values()))

    def test_pages_use_a_web_listener_and_leave_nothing_behind(self):
        with tempfile.TemporaryDirectory() as folder, \
                Server(BIN / "trivium", page.TOKEN,
                       page.CONFIGURATION | {"web": {"folder": folder}}) as server:
            self.assertEqual([len(times) for times in page.times_of_isready(server, 2)], [2, 2])
            self.assertTrue(page.left_after_pages(server, 2)[1])
            self.assertEqual(server.terminate(page.PATIENCE)[1], 0)

    def test_a_page_is_not_built_if_trivium_names_the_program(self):
        with tempfile.TemporaryDirectory() as folder, \
                unittest.mock.patch.object(page, "ROOT", pathlib.Path(folder)), \
                unittest.mock.patch.dict(os.environ, {"TRIVIUM": str(BIN / "trivium")}), \
                self.assertRaisesRegex(BadUsage, "build/web has no page"):
            page.run(types.SimpleNamespace(phases=Phases()))


if __name__ == "__main__":
    unittest.main()

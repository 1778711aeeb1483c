#!/usr/bin/env python3
"""Weights that trivium finds, verifies and rewrites.  weights_test.py BIN_DIR"""
import ctypes
import functools
import hashlib
import json
import os
import pathlib
import re
import shutil
import struct
import unittest

from program import CommandLineTest, result_of, trivium, weights_path


class Weights(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.models_here = {"TRIVIUM_MODELS": str(self.folder)}

    def test_doctor_finds_the_shipped_weights_and_misses_absent_ones(self):
        self.assertEqual(trivium("doctor").returncode, 0)
        sick = trivium("doctor", "--json", environment=self.models_here)
        self.assertEqual(sick.returncode, 1)
        self.assertIn(str(self.folder), json.loads(sick.stdout)["weights"]["chess"]["fault"])

    def test_doctor_reads_strategies_of_poker_where_some_are_in_use(self):
        (self.folder / "poker").mkdir()
        (self.folder / "poker/default.json").write_text(json.dumps({"limit": "none.safetensors"}))
        weights = result_of("doctor", environment=self.models_here)["weights"]
        self.assertIn("none.safetensors", weights["poker-limit"]["fault"])
        self.assertNotIn("poker-nolimit", weights)

    def test_doctor_lists_every_file_that_a_default_names(self):
        report = result_of("doctor")["weights"]
        text = trivium("doctor").stdout
        models = pathlib.Path(report["chess"]["path"]).parent.parent
        named = {str(default.parent / name) for default in models.glob("*/default.json")
                 for name in json.loads(default.read_text()).values()}
        self.assertEqual({file["path"] for file in report.values()}, named)
        for path in named:
            self.assertIn(path, text)

    def test_doctor_reads_the_weights_of_reversi_where_some_are_in_use(self):
        path = weights_path("connect6")
        (self.folder / "reversi").mkdir()
        (self.folder / "reversi" / path.name).write_bytes(path.read_bytes())
        (self.folder / "reversi/default.json").write_text(
            json.dumps({"weights": path.name, "patterns": "none.safetensors"}))
        weights = result_of("doctor", environment=self.models_here)["weights"]
        self.assertIn("reversi.value", weights["reversi"]["fault"])
        self.assertIn("none.safetensors", weights["reversi-patterns"]["fault"])

    def test_doctor_is_not_content_with_intact_weights_of_another_game(self):
        path = weights_path("connect6")
        for game in ("chess", "connect6"):
            (self.folder / game).mkdir()
            (self.folder / game / path.name).write_bytes(path.read_bytes())
            (self.folder / game / "default.json").write_text(json.dumps({"weights": path.name}))
        done = trivium("doctor", "--json", environment=self.models_here)
        self.assertEqual(done.returncode, 1)
        weights = json.loads(done.stdout)["weights"]
        self.assertEqual((weights["connect6"]["fault"], weights["chess"]["kind"]),
                         ("", "connect6.value"))
        self.assertIn("chess.linear", weights["chess"]["fault"])

    def test_doctor_finds_the_fault_of_a_file_with_that_file_only(self):
        path = weights_path("connect6")
        (self.folder / "connect6").mkdir()
        (self.folder / "connect6/default.json").write_text(
            json.dumps({"weights": path.name, "patterns": "none.safetensors"}))
        (self.folder / "connect6" / path.name).write_bytes(path.read_bytes())
        weights = result_of("doctor", environment=self.models_here)["weights"]
        self.assertEqual(weights["connect6"]["fault"], "")
        self.assertIn("none.safetensors", weights["connect6-patterns"]["fault"])

    def test_weights_verifies_a_file_and_refuses_a_changed_one(self):
        path = weights_path("chess")
        report = result_of("weights", path)
        self.assertEqual((report["kind"], report["verified"]), ("chess.linear", True))
        content = bytearray(path.read_bytes())
        content[-1] ^= 1
        changed = self.folder / "changed.safetensors"
        changed.write_bytes(content)
        done = trivium("weights", changed)
        self.assertEqual(done.returncode, 1)
        self.assertIn("checksum", done.stderr)

    def test_comparison_ends_with_0_only_if_nothing_differs(self):
        path = weights_path("chess")
        report = result_of("weights", "--compare", path, path)
        self.assertEqual((report["equal"], report["fields"], report["tensors"]), (True, [], []))
        other = trivium("weights", "--compare", path, weights_path("connect6"), "--json")
        self.assertEqual(other.returncode, 1)
        self.assertFalse(json.loads(other.stdout)["equal"])
        self.assertIn("different", trivium("weights", "--compare", path,
                                           weights_path("connect6")).stdout)
        missing = trivium("weights", "--compare", path, self.folder / "none", "--json")
        self.assertEqual(missing.returncode, 1)
        self.assertIn("code", json.loads(missing.stdout)["error"])
        self.assertEqual(trivium("weights", "--compare", path).returncode, 2)

    def old_form(self, path):
        """Returns bytes and name of the file that the weights `path` replace (models/README.md)."""
        content = path.read_bytes()
        size = int.from_bytes(content[:8], "little")
        header, data = json.loads(content[8:8 + size]), content[8 + size:]
        begin, end = header.pop("expectation")["data_offsets"]
        for name, tensor in header.items():
            if name != "__metadata__" and tensor["data_offsets"][0] >= end:
                tensor["data_offsets"] = [place - (end - begin) for place in tensor["data_offsets"]]
        shapes = (f'{name}\t{tensor["dtype"]}\t{",".join(map(str, tensor["shape"]))}\n'
                  for name, tensor in header.items() if name != "__metadata__")
        dump = functools.partial(json.dumps, sort_keys=True, separators=(",", ":"),
                                 ensure_ascii=False)
        metadata = header["__metadata__"]
        manifest = json.loads(metadata["trivium.manifest"])
        rewritten = manifest.pop("rewritten")
        metadata |= {
            "trivium.manifest": dump(manifest), "trivium.sha256": "0" * 64,
            "trivium.features": hashlib.sha256("".join(sorted(shapes)).encode()).hexdigest()}
        data = data[:begin] + data[end:]
        text = dump(header).encode()
        text += b" " * (-len(text) % 8)
        digest = hashlib.sha256(text + data).hexdigest()
        self.assertEqual(digest, rewritten["sha256"])
        text = text.replace(b"0" * 64, digest.encode(), 1)
        return len(text).to_bytes(8, "little") + text + data, rewritten["file"]

    def test_the_shipped_weights_of_chess_are_rewritten_from_those_that_their_manifest_names(self):
        path = weights_path("chess")
        content, name = self.old_form(path)
        old = self.folder / name
        old.write_bytes(content)
        sha256 = result_of("weights", old)["sha256"]
        old.with_suffix(".md").write_text(f"# {name}\n\n| SHA-256 | `{sha256}` |\n")
        (self.folder / "new").mkdir()
        self.assertIn("\nform      old, but read as before; --rewrite FOLDER",
                      trivium("weights", old).stdout)
        done = trivium("weights", old, "--rewrite", self.folder / "new")
        self.assertIn(f"\nrewritten {self.folder / 'new' / path.name}\n", done.stdout)
        self.assertEqual((self.folder / "new" / path.name).read_bytes(), path.read_bytes())
        card = (self.folder / "new" / path.name).with_suffix(".md").read_text().splitlines()
        self.assertEqual(card[0], f"# {path.name}")
        self.assertEqual(card[-1], f"| rewritten from | `{name}`, SHA-256 `{sha256}` |")

        search = ("uci\nsetoption name UCI_ShowWDL value true\nposition startpos moves e2e4\n"
                  "go nodes 2000\n")
        outputs = [re.sub(" (nps|time) [0-9]+", "",
                          trivium("uci", "--weights", file, text=search).stdout)
                   for file in (old, path)]
        self.assertIn(" wdl ", outputs[0])
        self.assertEqual(outputs[0], outputs[1])

        report = result_of("weights", path, "--rewrite", self.folder)
        self.assertTrue(report["present_form"])
        self.assertIn("\nform      present\n", trivium("weights", path).stdout)
        self.assertNotIn("rewritten", report)
        self.assertEqual(trivium("weights", old, "--rewrite", self.folder / "none").returncode, 1)

    def test_an_engine_without_weights_still_answers(self):
        chess = trivium(text="uci\nisready\ngo depth 1\nquit\n", environment=self.models_here)
        self.assertEqual(chess.returncode, 0)
        for answer in ("uciok", "readyok", "info string", "bestmove"):
            self.assertIn(answer, chess.stdout)
        connect6 = trivium(text="name\ngenmove b\nplay b k10\n", environment=self.models_here)
        self.assertEqual(connect6.returncode, 0)
        self.assertIn("= Trivium", connect6.stdout)
        self.assertIn("? no weights", connect6.stdout)

    def test_weights_of_the_other_game_are_named_as_such(self):
        done = trivium("uci", "--weights", weights_path("connect6"), text="uci\nquit\n")
        self.assertIn("chess.linear", done.stderr)
        self.assertIn("connect6.value", done.stderr)
        self.assertEqual((done.returncode, done.stdout), (1, ""))

    def opened(self, file, *command, text=""):
        """Runs `command` and returns how often it opened `file`."""
        libc = ctypes.CDLL(None, use_errno=True)
        watch = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        self.addCleanup(os.close, watch)
        opening, closing = 0x20, 0x10  # with the ends, since equal events in succession are merged
        self.assertGreater(libc.inotify_add_watch(watch, os.fsencode(file), opening | closing), 0)
        done = trivium(*command, text=text)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        events = struct.iter_unpack("iIII", os.read(watch, 1 << 16))  # files have no names in them
        return sum(mask == opening for _, mask, _, _ in events)

    def test_sessions_and_the_server_read_weights_once(self):
        found = result_of("doctor")["weights"]
        for command, game in ((["uci"], "chess"), (["gtp"], "connect6"), ([], "chess"),
                              ([], "connect6"), (["serve"], "connect6")):
            with self.subTest(command=command, game=game):
                file = shutil.copy(found[game]["path"], self.folder)
                config = self.file("serve.json", json.dumps(
                    {"listeners": [{"port": 0}], "weights": {game: file}}))
                options = (["--check", "--config", config] if command == ["serve"] else
                           ["--weights", file])
                self.assertEqual(self.opened(file, *command, *options, text="quit\n"), 1)


unittest.main(verbosity=2)

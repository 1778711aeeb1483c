#!/usr/bin/env python3
"""Tests all programs with unreadable files: they fail with the reason and read none as empty.

    input_files_test.py BIN_DIR
"""
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from zstd_frame import zstd_frame  # noqa: E402

BIN = pathlib.Path(sys.argv.pop(1))
SGF = "(;FF[4]GM[511]SZ[19];B[JJ];W[JK];W[KK])\n"
PGN = '[Event "?"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n'
EPD = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - c9 "1-0";\n'
HAND = "STATE:0:cc/cc/cc/r200f:AsKh|2c2d/3s4s5s/6h/7h:100|-100:Ann|Bob\n"
GAMEDEF = """GAMEDEF
limit
numPlayers = 2
numRounds = 1
blind = 1 1
raiseSize = 1
firstPlayer = 1
maxRaises = 1
numSuits = 1
numRanks = 3
numHoleCards = 1
numBoardCards = 0
END GAMEDEF
"""
# A command line for each reader. FILE stands for its input, OUT for an output file.
READERS = {
    "games in PGN": "trivium check pgn FILE",
    "positions": "trivium check epd FILE",
    "games of Connect-6": "trivium check connect6 FILE",
    "hands": "trivium check poker FILE",
    "games of Reversi": "trivium check reversi FILE",
    "positions of Reversi": "trivium check obf FILE",
    "WTHOR files": "trivium check wthor FILE",
    "games for a book": "trivium book make --data FILE --out OUT",
    "a book": "trivium book show --book FILE",
    "a record to explain": "trivium explain connect6 --record FILE",
    "a record of Reversi to explain": "trivium explain reversi --record FILE",
    "a record to solve": "trivium solve connect6 --record FILE",
    "a proof": "trivium solve connect6 --verify FILE",
    "weights to look at": "trivium weights FILE",
    "the server's configuration": "trivium serve --check --config FILE",
    "a game of poker": "trivium check poker --game FILE -",
    "a game to deal": "trivium-dealer OUT FILE 1 0 a b",
    "a bandit": "trivium-lab bandits --instances FILE",
    "a position of bandits": "trivium-lab bandits --connect6 FILE",
    "records to convert": "trivium-learn connect6 records --data FILE --out OUT",
    "games of Connect-6 to learn from": "trivium-learn connect6 patterns --data FILE --out OUT",
    "games or positions to learn from": "trivium-learn chess tdleaf --data FILE --out OUT",
    "games to merge": "trivium-learn chess merge FILE --out OUT",
    "openings of self-play": "trivium-learn chess selfplay --openings FILE --count 2 --out OUT",
    "games of a player": "trivium-learn chess style --data FILE --out OUT",
    "a description of a match": "trivium-match -config file=FILE",
    "openings of a match": "trivium-match -engine name=a cmd=true depth=1 -engine name=b cmd=true "
    "depth=1 -openings file=FILE format=epd -rounds 1",
    "a journal": "trivium-match export FILE",
}
REASONS = {"folder": ("folder", "directory"), "device": ("device", "regular file", "not a file"),
           "pipe": ("pipe", "regular file", "not a file"),
           "socket": ("socket", "regular file", "not a file", "No such device or address"),
           "unreadable": ("cannot be read", "Input/output error")}


class InputFiles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "folder").mkdir()
        os.mkfifo(self.folder / "pipe")
        listener = socket.socket(socket.AF_UNIX)
        self.addCleanup(listener.close)
        listener.bind(str(self.folder / "socket"))
        self.places = {"folder": self.folder / "folder", "device": "/dev/zero",
                       "pipe": self.folder / "pipe", "socket": self.folder / "socket",
                       "unreadable": "/proc/self/mem"}

    def run_words(self, line, file, text="", **more):
        words = [str(file) if word == "FILE" else
                 word.replace("FILE", str(file)).replace("OUT", str(self.folder / "out"))
                 for word in line.split()]
        return subprocess.run([BIN / words[0], *words[1:]], input=text, capture_output=True,
                              text=True, timeout=20, cwd=self.folder, **more)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def test_unreadable_files_are_reported_and_never_read_as_empty(self):
        for reader, line in READERS.items():
            for kind, place in self.places.items():
                # SQLite has its own messages. A book's size is checked first; this file has none.
                if kind == "unreadable" and reader in ("a journal", "a book"):
                    continue
                with self.subTest(reader=reader, kind=kind):
                    done = self.run_words(line, place)
                    errors = done.stderr
                    self.assertIn(done.returncode, (1, 2), errors)
                    self.assertTrue(any(word in errors for word in REASONS[kind]), errors)
                    self.assertNotIn("unexpected", errors)
                    self.assertNotIn("record", done.stdout)

    def test_a_read_error_of_records_is_a_failure_and_no_bad_usage(self):
        for form in ("pgn", "epd", "connect6", "poker", "reversi", "obf", "wthor"):
            for place in (self.places["folder"], "/proc/self/mem"):
                self.assertEqual(self.run_words(f"trivium check {form} FILE", place).returncode, 1)
        for line in ("trivium book make --data FILE --out OUT",
                     "trivium explain connect6 --record FILE",
                     "trivium explain reversi --record FILE",
                     "trivium solve connect6 --record FILE"):
            self.assertEqual(self.run_words(line, self.places["folder"]).returncode, 1)

    def test_a_folder_as_standard_input_is_named_too(self):
        descriptor = os.open(self.folder, os.O_RDONLY)
        self.addCleanup(os.close, descriptor)
        for form in ("pgn", "epd", "connect6", "poker", "reversi", "obf", "wthor"):
            done = subprocess.run([BIN / "trivium", "check", form, "-"], stdin=descriptor,
                                  capture_output=True, text=True, timeout=20)
            self.assertEqual(done.returncode, 1)
            self.assertIn("standard input: is a folder", done.stderr)

    def test_pipes_of_a_shell_are_read(self):
        for form, content in (("pgn", PGN), ("epd", EPD), ("connect6", SGF), ("reversi", "f5d6\n")):
            for line in (f"trivium check {form} -", f"trivium check {form} /dev/stdin"):
                done = self.run_words(line, "", text=content)
                self.assertEqual((done.returncode, done.stdout.splitlines()[-1][:9]),
                                 (0, "1 record,"), done.stderr)

    def test_a_text_packed_with_zstd_is_read_and_its_damage_is_reported(self):
        won = "1. e4 e5 2. Nf3 Nc6 1-0\n"
        texts = {"trivium check pgn FILE": PGN, "trivium check epd FILE": EPD,
                 "trivium check connect6 FILE": SGF, "trivium check reversi FILE": "f5d6\n",
                 "trivium book make --data FILE --out OUT --min-games 1": won,
                 "trivium explain connect6 --record FILE": "1. B[j10] 2. W[j9k9]\n",
                 "trivium-learn connect6 records --data FILE --out OUT": '1,"j10,j9,k9",\n'}
        for line, text in texts.items():
            with self.subTest(line=line):
                plain = self.run_words(line, self.write("text", text))
                self.assertEqual(plain.returncode, 0, plain.stderr)
                packed = zstd_frame(text.encode())
                read = self.run_words(line, self.write("text", packed))
                self.assertEqual((read.returncode, read.stdout), (0, plain.stdout), read.stderr)
                cut = self.run_words(line, self.write("text", packed[:-1]))
                self.assertEqual(cut.returncode, 1)
                self.assertIn("damaged or cut short", cut.stderr)

    def test_a_packed_record_is_loaded_by_gtp(self):
        self.write("game.sgf", zstd_frame(SGF.encode()))
        done = self.run_words("trivium gtp", "", text="loadsgf game.sgf\nprintsgf\nquit\n")
        self.assertIn(";B[JJ];W[JK];W[KK]", done.stdout)

    def test_a_byte_order_mark_does_no_harm_and_utf16_is_named(self):
        texts = {"trivium check pgn FILE": PGN, "trivium check epd FILE": EPD,
                 "trivium check connect6 FILE": SGF,
                 "trivium explain connect6 --record FILE": "1. B[j10] 2. W[j9k9]\n",
                 "trivium check poker --game FILE -": GAMEDEF,
                 "trivium-learn connect6 records --data FILE --out OUT": '1,"j10,j9,k9",\n',
                 "trivium serve --check --config FILE": json.dumps({"listeners": [{"port": 0}]})}
        for line, text in texts.items():
            with self.subTest(line=line):
                plain = self.run_words(line, self.write("text", text))
                self.assertEqual(plain.returncode, 0, plain.stderr)
                marked = self.run_words(line, self.write("text", "\ufeff" + text))
                self.assertEqual((marked.returncode, marked.stdout), (0, plain.stdout),
                                 marked.stderr)
                for encoding in ("utf-16", "utf-16-be"):
                    mark = "" if encoding == "utf-16" else "\ufeff"
                    content = mark.encode(encoding) + text.encode(encoding)
                    wide = self.run_words(line, self.write("text", content))
                    self.assertNotEqual(wide.returncode, 0)
                    self.assertIn("UTF-16", wide.stderr)

    def test_a_mail_with_a_game_is_read(self):
        done = self.run_words("trivium check connect6 FILE",
                              self.write("in.sgf", "From: x@example.org (home)\n\n" + SGF))
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_token_file_that_is_none_is_named(self):
        for kind, place in self.places.items():
            with self.subTest(kind=kind):
                config = self.write("serve.json", json.dumps(
                    {"listeners": [{"port": 0, "token_file": str(place)}]}))
                done = self.run_words("trivium serve --config FILE", config)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertTrue(any(word in done.stderr for word in REASONS[kind]), done.stderr)

    def test_files_of_a_dealer_that_are_none_are_named(self):
        for kind in ("pipe", "socket", "folder"):
            with self.subTest(kind=kind):
                for ending in (".log", ".tlog"):
                    place = self.folder / f"match{ending}"
                    os.rename(self.places[kind], place)
                    done = subprocess.run([BIN / "trivium-dealer", self.folder / "match", "kuhn",
                                           "1", "0", "a", "b", "-a"],
                                          capture_output=True, text=True, timeout=20)
                    self.assertEqual(done.returncode, 1, done.stderr)
                    self.assertIn("regular file" if kind != "folder" else "folder", done.stderr)
                    os.rename(place, self.places[kind])

    def test_what_is_no_weights_is_named(self):
        kinds = {"LFS": "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 12345\n",
                 "HTML": "<!DOCTYPE html><html></html>",
                 "pickle": b"\x80\x04\x95\x10\0\0\0\0\0\0\0}\x94.",
                 "zip": b"PK\x03\x04" + b"\0" * 40, "JSON": '{"weights": "x"}',
                 "gzip": b"\x1f\x8b\x08\x08aaaaaaaa"}
        for word, content in kinds.items():
            with self.subTest(word=word):
                done = self.run_words("trivium weights FILE", self.write("w.safetensors", content))
                self.assertEqual(done.returncode, 1)
                self.assertIn(word, done.stderr)

    def test_records_given_to_a_learner_name_the_command_that_converts(self):
        done = self.run_words("trivium-learn connect6 patterns --data FILE --out OUT",
                              self.write("game.txt", SGF))
        self.assertEqual(done.returncode, 1)
        self.assertIn("connect6 records", done.stderr)


unittest.main(verbosity=2)

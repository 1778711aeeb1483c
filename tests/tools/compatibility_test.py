#!/usr/bin/env python3
"""The files and the spellings of earlier releases are read: tests/data/VERSION.

    compatibility_test.py SOURCE_DIR BIN_DIR [--long]
"""
import contextlib
import gzip
import json
import os
import pathlib
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import script_sizes  # noqa: E402

BIN = pathlib.Path(sys.argv.pop()).resolve()
DATA = pathlib.Path(sys.argv.pop()).resolve() / "tests" / "data"
OLD_SPELLING = "accepted until 0.4.0"

# Of the files that are equal in all releases, by file: kind, schema and some of the numbers.
WEIGHTS = {
    "chess/chess.choice": ("chess.choice", 1, {"centre": [-0.676996], "material": [1.21344]}),
    "chess/chess.choice-search": ("chess.choice", 1, {"search": [20, -0.188258, 0.0685681]}),
    "connect6/connect6.btmm": ("connect6.btmm", 1, {
        "gamma.answers": [1, 0.198758, 1.70448, 3.27737]}),
    "connect6/connect6.value": ("connect6.value", 1, {
        "must_parry": [-0.225447, -2.4247, -5.41219]}),
    "connect6/connect6.value-counts": ("connect6.value", 1, {"side_to_move": [-0.303893]}),
    "connect6/connect6.value-draws": ("connect6.value", 1, {"draws": [7.86221, -16.418]}),
    "poker/poker.buckets": ("poker.buckets", 1, {}),
    "poker/poker.strategy-limit": ("poker.strategy", 2, {}),
    "poker/poker.strategy-nolimit": ("poker.strategy", 2, {}),
}
# By journal: wins, draws and games of engine a.
STANDINGS = {"chess": (4, 0, 4), "connect6": (1, 1, 2), "unfinished": (0, 2, 2)}
# Results of finished runs, which their checkpoints give again.
FINISHED = ("models/connect6/connect6.btmm.safetensors",
            "models/connect6/connect6.value-counts.safetensors",
            "models/poker/poker.strategy-limit.safetensors", "games/selfplay.c6")
# Spellings of a release and today's, beside those of usage_test.py, learn_cli_test.py and
# check/command_test.py.
SPELLINGS_010 = (
    ("trivium-lab bandits --json {}/bandit-tree.json --rounds 60 --runs 9 --out {}/report.html",
     "trivium-lab bandits --instances {}/bandit-tree.json --steps 60 --count 9 "
     "--report {}/report.html"),
    ("trivium-lab poker lbr kuhn --policy call --hands 50",
     "trivium-lab poker lbr --game kuhn --policy call --count 50"),
    ("trivium-lab poker match kuhn --policy call --against random --hands 20",
     "trivium-lab poker match --game kuhn --policy call --against random --count 20"),
    ("trivium book make --pgn {}/games/selfplay.pgn --min-games 1 --out {}/new.bin",
     "trivium book make --data {}/games/selfplay.pgn --min-games 1 --out {}/new.bin"),
    ("trivium bench connect6-tactics --positions 2 --runs 1",
     "trivium bench connect6-tactics --count 2 --runs 1"),
    ("trivium bench bandits --rounds 2", "trivium bench bandits --steps 2"),
)
SPELLINGS_020 = (
    ("trivium-lab bandits --instances {}/bandit-tree.json --steps 60 --count 9 --rule expectation",
     "trivium-lab bandits --instances {}/bandit-tree.json --steps 60 --count 9 "
     "--decision-rule expectation"),
    ("trivium-lab poker exploitability kuhn --policy call",
     "trivium-lab poker exploitability --game kuhn --policy call"),
    ("trivium-lab poker aivat kuhn {}/games/hands.log --player two --policy random",
     "trivium-lab poker aivat {}/games/hands.log --game kuhn --player two --policy random"),
    ("trivium-lab poker curve kuhn {}/games/hands.log --player two",
     "trivium-lab poker curve {}/games/hands.log --game kuhn --player two"),
    ("trivium-learn poker selfplay --game kuhn --player call --count 9 --out {}/new.log",
     "trivium-learn poker selfplay --game kuhn --policy call --count 9 --out {}/new.log"),
)


def run(*words, **options):
    program, *rest = map(str, words)
    return subprocess.run([BIN / program, *rest], capture_output=True, text=True, timeout=120,
                          **options)


def files_of(folder):
    """Returns the names of all files below a folder, without .gz."""
    return {str(file.relative_to(folder)).removesuffix(".gz")
            for file in folder.rglob("*") if file.is_file()}


def numbers(text, tensor):
    """Returns the elements of a tensor that `trivium weights` printed."""
    line = re.search(rf"^tensor +{re.escape(tensor)} \S+ \[.*\], \d+ bytes = (.*)$", text,
                     re.MULTILINE)
    return [float(number) for number in line[1].split()]


def tensors(path):
    """Returns the tensors of a weight file as bytes by name."""
    content = path.read_bytes()
    begin = 8 + int.from_bytes(content[:8], "little")
    header = json.loads(content[8:begin])
    return {name: content[begin + entry["data_offsets"][0]:begin + entry["data_offsets"][1]]
            for name, entry in header.items() if name != "__metadata__"}


def without_times(text):
    """Returns a program's output without the times that it took."""
    return re.sub(r"\d+\.\d+ m?s\b", "TIME", text)


class Release:
    """Tests of the files of a release. A class of each release has its numbers."""

    VERSION: str
    WEIGHTS: dict  # of further files, like the constant
    CENTIPAWNS: int  # value of a position of pawns for White
    STYLES: tuple  # greatest probability of a first move, by the file of a style
    BOOK: dict  # weights of the first moves
    SPELLINGS: tuple  # old and current command lines
    SERVED = {"chess": "chess.linear.safetensors", "connect6": "connect6.value.safetensors",
              "connect6-patterns": "connect6.btmm.safetensors"}  # files that serve.json names

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="trivium-")
        self.addCleanup(folder.cleanup)
        self.data = DATA / self.VERSION
        self.folder = pathlib.Path(folder.name) / "old"
        shutil.copytree(self.data, self.folder)
        for file in self.folder.rglob("*.gz"):
            file.with_suffix("").write_bytes(gzip.decompress(file.read_bytes()))

    def succeed(self, *words, **options):
        done = run(*words, cwd=self.folder, **options)
        self.assertEqual(done.returncode, 0, f"{words}: {done.stderr}")
        return done

    def result_of(self, *words, **options):
        return json.loads(self.succeed(*words, "--json", **options).stdout)

    def weights_file(self, name):
        folder = self.folder / "models" if "/" in name else self.folder
        return folder / f"{name}.safetensors"

    def table(self):
        """Returns the command that README.md states for each file, without .gz."""
        rows = re.findall(r"^\| ([\w./-]+) \| .*? \| (.*) \|$",
                          (self.data / "README.md").read_text(), re.MULTILINE)
        return {name.removesuffix(".gz"): maker for name, maker in rows if name != "file"}

    def test_the_table_of_files_is_complete(self):
        self.assertEqual({*self.table(), "README.md"}, files_of(self.data))

    def test_weight_files_of_every_kind_have_their_numbers(self):
        for name, (kind, schema, known) in {**WEIGHTS, **self.WEIGHTS}.items():
            with self.subTest(name=name):
                file = self.weights_file(name)
                report = self.result_of("trivium", "weights", file)
                self.assertEqual((report["kind"], report["schema"], report["verified"]),
                                 (kind, schema, True))
                text = self.succeed("trivium", "weights", file).stdout
                for tensor, values in known.items():
                    self.assertEqual(numbers(text, tensor), values)

    def test_the_files_that_default_json_names_are_in_use(self):
        report = self.result_of("trivium", "doctor",
                                env={**os.environ, "TRIVIUM_MODELS": str(self.folder / "models")})
        self.assertEqual({use: pathlib.Path(file["path"]).name.removesuffix(".safetensors")
                          for use, file in report["weights"].items()},
                         {"chess": "chess.linear", "chess-strength": "chess.strength",
                          "connect6": "connect6.value-draws",
                          "connect6-patterns": "connect6.btmm",
                          "poker-limit": "poker.strategy-limit",
                          "poker-nolimit": "poker.strategy-nolimit"})
        self.assertEqual({file["fault"] for file in report["weights"].values()}, {""})

    def test_engines_play_by_the_weight_files(self):
        chess = self.result_of("trivium", "explain", "chess", "--weights",
                               self.weights_file("chess/chess.linear"), "--fen",
                               "4k3/pppp4/8/8/8/8/PPPPPPPP/4K3 w - - 0 1")
        self.assertEqual(chess["white_centipawns"], self.CENTIPAWNS)
        for style, best in self.STYLES:
            chances = [move["chance"] for move in self.result_of(
                "trivium", "explain", "chess", "--style",
                self.weights_file(f"chess/chess.{style}"))["moves"]]
            self.assertAlmostEqual(max(chances), best, 6)
        searched = self.result_of("trivium", "explain", "chess", "--style",
                                  self.weights_file("chess/chess.choice-search"))["moves"]
        self.assertEqual({reason["name"] for move in searched for reason in move["reasons"]},
                         {"centre", "search"})
        turn = self.result_of(
            "trivium", "explain", "connect6", "--record", self.folder / "games" / "win.csv",
            "--weights", self.weights_file("connect6/connect6.value"),
            "--patterns", self.weights_file("connect6/connect6.btmm"))["candidates"][0]
        self.assertEqual(turn["stones"][0]["cell"], "h9")
        self.assertAlmostEqual(turn["probability"], 0.0271418, 6)
        for game, chances in (("limit", (0.364706, 0.466667, 0.168627)),
                              ("nolimit", (0.858824, 0.043137, 0.098039))):
            actions = self.result_of(
                "trivium", "explain", "poker", "--game", game, "--range", "--policy",
                f"cfr:{self.weights_file(f'poker/poker.strategy-{game}')}")["range"]["actions"]
            for action, chance in zip(actions, chances, strict=True):
                self.assertAlmostEqual(action["probability"], chance, 5)

    @script_sizes.long_test
    def test_strategies_are_learned_on_buckets(self):
        report = self.result_of("trivium-learn", "poker", "cfr-sample", "limit", "--steps", 64,
                                "--batch", 64, "--cards", self.weights_file("poker/poker.buckets"))
        self.assertEqual((report["decisions"], report["entries"]), (6378, 33166))

    def test_journals_have_their_games_and_standings(self):
        for name, standing in STANDINGS.items():
            first = self.result_of("trivium-match", "status", f"journals/{name}.db")["engines"][0]
            self.assertEqual((first["name"], first["wins"], first["draws"], first["games"]),
                             ("a", *standing))
        poker = self.result_of("trivium-match", "status", "journals/poker.db")["engines"][0]
        self.assertEqual((poker["name"], poker["hands"]), ("a", 12))
        self.assertAlmostEqual(poker["mbb_per_hand"]["mean"], 1000 / 12)
        for name, export in (("chess", "chess.pgn"), ("connect6", "connect6.sgf"),
                             ("poker", "poker.log")):
            done = self.succeed("trivium-match", "export", f"journals/{name}.db")
            self.assertEqual(done.stdout, (self.folder / "games" / export).read_text())

    def test_an_unfinished_tournament_goes_on(self):
        command = shlex.split(self.table()["journals/unfinished.db"].split("`")[1])
        command[command.index("-rounds") + 1] = "2"
        before = run("trivium-match", "export", self.folder / "journals" / "unfinished.db").stdout
        played = run(*command, cwd=self.folder / "journals")
        self.assertEqual(played.returncode, 0, played.stderr)
        after = run("trivium-match", "export", self.folder / "journals" / "unfinished.db").stdout
        self.assertEqual((before.count(";FF[4]"), after.count(";FF[4]")), (2, 4))
        self.assertTrue(after.startswith(before))

    def test_a_description_of_a_tournament_is_played(self):
        self.succeed("trivium-match", "-config", "file=tournament.json", "-journal", "again.db")
        status = self.result_of("trivium-match", "status", "again.db")
        self.assertEqual((status["tournament"], status["games"]), ("chess", 4))

    def test_records_and_logs_are_read(self):
        for words, counts in ((("pgn", "games/selfplay.pgn"), (4, 129)),
                              (("pgn", "games/chess.pgn"), (4, 94)),
                              (("connect6", "games/connect6.sgf"), (2, 210)),
                              (("poker", "games/hands.log", "--game", "kuhn"), (20, 43)),
                              (("poker", "games/poker.log", "--game", "kuhn"), (12, 27)),
                              (("poker", "journals/dealt.log", "--game", "kuhn"), (4, 10))):
            report = self.result_of("trivium", "check", *words)
            self.assertEqual((report["records"], report["moves"], report["faults"]), (*counts, 0))

    def test_games_to_learn_from_are_read(self):
        for name in ("records", "selfplay"):
            self.succeed("trivium-learn", "connect6", "records", "--keep-duplicates",
                         "--data", f"games/{name}.c6", "--out", "again.c6")
            self.assertEqual((self.folder / "again.c6").read_bytes(),
                             (self.folder / "games" / f"{name}.c6").read_bytes())
        self.succeed("trivium-learn", "chess", "tdleaf", "--data", "games/selfplay.tdleaf",
                     "--out", "out.safetensors")
        counts = self.result_of("trivium", "weights", "out.safetensors")["manifest"]["counts"]
        self.assertEqual((counts["games"], counts["positions"]), (4, 129))

    def test_the_dealer_finds_a_finished_match(self):
        done = run("trivium-dealer", "dealt", "kuhn", 4, 1, "one", "two", "-T", "-f", "-a", "-q",
                   cwd=self.folder / "journals")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("SCORE:-4|4:one|two\n", done.stdout)

    def resume(self, file, *words, out=None):
        """Resumes the run that wrote `file`, with its command; the result goes to `out`."""
        command = shlex.split(self.table()[file].strip("`"))
        if out is not None:
            command[command.index("--out") + 1] = str(out)
        done = self.succeed(*command, "--resume", *words)
        self.assertEqual(done.stderr.count(OLD_SPELLING), int(self.is_old(command)))
        return done

    def is_old(self, command):
        """True if a command line of this release has an old spelling."""
        raise NotImplementedError

    def test_finished_runs_give_their_results_again(self):
        for file in FINISHED:
            with self.subTest(file=file):
                old, new = self.folder / file, self.folder / f"again{pathlib.Path(file).suffix}"
                self.resume(file, out=new)
                if old.suffix == ".c6":
                    self.assertEqual(new.read_bytes(), old.read_bytes())
                else:
                    self.assertEqual(tensors(new), tensors(old))

    def test_finished_runs_without_a_file_are_read(self):
        self.assertIn("-55.575988",
                      self.resume("checkpoints/exact/cfr_exact.checkpoint.safetensors").stdout)
        sample = self.resume("checkpoints/sample/cfr_sampled.checkpoint.safetensors", "--json")
        self.assertAlmostEqual(json.loads(sample.stdout)["exploitability"], 1487.0832460547756)
        out = self.folder / "tdleaf.safetensors"
        self.resume("checkpoints/tdleaf/tdleaf.checkpoint.safetensors", out=out)
        counts = self.result_of("trivium", "weights", out)["manifest"]["counts"]
        self.assertEqual((counts["generations"], counts["games"]), (2, 4))

    def test_proof_book_and_instances_are_read(self):
        self.assertEqual(self.result_of("trivium", "solve", "connect6", "--verify",
                                        "win.proof")["turns"], 2)
        book = self.result_of("trivium", "book", "show", "--book", "book.bin")["moves"]
        self.assertEqual({move["san"]: move["weight"] for move in book}, self.BOOK)
        for shape, leaves in (("arms", 3), ("tree", 4)):
            result = self.result_of("trivium-lab", "bandits", "--instances",
                                    f"bandit-{shape}.json", "--methods", "uniform", "--steps", 60,
                                    "--count", 10)
            self.assertEqual(result["methods"][0]["pulls_by_leaf"], [600 // leaves] * leaves)

    def test_every_search_parameter_is_accepted(self):
        for game, session in (("chess", "uci"), ("connect6", "gtp")):
            words = (self.folder / f"search-{game}.txt").read_text().strip()
            self.succeed("trivium", session, "--search", words, input="quit\n")

    def test_a_configuration_with_every_key_serves(self):
        config = ("--config", "serve.json")
        self.succeed("trivium", "serve", "--check", *config)
        with contextlib.ExitStack() as stack:
            ready = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
            ready.bind(str(self.folder / "ready"))
            ready.settimeout(60)
            server = stack.enter_context(subprocess.Popen(
                [BIN / "trivium", "serve", *config], cwd=self.folder, stderr=subprocess.DEVNULL,
                env={**os.environ, "NOTIFY_SOCKET": str(self.folder / "ready")}))
            stack.callback(server.terminate)
            self.assertIn(b"READY=1", ready.recv(4096))
            status = json.loads(self.succeed("trivium", "status", *config).stdout)
        self.assertEqual(server.returncode, 0)
        self.assertEqual([entry["limit"] for entry in
                          (status["connections"], status["searches"], status["hash_mb"],
                           status["queue_bytes"])], [8, 2, 32, 4 << 20])
        self.assertEqual([entry["protocol"] for entry in status["listeners"]],
                         ["UCI or GTP", "UCI", "GTP"])
        self.assertEqual({use: pathlib.Path(status["weights"][use]["file"]).name
                          for use in self.SERVED}, self.SERVED)

    def test_old_spellings_work_with_one_warning(self):
        for old, new in self.SPELLINGS:
            with self.subTest(old=old):
                before, now = (self.succeed(*line.replace("{}", str(self.folder)).split())
                               for line in (old, new))
                self.assertEqual((before.stderr.count(OLD_SPELLING), OLD_SPELLING in now.stderr),
                                 (1, False))
                if not re.search(r"bench|match", old):  # these measure speed
                    self.assertEqual(without_times(before.stdout), without_times(now.stdout))


class Release010(Release, unittest.TestCase):
    VERSION = "0.1.0"
    WEIGHTS = {
        "chess.linear-published": ("chess.linear", 2, {"middlegame.pawn": [1],
                                                       "endgame.queen": [9]}),
        "chess/chess.linear": ("chess.linear", 2, {"endgame.pawn": [0.980643]}),
        "chess/chess.strength": ("chess.strength", 1, {"elo": [1466.34, 1782.17, 2048.42],
                                                       "nodes": [4, 8, 16]}),
        "chess/chess.choice-classes": ("chess.choice", 1, {
            "class_weights": [2.70265, 0.058389, 3.46374, -0.0709665, 0.691674, 0.037061]}),
    }
    CENTIPAWNS = 422
    STYLES = (("choice", 0.07166058), ("choice-classes", 0.07692431))
    BOOK = {"Nf3": 6, "a3": 4, "d3": 4, "e4": 4}
    SPELLINGS = SPELLINGS_010

    def is_old(self, command):
        return True

    def test_the_model_of_results_in_a_manifest_becomes_a_tensor(self):
        old = self.weights_file("chess/chess.linear")
        report = self.result_of("trivium", "weights", old)
        self.assertFalse(report["present_form"])
        out = self.folder / "rewritten"
        out.mkdir()
        self.succeed("trivium", "weights", old, "--rewrite", out)
        new, = out.glob("*.safetensors")
        figures = report["manifest"]["figures"]
        found = numbers(self.succeed("trivium", "weights", new).stdout, "expectation")
        for number, key in zip(found, ("scale", "draw_margin"), strict=True):
            self.assertAlmostEqual(number, figures[f"expectation.{key}"], 2)

    def test_a_checkpoint_that_is_not_read_is_rejected_with_its_version(self):
        command = self.table()["models/chess/chess.choice.safetensors"].strip("`")
        done = run(*shlex.split(command), "--resume", "--json", cwd=self.folder)
        self.assertEqual(done.returncode, 1)
        error = json.loads(done.stdout)["error"]
        self.assertEqual(error["code"], "checkpoint.version")
        self.assertIn("0.1.0", error["message"])


class Release020(Release, unittest.TestCase):
    VERSION = "0.2.0"
    WEIGHTS = {
        "chess/chess.linear": ("chess.linear", 2, {"endgame.pawn": [0.993916],
                                                   "expectation": [135.308, 113.027]}),
        "chess/chess.strength": ("chess.strength", 1, {"elo": [1494.31, 1587.43, 1679.7],
                                                       "nodes": [4, 8, 16]}),
        "chess/chess.choice-classes": ("chess.choice", 1, {
            "class_weights": [0.469418, 0.291938, 1.06042, -0.0346713, -0.522055, 0.00252978]}),
    }
    CENTIPAWNS = 282
    STYLES = (("choice", 0.07166058), ("choice-classes", 0.24671917))
    BOOK = {"e4": 96, "d4": 48}
    SPELLINGS = SPELLINGS_020
    SERVED = {**Release.SERVED, "chess-strength": "chess.strength.safetensors"}

    def is_old(self, command):
        renamed = {"patterns": "--patterns", "selfplay": "--most-stones"}
        return renamed.get(command[2]) in command

    def test_finished_runs_of_new_checkpoints_give_their_results_again(self):
        for name in ("chess/chess.choice", "chess/chess.choice-classes",
                     "connect6/connect6.value-draws"):
            with self.subTest(name=name):
                new = self.folder / "again.safetensors"
                self.resume(f"models/{name}.safetensors", out=new)
                self.assertEqual(tensors(new), tensors(self.weights_file(name)))


class NextRelease(unittest.TestCase):
    @script_sizes.long_test
    def test_the_files_of_a_release_can_be_written(self):
        with tempfile.TemporaryDirectory(prefix="trivium-") as place:
            shutil.copytree(DATA / "0.2.0", pathlib.Path(place) / "0.2.0")
            shutil.copy(DATA / "connect6_games.csv", place)
            new = pathlib.Path(place) / "1000.0.0"
            done = subprocess.run([sys.executable, DATA / "release_files.py", BIN, new],
                                  capture_output=True, text=True, timeout=600)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(files_of(new), files_of(DATA / "0.2.0") -
                             {"checkpoints/selfplay/games-000000000.c6"})


if __name__ == "__main__":
    script_sizes.main()

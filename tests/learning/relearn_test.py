#!/usr/bin/env python3
"""tools/relearn: what it runs, that it resumes, what it rejects; with --long small real runs.

    relearn_test.py SOURCE_FOLDER PATH_OF_TRIVIUM_LEARN [--long]
"""
import csv
import json
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile
import types
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import script_sizes  # noqa: E402
from reversi_games import write_wthor  # noqa: E402
from stand_ins import RECORDER, SHORTENER, Relearning  # noqa: E402

SOURCE, LEARN = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(2))
sys.path[0:0] = [str(SOURCE / "tools"), str(SOURCE / "tools" / "relearn.d")]
import connect6  # noqa: E402

STRENGTH = ["--count", 4, "--rungs", 3]
LICENSE = ["--together", "--license", "CC0"]
FEW = ["--count", 80, "--pattern-set", "paper-1", "--steps", 2, "--pairs", 10,
       "--solver-nodes", 5, "--longest", 40, "--threads", 2]
SHORT_CHESS = '''
for option, few in {"--steps": 2, "--generation-games": 3}.items():
    if option in words:
        words[words.index(option) + 1] = str(few)
if "--nodes" in words:
    words[words.index("--nodes") + 1] = str(int(words[words.index("--nodes") + 1]) // 20)
if "--data" not in words:
    words += ["--most-plies", "30"]
'''
SHORT_POKER = '''
for option in ("--steps", "--also-at"):
    if option in words:
        words[words.index(option) + 1] = str(int(words[words.index(option) + 1]) // 100000)
words[words.index("--counts") + 1] = "169,1,1,1" if "strategy.safetensors" in words else "1,1,1,1"
words[words.index("--batch") + 1] = "500"
words += ["--epoch", "1000"]
'''


# Small sets, whose tables take milliseconds.
SHORT_REVERSI = '''
import pathlib
if "patterns" in words or "value" in words:
    use = "moves" if "patterns" in words else "value"
    small = pathlib.Path("small_" + use + ".txt")
    small.write_text("use " + use + "\\nshape corner a1 b1 b2\\n")
    words += ["--pattern-set", str(small)]
if "probcut" in words:
    words += ["--depth", "3"]
'''


# What has become of the spellings of 0.1.0; options of a command are those of its recipe's lines.
NEW = {"tdleaf": "chess tdleaf", "strength rungs": "chess strength-rungs",
       "strength measure": "chess strength-measure", "btmm": "connect6 patterns",
       "games connect6": "connect6 records", "selfplay connect6": "connect6 selfplay",
       "match connect6": "connect6 match", "cfr train": "poker cfr --game",
       "selfplay poker": "poker selfplay", "poker-cnn train": "poker cnn"}
NEW_OPTIONS = {"--from-games": "--data", "--from": "--data", "--log": "--data", "--games": "--data",
               "--pairs": "--count", "--hands": "--count", "--rungs": "--count",
               "--generations": "--steps",
               "--iterations": "--steps", "--epochs": "--steps", "--licence": "--license",
               "--patterns": "--pattern-set", "--most-stones": "--longest",
               "--prior": "--prior-strength", "--player": "--policy", "--sizes": "--raise-sizes",
               "--csv": "--report", "curve.csv": "report"}
NEW_OPTIONS_OF = {"selfplay connect6": {"--games": "--count"},
                  "strength measure": {"--scale": "--levels", "--check": "--check-games"}}


def renewed(line):
    """Returns a recorded command line in today's spelling."""
    words = shlex.split(line)
    if words[0] != "trivium-learn":
        return words
    old = next(old for old in NEW if line.removeprefix("trivium-learn ").startswith(old))
    new = NEW_OPTIONS | NEW_OPTIONS_OF.get(old, {})
    options = [new.get(word, word) for word in words[1 + len(old.split()):]]
    while options.count("--data") > 1:  # repeated before, now followed by several files
        options.pop(len(options) - 1 - options[::-1].index("--data"))
    return ["trivium-learn", *NEW[old].split(), *options]


def recorded():
    """Returns the command lines that the scripts of 0.1.0 ran, by recipe."""
    lines, recipe = {}, None
    for line in (SOURCE / "tests/data/relearn_commands.txt").read_text().splitlines()[1:]:
        if line.startswith("# "):
            recipe = line[2:]
        else:
            lines.setdefault(recipe, []).append(renewed(line))
    return lines


def meaning(words):
    """Returns a command and its options in any order; of a match its name, players and games."""
    if words[0] == "trivium-match" and "-rounds" in words:
        one, two = (word[5:] for word in words if word.startswith("name="))
        games = 2 * int(words[words.index("-rounds") + 1])
        name = words[words.index("-name") + 1]
        return f"trivium-match {name}: {one} against {two}, {games} games"
    text = " ".join(words).replace(f"--threads {os.cpu_count()}", "--threads N")
    command, *options = re.split(" (?=--)", text)
    return " ".join([command, *sorted(options)])


def write_records(path, games):
    """Writes games with random winners. The last game is there twice."""
    rng, lines = random.Random(1), ["game_id,moves,winner"]
    for game in range(games):
        cells = [(9, 9)]
        while len(cells) < 15:
            column, row = rng.choice(cells)
            cell = column + rng.randint(-2, 2), row + rng.randint(-2, 2)
            if cell not in cells and 4 <= cell[0] <= 14 and 4 <= cell[1] <= 14:
                cells.append(cell)
        stones = ",".join(chr(ord("a") + column) + str(row + 1) for column, row in cells)
        lines.append(f'{game},"{stones}",{rng.choice(("black", "white"))}')
    path.write_text("\n".join([*lines, lines[-1]]) + "\n")


class Relearn(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="trivium-relearn-")
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        self.tree = Relearning(self.root, SOURCE, RECORDER, LEARN)
        self.records, self.out = self.root / "people.csv", self.root / "out"
        write_records(self.records, 300)

    def succeed(self, *words, **variables):
        """Runs tools/relearn; returns the last line of its output."""
        done = self.tree.run("relearn", *words, **variables)
        self.assertEqual(done.returncode, 0, done.stderr)
        return pathlib.Path(done.stdout.splitlines()[-1])

    def refuse(self, status, message, *words, **variables):
        done = self.tree.run("relearn", *words, **variables)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertIn(message, done.stderr)

    def shorten(self, text):
        """Has the learner itself run, for less."""
        self.tree.plant(SHORTENER.replace("{shorten}", text))


class WithStandIns(Relearn):
    def test_every_recipe_runs_what_the_scripts_of_0_1_0_ran(self):
        words = {"connect6": [self.records, self.out, *LICENSE], "strength": [self.out, *STRENGTH]}
        for recipe, lines in recorded().items():
            with self.subTest(recipe):
                self.succeed(recipe, *words.get(recipe, [self.out]))
                self.assertEqual(list(map(meaning, self.tree.begun())), list(map(meaning, lines)))
                self.succeed(recipe, *words.get(recipe, [self.out]))
                again = [words for words in self.tree.begun() if "strength-measure" not in words]
                self.assertEqual(again, [])
            subprocess.run(["rm", "-r", self.out], check=True)

    def test_old_names_of_scripts_are_names_of_recipes(self):
        for script, words, weights in (("relearn", [], "final"),
                                       ("relearn-poker", ["limit"], "strategy"),
                                       ("relearn-poker-cnn", ["nolimit"], "network"),
                                       ("relearn-connect6", [self.records], "generation-0")):
            done = self.tree.run(script, *words, self.root / script)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(pathlib.Path(done.stdout.splitlines()[-1]).stem, weights)
        for script in ("relearn", "relearn-poker", "relearn-poker-cnn", "relearn-connect6",
                       "relearn-strength"):
            self.assertEqual(self.tree.run(script, "--help").returncode, 0)

    def test_an_interrupted_run_resumes_at_the_stage_that_failed(self):
        self.refuse(1, "stage material has failed", "chess", self.out,
                    FAIL_AT="material.safetensors")
        self.assertEqual(len(self.tree.begun()), 3)
        weights = self.succeed("chess", self.out)
        self.assertEqual(weights, self.out / "final.safetensors")
        self.assertEqual(len(self.tree.begun()), 5)
        manifest = json.loads((self.out / "stages.json").read_text())
        self.assertEqual(list(manifest), ["nothing", "play", "material", "all", "settled", "again",
                                          "final"])
        self.assertEqual(set(manifest["settled"]["inputs"]),
                         {"all.safetensors", "play.games", "material.safetensors"})

    def test_a_stage_is_repeated_if_its_result_or_an_input_is_another_or_its_program_is(self):
        self.succeed("chess", self.out)
        (self.out / "settled.safetensors").unlink()
        self.succeed("chess", self.out)
        self.assertEqual([words[4] for words in self.tree.begun()], ["settled.safetensors"])
        (self.out / "material.safetensors").write_text("another")
        self.succeed("chess", self.out)
        self.assertEqual([words[4] for words in self.tree.begun()],
                         [f"{name}.safetensors" for name in ("all", "settled", "again", "final")])
        self.tree.plant(RECORDER + "\n")
        self.succeed("chess", self.out)
        self.assertEqual(len(self.tree.begun()), 7)

    def test_the_number_of_stages_is_known_at_the_end(self):
        done = self.tree.run("relearn", "strength", self.out, *STRENGTH)
        stages = re.findall(r"stage (\d+) of (\d+): ", done.stderr)
        self.assertEqual(stages[0], ("1", "35"))
        self.assertEqual(stages[-1], (str(len(stages)), str(len(stages))))

    def test_with_json_the_output_of_programs_is_in_progress_and_with_quiet_it_is_left_out(self):
        done = self.tree.run("relearn", "strength", self.out, *STRENGTH, "--json")
        found = [json.loads(line) for line in done.stderr.splitlines()]
        self.assertIn("strength-measure: games: 3 of 4",
                      [line["progress"].get("detail") for line in found if "progress" in line])
        self.assertEqual(len([line for line in found if "note" in line]), 2)
        done = self.tree.run("relearn", "strength", self.out, *STRENGTH, "--quiet")
        self.assertEqual(len(done.stderr.splitlines()), 2)

    def test_another_run_and_other_records_are_rejected(self):
        self.succeed("connect6", self.records, self.out)
        self.refuse(1, "play-1 differs from the earlier run", "connect6", self.records, self.out,
                    "--sharpness", 2)
        write_records(self.records, 301)
        self.refuse(1, "games of people differs from the earlier run", "connect6", self.records,
                    self.out)

    def test_bad_usage_is_named(self):
        for words in (["chess"], ["poker"], ["poker-limit"], ["poker-chess", "folder"],
                      ["nonsense", "x"], ["cnn-limit", "folder", "more"],
                      ["connect6", "/none.csv", self.out],
                      ["connect6", self.records, self.out, "--ship", 3],
                      ["strength", self.out, "--count", 6], ["strength", self.out, "--rungs", 2]):
            with self.subTest(words):
                self.assertEqual(self.tree.run("relearn", *words).returncode, 2)
        self.assertFalse(self.tree.begun())

    def test_one_duplicate_among_played_games_is_read(self):
        (self.root / "games.txt").write_text(
            "9 games, 480 states, 1 duplicate left out\n"
            "results   Black 50.0 %, White 40.0 %, drawn 10.0 %\n"
            "openings  9 of 7 stones differ: 100.0 %\nstones    mean 53.3; half up to 43\n")
        self.assertEqual(connect6.census(self.root), {
            "games": "9", "duplicates": "1", "openings": "100.0 %", "stones": "53.3",
            "drawn %": "10.0"})

    def test_there_is_no_evidence_without_held_out_games(self):
        def evidence(said):
            generations = types.SimpleNamespace(options=types.SimpleNamespace(seed=1),
                                                run=lambda *_, **__: {"said": said})
            return connect6.Generations.evidence(generations, 0, "weights", "own", "games.c6")
        train = "train 3 games 5 states: log-evidence -4.0 nats\n"
        self.assertEqual(evidence([train]), "")
        self.assertEqual(evidence([train, "held out 1 game 2 states: log-evidence -4.25 nats\n"]),
                         "-4.2500")


class WithTheLearner(Relearn):
    @script_sizes.long_test
    def test_chess_is_learned_and_another_option_is_rejected_by_its_stage(self):
        self.shorten(SHORT_CHESS)
        weights = self.succeed("chess", self.out)
        before = weights.read_bytes()
        (self.out / "stages.json").unlink()  # the learner recognizes its own checkpoints
        games = {file: file.stat().st_mtime_ns for file in self.out.glob("*.games/*")}
        self.assertTrue(games)
        self.assertEqual(self.succeed("chess", self.out).read_bytes(), before)
        self.assertEqual(games, {file: file.stat().st_mtime_ns for file in games})
        (self.out / "stages.json").unlink()
        self.shorten(SHORT_CHESS + "words[words.index('--alpha') + 1] = '9'")
        self.refuse(1, "stage nothing has failed", "chess", self.out)

    @script_sizes.long_test
    def test_generations_of_connect6_learn_from_the_one_before(self):
        self.shorten("")
        once = self.root / "once"
        weights = self.succeed("connect6", self.records, once, *FEW, "--together")
        self.assertRegex(weights.name, r"^connect6\.btmm-[0-9a-f]{8}\.safetensors$")
        self.assertTrue(weights.with_suffix(".md").exists())
        rows = list(csv.DictReader((once / "generations.csv").read_text().splitlines()))
        self.assertEqual([row["games"] for row in rows], ["300", "80", "80", "460"])
        self.assertEqual([row["generation"] for row in rows], ["0", "1", "2", "all"])
        for row in rows:
            self.assertLess(float(row["people"]), -1)
            self.assertEqual(row["against before"] == "", row["generation"] == "0")
        stages = json.loads((once / "stages.json").read_text())
        learned = {name: stages[f"learn-{name}"]["printed"].strip() for name in ("0", "1", "2")}
        self.assertIn(learned["0"], stages["play-1"]["words"])
        self.assertIn(learned["1"], stages["play-2"]["words"])

        # Interrupted after the learning of generation 1.
        again = self.root / "again"
        for file in ("people.c6", "played-1.c6", learned["0"], learned["1"], "played-1/games.txt"):
            (again / file).parent.mkdir(parents=True, exist_ok=True)
            (again / file).write_bytes((once / file).read_bytes())
        names = list(stages)[:list(stages).index("learn-1") + 1]
        (again / "stages.json").write_text(json.dumps({name: stages[name] for name in names}))
        shipped = self.succeed("connect6", self.records, again, *FEW, "--ship", 2)
        self.assertEqual(shipped.read_bytes(), (once / learned["2"]).read_bytes())
        self.refuse(1, "stage learn-0 has failed", "connect6", self.records, self.out,
                    "--pattern-set", "nonsense")

    @script_sizes.long_test
    def test_reversi_is_learned_from_wthor_and_own_games_and_a_second_run_repeats_nothing(self):
        games = self.root / "wthor"
        games.mkdir()
        self.refuse(2, "no WTHOR file", "reversi", games, self.out)
        write_wthor(games / "WTH_2026.wtb", 40)
        words = ["reversi", games, self.out, "--solve", 4, "--steps", 2, "--searches", 10,
                 "--pattern-steps", 1, "--own-games", 10, "--nodes", 20]
        self.shorten(SHORT_REVERSI)
        weights = self.succeed(*words)
        self.assertEqual(weights.parent.name, "searched-again")
        self.assertTrue(weights.with_suffix(".md").exists())
        self.assertTrue(list((self.out / "patterns").glob("reversi.btmm-*.safetensors")))
        stages = json.loads((self.out / "stages.json").read_text())
        self.assertEqual(list(stages), ["games", "value", "probcut", "patterns", "play",
                                        "value-again", "probcut-again"])
        first, strengths = (stages[name]["printed"].strip() for name in ("probcut", "patterns"))
        self.assertEqual(set(stages["play"]["inputs"]), {first, strengths})
        self.assertEqual(len((self.out / "own.ggf").read_text().splitlines()), 10)
        made = weights.stat().st_mtime_ns
        self.assertEqual(self.succeed(*words), weights)
        self.assertEqual(weights.stat().st_mtime_ns, made)
        self.assertEqual(self.succeed(*words, "--own-games", 0), self.out / first)

    def test_strategies_of_poker_are_learned_and_measured(self):
        self.shorten(SHORT_POKER)
        for game in ("limit", "nolimit"):
            out = self.root / game
            weights = self.succeed(f"poker-{game}", out)
            names = sorted(path.name.split("-")[0] for path in out.glob("*.safetensors"))
            self.assertEqual(names, ["blind.safetensors", "strategy", "strategy.safetensors"])
            before = weights.read_bytes()
            (out / "stages.json").unlink()
            self.assertEqual(self.succeed(f"poker-{game}", out).read_bytes(), before)
        few = ["--count", 40, "--quarter-hands", 4, "--lbr-hands", 20]
        bench = self.tree.run("bench", "poker", "nolimit", self.root / "nolimit", *few,
                              TRIVIUM=str(LEARN.with_name("trivium")))
        self.assertIn(bench.returncode, (0, 1), bench.stderr)
        self.assertEqual((bench.stdout.count("against"), bench.stdout.count("Hyperborean")), (5, 4))


if __name__ == "__main__":
    script_sizes.main()

#!/usr/bin/env python3
"""Usage errors, help and errors are the same in all programs.  usage_test.py BIN_DIR"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(sys.argv.pop(1))
PROGRAMS = ["trivium", "trivium-check", "trivium-dealer", "trivium-lab", "trivium-learn",
            "trivium-match"]
FAILURE, BAD_USAGE = 1, 2
COLUMNS = 80  # width of a terminal

# Command line, error code, place in the message, and a part of the message (suggestion or accepted
# values).
BAD = [
    ("trivium --thread 2", "usage.option.unknown", "--thread", "'--threads'"),
    ("trivium uci -threads 2", "usage.option.unknown", "-threads", "'--threads'"),
    ("trivium chek pgn x", "usage.command.unknown", "chek", "'check'"),
    ("trivium explain ches", "usage.command.unknown", "ches", "'chess'"),
    ("trivium nothing-like-it", "usage.command.unknown", "nothing-like-it", "doctor"),
    ("trivium explain", "usage.command.missing", "COMMAND", "chess"),
    ("trivium perft", "usage.argument.missing", "DEPTH", "perft"),
    ("trivium perft three", "usage.option.value", "DEPTH", "'three'"),
    ("trivium perft 1 2", "usage.argument.unexpected", "2", "perft"),
    ("trivium perft 3 --fen", "usage.value.missing", "--fen", "value"),
    ("trivium perft 3 --fen --divide", "usage.value.missing", "--fen", "--divide"),
    ("trivium perft --divid 3", "usage.option.unknown", "--divid", "'--divide'"),
    ("trivium uci --threads 0", "usage.option.value", "--threads", "1 to 256"),
    ("trivium uci --threads 2 --threads 3", "usage.option.repeated", "--threads", "2"),
    ("trivium check pgm games.pgn", "usage.option.value", "FORMAT", "'pgn'"),
    ("trivium bench hnds", "usage.option.value", "GAME", "'hands'"),
    ("trivium doctor json", "usage.argument.unexpected", "json", "'--json'"),
    ("trivium doctor --json=3", "usage.option.value", "--json", "no value"),
    ("trivium solve connect6", "usage.option.missing", "--record", ""),
    ("trivium solve connect6 --record a --verify b", "usage.option.excludes",
     "--record", "--verify"),
    ("trivium solve reversi", "usage.option.missing", "--record or --position", ""),
    ("trivium solve reversi --position X --hash 0", "usage.option.value", "--hash", "1048576"),
    ("trivium book make --out x", "usage.option.missing", "--data", "book make"),
    ("trivium acpc localhost 1 --game nolimt", "poker.game.unknown", "--game", "'nolimit'"),
    ("trivium acpc localhost 1 --game nolimit --policy rul", "poker.policy.unknown",
     "--policy", "'rule'"),
    ("trivium gtp --root-policy serch", "", "--root-policy", "search"),
    ("trivium gtp --game revrsi", "usage.option.value", "--game", "'reversi'"),
    ("trivium-dealer", "usage.argument.missing", "NAME", ""),
    ("trivium-dealer name limt 10 1 A B", "poker.game.unknown", "GAME", "'limit'"),
    ("trivium-dealer name limit ten 1 A B", "usage.option.value", "HANDS", "'ten'"),
    ("trivium-dealer name limit 10 x A B", "usage.option.value", "SEED", "'x'"),
    ("trivium-dealer name limit 10 1 A", "", "PLAYER", "2"),
    ("trivium-dealer name limit 10 1 A B --t_respons 1", "usage.option.unknown",
     "--t_respons", "'--t_response'"),
    ("trivium-lab", "usage.command.missing", "COMMAND", "bandits"),
    ("trivium-lab poker lbrr", "usage.command.unknown", "lbrr", "'lbr'"),
    ("trivium-lab poker match --game limit --policy rul --against call", "poker.policy.unknown",
     "--policy", "'rule'"),
    ("trivium-learn", "usage.command.missing", "COMMAND", "chess"),
    ("trivium-learn tdleaff", "usage.command.unknown", "tdleaff", "'chess tdleaf'"),
    ("trivium-learn chess tdleaff", "usage.command.unknown", "tdleaff", "'tdleaf'"),
    ("trivium-learn chess tdleaf --out x --thread 2", "usage.option.unknown",
     "--thread", "'--threads'"),
    ("trivium-learn reversi selfplay --out x --random-plies 1 2 3", "usage.value.unexpected",
     "--random-plies", "2 values"),
    ("trivium-learn poker cfr-exact --game leduc --variant cfrr", "usage.option.value",
     "--variant", "'cfr'"),
    ("trivium-match", "usage.command.missing", "COMMAND", "status"),
    ("trivium-match stats", "usage.command.unknown", "stats", "'status'"),
    ("trivium-check uci --quik x", "usage.option.unknown", "--quik", "'--quick'"),
    ("trivium-check ucy x", "usage.command.unknown", "ucy", "'uci'"),
    ("trivium-match -gmae chess", "", "-gmae", "-game"),
    ("trivium-match -game connect7 -engine cmd=a -engine cmd=b", "", "-game", "'connect6'"),
    ("trivium-match -game ches -engine cmd=a -engine cmd=b", "", "-game", "chess"),
]

# Commands that may run for minutes. `trivium-match run` has the flags of fastchess instead.
LONG = ["trivium solve connect6", "trivium solve reversi", "trivium bench", "trivium bench bandits",
        "trivium bench hands", "trivium bench connect6-tactics", "trivium check",
        "trivium book make",
        "trivium-check uci", "trivium-check gtp", "trivium-check acpc", "trivium-match status",
        "trivium-lab bandits", "trivium-lab poker match", "trivium-lab poker lbr",
        "trivium-lab poker aivat"]


# Options that take different kinds of values, and why they have one meaning all the same.
KINDS_DIFFER = {
    "--against": "the opponent: a policy of poker, or the patterns of a board game",
    "--policy": "a policy of poker; `poker selfplay` also takes its name in the log",
}
# Headings of options in the help of every command that has them.
HEADINGS = {
    "Data": "--data --game --input-format --player --position --record --size --stones",
    "Model": "--patterns --policy --style --weights",
    "Output": "--json --log --out --report",
    "Options": "--help --threads",
}
# Commands with the old and the current spelling of an option. They end before any work.
OLD_OPTIONS = [
    ("trivium bench bandits", "--rule", "--decision-rule"),
    ("trivium-lab bandits", "--rule", "--decision-rule"),
    ("trivium-lab bandits", "--turns", "--likely-turns"),
    ("trivium-lab bandits --count 0", "--shapes", "--tree-shapes"),
    ("trivium-lab chart", "--log", "--log-axes"),
    ("trivium-lab poker match", "--log", "--out"),
    ("trivium-lab ratings", "--format", "--input-format"),
    ("trivium-lab ratings", "--prior", "--prior-draws"),
    ("trivium-learn chess selfplay", "--book", "--openings"),
    ("trivium-learn chess selfplay", "--book-plies", "--opening-plies"),
    ("trivium-learn chess strength-measure", "--check", "--check-games"),
    ("trivium-learn chess strength-measure", "--scale", "--levels"),
    ("trivium-learn chess style", "--prior", "--prior-weights"),
    ("trivium-learn chess style", "--search", "--search-nodes"),
    ("trivium-learn chess tdleaf", "--book", "--openings"),
    ("trivium-learn chess tdleaf", "--book-plies", "--opening-plies"),
    ("trivium-learn chess tdleaf", "--prior", "--prior-strength"),
    ("trivium-learn connect6 match", "--most-stones", "--longest"),
    ("trivium-learn connect6 patterns", "--patterns", "--pattern-set"),
    ("trivium-learn connect6 selfplay", "--most-stones", "--longest"),
    ("trivium-learn connect6 value", "--counts", "--counts-from"),
    ("trivium-learn connect6 value", "--turns", "--first-turns"),
    ("trivium-learn poker cnn", "--sizes", "--raise-sizes"),
    ("trivium-learn poker cnn-test", "--network", "--weights"),
    ("trivium-learn poker selfplay", "--player", "--policy"),
    ("trivium-learn reversi patterns", "--patterns", "--pattern-set"),
    ("trivium-learn reversi value", "--patterns", "--pattern-set"),
]


def run(words, cwd=None):
    program, *rest = words.split() if isinstance(words, str) else words
    return subprocess.run([BIN / program, *rest], input="", capture_output=True, text=True,
                          timeout=120, cwd=cwd)


def commands(program):
    """Returns every command of a program as typed, the program itself first."""
    found = []

    def visit(words):
        text = run([*words, "--help"]).stdout
        found.append(words)
        _, _, listed = text.partition("\nSubcommands:\n")
        for name in re.findall(r"(?m)^  (\w\S*)", listed):
            visit([*words, name])

    visit([program])
    return found


def options_of(words):
    """Returns the options that the help of a command lists: names and name of the value."""
    text = run([*words, "--help"]).stdout
    for line in re.findall(r"(?m)^  (-.*)", text):
        names, _, value = re.split(r"\s{2,}", line)[0].partition(" ")
        yield names.split(","), value


def headings_of(words):
    """Returns the heading of each option in the help of a command."""
    found, heading = {}, ""
    for line in run([*words, "--help"]).stdout.splitlines():
        if re.fullmatch(r"\w+:", line):
            heading = line[:-1]
        elif names := re.match(r"  (-\S+)", line):
            found |= dict.fromkeys(names[1].split(","), heading)
    return found


def kinds_of(value):
    """Returns the kinds of value behind the name of a value: FILE, a word, a number, ..."""
    kinds = set()
    for part in value.removesuffix(" ...").split("|"):
        first, *others = part.removesuffix(",...").split(" ")[0].split(",")
        one = first if all(other == first for other in others) else part  # a list has one kind
        kinds.add("number" if one in ("N", "X") else one if one.isupper() else "word")
    return kinds if value else {"no value"}


class Usage(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_bad_usage_names_its_place_and_what_was_meant(self):
        for words, code, place, part in BAD:
            with self.subTest(words=words):
                done = run(words, self.folder)
                self.assertEqual((done.returncode, done.stdout), (BAD_USAGE, ""), done.stderr)
                program = words.split()[0]
                self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
                self.assertTrue(done.stderr.startswith(f"{program}: {place}"), done.stderr)
                self.assertRegex(done.stderr, r"^[^:]+: [^:]+: .")
                self.assertIn(part, done.stderr)

    def test_bad_usage_has_its_code_in_json(self):
        for words, code, place, _ in BAD:
            program = words.split()[0]
            if (not code or words.endswith(" --json=3") or "--json" in words or
                program == "trivium-match"):
                continue
            with self.subTest(words=words):
                if words.endswith("--fen"):
                    continue  # the next word would be its value
                done = run(words + " --json", self.folder)
                self.assertEqual(done.returncode, BAD_USAGE)
                if "--json: " in done.stderr:  # the command has no --json
                    continue
                error = json.loads(done.stdout.splitlines()[-1])["error"]
                self.assertEqual(error["code"], code)
                self.assertEqual(done.stderr, f"{program}: {error['message']}\n")

    def test_a_failure_is_reported_in_json_too(self):
        (self.folder / "record.txt").write_text("1. B[j10] 2. W[j10k9]\n")
        for words, status in (("trivium solve connect6 --json --record none", None),
                              ("trivium solve connect6 --json --record record.txt", None),
                              ("trivium book show --json --book none", None),
                              ("trivium weights --json none", FAILURE),
                              ("trivium explain chess --json --fen rubbish", BAD_USAGE),
                              ("trivium-match status --json none.db", FAILURE),
                              ("trivium-learn connect6 match --json --weights none --against none",
                               None)):
            with self.subTest(words=words):
                done = run(words, self.folder)
                self.assertIn(done.returncode,
                              (FAILURE, BAD_USAGE) if status is None else (status,), done.stderr)
                error = json.loads(done.stdout)["error"]
                self.assertRegex(error["code"], r"^[a-z0-9_]+(\.[a-z0-9_]+)*$")
                self.assertIn(error["message"], done.stderr)

    def test_help_and_version_are_words_and_flags_of_every_program_and_command(self):
        for program in PROGRAMS:
            version = run([program, "--version"]).stdout
            self.assertRegex(version, rf"^{program} \d+\.\d+\.\d+(-dev)? \(.+\)\n$")
            for words in commands(program):
                with self.subTest(words=words):
                    wanted = run([*words, "--help"])
                    self.assertEqual((wanted.returncode, wanted.stderr), (0, ""))
                    self.assertIn(f"Usage: {' '.join(words)} ", wanted.stdout)
                    for asked in ([*words, "-h"], [*words, "help"], [words[0], "help", *words[1:]]):
                        done = run(asked, self.folder)
                        self.assertEqual((done.returncode, done.stderr, done.stdout),
                                         (0, "", wanted.stdout), asked)
                    self.assertEqual(run([*words, "version"], self.folder).stdout, version)

    def test_help_shows_nothing_of_the_library_that_parses(self):
        for program in PROGRAMS:
            for words in commands(program):
                text = run([*words, "--help"]).stdout
                self.assertLessEqual(max(map(len, text.splitlines())), COLUMNS, words)
                self.assertNotRegex(text, r"\b(INT|UINT|FLOAT|ENUM):| in \[|:\{|"
                                    r"REQUIRED|NONNEGATIVE|\x00|Excludes:|Needs:", words)
                self.assertNotRegex(text, r"\de\+\d", words)  # large bounds have all digits
                self.assertNotRegex(text, r"default\s+default\b", words)
        for words, facts in (("trivium uci", r"--threads N .*\(1 to 256; default 1\)"),
                             ("trivium-learn poker cfr", r"tables \(1 to 2097152; default 262144, "
                              r"or 64 with public\)"),
                             ("trivium-learn chess style", r"one page \(only with --player\)")):
            self.assertRegex(" ".join(run(f"{words} --help").stdout.split()), facts)

    def test_an_option_takes_the_same_kind_of_value_in_every_command(self):
        kinds = {}
        for program in PROGRAMS:
            for words in commands(program):
                for names, value in options_of(words):
                    for name in names:
                        kinds.setdefault(name, {})[" ".join(words)] = kinds_of(value)
        self.assertIn("--threads", kinds)
        for name, by_command in kinds.items():
            with self.subTest(name=name):
                has_common_kind = bool(set.intersection(*by_command.values()))
                self.assertEqual(has_common_kind, name not in KINDS_DIFFER, by_command)

    def test_an_option_has_the_same_heading_in_every_command(self):
        for program in PROGRAMS:
            for words in commands(program):
                found = headings_of(words)
                for heading, names in HEADINGS.items():
                    for name in set(names.split()) & set(found):
                        self.assertEqual(found[name], heading, (words, name))

    def test_an_old_option_is_accepted_with_one_warning_and_not_listed(self):
        for words, old, now in OLD_OPTIONS:
            with self.subTest(words=words, old=old):
                program, *rest = words.split()
                done = run(f"{words} {old}")
                self.assertEqual(done.returncode, BAD_USAGE, done.stderr)
                warning, fault = done.stderr.splitlines()
                self.assertEqual(warning, f"{program}: old spelling, accepted until 0.4.0: '{old}' "
                                 f"is now '{now}'")
                self.assertNotIn(old, fault.split())
                command = [word for word in (program, *rest) if not re.match("-|[0-9]", word)]
                listed = {name for names, _ in options_of(command) for name in names}
                self.assertEqual(listed & {old, now}, {now})

    def test_an_option_with_few_words_shows_them(self):
        for words, option in (("trivium-learn chess tdleaf", "--step-rule plain|adagrad|adam"),
                              ("trivium-lab chart", "--log-axes x|y|xy"),
                              ("trivium gtp", "--game connect6|reversi")):
            self.assertRegex(run(f"{words} --help").stdout, rf"(?m)^  {re.escape(option)}$|"
                             rf"^  {re.escape(option)} ")

    def test_every_ridge_is_described_by_one_formula(self):
        found = []
        for words in commands("trivium-learn"):
            ridges = [name for names, _ in options_of(words) for name in names
                      if name.startswith("--ridge")]
            text = " ".join(run([*words, "--help"]).stdout.split())
            for name in ridges:
                self.assertRegex(text, rf"{name} X Ridge: half of it times the squared distance of "
                                 r"the weights [^.]+ is added to the loss, ")
            found += ridges
        self.assertEqual(len(found), 7)

    def test_every_checkpoint_is_described_by_one_sentence(self):
        found = 0
        for words in commands("trivium-learn"):
            text = " ".join(run([*words, "--help"]).stdout.split())
            if " --checkpoint DIR " in text:
                self.assertIn("--checkpoint DIR Folder that keeps the latest state of the run, "
                              "saved after each step or about every minute", text)
                found += 1
        self.assertEqual(found, 15)

    def test_help_lists_only_the_games_that_a_command_accepts(self):
        for words, games in (("trivium-learn poker cfr", "limit|nolimit|FILE"),
                             ("trivium-learn poker cfr-sample", "limit|nolimit|kuhn|leduc|FILE"),
                             ("trivium-learn poker cfr-exact", "kuhn|leduc|FILE"),
                             ("trivium-learn poker cnn", "limit|nolimit|FILE"),
                             ("trivium-lab poker exploitability", "kuhn|leduc|FILE"),
                             ("trivium-lab poker lbr", "limit|nolimit|kuhn|leduc|FILE")):
            with self.subTest(words=words):
                self.assertIn((["--game"], games), list(options_of(words.split())))

    def test_every_long_command_has_quiet_and_json(self):
        learners = [words for words in commands("trivium-learn") if len(words) == 3]
        self.assertIn(["trivium-learn", "chess", "tdleaf"], learners)
        learners.remove(["trivium-learn", "chess", "strength-rungs"])
        for words in [line.split() for line in LONG] + learners:
            with self.subTest(words=words):
                text = run([*words, "--help"]).stdout
                self.assertRegex(text, r"(?m)^ +--json\s+Print the result,\s+and\s+progress")
                self.assertRegex(text, r"(?m)^ +--quiet ")

    def test_a_file_with_the_name_of_a_question_is_a_file(self):
        (self.folder / "help").write_text("")
        self.assertNotEqual(run("trivium weights help", self.folder).returncode, 0)
        (self.folder / "help").unlink()
        self.assertEqual(run("trivium weights help", self.folder).returncode, 0)

    def test_a_missing_file_names_the_one_beside_it(self):
        (self.folder / "games.log").write_text("")
        for words in ("trivium-lab poker curve gmaes.log --game limit --player A",
                      "trivium check pgn gmaes.log", "trivium weights gmaes.log",
                      "trivium solve connect6 --record gmaes.log",
                      "trivium solve connect6 --verify gmaes.log",
                      "trivium book make --data gmaes.log --out book",
                      "trivium book show --book gmaes.log", "trivium serve --config gmaes.log",
                      "trivium status --config gmaes.log", "trivium-match status gmaes.log",
                      "trivium-learn chess style --data gmaes.log",
                      "trivium-dealer name gmaes.log 1 1 A B", "trivium gtp --weights gmaes.log",
                      "trivium-learn chess tdleaf --data gmaes.log --start nothing --out x"):
            with self.subTest(words=words):
                done = run(words, self.folder)
                self.assertIn(done.returncode, (FAILURE, BAD_USAGE), done.stderr)
                self.assertIn("'games.log'", done.stderr)

    def test_a_file_that_cannot_be_had_is_a_failure(self):
        (self.folder / "rubbish").write_text("rubbish")
        for words in ("trivium book show --book none", "trivium book show --book rubbish",
                      "trivium-learn connect6 patterns --data none",
                      "trivium-learn chess tdleaf --data none --start nothing --out x",
                      "trivium-lab poker curve none --game limit --player A",
                      "trivium-match -config file=none", "trivium-match -config file=.",
                      "trivium serve --config none", "trivium explain chess --style none",
                      "trivium explain poker --game limit --range --policy cfr:none"):
            with self.subTest(words=words):
                done = run(words, self.folder)
                self.assertEqual((done.returncode, done.stdout), (FAILURE, ""), done.stderr)

    def test_a_strategy_that_cannot_be_learned_leaves_no_folder(self):
        done = run("trivium-learn poker cfr --game kuhn --steps 1 --out x --checkpoint snapshots",
                   self.folder)
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_names_that_are_misspelt_are_answered_with_the_nearest(self):
        for words, meant in (("trivium-lab bandits --space 1 --replies 2,2 --methods unifrom",
                              "uniform"),
                             ("trivium uci --search aspiration_widht=3", "aspiration_width"),
                             ("trivium gtp --search max_ronds=3", "max_rounds")):
            with self.subTest(words=words):
                self.assertIn(f"did you mean '{meant}'?", run(words, self.folder).stderr)

    def test_what_a_library_calls_its_exceptions_is_not_printed(self):
        (self.folder / "rubbish").write_text("[Event \"x\"]")
        for words in ("trivium serve --config rubbish", "trivium-match -config file=rubbish",
                      "trivium weights rubbish"):
            with self.subTest(words=words):
                self.assertNotIn("exception", run(words, self.folder).stderr)

    def test_weights_takes_several_files(self):
        findings = json.loads(run("trivium doctor --json").stdout)["weights"]
        shipped = [finding["path"] for finding in findings.values()]
        report = json.loads(run(["trivium", "weights", "--json", *shipped]).stdout)
        self.assertEqual([file["file"] for file in report["files"]], shipped)
        done = run(["trivium", "weights", "--json", shipped[0], "none"], self.folder)
        self.assertEqual(done.returncode, FAILURE)
        self.assertEqual([file["verified"] for file in json.loads(done.stdout)["files"]],
                         [True, False])
        self.assertIn("code", json.loads(done.stdout)["error"])
        self.assertEqual(run(["trivium", "weights", *shipped]).stdout.count("verified "),
                         len(shipped))

    def test_a_program_with_its_arguments_in_cmd_gets_a_hint_to_args(self):
        done = run(["trivium-match", "-engine", f"cmd={BIN / 'trivium'} uci", "-engine", "cmd=b",
                    "-each", "tc=1"], self.folder)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn('args="uci"', done.stderr)


unittest.main(verbosity=2)

#!/usr/bin/env python3
"""Options, sessions, books and checked records on trivium's command line.  cli_test.py BIN_DIR"""
import json
import pathlib
import subprocess
import unittest

from program import BIN, SAMPLE, CommandLineTest, result_of, trivium

SUBCOMMANDS = ["uci", "gtp", "acpc", "bench", "book", "explain", "parameters", "perft", "solve",
               "check", "weights", "doctor", "serve", "status"]


class CommandLine(CommandLineTest):
    def test_help_names_every_subcommand_and_each_has_its_own(self):
        overview = trivium("--help")
        self.assertEqual(overview.returncode, 0)
        for name in SUBCOMMANDS:
            self.assertIn(f"\n  {name} ", overview.stdout)
            self.assertEqual(trivium(name, "--help").returncode, 0)

    def test_numbers_out_of_range_are_bad_usage(self):
        record = self.file("game.txt", SAMPLE)
        for command in (["bench", "hands", "--seed"],
                        ["bench", "hands", "--runs"],
                        ["solve", "connect6", "--record", record, "--nodes"],
                        ["solve", "connect6", "--record", record, "--seconds"],
                        ["bench", "connect6-tactics", "--runs"],
                        ["acpc", "localhost", "1", "--game", "nolimit", "--seed"],
                        ["uci", "--threads"],
                        ["gtp", "--move-overhead"],
                        ["book", "make", "--plies"]):
            for number in ("-1", "nan", "99999999999999999999"):
                done = trivium(*command[:-1], f"{command[-1]}={number}")
                self.assertEqual(done.returncode, 2, f"{command} {number}: {done.stderr}")

    def test_both_protocols_begin_with_the_move_overhead_that_is_given_or_with_their_own(self):
        for options, uci, gtp in (([], 10, 50), (["--move-overhead", "120"], 120, 120)):
            with self.subTest(options=options):
                self.assertIn(f"option name Move Overhead type spin default {uci} ",
                              trivium("uci", *options, text="uci\nquit\n").stdout)
                self.assertIn(f"= {gtp}\n",
                              trivium("gtp", *options, text="trivium-move_overhead\nquit\n").stdout)

    def test_a_session_of_gtp_begins_with_the_game_that_is_asked_for(self):
        for options, game in (([], "Connect6"), (["--game", "connect6"], "Connect6"),
                              (["--game", "reversi"], "Othello")):
            with self.subTest(options=options):
                done = trivium("gtp", *options, text="gogui-rules_game_id\nlist_games\nquit\n")
                self.assertTrue(done.stdout.startswith(f"= {game}\n\n= "), done.stdout)
                for name in ("Connect6", "Othello"):
                    self.assertIn(name, done.stdout)

    def test_version_names_release_and_commit(self):
        self.assertRegex(trivium("--version").stdout, r"^trivium \d+\.\d+\.\d+(-dev)? \(.+\)$")

    def test_bad_usage_exits_with_2_and_says_so_on_stderr_only(self):
        for arguments in (["--no-such"], ["perft"], ["perft", "x"],
                          ["perft", "--fen", "rubbish", "1"], ["explain"], ["solve", "connect6"],
                          ["solve", "reversi"], ["solve", "reversi", "--position", "rubbish"],
                          ["explain", "chess", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"],
                          ["uci", "--threads", "0"], ["nonsense"]):
            with self.subTest(arguments=arguments):
                done = trivium(*arguments)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertTrue(done.stderr)

    def test_options_without_effect_are_refused_and_named(self):
        for arguments, why in ((["uci", "--patterns", "x"], "--patterns"),
                               (["bench", "--search", "null_move_depth=0"], "--search: needs"),
                               (["bench", "poker", "--search", "step=1"], "--search: needs"),
                               (["bench", "chess", "--search", "step=1"], "'step' is unknown"),
                               (["bench", "--search", "step=1", "hands"],
                                "--search: has no effect before 'hands'"),
                               (["--threads", "2", "perft", "1"],
                                "--threads: has no effect before 'perft'")):
            with self.subTest(arguments=arguments):
                done = trivium(*arguments, text="quit\n")
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(why, done.stderr)

    def test_output_that_cannot_be_written_is_a_failure(self):
        for arguments in [["--help"], ["doctor"], ["perft", "1"]]:
            with open("/dev/full", "w") as full:
                done = subprocess.run([BIN / "trivium", *arguments], stdout=full,
                                      stderr=subprocess.PIPE, text=True)
            self.assertEqual(done.returncode, 1, arguments)
            self.assertIn("trivium: standard output: ", done.stderr)

    def test_numbers_of_a_search_are_listed_and_can_be_changed(self):
        self.assertIn("aspiration ", trivium("parameters", "reversi").stdout)
        for game, session, hello in (("chess", ["uci"], "uci\nquit\n"),
                                     ("connect6", ["gtp"], "quit\n"),
                                     ("reversi", ["gtp", "--game", "reversi"], "quit\n")):
            with self.subTest(game=game):
                numbers = result_of("parameters", game)
                self.assertIn(f"{numbers[0]['name']} ", trivium("parameters", game).stdout)
                words = ",".join(f"{number['name']}={number['most']}" for number in numbers)
                self.assertEqual(trivium(*session, "--search", words, text=hello).returncode, 0)
                first = numbers[0]
                refused = trivium(*session, "--search", f"{first['name']}={first['most'] + 1}")
                self.assertEqual((refused.returncode, refused.stdout), (2, ""))
                self.assertIn(first["name"], refused.stderr)

    def test_the_last_line_of_perft_is_the_total(self):
        self.assertEqual(trivium("perft", "3").stdout.splitlines()[-1], "8902")
        divided = trivium("perft", "2", "--divide").stdout.splitlines()
        self.assertEqual(divided[-1], "400")
        self.assertIn("e2e4: 20", divided)

    def test_a_book_is_made_of_games_and_shown(self):
        games = self.file(
            "games.pgn",
            "1. e4 e5 1-0\n\n1. e4 c5 1/2-1/2\n\n1. d4 d5 1-0\n\n1. e4 e6 *\n\n1. Ke5 1-0\n\n")
        book = self.folder / "book.bin"
        made = trivium("book", "make", "--data", str(games), "--out", str(book), "--plies", "1",
                       "--min-games", "1")
        self.assertEqual((made.returncode, made.stdout), (0, f"{book}: 2 moves of 3 games\n"))
        self.assertIn("3 games; left out: 1 not decided on the board, 1 that cannot be read\n",
                      made.stderr)
        stored = book.read_bytes()
        self.assertEqual(len(stored), 32)
        made = trivium("book", "make", "--data", "-", "--out", str(book), "--plies", "1",
                       "--min-games", "1", text=pathlib.Path(games).read_text())
        self.assertEqual((made.returncode, book.read_bytes()), (0, stored), made.stderr)
        made = trivium("book", "make", "--data", str(games), "--out", str(book), "--min-games", "1",
                       "--json")
        self.assertEqual(json.loads(made.stdout), {"file": str(book), "moves": 3, "games": 3})
        fault, games_left_out = (json.loads(line)["note"] for line in made.stderr.splitlines())
        self.assertIn("game 5", fault)
        self.assertIn("3 games; left out: 1 not decided", games_left_out)
        report = result_of("book", "show", "--book", str(book))
        self.assertEqual(report["key"], "463b96181691fc9c")
        self.assertEqual([(move["san"], move["weight"]) for move in report["moves"]],
                         [("e4", 3), ("d4", 2)])
        self.assertIn("e4       weight     3   60.0 %",
                      trivium("book", "show", "--book", str(book)).stdout)

        played = trivium("uci", text=f"setoption name Book File value {book}\n"
                         "setoption name OwnBook value true\n"
                         "setoption name Best Book Move value true\n"
                         "position startpos\ngo movetime 60000\nquit\n")
        self.assertIn("info string from the book\nbestmove e2e4\n", played.stdout)

    def test_a_book_that_cannot_be_made_or_read_says_why(self):
        games = self.file("games.pgn", "1. e4 e5 1-0\n\n")
        made = trivium("book", "make", "--data", str(games), "--out", str(self.folder / "book.bin"),
                       "--min-games", "2")
        self.assertEqual((made.returncode, made.stdout), (1, ""))
        self.assertIn("nothing written", made.stderr)
        for place, why in (("none/book.bin", "none: no folder to write to"),
                           (".", "is a folder, not the name of a file")):
            made = trivium("book", "make", "--data", str(games), "--out", f"{self.folder}/{place}",
                           "--min-games", "1")
            self.assertEqual((made.returncode, made.stdout), (1, ""))
            # Only this, because it is found before a game is read.
            self.assertRegex(made.stderr, rf"^trivium: {self.folder}/.*{why}\n$")
        for place in (games, pathlib.Path(games).with_name("soft.pgn")):
            if place != games:
                place.symlink_to(games)
            made = trivium("book", "make", "--data", "-", str(games), "--out", str(place),
                           "--min-games", "1")
            self.assertEqual((made.returncode, made.stdout), (1, ""))
            self.assertEqual(made.stderr,
                             f"trivium: {place}: --out would be written over what --data reads\n")
            self.assertEqual(pathlib.Path(games).read_text(), "1. e4 e5 1-0\n\n")
        positions = self.file("positions.pgn", "8/8/8/8/8/8/8/K1k5 w - - 0 1\n")
        made = trivium("book", "make", "--data", positions, "--out", f"{self.folder}/book.bin")
        self.assertEqual((made.returncode, made.stderr),
                         (1, f"trivium: {positions}: no games in PGN: it is a file of positions "
                             "(EPD)\n"))
        shown = trivium("book", "show", "--book", str(games))
        self.assertEqual((shown.returncode, shown.stdout), (1, ""))
        self.assertIn("not a whole number of entries", shown.stderr)

    def test_a_book_leaves_out_games_whose_result_contradicts_itself(self):
        games = self.file("games.pgn", "1. d4 d5 1-0\n\n"
                          '[Event "tag and end"]\n[Result "1-0"]\n\n1. e4 e5 0-1\n\n'
                          '[Event "White has mated"]\n[Result "0-1"]\n\n'
                          '1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 0-1\n')
        book = self.folder / "book.bin"
        made = trivium("book", "make", "--data", games, "--out", str(book), "--plies", "1",
                       "--min-games", "1")
        self.assertEqual((made.returncode, made.stdout), (0, f"{book}: 1 move of 1 game\n"))
        self.assertTrue(made.stderr.endswith(
            ": 1 game; left out: 2 whose result contradicts itself\n"), made.stderr)
        checked = trivium("check", "pgn", games)
        self.assertEqual((checked.returncode, checked.stdout),
                         (1, "3 records, 11 moves, 2 faults\n"))

    def test_figurines_are_pieces_in_games_and_records_of_positions(self):
        games = self.file("games.pgn", "1. \u2658f3 \u265e\ufe0ec6 1-0\n")
        book = self.folder / "book.bin"
        trivium("book", "make", "--data", games, "--out", str(book), "--plies", "1",
                "--min-games", "1")
        report = result_of("book", "show", "--book", str(book))
        self.assertEqual([move["move"] for move in report["moves"]], ["g1f3"])
        self.assertEqual(trivium("check", "pgn", "-", text="1. \u041af3 *\n").returncode, 1)
        start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
        good = trivium("check", "epd", "-",
                       text=f"{start} bm \u2658f3; am \u2659d4; pv \u2659e4 \u265e\ufe0ff6;\n")
        self.assertEqual((good.returncode, good.stdout), (0, "1 record, 0 moves, 0 faults\n"))

    def test_check_reports_moves_of_an_epd_record_that_are_not_legal(self):
        start = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -"
        done = trivium(
            "check", "epd", "-",
            text=f"{start} bm Qxf2;\n{start} bm foo;\n{start} pv Nf6 Nf6;\n{start} bm Nf6;\n")
        self.assertEqual((done.returncode, done.stdout), (1, "4 records, 0 moves, 3 faults\n"))

    def test_dead_castling_rights_are_dropped_and_reported_wherever_positions_are_read(self):
        fen = "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1"
        for command, text in ((("perft", "1", "--fen", fen), ""),
                              (("explain", "chess", "--fen", fen), ""),
                              (("check", "epd", "-"), fen),
                              (("check", "pgn", "-"), f'[FEN "{fen}"]\n\n1. O-O *\n')):
            done = trivium(*command, text=text)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("castling: 'Qkq' dropped", done.stderr)
        book = self.folder / "book.bin"
        book.write_bytes(bytes(16))
        for command in (("explain", "chess"), ("book", "show", "--book", book)):
            note = json.loads(trivium(*command, "--fen", fen, "--json").stderr)["note"]
            self.assertIn("castling: 'Qkq' dropped", note)

    def test_check_counts_records_and_faults(self):
        games = self.file("games.pgn", '[Event "a"]\n\n1. e4 e5 *\n\n[Event "b"]\n\n1. e5 *\n')
        done = trivium("check", "pgn", games)
        self.assertEqual(done.returncode, 1)
        self.assertIn("2 records, 2 moves, 1 fault\n", done.stdout)
        self.assertIn("game 2", done.stderr)
        good = trivium("check", "connect6", "-", text='game_id,moves,winner\n1,"j10,a1,b1",\n')
        self.assertEqual(good.returncode, 0)
        self.assertIn("1 record, 3 moves, 0 faults", good.stdout)
        for text in ("1. B[j10] 2. W[a1b1]\n", "(;B[j10];W[a1b1])"):
            good = trivium("check", "connect6", "-", text=text)
            self.assertEqual(good.returncode, 0, text)
            self.assertIn("1 record, 3 moves, 0 faults", good.stdout)

    def test_check_prints_its_result_as_json(self):
        games = self.file("games.pgn", '[Event "a"]\n\n1. e4 e5 *\n\n[Event "b"]\n\n1. e5 *\n')
        done = trivium("check", "pgn", games, "--json")
        self.assertEqual((done.returncode, json.loads(done.stdout)),
                         (1, {"records": 2, "moves": 2, "faults": 1}))
        fault, speed = (json.loads(line)["note"] for line in done.stderr.splitlines())
        self.assertIn("games.pgn: ", fault)
        self.assertIn("game 2", fault)
        self.assertIn("records a second", speed)
        done = trivium("check", "connect6", "-", "--json", text="1. B[j10] 2. W[a1b1]\n")
        self.assertEqual(json.loads(done.stdout),
                         {"records": 1, "moves": 3, "faults": 0, "black_wins": 0, "white_wins": 0,
                          "draws": 0, "unfinished": 1, "winner_mismatches": 0, "unreadable": 0})

    def test_measurements_of_speed_are_also_one_json_object(self):
        hands = ["signature", "hands", "megabytes", "cache_megabytes", "table_bytes", "categories",
                 "largest_deviation", "million_hands_per_second", "median"]
        for words, keys in ((("hands", "--count", "1000", "--runs", "2"), hands),
                            (("connect6-tactics", "--count", "2", "--runs", "2"),
                             ["kinds", "signature"]),
                            (("bandits", "--steps", "1"), ["gamma", "rounds", "signature"])):
            figures = json.loads(trivium("bench", *words, "--json").stdout)
            self.assertEqual(list(figures), keys)
            self.assertIn(f"signature: {figures['signature']}\n", trivium("bench", *words).stdout)

    def test_perft_counts_reversi_and_rejects_options_of_the_other_game(self):
        self.assertEqual(trivium("perft", "--game", "reversi", "5").stdout, "1396\n")
        self.assertEqual(trivium("perft", "--game", "reversi", "--size", "4", "12").stdout,
                         "57436\n")
        divided = trivium("perft", "--game", "reversi", "2", "--divide",
                          "--position", "-----OX--XO----- X")
        self.assertEqual(divided.stdout, "b1: 3\na2: 3\nd3: 3\nc4: 3\n12\n")
        for words in (("--game", "reversi", "--fen", "x"), ("--size", "6"), ("--position", "x"),
                      ("--game", "reversi", "--position", "rubbish"),
                      ("--game", "reversi", "--size", "7")):
            self.assertEqual(trivium("perft", "1", *words).returncode, 2, words)

    def test_check_replays_games_of_reversi_and_compares_their_scores(self):
        won = "e6f4e3f6g5d6e7f5c5"
        good = trivium("check", "reversi", "-", text=f"{won}\nf5d6\n")
        self.assertEqual((good.returncode, good.stdout.splitlines()[-1]),
                         (0, "2 records, 11 moves, 0 faults"), good.stderr)
        board = " ".join(["8"] + ["-" * 8] * 3 + ["---O*---", "---*O---"] + ["-" * 8] * 3 + ["*"])
        moves = "".join(f"{color}[{won[i:i + 2]}]" for color, i in zip("BW" * 5, range(0, 18, 2)))
        games = self.file("games.ggf",
                          f"(;GM[Othello]RE[+64.000]BO[{board}]{moves};)\n"
                          f"(;GM[Othello]RE[+2.000]BO[{board}]{moves};)\n"
                          f"(;GM[Othello]RE[?]BO[{board}]B[F5]W[F5];)\n")
        done = trivium("check", "reversi", "--json", games)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(json.loads(done.stdout),
                         {"records": 3, "moves": 18, "faults": 2, "black_wins": 2, "white_wins": 0,
                          "draws": 0, "stopped_early": 0, "passes": 0, "illegal": 1,
                          "score_mismatches": 1, "unreadable": 0})
        self.assertIn("game 2: stated result +2 for Black, on the board +64", done.stderr)
        self.assertIn("f5 is occupied", done.stderr)

    def test_check_replays_wthor_files_and_names_the_one_that_is_cut_short(self):
        header = bytes([20, 26, 11, 28, 2, 0, 0, 0, 0, 0, 234, 7, 8, 0, 24, 0])
        won = bytes([65, 46, 35, 66, 57, 64, 75, 56, 53])
        games = header + bytes([1, 0, 2, 0, 3, 0, 64, 64]) + won.ljust(60, b"\0") + \
            bytes([1, 0, 2, 0, 3, 0, 20, 40, 56, 64]).ljust(68, b"\0")
        whole, cut = self.folder / "whole.wtb", self.folder / "cut.wtb"
        whole.write_bytes(games)
        cut.write_bytes(games[:-1])
        good = trivium("check", "wthor", str(whole))
        self.assertEqual((good.returncode, good.stdout.splitlines()[-1]),
                         (0, "2 records, 11 moves, 0 faults"), good.stderr)
        self.assertIn("stopped early 1", good.stdout)
        both = trivium("check", "wthor", str(whole), str(cut))
        self.assertEqual(both.returncode, 1)
        self.assertIn("cut.wtb: WTHOR: the header states 2 games, 152 bytes; 151 bytes found",
                      both.stderr)

    def test_check_of_texts_rejects_a_wthor_file_with_one_line(self):
        file = self.folder / "games.wtb"
        file.write_bytes(bytes([20, 26, 11, 28]) + bytes(12))
        done = trivium("check", "reversi", str(file))
        self.assertEqual(done.returncode, 1)
        self.assertIn("games.wtb: a WTHOR file, which `trivium check wthor` checks\n",
                      done.stderr)

    def test_check_reads_positions_of_reversi(self):
        done = trivium("check", "obf", "-", text="-----OX--XO----- X; b1:+2;\nXO X;\n")
        self.assertEqual((done.returncode, done.stdout), (1, "2 records, 1 move, 1 fault\n"))
        self.assertIn("OBF: line 2: board: 2 squares found", done.stderr)

    def test_short_runs_print_no_progress(self):
        won = self.file("won.txt",
                        "1. B[j10] 2. W[a1c1] 3. B[k10l10] 4. W[e1g1] 5. B[m10a19] 6. W[s1s3]\n")
        for words in (("bench", "hands", "--count", "1000", "--runs", "1"),
                      ("bench", "hands", "--count", "1000", "--quiet"),
                      ("bench", "connect6-tactics", "--count", "2", "--runs", "1"),
                      ("solve", "connect6", "--record", won),
                      ("solve", "connect6", "--record", won, "--quiet"),
                      ("solve", "reversi", "--position", "-----OX--XO----- X"),
                      ("bench", "hands", "--count", "1000", "--json")):
            done = trivium(*words)
            self.assertEqual((done.returncode, done.stderr), (0, ""), words)

    def test_check_replays_poker_logs_and_names_the_line_of_a_wrong_payoff_or_score(self):
        hands = ("# a comment\n\nSTATE:0:f:QcKc|4d2h:50|-50:Ann|Bob\n"
                 "STATE:1:cr20000c///:9h9s|KhAd/8dTd2c/Kd/6d:-20000|20000:Bob|Ann\n")
        good = trivium("check", "poker", "-", text=hands + "SCORE:20050|-20050:Ann|Bob\n")
        self.assertEqual((good.returncode, good.stdout), (0, "2 records, 4 moves, 0 faults\n"))
        wrong = trivium("check", "poker", "-",
                        text=hands.replace("50|-50", "100|-100") + "SCORE:20100|-20100:Ann|Bob\n")
        self.assertEqual((wrong.returncode, wrong.stdout), (1, "2 records, 4 moves, 2 faults\n"))
        self.assertIn("line 3: STATE: hand 0: position 0 won 50, the line states 100", wrong.stderr)
        self.assertIn("line 5: SCORE: 'Ann' won 20050, the line states 20100", wrong.stderr)
        leduc = trivium("check", "poker", "--game", "leduc", "-",
                        text="STATE:0:rc/cc:Qs|Kh/Qh:3|-3:Ann|Bob\n")
        self.assertEqual(leduc.returncode, 0, leduc.stderr)
        self.assertEqual(trivium("check", "poker", "--game", "bridge", "-").returncode, 2)

    def test_the_first_line_decides_the_protocol(self):
        self.assertIn("uciok", trivium(text="\n# a comment\nuci\nquit\n").stdout)
        self.assertEqual(trivium(text="\n# a comment\nprotocol_version\nquit\n").stdout,
                         "= 2\n\n=\n\n")

    def test_regular_files_serve_as_input_and_output(self):
        commands = self.file("commands.txt", "uci\nposition startpos\ngo depth 3\n")
        output = self.folder / "output.txt"
        with commands.open() as source, output.open("w") as sink:
            done = subprocess.run([BIN / "trivium"], stdin=source, stdout=sink, timeout=60)
        self.assertEqual(done.returncode, 0)
        self.assertIn("bestmove", output.read_text())

    def test_a_log_is_not_written_into_what_is_read(self):
        file = self.file("some.file", "any")
        for *command, option in (["uci", "--weights"], ["gtp", "--patterns"],
                                 ["acpc", "localhost", "1", "--game"]):
            done = trivium(*command, option, file, "--log", file, text="quit\n")
            self.assertEqual(
                (done.returncode, done.stderr),
                (1, f"trivium: {file}: --log would be written over what {option} reads\n"))
        self.assertEqual(pathlib.Path(file).read_text(), "any")

    def test_a_log_holds_both_sides_of_the_conversation(self):
        log = self.folder / "session.log"
        trivium("uci", "--log", log, text="uci\nquit\n")
        self.assertIn("uciok", log.read_text())
        refused = trivium("uci", "--log", self.folder / "no" / "such", text="quit\n")
        self.assertEqual(refused.returncode, 1)


unittest.main(verbosity=2)

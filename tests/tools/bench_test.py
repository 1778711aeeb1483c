#!/usr/bin/env python3
"""Every measurement of tools/bench starts, and `search` switches techniques off.

    bench_test.py SOURCE_DIR BIN_DIR [--long]
"""
import contextlib
import io
import pathlib
import re
import subprocess
import sys
import tempfile
import types
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import script_sizes  # noqa: E402

SOURCE, BIN = (pathlib.Path(argument).resolve() for argument in (sys.argv.pop(1), sys.argv.pop(1)))
sys.dont_write_bytecode = True

# A middle game, an endgame with pieces, and a zugzwang: every technique has an effect within few
# nodes.
POSITIONS = ["r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
             "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1",
             "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1"]
NODES = 40000  # with 20,000 nodes no null move is verified


sys.path[0:0] = [str(SOURCE / "tools"), str(SOURCE / "tools" / "bench.d")]
import btmm_curves as curves  # noqa: E402
import btmm_folds as folds  # noqa: E402
import btmm_million  # noqa: E402
import kernels  # noqa: E402
import reversi_shapes as shapes  # noqa: E402
import search  # noqa: E402
from btmm_runs import Curve  # noqa: E402
from workshop.progress import Phases  # noqa: E402
from workshop.stages import Stages  # noqa: E402


def signature(parameters):
    """Returns the engine's output for the positions with these parameters, without times."""
    found = []
    command = [BIN / "trivium", "uci", "--search", parameters]
    with subprocess.Popen(command, text=True, stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as engine:
        for fen in POSITIONS:
            print(f"ucinewgame\nposition fen {fen}\ngo nodes {NODES}", file=engine.stdin,
                  flush=True)
            for line in iter(engine.stdout.readline, ""):
                found += re.findall(r" depth (\d+) .* score (.*) nodes (\d+) .* pv (.*)", line)
                if line.startswith("bestmove"):
                    break
        engine.stdin.close()
    return tuple(found)


class EveryMeasurement(unittest.TestCase):
    def bench(self, *words):
        return subprocess.run([SOURCE / "tools/bench", *words], capture_output=True, text=True,
                              check=False)

    def test_the_list_names_every_measurement_and_its_help_says_what_is_measured(self):
        listed = self.bench("list")
        self.assertEqual((listed.returncode, self.bench("--help").stdout), (0, listed.stdout))
        names = re.findall(r"(?m)^  (\S+) +\S", listed.stdout)
        modules = {path.stem for path in (SOURCE / "tools/bench.d").glob("*.py")
                   if "OPTIONS = [" in path.read_text()}
        self.assertEqual({name.replace("-", "_") for name in names}, modules)
        for name in names:
            with self.subTest(name):
                done = self.bench(name, "--help")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(f"usage: tools/bench {name} ", done.stdout)

    def test_a_measurement_that_does_not_exist_is_bad_usage(self):
        self.assertEqual(self.bench("nonsense").returncode, 2)

    def test_kernels_are_compared_by_every_game(self):
        self.assertLessEqual({"chess", "connect6", "poker", "reversi"}, set(kernels.MEASUREMENTS))


class Search(unittest.TestCase):
    @script_sizes.long_test
    def test_each_row_is_another_engine_than_the_whole_one_and_than_every_other_row(self):
        rows = {"the whole engine": "", **search.WITHOUT}
        named = {}
        for name, parameters in rows.items():
            named.setdefault(signature(parameters), []).append(name)
        self.assertNotIn((), named)
        self.assertEqual([names for names in named.values() if len(names) > 1], [])


def runs_of(held_out, count=6):
    """Returns runs of one prior and size. Held-out evidence depends on the split."""
    return folds.Runs([
        folds.Run(1.0, 1, split + 1,
                  Curve(patterns, 100, 10, 10, -5.8,
                        [(i, -5.0, value) for i, value in enumerate(held_out(patterns, split))]))
        for split in range(count)
        for patterns in folds.SETS], 4)


def sign(interval):
    """Returns 1 or -1 if the interval excludes 0, else 0."""
    return 1 if interval.low > 0 else -1 if interval.high < 0 else 0


class StagesOfRuns(unittest.TestCase):
    def totals(self, measurement, **options):
        """Returns the number of stages that a run states, and that it has."""
        begun = []

        class Counted(Stages):
            def run(self, name, *words, **facts):
                begun.append(name)
                return {}

        def learn_set(stages, name, *words, **facts):
            stages.run(name)
            return Curve("paper-1", 1, 1, 1, 0.0, [(0, 0.0, 0.0)])

        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.multiple(
                measurement, Stages=Counted, learn_set=learn_set), \
                unittest.mock.patch.object(Phases, "next") as next_phase, \
                contextlib.redirect_stdout(io.StringIO()):
            (path := pathlib.Path(folder) / "games.csv").write_text("moves\nj10\n")
            options = types.SimpleNamespace(folder=path.parent, phases=Phases(), human=path,
                                            priors=[1.0, 0.001], **options)
            getattr(measurement, "all_runs", measurement.run)(options)
        self.assertEqual(len(set(begun)), len(begun))
        return next_phase.call_args.args[1], len(begun)

    def test_the_number_of_stages_is_known(self):
        self.assertEqual(self.totals(folds, splits=3, folds=2, sizes=[5, folds.ALL]), (51, 51))
        both = {"weights": pathlib.Path("w"), "sizes": [1, 2], "human_sizes": [1], "count": 9,
                "held_out_games": 1, "sharpness": 1.0, "held_out": 0.1, "threads": 1}
        self.assertEqual(self.totals(curves, **both), (26, 26))
        self.assertEqual(self.totals(curves, **both | {"weights": None}), (9, 9))


class VerdictOnPatterns(unittest.TestCase):
    def test_a_set_is_past_its_best_only_if_splits_agree_and_another_names_the_best_iteration(self):
        def change(held_out):
            return runs_of(lambda _, split: held_out(split)).past_best(1.0, 100, "paper-3")
        self.assertEqual(
            sign(change(lambda split: [-5.0, -4.0 - 0.01 * split, -4.1 - 0.011 * split])), -1)
        self.assertIsNone(change(lambda split: [-5.0, -4.1, -4.0 - 0.01 * split]))
        self.assertEqual(
            sign(change(lambda split: [-5.0, -4.0, -4.3 if split % 2 else -3.8])), 0)

    def test_a_set_is_ahead_of_another_if_splits_agree(self):
        def ahead(worth):
            others = {patterns: lambda split: -4.0 - 0.1 * split for patterns in folds.SETS}
            runs = runs_of(lambda patterns, split: [(others | {"paper-4": worth})[patterns](split)])
            return sign(runs.ahead(1.0, 100, "paper-4", "paper-3"))
        self.assertEqual(ahead(lambda split: -3.9 - 0.101 * split), 1)
        self.assertEqual(ahead(lambda split: -4.1 - 0.101 * split), -1)
        self.assertEqual(ahead(lambda split: -4.0 - 0.1 * split + (0.1 if split % 2 else -0.1)), 0)

    def test_results_have_the_statistics_of_self_play_without_its_messages(self):
        statistics = ["9 games, 480 states, 1 duplicate left out",
                      "results   Black 50.0 %, White 40.0 %, drawn 10.0 %",
                      "openings  9 of 7 stones differ: 100.0 %",
                      "stones    mean 53.3; half up to 43"]
        self.assertEqual(btmm_million.census("\n".join(
            ["result: games.c6", "games done and on disk: 4", "games: 8 of 9 (88 %), 2.0/s",
             *statistics, "1.25 s: 384 states a second"])), statistics)


class EvidenceOfShapes(unittest.TestCase):
    def test_rectangles_have_every_place_of_the_board_once_up_to_symmetry(self):
        self.assertEqual([len(shapes.rectangles(*size)) for size in ((2, 2), (3, 3), (1, 8))],
                         [10, 6, 4])
        self.assertEqual(shapes.rectangles(2, 2)[0], "a1 b1 a2 b2")
        self.assertEqual(shapes.diagonal(3), "a6 b7 c8")

    def test_the_rank_correlation_is_that_of_ranks_and_its_p_value_counts_orders(self):
        self.assertEqual(shapes.ranks([0.3, 0.1, 0.1]), [3.0, 1.5, 1.5])
        self.assertAlmostEqual(shapes.spearman([1, 2, 3, 40], [1, 2, 4, 3]), 0.8)
        self.assertAlmostEqual(shapes.share_of_orders([1, 2, 3, 4], [1, 2, 3, 4]), 1 / 24)
        self.assertAlmostEqual(shapes.share_of_orders([1, 2, 3, 4], [1, 2, 4, 3]), 4 / 24)

    def test_intervals_have_the_correlation_inside_and_shrink_with_sets_and_with_games(self):
        few, many = (shapes.of_sets(0.8, sets) for sets in (8, 80))
        self.assertTrue(-1 < few.low < many.low < 0.8 < many.high < few.high < 1)

        def by_matches(error):
            worth = {"a": 0.0, "b": 0.02, "c": 0.04, "d": 0.06, "e": 0.08}
            entries = [shapes.Entry(name, 1, value, value, value, -2.0)
                       for name, value in worth.items()]
            for one in entries:
                for two in entries:
                    mean = 0.5 + one.learned - two.learned
                    if one is not two:
                        one.scores[two.name] = shapes.Interval.of_error(mean, error)
            return shapes.of_matches(entries, list(worth.values()), 1)
        self.assertEqual(by_matches(0.001), (1.0, 1.0, 1.0))
        self.assertLess(by_matches(0.2).low, 0.9)


if __name__ == "__main__":
    script_sizes.main()

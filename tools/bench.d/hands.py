"""Speed of the hand ranking: random hands of seven cards, more than the last-level cache holds.

Runs `trivium bench hands` with each processor kernel in turns, with one thread and on the same
hands; all ranks must be equal. Prints medians over all runs, spreads, the ratios of medians, and
the size of the tables. With --ompeval DIR, a checkout of github.com/zekyll/OMPEval, that evaluator
is built with the flags of the v3 kernel and measured on the same hands. Its time includes the
conversion of the hands from bytes, and its counts of all categories must be equal. Exit status 0:
all agree, and --require holds; 1: not so; 2: bad usage.
"""

import argparse
import pathlib
import re
import statistics
import tempfile
from collections.abc import Callable

from workshop import kernels
from workshop.command_line import number, path, real
from workshop.measure import in_turns, ratio, spread
from workshop.programs import ROOT, BadUsage, call

# Prints the lines of `trivium bench hands` that this script reads.
OMPEVAL = r"""
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "omp/HandEvaluator.h"
#include "tools/trivium/bench/hands.h"

int main(int, char** argv) {
  const auto hands = trivium::tools::draw_hands(std::strtoull(argv[1], nullptr, 10), 1);
  const omp::HandEvaluator evaluator;
  std::vector<std::uint16_t> ranks(hands.size());
  std::printf("million hands per second:");
  for (int run = std::atoi(argv[2]); run > 0; --run) {
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < hands.size(); ++i) {
      omp::Hand hand = omp::Hand::empty();
      for (const auto card : hands[i]) hand += omp::Hand(card);
      ranks[i] = evaluator.evaluate(hand);
    }
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
    std::printf(" %.1f", hands.size() / time.count());
  }
  std::uint64_t counts[10] = {};
  for (const auto rank : ranks) ++counts[rank / 4096];
  std::printf("\ncategories:");
  for (int i = 1; i < 10; ++i) std::printf(" %llu", static_cast<unsigned long long>(counts[i]));
  std::printf("\n");
}
"""

OPTIONS = [
    number("--turns", 2, "number of turns of each side; a turn has five runs"),
    path("--ompeval", "compare with this checkout of OMPEval", "DIR"),
    real("--require", 0, "fail if the fastest kernel ranks fewer million hands a second", "M"),
]


def line(text: str, pattern: str) -> str | None:
    """Returns the line of a program's output that matches."""
    found = re.search(rf"^{pattern}: (.*)$", text, re.MULTILINE)
    return found and found[0]


def speeds(texts: list[str]) -> list[float]:
    """Returns million hands a second, of all runs."""
    return [float(speed) for text in texts
            for speed in line(text, "million hands per second.*?").rpartition(":")[2].split()]


def ompeval(checkout: pathlib.Path, folder: pathlib.Path, hands: str) -> Callable[[], str]:
    """Builds OMPEval; returns a call that measures it."""
    evaluator = checkout / "omp/HandEvaluator.cpp"
    if not evaluator.is_file():
        raise BadUsage(f"{checkout}: no checkout of OMPEval: it has no omp/HandEvaluator.cpp")
    source, program = folder / "ompeval.cpp", folder / "ompeval"
    source.write_text(OMPEVAL)
    call(["g++", "-std=c++20", "-O3", "-w", "-march=x86-64-v3", f"-I{checkout}", f"-I{ROOT}",
          source, evaluator, "-o", program])
    return lambda: call([program, hands, 5]).out


def run(options: argparse.Namespace) -> bool:
    """Measures and prints; returns whether all agree and --require holds."""
    names = kernels.names()
    sides = {name: (lambda name=name: kernels.bench(name, "hands")) for name in names}
    with tempfile.TemporaryDirectory() as folder:
        if options.ompeval:
            hands = line(sides[names[0]](), "hands").split()[1]
            sides["OMPEval"] = ompeval(options.ompeval, pathlib.Path(folder), hands)
        texts = in_turns(options.turns, sides, options.phases)

    for pattern in ("hands", "tables", "categories", "largest deviation.*?"):
        print(line(texts[names[0]][-1], pattern))
    found = {name: speeds(outputs) for name, outputs in texts.items()}
    for name, values in found.items():
        print(f"{name:8} {spread(values, 'M/s')}, {len(values)} runs")
    fastest = max(names, key=lambda name: statistics.median(found[name]))
    for name in found:
        if name != fastest:
            print(f"{fastest} over {name}: {ratio(found[fastest], found[name]):.2f}")
    agree = len({line(outputs[-1], "categories") for outputs in texts.values()}) == 1
    agree = agree and len({line(texts[name][-1], "signature") for name in names}) == 1
    if not agree:
        print("RANKS DIFFER")
    return agree and statistics.median(found[fastest]) >= options.require

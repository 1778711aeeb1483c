// Stones drawn by powers of strengths, large ones too.
#include "learning/btmm/connect6/stone_chooser.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <doctest/doctest.h>
#include <map>
#include <memory>
#include <optional>
#include <vector>

using namespace trivium::learning::btmm;
using namespace trivium;
using connect6::Cell;
using connect6::kNoCell;
using connect6::Turn;

namespace {

constexpr int kSide = 9;
constexpr Cell kCenter = 40;  // column + kSide * row
constexpr double kMaxSharpness = 100.0;

/// Gammas that depend only on the distance of a candidate from the last stone, which is in the
/// center.
struct Near {
  /// `near` is the gamma of cells adjacent to the stone, `unseen` that of a feature that no cell of
  /// the board has.
  explicit Near(double near, double unseen = 1.0) : gammas(layout.set().features(), 1.0) {
    const connect6::FeatureId distance = layout.set().tables()[1].begin;
    gammas[distance] = unseen;  // "no such stone"
    gammas[distance + 1] = gammas[distance + 2] = near;
  }

  /// Which this must outlive.
  std::unique_ptr<StoneChooser> chooser(double sharpness) const {
    std::unique_ptr<StoneChooser> chooser = chooser_factory(layout, gammas, {sharpness, false})();
    chooser->clear();
    chooser->place(kCenter);
    return chooser;
  }

  connect6::PatternLayout layout{
      *connect6::PatternSet::parse("player no\nline row 1\ndistance 1 6\n"), kSide};
  std::vector<double> gammas;
};

bool touches_center(Cell cell) {
  return std::max(std::abs(cell % kSide - kCenter % kSide),
                  std::abs(cell / kSide - kCenter / kSide)) == 1;
}

/// Returns how often each cell is sampled.
std::map<Cell, int> drawn(const StoneChooser& chooser, int times) {
  std::map<Cell, int> cells;
  Rng rng(1);
  for (int i = 0; i < times; ++i) ++cells[chooser.choose(rng)];
  return cells;
}

}  // namespace

TEST_CASE("if powers of strengths overflow, only the strongest stones are sampled, each of them") {
  const std::map<Cell, int> cells = drawn(*Near(1e4).chooser(kMaxSharpness), 400);
  CHECK(cells.size() == 8);
  for (const auto& [cell, times] : cells) CHECK(touches_center(cell));
}

TEST_CASE(
    "stones are sampled in proportion to the power, also if gammas of features that no stone has "
    "would overflow") {
  for (const double unseen : {1.0, 1e12}) {
    double touching = 0.0;
    for (const auto& [cell, times] :
         drawn(*Near(std::pow(9.0, 1.0 / kMaxSharpness), unseen).chooser(kMaxSharpness), 4000)) {
      touching += touches_center(cell) ? times : 0;
    }
    CHECK(touching / 4000.0 == doctest::Approx(72.0 / 144.0).epsilon(0.06));
  }
}

TEST_CASE("if the probabilities of all turns underflow, one is chosen by their ratios") {
  const Near near(1e4);
  for (const double sharpness : {50.0, kMaxSharpness}) {
    const std::unique_ptr<StoneChooser> chooser = near.chooser(sharpness);
    const Turn single{0, kNoCell};
    const std::vector<Turn> pairs = {{1, 2}, {3, 4}, {5, kCenter + 1}};
    Rng rng(1);
    CHECK(chooser->choose_turn(std::vector{single}, 1, rng) == single);
    CHECK(chooser->choose_turn(std::vector{single, pairs[0]}, 2, rng) == single);
    CHECK(chooser->choose_turn(pairs, 1, rng) == std::nullopt);
    CHECK(chooser->choose_turn({}, 2, rng) == std::nullopt);
    CHECK(chooser->choose_turn(pairs, 2, rng) == pairs[2]);
    int first = 0;
    for (int i = 0; i < 400; ++i)
      first += chooser->choose_turn(std::span(pairs).first(2), 2, rng) == pairs[0] ? 1 : 0;
    CHECK(first == doctest::Approx(200).epsilon(0.2));
  }
}

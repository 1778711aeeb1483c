#include "engine/connect6/turns.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <utility>

namespace trivium::connect6 {

namespace {

/// How many pairs the full evaluation sees for each turn kept.
constexpr std::size_t kEvaluatedPerKept = 3;

}  // namespace

TurnGenerator::TurnGenerator(const Weights& weights) : weights_(weights) {
  const auto& units = weights.units();
  // After the turn the opponent is on move, so that our windows count as the opponent's and the other way round, with changed sign.
  const auto ours = [&](int k) { return k == 0 || k >= kWinLength ? 0 : -units[kOpponentWindows + static_cast<std::size_t>(k - 1)]; };
  const auto theirs = [&](int k) { return k == 0 || k >= kWinLength ? 0 : -units[kOwnWindows + static_cast<std::size_t>(k - 1)]; };
  for (int black = 0; black < kWinLength; ++black) {
    for (int white = 0; black + white < kWinLength; ++white) {
      const auto pair = static_cast<std::size_t>(black + 8 * white);
      if (white == 0) gains_[0][pair] = ours(black + 1) - ours(black);
      if (black == 0) gains_[1][pair] = ours(white + 1) - ours(white);
      if (black == 0 && white > 0) gains_[0][pair] = -theirs(white);
      if (white == 0 && black > 0) gains_[1][pair] = -theirs(black);
    }
  }
}

std::int64_t TurnGenerator::gain(const LineFeatures& lines, Stone side, Cell cell) const noexcept {
  const auto& table = gains_[static_cast<std::size_t>(index(side) - 1)];
  std::int64_t sum = 0;
  for (const Window window : lines.table().through(cell)) sum += table[lines.count_pair(window)];
  return sum;
}

void TurnGenerator::rank_cells(const LineFeatures& lines, Stone side, int keep) {
  cells_.clear();
  const int size = lines.size();
  for (int i = 0; i < lines.cells(); ++i) {
    const auto cell = static_cast<Cell>(i);
    if (lines.at(cell) != Stone::kEmpty) continue;
    const int off_centre = std::abs(2 * (i % size) - size + 1) + std::abs(2 * (i / size) - size + 1);
    cells_.push_back({gain(lines, side, cell), off_centre, cell});
  }
  const auto kept = std::min(cells_.size(), static_cast<std::size_t>(keep));
  std::partial_sort(cells_.begin(), cells_.begin() + static_cast<std::ptrdiff_t>(kept), cells_.end(),
                    [](const RankedCell& a, const RankedCell& b) {
                      return std::tuple(-a.gain, a.off_centre, a.cell) < std::tuple(-b.gain, b.off_centre, b.cell);
                    });
  cells_.resize(kept);
}

void TurnGenerator::add_pairs_from(LineFeatures& lines, Stone side, Cell first, std::size_t begin, std::int64_t first_gain) {
  lines.place(first, side);
  for (std::size_t i = begin; i < cells_.size(); ++i) {
    const Cell second = cells_[i].cell;
    if (second != first) pairs_.push_back({first_gain + gain(lines, side, second), ordered(first, second)});
  }
  lines.remove(first);
}

void TurnGenerator::keep_best(LineFeatures& lines, Stone side, const Beam& beam, std::vector<RatedTurn>& turns) {
  const auto by_gain = [](const RankedPair& a, const RankedPair& b) {
    return std::tuple(-a.gain, a.turn.first, a.turn.second) < std::tuple(-b.gain, b.turn.first, b.turn.second);
  };
  std::sort(pairs_.begin(), pairs_.end(), by_gain);
  pairs_.erase(std::unique(pairs_.begin(), pairs_.end(), [](const auto& a, const auto& b) { return a.turn == b.turn; }), pairs_.end());
  pairs_.resize(std::min(pairs_.size(), kEvaluatedPerKept * static_cast<std::size_t>(beam.turns)));
  turns.clear();
  for (const auto& [ignored, turn] : pairs_) {
    lines.place(turn.first, side);
    if (turn.second != kNoCell) lines.place(turn.second, side);
    turns.push_back({turn, -evaluate(extract(lines, opponent(side), 2), weights_)});
    if (turn.second != kNoCell) lines.remove(turn.second);
    lines.remove(turn.first);
  }
  std::stable_sort(turns.begin(), turns.end(), [](const RatedTurn& a, const RatedTurn& b) { return a.value > b.value; });
  turns.resize(std::min(turns.size(), static_cast<std::size_t>(beam.turns)));
}

bool TurnGenerator::generate(LineFeatures& lines, Stone side, int stones_left, const Parries& parries, const Beam& beam,
                             std::vector<RatedTurn>& turns) {
  pairs_.clear();
  bool complete = false;
  if (parries.needed() == 0) {
    rank_cells(lines, side, stones_left == 1 ? beam.turns : beam.seconds);
    const std::size_t firsts = std::min(cells_.size(), static_cast<std::size_t>(stones_left == 1 ? beam.turns : beam.firsts));
    for (std::size_t i = 0; i < firsts; ++i) {
      if (stones_left == 1) {
        pairs_.push_back({cells_[i].gain, {cells_[i].cell, kNoCell}});
      } else {
        add_pairs_from(lines, side, cells_[i].cell, i + 1, cells_[i].gain);
      }
    }
  } else {
    if (parries.needed() < stones_left) rank_cells(lines, side, beam.seconds);
    complete = parries.needed() == stones_left;
    for (const Turn& set : parries.sets()) {
      const bool single = set.second == kNoCell;
      if (single == (stones_left == 1)) pairs_.push_back({0, set});
      if (single && stones_left == 2) add_pairs_from(lines, side, set.first, 0, gain(lines, side, set.first));
    }
  }
  keep_best(lines, side, beam, turns);
  return complete;
}

}  // namespace trivium::connect6

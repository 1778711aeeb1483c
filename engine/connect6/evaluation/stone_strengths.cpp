#include "engine/connect6/evaluation/stone_strengths.h"

#include <algorithm>
#include <utility>

#include "engine/connect6/evaluation/features.h"
#include "engine/connect6/patterns/pattern_strengths.h"
#include "engine/core/steady_math.h"

namespace trivium::connect6 {

namespace {

template <int Views>
class PatternStoneStrengths final : public StoneStrengths {
 public:
  using BySight = std::shared_ptr<const SightGammas<Views>>;

  PatternStoneStrengths(const PatternLayout& layout, const PatternWeights& patterns,
                        BySight by_sight)
      : StoneStrengths(layout.cells()),
        strengths_(layout, patterns.gammas(), std::move(by_sight)) {}

  double read(std::span<double> strengths) const noexcept override {
    const auto view = static_cast<std::size_t>(strengths_.board().view());
    const Lanes<Views>* const standing = strengths_.standing();
    const std::span<const double> passing = strengths_.passing();
    if (passing.empty())
      return fill(strengths, [&](std::size_t cell) { return standing[cell].of[view]; });
    return fill(strengths,
                [&](std::size_t cell) { return standing[cell].of[view] * passing[cell]; });
  }

 private:
  void do_place(Cell cell) noexcept override { strengths_.place(cell); }
  void do_undo(Cell cell) noexcept override { strengths_.undo(cell); }

  /// Fills `strengths` and returns their sum. Eight independent sums hide the latency of additions.
  template <class StrengthOf>
  static double fill(std::span<double> strengths, const StrengthOf& strength_of) noexcept {
    constexpr std::size_t kSums = 8;
    std::array<double, kSums> sums{};
    const auto fill_one = [&](std::size_t cell, std::size_t sum) {
      strengths[cell] = strength_of(cell);
      sums[sum] += strengths[cell];
    };
    std::size_t cell = 0;
    for (; cell + kSums <= strengths.size(); cell += kSums) {
      for (std::size_t i = 0; i < kSums; ++i) fill_one(cell + i, i);
    }
    for (; cell < strengths.size(); ++cell) fill_one(cell, 0);
    return ((sums[0] + sums[1]) + (sums[2] + sums[3])) +
           ((sums[4] + sums[5]) + (sums[6] + sums[7]));
  }

  PatternStrengths<Views> strengths_;
};

template <int Views>
void add_strengths(const PatternLayout& layout, const PatternWeights& patterns, std::size_t count,
                   std::vector<std::unique_ptr<StoneStrengths>>& all) {
  const auto by_sight = std::make_shared<const SightGammas<Views>>(layout, patterns.gammas());
  while (all.size() < count)
    all.push_back(std::make_unique<PatternStoneStrengths<Views>>(layout, patterns, by_sight));
}

class LineStoneStrengths final : public StoneStrengths {
 public:
  LineStoneStrengths(const Weights& weights, int size)
      : StoneStrengths(size * size), gains_(weights), lines_(size) {}

  double read(std::span<double> strengths) const noexcept override {
    /// A gain of this size doubles the strength. Chosen by judgment.
    constexpr double kUnitsPerDoubling = Weights::kUnitsPerLogOdds / 8.0;
    double sum = 0.0;
    for (std::size_t i = 0; i < strengths.size(); ++i) {
      const auto cell = static_cast<Cell>(i);
      strengths[i] = 0.0;
      if (lines_.at(cell) != Stone::kEmpty) continue;
      const auto doublings =
          static_cast<double>(gains_.gain(lines_, Board::to_move(stones()), cell)) /
          kUnitsPerDoubling;
      strengths[i] = steady_exp2(std::clamp(doublings, -500.0, 500.0));
      sum += strengths[i];
    }
    return sum;
  }

 private:
  void do_place(Cell cell) noexcept override { lines_.place(cell, Board::to_move(stones())); }
  void do_undo(Cell cell) noexcept override { lines_.remove(cell); }

  LineGains gains_;
  LineFeatures lines_;
};

}  // namespace

void StoneStrengths::place(Cell cell) noexcept {
  do_place(cell);
  history_.push_back(cell);
}

void StoneStrengths::undo() noexcept {
  const Cell cell = history_.back();
  history_.pop_back();
  do_undo(cell);
}

void StoneStrengths::follow(std::span<const Cell> history) noexcept {
  const auto same =
      std::mismatch(history_.begin(), history_.end(), history.begin(), history.end()).first -
      history_.begin();
  while (std::ssize(history_) > same) undo();
  for (const Cell cell : history.subspan(static_cast<std::size_t>(same))) place(cell);
}

LineGains::LineGains(const Weights& weights) {
  const auto& units = weights.units();
  // After the turn the opponent is on move: own and opponent's windows swap, and the sign changes.
  const auto ours = [&](int k) {
    return k == 0 || k >= kWinLength ? 0
                                     : -units[kOpponentWindows + static_cast<std::size_t>(k - 1)];
  };
  const auto theirs = [&](int k) {
    return k == 0 || k >= kWinLength ? 0 : -units[kOwnWindows + static_cast<std::size_t>(k - 1)];
  };
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

std::int64_t LineGains::gain(const LineFeatures& lines, Stone side, Cell cell) const noexcept {
  const auto& table = gains_[static_cast<std::size_t>(index(side) - 1)];
  std::int64_t sum = 0;
  for (const Window window : lines.table().through(cell)) sum += table[lines.count_pair(window)];
  return sum;
}

std::vector<std::unique_ptr<StoneStrengths>> make_strengths(const PatternLayout& layout,
                                                            const PatternWeights& patterns,
                                                            std::size_t count) {
  std::vector<std::unique_ptr<StoneStrengths>> all;
  layout.set().views() == 2 ? add_strengths<2>(layout, patterns, count, all)
                            : add_strengths<4>(layout, patterns, count, all);
  return all;
}

std::unique_ptr<StoneStrengths> make_strengths(const Weights& weights, int size) {
  return std::make_unique<LineStoneStrengths>(weights, size);
}

}  // namespace trivium::connect6

#include "learning/btmm/expectations.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "engine/connect6/pattern_strengths.h"

namespace trivium::learning::btmm {

namespace {

using connect6::Cell;
using connect6::FeatureId;
using connect6::Lanes;
using connect6::PatternLayout;
using connect6::PatternSet;

/// A sum in two doubles for each view; `low` holds what did not fit into `high`.
template <int Views>
struct ExactSum {
  Lanes<Views> high;
  Lanes<Views> low;

  /// Knuth's two-sum.
  void add(std::size_t view, double number) noexcept {
    const double sum = high.of[view] + number;
    const double back = sum - high.of[view];
    low.of[view] += (high.of[view] - (sum - back)) + (number - back);
    high.of[view] = sum;
  }
};

/// Replays games of one shard. `Passing`: the set has groups that pass.
template <int Views, bool Passing>
class Replay {
 public:
  Replay(const PatternLayout& layout, std::span<const double> gammas, FeatureRange range)
      : layout_(layout), strengths_(layout, gammas), range_(range) {
    const auto cells = static_cast<std::size_t>(layout.cells());
    result_.expected.resize(range.size());
    if constexpr (Passing) shares_.resize(cells);
    const PatternSet& set = layout.set();
    const auto in_range = [&](int group) { return range.contains(set.offset(group, 0)); };
    for (std::size_t place = 0; place < layout.standing().size(); ++place) {
      const int group = layout.standing()[place];
      if (!in_range(group)) continue;
      Target target{place, {}};
      for (connect6::View view = 0; view < Views; ++view)
        target.offsets[static_cast<std::size_t>(view)] = set.offset(group, view) - range.begin;
      standing_.push_back(target);
    }
    for (std::size_t place = 0; place < layout.passing().size(); ++place) {
      if (in_range(layout.passing()[place])) passing_.push_back(place);
    }
  }

  void replay(const Game& game) {
    strengths_.clear();
    now_ = 0;
    std::fill(settled_.begin(), settled_.end(), std::uint16_t{0});
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
      const Cell chosen = game.moves[i];
      if (game.teaches(i)) learn(chosen);
      settle(chosen);
      settle_near(chosen);
      strengths_.place(chosen);
    }
    for (int cell = 0; cell < layout_.cells(); ++cell) settle(static_cast<Cell>(cell));
  }

  Expectations result() && { return std::move(result_); }

 private:
  struct Target {
    std::size_t place;                     // among the standing groups
    std::array<FeatureId, Views> offsets;  // of its features in the range, by view
  };

  /// A state: the present one, in which `chosen` was chosen.
  void learn(Cell chosen) {
    const auto view = static_cast<std::size_t>(strengths_.board().view());
    const double total = strengths_.total();
    result_.log_evidence += std::log(strengths_.strength(chosen) / total);
    const double inverse = 1.0 / total;
    if constexpr (Passing) {
      const std::span<const double> passing = strengths_.passing();
      for (std::size_t cell = 0; cell < passing.size(); ++cell) shares_[cell].of[view] += passing[cell] * inverse;
      for (const std::size_t place : passing_) learn_passing(place, view, inverse);
    } else {
      clock_[now_ + 1U] = clock_[now_];
      clock_[++now_].add(view, inverse);
    }
  }

  void learn_passing(std::size_t place, std::size_t view, double inverse) {
    const std::span<const double> passing = strengths_.passing();
    const std::span<const std::uint32_t> codes = strengths_.passing_codes(place);
    const FeatureId offset = layout_.set().offset(layout_.passing()[place], static_cast<connect6::View>(view)) - range_.begin;
    for (std::size_t cell = 0; cell < passing.size(); ++cell) {
      result_.expected[offset + codes[cell]] += strengths_.standing(static_cast<Cell>(cell)).of[view] * passing[cell] * inverse;
    }
  }

  /// Settles the cells whose features a stone on `cell` changes.
  void settle_near(Cell cell) noexcept {
    if (standing_.size() == 1) {
      const Target target = standing_.front();
      for (const connect6::PatternChange change : layout_.changes(cell)) enter(target, change.slot, due(change.cell));
    } else {
      for (const connect6::PatternChange change : layout_.changes(cell)) settle(change.cell);
    }
  }

  /// Adds what the features of a cell are due since they changed last. Nothing on an occupied cell: its strength is 0.
  void settle(Cell cell) noexcept {
    const Lanes<Views> amount = due(cell);
    for (const Target& target : standing_) enter(target, layout_.slot(cell), amount);
  }

  /// The shares in the chosen stones that a cell should have had since it was settled last, for each view.
  Lanes<Views> due(Cell cell) noexcept {
    Lanes<Views> amount = strengths_.standing()[cell];
    if constexpr (Passing) {
      amount *= shares_[cell];
      shares_[cell] = {};
    } else {
      const ExactSum<Views>& last = clock_[std::exchange(settled_[cell], now_)];
      const ExactSum<Views>& now = clock_[now_];
      amount.of *= (now.high.of - last.high.of) + (now.low.of - last.low.of);
    }
    return amount;
  }

  void enter(const Target& target, std::size_t slot, const Lanes<Views>& amount) noexcept {
    const connect6::CodePair code = strengths_.board().codes()[slot + target.place];
    double* const expected = result_.expected.data();
    for (std::size_t view = 0; view < Views; ++view) expected[target.offsets[view] + code.of(view % 2)] += amount.of[view];
  }

  const PatternLayout& layout_;
  connect6::PatternStrengths<Views> strengths_;
  FeatureRange range_;
  std::vector<Target> standing_;
  std::vector<std::size_t> passing_;  // places among the passing groups
  Expectations result_;
  std::uint16_t now_ = 0;  // states of this game so far
  std::array<ExactSum<Views>, connect6::kMaxSize * connect6::kMaxSize + 1>
      clock_;  // the sums of 1 / total after so many states; of the first one nothing
  std::array<std::uint16_t, connect6::kMaxSize * connect6::kMaxSize> settled_{};  // after how many states a cell was settled last
  std::vector<Lanes<Views>> shares_;                                              // Passing: what has come together for a cell since then
};

template <int Views, bool Passing>
Expectations expect_in(const GameSet& games, const PatternLayout& layout, std::span<const double> gammas, FeatureRange range,
                       const Shards& shards) {
  const auto part = [&](std::size_t shard) {
    Replay<Views, Passing> replay(layout, gammas, range);
    games.visit(shards, shard, Role::kTrain, [&](const Game& game) { replay.replay(game); });
    return std::move(replay).result();
  };
  Expectations start;
  start.expected.resize(range.size());
  return shards.reduce(std::move(start), part, [](Expectations& sum, const Expectations& more) {
    sum.log_evidence += more.log_evidence;
    for (std::size_t i = 0; i < sum.expected.size(); ++i) sum.expected[i] += more.expected[i];
  });
}

}  // namespace

Expectations expect(const GameSet& games, const PatternLayout& layout, std::span<const double> gammas, FeatureRange range,
                    const Shards& shards) {
  const bool passing = !layout.passing().empty();
  if (layout.set().views() == 2) return (passing ? expect_in<2, true> : expect_in<2, false>)(games, layout, gammas, range, shards);
  return (passing ? expect_in<4, true> : expect_in<4, false>)(games, layout, gammas, range, shards);
}

std::vector<std::uint64_t> count_wins(const GameSet& games, const PatternLayout& layout, const Shards& shards) {
  const PatternSet& set = layout.set();
  const auto part = [&](std::size_t shard) {
    std::vector<std::uint64_t> wins(set.features());
    std::vector<std::uint32_t> codes(static_cast<std::size_t>(layout.cells()));
    connect6::PatternBoard board(layout);
    games.visit(shards, shard, Role::kTrain, [&](const Game& game) {
      board.clear();
      for (std::size_t i = 0; i < game.moves.size(); ++i) {
        const bool chosen = game.teaches(i);
        for (std::size_t place = 0; chosen && place < layout.standing().size(); ++place) {
          ++wins[board.feature(game.moves[i], place, board.view())];
        }
        for (std::size_t place = 0; chosen && place < layout.passing().size(); ++place) {
          board.passing_codes(place, codes);
          ++wins[set.offset(layout.passing()[place], board.view()) + codes[game.moves[i]]];
        }
        board.place(game.moves[i]);
      }
    });
    return wins;
  };
  return shards.reduce(std::vector<std::uint64_t>(set.features()), part, [](auto& sum, const auto& more) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += more[i];
  });
}

}  // namespace trivium::learning::btmm

// The passes of Connect6Source over the games.
//
// One pass of minorization-maximization over the games: how often each feature is expected to occur
// in the chosen stones, and the likelihood of the choices, with the current gammas (pattern
// strengths).
//
//   expected(i) = sum over states of sum over candidates with feature i of strength / total
//               = gamma_i * sum_j C_ij / E_j                               (paper 000, formula 6)
//
// The cost of a pass is proportional to the changed cells, not to all legal cells. The probability
// of a cell in a state is its strength divided by the total. While its features do not change, only
// the sum of the reciprocal totals over these states is needed. There is one running sum per view
// (side to move and, if a group distinguishes them, first or second stone of the turn). A cell is
// settled just before a stone changes its features: it adds its strength times the growth of the
// running sum since it was last settled. Each running sum uses two doubles, because the small
// growth of a large sum matters. Passing groups (pattern_board.h) change all strengths in each
// state; then every cell has its own sum.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <numbers>
#include <type_traits>
#include <utility>

#include "engine/connect6/patterns/pattern_strengths.h"
#include "learning/btmm/connect6/connect6_source.h"

namespace trivium::learning::btmm {

namespace {

using connect6::Cell;
using connect6::Lanes;
using connect6::PatternLayout;

constexpr std::size_t kMaxCells = connect6::kMaxSize * connect6::kMaxSize;

/// A sum in two doubles for each view; `low` holds the rounding error of `high`.
template <int Views>
struct ExactSum {
  Lanes<Views> high;
  Lanes<Views> low;

  /// Adds one number per view (Knuth's two-sum). Adding 0 to a view changes nothing.
  void add(const Lanes<Views>& numbers) noexcept {
    const auto sum = high.of + numbers.of;
    const auto back = sum - high.of;
    low.of += (high.of - (sum - back)) + (numbers.of - back);
    high.of = sum;
  }
};

/// Logarithm of a product of many numbers that computes only one logarithm: mantissas are
/// multiplied and exponents are added.
class LogOfProduct {
 public:
  void multiply(double number) noexcept {
    if (!(number >= std::numeric_limits<double>::min())) {  // no normal number: has no exponent
      apart_ += std::log(number);
      return;
    }
    const auto bits = std::bit_cast<std::uint64_t>(
        mantissa_ * std::bit_cast<double>(mantissa_of(std::bit_cast<std::uint64_t>(number))));
    exponent_ += exponent_of(bits) + exponent_of(std::bit_cast<std::uint64_t>(number));
    mantissa_ = std::bit_cast<double>(mantissa_of(bits));
  }

  double value() const noexcept {
    return std::log(mantissa_) + static_cast<double>(exponent_) * std::numbers::ln2 + apart_;
  }

 private:
  static constexpr int kMantissaBits = 52;
  static constexpr std::uint64_t kBias = 1023;  // exponent bits of 1.0

  static constexpr std::int64_t exponent_of(std::uint64_t positive) noexcept {
    return static_cast<std::int64_t>(positive >> kMantissaBits) - static_cast<std::int64_t>(kBias);
  }
  /// Returns the bits of the number in [1, 2) with the same mantissa.
  static constexpr std::uint64_t mantissa_of(std::uint64_t positive) noexcept {
    return (positive & ((std::uint64_t{1} << kMantissaBits) - 1)) | kBias << kMantissaBits;
  }

  double mantissa_ = 1.0;
  std::int64_t exponent_ = 0;
  double apart_ = 0.0;
};

/// Replays the games of one shard and sums their expectations. `Passing` is true if the set has
/// passing groups.
template <int Views, bool Passing>
class Replay {
 public:
  Replay(const PatternLayout& layout, connect6::PatternStrengths<Views> strengths,
         FeatureRange range)
      : layout_(layout),
        strengths_(std::move(strengths)),
        range_(range),
        owed_(static_cast<std::size_t>(layout.cells())) {
    if constexpr (Passing) shares_.resize(owed_.size());
    result_.expected.resize(range.size());
    const auto in_range = [&](int group) { return range.contains(layout_.set().offset(group, 0)); };
    for (std::size_t place = 0; place < layout_.standing().size(); ++place) {
      if (in_range(layout_.standing()[place])) standing_.push_back(place);
    }
    for (std::size_t place = 0; place < layout_.passing().size(); ++place) {
      if (in_range(layout_.passing()[place])) passing_.push_back(place);
    }
    if (standing_.empty()) return;
    first_ = layout_.sights_begin(standing_.front());
    by_sight_.resize(layout_.sights_end(standing_.back()) - first_);
  }

  void replay(const records::Connect6Game& game) {
    strengths_.clear();
    now_ = 0;
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
      const Cell chosen = game.moves[i];
      if (game.is_learned(i)) learn(chosen);
      flush(chosen);
      flush_near(chosen);
      strengths_.place(chosen);
    }
    for (int cell = 0; cell < layout_.cells(); ++cell) flush(static_cast<Cell>(cell));
    std::fill(flushed_.begin(), flushed_.end(), std::uint16_t{0});
  }

  Expectations result() && {
    result_.log_evidence = evidence_.value();
    for (std::size_t i = 0; i < standing_.size(); ++i) {
      const connect6::Sight begin = layout_.sights_begin(standing_[i]);
      if (i > 0 && begin == layout_.sights_begin(standing_[i - 1])) continue;  // they share a table
      enter_features(standing_[i]);
    }
    return std::move(result_);
  }

 private:
  /// Adds the current state, in which `chosen` was chosen.
  void learn(Cell chosen) {
    const auto view = static_cast<std::size_t>(strengths_.board().view());
    const double inverse = 1.0 / strengths_.total();
    evidence_.multiply(strengths_.strength(chosen) * inverse);
    if constexpr (Passing) {
      const std::span<const double> passing = strengths_.passing();
      for (std::size_t cell = 0; cell < passing.size(); ++cell)
        shares_[cell].of[view] += passing[cell] * inverse;
      for (const std::size_t place : passing_) learn_passing(place, view, inverse);
    } else {
      ExactSum<Views> sum = clock_[now_];
      sum.add(connect6::only<Views>(view, inverse));
      clock_[++now_] = sum;
    }
  }

  void learn_passing(std::size_t place, std::size_t view, double inverse) {
    const std::span<const double> passing = strengths_.passing();
    const std::span<const std::uint32_t> codes = strengths_.passing_codes(place);
    const FeatureId offset =
        layout_.set().offset(layout_.passing()[place], static_cast<connect6::View>(view)) -
        range_.begin;
    for (std::size_t cell = 0; cell < passing.size(); ++cell) {
      result_.expected[offset + codes[cell]] +=
          strengths_.standing(static_cast<Cell>(cell)).of[view] * passing[cell] * inverse;
    }
  }

  /// Flushes the cells whose sights a stone on `cell` changes. If the range holds only one group,
  /// amounts are collected in `owed_` until the sight of that group changes, which is seldom.
  void flush_near(Cell cell) noexcept {
    if (standing_.size() == 1) {
      const std::size_t place = standing_.front();
      for (const connect6::PatternChange change : layout_.changes(cell)) {
        const Lanes<Views> amount = due(change.cell);
        const bool leaves = (change.groups >> place & 1) != 0;
        if (leaves) enter(change.slot + place, amount);
        owed_[change.cell] = leaves ? Lanes<Views>{} : amount;
      }
    } else {
      for (const connect6::PatternChange change : layout_.changes(cell)) flush(change.cell);
    }
  }

  /// Adds the amount due to `cell` to the current sight of each group.
  void flush(Cell cell) noexcept {
    const Lanes<Views> amount = due(cell);
    owed_[cell] = {};
    for (const std::size_t place : standing_) enter(layout_.slot(cell) + place, amount);
  }

  /// Returns, for each view, the expected number of times that `cell` was chosen which is not yet
  /// added to any sight. An occupied cell gets nothing new, because its strength is 0.
  Lanes<Views> due(Cell cell) noexcept {
    Lanes<Views> amount = strengths_.standing()[cell];
    if constexpr (Passing) {
      amount *= shares_[cell];
      shares_[cell] = {};
    } else {
      const ExactSum<Views>& last = clock_[std::exchange(flushed_[cell], now_)];
      const ExactSum<Views>& now = clock_[now_];
      amount.of *= (now.high.of - last.high.of) + (now.low.of - last.low.of);
    }
    amount += owed_[cell];
    return amount;
  }

  void enter(std::size_t slot, const Lanes<Views>& amount) noexcept {
    by_sight_[strengths_.board().sights()[slot] - first_] += amount;
  }

  /// Adds the amounts of a group's sights to the expectations of its features.
  void enter_features(std::size_t place) {
    for (connect6::Sight sight = layout_.sights_begin(place); sight < layout_.sights_end(place);
         ++sight) {
      const connect6::CodePair codes = layout_.codes(sight);
      for (std::size_t view = 0; view < Views; ++view) {
        const FeatureId offset =
            layout_.set().offset(layout_.standing()[place], static_cast<connect6::View>(view)) -
            range_.begin;
        result_.expected[offset + codes.of(view % 2)] += by_sight_[sight - first_].of[view];
      }
    }
  }

  const PatternLayout& layout_;
  connect6::PatternStrengths<Views> strengths_;
  FeatureRange range_;
  std::vector<std::size_t> standing_;  // places of the groups in the range
  std::vector<std::size_t> passing_;
  Expectations result_;
  LogOfProduct evidence_;
  connect6::Sight first_ = 0;           // first sight of the groups in the range
  std::vector<Lanes<Views>> by_sight_;  // by sight, from first_ on: amounts added
  std::uint16_t now_ = 0;               // number of states of this game so far
  // By number of states: the sums of 1 / total so far. Element 0 is zero.
  std::array<ExactSum<Views>, kMaxCells + 1> clock_;
  std::array<std::uint16_t, kMaxCells> flushed_{};  // by cell: value of now_ at the last due()
  std::vector<Lanes<Views>> owed_;                  // by cell: amounts not yet added to a sight
  std::vector<Lanes<Views>> shares_;  // Passing, by cell: passing strength / total since due()
};

template <int Views, bool Passing>
Expectations expect_in(const records::GameSet& games, const PatternLayout& layout,
                       std::span<const double> gammas, FeatureRange range, const Shards& shards) {
  const auto by_sight = std::make_shared<const connect6::SightGammas<Views>>(layout, gammas);
  const auto part = [&](std::size_t shard) {
    Replay<Views, Passing> replay(layout, {layout, gammas, by_sight}, range);
    games.visit(shards, shard, records::Role::kTrain,
                [&](const records::Connect6Game& game) { replay.replay(game); });
    return std::move(replay).result();
  };
  return shards.sum(Expectations{0.0, std::vector<double>(range.size())}, part);
}

/// Calls `judge(strengths, index of the chosen stone, game, sums)` for the states of the games of
/// `role`. The sums of each shard begin as `start`, which is the sum of no states. Returns the
/// total.
template <class Sums, class Judge>
Sums sum_over_states(const records::GameSet& games, records::Role role, const PatternLayout& layout,
                     std::span<const double> gammas, const Shards& shards, const Sums& start,
                     const Judge& judge) {
  const auto in = [&]<int Views>(std::integral_constant<int, Views> /*views*/) {
    const auto by_sight = std::make_shared<const connect6::SightGammas<Views>>(layout, gammas);
    const auto part = [&](std::size_t shard) {
      Sums sums = start;
      connect6::PatternStrengths<Views> strengths(layout, gammas, by_sight);
      games.visit(shards, shard, role, [&](const records::Connect6Game& game) {
        strengths.clear();
        for (std::size_t i = 0; i < game.moves.size(); ++i) {
          if (game.is_learned(i)) judge(strengths, i, game.moves[i], sums);
          strengths.place(game.moves[i]);
        }
      });
      return sums;
    };
    return shards.sum(start, part);
  };
  return layout.set().views() == 2 ? in(std::integral_constant<int, 2>())
                                   : in(std::integral_constant<int, 4>());
}

}  // namespace

Expectations Connect6Source::expect(std::span<const double> gammas, FeatureRange range,
                                    const Shards& shards) const {
  const bool passing = !layout_.passing().empty();
  const auto in = set_.views() == 2 ? (passing ? expect_in<2, true> : expect_in<2, false>)
                                    : (passing ? expect_in<4, true> : expect_in<4, false>);
  return in(games_, layout_, gammas, range, shards);
}

std::vector<std::uint64_t> Connect6Source::wins(const Shards& shards) const {
  const auto part = [&](std::size_t shard) {
    std::vector<std::uint64_t> counts(set_.features());
    std::vector<std::uint32_t> codes(static_cast<std::size_t>(layout_.cells()));
    connect6::PatternBoard board(layout_);
    games_.visit(shards, shard, records::Role::kTrain, [&](const records::Connect6Game& game) {
      board.clear();
      for (std::size_t i = 0; i < game.moves.size(); ++i) {
        const bool chosen = game.is_learned(i);
        for (std::size_t place = 0; chosen && place < layout_.standing().size(); ++place) {
          ++counts[board.feature(game.moves[i], place, board.view())];
        }
        for (std::size_t place = 0; chosen && place < layout_.passing().size(); ++place) {
          board.passing_codes(place, codes);
          ++counts[set_.offset(layout_.passing()[place], board.view()) + codes[game.moves[i]]];
        }
        board.place(game.moves[i]);
      }
    });
    return counts;
  };
  return shards.sum(std::vector<std::uint64_t>(set_.features()), part);
}

Evaluation Connect6Source::evaluate(records::Role role, std::span<const double> gammas,
                                    const Shards& shards) const {
  const auto cells = static_cast<std::size_t>(layout_.cells());
  const Evaluation start{{}, std::vector<double>(cells), std::vector<ChoiceEvidence>(cells)};
  const auto judge = [cells](const auto& strengths, std::size_t stones, Cell chosen,
                             Evaluation& evaluation) {
    ChoiceEvidence& sums = evaluation.by_pieces[stones];
    sums.add(std::log(strengths.strength(chosen) / strengths.total()), cells - stones);
    const auto strength = [&](std::size_t cell) {
      return strengths.strength(static_cast<Cell>(cell));
    };
    evaluation.add_rank(strength(chosen), cells, strength, sums);
  };
  Evaluation whole = sum_over_states(games_, role, layout_, gammas, shards, start, judge);
  whole.sum_up();
  return whole;
}

double Connect6Source::mean_log_evidence(records::Role role, std::span<const double> gammas,
                                         const Shards& shards) const {
  if (games_.games(role) == 0) return 0.0;
  const auto judge = [](const auto& strengths, std::size_t /*stones*/, Cell chosen,
                        ChoiceEvidence& sums) {
    ++sums.cases;
    sums.log_likelihood += std::log(strengths.strength(chosen) / strengths.total());
  };
  return sum_over_states(games_, role, layout_, gammas, shards, ChoiceEvidence{}, judge).mean();
}

}  // namespace trivium::learning::btmm

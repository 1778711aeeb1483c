#include "learning/choice/fit.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>
#include <utility>

#include "learning/harness/shards.h"

namespace trivium::learning::choice {

namespace {

constexpr std::size_t kShards = 16;
constexpr double kLeastGain = 1e-6;

void count(ChoiceSums& sums, std::span<const double> values, std::span<const double> chances, std::size_t choice) {
  ++sums.decisions;
  sums.log_likelihood += std::log(std::max(chances[choice], 1e-300));
  sums.random += std::log(static_cast<double>(values.size()));
  std::size_t better = 0;
  for (std::size_t i = 0; i < values.size(); ++i) better += values[i] > values[choice] || (values[i] == values[choice] && i < choice);
  sums.first += better == 0;
  sums.in_five += better < 5;
}

/// Adds what a decision says of the weights; only attributes in which its moves differ say something.
class SlopeAdder {
 public:
  void add(ChoiceSlopes& to, const chess::MoveValues& moves, std::span<const double> chances, std::size_t choice) {
    find_columns(moves);
    const std::size_t rows = moves.values.size(), width = columns_.size();
    mean_.assign(width, 0.0);
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t c = 0; c < width; ++c) mean_[c] += chances[i] * differences_[i * width + c];
    }
    game_.resize(to.gradient.size());
    for (std::size_t c = 0; c < width; ++c) {
      const double slope = differences_[choice * width + c] - mean_[c];
      to.gradient[columns_[c]] += slope;
      game_[columns_[c]] += slope;
    }
    in_game_ = true;
    square_.assign(width * width, 0.0);
    for (std::size_t i = 0; i < rows; ++i) {
      double* const row = differences_.data() + i * width;
      for (std::size_t c = 0; c < width; ++c) row[c] -= mean_[c];
      for (std::size_t a = 0; a < width; ++a) {
        const double share = chances[i] * row[a];
        if (share == 0) continue;
        for (std::size_t b = 0; b <= a; ++b) square_[a * width + b] += share * row[b];
      }
    }
    for (std::size_t a = 0; a < width; ++a) {
      for (std::size_t b = 0; b <= a; ++b) to.information.at(columns_[a], columns_[b]) += square_[a * width + b];
    }
  }

  /// What was added since the last end is a game's.
  void end_game(ChoiceSlopes& to) {
    if (!in_game_) return;
    in_game_ = false;
    ++to.games;
    if (to.squares.size == 0) to.squares = Matrix(game_.size());
    columns_.clear();
    for (std::size_t k = 0; k < game_.size(); ++k) {
      if (game_[k] == 0) continue;
      columns_.push_back(k);
      for (const std::size_t other : columns_) to.squares.at(k, other) += game_[k] * game_[other];
    }
    std::ranges::fill(game_, 0.0);
  }

 private:
  /// Which attributes differ, and by how much from the first move.
  void find_columns(const chess::MoveValues& moves) {
    const std::size_t rows = moves.values.size();
    const std::span<const double> first = moves.slope(0);
    differs_.assign(first.size(), 0);
    for (std::size_t i = 1; i < rows; ++i) {
      const std::span<const double> row = moves.slope(i);
      for (std::size_t k = 0; k < row.size(); ++k) differs_[k] |= static_cast<unsigned char>(row[k] != first[k]);
    }
    columns_.clear();
    for (std::size_t k = 0; k < first.size(); ++k) {
      if (differs_[k] != 0) columns_.push_back(k);
    }
    differences_.resize(rows * columns_.size());
    double* place = differences_.data();
    for (std::size_t i = 0; i < rows; ++i) {
      const std::span<const double> row = moves.slope(i);
      for (const std::size_t k : columns_) *place++ = row[k] - first[k];
    }
  }

  std::vector<unsigned char> differs_;
  std::vector<std::size_t> columns_;
  std::vector<double> differences_, mean_, square_;
  std::vector<double> game_;  ///< the gradient of this game
  bool in_game_ = false;      ///< whether it has decisions
};

/// A choice, and what the player's weights make of it.
struct Decided {
  const chess::Position& position;
  const chess::MoveValues& moves;
  std::span<const double> chances;
  std::size_t choice;
};

/// Calls `take(part, adder, decided)` for every decision and `end_game(part, adder)` behind those of a game, the parts being those of a
/// fixed number of shards, and adds these up.
template <class Part, class Take>
Part over_decisions(
    const Decisions& decisions, const chess::Attributes& attributes, chess::Lookahead lookahead, std::span<const double> weights,
    std::size_t threads, const Part& empty, const Take& take, void (*merge)(Part&, const Part&),
    void (*end_game)(Part&, SlopeAdder&) = [](Part&, SlopeAdder&) {}) {
  const Shards shards(kShards, threads);
  const auto work = [&](std::size_t shard) {
    Part part = empty;
    DecisionValuer valuer(decisions, attributes, lookahead);
    chess::MoveValues values;
    std::vector<double> chances;
    SlopeAdder adder;
    const Range range = shards.range(shard, decisions.games.size());
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const std::uint32_t number = decisions.games[i];
      const GameRecord& game = decisions.records->games()[number];
      decisions.records->visit(game, decisions.filter, [&](chess::Position& position, const chess::MoveList& moves, std::size_t choice) {
        valuer.value(number, position, moves, weights, values);
        chess::softmax(values.values, chances);
        take(part, adder, Decided{position, values, chances, choice});
      });
      end_game(part, adder);
    }
    return part;
  };
  return shards.reduce(empty, work, [merge](Part& sum, const Part& part) { merge(sum, part); });
}

/// The weights that something is known of, and the factor of their information with the ridge on it.
class Scoring {
 public:
  /// `known`: of the decisions alone; `all`: with what was known beforehand.
  Scoring(const Matrix& known, const Matrix& all) : known_(known_in(known)), factor_(factor_of(among_known(all))) {}

  /// The step that Fisher's scoring takes up this slope; it leaves what nothing is known of.
  std::vector<double> step(std::span<const double> slope) const {
    std::vector<double> right;
    for (const std::size_t k : known_) right.push_back(slope[k]);
    return spread(factor_.solve(right), slope.size());
  }

  /// 0 where nothing is known.
  std::vector<double> errors_by_choice(std::size_t size) const { return spread(roots(factor_.inverse_diagonal()), size); }
  /// `slopes`: their variance.
  std::vector<double> errors_by_game(const Matrix& slopes) const {
    return spread(roots(factor_.sandwich_diagonal(among_known(slopes))), slopes.size);
  }

 private:
  /// Of variances, which rounding may take below 0.
  static std::vector<double> roots(std::vector<double> variances) {
    for (double& variance : variances) variance = std::sqrt(std::max(variance, 0.0));
    return variances;
  }

  static std::vector<std::size_t> known_in(const Matrix& information) {
    std::vector<std::size_t> known;
    for (std::size_t k = 0; k < information.size; ++k) {
      if (information.at(k, k) > 0) known.push_back(k);
    }
    return known;
  }

  Matrix among_known(const Matrix& information) const {
    Matrix matrix(known_.size());
    for (std::size_t a = 0; a < known_.size(); ++a) {
      for (std::size_t b = 0; b <= a; ++b) matrix.at(a, b) = information.at(known_[a], known_[b]);
    }
    return matrix;
  }

  /// Where the matrix is singular but for rounding, with a little more on its diagonal.
  static Cholesky factor_of(Matrix matrix) {
    for (double more = 1e-9;; more *= 10) {
      if (std::optional<Cholesky> factor = Cholesky::of(matrix)) return *std::move(factor);
      for (std::size_t k = 0; k < matrix.size; ++k) matrix.at(k, k) *= 1 + more;
    }
  }

  std::vector<double> spread(std::span<const double> values, std::size_t size) const {
    std::vector<double> all(size);
    for (std::size_t i = 0; i < values.size(); ++i) all[known_[i]] = values[i];
    return all;
  }

  std::vector<std::size_t> known_;
  Cholesky factor_;
};

/// What is known of the weights beforehand: half of (w - prior)' P (w - prior) is taken off, P being a ridge and so many moves'
/// information.
class Pull {
 public:
  /// `at_prior`: what the decisions say there.
  Pull(const FitOptions& options, const ChoiceSlopes& at_prior) : prior_(at_prior.gradient.size()), strength_(at_prior.information) {
    if (!options.prior.empty()) prior_ = options.prior;
    const double each = options.prior_moves / static_cast<double>(std::max<std::uint64_t>(1, at_prior.sums.decisions));
    for (double& value : strength_.values) value *= each;
    for (std::size_t k = 0; k < prior_.size(); ++k) strength_.at(k, k) += options.ridge;
  }

  double penalty(std::span<const double> weights) const {
    const std::vector<double> slope = slope_at(weights);
    double sum = 0;
    for (std::size_t k = 0; k < weights.size(); ++k) sum += (weights[k] - prior_[k]) * slope[k];
    return 0.5 * sum;
  }

  std::vector<double> slope_at(std::span<const double> weights) const {
    std::vector<double> slope(weights.size());
    for (std::size_t a = 0; a < weights.size(); ++a) {
      for (std::size_t b = 0; b <= a; ++b) {
        const double strength = strength_.at(a, b);
        slope[a] += strength * (weights[b] - prior_[b]);
        if (b < a) slope[b] += strength * (weights[a] - prior_[a]);
      }
    }
    return slope;
  }

  /// The information of the decisions and of what was known.
  Matrix with(Matrix information) const {
    for (std::size_t i = 0; i < information.values.size(); ++i) information.values[i] += strength_.values[i];
    return information;
  }

 private:
  std::vector<double> prior_;
  Matrix strength_;  ///< lower triangle
};

/// The variance of the slope of so many games as these, by how theirs differ. At least two.
Matrix variance_by_game(const ChoiceSlopes& here) {
  const auto games = static_cast<double>(here.games);
  Matrix variance = here.squares;
  for (std::size_t a = 0; a < variance.size; ++a) {
    for (std::size_t b = 0; b <= a; ++b) {
      variance.at(a, b) = games / (games - 1) * (variance.at(a, b) - here.gradient[a] * here.gradient[b] / games);
    }
  }
  return variance;
}

void tell_errors(const ChoiceSlopes& here, const Pull& pull, Fit& result) {
  const std::size_t size = result.weights.size();
  const Scoring scoring(here.information, pull.with(here.information));
  result.errors_by_choice = result.standard_errors = scoring.errors_by_choice(size);
  result.errors_by_game.assign(size, 0.0);
  if (here.games < 2) return;
  result.errors_by_game = scoring.errors_by_game(pull.with(variance_by_game(here)));
  for (std::size_t k = 0; k < size; ++k) result.standard_errors[k] = std::max(result.errors_by_choice[k], result.errors_by_game[k]);
}

}  // namespace

DecisionValuer::DecisionValuer(const Decisions& decisions, const chess::Attributes& attributes, chess::Lookahead lookahead)
    : searched_(decisions.searched), attributes_(attributes.size()), valuer_(attributes, lookahead) {}

void DecisionValuer::value(std::uint32_t number, chess::Position& position, const chess::MoveList& moves, std::span<const double> weights,
                           chess::MoveValues& out) {
  valuer_.value(position, moves, weights.first(attributes_), out);
  if (searched_ == nullptr) return;
  const std::span<const float> worths = searched_->at(number, position);
  out.slopes.resize(moves.size() * (attributes_ + 1));
  for (std::size_t i = moves.size(); i-- > 0;) {
    double* const row = out.slopes.data() + i * (attributes_ + 1);
    std::copy_backward(out.slopes.data() + i * attributes_, out.slopes.data() + (i + 1) * attributes_, row + attributes_);
    row[attributes_] = worths[i];
    out.values[i] += weights[attributes_] * worths[i];
  }
}

ChoiceSums& ChoiceSums::operator+=(const ChoiceSums& other) noexcept {
  decisions += other.decisions;
  log_likelihood += other.log_likelihood;
  random += other.random;
  first += other.first;
  in_five += other.in_five;
  return *this;
}

void add_slopes(ChoiceSlopes& sum, const ChoiceSlopes& part) {
  // What has no decision has no matrix either, which may be large.
  if (part.sums.decisions == 0) return;
  if (sum.sums.decisions == 0) {
    sum = part;
    return;
  }
  sum.sums += part.sums;
  for (std::size_t k = 0; k < sum.gradient.size(); ++k) sum.gradient[k] += part.gradient[k];
  for (std::size_t i = 0; i < sum.information.values.size(); ++i) sum.information.values[i] += part.information.values[i];
  if (part.games == 0) return;
  if (sum.games == 0) sum.squares = Matrix(part.squares.size);
  sum.games += part.games;
  for (std::size_t i = 0; i < sum.squares.values.size(); ++i) sum.squares.values[i] += part.squares.values[i];
}

double ChoiceSums::bits_each() const noexcept {
  return decisions == 0 ? 0 : -log_likelihood / std::numbers::ln2 / static_cast<double>(decisions);
}
double ChoiceSums::random_bits_each() const noexcept {
  return decisions == 0 ? 0 : random / std::numbers::ln2 / static_cast<double>(decisions);
}

ChoiceSums foretold(const Decisions& decisions, const chess::Attributes& attributes, chess::Lookahead lookahead,
                    std::span<const double> weights, std::size_t threads) {
  const auto take = [](ChoiceSums& part, SlopeAdder&, const Decided& at) { count(part, at.moves.values, at.chances, at.choice); };
  return over_decisions<ChoiceSums>(decisions, attributes, lookahead, weights, threads, ChoiceSums(), take,
                                    [](ChoiceSums& sum, const ChoiceSums& part) { sum += part; });
}

ChoiceSlopes slopes(const Decisions& decisions, const chess::Attributes& attributes, chess::Lookahead lookahead,
                    std::span<const double> weights, std::size_t threads) {
  const auto take = [](ChoiceSlopes& part, SlopeAdder& adder, const Decided& at) {
    if (part.sums.decisions == 0) part = ChoiceSlopes(at.moves.slope(0).size());
    count(part.sums, at.moves.values, at.chances, at.choice);
    adder.add(part, at.moves, at.chances, at.choice);
  };
  ChoiceSlopes all = over_decisions<ChoiceSlopes>(decisions, attributes, lookahead, weights, threads, ChoiceSlopes(0), take, add_slopes,
                                                  [](ChoiceSlopes& part, SlopeAdder& adder) { adder.end_game(part); });
  return all.sums.decisions > 0 ? all : ChoiceSlopes(decisions.width(attributes));
}

std::vector<ChoiceSlopes> slopes_by_part(const Decisions& decisions, const chess::Attributes& attributes, chess::Lookahead lookahead,
                                         std::span<const double> weights, std::size_t threads, std::size_t parts, const PartsOf& parts_of) {
  using Parts = std::vector<ChoiceSlopes>;
  const auto take = [&parts_of](Parts& all, SlopeAdder& adder, const Decided& at) {
    ChoiceSlopes one(at.moves.slope(0).size());
    count(one.sums, at.moves.values, at.chances, at.choice);
    adder.add(one, at.moves, at.chances, at.choice);
    parts_of(at.position, at.moves.values.size(), [&](std::size_t part) { add_slopes(all[part], one); });
  };
  const auto merge = [](Parts& sum, const Parts& part) {
    for (std::size_t i = 0; i < sum.size(); ++i) add_slopes(sum[i], part[i]);
  };
  Parts all = over_decisions<Parts>(decisions, attributes, lookahead, weights, threads, Parts(parts, ChoiceSlopes(0)), take, merge);
  for (ChoiceSlopes& part : all) {
    if (part.sums.decisions == 0) part = ChoiceSlopes(decisions.width(attributes));
  }
  return all;
}

double expected_gain(const ChoiceSlopes& at) {
  const std::vector<double> step = Scoring(at.information, at.information).step(at.gradient);
  return 0.5 * std::inner_product(step.begin(), step.end(), at.gradient.begin(), 0.0);
}

std::vector<double> error_ratios(const Fit& fit) {
  std::vector<double> ratios;
  for (std::size_t k = 0; k < fit.errors_by_game.size(); ++k) {
    if (fit.errors_by_game[k] > 0 && fit.errors_by_choice[k] > 0) ratios.push_back(fit.errors_by_game[k] / fit.errors_by_choice[k]);
  }
  std::ranges::sort(ratios);
  return ratios;
}

Fit fit(const Decisions& decisions, const chess::Attributes& attributes, const FitOptions& options, const FitListener& on_iteration) {
  const std::size_t size = decisions.width(attributes);
  const auto slopes_at = [&](std::span<const double> weights) {
    return slopes(decisions, attributes, options.lookahead, weights, options.threads);
  };
  Fit result;
  result.weights = options.prior.empty() ? std::vector<double>(size) : options.prior;
  ChoiceSlopes here = slopes_at(result.weights);
  const Pull pull(options, here);
  if (options.start) {
    result.weights = options.start->weights;
    result.iterations = options.start->iterations;
    here = slopes_at(result.weights);
  }
  const auto goal = [&](const ChoiceSlopes& at, std::span<const double> weights) { return at.sums.log_likelihood - pull.penalty(weights); };
  for (;;) {
    if (on_iteration) {
      on_iteration(result.iterations, here.sums.log_likelihood / static_cast<double>(std::max<std::uint64_t>(1, here.sums.decisions)));
    }
    std::vector<double> slope = pull.slope_at(result.weights);
    for (std::size_t k = 0; k < size; ++k) slope[k] = here.gradient[k] - slope[k];
    const std::vector<double> step = Scoring(here.information, pull.with(here.information)).step(slope);
    double gain = 0;
    for (std::size_t k = 0; k < size; ++k) gain += 0.5 * step[k] * slope[k];
    result.converged = gain < kLeastGain;
    if (result.converged || result.iterations == options.iterations) break;
    ++result.iterations;
    const double before = goal(here, result.weights);
    constexpr int kHalvings = 20;
    bool gained = false;
    for (int halving = 0; halving <= kHalvings && !gained; ++halving) {
      std::vector<double> there = result.weights;
      for (std::size_t k = 0; k < size; ++k) there[k] += std::ldexp(step[k], -halving);
      ChoiceSlopes tried = slopes_at(there);
      gained = goal(tried, there) > before;
      if (!gained) continue;
      result.weights = std::move(there);
      here = std::move(tried);
      if (options.on_step) options.on_step({result.weights, result.iterations});
    }
    if (!gained) break;
  }
  result.sums = here.sums;
  tell_errors(here, pull, result);
  return result;
}

}  // namespace trivium::learning::choice

#include "learning/choice/scoring.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "learning/statistics/newton.h"
#include "learning/statistics/vectors.h"

namespace trivium::learning::choice {

/// Gaussian prior of the weights: subtracts (w - prior)' P (w - prior) / 2 from the log-likelihood.
/// P is the ridge plus the information of `prior_moves` average moves.
class GaussianPrior {
 public:
  /// Requires: `at_prior` has the slopes at the prior.
  GaussianPrior(const FitOptions& options, const ChoiceSlopes& at_prior)
      : prior_(at_prior.gradient.size()), strength_(at_prior.information) {
    if (!options.prior.empty()) prior_ = options.prior;
    const double each =
        options.prior_moves / static_cast<double>(std::max<std::uint64_t>(1, at_prior.sums.cases));
    for (double& value : strength_.values) value *= each;
    for (std::size_t k = 0; k < prior_.size(); ++k) strength_.at(k, k) += options.ridge;
  }

  /// Returns (w - prior)' P (w - prior) / 2.
  double penalty(std::span<const double> weights) const {
    const std::vector<double> slope = slope_at(weights);
    double sum = 0;
    for (std::size_t k = 0; k < weights.size(); ++k) sum += (weights[k] - prior_[k]) * slope[k];
    return 0.5 * sum;
  }

  /// Returns the gradient of the penalty.
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

  /// Returns `information` plus P.
  statistics::Matrix with(statistics::Matrix information) const {
    information += strength_;
    return information;
  }

 private:
  std::vector<double> prior_;
  statistics::Matrix strength_;  ///< lower triangle
};

namespace {

constexpr double kMinGain = 1e-6;

/// The weights about which the decisions have information, with the Cholesky factor of their
/// information including the prior.
class KnownWeights {
 public:
  /// `known` is the information of the decisions, and `all` includes that of the prior.
  KnownWeights(const statistics::Matrix& known, const statistics::Matrix& all)
      : known_(known_in(known)), factor_(factor_of(among_known(all))) {}

  /// Returns the step of Fisher scoring for a gradient; 0 for all other weights.
  std::vector<double> step(std::span<const double> slope) const {
    std::vector<double> right;
    for (const std::size_t k : known_) right.push_back(slope[k]);
    return spread(factor_.solve(right), slope.size());
  }

  /// Returns the errors of `size` weights; 0 for all other weights.
  std::vector<double> errors_by_choice(std::size_t size) const {
    return spread(roots(factor_.inverse_diagonal()), size);
  }
  /// Returns the errors by game. `slopes` is the variance of the gradient.
  std::vector<double> errors_by_game(const statistics::Matrix& slopes) const {
    return spread(roots(factor_.sandwich_diagonal(among_known(slopes))), slopes.size);
  }

 private:
  /// Returns the square roots of variances, which may be below 0 by rounding.
  static std::vector<double> roots(std::vector<double> variances) {
    for (double& variance : variances) variance = std::sqrt(std::max(variance, 0.0));
    return variances;
  }

  static std::vector<std::size_t> known_in(const statistics::Matrix& information) {
    std::vector<std::size_t> known;
    for (std::size_t k = 0; k < information.size; ++k) {
      if (information.at(k, k) > 0) known.push_back(k);
    }
    return known;
  }

  statistics::Matrix among_known(const statistics::Matrix& information) const {
    statistics::Matrix matrix(known_.size());
    for (std::size_t a = 0; a < known_.size(); ++a) {
      for (std::size_t b = 0; b <= a; ++b) matrix.at(a, b) = information.at(known_[a], known_[b]);
    }
    return matrix;
  }

  /// Returns the factor of `matrix`. If it is numerically singular, its diagonal is increased until
  /// it is not.
  static statistics::Cholesky factor_of(statistics::Matrix matrix) {
    for (double more = 1e-9;; more *= 10) {
      if (std::optional<statistics::Cholesky> factor = statistics::Cholesky::of(matrix))
        return *std::move(factor);
      for (std::size_t k = 0; k < matrix.size; ++k) matrix.at(k, k) *= 1 + more;
    }
  }

  /// Returns a vector over all weights, given values of the known ones.
  std::vector<double> spread(std::span<const double> values, std::size_t size) const {
    std::vector<double> all(size);
    for (std::size_t i = 0; i < values.size(); ++i) all[known_[i]] = values[i];
    return all;
  }

  std::vector<std::size_t> known_;
  statistics::Cholesky factor_;
};

/// Estimates the variance of the summed gradient from the differences between games. Requires: at
/// least two games.
statistics::Matrix variance_by_game(const ChoiceSlopes& here) {
  const auto games = static_cast<double>(here.games);
  statistics::Matrix variance = here.squares;
  for (std::size_t a = 0; a < variance.size; ++a) {
    for (std::size_t b = 0; b <= a; ++b) {
      variance.at(a, b) =
          games / (games - 1) * (variance.at(a, b) - here.gradient[a] * here.gradient[b] / games);
    }
  }
  return variance;
}

/// Sets the errors of `result`.
void set_errors(const ChoiceSlopes& here, const GaussianPrior& prior, Fit& result) {
  const std::size_t size = result.weights.size();
  const KnownWeights scoring(here.information, prior.with(here.information));
  result.errors_by_choice = result.standard_errors = scoring.errors_by_choice(size);
  result.errors_by_game.assign(size, 0.0);
  if (here.games < 2) return;
  result.errors_by_game = scoring.errors_by_game(prior.with(variance_by_game(here)));
  for (std::size_t k = 0; k < size; ++k)
    result.standard_errors[k] = std::max(result.errors_by_choice[k], result.errors_by_game[k]);
}

}  // namespace

void SlopeAdder::add(ChoiceSlopes& to, const chess::MoveValues& moves,
                     std::span<const double> chances, std::size_t choice) {
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
    for (std::size_t b = 0; b <= a; ++b)
      to.information.at(columns_[a], columns_[b]) += square_[a * width + b];
  }
}

void SlopeAdder::end_game(ChoiceSlopes& to) {
  if (!in_game_) return;
  in_game_ = false;
  ++to.games;
  if (to.squares.size == 0) to.squares = statistics::Matrix(game_.size());
  columns_.clear();
  for (std::size_t k = 0; k < game_.size(); ++k) {
    if (game_[k] == 0) continue;
    columns_.push_back(k);
    for (const std::size_t other : columns_) to.squares.at(k, other) += game_[k] * game_[other];
  }
  std::ranges::fill(game_, 0.0);
}

void SlopeAdder::find_columns(const chess::MoveValues& moves) {
  const std::size_t rows = moves.values.size();
  const std::span<const double> first = moves.slope(0);
  differs_.assign(first.size(), 0);
  for (std::size_t i = 1; i < rows; ++i) {
    const std::span<const double> row = moves.slope(i);
    for (std::size_t k = 0; k < row.size(); ++k)
      differs_[k] |= static_cast<unsigned char>(row[k] != first[k]);
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

void count_choice(ChoiceSums& sums, std::span<const double> values, std::span<const double> chances,
                  std::size_t choice) {
  sums.add(std::log(std::max(chances[choice], 1e-300)), values.size());
  std::size_t better = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    better += values[i] > values[choice] || (values[i] == values[choice] && i < choice);
  sums.first += better == 0;
  sums.in_five += better < 5;
}

ChoiceSlopes& ChoiceSlopes::operator+=(const ChoiceSlopes& more) {
  // Slopes without decisions may have no matrix, because it can be large.
  if (more.sums.cases == 0) return *this;
  if (sums.cases == 0) return *this = more;
  sums += more.sums;
  statistics::add_multiple(gradient, 1.0, more.gradient);
  information += more.information;
  if (more.games == 0) return *this;
  if (games == 0) squares = statistics::Matrix(more.squares.size);
  games += more.games;
  squares += more.squares;
  return *this;
}

double expected_gain(const ChoiceSlopes& at) {
  const std::vector<double> step = KnownWeights(at.information, at.information).step(at.gradient);
  return 0.5 * statistics::dot(step, at.gradient);
}

std::vector<double> error_ratios(const Fit& fit) {
  std::vector<double> ratios;
  for (std::size_t k = 0; k < fit.errors_by_game.size(); ++k) {
    if (fit.errors_by_game[k] > 0 && fit.errors_by_choice[k] > 0)
      ratios.push_back(fit.errors_by_game[k] / fit.errors_by_choice[k]);
  }
  std::ranges::sort(ratios);
  return ratios;
}

Scoring::Scoring(std::size_t weights, SlopesAt slopes_at, const FitOptions& options,
                 const FitState* from)
    : slopes_at_(std::move(slopes_at)),
      max_steps_(options.iterations),
      state_{options.prior.empty() ? std::vector<double>(weights) : options.prior, 0},
      here_(slopes_at_(state_.weights)),
      prior_(std::make_unique<const GaussianPrior>(options, here_)) {
  if (from == nullptr) return;
  state_ = *from;
  here_ = slopes_at_(state_.weights);
}

Scoring::~Scoring() = default;

double Scoring::goal(const ChoiceSlopes& at, std::span<const double> weights) const {
  return at.sums.log_likelihood - prior_->penalty(weights);
}

bool Scoring::advance() {
  const std::size_t size = state_.weights.size();
  std::vector<double> slope = prior_->slope_at(state_.weights);
  for (std::size_t k = 0; k < size; ++k) slope[k] = here_.gradient[k] - slope[k];
  const std::vector<double> step =
      KnownWeights(here_.information, prior_->with(here_.information)).step(slope);
  converged_ = 0.5 * statistics::dot(slope, step) < kMinGain;
  if (converged_ || state_.iterations == max_steps_) return false;
  ++state_.iterations;
  const double before = goal(here_, state_.weights);
  constexpr int kLengths = 21;
  auto landing = statistics::halve(
      state_.weights, step, kLengths,
      [this](const std::vector<double>& there) { return slopes_at_(there); },
      [&](const statistics::Place<ChoiceSlopes>& there, double) {
        return goal(there.point, there.x) > before ? statistics::StepDecision::kTake
                                                   : statistics::StepDecision::kReject;
      });
  if (!landing) return false;
  state_.weights = std::move(landing->first.x);
  here_ = std::move(landing->first.point);
  return true;
}

Fit Scoring::result() const {
  Fit result;
  result.weights = state_.weights;
  result.iterations = state_.iterations;
  result.converged = converged_;
  result.sums = here_.sums;
  set_errors(here_, *prior_, result);
  return result;
}

Fit fit(std::size_t weights, const SlopesAt& slopes_at, const FitOptions& options,
        const FitListener& on_iteration) {
  Scoring scoring(weights, slopes_at, options);
  do {
    if (on_iteration) on_iteration(scoring.state().iterations, scoring.log_likelihood());
  } while (scoring.advance());
  return scoring.result();
}

}  // namespace trivium::learning::choice

#include "learning/tdleaf/results_by_value.h"

#include <algorithm>
#include <cmath>

#include "engine/core/logistic.h"
#include "learning/statistics/newton.h"

namespace trivium::learning::tdleaf {

namespace {

constexpr std::size_t kMaxSteps = 100;
constexpr int kTrials = 20;        // maximum number of trials of a step
constexpr double kEnough = 1e-10;  // converged if the log-likelihood gains less than this share

/// Ordered logit, whose log-likelihood is concave in slope and margin: P(win) is logistic(slope x
/// value - margin), P(loss) is logistic(-slope x value - margin).
struct OrderedLogit {
  double slope;
  double margin;
};

/// Log-likelihood with its first and second derivatives with respect to slope and margin.
struct Likelihood {
  double value = 0.0;
  double by_slope = 0.0, by_margin = 0.0;
  double slope_slope = 0.0, slope_margin = 0.0, margin_margin = 0.0;

  /// Computes P(draw) as win x loss x (e^(2 margin) - 1). This equals 1 - win - loss, but keeps its
  /// precision when the draw is very unlikely.
  void add(const OrderedLogit& model, double position,
           const std::array<std::uint64_t, 3>& results) noexcept {
    const double win_logit = model.slope * position - model.margin,
                 loss_logit = -model.slope * position - model.margin;
    const double win = logistic(win_logit), loss = logistic(loss_logit);
    const double not_win = logistic(-win_logit), not_loss = logistic(-loss_logit);
    const double log_win = -logistic_loss(win_logit, 1.0),
                 log_loss = -logistic_loss(loss_logit, 1.0);
    const double odds = std::expm1(2.0 * model.margin);
    const double x = -not_win / (loss * odds), y = -not_loss / (win * odds);
    add({log_loss, 0.0, not_loss, 0.0, 0.0, -loss * not_loss}, position,
        static_cast<double>(results[0]));
    add({log_win + log_loss + std::log(odds), x, y, x * (not_win - win) - x * x, -x * y,
         y * (not_loss - loss) - y * y},
        position, static_cast<double>(results[1]));
    add({log_win, not_win, 0.0, -win * not_win, 0.0, 0.0}, position,
        static_cast<double>(results[2]));
  }

 private:
  /// Log-probability of a result, with its first and second derivatives with respect to x (the
  /// logit of a win) and y (the logit of a loss).
  struct Term {
    double log = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0, yy = 0.0;
  };
  void add(const Term& term, double position, double count) noexcept {
    value += count * term.log;
    by_slope += count * position * (term.x - term.y);
    by_margin -= count * (term.x + term.y);
    slope_slope += count * position * position * (term.xx - 2 * term.xy + term.yy);
    slope_margin += count * position * (term.yy - term.xx);
    margin_margin += count * (term.xx + 2 * term.xy + term.yy);
  }
};

}  // namespace

void ResultsByValue::add(double centipawns, Outcome for_white) noexcept {
  const double within =
      std::clamp(centipawns, -static_cast<double>(kMax), static_cast<double>(kMax));
  const auto place = static_cast<std::size_t>(std::lround((within + kMax) / kStep));
  ++counts_[place][static_cast<std::size_t>(static_cast<int>(for_white) + 1)];
}

std::optional<ExpectationModel> ResultsByValue::fit() const {
  for (std::size_t result = 0; result < 3; ++result) {
    std::uint64_t positions = 0;
    for (const auto& by_result : counts_) positions += by_result[result];
    if (positions < kMin) return std::nullopt;
  }
  using Place = statistics::Place<Likelihood>;
  const auto at = [this](const std::vector<double>& slope_and_margin) {
    Likelihood sum;
    for (std::size_t place = 0; place < kValues; ++place) {
      if (counts_[place] == std::array<std::uint64_t, 3>{}) continue;
      sum.add({slope_and_margin[0], slope_and_margin[1]}, value_of(place), counts_[place]);
    }
    return sum;
  };
  const auto direction = [](const Place& place) -> std::optional<statistics::Direction> {
    const Likelihood& here = place.point;
    const double determinant =
        here.slope_slope * here.margin_margin - here.slope_margin * here.slope_margin;
    if (!(determinant > 0.0)) return std::nullopt;
    return statistics::Direction{
        {-(here.margin_margin * here.by_slope - here.slope_margin * here.by_margin) / determinant,
         -(here.slope_slope * here.by_margin - here.slope_margin * here.by_slope) / determinant}};
  };
  const auto decide = [](const Place& before, const Place& after) {
    const double slack = kEnough * before.point.value;  // below 0, as is a log-likelihood
    if (!(after.x[1] > 0.0) || !(after.point.value >= before.point.value + slack))
      return statistics::StepDecision::kReject;
    return after.point.value - before.point.value > -slack ? statistics::StepDecision::kTake
                                                           : statistics::StepDecision::kTakeLast;
  };
  const std::vector<double> start{1.0 / 200.0, 0.5};
  Place place{start, at(start)};
  std::size_t steps = 0;
  if (statistics::climb(place, steps, {kMaxSteps, kTrials, 0}, at, direction, decide) !=
      statistics::Ended::kConverged)
    return std::nullopt;
  const ExpectationModel found{1.0 / place.x[0], place.x[1] / place.x[0]};
  return chess::plausible(found) ? std::optional(found) : std::nullopt;
}

}  // namespace trivium::learning::tdleaf

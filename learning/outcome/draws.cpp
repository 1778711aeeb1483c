#include "learning/outcome/draws.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <tuple>

#include "engine/core/logistic.h"
#include "learning/harness/work_items.h"
#include "learning/statistics/evidence.h"
#include "learning/statistics/newton.h"
#include "models/format/load_error.h"

namespace trivium::learning::outcome {

namespace {

constexpr std::size_t kSumShards = 32;  // changes results: sums are added shard by shard
constexpr std::size_t kMaxNumbers = 3;  // level and two slopes
constexpr double kNoGain = 1e-12;       // gain of a converged fit, in nats per position
constexpr std::size_t kTenths = 10;

constexpr std::array kRoomMeasures = std::to_array<RoomMeasure>({
    {"windows for each empty cell", 1,
     [](const DrawPosition& p, double* into) { into[0] = std::log(p.room()); }},
    {"nothing", 0, [](const DrawPosition&, double*) {}},
    {"empty cells", 1, [](const DrawPosition& p, double* into) { into[0] = std::log(p.empty); }},
    {"windows", 1, [](const DrawPosition& p, double* into) { into[0] = std::log(p.windows); }},
    {"windows, empty cells", 2,
     [](const DrawPosition& p, double* into) {
       into[0] = std::log(p.windows);
       into[1] = std::log(p.empty);
     }},
});

/// Log loss of one position, with its first and second derivatives by `log_term` = level + slopes
/// times logarithms.
struct LossTerm {
  double loss;
  double slope;
  double curvature;
};

LossTerm term_of(const DrawPosition& position, double log_term) noexcept {
  const double value = position.value / 100.0;
  const double margin = softplus(log_term) / 2.0;
  const double by = logistic(log_term) / 2.0;    // derivative of the margin
  const double bend = by * logistic(-log_term);  // its second derivative
  LossTerm term{0.0, 0.0, 0.0};
  // Adds the log loss of a result whose log-odds are `score` = constant - margin.
  const auto add_end = [&](double score) {
    const double against = logistic(-score);
    term.loss += logistic_loss(score, 1.0);
    term.slope += against * by;
    term.curvature += against * (1.0 - against) * by * by + against * bend;
  };
  if (position.result != Outcome::kLoss) add_end(value - margin);
  if (position.result != Outcome::kWin) add_end(-value - margin);
  if (position.result == Outcome::kDraw) {
    term.loss -= log_term;
    term.slope -= 1.0;
  }
  return term;
}

/// Sums over all positions, with derivatives by the numbers of a fit.
struct MarginSums {
  double loss = 0.0;
  std::vector<double> gradient;  ///< of the log-likelihood
  statistics::Matrix curvature;  ///< minus the Hessian of the log-likelihood; lower triangle only

  explicit MarginSums(std::size_t numbers) : gradient(numbers), curvature(numbers) {}
  /// For Transfer and Shards::sum().
  auto fields() noexcept { return std::tie(loss, gradient, curvature); }
};

/// Adds a position. `at` are the numbers of the fit.
void add(const DrawPosition& position, const RoomMeasure& room, std::span<const double> at,
         MarginSums& sums) {
  std::array<double, kMaxNumbers> of{1.0};
  room.logarithms(position, &of[1]);
  double log_term = 0.0;
  for (std::size_t i = 0; i < at.size(); ++i) log_term += at[i] * of[i];
  const LossTerm term = term_of(position, log_term);
  sums.loss += term.loss;
  for (std::size_t i = 0; i < at.size(); ++i) {
    sums.gradient[i] -= term.slope * of[i];
    for (std::size_t j = 0; j <= i; ++j) sums.curvature.at(i, j) += term.curvature * of[i] * of[j];
  }
}

MarginSums sums_over(std::span<const DrawPosition> positions, const RoomMeasure& room,
                     std::span<const double> at, Crew crew) {
  return sum_of_items(positions.size(), Shards(kSumShards, crew), MarginSums(at.size()),
                      [&](MarginSums& sums, std::size_t i) { add(positions[i], room, at, sums); });
}

std::string steps_text(const DrawFit& fit) {
  return fmt::format("{} steps{}", fit.steps, fit.settled ? "" : ", which were not enough");
}

}  // namespace

std::span<const RoomMeasure> room_measures() noexcept { return kRoomMeasures; }
const RoomMeasure& engine_room() noexcept { return kRoomMeasures.front(); }

DrawFit fit_draws(const DrawData& data, const RoomMeasure& room, Crew crew, std::size_t max_steps) {
  const auto drawn = std::ranges::count(data.train, Outcome::kDraw, &DrawPosition::result);
  if (drawn == 0 || drawn == std::ssize(data.train)) {
    throw format::LoadError(
        "draws.drawn.none",
        "draws: of {} positions to learn from {} were drawn: some must be, and some not",
        data.train.size(), drawn);
  }
  using Place = statistics::Place<MarginSums>;
  const auto train_sums = [&](std::span<const double> at) {
    return sums_over(data.train, room, at, crew);
  };
  const auto positions = static_cast<double>(data.train.size());
  const auto decide = [positions](const Place& before, const Place& after) {
    const double gain = (before.point.loss - after.point.loss) / positions;
    if (!(gain >= 0.0)) return statistics::StepDecision::kReject;
    if (gain == 0.0) return statistics::StepDecision::kStay;
    return gain < kNoGain ? statistics::StepDecision::kTakeLast : statistics::StepDecision::kTake;
  };
  const std::vector<double> start(1 + room.slopes);
  Place place{start, train_sums(start)};
  DrawFit fit;
  fit.room = room.name;
  const statistics::Ended ended =
      statistics::climb(place, fit.steps, {.steps = max_steps, .min_gain = 0}, train_sums,
                        statistics::kNewtonDirection, decide);
  if (ended == statistics::Ended::kFlat)
    throw format::LoadError("draws.room.flat",
                            "draws: the games do not tell how draws depend on the room ({})",
                            room.name);
  fit.settled = ended != statistics::Ended::kSteps;
  fit.numbers = place.x;
  fit.train = place.point.loss / positions;
  fit.held_out =
      statistics::mean_of(sums_over(data.held_out, room, place.x, crew).loss, data.held_out.size());
  return fit;
}

std::vector<DrawFit> fit_rooms(const DrawData& data, Crew crew, const FitListener& listener) {
  std::vector<DrawFit> fits;
  for (const RoomMeasure& room : room_measures()) {
    try {
      const DrawFit& fit = fits.emplace_back(fit_draws(data, room, crew));
      const std::string held_out =
          fit.held_out > 0.0 ? fmt::format(", held out {:.5f}", fit.held_out) : "";
      listener(fmt::format("draws by {}: log-loss {:.5f}{}, {}", fit.room, fit.train, held_out,
                           steps_text(fit)));
    } catch (const ProcessFault&) {
      throw;
    } catch (const format::LoadError& error) {
      if (&room == &engine_room()) throw;
      listener(fmt::format("{}: left out of the comparison", error.what()));
    }
  }
  return fits;
}

connect6::DrawModel draw_model_of(const DrawFit& fit) {
  const connect6::DrawModel model{fit.numbers.at(0), fit.numbers.at(1)};
  if (model.plausible()) return model;
  const std::string why =
      model.slope > 0.0 ? "more room must not make more draws"
                        : fmt::format("too few games to tell: neither may be above {:g} in size",
                                      connect6::DrawModel::kMax);
  throw format::LoadError("draws.numbers.range",
                          "draws: the games teach a level of {:g} and a slope of {:g} ({}): {}",
                          model.level, model.slope, steps_text(fit), why);
}

DrawMetrics measure_draws(std::span<const DrawPosition> positions,
                          const connect6::DrawModel& model) {
  DrawMetrics metrics;
  for (const DrawPosition& position : positions) {
    const EndChances chances =
        ExpectationModel{.draw_margin = model.margin(position.room())}.chances(position.value /
                                                                               100.0);
    const double loss =
        term_of(position, model.level + model.slope * std::log(position.room())).loss;
    const statistics::ResultEvidence sums{
        .cases = 1,
        .loss = loss,
        .won = {chances.win, position.result == Outcome::kWin ? 1.0 : 0.0},
        .drawn = {chances.draw, position.result == Outcome::kDraw ? 1.0 : 0.0}};
    const auto cells = static_cast<std::size_t>(position.empty + position.stones);
    metrics.all += sums;
    metrics
        .by_prediction[std::min(static_cast<std::size_t>(chances.draw * kTenths), kTenths - 1)] +=
        sums;
    metrics.by_full[position.stones * kTenths / cells] += sums;
    metrics.by_size[static_cast<std::size_t>(std::lround(std::sqrt(cells)))] += sums;
  }
  return metrics;
}

}  // namespace trivium::learning::outcome

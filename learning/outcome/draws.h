// Fits the draw margin of engine/connect6/evaluation/draw_model.h to Connect-6 games that were
// played to the end.
//
// Only the margin is fitted; the value is fixed. Training positions are those of draw_positions.h.
// If w and l are the probabilities of a win and a loss, the model is
//
//   log P(draw) = log w + log l + level + slope * log(room)
//
// The likelihood is concave in level and slope; Newton's method finds its maximum in less than a
// second. Other measures of room are fitted for comparison on held-out games. The result depends
// only on games, seed, nodes and weights, not on the number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/connect6/evaluation/draw_model.h"
#include "learning/harness/crew.h"
#include "learning/harness/manifest.h"
#include "learning/harness/model_card.h"
#include "learning/outcome/draw_positions.h"
#include "learning/statistics/evidence.h"
#include "models/format/weight_file.h"

namespace trivium::learning::outcome {

/// A measure of the remaining room.
struct RoomMeasure {
  std::string_view name;  ///< quantities whose logarithms are used
  std::size_t slopes;     ///< number of these quantities, at most 2; each has a slope
  /// Writes the logarithms of the quantities to `into`.
  void (*logarithms)(const DrawPosition& position, double* into);
};
/// Returns all measures that are compared; the engine's is the first.
std::span<const RoomMeasure> room_measures() noexcept;
/// Returns the measure that the engine uses.
const RoomMeasure& engine_room() noexcept;

/// The fit with one measure of room.
struct DrawFit {
  std::string_view room;        ///< RoomMeasure::name
  std::vector<double> numbers;  ///< level, then slopes
  std::size_t steps = 0;        ///< steps of Newton's method
  double train = 0.0;           ///< mean log loss on the training positions, in nats
  double held_out = 0.0;        ///< the same on held-out positions; 0 if there are none
  bool settled = true;          ///< false if the limit of steps ended the fit
};

inline constexpr std::size_t kMaxDrawSteps = 200;

/// Fits level and slopes, with at most `max_steps` steps. Throws format::LoadError unless the
/// training positions have both draws and other results, and determine all numbers.
DrawFit fit_draws(const DrawData& data, const RoomMeasure& room, Crew crew,
                  std::size_t max_steps = kMaxDrawSteps);

/// Called with a line for each measure: the fit, or the reason why there is none.
using FitListener = std::function<void(const std::string&)>;

/// Returns a fit for each measure of room, the engine's first. Omits other measures that the
/// positions do not determine. Throws as fit_draws() does if the engine's measure cannot be fitted.
std::vector<DrawFit> fit_rooms(const DrawData& data, Crew crew, const FitListener& listener);

/// Returns the engine's model from a fit with engine_room(). Throws format::LoadError if the fit is
/// implausible: if it has more draws with more room, or numbers that are too large because there
/// were too few games.
connect6::DrawModel draw_model_of(const DrawFit& fit);

struct DrawMetrics {
  statistics::ResultEvidence all;
  statistics::EvidenceByNumber by_prediction;  ///< P(draw) in tenths, rounded down, 0 to 9
  statistics::EvidenceByNumber by_full;        ///< share of occupied cells in tenths, as above
  statistics::EvidenceByNumber by_size;        ///< side length of the board
};

/// Compares the model's predictions with the results.
DrawMetrics measure_draws(std::span<const DrawPosition> positions,
                          const connect6::DrawModel& model);

/// Returns `value` with the tensor of draws added or replaced. Adds origin, counts, figures and the
/// data of the value to `manifest`. Requires: `manifest` has tool, command, seed, data and, as
/// `value`, value_origin().
format::WeightFile draws_file(format::WeightFile value, const connect6::DrawModel& model,
                              const DrawData& data, const DrawMetrics& train,
                              const DrawMetrics& held_out, Manifest manifest);
/// Returns the prose of the model card. `from` is the weight file from which the value was copied.
CardText draws_card(const ValueOrigin& origin, const DataSource& from,
                    const connect6::DrawModel& model);

/// Returns a CSV table with a line for each fit.
std::string rooms_csv(std::span<const DrawFit> fits);
/// Returns a CSV table of predicted and actual draws and wins, with a line for each key of `train`
/// or `held_out`. `key` is the heading of the column of keys.
std::string draws_csv(std::string_view key, const statistics::EvidenceByNumber& train,
                      const statistics::EvidenceByNumber& held_out);

}  // namespace trivium::learning::outcome

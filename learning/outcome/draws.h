// Fits the draw margin of engine/connect6/evaluation/draw_model.h to Connect-6 games that were
// played to the end.
//
// Only the margin is fitted; the value is fixed. With the positions of draw_positions.h, w and l
// the probabilities of a win and a loss, and e the room,
// win and a loss, and e the room,
//
//   log P(draw) = log w + log l + level + slope * log(e)
//
// The likelihood is concave in level and slope, and Newton's method finds its maximum in less than
// a second. Other measures of room are fitted for comparison on held-out games. The result depends
// only on games, seed, nodes and weights, not on the number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/connect6/evaluation/draw_model.h"
#include "learning/harness/manifest.h"
#include "learning/harness/model_card.h"
#include "learning/outcome/draw_positions.h"
#include "learning/statistics/sums.h"
#include "models/format/weight_file.h"

namespace trivium::learning::outcome {

/// A measure of the remaining room.
struct RoomMeasure {
  std::string_view name;  ///< of what the logarithms are taken
  std::size_t slopes;     ///< their number, at most 2
  void (*logarithms)(const DrawPosition& position, double* into);
};
std::span<const RoomMeasure> room_measures() noexcept;
/// The measure that the engine uses.
const RoomMeasure& engine_room() noexcept;

/// The fit with one measure, and mean log-losses.
struct DrawFit {
  std::string_view room;
  std::vector<double> numbers;  ///< level, then slopes
  std::size_t steps = 0;        ///< of Newton's method, all that were taken
  double train = 0.0;
  double held_out = 0.0;  ///< 0 where no position is held out
  bool settled = true;    ///< not where another step would have gained something
};

inline constexpr std::size_t kMaxDrawSteps = 200;

/// Throws format::LoadError unless the training positions have both draws and other results, and
/// determine both numbers.
DrawFit fit_draws(const DrawData& data, const RoomMeasure& room, std::size_t threads,
                  std::size_t most_steps = kMaxDrawSteps);

/// Called with a line for each measure: the fit, or why there is none.
using FitListener = std::function<void(const std::string&)>;

/// Returns a fit for each measure of room, the engine's first. Other measures that the positions do
/// not determine are omitted. Throws as fit_draws() does for the engine's.
std::vector<DrawFit> fit_rooms(const DrawData& data, std::size_t threads,
                               const FitListener& listener);

/// Returns the engine's model. Throws format::LoadError if the fit is implausible (more draws with
/// more room) or has too few games.
connect6::DrawModel draw_model_of(const DrawFit& fit);

/// Sums over positions.
struct DrawSums {
  std::uint64_t positions = 0;
  double loss = 0.0;  ///< -log-likelihood, natural
  double drawn_predicted = 0.0;
  double drawn = 0.0;
  double won_predicted = 0.0;
  double won = 0.0;

  double mean_loss() const noexcept {
    return positions > 0 ? loss / static_cast<double>(positions) : 0.0;
  }
  DrawSums& operator+=(const DrawSums& other) noexcept {
    return statistics::add_fields(*this, other, &DrawSums::positions, &DrawSums::loss,
                                  &DrawSums::drawn_predicted, &DrawSums::drawn,
                                  &DrawSums::won_predicted, &DrawSums::won);
  }
};

struct DrawMetrics {
  DrawSums all;
  std::map<std::size_t, DrawSums> by_prediction;  ///< by tenths of the chance of a draw
  std::map<std::size_t, DrawSums> by_full;        ///< by tenths of the board that are full
  std::map<std::size_t, DrawSums> by_size;        ///< of the board
};

DrawMetrics measure_draws(std::span<const DrawPosition> positions,
                          const connect6::DrawModel& model);

/// Returns `value` with the tensor of draws added or replaced. `manifest` already has tool,
/// command, seed, data and value_origin().
format::WeightFile draws_file(format::WeightFile value, const connect6::DrawModel& model,
                              const DrawData& data, const DrawMetrics& train,
                              const DrawMetrics& held_out, Manifest manifest);
/// `from` is the file of the weights.
CardText draws_card(const ValueOrigin& origin, const DataSource& from,
                    const connect6::DrawModel& model);

/// A line for each measure of room.
std::string rooms_csv(std::span<const DrawFit> fits);
/// A line for each key that either has: predicted and actual draws and wins.
std::string draws_csv(std::string_view key, const std::map<std::size_t, DrawSums>& train,
                      const std::map<std::size_t, DrawSums>& held_out);

}  // namespace trivium::learning::outcome

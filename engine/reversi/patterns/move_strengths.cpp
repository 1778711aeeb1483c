#include "engine/reversi/patterns/move_strengths.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "engine/core/steady_math.h"
#include "engine/reversi/patterns/pattern_value.h"
#include "models/format/load_error.h"
#include "models/format/packing.h"

namespace trivium::reversi {

namespace {

/// Returns the numbers of the packed tensor PREFIX.TABLE.
template <class Number>
std::vector<Number> unpacked_table(const format::WeightFile& file, std::string_view prefix,
                                   const PatternTable& table) {
  const std::string name = fmt::format("{}.{}", prefix, table.name);
  const format::Tensor plain =
      format::unpacked(file.tensor(format::packed_name(name)), name, format::dtype_of<Number>(),
                       {table.stages, table.codes}, file.source);
  const std::span<const Number> values = plain.values<Number>();
  return {values.begin(), values.end()};
}

}  // namespace

std::shared_ptr<const MoveStrengths> MoveStrengths::load(const std::filesystem::path& path) {
  return from_file(format::read_weight_file(path));
}

std::shared_ptr<const MoveStrengths> MoveStrengths::from_file(const format::WeightFile& file) {
  file.expect(kMoveStrengthsKind, kMoveStrengthsSchema);
  std::shared_ptr<MoveStrengths> strengths(new MoveStrengths(set_in(file, PatternUse::kMoves)));
  const std::span<const PatternTable> tables = strengths->set_.tables();
  if (file.tensors.size() != 1 + 2 * tables.size()) {
    throw format::LoadError("weights.tensors",
                            fmt::format("{}: {} tensors, the definition requires {}", file.source,
                                        file.tensors.size(), 1 + 2 * tables.size()));
  }
  for (const PatternTable& table : tables) {
    for (const float gamma : unpacked_table<float>(file, "gamma", table)) {
      if (!(gamma >= kMinGamma && gamma <= kMaxGamma)) {
        throw format::LoadError(
            "weights.value",
            fmt::format("{}: a gamma of {} in {}: it must be from {:.3g} to {:.3g}", file.source,
                        gamma, table.name, kMinGamma, kMaxGamma));
      }
      strengths->gammas_.push_back(gamma);
      strengths->logs_.push_back(
          static_cast<std::int16_t>(std::lround(steady_log(gamma) * kUnitsPerLog)));
    }
    const auto wins = unpacked_table<std::uint32_t>(file, "wins", table);
    strengths->wins_.insert(strengths->wins_.end(), wins.begin(), wins.end());
  }
  strengths->source_ = file.source;
  return strengths;
}

std::vector<double> move_probabilities(const MoveStrengths& strengths, const Position& position) {
  const std::vector<Move> moves = legal_moves(position);
  if (moves.size() <= 1) return std::vector<double>(moves.size(), 1.0);
  std::vector<double> shares;
  for (const Move move : moves) {
    double log = 0;
    strengths.set().visit_move(position, move, position.flips(move), [&](FeatureId feature) {
      log += steady_log(strengths.gammas()[feature]);
    });
    shares.push_back(log);
  }
  const double most = *std::ranges::max_element(shares);
  double sum = 0;
  for (double& share : shares) sum += share = steady_exp(share - most);
  for (double& share : shares) share /= sum;
  return shares;
}

std::vector<format::Tensor> strength_tensors(const PatternSet& set, std::span<const float> gammas,
                                             std::span<const std::uint32_t> wins) {
  std::vector<format::Tensor> tensors = {format::text_tensor("definition", set.text())};
  for (const PatternTable& table : set.tables()) {
    const std::vector<std::uint64_t> shape = {table.stages, table.codes};
    const auto add = [&](std::string_view prefix, auto values) {
      tensors.push_back(
          format::packed(format::make_tensor(fmt::format("{}.{}", prefix, table.name), shape,
                                             values.subspan(table.begin, table.features()))));
    };
    add("gamma", gammas);
    add("wins", wins);
  }
  return tensors;
}

}  // namespace trivium::reversi

#include "engine/reversi/patterns/move_strengths.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/core/steady_math.h"
#include "engine/reversi/patterns/pattern_tensors.h"
#include "models/format/load_error.h"

namespace trivium::reversi {

namespace {

constexpr std::string_view kGamma = "gamma";
constexpr std::string_view kWins = "wins";

}  // namespace

std::shared_ptr<const MoveStrengths> MoveStrengths::load(const std::filesystem::path& path) {
  return from_file(format::read_weight_file(path));
}

std::shared_ptr<const MoveStrengths> MoveStrengths::from_file(const format::WeightFile& file) {
  file.expect(kMoveStrengthsKind, kMoveStrengthsSchema);
  std::shared_ptr<MoveStrengths> strengths(new MoveStrengths(set_in(file, PatternUse::kMoves)));
  const std::span<const PatternTable> tables = strengths->set_.tables();
  expect_tensors(file, 1 + 2 * tables.size());
  for (const PatternTable& table : tables) {
    append_table(file, kGamma, table, strengths->gammas_);
    append_table(file, kWins, table, strengths->wins_);
    for (const float gamma : std::span(strengths->gammas_).subspan(table.begin)) {
      if (!(gamma >= kMinGamma && gamma <= kMaxGamma)) {
        throw format::LoadError("weights.value",
                                "{}: a gamma of {} in {}: it must be from {:.3g} to {:.3g}",
                                file.source, gamma, table.name, kMinGamma, kMaxGamma);
      }
      strengths->logs_.push_back(
          static_cast<std::int16_t>(std::lround(steady_log(gamma) * kUnitsPerLog)));
    }
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
  std::vector<format::Tensor> tensors = {definition_tensor(set)};
  for (const PatternTable& table : set.tables()) {
    tensors.push_back(packed_table(kGamma, table, gammas));
    tensors.push_back(packed_table(kWins, table, wins));
  }
  return tensors;
}

}  // namespace trivium::reversi

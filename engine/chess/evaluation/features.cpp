#include "engine/chess/evaluation/features.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace trivium::chess {

FeatureGroup group_of(FeatureIndex feature) noexcept {
  const auto after = std::ranges::upper_bound(detail::kGroupStarts, feature);
  return static_cast<FeatureGroup>(std::distance(detail::kGroupStarts.begin(), after) - 1);
}

std::string feature_name(FeatureIndex feature) {
  const FeatureGroup group = group_of(feature);
  std::string name(info(group).name);
  if (info(group).size > 1) name += '[' + std::to_string(feature - first_feature(group)) + ']';
  return name;
}

std::vector<std::string> parameter_names() {
  std::vector<std::string> names;
  names.reserve(kParameterCount);
  for (const std::string_view part : {"middlegame.", "endgame."}) {
    for (std::size_t k = 0; k < kFeatureCount; ++k)
      names.push_back(std::string(part) + feature_name(static_cast<FeatureIndex>(k)));
  }
  return names;
}

int game_phase(const Position& position) noexcept {
  const int minors =
      std::popcount(position.pieces(PieceType::kKnight) | position.pieces(PieceType::kBishop));
  const int rooks = std::popcount(position.pieces(PieceType::kRook));
  const int queens = std::popcount(position.pieces(PieceType::kQueen));
  return std::min(4 * minors + 8 * rooks + 18 * queens, 100);
}

}  // namespace trivium::chess

#include "engine/chess/features.h"

#include <bit>

#include "engine/chess/rules/movegen.h"

namespace trivium::chess {

namespace {

FeatureVector extract_side(const Position& position, Color side) noexcept {
  const auto count = [&](PieceType type) { return std::popcount(position.pieces(side, type)); };
  return {count(PieceType::kPawn), count(PieceType::kKnight), count(PieceType::kBishop),
          count(PieceType::kRook), count(PieceType::kQueen),  mobility(position, side)};
}

/// With the opponent in check the turn cannot be passed in chess; his king then stands to be taken, which is no move.
int count_without_king_captures(const Position& position) noexcept {
  const Bitboard enemy_king = bit(position.king(~position.side_to_move()));
  int count = 0;
  for (const Move move : legal_moves(position)) count += (bit(move.to()) & enemy_king) == 0;
  return count;
}

}  // namespace

std::vector<std::string> feature_names() {
  std::vector<std::string> names;
  names.reserve(kFeatureCount);
  for (const FeatureInfo& feature : kFeatures) names.emplace_back(feature.name);
  return names;
}

FeatureVector FeatureCounts::balance(Color view) const noexcept {
  FeatureVector difference{};
  for (std::size_t k = 0; k < kFeatureCount; ++k) difference[k] = view == Color::kWhite ? white[k] - black[k] : black[k] - white[k];
  return difference;
}

FeatureCounts extract_features(const Position& position) noexcept {
  return {extract_side(position, Color::kWhite), extract_side(position, Color::kBlack)};
}

int mobility(const Position& position, Color side) noexcept {
  if (side == position.side_to_move()) return count_legal(position);
  Position passed = position;
  Undo undo;
  passed.do_null_move(undo);
  return position.in_check() ? count_without_king_captures(passed) : count_legal(passed);
}

}  // namespace trivium::chess

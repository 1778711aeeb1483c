#include "engine/chess/features.h"

#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "doctest/doctest.h"

#include "engine/chess/rules/movegen.h"
#include "tests/engine/chess/support.h"

namespace trivium::chess {
namespace {

/// The same position with the other side to move and no en passant, by way of its FEN.
Position passed(const Position& position) {
  std::istringstream fields(to_fen(position, FenStyle::kShredder));
  std::string board, turn, castling;
  fields >> board >> turn >> castling;
  return position_of(board + (turn == "w" ? " b " : " w ") + castling + " - 0 1");
}

TEST_CASE("the start position has eight pawns and twenty moves a side") {
  const FeatureCounts counts = extract_features(start_position());
  CHECK(counts.white == FeatureVector{8, 2, 2, 2, 1, 20});
  CHECK(counts.black == counts.white);
  CHECK(counts.balance(Color::kWhite) == FeatureVector{});
}

TEST_CASE("mobility counts castling, for the side not on move too") {
  // King five moves, rook ten, castling; the black king five.
  CHECK(extract_features(position_of("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")).white[index(Feature::kMobility)] == 16);
  const FeatureCounts counts = extract_features(position_of("4k3/8/8/8/8/8/8/R3K3 b Q - 0 1"));
  CHECK(counts.white[index(Feature::kMobility)] == 16);
  CHECK(counts.black[index(Feature::kMobility)] == 5);
}

TEST_CASE("a side in check counts its evasions, and taking the king is no move for the other") {
  const FeatureCounts counts = extract_features(position_of("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1"));
  CHECK(counts.black[index(Feature::kMobility)] == 4);
  CHECK(counts.white[index(Feature::kMobility)] == 12 + 4);  // e3 to e7, the second rank; the king beside its rook
}

TEST_CASE("an en passant capture is a move of the side on move only") {
  const FeatureCounts counts = extract_features(position_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"));
  CHECK(counts.white[index(Feature::kMobility)] == 7);  // e6, exd6 and five of the king
  CHECK(counts.black[index(Feature::kMobility)] == 6);
  CHECK(extract_features(position_of("4k3/8/8/3pP3/8/8/8/4K3 b - - 0 2")).white[index(Feature::kMobility)] == 6);
}

TEST_CASE("the balance is one side's features minus the other's") {
  const FeatureCounts counts = extract_features(position_of("3qk3/8/8/8/8/8/PP6/4K3 w - - 0 1"));
  const FeatureVector white = counts.balance(Color::kWhite);
  const FeatureVector black = counts.balance(Color::kBlack);
  CHECK(white[index(Feature::kPawn)] == 2);
  CHECK(white[index(Feature::kQueen)] == -1);
  for (std::size_t k = 0; k < kFeatureCount; ++k) CHECK(black[k] == -white[k]);
}

TEST_CASE("mobility equals the legal moves of the position with the turn passed") {
  Rng rng(2);
  int compared = 0;
  for (int game = 0; game < 300; ++game) {
    const Position position = random_game(rng, 1 + static_cast<int>(rng.below(120))).position();
    const Color us = position.side_to_move();
    CHECK(mobility(position, us) == static_cast<int>(legal_moves(position).size()));
    if (position.in_check()) continue;
    CHECK(mobility(position, ~us) == static_cast<int>(legal_moves(passed(position)).size()));
    ++compared;
  }
  CHECK(compared > 200);
}

TEST_CASE("pinned pieces do not move, whoever is on move") {
  // The black knight on e6 is pinned by the rook: only the king moves, to five squares.
  const FeatureCounts counts = extract_features(position_of("4k3/8/4n3/8/8/8/4R3/4K3 w - - 0 1"));
  CHECK(counts.black[index(Feature::kMobility)] == 5);
}

TEST_CASE("every feature has a name of its own") {
  const std::vector<std::string> names = feature_names();
  CHECK(names.size() == kFeatureCount);
  CHECK(std::set<std::string>(names.begin(), names.end()).size() == kFeatureCount);
  CHECK(names[index(Feature::kMobility)] == "mobility");
}

}  // namespace
}  // namespace trivium::chess

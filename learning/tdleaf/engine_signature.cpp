#include "learning/tdleaf/engine_signature.h"

#include <array>
#include <cstdint>
#include <vector>

#include "engine/chess/features.h"
#include "engine/core/rng.h"
#include "learning/tdleaf/game_file.h"
#include "learning/tdleaf/piece_worth.h"
#include "learning/tdleaf/self_play.h"
#include "models/format/sha256.h"

namespace trivium::learning::tdleaf {

namespace {

constexpr std::uint64_t kSeed = 1;

/// Short searches down to the endings, and a few that are deep enough for all that a search does there.
struct HashedGames {
  std::size_t games;
  int plies;
  std::uint64_t nodes;
};
constexpr std::array kHashedGames{HashedGames{8, 200, 150}, HashedGames{1, 40, 5'000}};

/// Published pieces, and something small for every other feature: none of them can change unnoticed.
std::vector<double> telling_weights() {
  Rng rng(kSeed);
  std::vector<double> weights(chess::kParameterCount);
  for (double& weight : weights) weight = 0.2 * (rng.unit() - 0.5);
  set_material(weights, kPublishedPieces);
  return weights;
}

std::string signature_of_games() {
  const Selves selves{chess::Weights::from_pawns(telling_weights(), "signature"), {}};
  format::Sha256 hash;
  ByteWriter record;
  for (const HashedGames& some : kHashedGames) {
    SelfPlayOptions options;
    options.seed = kSeed;
    options.search.nodes = some.nodes;
    options.search.tree_positions = 4;
    options.most_plies = some.plies;
    for (const SearchedGame& game : play_games(selves, Openings(), options, 0, 0, some.games, 1)) {
      encode(game, record);
      hash.update(record.bytes());
    }
  }
  return hash.hex();
}

}  // namespace

const std::string& engine_signature() {
  static const std::string signature = signature_of_games();  // a constant of the program
  return signature;
}

}  // namespace trivium::learning::tdleaf

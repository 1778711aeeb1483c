#include "learning/tdleaf/signatures.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

#include "engine/chess/evaluation/features.h"
#include "engine/core/rng.h"
#include "learning/records/searched_games.h"
#include "learning/tdleaf/games/self_play.h"
#include "learning/tdleaf/learner.h"
#include "learning/tdleaf/report/piece_worth.h"
#include "models/format/sha256.h"

namespace trivium::learning::tdleaf {

namespace {

constexpr std::uint64_t kSeed = 1;

/// Games with short searches that reach endgames, and one game with searches that are deep enough
/// to use all search techniques.
struct PlayedGames {
  std::size_t games;
  int plies;
  std::uint64_t nodes;
};
constexpr std::array kPlayedGames{PlayedGames{8, 200, 150}, PlayedGames{1, 40, 5'000}};

/// Returns published piece values and small random weights for all other features, so that a change
/// of any feature changes the signature.
std::vector<double> telling_weights() {
  Rng rng(kSeed);
  std::vector<double> weights(chess::kParameterCount);
  for (double& weight : weights) weight = 0.2 * (rng.unit() - 0.5);
  set_material(weights, kPublishedPieces);
  return weights;
}

/// Returns a stream of the games, repeated a few times. A batch then has more games than there are
/// shards, and there is a second step, because the first step of Adam depends on little more than
/// the signs of the gradient.
records::GameStream many_games() {
  constexpr std::size_t kTimes = 3;
  return [next = std::size_t{0}](records::SearchedGame& game) mutable {
    const std::vector<records::SearchedGame>& games = signature_games();
    if (next == kTimes * games.size()) return false;
    game = games[next++ % games.size()];
    return true;
  };
}

std::string learned_digest() {
  format::Sha256 hash;
  for (const StepRule rule : {StepRule::kPlain, StepRule::kAdaGrad, StepRule::kAdam}) {
    LearnerOptions options;
    options.rule = rule;
    options.batch = 20;
    options.alpha_half = 100.0;
    options.prior = 1e-4;
    options.gradient.tree_weight = options.gradient.tree_result = 0.5;
    Learner learner(options, telling_weights(), std::vector<double>(chess::kParameterCount));
    learner.learn(many_games(), 1);
    hash.update(std::as_bytes(std::span(learner.weights())));
  }
  return hash.hex();
}

}  // namespace

std::vector<records::SearchedGame> play_signature_games(const chess::SearchParameters& parameters) {
  const Selves selves{chess::Weights::from_pawns(telling_weights(), "signature"), {}};
  std::vector<records::SearchedGame> games;
  for (const PlayedGames& some : kPlayedGames) {
    const SelfPlayOptions options{
        .seed = kSeed,
        .search = {.nodes = some.nodes, .tree_positions = 4, .parameters = parameters},
        .max_plies = some.plies};
    std::ranges::move(play_games(selves, Openings(), options, 0, 0, some.games, 1),
                      std::back_inserter(games));
  }
  return games;
}

const std::vector<records::SearchedGame>& signature_games() {
  static const std::vector<records::SearchedGame> kGames = play_signature_games(chess::kSearch);
  return kGames;
}

const std::string& engine_signature() {
  static const std::string kSignature = digest_of(signature_games());
  return kSignature;
}

const std::string& learner_signature() {
  static const std::string kSignature = learned_digest();
  return kSignature;
}

std::string digest_of(std::span<const records::SearchedGame> games) {
  format::Sha256 hash;
  ByteWriter record;
  for (const records::SearchedGame& game : games) {
    encode(game, record);
    hash.update(record.bytes());
  }
  return hash.hex();
}

}  // namespace trivium::learning::tdleaf

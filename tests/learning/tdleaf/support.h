// Random games and weights for the tests of the learner, made from a seed without a search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "engine/chess/evaluation/evaluation.h"
#include "engine/chess/evaluation/features.h"
#include "engine/chess/rules/game.h"
#include "engine/chess/rules/notation.h"
#include "engine/core/rng.h"
#include "learning/records/searched_game.h"
#include "learning/tdleaf/games/game_source.h"
#include "learning/tdleaf/report/piece_worth.h"
#include "models/format/file_io.h"
#include "tests/engine/chess/rules/position_of.h"

namespace trivium::learning::tdleaf::test {

using chess::position_of;

inline std::vector<std::byte> bytes_of(const std::filesystem::path& path) {
  return format::read_file(path, 100'000'000);
}

/// Returns published piece values, and small random values for all other features.
inline std::vector<double> some_weights(std::uint64_t seed = 1) {
  Rng rng(seed);
  std::vector<double> weights(chess::kParameterCount);
  for (double& weight : weights) weight = 0.2 * (rng.unit() - 0.5);
  set_material(weights, kPublishedPieces);
  return weights;
}

/// Returns piece values, and 0 for all other features.
inline std::vector<double> with_material(const PieceValues& centipawns = kPublishedPieces) {
  std::vector<double> weights(chess::kParameterCount);
  set_material(weights, centipawns);
  return weights;
}

/// Returns a game of random moves. The leaf of each position is a few random moves away, and its
/// value is computed with `weights`.
inline records::SearchedGame random_game(std::uint64_t seed, const chess::Weights& weights,
                                         std::size_t plies = 40) {
  Rng rng(seed);
  const auto draw = [&rng](const chess::MoveList& moves) {
    return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
  };
  records::SearchedGame record;
  record.start = chess::start_position();
  record.for_white = static_cast<Outcome>(static_cast<int>(rng.below(3)) - 1);
  chess::Game game(record.start);
  while (record.positions.size() < plies && !game.end()) {
    records::SearchedPosition searched;
    chess::Position leaf = game.position();
    chess::Undo undo;
    for (std::uint32_t left = rng.below(5); left > 0; --left) {
      const chess::MoveList moves = chess::legal_moves(leaf);
      if (moves.empty()) break;
      searched.variation.push_back(draw(moves));
      leaf.do_move(searched.variation.back(), undo);
    }
    const chess::Value value = chess::evaluate(leaf, weights);
    searched.value = leaf.side_to_move() == chess::Color::kWhite ? value : -value;
    searched.leaf_decides = rng.below(8) != 0;
    searched.played = searched.variation.empty() ? draw(chess::legal_moves(game.position()))
                                                 : searched.variation.front();
    game.do_move(searched.played);
    record.positions.push_back(std::move(searched));
  }
  return record;
}

inline std::vector<records::SearchedGame> random_games(std::size_t count, std::uint64_t seed = 1) {
  const auto weights = chess::Weights::from_pawns(some_weights(), "test");
  std::vector<records::SearchedGame> games;
  for (std::size_t i = 0; i < count; ++i) games.push_back(random_game(1000 * seed + i, *weights));
  return games;
}

inline records::GameStream stream_of(std::vector<records::SearchedGame> games) {
  return games_in_memory(
      std::make_shared<const std::vector<records::SearchedGame>>(std::move(games)))(1);
}

}  // namespace trivium::learning::tdleaf::test

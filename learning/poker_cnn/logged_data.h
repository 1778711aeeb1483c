// Data of a run: the hands of logs, split into hands to train on, in parts, and hands to test on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/poker/rules/game_definition.h"
#include "learning/poker_cnn/decisions.h"

namespace trivium::learning::poker_cnn {

/// What to use of the logs.
struct DataChoice {
  std::vector<std::string> players;  ///< players whose decisions are used; empty: all
  std::size_t train_hands = 0;       ///< 0: all hands that are not test hands
  std::size_t test_hands = 0;        ///< 0: the share
  double held_out = 0;               ///< share of the test hands; 0: one sixth
  std::size_t parts = 1;             ///< number of parts of the training hands
};

/// Reads the hands of all logs. Requires: `game` is poker::encodable() and outlives them. Throws
/// format::LoadError.
LoggedHands logged_hands(std::span<const std::string> logs, const poker::GameDefinition& game);

/// Training data in parts, and test data.
struct Data {
  HandSplit split;
  std::vector<std::vector<Decision>> parts;
  std::vector<Decision> test;

  std::vector<Decision> train() const;
};

/// Deterministic for choice and seed. Throws format::LoadError if there are fewer hands than
/// requested, a part has no decision, or a player has no hand.
Data split_data(const LoggedHands& hands, const DataChoice& choice, std::uint64_t seed);

}  // namespace trivium::learning::poker_cnn

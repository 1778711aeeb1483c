// Data of `trivium-learn poker cnn` and `cnn-test`: logs, their split, and tables of accuracy.
#pragma once

#include <cstdint>
#include <cstdio>
#include <span>
#include <string_view>
#include <vector>

#include "engine/poker/rules/game_definition.h"
#include "learning/poker_cnn/decisions.h"
#include "learning/poker_cnn/evaluation.h"
#include "tools/learn_poker_cnn/options.h"
#include "tools/places.h"

namespace trivium::tools {

/// Returns the game, if networks support it. Throws UsageError otherwise.
poker::GameDefinition encodable_game(const DataOptions& options);

/// Reads the hands of all logs. Requires: `game` outlives them. Throws format::LoadError.
learning::poker_cnn::LoggedHands logged_hands(const DataOptions& options,
                                              const poker::GameDefinition& game);

/// Returns the files read for these options.
std::vector<NamedPlace> places_read(const DataOptions& options);

/// Training data in parts, and test data.
struct Data {
  learning::poker_cnn::HandSplit split;
  std::vector<std::vector<learning::poker_cnn::Decision>> parts;
  std::vector<learning::poker_cnn::Decision> test;

  std::vector<learning::poker_cnn::Decision> train() const;
};

/// Deterministic for options and seed. Throws format::LoadError if there are fewer hands than
/// requested, a part has no decision, or a player has no hand.
Data split_data(const learning::poker_cnn::LoggedHands& hands, const DataOptions& options,
                std::uint64_t seed);

/// A predictor of actions, and its results.
struct Predicted {
  std::string_view name;
  learning::poker_cnn::Evaluation evaluation;
};

/// Baselines without a network, fitted to the training hands and tested on the others: most
/// frequent action; strength and odds.
std::vector<Predicted> baselines(const learning::poker_cnn::LoggedHands& hands, const Data& data);

/// Prints the numbers of hands and decisions.
void print_sizes(std::FILE* out, const Data& data);
/// Prints a line for each round and action, and one for all; a column of accuracies for each of
/// `predicted`. Requires: all have the same decisions.
void print_table(std::FILE* out, std::span<const Predicted> predicted);

}  // namespace trivium::tools

// What `trivium-learn poker cnn` and `cnn-test` share: logs, their split, and tables of how often actions are predicted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/poker/rules/game_definition.h"
#include "learning/poker_cnn/decisions.h"
#include "learning/poker_cnn/evaluation.h"
#include "tools/learn_poker_cnn/options.h"
#include "tools/places.h"

namespace trivium::tools {

/// The game, which a network can be shown. Throws UsageError where it is none.
poker::GameDefinition encodable_game(const DataOptions& options);

/// The hands of all logs; `game` must outlive them. Throws format::LoadError.
learning::poker_cnn::LoggedHands logged_hands(const DataOptions& options, const poker::GameDefinition& game);

/// The files that are read for these options.
std::vector<NamedPlace> places_read(const DataOptions& options);

/// What is learned from, in parts, and what is tested on.
struct Data {
  learning::poker_cnn::HandSplit split;
  std::vector<std::vector<learning::poker_cnn::Decision>> parts;
  std::vector<learning::poker_cnn::Decision> test;

  std::vector<learning::poker_cnn::Decision> train() const;
};

/// The same hands for the same options and seed. Throws format::LoadError where there are fewer than asked for, or a part has no decision,
/// or a player sits in none.
Data split_data(const learning::poker_cnn::LoggedHands& hands, const DataOptions& options, std::uint64_t seed);

/// A predictor of actions, and its results.
struct Predicted {
  std::string_view name;
  learning::poker_cnn::Evaluation evaluation;
};

/// What needs no picture, fitted to the training hands and tested on the others: the most frequent action; strength and odds.
std::vector<Predicted> baselines(const learning::poker_cnn::LoggedHands& hands, const Data& data);

/// How many hands and decisions there are.
void print_sizes(std::FILE* out, const Data& data);
/// Prints a line for each round and action, and one for all; a column of accuracies for each of
/// `predicted`. Requires: all have the same decisions.
void print_table(std::FILE* out, std::span<const Predicted> predicted);

}  // namespace trivium::tools

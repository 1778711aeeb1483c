// What the weights should learn from a game: TDLeaf(lambda), and TreeStrap from the trees of its
// searches.
//
// TDLeaf(lambda) moves the prediction at the leaf of each position's principal variation by the sum
// of the temporal differences from there on (temporal_difference.h). TreeStrap moves the prediction
// at every node of a search tree towards the value that the search gave the node back; where that
// is only a bound, only if the prediction breaks it. Sources: Baxter, Tridgell and Weaver 2000
// (TDLeaf); Veness, Silver, Uther and Blair 2009, "Bootstrapping from game tree search".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/chess/evaluation/features.h"
#include "learning/records/searched_game.h"
#include "learning/tdleaf/linear_model.h"
#include "learning/tdleaf/results_by_value.h"

namespace trivium::learning::tdleaf {

struct GradientOptions {
  double scale = kEloScale;  ///< of win_probability(), centipawns
  double lambda = 0.7;       ///< of the temporal differences, 0..1
  double leaf_weight = 1.0;  ///< how much a leaf counts; 0 = TreeStrap alone
  double tree_weight = 0.0;  ///< how much all nodes of one search together count
  double tree_result = 0.0;  ///< share of the game's result in the targets of nodes, 0..1; the rest
                             ///< is the search's value
};

/// Sums over games.
struct GradientSums {
  explicit GradientSums(std::size_t parameters) : gradient(parameters) {}

  std::vector<double> gradient;  ///< the direction to move in, by centipawns
  std::uint64_t games = 0;
  std::uint64_t positions = 0;  ///< searched
  std::uint64_t deciding =
      0;  ///< of them, those whose leaf's evaluation decided the value: the others have no gradient
  std::uint64_t nodes = 0;         ///< of trees, learned from
  double squared_differences = 0;  ///< of successive predictions, the last from the result
  double squared_errors = 0;       ///< of predictions from the result
  ResultsByValue results;          ///< of the deciding positions

  void merge(const GradientSums& more);
};

/// Computes with these weights, which must outlive it. Keeps its working space from game to game;
/// one for each thread.
class GameGradient {
 public:
  GameGradient(std::span<const double> weights, const GradientOptions& options)
      : weights_(weights), options_(options) {}

  /// Throws format::LoadError when a node of a tree is no position.
  void add(const records::SearchedGame& game, GradientSums& sums);

 private:
  /// What the weights say of a position, or of the leaf that stands for it.
  struct Prediction {
    double value = 0.0;  ///< centipawns
    double slope = 0.0;  ///< of the probability by centipawns; 0 where no weight has a say
  };

  double predict(const chess::Position& position, const records::SearchedPosition& searched,
                 std::size_t t);
  double predict_fixed(chess::Value value) const noexcept;
  void add_leaves(Outcome for_white, GradientSums& sums);
  void add_tree(std::span<const records::TreeNode> tree, double result, GradientSums& sums);

  std::span<const double> weights_;
  GradientOptions options_;
  std::vector<chess::Extraction> leaves_;
  std::vector<Prediction> predictions_;
  std::vector<double> probabilities_;
  std::vector<double> differences_;
  chess::Extraction node_;
};

}  // namespace trivium::learning::tdleaf

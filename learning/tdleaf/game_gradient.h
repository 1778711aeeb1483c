// Gradient of the weights from a searched game: TDLeaf(lambda), and TreeStrap from the trees of its
// searches.
//
// TDLeaf(lambda) moves the prediction at the leaf of each position's principal variation by the
// weighted sum of the temporal differences from this position on. TreeStrap moves the prediction at
// every node of a search tree towards the value that the search returned for the node. If that
// value is a bound, the prediction moves only if it violates the bound.
// Sources: Baxter, Tridgell and Weaver 2000 (TDLeaf); Veness, Silver, Uther and Blair 2009,
// "Bootstrapping from game tree search" (TreeStrap).
#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "engine/chess/evaluation/features.h"
#include "learning/records/searched_game.h"
#include "learning/tdleaf/linear_model.h"
#include "learning/tdleaf/results_by_value.h"

namespace trivium::learning::tdleaf {

struct GradientOptions {
  double scale = kEloScale;  ///< scale of win_probability(), in centipawns; above 0
  double lambda = 0.7;       ///< decay of temporal differences, in [0, 1]
  double leaf_weight = 1.0;  ///< weight of a leaf; 0 = TreeStrap only
  double tree_weight = 0.0;  ///< weight of all nodes of one search together; 0 = TDLeaf only
  /// Share of the game's result in the targets of tree nodes, in [0, 1]; the rest is the value of
  /// the search.
  double tree_result = 0.0;
};

/// Sums over games.
struct GradientSums {
  explicit GradientSums(std::size_t parameters) : gradient(parameters) {}

  std::vector<double> gradient;  ///< direction of ascent, per centipawn
  std::uint64_t games = 0;
  std::uint64_t positions = 0;  ///< searched positions
  /// Positions whose search value is the evaluation of the leaf. The others have no gradient.
  std::uint64_t deciding = 0;
  std::uint64_t nodes = 0;         ///< tree nodes trained on
  double squared_differences = 0;  ///< between successive predictions; after the last, the result
  double squared_errors = 0;       ///< between predictions and the result
  ResultsByValue results;          ///< results of the deciding positions

  /// For Transfer and Shards::sum().
  auto fields() noexcept {
    return std::tie(gradient, games, positions, deciding, nodes, squared_differences,
                    squared_errors, results);
  }
};

/// Computes gradients with fixed weights. Reuses its working memory from game to game. Not
/// thread-safe.
class GameGradient {
 public:
  /// `weights` are in pawns, as in linear_model.h. Requires: they outlive this object.
  GameGradient(std::span<const double> weights, const GradientOptions& options)
      : weights_(weights), options_(options) {}

  /// Adds a game to `sums`. Throws format::LoadError if a node of a tree is not a valid position.
  void add(const records::SearchedGame& game, GradientSums& sums);

 private:
  /// Evaluation of the leaf of a position.
  struct Prediction {
    double value = 0.0;  ///< in centipawns
    double slope = 0.0;  ///< derivative of the win probability; 0 if it does not depend on weights
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

// Sums of temporal differences of TD(lambda) and TDLeaf(lambda).
//
// Sources: paper 003, formula 6; Baxter, Tridgell and Weaver 2000, "Learning to play chess using
// temporal differences".

/// Computes sums[t] = sum over j >= t of lambda^(j-t) d_j, where d_j = P_(j+1) - P_j and P_j is
/// predictions[j]. After the last prediction P is `result` (White's points: 1, 0.5 or 0). With
/// lambda 0 each position learns only from the next one, with lambda 1 only from the result.
/// Requires: lambda is in [0, 1], and both spans have the same size.
void sum_differences(std::span<const double> predictions, double result, double lambda,
                     std::span<double> sums) noexcept;

}  // namespace trivium::learning::tdleaf

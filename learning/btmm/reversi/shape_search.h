// Learner "reversi_shapes": chooses the shapes of a pattern set for moves by the mean log-evidence
// ("evidence") of held-out games, greedily or by simulated annealing.
//
// Greedily, a step adds the shape of the pool (shape_pool.h) that raises the evidence most, until
// no shape raises it. Annealing begins with random shapes of the pool; a step changes one of them,
// and a change that lowers the evidence by d is kept with probability exp(-d / T), where T falls
// with each step. In both, the fit of a changed set starts with the gammas of the previous set:
// first its new tables are fitted, then all.
//
// The result depends only on games, seed and options, not on threads or interruptions.
// Source: Huy, Viennot and Ikeda 2014 (annealing of shapes for Othello); Kirkpatrick et al. 1983.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/reversi/rules/bitboard.h"
#include "learning/btmm/learner.h"
#include "learning/btmm/reversi/reversi_game_set.h"
#include "learning/harness/run.h"

namespace trivium::learning::btmm {

enum class ShapeMethod : std::uint8_t { kGreedy, kAnnealing };

struct ShapeOptions : RunOptions {
  ShapeMethod method = ShapeMethod::kGreedy;
  std::uint64_t seed = 1;      ///< of annealing
  std::size_t shapes = 8;      ///< number of shapes of the set; greedily the maximum
  int max_squares = 8;         ///< of a shape, in [2, reversi::Shape::kMaxSquares]
  int stages = 2;              ///< of the set
  std::uint64_t steps = 1000;  ///< of annealing
  Prior prior;
};

/// Figures after a step.
struct ShapeRow {
  std::uint64_t step = 0;
  double evidence = 0.0;  ///< mean log-evidence of held-out games with the current set, in nats
  double best = 0.0;      ///< maximum of all steps

  friend bool operator==(const ShapeRow&, const ShapeRow&) = default;
};

struct ShapeResult {
  std::vector<reversi::Bitboard> shapes;  ///< of the best set
  std::string definition;                 ///< of that set
  double evidence = 0.0;                  ///< its mean log-evidence of held-out games, in nats
  std::vector<ShapeRow> curve;
};

/// Called after each step, before the snapshot that contains it.
using ShapeListener = std::function<void(const ShapeRow&)>;

/// Chooses shapes. `data_hash` identifies games and their roles in a checkpoint. Throws
/// format::LoadError if there is no training or no held-out state, or if a checkpoint to resume is
/// damaged or belongs to another run.
ShapeResult choose_shapes(const ReversiGameSet& games, const ShapeOptions& options,
                          const std::string& data_hash, const ShapeListener& on_step = {});

}  // namespace trivium::learning::btmm

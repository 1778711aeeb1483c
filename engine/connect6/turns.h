// Which turns are worth a look: out of some 65,000 pairs of cells, the few dozen that promise most.
//
// Single cells are ranked by what a stone there changes in the evaluation's window terms, pairs are made of the best, and the pairs are
// ranked by the full evaluation after the turn. Where the opponent threatens to win, only turns that parry are made.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/connect6/evaluation.h"
#include "engine/connect6/line_features.h"
#include "engine/connect6/threats.h"
#include "engine/connect6/turn.h"
#include "engine/connect6/weights.h"

namespace trivium::connect6 {

struct RatedTurn {
  Turn turn;
  Value value = 0;  ///< after the turn, from the view of the side that made it
};

/// How wide to look.
struct Beam {
  int firsts = 8;    ///< cells that a turn may begin with
  int seconds = 20;  ///< cells that may complete it
  int turns = 12;    ///< turns kept
};

class TurnGenerator {
 public:
  explicit TurnGenerator(const Weights& weights);

  /// Fills `turns` with at most `beam.turns` turns of `side`, best first, which may place `stones_left` stones (1 or 2; at least as many
  /// cells are empty). `parries` are the ways to parry the opponent's threats; two stones or fewer must be enough, and `side` must not be
  /// able to win at once. `lines` is as before afterwards. Returns whether every turn that parries all threats is among them.
  bool generate(LineFeatures& lines, Stone side, int stones_left, const Parries& parries, const Beam& beam, std::vector<RatedTurn>& turns);

  /// What a stone of `side` on the empty `cell` changes in the window terms, in Weights units, seen by `side` after its turn.
  std::int64_t gain(const LineFeatures& lines, Stone side, Cell cell) const noexcept;

 private:
  struct RankedCell {
    std::int64_t gain;
    int off_centre;
    Cell cell;
  };
  struct RankedPair {
    std::int64_t gain;
    Turn turn;
  };

  void rank_cells(const LineFeatures& lines, Stone side, int keep);
  void add_pairs_from(LineFeatures& lines, Stone side, Cell first, std::size_t begin, std::int64_t first_gain);
  void keep_best(LineFeatures& lines, Stone side, const Beam& beam, std::vector<RatedTurn>& turns);

  const Weights& weights_;
  std::array<std::array<std::int32_t, LineFeatures::kCountPairs>, 2> gains_{};  // by side and count pair
  std::vector<RankedCell> cells_;
  std::vector<RankedPair> pairs_;
};

}  // namespace trivium::connect6

// Chooses stones by pattern strengths alone, without a search: samples them, or takes the
// strongest. Used by self-play and by matches between gammas.
//
// Strengths are updated incrementally (pattern_strengths.h), so a chooser must be notified of every
// stone that either side places.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "engine/connect6/patterns/pattern_board.h"
#include "engine/connect6/rules/turn.h"
#include "engine/core/rng.h"
#include "learning/btmm/match.h"

namespace trivium::learning::btmm {

/// Interface of a chooser, which tracks one game. Not thread-safe.
class StoneChooser {
 public:
  virtual ~StoneChooser() = default;

  /// Resets to the empty board.
  virtual void clear() noexcept = 0;
  /// Records a stone of the side to move on `cell`. Requires: `cell` is empty.
  virtual void place(connect6::Cell cell) noexcept = 0;
  /// Removes the last stone. Requires: it is on `cell`.
  virtual void undo(connect6::Cell cell) noexcept = 0;

  /// Returns a cell for the next stone of the side to move. Requires: there is an empty cell.
  virtual connect6::Cell choose(Rng& rng) const noexcept = 0;
  /// Returns one of the turns that have at most `stones` stones, or nothing if there is none. The
  /// weight of a turn is the probability that its stones are chosen one after the other, in either
  /// order, with the strengths of this position. Requires: at most Parries::kMaxSets turns.
  virtual std::optional<connect6::Turn> choose_turn(std::span<const connect6::Turn> turns,
                                                    int stones, Rng& rng) const noexcept = 0;
};

/// Returns a chooser on the empty board. Thread-safe. Choosers may outlive the factory.
using ChooserFactory = std::function<std::unique_ptr<StoneChooser>()>;

/// Returns a factory of choosers that share one table of sharpened gammas. Computing that table
/// takes as long as placing some thousand stones. Copies `gammas`. Requires: one positive gamma per
/// feature of layout.set(), and `layout` outlives the factory and its choosers. Throws
/// std::invalid_argument if the sharpness is not above 0.
ChooserFactory chooser_factory(const connect6::PatternLayout& layout,
                               std::span<const double> gammas, const Choice& choice);

}  // namespace trivium::learning::btmm

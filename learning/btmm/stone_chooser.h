// Who chooses stones by pattern strengths alone: draws them, or takes the strongest. Self-play and
// matches of gammas play through this.
//
// Strengths are kept stone by stone (pattern_strengths.h), so a chooser is notified of every stone
// placed by either side.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "engine/connect6/patterns/pattern_board.h"
#include "engine/connect6/rules/turn.h"
#include "engine/core/rng.h"

namespace trivium::learning::btmm {

/// How strengths become choices.
struct Choice {
  /// Strengths are raised to this power: 1 draws stones as often as the patterns predict them, more
  /// prefers the strong ones. Above 0; however large it is, chances stay what it makes them.
  double sharpness = 1.0;
  bool strongest =
      false;  ///< nothing is drawn: the strongest stone is taken, the first of equal ones
};

class StoneChooser {
 public:
  virtual ~StoneChooser() = default;

  /// The empty board.
  virtual void clear() noexcept = 0;
  /// A stone of the side to move lies on `cell` now.
  virtual void place(connect6::Cell cell) noexcept = 0;
  /// The last stone, which lay on `cell`, is taken back.
  virtual void undo(connect6::Cell cell) noexcept = 0;

  /// A stone for the side to move; there must be an empty cell.
  virtual connect6::Cell choose(Rng& rng) const noexcept = 0;
  /// One of the turns of at most `stones` stones, each as likely as its stones together; nothing
  /// where there is none. At most Parries::kMaxSets turns.
  virtual std::optional<connect6::Turn> choose_turn(std::span<const connect6::Turn> turns,
                                                    int stones, Rng& rng) const noexcept = 0;
};

/// Makes choosers, which share what gammas and choice come to: working that out takes as long as
/// some thousand stones.
class ChooserFactory {
 public:
  /// `gammas` has a positive number for each feature of the layout's set; they are copied. `layout`
  /// must outlive factory and choosers. Throws std::invalid_argument when the sharpness is not
  /// above 0.
  ChooserFactory(const connect6::PatternLayout& layout, std::span<const double> gammas,
                 const Choice& choice);

  /// Any thread, also several at once. Choosers may outlive the factory.
  std::unique_ptr<StoneChooser> make() const { return make_(); }

 private:
  std::function<std::unique_ptr<StoneChooser>()> make_;
};

}  // namespace trivium::learning::btmm

// Who judges a board game between engines: legal moves, whose turn it is, when it is over. Our own rules decide; what engines claim does
// not.
//
// One implementation for each board game, over its rules library. Moves are the text that engine drivers speak (protocols/client/engine.h).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/outcome.h"
#include "engine/core/result.h"
#include "protocols/client/engine.h"
#include "tools/match/engine_spec.h"

namespace trivium::match {

/// The end that the rules give.
struct RuleEnd {
  Outcome for_first = Outcome::kDraw;  ///< side 0
  std::string reason;                  ///< "checkmate", "draw by repetition", "six in a row"
};

class Referee {
 public:
  virtual ~Referee() = default;

  /// 0: the side that moves first in the game's own start position (White; Black in Connect-6).
  virtual int to_move() const = 0;
  /// Plays `move` for the side to move. The error says why it is illegal, in the words of the rules library.
  virtual Status play(std::string_view move) = 0;
  virtual std::optional<RuleEnd> end() const = 0;
  /// The last move as engines are told it: "e1g1" for "e1h1", "K10" for "k10". There must be one.
  virtual std::string canonical_move() const = 0;
  /// Moves of one side so far, for adjudication: a turn of two stones counts once.
  virtual int full_moves() const = 0;
  /// Half-moves since the last capture or pawn move; 0 where there is no such thing.
  virtual int quiet_plies() const { return 0; }
};

/// The error says what is wrong with `setup`.
Result<std::unique_ptr<Referee>> make_referee(Game game, const client::GameSetup& setup);

}  // namespace trivium::match

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
#include "tools/match/setup/engine_spec.h"

namespace trivium::match {

/// The end that the rules give.
struct RuleEnd {
  Outcome for_first = Outcome::kDraw;  ///< side 0
  std::string reason;                  ///< "checkmate", "draw by repetition", "six in a row"
};

class Referee {
 public:
  virtual ~Referee() = default;
  /// The same game, to try moves on.
  virtual std::unique_ptr<Referee> clone() const = 0;

  /// 0: the side that moves first in the game's own start position (White; Black in Connect-6).
  virtual int to_move() const = 0;
  /// "White" or "Black".
  virtual std::string_view side_name(int side) const = 0;
  /// Plays `move` for the side to move and returns it as engines are told it: "e1g1" for "e1h1", "K10" for "k10". The error names the
  /// move and says why it is illegal ("move 14 of Black: UCI move 'e2e5': not legal here"); after the game's end every move is.
  virtual Result<std::string> play(std::string_view move) = 0;
  virtual std::optional<RuleEnd> end() const = 0;
  /// Moves of one side so far, for adjudication: a turn of two stones counts once.
  virtual int full_moves() const = 0;
  /// Whether the last move was one that no later position can come back from: a capture or a pawn's move. False where a game has no
  /// such thing.
  virtual bool irreversible() const { return false; }
  /// The position on one line: FEN; in Connect-6 the record of the game.
  virtual std::string position() const = 0;
};

/// The error says what is wrong with `setup`.
Result<std::unique_ptr<Referee>> make_referee(Game game, const client::GameSetup& setup);
/// The error says what is wrong with the position, or that it can only be played as Chess960.
Result<std::unique_ptr<Referee>> make_chess_referee(const client::GameSetup& setup);
/// The error says which sizes a board may have.
Result<std::unique_ptr<Referee>> make_connect6_referee(const client::GameSetup& setup);

}  // namespace trivium::match

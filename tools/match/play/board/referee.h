// Rules of a board game between engines: legal moves, side to move, end of the game. Only these
// rules decide; claims of engines are ignored.
//
// There is one implementation per board game, which uses its rules library. Moves are in the text
// form of engine drivers (protocols/client/engine.h).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/outcome.h"
#include "engine/core/result.h"
#include "protocols/client/engine.h"
#include "tools/match/setup/engine_spec.h"

namespace trivium::match {

/// End of a game by the rules.
struct RuleEnd {
  Outcome for_first = Outcome::kDraw;  ///< from the view of side 0
  std::string reason;                  ///< "checkmate", "draw by repetition", "six in a row"
};

class Referee {
 public:
  virtual ~Referee() = default;
  /// Returns a copy, to try moves on.
  virtual std::unique_ptr<Referee> clone() const = 0;

  /// Side to move. 0 moves first in the game's own start position (White in chess, else Black).
  virtual int to_move() const = 0;
  /// "White" or "Black".
  virtual std::string_view side_name(int side) const = 0;
  /// Plays `move` for the side to move and returns it in the form sent to engines: "e1g1" for
  /// "e1h1", "K10" for "k10". The error names the move and the reason ("move 14 of Black: UCI move
  /// 'e2e5': not legal here"). After the end of the game every move is illegal.
  virtual Result<std::string> play(std::string_view move) = 0;
  /// Returns the move that the rules force on the side to move without a choice, which the runner
  /// plays instead of the engine: a pass in Reversi. It is legal and in the form sent to engines.
  /// Empty in all other positions and games.
  virtual std::optional<std::string> forced_move() const { return std::nullopt; }
  /// Returns the end of the game by the rules; empty while it continues.
  virtual std::optional<RuleEnd> end() const = 0;
  /// Number of moves that both sides have completed, for adjudication: a turn of two stones counts
  /// once.
  virtual int full_moves() const = 0;
  /// True if the last move was irreversible: a capture or a pawn move. Always false except in
  /// chess.
  virtual bool irreversible() const { return false; }
  /// Returns the position on one line: FEN; in Connect-6 the record of the game; OBF in Reversi.
  virtual std::string position() const = 0;
};

/// Fails if `setup` is invalid.
Result<std::unique_ptr<Referee>> make_referee(Game game, const client::GameSetup& setup);
/// Fails if the position is invalid or can be played only as Chess960.
Result<std::unique_ptr<Referee>> make_chess_referee(const client::GameSetup& setup);
/// Fails for an unsupported board size; the error names the accepted ones.
Result<std::unique_ptr<Referee>> make_connect6_referee(const client::GameSetup& setup);
/// Fails for an unsupported board size; the error names the accepted ones.
Result<std::unique_ptr<Referee>> make_reversi_referee(const client::GameSetup& setup);

}  // namespace trivium::match

// A game of chess: start position, moves and result. It stores what Position omits because a search
// does not need it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/chess/rules/position.h"
#include "engine/core/outcome.h"

namespace trivium::chess {

enum class Termination : std::uint8_t {
  kCheckmate,
  kStalemate,
  kThreefoldRepetition,
  kFiftyMoves,
  kInsufficientMaterial
};

/// Returns "checkmate", "draw by repetition" and so on. Tournament journals contain these words.
std::string_view words_for(Termination reason) noexcept;

struct GameEnd {
  Termination reason;
  Outcome for_white;
};

/// Number of half-moves without capture or pawn move that make a draw: the fifty-move rule.
inline constexpr int kFiftyMovePlies = 100;

/// True for bare kings, kings with one minor piece, and kings with bishops that are all on one
/// color. Neither side can then mate by any sequence of legal moves.
bool insufficient_material(const Position& position) noexcept;

/// True if `position` is drawn by the fifty-move rule, by insufficient material, or by its
/// `times`-th occurrence. `keys` are those of Game::keys() and end with this position. Requires:
/// the position is not checkmate, which takes precedence.
bool is_drawn(const Position& position, const std::vector<std::uint64_t>& keys, int times) noexcept;

class Game {
 public:
  Game();  ///< from the start position
  explicit Game(const Position& start);

  const Position& start() const noexcept { return start_; }
  const Position& position() const noexcept { return position_; }
  const std::vector<Move>& moves() const noexcept { return moves_; }

  /// Keys of all positions so far, the present one last. A search appends its own line to a copy.
  const std::vector<std::uint64_t>& keys() const noexcept { return keys_; }

  /// Plays `move`. Requires: it is legal. Playing on after a draw is allowed, because referees
  /// differ.
  void do_move(Move move);
  /// Takes back the last move. Requires: there is one.
  void undo_move();

  /// Returns how often the present position has occurred before in this game.
  int repetitions() const noexcept;

  /// Returns the end of the game, if reached: mate and stalemate first, then draws (third
  /// occurrence, 100 half-moves, insufficient material).
  std::optional<GameEnd> end() const;

 private:
  Position start_;
  Position position_;
  std::vector<Move> moves_;
  std::vector<Undo> undos_;
  std::vector<std::uint64_t> keys_;
};

}  // namespace trivium::chess

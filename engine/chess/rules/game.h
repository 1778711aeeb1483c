// A game of chess: a start position, the moves since, and whether it is over. What Position leaves out because search does not need it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/chess/rules/position.h"
#include "engine/core/outcome.h"

namespace trivium::chess {

enum class Termination : std::uint8_t { kCheckmate, kStalemate, kThreefoldRepetition, kFiftyMoves, kInsufficientMaterial };

/// Returns "checkmate", "draw by repetition" and so on. Journals of tournaments hold these words.
std::string_view words_for(Termination reason) noexcept;

struct GameEnd {
  Termination reason;
  Outcome for_white;
};

/// So many half-moves without a capture or a pawn move are a draw: the fifty-move rule.
inline constexpr int kFiftyMovePlies = 100;

/// Neither side can mate by any sequence of legal moves: bare kings, one minor piece, or bishops all on one color.
bool insufficient_material(const Position& position) noexcept;

/// Whether `position`, which `keys` (as of Game::keys()) end with, is drawn whatever its moves are: by the fifty-move rule, for want of
/// material, or because it stands on the board for the `times`-th time. Mate would come before that.
bool is_drawn(const Position& position, const std::vector<std::uint64_t>& keys, int times) noexcept;

class Game {
 public:
  Game();  ///< from the start position
  explicit Game(const Position& start);

  const Position& start() const noexcept { return start_; }
  const Position& position() const noexcept { return position_; }
  const std::vector<Move>& moves() const noexcept { return moves_; }

  /// Keys of all positions so far, the present one last; a search appends its own line to a copy.
  const std::vector<std::uint64_t>& keys() const noexcept { return keys_; }

  /// `move` must be legal. Claims are not needed to go on: playing past a draw is allowed, as referees differ.
  void do_move(Move move);
  /// There must be a move to take back.
  void undo_move();

  /// How often the present position has stood on the board before in this game.
  int repetitions() const noexcept;

  /// The end reached, if any: mate and stalemate first, then the draws (third occurrence, 100 half-moves, no material).
  std::optional<GameEnd> end() const;

 private:
  Position start_;
  Position position_;
  std::vector<Move> moves_;
  std::vector<Undo> undos_;
  std::vector<std::uint64_t> keys_;
};

}  // namespace trivium::chess

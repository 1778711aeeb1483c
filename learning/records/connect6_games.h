// Compact file format of Connect-6 games, for sets of millions of games: a block file
// (learning/harness/block_file.h) of kind "TRVCONN6" with one record for each game. Numbers are
// little-endian and unsigned, sizes are in bytes.
//
//   size  what
//   1     side length of the board, 6 to 25
//   1     result: 0 unknown, 1 Black won, 2 White won, 3 draw
//   2     number of stones of a random opening: they are placed, but not trained on
//   2     number of stones, at least 1
//   2     for each stone, in playing order: its cell, column + size * row
#pragma once

#include <span>
#include <tuple>
#include <vector>

#include "engine/connect6/rules/records.h"
#include "engine/core/outcome.h"
#include "learning/harness/block_file.h"
#include "learning/records/split.h"

namespace trivium::learning::records {

inline constexpr BlockFileKind kConnect6Games{
    "TRVCONN6", 1,
    "trivium-learn connect6 records makes them from records in SGF, CSV or paper 000's form"};

struct Connect6Game {
  int size = connect6::kDefaultSize;
  connect6::GameResult result = connect6::GameResult::kUnknown;
  int opening = 0;                          ///< number of stones of a random opening
  std::vector<connect6::Cell> moves;        ///< cells of the stones, in playing order
  LearnFrom learn_from = LearnFrom::kBoth;  ///< not stored in the file; set by the reader

  /// True if the stone with this index is trained on.
  bool is_learned(std::size_t stone) const noexcept {
    if (stone < static_cast<std::size_t>(opening)) return false;
    if (learn_from == LearnFrom::kBoth) return true;
    const bool black = connect6::Board::to_move(static_cast<int>(stone)) == connect6::Stone::kBlack;
    return result == (black ? connect6::GameResult::kBlackWins : connect6::GameResult::kWhiteWins);
  }

  /// Returns the outcome for `side`. Requires: the result is known.
  Outcome outcome_for(connect6::Stone side) const noexcept {
    if (result == connect6::GameResult::kDraw) return Outcome::kDraw;
    const bool black_won = result == connect6::GameResult::kBlackWins;
    return black_won == (side == connect6::Stone::kBlack) ? Outcome::kWin : Outcome::kLoss;
  }

  /// For Transfer.
  auto fields() noexcept { return std::tie(size, result, opening, moves, learn_from); }
  friend bool operator==(const Connect6Game&, const Connect6Game&) = default;
};

/// Replaces the content of `record` by the record of `game`.
void encode(const Connect6Game& game, ByteWriter& record);
/// Replaces `game`, except `learn_from`, by the game in `record`. Throws format::LoadError if the
/// bytes are not a game ("stone 12: cell 361 is off the board"); `game` is then partly replaced.
/// Does not check the rules: see require_playable().
void decode(std::span<const std::byte> record, Connect6Game& game);

/// Throws format::LoadError unless every stone is placed on an empty cell and before the end of the
/// game.
void require_playable(const Connect6Game& game);

/// Checks that all games of a file have the same board size. `size` is that size, or 0 before the
/// first game, which sets it. Throws format::LoadError if the board of `game` has another size.
void require_same_size(const Connect6Game& game, int& size);

/// Replaces `game` by the next game of `in`, and returns false at the end. Throws format::LoadError
/// with file and place if decode(), require_playable() or require_same_size() does.
bool next_game(BlockReader& in, Connect6Game& game, int& size);

/// Writer of a file of games. Requires: games are playable (require_playable()) and have a stone.
using Connect6GameWriter = GameWriter<Connect6Game, kConnect6Games>;

}  // namespace trivium::learning::records

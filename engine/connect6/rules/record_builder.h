// A game that the record readers build stone by stone under the rules.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/records.h"

namespace trivium::connect6 {

/// Returns "Black" or "White". Requires: `stone` is not kEmpty.
std::string_view color_name(Stone stone) noexcept;

/// Builds a game from the stones that a reader finds.
class RecordBuilder {
 public:
  explicit RecordBuilder(int size) : board_(size) { record.size = size; }

  const Board& board() const noexcept { return board_; }
  /// Returns why the game is over, or nothing if another stone may follow.
  std::optional<std::string> ended() const;
  /// Places a stone for the side to move. If that is illegal, returns the reason and changes
  /// nothing. Requires: `cell` is on the board.
  std::optional<std::string> place(Cell cell);
  /// Returns the game. The builder must not be used afterwards.
  GameRecord finish() && { return std::move(record); }

  /// The game so far. A reader sets its texts and its result; place() adds the moves.
  GameRecord record;

 private:
  Board board_;
};

}  // namespace trivium::connect6

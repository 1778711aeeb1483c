// Helpers of the record readers: positions in a text, and a game built stone by stone under the
// rules.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/records.h"
#include "engine/core/result.h"

namespace trivium::connect6 {

/// Position of a text inside a larger one; lines and columns count from 1.
struct TextOrigin {
  long line = 1;
  long column = 1;

  /// Moves to the position after `c`.
  void advance(char c) noexcept {
    column = c == '\n' ? 1 : column + 1;
    line += c == '\n';
  }
};

/// Returns the error "FORM: line L, column C: CAUSE" for the character at `offset` of `text`. Its
/// code consists of the form ("sgf", "record", "csv") and `code`.
Error error_at(std::string_view form, std::string_view code, std::string_view text,
               std::size_t offset, const std::string& cause, TextOrigin origin = {});

std::string_view color_name(Stone stone) noexcept;

/// Builds a game from the stones that a reader finds.
class RecordBuilder {
 public:
  explicit RecordBuilder(int size) : board_(size) { record.size = size; }

  const Board& board() const noexcept { return board_; }
  /// Returns why the game is over, or nothing if another stone may follow.
  std::optional<std::string> ended() const;
  /// Places a stone for the side to move. Returns the error if that is illegal, else nothing.
  std::optional<std::string> place(Cell cell);
  /// Returns the game. The builder must not be used afterwards.
  GameRecord finish() && { return std::move(record); }

  GameRecord record;

 private:
  Board board_;
};

}  // namespace trivium::connect6

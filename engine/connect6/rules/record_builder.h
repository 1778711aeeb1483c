// Shared by the record readers: places in a text, and a game that grows stone by stone under the rules.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/records.h"
#include "engine/core/result.h"

namespace trivium::connect6 {

/// Where a text begins inside a larger one; lines and columns count from 1.
struct TextOrigin {
  long line = 1;
  long column = 1;

  /// To the place behind `c`.
  void advance(char c) noexcept {
    column = c == '\n' ? 1 : column + 1;
    line += c == '\n';
  }
};

/// Returns the error "FORM: line L, column C: CAUSE" for the character at `offset` of `text`. Its
/// code consists of the form ("sgf", "record", "csv") and `code`.
Error error_at(std::string_view form, std::string_view code, std::string_view text, std::size_t offset, const std::string& cause,
               TextOrigin origin = {});

std::string_view color_name(Stone stone) noexcept;

/// Replays stones as a reader finds them.
class RecordBuilder {
 public:
  explicit RecordBuilder(int size) : board_(size) { record.size = size; }

  const Board& board() const noexcept { return board_; }
  /// Why no stone may follow, or nothing.
  std::optional<std::string> ended() const;
  /// Places a stone for the side to move. Returns why it cannot be, or nothing.
  std::optional<std::string> place(Cell cell);
  /// The game so far, complete; the builder is spent.
  GameRecord finish() && { return std::move(record); }

  GameRecord record;

 private:
  Board board_;
};

}  // namespace trivium::connect6

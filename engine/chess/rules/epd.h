// Positions with operations, one a line: EPD (PGN standard, section 16.2), and the forms of it that test suites come in.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chess/rules/notation.h"
#include "engine/chess/rules/position.h"
#include "engine/core/result.h"

namespace trivium::chess {

struct EpdOperation {
  std::string opcode;  ///< bm, am, id, c0 .. c9, ce, dm, pv, D1 .., and whatever else a file has
  std::vector<std::string> operands;
};

/// `hmvc` and `fmvn` are not among the operations: the position has their values.
struct EpdRecord {
  Position position = start_position();
  std::vector<EpdOperation> operations;
  std::string note{};  ///< castling rights dropped by parse_fen(), or empty

  /// The first operation of that code, or nullptr.
  const EpdOperation* find(std::string_view opcode) const;
  /// The first operand of `opcode` ("id", "c0", ...), or nothing.
  std::optional<std::string_view> text(std::string_view opcode) const;
};

/// Reads one line. Semicolons separate or end operations. The two FEN counters may stand before
/// them. The operands of bm, am, pm, sm and pv must be legal moves. Move numbers, commas and words
/// like "mate" beside them are skipped. The error states the place: "EPD: FEN: board: only 2 of 8
/// ranks", "EPD: operation 2: '7' is no opcode".
Result<EpdRecord> parse_epd(std::string_view line);

/// Reads records from lines, in constant memory. Empty lines and lines that begin with '#' are passed over.
class EpdReader {
 public:
  /// `in` must live as long as the reader.
  explicit EpdReader(std::istream& in);

  /// The next record, or why its line is none ("EPD: line 12: ..."); nothing at the end of the text.
  std::optional<Result<EpdRecord>> next();

  /// Line of the last record, from 1.
  std::size_t line() const noexcept { return line_; }

 private:
  bool read_line();

  std::istream* in_;
  std::vector<char> buffer_;
  std::string_view text_;
  bool too_long_ = false;
  std::size_t line_ = 0;
};

}  // namespace trivium::chess

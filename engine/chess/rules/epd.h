// EPD: positions with operations, one per line (PGN standard, section 16.2), including the variants
// used by test suites.
#pragma once

#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chess/rules/notation.h"
#include "engine/chess/rules/position.h"
#include "engine/core/readers/line_reader.h"
#include "engine/core/result.h"

namespace trivium::chess {

struct EpdOperation {
  std::string opcode;  ///< bm, am, id, c0 .. c9, ce, dm, pv, D1 .., or any other
  std::vector<std::string> operands;
};

/// One line of EPD. `hmvc` and `fmvn` are not among the operations: the position has their values.
struct EpdRecord {
  Position position = start_position();
  std::vector<EpdOperation> operations;
  std::string note{};  ///< castling rights dropped by parse_fen(), or empty

  /// Returns the first operation with that code, or nullptr.
  const EpdOperation* find(std::string_view opcode) const;
  /// Returns the first operand of `opcode` ("id", "c0", ...), or nothing.
  std::optional<std::string_view> text(std::string_view opcode) const;
};

/// Parses one line. Semicolons separate or end operations. The two FEN counters may follow the
/// position. The operands of bm, am, pm and sm must be legal moves, those of pv one after the
/// other; move numbers, commas and words like "mate" beside them are skipped. The error states the
/// place: "EPD: FEN: board: only 2 of 8 ranks", "EPD: operation 2: '7' is not an opcode".
Result<EpdRecord> parse_epd(std::string_view line);

/// Reads records from lines, in constant memory. Skips empty lines and lines that begin with '#'.
class EpdReader {
 public:
  /// Requires: `in` outlives the reader.
  explicit EpdReader(std::istream& in);

  /// Returns the next record, or the error of its line ("EPD: line 12: ..."); nothing at the end of
  /// the text. After an error the next call continues with the following line.
  std::optional<Result<EpdRecord>> next();

  /// Number of the last record's line, from 1.
  long line() const noexcept { return lines_.number(); }

 private:
  LineReader lines_;
};

}  // namespace trivium::chess

// Positions with the scores of their moves in OBF, the format of Edax and of the FFO endgame
// problems, and in the older form of the FFO problems.
//
// OBF has one position a line: 64 squares (X is Black, O is White), the side to move, and scores in
// discs for that side:
//     --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12;
// The older form has two lines: the squares, and "Black" or "White". Both are read with 16 or 36
// squares too. Empty lines, lines that begin with '#' or '%', and text after '%' are ignored.
#pragma once

#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/readers/line_reader.h"
#include "engine/core/result.h"
#include "engine/reversi/rules/game.h"

namespace trivium::reversi {

struct ScoredMove {
  Move move = kPass;
  int score = 0;  ///< final score in discs for the side to move, in [-64, 64]

  friend bool operator==(const ScoredMove&, const ScoredMove&) = default;
};

struct Problem {
  Position position = Position::start();
  Color to_move = Color::kBlack;
  std::vector<ScoredMove> moves;  ///< legal moves with their scores; may be incomplete or empty

  friend bool operator==(const Problem&, const Problem&) = default;
};

/// Parses a position of either form. The older form may have a blank or a line end before the side.
/// The error names the part: "OBF: move 2: score '+99' is not a number from -64 to 64".
Result<Problem> parse_obf(std::string_view text);
/// Returns one line without its end.
std::string write_obf(const Problem& problem);
/// Returns the two lines of the older form, without scores.
std::string write_ffo(const Problem& problem);

/// Reads positions one at a time.
class ObfReader {
 public:
  /// Requires: `in` outlives the reader.
  explicit ObfReader(std::istream& in);

  /// Reads the next position. Returns true with `problem` filled, false at the end. After an error
  /// ("OBF: line 7: ...") the next call continues with the following line.
  Result<bool> next(Problem& problem);

 private:
  /// Reads the next line with content, without its comment. Returns false at the end. Errors: the
  /// content is too long.
  Result<bool> next_line(std::string& line);

  LineReader lines_;
};

}  // namespace trivium::reversi

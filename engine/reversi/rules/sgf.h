// Games of Reversi in SGF (GM[2]) and in GGF, the format of the Generic Game Server and of NBoard.
// GGF has SGF's grammar, so one reader reads both; GM[Othello] marks GGF.
//
// SGF: `(;FF[4]GM[2]SZ[8]PB[Ann]PW[Bob]RE[B+12];B[f5];W[d6];B[])`. Squares have names or, as in
// other games, two letters: first the column, then the row from the top. An empty value, `pass` and
// `tt` are passes. AB, AW and PL set up another start.
// GGF: `(;GM[Othello]PC[NBoard]PB[Ann]PW[Bob]RE[+12.000]TY[8]BO[8 ---... *]B[F5//2.4]W[PA];)`. BO
// is the start: the size, the squares (* is Black, O is White) and the side to move. A move may
// have an evaluation and a time after slashes. RE is Black's score.
//
// Reads the main line of any number of games, with text before and between them. Passes may be left
// out. Ignores all other properties.
#pragma once

#include <istream>
#include <span>
#include <string>

#include "engine/core/readers/sgf.h"
#include "engine/core/result.h"
#include "engine/reversi/rules/records.h"

namespace trivium::reversi {

/// Reads the games of a collection one at a time.
class SgfReader {
 public:
  /// Requires: `in` outlives the reader.
  explicit SgfReader(std::istream& in) : finder_(in) {}

  /// Reads the next game. Returns true with `record` filled, false at the end. After an error
  /// ("GGF: line 3, column 40: ...") the next call continues with the following game. A text
  /// without any game is one error.
  Result<bool> next(GameRecord& record);

 private:
  sgf::GameFinder finder_;
};

/// Returns one line with its line end. `comments` are by move; moves beyond its end have none.
std::string write_sgf(const GameRecord& record, std::span<const std::string> comments = {});
/// Returns one line with its line end. `notes` are texts after the squares, by move: "/2.40/1.52"
/// for an evaluation in discs from the mover's view and a time in seconds.
std::string write_ggf(const GameRecord& record, std::span<const std::string> notes = {});

}  // namespace trivium::reversi

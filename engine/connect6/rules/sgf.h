// Connect-6 games in SGF (FF[4] grammar), read in all the ways they are found, written in the two that servers use.
//
// Moves: `B[j10];W[j9l11]` names cells in record form (Little Golem, no GM property); `B[JJ];W[IH];W[HI]` names them by two letters
// (NCTU, GM[511], also GoGui in either case). In letters the first is the column from the left (A = a) and the second the row from the
// TOP, as SGF has it in every game: collections that exist in both forms agree with that (Little Golem's `W[j7k8]` is there `W[JM]`,
// `W[KL]`). A property may hold one stone or two; the stones of a turn may be spread over several.
//
// Kept: SZ, CA, GN (the id), EV, DT, PB, PW, RE with its reason, and the moves of the main line
// (always the first branch). Latin-1 texts become UTF-8. `resign` as a move ends the game. Setup
// stones, passes and other games (GM) are rejected. All else is ignored, also text before the "(;"
// of a game, as in e-mails.
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

#include "engine/connect6/rules/record_builder.h"
#include "engine/connect6/rules/records.h"
#include "engine/core/result.h"

namespace trivium::connect6 {

/// One line with its line end, in the form of the NCTU's server: `(;FF[4]GM[511]SZ[19]...;B[JJ];W[JK];W[LI])`. `comments` are empty or one
/// for each stone.
std::string write_sgf(const GameRecord& game, std::span<const std::string> comments = {});

/// Reads the games of a collection one at a time.
class SgfReader {
 public:
  /// `in` must outlive the reader.
  explicit SgfReader(std::istream& in) : in_(in) {}

  /// Reads the next game: true with `game` filled, false at the end. After an error the next call goes on with the following game. A
  /// text without any game is an error, once.
  Result<bool> next(GameRecord& game);

  /// A game whose text is longer is refused.
  static constexpr std::size_t kMaxGameText = 1U << 20;

 private:
  /// Skips all text before the next "(;" and returns that with its spaces. `origin` is its
  /// position. Returns an empty string at the end of the text.
  std::string take_beginning(TextOrigin& origin);

  std::istream& in_;
  TextOrigin position_;
  bool answered_ = false;  // a game or an error has been handed out
};

}  // namespace trivium::connect6

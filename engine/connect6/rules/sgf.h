// Connect-6 games in SGF (FF[4] grammar). Reads all dialects in use; writes that of the NCTU
// server.
//
// Moves: `B[j10];W[j9l11]` uses cells in record form (Little Golem, no GM property).
// `B[JJ];W[IH];W[HI]` uses two letters, in upper or lower case (NCTU with GM[511], GoGui): first
// the column from the left, then the row from the TOP, as in every SGF game. Collections that exist
// in both forms confirm this (Little Golem's `W[j7k8]` is `W[JM]`, `W[KL]` there). A property may
// hold one or two stones, and the stones of a turn may be spread over several properties.
//
// Reads SZ, CA, GN (the id), EV, DT, PB, PW, RE with its reason, and the moves of the main line
// (always the first branch). Converts Latin-1 texts to UTF-8. `resign` as a move ends the game.
// Rejects setup stones, passes and other games (GM). Ignores all else, also text before the "(;" of
// a game, for example in e-mails.
#pragma once

#include <iosfwd>
#include <span>
#include <string>

#include "engine/connect6/rules/records.h"
#include "engine/core/readers/sgf.h"
#include "engine/core/result.h"

namespace trivium::connect6 {

/// Returns one line with its line end in NCTU's form: `(;FF[4]GM[511]SZ[19]...;B[JJ];W[JK];W[LI])`.
/// `comments` are by stone; stones beyond its end have none.
std::string write_sgf(const GameRecord& game, std::span<const std::string> comments = {});

/// Reads the games of a collection one at a time.
class SgfReader {
 public:
  /// Requires: `in` outlives the reader.
  explicit SgfReader(std::istream& in) : finder_(in) {}

  /// Reads the next game. Returns true with `game` filled, false at the end. After an error the
  /// next call continues with the following game. A text without any game is one error.
  Result<bool> next(GameRecord& game);

 private:
  sgf::GameFinder finder_;
};

}  // namespace trivium::connect6

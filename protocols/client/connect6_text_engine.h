// Driver for Connect-6 engines with the text protocol of the Computer Olympiad programs: "new
// black", "move JJKK".
//
//   name            -> name X
//   new black       a new game, the engine begins:       -> move JJ
//   new white       a new game in which the engine waits
//   move XX[XX]     the opponent's stones                -> move XXXX
//   black XX[XX], white XX[XX]                           places stones; no answer
//   next            asks for the next move               -> move XXXX
//
// A stone is two letters A to S: its column from the left, then its row from the bottom (AA is A1
// in GTP, JJ the center K10, SA the lower right corner T1). The board is 19 x 19. There are no
// clocks; limits are commands of the engine (options). Programs also print other text, for example
// help with lines such as "move XXXX", so everything before the answer to `name` and every line
// that is not an answer is ignored. The stones of a turn arrive together and are returned as two
// moves; the second takes no time. Cloudict swaps the letters and mirrors the rows of a single
// stone, which does not show for the opening stone JJ; here single stones are written like all
// others.
// Source: the behavior of Cloudict (github.com/lang010/cloudict, game_engine.cc and tools.cc).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "protocols/client/program_engine.h"

namespace trivium::client {

/// Converts "K10" to "JJ". The error names a vertex that is not on a 19 x 19 board.
Result<std::string> stone_letters(std::string_view vertex);

/// Converts the one or two stones of "JJ" or "JJKK", in upper or lower case, to vertices. Does not
/// check that they differ.
Result<std::vector<std::string>> parse_stone_letters(std::string_view letters);

class Connect6TextEngine final : public ProgramEngine {
 public:
  using ProgramEngine::ProgramEngine;

  std::string name() const override { return name_; }

  /// Rejects sizes other than 19.
  Fallible new_game(const GameSetup& setup) override;
  MoveAnswer move(const Situation& situation, const MoveBudget& budget) override;

 private:
  Fallible handshake() override;

  /// Returns the lines that set up `situation` and ask for a move. The error states what the
  /// protocol cannot express.
  Result<std::string> request(const Situation& situation) const;
  MoveAnswer answer(const Situation& situation, Clock::time_point until);

  std::string name_;
  /// Stones on its board in order, including its own answers.
  std::vector<std::string> known_;
};

}  // namespace trivium::client

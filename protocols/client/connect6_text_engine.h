// Drives a Connect-6 engine by the text protocol that the programs of the Computer Olympiads speak: "new black", "move JJKK".
//
//   name            -> name X
//   new black       a new game, the engine begins:       -> move JJ
//   new white       a new game in which the engine waits
//   move XX[XX]     the opponent's stones                -> move XXXX
//   black XX[XX], white XX[XX]                           places stones; no answer
//   next            asks for the move after them         -> move XXXX
//
// A stone is two letters A to S: its column from the left, then its row from the bottom (AA is A1 in GTP, JJ the centre K10, SA the right
// lower corner T1). The board is 19 x 19. There are no clocks: limits are commands of the engine's own (options). Programs print other
// things as well, help texts with lines such as "move XXXX" among them: what comes before the answer to `name`, and what is no answer, is
// passed over. A turn's stones come at once; they are handed out as two moves, the second of which takes no time.
// Source: the behaviour of Cloudict (github.com/lang010/cloudict, game_engine.cc and tools.cc), where a lone stone has its letters
// exchanged and rows mirrored, which only the opening stone JJ hides; here every stone is written alike.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "protocols/client/program_engine.h"

namespace trivium::client {

/// "K10" as "JJ". The error says what is no vertex of a board of 19 x 19.
Result<std::string> stone_letters(std::string_view vertex);

/// The one or two stones of "JJ" or "JJKK", either case, as vertices, be they the same. The error says what they are not.
Result<std::vector<std::string>> parse_stone_letters(std::string_view letters);

class Connect6TextEngine final : public ProgramEngine {
 public:
  using ProgramEngine::ProgramEngine;

  std::string name() const override { return name_; }

  /// Of the usual size only.
  Fallible new_game(const GameSetup& setup) override;
  MoveAnswer move(const Situation& situation, const MoveBudget& budget) override;

 private:
  Fallible handshake() override;

  /// The lines that bring it to `situation` and ask for a move. The error says what they cannot say.
  Result<std::string> request(const Situation& situation) const;
  MoveAnswer answer(const Situation& situation, Clock::time_point until);

  std::string name_;
  std::vector<std::string> known_;  ///< the stones on its board, in order, those it has answered with included
};

}  // namespace trivium::client

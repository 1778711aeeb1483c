// Whether a program keeps to the ACPC protocol as a player: connects, says its version, answers when it is asked and only then, legally and
// in time, whatever the packets look like, and leaves when the dealer closes.
//
// The examiner is the dealer's end of the connection: for each rule the program is started anew, with HOST PORT behind its arguments, and
// shown states of hands that are dealt and played by our rules. Source: ACPC protocol 2.0.0, and what the ACPC server does.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "engine/poker/rules/game_definition.h"
#include "tools/check/report.h"

namespace trivium::check {

struct AcpcTable {
  poker::GameDefinition game;                  ///< what the program was told to play
  std::chrono::milliseconds response{10'000};  ///< the longest an answer may take
  std::chrono::milliseconds start{30'000};     ///< from the start of the program until it has connected
  std::chrono::milliseconds leave{5'000};      ///< from the end of the connection, or none, until the program has ended
  std::uint32_t hands = 60;                    ///< of the match that it plays against dice
};

/// All rules, in the order in which they are looked at.
std::vector<CheckRule> acpc_rules();

/// Blocks until all rules have been looked at. Options of CheckOptions are not used: a player has none.
CheckReport check_acpc(const CheckOptions& options, const AcpcTable& table);

}  // namespace trivium::check

// Protocol test of an ACPC player. The player must connect, send its version, answer exactly when
// it is its turn, legally and in time, however lines are split into packets, and end when the
// dealer closes the connection.
//
// The test acts as the dealer. For each rule it restarts the program with HOST PORT appended to its
// arguments, and sends it states of hands that it deals and plays by our rules. Source: ACPC
// protocol 2.0.0, and the behavior of the ACPC server.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "engine/poker/rules/game_definition.h"
#include "tools/check/report.h"

namespace trivium::check {

/// Game and time limits of the test.
struct AcpcTable {
  poker::GameDefinition game;                  ///< game that the program was started for
  std::chrono::milliseconds response{10'000};  ///< maximum time of an answer
  std::chrono::milliseconds start{30'000};     ///< maximum time to connect
  std::chrono::milliseconds leave{5'000};      ///< maximum time to exit without a connection
  std::uint32_t hands = 60;                    ///< hands of the match against random players
};

/// Returns all rules in the order of checking.
std::vector<CheckRule> acpc_rules();

/// Checks all selected rules; blocks, at most five minutes. Ignores CheckOptions::options: a player
/// has no options.
CheckReport check_acpc(const CheckOptions& options, const AcpcTable& table);

}  // namespace trivium::check

// Protocol test of an ACPC player: it connects, sends its version, answers exactly when it must,
// legally and in time, whatever the packets look like, and ends when the dealer closes the
// connection.
//
// The test acts as the dealer: for each rule the program is restarted with HOST PORT appended to
// its arguments and receives states of hands that our rules deal and play. Source: ACPC protocol
// 2.0.0, and the behavior of the ACPC server.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "engine/poker/rules/game_definition.h"
#include "tools/check/report.h"

namespace trivium::check {

struct AcpcTable {
  poker::GameDefinition game;                  ///< game that the program was started for
  std::chrono::milliseconds response{10'000};  ///< maximum time of an answer
  std::chrono::milliseconds start{30'000};     ///< maximum time to connect
  std::chrono::milliseconds leave{
      5'000};                ///< maximum time to exit after the connection ended or failed
  std::uint32_t hands = 60;  ///< hands of the match against random players
};

/// All rules in order of checking.
std::vector<CheckRule> acpc_rules();

/// Checks all rules; blocks. Ignores CheckOptions::options: a player has no options.
CheckReport check_acpc(const CheckOptions& options, const AcpcTable& table);

}  // namespace trivium::check

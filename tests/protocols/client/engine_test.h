// Shared by the tests of all drivers: a driver with an odd engine behind it.
#pragma once

#include <algorithm>
#include <doctest/doctest.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "protocols/client/program_engine.h"
#include "tests/protocols/client/odd_engine.h"
#include "tests/protocols/client/sides.h"

namespace trivium::client {

/// Time limit of answers. Only failing tests wait that long.
inline constexpr Milliseconds kPatience{30'000};
/// Time limit for engines that are expected not to answer.
inline constexpr Milliseconds kLittlePatience{100};

inline EngineProgram odd_program(std::vector<std::string> words) {
  EngineProgram program;
  program.program.command = odd_engine(std::move(words));
  program.start_patience = kPatience;
  return program;
}

inline MoveBudget with_patience(Milliseconds patience) {
  MoveBudget budget;
  budget.patience = patience;
  return budget;
}

/// Returns the reply; fails the test if there is none.
inline MoveReply reply_of(MoveAnswer answer) {
  const Fault* fault = std::get_if<Fault>(&answer);
  REQUIRE_MESSAGE(fault == nullptr, (fault == nullptr ? "" : fault->text));
  return std::get<MoveReply>(std::move(answer));
}

/// Returns the fault; fails the test if there is none.
inline Fault fault_of(MoveAnswer answer) {
  REQUIRE(std::holds_alternative<Fault>(answer));
  return std::get<Fault>(std::move(answer));
}

inline void require(const Fallible& failed) {
  REQUIRE_MESSAGE(!failed, (failed ? failed->text : ""));
}

inline bool mentions(const std::vector<std::string>& lines, const std::string& part) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

}  // namespace trivium::client

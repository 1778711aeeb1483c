// Processes of the programs at a poker table. They are started with the dealer's address appended
// to their arguments; their output and exit status are captured.
//
// The programs talk to the dealer over TCP. Their standard output and error are read too, so that
// no pipe fills up, and the last lines are kept as evidence. One thread of PokerPrograms starts
// them and waits for them, because a program is killed when the thread that started it ends
// (child_process.h). A program must stay in the foreground: when it ends, its children are killed.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "protocols/client/child_process.h"
#include "tools/match/setup/engine_spec.h"

namespace trivium::match {

/// How a program ended.
struct ProgramEnd {
  std::optional<std::string> not_started;   ///< reason why it could not be started
  std::optional<client::ExitStatus> ended;  ///< empty if it had to be killed or did not start
  std::vector<std::string> evidence;        ///< last lines of its output
};

class PokerPrograms {
 public:
  struct Start {
    const EngineSpec* engine = nullptr;
    int seat = 0;            ///< passed to `on_end`
    std::uint16_t port = 0;  ///< the dealer's port for this seat
  };

  /// Starts the programs on another thread, which calls `on_end` with the seat of each program that
  /// ends or cannot be started. Requires: the engines in `starts` outlive this object.
  PokerPrograms(std::vector<Start> starts, std::function<void(int seat)> on_end);
  /// Kills the programs that still run.
  ~PokerPrograms() = default;

  /// Waits up to `grace` for the programs to end, then kills the others. Returns how each ended, in
  /// the order of the starts. Call it once.
  std::vector<ProgramEnd> finish(std::chrono::milliseconds grace);

 private:
  /// Function of the thread.
  void keep(const std::stop_token& finishing);

  std::vector<Start> starts_;
  std::function<void(int seat)> on_end_;
  std::chrono::milliseconds grace_{0};  ///< written before the stop request
  std::vector<ProgramEnd> ends_;
  std::jthread codec_;
};

}  // namespace trivium::match

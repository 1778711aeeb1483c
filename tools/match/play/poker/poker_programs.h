// The programs at a poker table: each started with the dealer's address behind its arguments, listened to, watched for its end.
//
// They speak with the dealer over TCP; what they print is read all the same, so that no full pipe holds them up, and its end is kept as
// evidence. A thread of its own starts them and stays until the end, for they live and die with it (child_process.h). A program must stay
// in the foreground: when it ends, what it has started is ended too.
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

/// What became of a program.
struct ProgramEnd {
  std::optional<std::string> not_started;   ///< why it could not be
  std::optional<client::ExitStatus> ended;  ///< by itself, before it was told to
  std::vector<std::string> evidence;        ///< the end of what it printed
};

class PokerPrograms {
 public:
  struct Start {
    const EngineSpec* engine = nullptr;
    int seat = 0;
    std::uint16_t port = 0;
  };

  /// Starts them, on another thread, which calls `gone` with the seat of each that ends or cannot be started. `starts` refers to engines
  /// that outlive this.
  PokerPrograms(std::vector<Start> starts, std::function<void(int seat)> gone);
  /// Kills what still runs.
  ~PokerPrograms() = default;

  /// Waits up to `grace` for all to end by themselves, ends the others, and tells what became of each, in order. Once.
  std::vector<ProgramEnd> finish(std::chrono::milliseconds grace);

 private:
  void keep(const std::stop_token& finishing);

  std::vector<Start> starts_;
  std::function<void(int seat)> gone_;
  std::chrono::milliseconds grace_{0};  ///< written before the stop request
  std::vector<ProgramEnd> ends_;
  std::jthread keeper_;
};

}  // namespace trivium::match

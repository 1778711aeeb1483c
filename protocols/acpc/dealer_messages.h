// What a dealer tells its operator on standard error, in the words of the ACPC server where it has them.
//
// Lines are collected and written in one piece when the dealer is about to wait. Each seat may cause so many warnings in a hand and no
// more: a player who sends nonsense cannot fill the disk.
#pragma once

#include <array>
#include <cstdio>
#include <string>
#include <string_view>

#include "engine/poker/rules/game_definition.h"
#include "protocols/acpc/dealer_records.h"

namespace trivium::acpc {

class Messages {
 public:
  /// `stream` stays open as long as this lives; null: nobody listens. A quiet dealer leaves out notes and traffic.
  Messages(std::FILE* stream, bool quiet) noexcept : stream_(stream), quiet_(quiet) {}
  ~Messages() { flush(); }
  Messages(const Messages&) = delete;
  Messages& operator=(const Messages&) = delete;

  bool quiet() const noexcept { return quiet_; }

  /// Always.
  void say(std::string_view line);
  /// Unless quiet.
  void note(std::string_view line);
  /// "TO 1 at SECONDS.MICROSECONDS line"; unless quiet. `line` is without its end.
  void sent(int seat, Timestamp time, std::string_view line);
  /// "FROM 1 at ..."; unless quiet, or the seat has used up its warnings of this hand.
  void received(int seat, Timestamp time, std::string_view line);
  /// "WARNING: seat 1: text", while the seat has warnings left in this hand.
  void warn(int seat, std::string_view text);

  void start_hand() noexcept { warnings_.fill(0); }
  /// Writes what has been collected; blocks for it.
  void flush() noexcept;

 private:
  static constexpr int kWarningsInHand = 20;

  std::FILE* stream_;
  bool quiet_;
  std::string text_;
  std::array<int, poker::kMaxPlayers> warnings_{};
};

}  // namespace trivium::acpc

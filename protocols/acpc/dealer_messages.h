// Messages of a dealer to its operator on standard error, in the ACPC server's words where they
// exist.
//
// Lines are collected and written together before the dealer waits. The number of warnings for each
// seat in a hand is limited, so a player that sends nonsense cannot fill the disk. Seats count from
// 0 here and are printed from 1.
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
  /// `stream` must outlive this; null discards everything. A quiet dealer omits notes and traffic.
  Messages(std::FILE* stream, bool quiet) noexcept : stream_(stream), quiet_(quiet) {}
  ~Messages() { flush(); }
  Messages(const Messages&) = delete;
  Messages& operator=(const Messages&) = delete;

  bool quiet() const noexcept { return quiet_; }

  /// Adds a line.
  void say(std::string_view line);
  /// Adds a line unless quiet.
  void note(std::string_view line);
  /// Adds "TO 1 at SECONDS.MICROSECONDS line" unless quiet. `line` has no line end.
  void sent(int seat, Timestamp time, std::string_view line);
  /// Adds "FROM 1 at ..." unless quiet or the seat has used up its warnings of this hand.
  void received(int seat, Timestamp time, std::string_view line);
  /// Adds "WARNING: seat 1: text" while the seat has warnings left in this hand, then once that
  /// further ones are left out.
  void warn(int seat, std::string_view text);

  /// Gives all seats their warnings of the next hand.
  void start_hand() noexcept { warnings_.fill(0); }
  /// Writes the collected lines. Blocks.
  void flush() noexcept;

 private:
  static constexpr int kWarningsInHand = 20;

  std::FILE* stream_;
  bool quiet_;
  std::string text_;
  std::array<int, poker::kMaxPlayers> warnings_{};
};

}  // namespace trivium::acpc

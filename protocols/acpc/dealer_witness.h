// Receiver of the events of a dealer's match: files (dealer_journal.h), or memory if the match is
// part of something larger.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "protocols/acpc/dealer_match.h"
#include "protocols/acpc/dealer_records.h"

namespace trivium::acpc {

/// A player's fault and how the dealer treated it (see dealer.h).
struct SeatFault {
  enum class Kind : std::uint8_t {
    kAbsent,     ///< did not connect before the match began
    kLost,       ///< connection lost; reported once until the player is back
    kLate,       ///< answered too late, or had used up its time for the hand or the match
    kSilent,     ///< sent nothing within the time of one response
    kBadAnswer,  ///< answered the right state, but with no legal action
  };
  int seat = 0;
  Kind kind = Kind::kAbsent;
  std::uint32_t hand = 0;  ///< number of the hand, from 0
  std::string text;        ///< one line
  std::string shown;       ///< the state to answer; empty if there was none
  std::string said;        ///< the player's line; empty if it sent nothing
};

/// All functions are called on the dealer's thread. An error from the first three ends the match.
class Witness {
 public:
  virtual ~Witness() = default;

  /// Called before Match::act(), and before any player sees the action.
  virtual Status action(const Transaction& transaction) = 0;
  /// Called after the last action of a hand, before next_hand().
  virtual Status hand_finished(const Match& match) = 0;
  /// Called once, after the last hand.
  virtual Status match_over(const Match& match) = 0;
  virtual void fault(const SeatFault& /*fault*/) {}
  /// Called for each state sent to a network player. `line` has no line end.
  virtual void sent(int /*seat*/, std::string_view /*line*/) {}
  /// Called for each line from a network player. `line` has no line end.
  virtual void received(int /*seat*/, std::string_view /*line*/) {}

  /// Returns remarks for the operator about the earlier part of a resumed match, one line each.
  virtual std::vector<std::string> remarks() const { return {}; }
  /// True if a player missed a decision in the earlier part of a resumed match.
  virtual bool missed() const noexcept { return false; }
};

}  // namespace trivium::acpc

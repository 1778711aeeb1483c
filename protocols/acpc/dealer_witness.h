// Who keeps what happens in a dealer's match: files (dealer_journal.h), or memory where a match is part of something larger.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "protocols/acpc/dealer_match.h"
#include "protocols/acpc/dealer_records.h"

namespace trivium::acpc {

/// Something a player did wrong, and what was made of it: see dealer.h.
struct SeatFault {
  enum class Kind : std::uint8_t {
    kAbsent,     ///< has not come, and the match began without him
    kLost,       ///< his connection ended; told once until he is back
    kLate,       ///< answered too late, or had used up his time for the hand or the match
    kSilent,     ///< said nothing in all the time that one response may take
    kBadAnswer,  ///< an answer to what was asked, but no legal action
  };
  int seat = 0;
  Kind kind = Kind::kAbsent;
  std::uint32_t hand = 0;
  std::string text;   ///< one line
  std::string shown;  ///< the state he was asked about; empty where he was not asked
  std::string said;   ///< his line; empty where he said nothing
};

/// Called on the dealer's thread. A failure of the first three ends the match.
class Witness {
 public:
  virtual ~Witness() = default;

  /// Before act() of the match, and before anybody sees it.
  virtual Status action(const Transaction& transaction) = 0;
  /// After the last action of a hand, before next_hand().
  virtual Status hand_finished(const Match& match) = 0;
  virtual Status match_over(const Match& match) = 0;
  virtual void fault(const SeatFault& /*fault*/) {}
  /// A state goes to a player on the network; a line has come from one. Without line ends.
  virtual void sent(int /*seat*/, std::string_view /*line*/) {}
  virtual void received(int /*seat*/, std::string_view /*line*/) {}

  /// What somebody should know about the earlier part of a resumed match, one line each.
  virtual std::vector<std::string> remarks() const { return {}; }
  /// Somebody missed a decision in the earlier part of a resumed match.
  virtual bool missed() const noexcept { return false; }
};

}  // namespace trivium::acpc

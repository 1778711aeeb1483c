// Decisions of logged hands as training data: what the actor saw, and the action it took.
//
// Stores hands instead of encoded states: a state takes 18 KB and is encoded in a few microseconds,
// while a decision takes 8 bytes. Hands are either for training or for testing as a whole, so that
// no tested decision is from a hand of the training data.
// Source: Tang, Xu and Tan 2020, section "experiments" (paper 004).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/network/encoder.h"
#include "engine/poker/rules/records.h"

namespace trivium::learning::poker_cnn {

/// A decision: action number `action` of hand number `hand` in a LoggedHands.
struct Decision {
  std::uint32_t hand = 0;
  std::uint16_t action = 0;
  friend bool operator==(const Decision&, const Decision&) noexcept = default;
};

/// The action that was taken, and the result of the hand.
struct Label {
  poker::ActionType action = poker::ActionType::kCall;
  /// Index of the nearest size (nearest_size()); set only for raises in no-limit games, if there
  /// are sizes.
  std::optional<std::size_t> size;
  bool won = false;        ///< true if the actor's payoff in the log is above 0
  int decisions_left = 0;  ///< number of later decisions of the actor in this hand
};

/// Finished hands of one two-player game. Immutable, thread-safe.
class LoggedHands {
 public:
  /// Requires: `game` is poker::encodable() and outlives this object; records are finished hands
  /// with payoffs.
  LoggedHands(const poker::GameDefinition& game, std::vector<poker::StateRecord> records)
      : game_(&game), records_(std::move(records)) {}

  const poker::GameDefinition& game() const noexcept { return *game_; }
  std::span<const poker::StateRecord> records() const noexcept { return records_; }

  /// Returns the decisions in hands [first, last) for which the actor's cards and the board are
  /// known, in the order of the log. If `players` is not empty, returns only the decisions of
  /// players with these names.
  std::vector<Decision> decisions(std::size_t first, std::size_t last,
                                  std::span<const std::string> players = {}) const;

  /// Returns the hand before the decision. It has all cards of the log.
  poker::Hand before(const Decision& decision) const;

  /// Encodes the state before the decision, with the actor's cards only.
  void encode(const Decision& decision, poker::Alignment alignment, poker::EncodedState& out) const;

  /// Returns the label of a decision. `sizes` are those of poker::NetworkSetting; may be empty.
  Label label(const Decision& decision, std::span<const std::int32_t> sizes) const;

 private:
  const poker::GameDefinition* game_;
  std::vector<poker::StateRecord> records_;
};

/// Returns the index of the size that is nearest to a raise to `to` chips, by the ratio of the
/// totals; the first one if there are ties. Requires: `sizes` is not empty.
std::size_t nearest_size(poker::Chips to, std::span<const std::int32_t> sizes,
                         const poker::Betting& betting);

/// Numbers of the hands for training and for testing, which are disjoint.
struct HandSplit {
  std::vector<std::uint32_t> train;
  std::vector<std::uint32_t> test;
};
/// Draws `train` and `test` of `hands` hands at random without replacement. Requires: `train` +
/// `test` is at most `hands`.
HandSplit split_hands(std::size_t hands, std::size_t train, std::size_t test, std::uint64_t seed);

}  // namespace trivium::learning::poker_cnn

// Decisions of logged hands as training data: what the actor saw, and its action.
//
// Hands are kept, not pictures: a picture takes 18 KB and some microseconds to draw, a decision 8
// bytes. Decisions are split by hand, never within one, so that what is tested was not seen in
// training. Source: Tang, Xu and Tan 2020, section "experiments" (paper 004).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/network/encoder.h"
#include "engine/poker/rules/records.h"

namespace trivium::learning::poker_cnn {

/// A decision in hand number `hand` of a LoggedHands: its action number `action`.
struct Decision {
  std::uint32_t hand = 0;
  std::uint16_t action = 0;
  friend bool operator==(const Decision&, const Decision&) noexcept = default;
};

/// What was done, and what came of it.
struct Label {
  poker::ActionType action = poker::ActionType::kCall;
  std::optional<std::size_t> size;  ///< of a raise in a no-limit game: the nearest of the sizes
                                    ///< asked for, by ratio of the totals
  bool won = false;  ///< the actor won chips, as the line states them; neither a loss nor a win
                     ///< counts as not won
  int decisions_left = 0;  ///< the actor's own ones still to come in this hand
};

/// Finished hands of one game for two. Immutable once made; any thread.
class LoggedHands {
 public:
  /// `game` must be poker::encodable() and outlive this. Records are finished hands, with payoffs.
  LoggedHands(const poker::GameDefinition& game, std::vector<poker::StateRecord> records)
      : game_(&game), records_(std::move(records)) {}

  const poker::GameDefinition& game() const noexcept { return *game_; }
  std::span<const poker::StateRecord> records() const noexcept { return records_; }

  /// The decisions in hands [first, last) whose actor's cards and board are known, in the order of
  /// the log; of players of these names alone where some are given.
  std::vector<Decision> decisions(std::size_t first, std::size_t last,
                                  std::span<const std::string> players = {}) const;

  /// The hand as it stood before the decision; all cards are known that the log has.
  poker::Hand before(const Decision& decision) const;

  /// What the actor saw.
  void encode(const Decision& decision, poker::Alignment alignment, poker::EncodedState& out) const;

  /// The betting before it, as the actor remembers it.
  void encode_betting(const Decision& decision, poker::EncodedBetting& out) const;

  /// `sizes` as in poker::NetworkSetting; may be empty.
  Label label(const Decision& decision, std::span<const std::int32_t> sizes) const;

 private:
  const poker::GameDefinition* game_;
  std::vector<poker::StateRecord> records_;
};

/// The nearest of `sizes` to a raise in this betting, by the ratio of the totals; the first of
/// equally near ones.
std::size_t nearest_size(poker::Chips to, std::span<const std::int32_t> sizes,
                         const poker::Betting& betting);

/// Numbers of hands that are trained on and tested on, drawn without putting back, in the order
/// drawn. `train` and `test` together are at most `hands`.
struct HandSplit {
  std::vector<std::uint32_t> train;
  std::vector<std::uint32_t> test;
};
HandSplit split_hands(std::size_t hands, std::size_t train, std::size_t test, std::uint64_t seed);

}  // namespace trivium::learning::poker_cnn

// How holdings fare against each other at the showdown, for two players: the balance is what beats less what is beaten by.
//
// A showdown for the same chips on both sides is worth chips times balance, so that measures need nothing else. On a full board all
// holdings are put in order of strength once, and the balance of each against a range of weights is read off running sums. Where cards
// are still to come, balances are means over run-outs: all of them, or a fixed sample.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/poker/holdings.h"
#include "engine/poker/rules/game_definition.h"
#include "engine/poker/rules/hand_rank.h"
#include "engine/poker/run_outs.h"

namespace trivium::learning {

/// The holdings of a two-player game of one or two hole cards, their strengths, and what each pair is worth before the first board card.
/// Immutable; any thread.
class Showdowns {
 public:
  explicit Showdowns(const poker::GameDefinition& game);

  const poker::HoldingTable& table() const noexcept { return table_; }
  poker::CardSet deck() const noexcept { return deck_; }
  /// Board cards that are still to come after `known` of them.
  std::size_t missing(std::size_t known) const noexcept { return board_cards_ - known; }

  /// All that may follow `board`, or `most` of them.
  std::vector<poker::RunOut> run_outs(std::span<const poker::Card> board, std::size_t most) const;

  /// Adds to `balances`, for each holding that the whole board `way` leaves, its balance against `weights`: what beats it counts against
  /// it. `weights` of holdings with cards of the board are zero. No division by the weight met.
  void add_balances(const poker::RunOut& way, std::uint64_t dead, std::span<const double> weights, std::span<double> balances) const;

  /// Of `own` against each holding that shares no card with it or `board`: the mean over the run-outs that both leave, in [-1, 1]; 0 for
  /// the others. All run-outs from the first board card on, `most` before.
  std::vector<double> balances_of(std::size_t own, std::span<const poker::Card> board, std::size_t most) const;

 private:
  poker::HoldingTable table_;
  poker::CardSet deck_;
  std::size_t board_cards_;
  std::vector<poker::CardSum> sums_;
};

}  // namespace trivium::learning

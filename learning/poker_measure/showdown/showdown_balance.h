// How holdings fare against each other at the showdown of two players: the balance is what a
// holding beats less what beats it.
//
// A showdown for the same chips on both sides is worth chips times balance, so that measures need
// nothing else. On a full board all holdings are put in order of strength once, and the balance of
// each against a range of weights is read off running sums. Where cards are still to come, balances
// are means over run-outs: all of them, or a fixed sample.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/poker/equity/board_cache.h"
#include "engine/poker/equity/holdings.h"
#include "engine/poker/equity/run_outs.h"
#include "engine/poker/equity/strength_order.h"
#include "engine/poker/rules/game_definition.h"
#include "engine/poker/rules/hand_rank.h"

namespace trivium::learning::poker_measure {

using RankedHoldings = std::vector<poker::RankedHolding>;

/// The holdings of a two-player game of one or two own cards, and what they make. Immutable; any
/// thread.
class ShowdownTable {
 public:
  explicit ShowdownTable(const poker::GameDefinition& game);

  const poker::HoldingTable& holdings() const noexcept { return table_; }
  poker::CardSet deck() const noexcept { return deck_; }
  /// Board cards that come after `known` of them.
  std::size_t missing(std::size_t known) const noexcept { return board_cards_ - known; }

  /// The whole boards that may come of `board`, or `most` of them; the same ones every time.
  std::vector<poker::RunOut> run_outs(std::span<const poker::Card> board, std::size_t most) const;
  /// The holdings that a whole board leaves, weakest first. `known` are the bits of the cards that
  /// lay before the run-out. Boards that were asked for lately are not sorted again: 9 MB in
  /// hold'em.
  std::shared_ptr<const RankedHoldings> order(const poker::RunOut& way, std::uint64_t known,
                                              poker::StrengthOrder& sorter) const;

  /// Adds to `balances`, for each holding in `ranked`, what it beats of `weights` less what beats
  /// it, among those that share no card with it.
  void add_balances(std::span<const poker::RankedHolding> ranked, std::span<const double> weights,
                    std::span<double> balances) const;

  /// Of `own` against each holding that shares no card with it or `board`: the mean over the
  /// run-outs that the two leave, in [-1, 1]; 0 for all others. Where more than `most` boards may
  /// come, the mean over a fixed sample.
  std::vector<float> balances_of(std::size_t own, std::span<const poker::Card> board,
                                 std::size_t most) const;

  /// balances_of() before the first board card for all holdings, row by row. Holdings that differ
  /// in the naming of suits only are computed once: some 2 s of one thread in hold'em.
  std::vector<float> first_balances(std::size_t most, std::size_t threads) const;

 private:
  poker::HoldingTable table_;
  poker::CardSet deck_;
  int suits_;
  std::size_t board_cards_;
  std::vector<poker::CardSum> sums_;
  std::shared_ptr<poker::BoardCache<RankedHoldings>> recent_;
};

}  // namespace trivium::learning::poker_measure

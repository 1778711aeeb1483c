// Showdown balances: the probability that a holding wins the showdown minus the probability that it
// loses.
//
// If both players have the same stake, a showdown is worth stake times balance, so measures need no
// other figure. On a full board, holdings are sorted by strength once, and running sums give the
// balance of each holding against a weighted range. If board cards are missing, balances are means
// over run-outs: all of them, or a fixed sample.
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

/// Balances of all holdings of a game. Copies share a cache. Thread-safe.
class ShowdownTable {
 public:
  /// Requires: two players with one or two own cards.
  explicit ShowdownTable(const poker::GameDefinition& game);

  const poker::HoldingTable& holdings() const noexcept { return table_; }
  poker::CardSet deck() const noexcept { return deck_; }
  /// Returns the number of board cards that are missing if `known` are dealt.
  std::size_t missing(std::size_t known) const noexcept { return board_cards_ - known; }

  /// Returns all completions of `board`, or a fixed sample of `max_boards` if there are more.
  std::vector<poker::RunOut> run_outs(std::span<const poker::Card> board,
                                      std::size_t max_boards) const;
  /// Returns the holdings that share no card with a full board, weakest first. `known` has the bits
  /// of the board cards before the run-out. A cache keeps recent boards (9 MB in hold'em).
  std::shared_ptr<const RankedHoldings> order(const poker::RunOut& way, std::uint64_t known,
                                              poker::StrengthOrder& sorter) const;

  /// Adds to `balances`, for each holding in `ranked`: the sum of `weights` over the holdings that
  /// it beats, minus the sum over those that beat it. Holdings that share a card with it do not
  /// count.
  void add_balances(std::span<const poker::RankedHolding> ranked, std::span<const double> weights,
                    std::span<double> balances) const;

  /// Returns the balance of `own` against each holding, in [-1, 1]: the mean over all run-outs, or
  /// over a fixed sample of `max_boards` if there are more. It is 0 for holdings that share a card
  /// with `own` or `board`.
  std::vector<float> balances_of(std::size_t own, std::span<const poker::Card> board,
                                 std::size_t max_boards) const;

  /// Returns balances_of() of every holding on an empty board, as a matrix with a row for each
  /// holding. Holdings that differ only in the names of suits are computed once. Takes about 2 s of
  /// one thread in hold'em.
  std::vector<float> first_balances(std::size_t max_boards, std::size_t threads) const;

 private:
  poker::HoldingTable table_;
  poker::CardSet deck_;
  int suits_;
  std::size_t board_cards_;           ///< number of cards on a full board
  std::vector<poker::CardSum> sums_;  ///< cards of each holding
  std::shared_ptr<poker::BoardCache<RankedHoldings>> recent_;
};

}  // namespace trivium::learning::poker_measure

// Probabilities of winning at showdown against opponents' ranges, over all run-outs.
//
// A holding is compared with every holding of every opponent on every run-out (the board cards
// still to come). If there are more than kMaxComparisons pairs of holdings and run-outs, as before
// the first board cards of a full deck, a fixed sample of run-outs is used: some 1,200 in hold'em,
// with a standard error of about 1 %. From the flop on the figures are exact for one opponent. The
// cards of several opponents are assumed to be independent on each run-out, which is better than a
// power of the mean; run-outs are weighted by the holdings that they leave the opponents. All sums
// are integers, so that the figures are equal on every machine and do not depend on the batch.
//
// A few holdings are compared one by one. For a batch, holdings are sorted by rank on each run-out,
// and the weights below each are read from running sums, minus those of holdings that share a card
// with it (inclusion and exclusion): n log n instead of n squared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/poker/equity/holdings.h"
#include "engine/poker/equity/run_outs.h"
#include "engine/poker/rules/game_definition.h"
#include "engine/poker/rules/hand_rank.h"

namespace trivium::poker {

/// Fixed-point 1 for probabilities.
inline constexpr std::uint32_t kCertain = 1U << 16;

/// Weights of the opponents' holdings by number in the HoldingTable, at most kCertain, and the
/// number of opponents with this range.
struct OpponentRange {
  std::vector<std::uint32_t> weights;
  int players = 1;
};

/// Immutable, thread-safe.
class ShowdownChances {
 public:
  static constexpr std::size_t kMaxComparisons = 1'600'000;

  /// Uses only the game's deck and its numbers of hole cards and board cards.
  explicit ShowdownChances(const GameDefinition& game);

  const HoldingTable& holdings() const noexcept { return table_; }

  /// Computes for each of `holdings` the probability of winning against all opponents, in [0,
  /// kCertain]; a tie with one counts half. If the opponents can have no holding, the result is one
  /// half. Requires: no holding shares a card with `board`; `out` is as long as `holdings`.
  void chances(std::span<const Card> board, std::span<const OpponentRange> opponents,
               std::span<const Holding> holdings, std::span<std::uint32_t> out) const;

  /// Returns the rank of each holding with `board`, by number in holdings(); 0 if it shares a card
  /// with the board.
  std::vector<HandRank> ranks(std::span<const Card> board) const;

 private:
  std::uint32_t compare_one(std::size_t number, std::uint64_t dead, std::span<const RunOut> ways,
                            std::span<const OpponentRange> opponents) const;
  std::vector<std::uint32_t> compare_all(std::uint64_t dead, std::span<const RunOut> ways,
                                         std::span<const OpponentRange> opponents) const;

  HoldingTable table_;
  CardSet deck_;
  std::size_t board_cards_;    ///< number in the last round
  std::vector<CardSum> sums_;  ///< by holding
};

}  // namespace trivium::poker

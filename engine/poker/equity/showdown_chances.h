// Chances to win at the showdown against what opponents may hold, over all ways the board may go on.
//
// A holding is compared with every holding of every opponent on every run-out (the board cards still to come). Where there are more than
// kMaxComparisons of holdings and run-outs together, which is before the first board cards of a large deck, a fixed sample of run-outs
// stands for all of them: some 1,200 in hold'em, a standard error of about one in a hundred. From the flop on the figures are exact for
// one opponent. Several opponents are taken to hold their cards independently of each other, run-out by run-out, which is better than a
// power of the mean; a run-out counts as much as it leaves them holdings. All sums are integers, so that the figures are equal on every
// machine, and for a holding asked alone or in a batch.
//
// A few holdings are compared one by one. For a batch the holdings are sorted by rank on each run-out and the weights below each are
// read off running sums, less those of holdings that share a card with it (inclusion and exclusion): n log n instead of n squared.
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

/// Chances are fixed-point numbers: this is one.
inline constexpr std::uint32_t kCertain = 1U << 16;

/// What opponents may hold: a weight for each number of the HoldingTable, at most kCertain, and how many opponents it stands for.
struct OpponentRange {
  std::vector<std::uint32_t> weights;
  int players = 1;
};

/// Immutable; any thread.
class ShowdownChances {
 public:
  static constexpr std::size_t kMaxComparisons = 1'600'000;

  /// Only the game's deck, own cards and number of board cards matter.
  explicit ShowdownChances(const GameDefinition& game);

  const HoldingTable& holdings() const noexcept { return table_; }

  /// For each of `holdings`, none of which shares a card with `board`, the chance to win against all opponents; a tie counts half with
  /// each. Where the opponents have no holding left, the chance is one half. `out` is as long as `holdings`.
  void chances(std::span<const Card> board, std::span<const OpponentRange> opponents, std::span<const Holding> holdings,
               std::span<std::uint32_t> out) const;

  /// What each holding makes with `board` as it lies; 0 for those that share a card with it.
  std::vector<HandRank> ranks(std::span<const Card> board) const;

 private:
  std::uint32_t compare_one(std::size_t number, std::uint64_t dead, std::span<const RunOut> ways,
                            std::span<const OpponentRange> opponents) const;
  std::vector<std::uint32_t> compare_all(std::uint64_t dead, std::span<const RunOut> ways, std::span<const OpponentRange> opponents) const;

  HoldingTable table_;
  CardSet deck_;
  int board_cards_;            ///< in the last round
  std::vector<CardSum> sums_;  ///< of each holding
};

}  // namespace trivium::poker

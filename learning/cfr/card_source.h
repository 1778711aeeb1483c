// Deals for Monte Carlo CFR, as buckets and the winner.
//
// A sampler walks the public tree. Of the cards it needs only the table row of each player and
// round, and the winner of a showdown. A CardSource gives both: without cards, by the ranks of a
// small game, or by buckets of hold'em.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/core/rng.h"
#include "engine/poker/policies/policy.h"
#include "engine/poker/rules/game_definition.h"

namespace trivium::learning::cfr {

using Bucket = std::uint32_t;

/// One deal of a heads-up game.
struct DealtHand {
  std::array<std::array<Bucket, poker::kMaxRounds>, 2> bucket{};  ///< by player, by round
  int winner = 0;  ///< at a showdown: 1 player 0, -1 player 1, 0 a tie
};

/// A board with all holdings that are possible on it, for public chance sampling. Reuse it to avoid
/// allocations.
struct DealtBoard {
  std::vector<std::array<poker::Card, 2>>
      cards;  ///< by holding; the second is kNoCard in games with one card
  std::array<std::vector<std::uint16_t>, poker::kMaxRounds> bucket;  ///< by round, by holding
  std::vector<std::uint32_t> strength;  ///< at the showdown, by holding: the higher wins
};

/// Thread-safe: immutable.
class CardSource {
 public:
  virtual ~CardSource() = default;

  /// Returns the source's identity for checkpoints: sources with equal texts deal equally.
  virtual std::string identity() const = 0;
  virtual int rounds() const = 0;
  /// Buckets of `round`, at most 65,536.
  virtual Bucket buckets(int round) const = 0;

  /// Returns a fair deal, which depends only on the generator's state.
  virtual DealtHand deal(Rng& rng) const = 0;
  /// Deals a fair board with all holdings that are possible on it.
  virtual void deal_board(Rng& rng, DealtBoard& out) const = 0;

  /// Returns the bucket of a holding in `round`. Requires: the board of the round is known. May be
  /// slow.
  virtual Bucket bucket(int round, const poker::Holding& holding,
                        std::span<const poker::Card> board) const = 0;
};

class BucketTables;

/// Source with one bucket per round and real showdowns. Throws std::invalid_argument unless `game`
/// is heads-up with one or two hole cards (so do the others).
std::unique_ptr<CardSource> card_blind_source(const poker::GameDefinition& game);

/// Source whose buckets are the ranks of the player's card and of the board in order. Exact for
/// games without suits, one hole card and at most four cards per hand (Kuhn, Leduc).
std::unique_ptr<CardSource> rank_source(const poker::GameDefinition& game);

/// Source for hold'em with the buckets of `tables`; `identity` is a hash of their data.
std::unique_ptr<CardSource> bucket_source(const poker::GameDefinition& game,
                                          std::shared_ptr<const BucketTables> tables,
                                          std::string identity);

}  // namespace trivium::learning::cfr

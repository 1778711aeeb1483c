// Random deals for Monte Carlo CFR, reduced to buckets and the winner.
//
// A sampler traverses the betting tree. It needs only two facts about the cards: the bucket of each
// player in each round, which selects rows of the strategy table, and the winner of a showdown. A
// CardSource provides both. There is one without card information, one with the ranks of a small
// game, and one with the buckets of hold'em.
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
  std::array<std::array<Bucket, poker::kMaxRounds>, 2> bucket{};  ///< [player][round]
  int winner = 0;  ///< of a showdown: 1 for player 0, -1 for player 1, 0 for a tie
};

/// A full board with all holdings that share no card with it, for public chance sampling. Reuse it
/// to avoid allocations.
struct DealtBoard {
  /// Cards of each holding; the second is kNoCard in games with one hole card.
  std::vector<std::array<poker::Card, 2>> cards;
  std::array<std::vector<std::uint16_t>, poker::kMaxRounds> bucket;  ///< [round][holding]
  std::vector<std::uint32_t> strength;  ///< by holding; the higher one wins the showdown
};

/// Immutable, thread-safe.
class CardSource {
 public:
  virtual ~CardSource() = default;

  /// Returns a text that checkpoints store. If the texts of two sources of a game are equal, both
  /// give equal deals for equal states of the generator.
  virtual std::string identity() const = 0;
  /// Returns the number of betting rounds.
  virtual int rounds() const = 0;
  /// Returns the number of buckets of `round` (from 0), at most 65,536.
  virtual Bucket buckets(int round) const = 0;

  /// Returns a random deal, which depends only on the state of `rng`.
  virtual DealtHand deal(Rng& rng) const = 0;
  /// Sets `out` to a random board with all holdings that are possible on it.
  virtual void deal_board(Rng& rng, DealtBoard& out) const = 0;

  /// Returns the bucket of a holding in `round` (from 0). May be slow. Requires: `board` has all
  /// board cards dealt up to this round.
  virtual Bucket bucket(int round, const poker::Holding& holding,
                        std::span<const poker::Card> board) const = 0;
};

class BucketTables;

/// Creates a source with one bucket per round; showdowns use the dealt cards. This and the
/// following functions throw std::invalid_argument unless `game` is heads-up with one or two hole
/// cards.
std::unique_ptr<CardSource> card_blind_source(const poker::GameDefinition& game);

/// Creates a source whose buckets are the ranks of the player's card and of the board cards in
/// order. It loses no information in games where suits do not matter (Kuhn, Leduc). Throws
/// std::invalid_argument if there are two hole cards or more than three board cards.
std::unique_ptr<CardSource> rank_source(const poker::GameDefinition& game);

/// Creates a source for hold'em with the buckets of `tables`. `identity` is a hash of their data.
/// Throws std::invalid_argument for other games.
std::unique_ptr<CardSource> bucket_source(const poker::GameDefinition& game,
                                          std::shared_ptr<const BucketTables> tables,
                                          std::string identity);

}  // namespace trivium::learning::cfr

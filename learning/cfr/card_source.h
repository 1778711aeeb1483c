// What Monte Carlo CFR asks of the cards: a deal as buckets and who wins, nothing else.
//
// The sampler walks the public tree; of the cards it needs, for both players and each round, the number of the row of its tables, and at a
// showdown the winner. Where that comes from (no cards at all, the ranks of a small game, buckets of hold'em) is a CardSource.
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
  int winner = 0;                                                 ///< at a showdown: 1 player 0, -1 player 1, 0 a tie
};

/// A board with all that can be held on it, for public chance sampling. Keep one and hand it in again to spare allocations.
struct DealtBoard {
  std::vector<std::array<poker::Card, 2>> cards;                     ///< by holding; the second is kNoCard in games with one card
  std::array<std::vector<std::uint16_t>, poker::kMaxRounds> bucket;  ///< by round, by holding
  std::vector<std::uint32_t> strength;                               ///< at the showdown, by holding: the higher wins
};

/// Immutable; any thread.
class CardSource {
 public:
  virtual ~CardSource() = default;

  /// Which source this is and of what, for identities of runs: equal texts deal equally.
  virtual std::string identity() const = 0;
  virtual int rounds() const = 0;
  /// Buckets of `round`, at most 65,536.
  virtual Bucket buckets(int round) const = 0;

  /// A fair deal; a function of the generator's state alone.
  virtual DealtHand deal(Rng& rng) const = 0;
  /// A fair board and every holding that it leaves.
  virtual void deal_board(Rng& rng, DealtBoard& out) const = 0;

  /// The bucket of a holding in `round`, whose board must be known. Need not be quick.
  virtual Bucket bucket(int round, const poker::Holding& holding, std::span<const poker::Card> board) const = 0;
};

class BucketTables;

/// One bucket a round and the real showdown: players who never look at their cards. `game`: heads-up, one or two hole cards; else
/// std::invalid_argument, as from the others.
std::unique_ptr<CardSource> card_blind_source(const poker::GameDefinition& game);

/// Buckets are the ranks of a player's card and of the board in order: exact for games of one hole card and at most four cards in a hand
/// (Kuhn, Leduc), where suits mean nothing.
std::unique_ptr<CardSource> rank_source(const poker::GameDefinition& game);

/// Hold'em with the buckets of `tables`; `identity` names them, by a hash of their data.
std::unique_ptr<CardSource> bucket_source(const poker::GameDefinition& game, std::shared_ptr<const BucketTables> tables,
                                          std::string identity);

}  // namespace trivium::learning::cfr

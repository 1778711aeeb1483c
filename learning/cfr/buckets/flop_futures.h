// The turn buckets that the holdings of one flop may come to.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "learning/cfr/buckets/futures.h"
#include "learning/cfr/buckets/round_table.h"

namespace trivium::learning::cfr {

class FlopFutures {
 public:
  /// `turn` has the rows of all boards that begin with this flop, and must outlive this, as must
  /// `buckets`.
  FlopFutures(std::span<const poker::Card> flop, const RoundTable& turn,
              const NextBuckets& buckets);

  /// How the buckets of two cards that are not on the flop are distributed over the 47 turn cards.
  /// Not by two threads at once.
  Future of(poker::Card a, poker::Card b);

 private:
  const RoundTable& turn_;
  const NextBuckets& buckets_;
  std::vector<std::pair<poker::Card, BoardRow>> turns_;
  std::vector<std::uint64_t> counts_;  ///< by bucket
};

}  // namespace trivium::learning::cfr

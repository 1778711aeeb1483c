// Distributions over turn buckets for the holdings of one flop. Clusters of these distributions are
// the flop buckets (make_buckets.h).
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "learning/cfr/buckets/futures.h"
#include "learning/cfr/buckets/round_table.h"

namespace trivium::learning::cfr {

/// Not thread-safe: of() uses scratch memory of the object.
class FlopFutures {
 public:
  /// Requires: `turn` has the rows of all turn boards with this flop; `turn` and `buckets` outlive
  /// this object.
  FlopFutures(std::span<const poker::Card> flop, const RoundTable& turn,
              const NextBuckets& buckets);

  /// Returns the distribution of the turn buckets of a holding over the 47 possible turn cards.
  /// Requires: two different cards that are not on the flop.
  Future of(poker::Card a, poker::Card b);

 private:
  const RoundTable& turn_;
  const NextBuckets& buckets_;
  std::vector<std::pair<poker::Card, BoardRow>> turns_;  ///< turn cards with their rows
  std::vector<std::uint64_t> counts_;                    ///< scratch memory, by bucket
};

}  // namespace trivium::learning::cfr

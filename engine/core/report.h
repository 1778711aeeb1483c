// What a search reports while it runs and when it ends. Protocol adapters translate it into their
// own format.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace trivium {

/// A score from the side to move's view: centipawns (or the game's own hundredths), or moves to a
/// forced end.
struct Score {
  enum class Kind : std::uint8_t { kValue, kMate };
  enum class Bound : std::uint8_t { kExact, kLower, kUpper };

  Kind kind = Kind::kValue;
  Bound bound = Bound::kExact;
  int value = 0;  ///< hundredths, or moves to the mate: positive if the side to move mates, zero or
                  ///< negative if it is mated

  friend bool operator==(const Score&, const Score&) = default;
};

/// Expected result per mille, from the side to move's view. The three numbers sum to 1000.
struct WinDrawLoss {
  int win = 0;
  int draw = 1000;
  int loss = 0;
};

/// Probabilities of the three results, from the side to move's view; each in [0, 1].
struct EndChances {
  double loss = 0;
  double draw = 0;
  double win = 0;

  /// Expected result in [0, 1]: 0 for a loss, 1 for a win.
  double expected() const noexcept { return win + draw / 2; }
};

/// One line of a search's progress. `Move` is the game's own move type.
template <class Move>
struct Report {
  int depth = 0;
  int selective_depth = 0;
  int line = 1;  ///< rank of this principal variation, from 1
  Score score;
  std::optional<WinDrawLoss> expectation;
  std::uint64_t nodes = 0;
  std::chrono::microseconds time{0};
  int hash_per_mille = 0;
  std::vector<Move> principal_variation;  ///< legal moves from the searched position on; never goes
                                          ///< past the end of the game
};

/// Returns `report` with its principal variation replaced by `moves`.
template <class Other, class Move>
Report<Other> with_variation(const Report<Move>& report, std::vector<Other> moves) {
  return {report.depth, report.selective_depth, report.line,
          report.score, report.expectation,     report.nodes,
          report.time,  report.hash_per_mille,  std::move(moves)};
}

/// Receives the reports of a search, in the search's main thread. It must return quickly, must
/// throw nothing but std::bad_alloc, and must not call back into the player.
template <class Move>
using ReportSink = std::function<void(const Report<Move>&)>;

}  // namespace trivium

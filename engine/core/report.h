// What a search says while it thinks and when it has finished. Protocols turn it into their own words.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace trivium {

/// A score from the side to move's view: centipawns (or the game's own hundredths), or a forced end in so many moves.
struct Score {
  enum class Kind : std::uint8_t { kValue, kMate };
  enum class Bound : std::uint8_t { kExact, kLower, kUpper };

  Kind kind = Kind::kValue;
  Bound bound = Bound::kExact;
  int value = 0;  ///< hundredths; or moves to the mate: positive = the side to move mates, zero or negative = it is mated

  friend bool operator==(const Score&, const Score&) = default;
};

/// Expected result per mille, from the side to move's view; the three add up to 1000.
struct WinDrawLoss {
  int win = 0;
  int draw = 1000;
  int loss = 0;
};

/// Chances of the three ends, from the side to move's view; each in [0, 1].
struct EndChances {
  double loss = 0;
  double draw = 0;
  double win = 0;

  /// The expected result: 0 a loss, 1 a win.
  double expected() const noexcept { return win + draw / 2; }
};

/// One line of a search's progress. `Move` is the game's own move type.
template <class Move>
struct Report {
  int depth = 0;
  int selective_depth = 0;
  int line = 1;  ///< rank of this principal variation among those asked for, from 1
  Score score;
  std::optional<WinDrawLoss> expectation;
  std::uint64_t nodes = 0;
  std::chrono::microseconds time{0};
  int hash_per_mille = 0;
  std::vector<Move> principal_variation;  ///< legal from the searched position on; never runs past the game's end
};

/// Returns `report` with its variation in another form: `moves`.
template <class Other, class Move>
Report<Other> with_variation(const Report<Move>& report, std::vector<Other> moves) {
  return {report.depth, report.selective_depth, report.line,     report.score, report.expectation, report.nodes,
          report.time,  report.hash_per_mille,  std::move(moves)};
}

/// Called from the searching thread. It must return quickly, must not throw, and must not call back into the player.
template <class Move>
using ReportSink = std::function<void(const Report<Move>&)>;

}  // namespace trivium

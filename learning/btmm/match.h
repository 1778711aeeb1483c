// Matches between two sets of gammas (pattern strengths), for every game. They measure how well
// gammas play without a search.
//
// Every random opening is played twice with colors exchanged. Such a pair of games is the sampling
// unit of a score's interval, because random openings seldom give equal chances. A pair depends
// only on the seed, its number and the two players.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/core/rng.h"
#include "learning/harness/seeds.h"
#include "learning/harness/shards.h"
#include "learning/harness/work_items.h"
#include "learning/statistics/pair_score.h"

namespace trivium::learning::btmm {

/// How strengths become choices.
struct Choice {
  /// Power to which strengths are raised; above 0. With 1, moves are sampled with the probabilities
  /// that the patterns predict; larger values prefer strong moves. Large values do not overflow.
  double sharpness = 1.0;
  /// Takes the strongest move (the first of equal ones) instead of sampling; ignores `sharpness`.
  bool strongest = false;
};

/// A finished game of a match.
struct MatchGame {
  int black_points = 0;  ///< half points of Black, in [0, 2]
  int pieces = 0;        ///< stones or discs on the board at the end
};

/// Results of the two games of an opening.
struct MatchPair {
  int as_black = 0;  ///< half points of the first player as Black, in [0, 2]
  int as_white = 0;  ///< half points of the first player as White, in [0, 2]
  int pieces = 0;    ///< stones or discs on the board at the end, both games together

  friend bool operator==(const MatchPair&, const MatchPair&) = default;
};

/// Result of a match, from the view of the first player.
struct MatchScore {
  statistics::GameCounts games;
  statistics::PairCounts pairs{};
  std::uint64_t black_half_points = 0;  ///< of both players
  std::uint64_t pieces = 0;             ///< at the ends of all games together

  /// Both require at least one game.
  double share_of_black() const noexcept {
    return static_cast<double>(black_half_points) / 2.0 / static_cast<double>(games.games());
  }
  double mean_pieces() const noexcept {
    return static_cast<double>(pieces) / static_cast<double>(games.games());
  }
};

inline MatchScore score_of(std::span<const MatchPair> pairs) noexcept {
  MatchScore score;
  for (const MatchPair& pair : pairs) {
    for (const int points : {pair.as_black, pair.as_white})
      ++(points == 2 ? score.games.wins : points == 1 ? score.games.draws : score.games.losses);
    ++score.pairs[static_cast<std::size_t>(pair.as_black + pair.as_white)];
    score.black_half_points += static_cast<std::uint64_t>(pair.as_black + 2 - pair.as_white);
    score.pieces += static_cast<std::uint64_t>(pair.pieces);
  }
  return score;
}

/// Plays and returns pairs [0, count) with `threads` threads, which do not change the result.
/// `make_table()` is called by several threads and returns a table: a callable, used by one thread,
/// table(bool first_is_black, Rng& opening, Rng& choices) -> MatchGame, that plays a game. It
/// samples the opening with `opening` and everything else with `choices`. `progress` receives the
/// number of pairs played.
template <class MakeTable>
std::vector<MatchPair> play_pairs(const MakeTable& make_table, std::uint64_t seed,
                                  std::size_t count, std::size_t threads,
                                  const WorkProgress& progress) {
  constexpr std::uint64_t kOpenings = 0x6F70656E696E6773;
  constexpr std::uint64_t kChoices = 0x73746F6E6573;
  constexpr std::size_t kPairsPerTable = 32;
  std::vector<MatchPair> pairs(count);
  if (count == 0) return pairs;
  const Shards shards((count + kPairsPerTable - 1) / kPairsPerTable, threads);
  DoneCount done(progress);
  shards.run([&](std::size_t shard) {
    auto table = make_table();
    const Range range = shards.range(shard, count);
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const Rng opening = stream_rng(seed, kOpenings, i);
      Rng choices = stream_rng(seed, kChoices, i);
      Rng same = opening;
      const MatchGame black = table(true, same, choices);
      same = opening;
      const MatchGame white = table(false, same, choices);
      pairs[i] = {black.black_points, 2 - white.black_points, black.pieces + white.pieces};
      done.add(1);
    }
  });
  return pairs;
}

}  // namespace trivium::learning::btmm

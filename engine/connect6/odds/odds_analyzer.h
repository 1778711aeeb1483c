// How likely each of a few turns is to lose, to draw and to win, and to be the best: playouts after
// an ordinary search.
//
// The candidates are turns that the search found, with their values. Each is an arm of a bandit; a
// pull plays the position behind it on (playout.h), and the bandit's method, `dissent`, says which
// to pull (engine/bandits). What the search found counts as a number of pulls, with wins, draws and
// losses in the proportion that its expectation has. So a few playouts never turn a clear verdict
// over, and many decide what the search left open. Source: Liu et al. 2019 (paper 001); the priors
// are ours. It chooses no turn of a game: root_policy.md says what was tried.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/bandits/method.h"
#include "engine/bandits/tree.h"
#include "engine/connect6/odds/playout.h"
#include "engine/connect6/odds/turn_odds.h"
#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/turn.h"
#include "engine/core/report.h"
#include "engine/core/rng.h"

namespace trivium::connect6 {

class OddsAnalyzer {
 public:
  /// Number of candidates that are worth a playout.
  static constexpr int kMaxCandidates = 8;
  /// Parameters of the playouts that it needs.
  static constexpr PlayoutParameters kPlayouts{.turns = 8, .sharpness = 3};

  /// `found` are the last reports of a search of `board`, one for each turn, the best first; at least
  /// one. Those that are proved or clearly worse than the best are no candidates. The same arguments
  /// give the same pulls. Requires: `playouts` outlives this.
  OddsAnalyzer(const Board& board, std::span<const Report<Turn>> found, Playouts& playouts);

  /// True if there is something to decide: at least two candidates.
  bool is_open() const noexcept { return candidates_.size() > 1; }
  /// Plays one more playout and returns the number of stones that it placed. Requires: is_open().
  std::uint64_t pull() noexcept;
  /// Returns the number of playouts.
  std::uint64_t pulls() const noexcept { return pulls_; }
  /// Returns the candidates with their odds; the one that is most probably the best comes first.
  /// Draws `samples` samples, some microseconds each, from a generator of their own, so a call
  /// changes no later pull.
  std::vector<TurnOdds> odds(std::size_t samples = 1000);

 private:
  struct Prior {
    int losses;
    int draws;
    int wins;
    int pulls() const noexcept { return losses + draws + wins; }
  };

  static Prior prior_of(const WinDrawLoss& expected) noexcept;
  void believe(std::size_t arm, const Prior& prior);

  std::vector<Report<Turn>> candidates_;
  Stone side_;
  Playouts& playouts_;
  Rng rng_;
  Rng look_rng_;
  bandits::Tree tree_;
  std::vector<Board> positions_;  ///< after each candidate
  std::unique_ptr<bandits::Method> method_;
  std::vector<Prior> priors_;
  std::uint64_t pulls_ = 0;
};

}  // namespace trivium::connect6

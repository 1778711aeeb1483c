// Estimates the loss, draw and win probabilities of a few turns, and the probability that each is
// the best, by playouts after an ordinary search.
//
// The candidates are turns that the search found, with their values. Each is an arm of a bandit
// (engine/bandits). The bandit method `dissent` chooses the next arm, and a playout from the
// position after that turn gives the outcome (playout.h). The search value counts as a number of
// earlier playouts with the expected proportion of wins, draws and losses. So a few playouts rarely
// overrule a clear search result, while many decide between close turns. Source: Liu et al. 2019
// (paper 001); the priors are ours. The estimates do not choose the move that is played;
// root_policy.md has the reasons.
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
  /// Maximum number of candidates that get playouts.
  static constexpr int kMaxCandidates = 8;
  /// Parameters for `playouts`.
  static constexpr PlayoutParameters kPlayouts{.turns = 8, .sharpness = 3};

  /// `found` has the last report of a search of `board` for each turn, the best first. Proved wins
  /// and losses are not candidates, nor are turns much worse than the best candidate. Equal
  /// arguments give equal playouts. Requires: `playouts` outlives this.
  OddsAnalyzer(const Board& board, std::span<const Report<Turn>> found, Playouts& playouts);

  /// True if there are at least two candidates.
  bool is_open() const noexcept { return candidates_.size() > 1; }
  /// Runs one more playout and returns the number of stones that it placed. Requires: is_open().
  std::uint64_t run_playout() noexcept;
  /// Returns the number of playouts.
  std::uint64_t playouts() const noexcept { return playout_count_; }
  /// Returns the candidates with their odds; the most probably best one comes first. Draws
  /// `samples` posterior samples (some microseconds each) from a separate generator, so that
  /// calling this does not change later playouts.
  std::vector<TurnOdds> odds(std::size_t samples = 1000);

 private:
  struct Prior {
    int losses;
    int draws;
    int wins;
    int count() const noexcept { return losses + draws + wins; }
  };

  static Prior prior_of(const WinDrawLoss& expected) noexcept;
  void add_prior(std::size_t arm, const Prior& prior);

  std::vector<Report<Turn>> candidates_;
  Stone side_;
  Playouts& playouts_;
  Rng rng_;
  Rng sampling_rng_;
  bandits::Tree tree_;
  std::vector<Board> positions_;  ///< by candidate: the position after it
  std::unique_ptr<bandits::Method> method_;
  std::vector<Prior> priors_;
  std::uint64_t playout_count_ = 0;
};

}  // namespace trivium::connect6

// Which of a few turns is best, by trying them: best-action identification at the root of the search.
//
// The search hands over the turns that it left close, with their values. Each is an action, or, where replies are wanted, a choice of the
// opponent between replies. A pull plays the position at the end of a line on (playout.h); the method of the root policy says which leaf to
// pull (engine/bandits). What the search found is believed before the first pull: its value counts as so many pulls, wins, draws and
// losses in the proportion that the value stands for. So few pulls never turn a clear verdict over, and many decide what the search left
// open. The answer is the turn with the greatest odds to be the best. Source: Liu et al. 2019 (paper 001); the priors are ours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/bandits/method.h"
#include "engine/bandits/tree.h"
#include "engine/connect6/evaluation.h"
#include "engine/connect6/playout.h"
#include "engine/connect6/root_policy.h"
#include "engine/connect6/rules/board.h"
#include "engine/connect6/turn.h"
#include "engine/core/report.h"
#include "engine/core/rng.h"

namespace trivium::connect6 {

/// A turn that may be the best.
struct BanditTurn {
  Value value = 0;  ///< the search's, for the side that plays it
  /// What is played before a playout, the turn itself first. One at least; of several the opponent chooses the worst.
  std::vector<std::vector<Turn>> lines{};
};

class TurnBandit {
 public:
  static constexpr std::size_t kSamples = 1000;

  /// `turns`, one at least, are of `board`. `prior` is how many pulls the search's value is worth. All but `playouts` is copied. The same
  /// arguments give the same pulls and answers.
  TurnBandit(const Board& board, std::span<const BanditTurn> turns, const RootPolicy& policy, int prior, Playouts& playouts,
             std::uint64_t seed);

  /// One more playout; returns how many stones it placed.
  std::uint64_t pull() noexcept;
  /// Playouts, without what the priors count as.
  std::uint64_t pulls() const noexcept { return pulls_; }

  /// By action. It draws samples, but not from the pulls' numbers: how often one looks changes nothing else. The answer is the action with
  /// the greatest `best`, of equal ones the first.
  std::vector<MoveBelief> beliefs(std::size_t samples = kSamples);

 private:
  struct Prior {
    int losses;
    int draws;
    int wins;
    int pulls() const noexcept { return losses + draws + wins; }
  };

  static Prior prior_of(const WinDrawLoss& expected, int pulls) noexcept;
  void believe(std::size_t action, const Prior& prior);

  Stone side_;
  Playouts& playouts_;
  Rng rng_;
  Rng look_rng_;
  bandits::Tree tree_;
  std::vector<Board> leaves_;
  std::unique_ptr<bandits::Method> method_;
  std::vector<Prior> priors_;  // by action, each of its leaves
  std::uint64_t pulls_ = 0;
};

}  // namespace trivium::connect6

// The learner "btmm": gammas of pattern features from the stones of games, by
// minorization-maximization (Hunter 2004, Coulom 2007).
//
// Each state is a competition that the chosen stone wins against all other legal ones; a stone is
// the team of its features, whose strength is the product of their gammas. The objective is the
// log-likelihood and a prior in which each feature has played some games against one of gamma 1 and
// won some:
//
//   objective = sum over states of ln P(chosen) + sum over features of [wins ln gamma - games ln(1
//   + gamma)]
//
// An update multiplies the gammas of a table by x, with
//
//   x^n = (W + wins) / (expected + games gamma / (1 + gamma)),     W: how often the feature was
//   chosen
//
// where n is how many of a team's features lie in the table: 1, or more for lines that share one
// (by the inequality of arithmetic and geometric means, the strength of a team is at most the mean
// of its features' x^n times what it was; so the objective never falls). Group by group each update
// is followed by a new pass. All at once, n = 1 is the paper's step (formula 6), which may fail;
// where the objective falls, n = the number of groups is taken instead, which cannot.
//
// Source: Huy and Dang 2019, sections II to IV (paper 000); prior and group-wise updates as in
// Coulom's mm.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/connect6/patterns/pattern_set.h"
#include "learning/btmm/evaluation.h"
#include "learning/harness/run.h"
#include "learning/records/game_set.h"

namespace trivium::learning::btmm {

struct Prior {
  double wins = 1.0;   ///< of each feature, above 0
  double games = 2.0;  ///< above `wins`
};

/// A snapshot is saved after each iteration.
struct BtmmOptions : RunOptions {
  records::Split split;
  Prior prior;
  bool simultaneous =
      false;  ///< all groups at once, one pass an iteration, instead of group by group
  std::size_t iterations = 20;
  std::size_t threads = 1;  ///< no part of the result
};

/// How things stood after an iteration; iteration 0 is the beginning, where all gammas are 1.
struct IterationRow {
  std::size_t iteration = 0;
  double objective = 0.0;  ///< over the training games, a state; it never falls
  double train = 0.0;      ///< mean log-evidence
  double held_out = 0.0;
  bool damped = false;  ///< all at once: the paper's step had failed

  friend bool operator==(const IterationRow&, const IterationRow&) = default;
};

struct BtmmResult {
  std::vector<double> gammas;       ///< by feature
  std::vector<std::uint64_t> wins;  ///< how often each feature was chosen in the training games
  std::vector<IterationRow> curve;  ///< from iteration 0 on
};

using Listener = std::function<void(const IterationRow&)>;

/// Trains. `data_hash` is hashes_of() the files of games. `on_iteration` is called for an iteration
/// when the next one has begun, since its first pass measures the previous gammas; a resumed run
/// begins with the last iteration that was measured. Throws format::LoadError if no stone can be
/// trained on, or if a checkpoint to resume is damaged or of another run; std::invalid_argument for
/// invalid options.
BtmmResult learn(const records::GameSet& games, const connect6::PatternLayout& layout,
                 const BtmmOptions& options, const std::string& data_hash,
                 const Listener& on_iteration = {});

/// The shards of every pass: part of the result.
inline constexpr std::size_t kBtmmShards = 32;

}  // namespace trivium::learning::btmm

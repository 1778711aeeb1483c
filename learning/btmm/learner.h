// Learner "btmm": fits the gammas (strengths) of features to the moves chosen in games, by
// minorization-maximization of a generalized Bradley-Terry model.
//
// In each state (a position in which a move is chosen) the chosen move wins a competition against
// all other legal moves. A move is the team of its features, and its strength is the product of
// their gammas. P(move) is its strength divided by the sum over all legal moves. The states come
// from a game's StateSource.
//
// The objective is the log-likelihood of the choices plus a prior. The prior adds, for each
// feature, `games` games against an opponent of gamma 1, of which the feature wins `wins`:
//
//   objective = sum over states of ln P(chosen)
//             + sum over features of [wins ln gamma - games ln(1 + gamma)]
//
// An update multiplies each gamma of a table by its own x:
//
//   x^n = (W + wins) / (expected + games gamma / (1 + gamma))
//
// W is how often the feature was chosen, `expected` how often it should have been
// (StateSource::expect()), and n how many features of one team lie in the table at most: 1, or more
// if the features of several lines share the table. The objective then never decreases: by the
// inequality of arithmetic and geometric means, the factor by which the strength of a team changes
// is at most the mean of the x^n of its features, where a team with fewer than n of them is filled
// up with ones.
//
// By default the tables are updated one after the other, each with a new pass over the games. With
// `simultaneous`, all gammas are updated after one pass. Its step n = 1 is the step of the paper
// (formula 6), which can decrease the objective. In that case the step with n = maximum size of a
// team is made instead, which cannot.
//
// Sources: Huy and Dang 2019, sections II to IV (paper 000); Hunter 2004; Coulom 2007. Prior and
// group-wise updates as in Coulom's program `mm`.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "learning/btmm/state_source.h"
#include "learning/harness/run.h"
#include "learning/records/split.h"

namespace trivium::learning::btmm {

/// Virtual games of each feature against an opponent of gamma 1.
struct Prior {
  double wins = 1.0;   ///< virtual games won; above 0
  double games = 2.0;  ///< virtual games played; above `wins`
};

/// Options of a run. A snapshot is saved after each iteration.
struct BtmmOptions : RunOptions {
  records::Split split;
  Prior prior;
  bool simultaneous = false;  ///< updates all tables after one pass, instead of one after the other
  std::size_t iterations = 20;
};

/// Figures after an iteration. Iteration 0 is the start, at which all gammas are 1.
struct IterationRow {
  std::size_t iteration = 0;
  double objective = 0.0;  ///< objective divided by the number of training states; never decreases
  double train = 0.0;      ///< mean log-evidence of the training games, in nats
  double held_out = 0.0;   ///< mean log-evidence of the held-out games, in nats; 0 without any
  bool damped = false;     ///< simultaneous only: n = 1 failed, n = size of a team was used

  friend bool operator==(const IterationRow&, const IterationRow&) = default;
};

struct BtmmResult {
  std::vector<double> gammas;       ///< one positive number per feature
  std::vector<std::uint64_t> wins;  ///< by feature: how often chosen in the training games
  std::vector<IterationRow> curve;  ///< element i: figures after iteration i
};

using Listener = std::function<void(const IterationRow&)>;

/// Multiplies each gamma of `range` by its x (see above). `pass` has the expectations of this
/// range; the factor is the n-th root. Requires: `wins` and `gammas` have one number per feature.
void update_gammas(const Expectations& pass, FeatureRange range, double n, const Prior& prior,
                   std::span<const std::uint64_t> wins, std::span<double> gammas);

/// Fits the gammas. `data_hash` is the result of hashes_of() for the files of `source`.
/// `on_iteration` is called for each iteration after its figures are measured, that is, during the
/// first pass of the next iteration or at the end of the run. A resumed run first reports the
/// number of its iterations so far, with the figures of the last measured one. Throws
/// format::LoadError if there is no training state, or if a checkpoint to resume is damaged or
/// belongs to another run. Throws std::invalid_argument for an invalid prior.
BtmmResult learn(const StateSource& source, const BtmmOptions& options,
                 const std::string& data_hash, const Listener& on_iteration = {});

/// Number of shards of every pass. The order of addition depends on it, and so do the last bits of
/// the result.
inline constexpr std::size_t kBtmmShards = 32;

}  // namespace trivium::learning::btmm

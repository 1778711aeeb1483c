// Maximum-likelihood weights of attributes from chosen moves, by Fisher scoring.
//
// The model is a multinomial logit: a move is chosen with probability exp(v_i) / sum_j exp(v_j),
// where v is its value (engine/chess/choice/move_values.h). With a lookahead of one ply, values are
// linear in the weights, so the log-likelihood is concave and Fisher scoring is Newton's method.
// With a deeper lookahead, values are not linear; gradient and information are still exact, and a
// step that would decrease the likelihood is halved. A Gaussian prior (a ridge, or the information
// of average moves) keeps weights near the prior ones, so that few games suffice.
//
// Standard errors are computed in two ways:
// - By choice: from the information, if all choices are independent.
// - By game: with games as clusters, because choices of one game may be correlated, and the model
//   may be misspecified. The variance is A^-1 B A^-1, where A is the information including the
//   prior, and B is G / (G - 1) times the sum over the G games of squared gradients about their
//   mean, plus the prior's information.
// Both agree if choices are independent. With few games the error by game is too small (zero for a
// weight that one game determines), so the larger of both is used (Angrist and Pischke 2009,
// section 8.2). Neither error includes the correlation between games with the same opening; opening
// moves can be excluded by DecisionFilter::first_ply. Duplicate games make both errors too small.
//
// Sources: Wallbrink 2000 (paper 002), which uses hill climbing; McFadden 1974 for the concave
// likelihood; Osborne 1992 for scoring; Huber 1967 and Liang and Zeger 1986 for clustered errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <numbers>
#include <span>
#include <tuple>
#include <vector>

#include "engine/chess/choice/move_values.h"
#include "engine/core/add_fields.h"
#include "learning/harness/crew.h"
#include "learning/statistics/evidence.h"
#include "learning/statistics/linear_algebra.h"

namespace trivium::learning::choice {

/// Quality of predicted moves: sums over decisions. Moves of equal probability are ranked in the
/// order of generation.
struct ChoiceSums : statistics::ChoiceEvidence {
  double in_five = 0;  ///< number of decisions for one of the five most probable moves

  ChoiceSums& operator+=(const ChoiceSums& other) noexcept {
    ChoiceEvidence::operator+=(other);
    return add_fields(*this, other, &ChoiceSums::in_five);
  }

  double among_five() const noexcept { return statistics::mean_of(in_five, cases); }
  /// Returns the information per decision with the model, in bits.
  double bits_each() const noexcept {
    return statistics::mean_of(-log_likelihood / std::numbers::ln2, cases);
  }
  /// Returns the information per decision without a model, in bits.
  double random_bits_each() const noexcept {
    return statistics::mean_of(-uniform / std::numbers::ln2, cases);
  }
};

/// ChoiceSums with their derivatives by the weights. Of matrices only the lower triangle is used.
struct ChoiceSlopes {
  ChoiceSums sums;
  std::vector<double> gradient;    ///< gradient of the log-likelihood
  statistics::Matrix information;  ///< Fisher information at the predicted probabilities
  std::uint64_t games = 0;         ///< games with decisions; 0 if sums are not by game
  /// Sum over these games of the outer product of each game's gradient with itself. Has size 0 if
  /// there are no games.
  statistics::Matrix squares{0};

  auto fields() noexcept {  ///< for learning::Transfer
    return std::tie(sums, gradient, information, games, squares);
  }

  explicit ChoiceSlopes(std::size_t attributes) : gradient(attributes), information(attributes) {}
  /// Requires: equal numbers of weights, unless one of them has no decisions.
  ChoiceSlopes& operator+=(const ChoiceSlopes& more);
};

/// Accumulates gradient and information of choices. Not thread-safe.
class SlopeAdder {
 public:
  /// Adds a decision: move number `choice` of `moves` was played. `chances` are the predicted
  /// probabilities. Only attributes in which the moves differ contribute.
  void add(ChoiceSlopes& to, const chess::MoveValues& moves, std::span<const double> chances,
           std::size_t choice);
  /// Ends a game. The choices since the last call belong to it.
  void end_game(ChoiceSlopes& to);

 private:
  /// Sets columns_ to the attributes in which moves differ, and differences_ to the differences
  /// from the first move.
  void find_columns(const chess::MoveValues& moves);

  std::vector<unsigned char> differs_;
  std::vector<std::size_t> columns_;
  std::vector<double> differences_, mean_, square_;
  std::vector<double> game_;  ///< gradient of the current game
  bool in_game_ = false;      ///< true if the current game has decisions
};

/// Adds a decision among moves with these values and probabilities.
void count_choice(ChoiceSums& sums, std::span<const double> values, std::span<const double> chances,
                  std::size_t choice);

/// Returns the gain in log-likelihood that gradient and information predict for one scoring step.
double expected_gain(const ChoiceSlopes& at);

/// State of a fit, from which it can resume with the same bits.
struct FitState {
  std::vector<double> weights;
  std::size_t iterations = 0;  ///< number of iterations done
};

struct FitOptions {
  chess::Lookahead lookahead = chess::Lookahead::kOnePly;
  std::vector<double> prior{};  ///< start of the fit and mean of the prior; empty for zeros
  /// Strength of a ridge: ridge / 2 times the squared distance from the prior is subtracted from
  /// the log-likelihood.
  double ridge = 0;
  /// Strength of a g-prior (Zellner 1986): the information of the prior is that of `prior_moves`
  /// average moves of these decisions. Unlike a ridge, it respects scales and correlations of the
  /// attributes.
  double prior_moves = 0;
  std::size_t iterations = 100;  ///< maximum number of iterations
  std::size_t threads = 1;       ///< does not change the result
  /// The processes that share the sums, or null if there is only this one. Not owned.
  ProcessGroup* processes = nullptr;

  Crew crew() const { return {threads, processes}; }
};

/// Result of a fit. Vectors have an element for each weight.
struct Fit {
  std::vector<double> weights;
  /// The larger error of each weight. It is 0 if the decisions have no information about a weight,
  /// which is then that of the prior.
  std::vector<double> standard_errors;
  std::vector<double> errors_by_choice;
  std::vector<double> errors_by_game;  ///< all 0 if there are fewer than two games
  ChoiceSums sums;                     ///< at these weights
  std::size_t iterations = 0;
  bool converged = false;  ///< true if the next step would gain less than a millionth of a nat
};

/// Returns the ratios of errors by game to errors by choice, ascending, for the weights that have
/// both.
std::vector<double> error_ratios(const Fit& fit);

/// Called before each step with the number of iterations done and the log-likelihood per decision.
using FitListener = std::function<void(std::size_t iteration, double each)>;

/// Returns the slopes at the given weights. Requires: the number of weights is always the same.
using SlopesAt = std::function<ChoiceSlopes(std::span<const double> weights)>;

class GaussianPrior;

/// A fit by Fisher scoring, step by step.
class Scoring {
 public:
  /// Starts at the prior, or resumes from the state of a fit with the same slopes and options.
  Scoring(std::size_t weights, SlopesAt slopes_at, const FitOptions& options,
          const FitState* from = nullptr);
  ~Scoring();
  Scoring(Scoring&&) = delete;

  /// Makes a step. Returns false and keeps the weights if the fit has converged, the maximum number
  /// of iterations is reached, or no step gains.
  bool advance();

  const FitState& state() const noexcept { return state_; }
  /// Returns the log-likelihood per decision.
  double log_likelihood() const noexcept { return here_.sums.mean(); }
  /// Returns the fit with standard errors. Requires: advance() returned false.
  Fit result() const;

 private:
  /// Returns the log-likelihood minus the penalty of the prior.
  double goal(const ChoiceSlopes& at, std::span<const double> weights) const;

  SlopesAt slopes_at_;
  std::size_t max_steps_;
  FitState state_;
  ChoiceSlopes here_;  ///< slopes at the current weights
  std::unique_ptr<const GaussianPrior> prior_;
  bool converged_ = false;
};

/// Returns the maximum-likelihood estimate of `weights` weights.
Fit fit(std::size_t weights, const SlopesAt& slopes_at, const FitOptions& options,
        const FitListener& on_iteration = {});

}  // namespace trivium::learning::choice

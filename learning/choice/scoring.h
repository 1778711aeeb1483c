// Maximum-likelihood weights of attributes from chosen moves, by Fisher scoring.
//
// A move is chosen with probability exp(v_i) / sum_j exp(v_j), where v is its value
// (move_values.h). If values are of positions right after the move, the log-likelihood is concave
// in the weights, Fisher scoring is Newton's method, and the maximum is unique. With deeper
// lookahead values are not linear; gradient and information are still exact, and a step that would
// decrease the likelihood is halved. A ridge pulls toward prior weights, so that a few games
// suffice.
//
// Standard errors are computed in two ways. By choice: from the information, with all choices
// independent. By game: with games as clusters, since choices of one game may be correlated and the
// model may be misspecified. The variance is then A^-1 B A^-1: A is the information including the
// prior; B is G / (G - 1) times the sum over games of squared gradients about their mean, plus the
// prior's information. Both agree if choices are independent. With few games the clustered error is
// too small (zero for a weight that one game determines), so the larger of both is used (Angrist
// and Pischke 2009, section 8.2). Games with the same opening are also correlated, which neither
// error includes: errors by game describe other games of a player with the same openings. Opening
// moves can be excluded (DecisionFilter::first_ply). Duplicate games make both errors too small.
// Source: Wallbrink 2000 (paper 002), by hill climbing; McFadden 1974 for the concave likelihood;
// Osborne 1992 for scoring; Huber 1967 and Liang and Zeger 1986 for clustered errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/chess/choice/move_values.h"
#include "learning/statistics/linear_algebra.h"
#include "learning/statistics/sums.h"

namespace trivium::learning::choice {

/// Quality of predicted choices: sums over decisions, information in nats.
struct ChoiceSums {
  std::uint64_t decisions = 0;
  double log_likelihood = 0;
  double random =
      0;  ///< the log of the number of legal moves: what a choice costs who knows nothing
  std::uint64_t first = 0;  ///< the likeliest move was played; of equally likely ones the first in
                            ///< order of generation
  std::uint64_t in_five = 0;  ///< one of the five likeliest was

  ChoiceSums& operator+=(const ChoiceSums& other) noexcept {
    return statistics::add_fields(*this, other, &ChoiceSums::decisions, &ChoiceSums::log_likelihood,
                                  &ChoiceSums::random, &ChoiceSums::first, &ChoiceSums::in_five);
  }

  /// Compression (paper 002): information saved by knowing the weights, as a fraction of the
  /// information without them.
  double compression() const noexcept { return random == 0 ? 1 : -log_likelihood / random; }
  double bits_each() const noexcept;
  double random_bits_each() const noexcept;
};

/// The same sums with their derivatives by the weights.
struct ChoiceSlopes {
  ChoiceSums sums;
  std::vector<double> gradient;    ///< of the log-likelihood
  statistics::Matrix information;  ///< Fisher's: of the predicted probabilities; lower triangle
  std::uint64_t games = 0;         ///< that have decisions; 0 where sums are not by game
  statistics::Matrix squares{0};   ///< over these games, of each one's gradient times itself; lower
                                   ///< triangle; of size 0 without games

  explicit ChoiceSlopes(std::size_t attributes) : gradient(attributes), information(attributes) {}
};

/// Adds up slopes of different decisions. One side may be empty, of no attribute.
void add_slopes(ChoiceSlopes& sum, const ChoiceSlopes& part);

/// Adds up gradient and information of choices.
class SlopeAdder {
 public:
  /// Adds a choice: `choice` among `moves` was made with the probabilities `chances`. Only
  /// attributes in which moves differ contribute.
  void add(ChoiceSlopes& to, const chess::MoveValues& moves, std::span<const double> chances,
           std::size_t choice);
  /// Ends a game: choices since the last call belong to it.
  void end_game(ChoiceSlopes& to);

 private:
  void find_columns(const chess::MoveValues& moves);

  std::vector<unsigned char> differs_;
  std::vector<std::size_t> columns_;
  std::vector<double> differences_, mean_, square_;
  std::vector<double> game_;  ///< the gradient of this game
  bool in_game_ = false;      ///< whether it has decisions
};

/// Counts a choice among moves of these values.
void count_choice(ChoiceSums& sums, std::span<const double> values, std::span<const double> chances,
                  std::size_t choice);

/// Returns the expected gain of one scoring step in log-likelihood, by gradient and information.
double expected_gain(const ChoiceSlopes& at);

/// State of scoring, enough to resume with identical bits.
struct FitState {
  std::vector<double> weights;
  std::size_t iterations = 0;  ///< done
};

struct FitOptions {
  chess::Lookahead lookahead = chess::Lookahead::kOnePly;
  std::vector<double> prior;  ///< start of the fit and center of the ridge; empty: zeros
  double ridge = 0;  ///< ridge / 2 times the squared distance from the prior is subtracted from the
                     ///< log-likelihood
  /// Weight of the prior, in average moves of these decisions. Unlike a ridge it respects the
  /// attributes' scales and correlations (g-prior, Zellner 1986).
  double prior_moves = 0;
  std::size_t iterations = 100;  ///< at most
  std::size_t threads = 1;       ///< does not change the result
};

struct Fit {
  std::vector<double> weights;
  std::vector<double> standard_errors;  ///< 0 where nothing was learned of a weight, which then is
                                        ///< the prior's; else the larger of both:
  std::vector<double> errors_by_choice;
  std::vector<double> errors_by_game;  ///< all 0 where there are not two games
  ChoiceSums sums;
  std::size_t iterations = 0;
  bool converged = false;  ///< the next step would have gained less than a millionth of a nat
};

/// Returns errors by game over errors by choice, for weights with both, the smallest first.
std::vector<double> error_ratios(const Fit& fit);

/// Receives each iteration: its number, and the log-likelihood per decision.
using FitListener = std::function<void(std::size_t iteration, double each)>;

/// Returns the slopes at the given weights, always of the same number.
using SlopesAt = std::function<ChoiceSlopes(std::span<const double> weights)>;

class Pull;

/// Fisher scoring, step by step.
class Scoring {
 public:
  /// Starts at the prior, or resumes from a state with the same slopes and options.
  Scoring(std::size_t weights, SlopesAt slopes_at, const FitOptions& options,
          const FitState* from = nullptr);
  ~Scoring();
  Scoring(Scoring&&) = delete;

  /// Makes a step. Returns false if it converged, reached the maximum number of steps, or no step
  /// gains.
  bool advance();

  const FitState& state() const noexcept { return state_; }
  /// Returns the log-likelihood per decision.
  double log_likelihood() const noexcept;
  /// Returns the fit with standard errors. Requires: advance() returned false.
  Fit result() const;

 private:
  double goal(const ChoiceSlopes& at, std::span<const double> weights) const;

  SlopesAt slopes_at_;
  std::size_t max_steps_;
  FitState state_;
  ChoiceSlopes here_;
  std::unique_ptr<const Pull> pull_;
  bool converged_ = false;
};

/// Returns the maximum-likelihood estimate of `weights` weights.
Fit fit(std::size_t weights, const SlopesAt& slopes_at, const FitOptions& options,
        const FitListener& on_iteration = {});

}  // namespace trivium::learning::choice

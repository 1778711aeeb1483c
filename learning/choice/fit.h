// Weights of attributes from the moves that somebody chose: the likeliest ones, by Fisher's scoring.
//
// A move is chosen with chance exp(v_i) / sum_j exp(v_j), v being its value (move_values.h). For positions right after the move the log of
// the likelihood is concave in the weights, Fisher's scoring is Newton's method, and there is one summit; where a lookahead looks further,
// values are no longer linear, slopes and information are still exact, and a step that would lose is halved. A ridge pulls towards weights
// that are known beforehand, so that a few games suffice.
//
// Errors are told two ways. By choice: from the information alone, all choices being taken as independent. By game: choices of a game may
// hang together, as those of one opening, one plan or one mood do, and the model need not be right; only games are taken as independent.
// The variance is then A^-1 B A^-1, A being the information with the pull of the prior, B the variance over games of their slopes, G / (G -
// 1) times the sum of squares about the mean, and the pull, which counts as if it were known as well as it says. Both are one where choices
// are independent. Few games make errors by game too small: a weight that one game decides has none at all. So the larger of both is the
// standard error (Angrist and Pischke 2009, section 8.2).
// Games with the same opening hang together too, which neither tells. They are no clusters of their own: as long as a player goes on to
// play these openings, another sample of his games would have them as often, and that is what errors by game speak of; what the weights
// would be in other openings no games with these tell. The choices can be left out instead (DecisionFilter::first_ply). A file that has
// the same games twice makes errors too small, whatever way they are told.
// Source: Wallbrink 2000 (paper 002), who climbs hills; McFadden 1974 for the concave likelihood; Osborne 1992 for scoring;
// Huber 1967 and Liang and Zeger 1986 for errors by clusters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "engine/chess/choice/attributes.h"
#include "engine/chess/choice/move_values.h"
#include "learning/choice/records.h"
#include "learning/choice/searched_worths.h"
#include "learning/harness/linear_algebra.h"

namespace trivium::learning::choice {

/// How well weights foretell choices: sums over decisions, information in nats.
struct ChoiceSums {
  std::uint64_t decisions = 0;
  double log_likelihood = 0;
  double random = 0;          ///< the log of the number of legal moves: what a choice costs who knows nothing
  std::uint64_t first = 0;    ///< the likeliest move was played; of equally likely ones the first in order of generation
  std::uint64_t in_five = 0;  ///< one of the five likeliest was

  ChoiceSums& operator+=(const ChoiceSums& other) noexcept;

  /// What the paper calls compression: information that the moves have for who knows the weights, as a part of what they have else.
  double compression() const noexcept { return random == 0 ? 1 : -log_likelihood / random; }
  double bits_each() const noexcept;
  double random_bits_each() const noexcept;
};

/// The same with how it changes by the weights.
struct ChoiceSlopes {
  ChoiceSums sums;
  std::vector<double> gradient;  ///< of the log-likelihood
  Matrix information;            ///< Fisher's: of chances as foretold; lower triangle
  std::uint64_t games = 0;       ///< that have decisions; 0 where sums are not by game
  Matrix squares{0};             ///< over these games, of each one's gradient times itself; lower triangle; of size 0 without games

  explicit ChoiceSlopes(std::size_t attributes) : gradient(attributes), information(attributes) {}
};

/// The decisions that are looked at: in `games` of the records, as far as `filter` lets them through.
struct Decisions {
  const Records* records = nullptr;
  std::vector<std::uint32_t> games;  ///< numbers
  DecisionFilter filter;
  /// Where it is given, there is one weight more, the last: of what was searched. It must have the decisions, and outlive this.
  const SearchedWorths* searched = nullptr;

  /// How many weights there are.
  std::size_t width(const chess::Attributes& attributes) const noexcept { return attributes.size() + (searched == nullptr ? 0 : 1); }
};

/// Values moves as a player with these weights does, in decisions of which some may have been searched. Each thread has its own.
class DecisionValuer {
 public:
  /// Both must outlive it.
  DecisionValuer(const Decisions& decisions, const chess::Attributes& attributes, chess::Lookahead lookahead);

  /// As chess::MoveValuer does, in a position of game `number`; slopes are by all weights.
  void value(std::uint32_t number, chess::Position& position, const chess::MoveList& moves, std::span<const double> weights,
             chess::MoveValues& out);

 private:
  const SearchedWorths* searched_;
  std::size_t attributes_;
  chess::MoveValuer valuer_;
};

/// Each the same for any number of threads.
ChoiceSums foretold(const Decisions& decisions, const chess::Attributes& attributes, chess::Lookahead lookahead,
                    std::span<const double> weights, std::size_t threads);
ChoiceSlopes slopes(const Decisions& decisions, const chess::Attributes& attributes, chess::Lookahead lookahead,
                    std::span<const double> weights, std::size_t threads);

/// Adds up slopes of different decisions. One side may be empty, of no attribute.
void add_slopes(ChoiceSlopes& sum, const ChoiceSlopes& part);

/// Calls `into(part)` for each part, from 0, that a decision belongs to: any number of them.
using PartsOf = std::function<void(const chess::Position& position, std::size_t legal_moves, const std::function<void(std::size_t)>& into)>;

/// The slopes of `parts` parts of the decisions by one walk through them, not by game. `parts_of` is called from several threads.
std::vector<ChoiceSlopes> slopes_by_part(const Decisions& decisions, const chess::Attributes& attributes, chess::Lookahead lookahead,
                                         std::span<const double> weights, std::size_t threads, std::size_t parts, const PartsOf& parts_of);

/// What one step of scoring from here would add to the log-likelihood, by slope and information.
double expected_gain(const ChoiceSlopes& at);

/// Where scoring stands: enough to go on from with the same bits.
struct FitState {
  std::vector<double> weights;
  std::size_t iterations = 0;  ///< done
};

struct FitOptions {
  chess::Lookahead lookahead = chess::Lookahead::kOnePly;
  std::vector<double> prior;  ///< where it begins, and what the ridge pulls to; empty: zeros
  double ridge = 0;           ///< half of it times the squared distance from the prior is taken off the log-likelihood
  /// How many moves the prior is worth: the distance from it counts as so many average moves of these decisions would make it count. It
  /// knows of the attributes' scales and of how they go together, which a ridge does not. (The g-prior of Zellner 1986.)
  double prior_moves = 0;
  std::size_t iterations = 100;                          ///< at most
  std::size_t threads = 1;                               ///< no part of the result
  std::optional<FitState> start{};                       ///< to go on from; else it begins at the prior
  std::function<void(const FitState& state)> on_step{};  ///< hears of each step that was taken
};

struct Fit {
  std::vector<double> weights;
  std::vector<double> standard_errors;  ///< 0 where nothing was learned of a weight, which then is the prior's; else the larger of both:
  std::vector<double> errors_by_choice;
  std::vector<double> errors_by_game;  ///< all 0 where there are not two games
  ChoiceSums sums;
  std::size_t iterations = 0;
  bool converged = false;  ///< the next step would have gained less than a millionth of a nat
};

/// Errors by game over errors by choice, of the weights of which both are known; the smallest first.
std::vector<double> error_ratios(const Fit& fit);

/// Hears of each iteration: its number, and the log-likelihood a decision.
using FitListener = std::function<void(std::size_t iteration, double each)>;

Fit fit(const Decisions& decisions, const chess::Attributes& attributes, const FitOptions& options, const FitListener& on_iteration = {});

}  // namespace trivium::learning::choice

// Decisions of players in chess games, and the fit of weights that predict them (scoring.h).
//
// A decision is a position with several legal moves and the move that was played. These functions
// compute the values of the moves of all decisions on several threads, and the sums over decisions
// that the fit needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/chess/choice/attributes.h"
#include "engine/chess/choice/move_values.h"
#include "learning/choice/records.h"
#include "learning/choice/scoring.h"
#include "learning/choice/search_values.h"
#include "learning/harness/crew.h"

namespace trivium::learning::choice {

/// A set of decisions: those in `games` that pass `filter`. Requires: `records` and `searched`
/// outlive this object.
struct Decisions {
  const Records* records = nullptr;
  std::vector<std::uint32_t> games;  ///< numbers of games in `records`
  DecisionFilter filter;
  /// Search values of these decisions, or null. If set, they are one more attribute, whose weight
  /// is the last one.
  const SearchValues* searched = nullptr;

  /// Returns the number of weights.
  std::size_t width(const chess::Attributes& attributes) const noexcept {
    return attributes.size() + (searched == nullptr ? 0 : 1);
  }
};

/// Returns how well `weights` predict the decisions, as sums over all decisions. The result is the
/// same for any crew.
ChoiceSums predicted(const Decisions& decisions, const chess::Attributes& attributes,
                     chess::Lookahead lookahead, std::span<const double> weights, Crew crew);
/// Returns the sums of predicted() with their derivatives by the weights, and the squared gradients
/// by game, which clustered standard errors need.
ChoiceSlopes slopes(const Decisions& decisions, const chess::Attributes& attributes,
                    chess::Lookahead lookahead, std::span<const double> weights, Crew crew);

/// Assigns a decision to parts, which are numbered from 0 and may overlap: calls into(part) for
/// each part to which the decision in `position` belongs.
using PartsOf = std::function<void(const chess::Position& position, std::size_t legal_moves,
                                   const std::function<void(std::size_t)>& into)>;

/// Returns slopes() of each of `parts` parts of the decisions, computed in one pass. Does not sum
/// by game, so ChoiceSlopes::games is 0 and ChoiceSlopes::squares is empty. `parts_of` is called
/// from several threads at a time. Requires: `parts_of` uses numbers below `parts`.
std::vector<ChoiceSlopes> slopes_by_part(const Decisions& decisions,
                                         const chess::Attributes& attributes,
                                         chess::Lookahead lookahead,
                                         std::span<const double> weights, std::size_t threads,
                                         std::size_t parts, const PartsOf& parts_of);

/// Fits weights to the decisions: one for each attribute, then that of the search values, if any.
/// The result is the same for any crew.
Fit fit(const Decisions& decisions, const chess::Attributes& attributes, const FitOptions& options,
        const FitListener& on_iteration = {});

}  // namespace trivium::learning::choice

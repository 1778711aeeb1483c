// Decisions of players in games of chess, and the fit of weights that explain them (scoring.h).
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
#include "learning/choice/searched_worths.h"

namespace trivium::learning::choice {

/// The decisions that are looked at: in `games` of the records, as far as `filter` lets them
/// through.
struct Decisions {
  const Records* records = nullptr;
  std::vector<std::uint32_t> games;  ///< numbers
  DecisionFilter filter;
  /// Where it is given, there is one weight more, the last: of what was searched. It must have the
  /// decisions, and outlive this.
  const SearchedWorths* searched = nullptr;

  /// How many weights there are.
  std::size_t width(const chess::Attributes& attributes) const noexcept {
    return attributes.size() + (searched == nullptr ? 0 : 1);
  }
};

/// Values moves as a player with these weights does, in decisions of which some may have been
/// searched. Each thread has its own.
class DecisionValuer {
 public:
  /// Both must outlive it.
  DecisionValuer(const Decisions& decisions, const chess::Attributes& attributes,
                 chess::Lookahead lookahead);

  /// As chess::MoveValuer does, in a position of game `number`; slopes are by all weights.
  void value(std::uint32_t number, chess::Position& position, const chess::MoveList& moves,
             std::span<const double> weights, chess::MoveValues& out);

 private:
  const SearchedWorths* searched_;
  std::size_t attributes_;
  chess::MoveValuer valuer_;
};

/// Sums of the predictions of `weights`, and their slopes; the same for any number of threads.
ChoiceSums predicted(const Decisions& decisions, const chess::Attributes& attributes,
                     chess::Lookahead lookahead, std::span<const double> weights,
                     std::size_t threads);
ChoiceSlopes slopes(const Decisions& decisions, const chess::Attributes& attributes,
                    chess::Lookahead lookahead, std::span<const double> weights,
                    std::size_t threads);

/// Calls `into(part)` for each part, from 0, that a decision belongs to: any number of them.
using PartsOf = std::function<void(const chess::Position& position, std::size_t legal_moves,
                                   const std::function<void(std::size_t)>& into)>;

/// The slopes of `parts` parts of the decisions by one walk through them, not by game. `parts_of`
/// is called from several threads.
std::vector<ChoiceSlopes> slopes_by_part(const Decisions& decisions,
                                         const chess::Attributes& attributes,
                                         chess::Lookahead lookahead,
                                         std::span<const double> weights, std::size_t threads,
                                         std::size_t parts, const PartsOf& parts_of);

Fit fit(const Decisions& decisions, const chess::Attributes& attributes, const FitOptions& options,
        const FitListener& on_iteration = {});

}  // namespace trivium::learning::choice

// Explains the move probabilities of a modeled player: attributes of the position, and the reasons
// for each move.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/chess/choice/model.h"
#include "engine/chess/evaluation/weights.h"
#include "engine/chess/rules/position.h"

namespace trivium::chess {

/// An attribute of the position that is not zero.
struct SeenAttribute {
  std::string name;
  double balance = 0;  ///< White's minus Black's
  double weight = 0;
};

/// A reason for or against a move: a term of its value (weight x slope, see MoveValues) minus the
/// term's mean over all moves, weighted by probability. Without lookahead, a slope is the attribute
/// after the move, from the mover's view.
struct MoveReason {
  std::string name;
  double worth = 0;  ///< in log-odds
};

struct ExpectedMove {
  Move move;
  std::string san;
  double chance = 0;                ///< probability that the player chooses it
  double value = 0;                 ///< from the mover's view, in log-odds
  std::vector<MoveReason> reasons;  ///< largest first, without zeros
};

struct ChoiceExplanation {
  std::vector<SeenAttribute> attributes;  ///< largest contribution first
  std::vector<ExpectedMove> moves;        ///< highest probability first; empty if the game is over
  Lookahead lookahead = Lookahead::kOnePly;
  std::string source;
  std::string position_class;      ///< condition of the class whose weights are used; empty if the
                                   ///< weights hold for all positions
  std::uint64_t search_nodes = 0;  ///< for each move; 0: the model does not search
};

/// Requires: `weights`, if the model searches; the search's contribution is the reason "search".
/// Blocks until the search ends.
ChoiceExplanation explain_choice(const Position& position, const ChoiceModel& model,
                                 const std::shared_ptr<const Weights>& weights = nullptr);

/// Returns a text table, lines ended by '\n': the most important attributes, then each move with
/// its probability and main reasons.
std::string to_text(const ChoiceExplanation& explanation);

}  // namespace trivium::chess

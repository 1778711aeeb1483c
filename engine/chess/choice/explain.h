// What a player sees in a position and with what chance each move follows, and why.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/chess/choice/model.h"
#include "engine/chess/evaluation/weights.h"
#include "engine/chess/rules/position.h"

namespace trivium::chess {

/// An attribute of the position as it stands, where it has some.
struct SeenAttribute {
  std::string name;
  double balance = 0;  ///< White's less Black's
  double weight = 0;
};

/// What speaks for a move, or against it: its worth to the mover less its mean over all moves, each as likely as it is.
struct MoveReason {
  std::string name;
  double worth = 0;  ///< in log-odds
};

struct ExpectedMove {
  Move move;
  std::string san;
  double chance = 0;
  double value = 0;                 ///< for the mover, in log-odds
  std::vector<MoveReason> reasons;  ///< the largest first, of those that are not 0; by slopes where the player looks beyond the move
};

struct ChoiceExplanation {
  std::vector<SeenAttribute> attributes;  ///< largest worth first
  std::vector<ExpectedMove> moves;        ///< likeliest first; none where the game is over
  Lookahead lookahead = Lookahead::kOnePly;
  std::string source;
  std::string position_class;      ///< what holds in the class that the weights are of; empty where they are those of all positions
  std::uint64_t search_nodes = 0;  ///< for each move; 0: he does not search
};

/// For a player who searches `weights` must be given, with which he does; what he finds is told as "search" among the reasons. It blocks
/// for as long as that takes.
ChoiceExplanation explain_choice(const Position& position, const ChoiceModel& model,
                                 const std::shared_ptr<const Weights>& weights = nullptr);

/// A table for a reader, lines ended by '\n': the attributes that matter most, then each move with its chance and what speaks for it most.
std::string to_text(const ChoiceExplanation& explanation);

}  // namespace trivium::chess

// A position of Connect-6 as a bandit: actions are the likely turns of the side to move, arms are
// played on by random playouts.
//
// What each playout gives is a loss, a draw or a win for the side to move
// (engine/connect6/odds/playout.h). Its chances are not known, so the truth that answers are judged
// by is itself measured: by many more pulls of every arm than any method has. With answers, each
// action has the opponent's likely turns as its replies, a tree of depth two; without, the playout
// begins after the action.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/bandits/odds.h"
#include "engine/connect6/evaluation/knowledge.h"
#include "engine/connect6/odds/playout.h"
#include "engine/connect6/rules/board.h"
#include "engine/core/result.h"
#include "learning/bandits/experiment.h"

namespace trivium::learning::bandits {

struct PositionOptions {
  std::size_t turns = 6;                  ///< actions at most; likely_turns() knows ten
  std::size_t answers = 0;                ///< to each, at most
  std::size_t truth_pulls = 2000;         ///< of each arm, to learn the truth
  trivium::bandits::DecisionRule rule{};  ///< of `views`
  trivium::bandits::DecisionRule truth{};
  connect6::PlayoutParameters playouts{};
  std::uint64_t seed = 1;
  std::size_t threads = 1;
};

struct PositionBandit {
  Instance instance;                                ///< with the measured truth
  std::vector<trivium::bandits::ActionView> views;  ///< of each action, by the measured truth
  std::vector<std::string> turns;  ///< readable actions; `instance` has record form
  LivePulls pulls;                 ///< for experiments
  std::string description;
};

/// Of a board whose game is not over. Refuses one where a win or a loss is certain, or that leaves
/// no choice: there is nothing to find out.
Result<PositionBandit> position_bandit(const connect6::Board& board,
                                       const connect6::Knowledge& knowledge,
                                       const PositionOptions& options);

/// What is known of the actions, as text.
std::string position_text(const PositionBandit& position);

}  // namespace trivium::learning::bandits

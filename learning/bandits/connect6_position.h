// A Connect-6 position as a bandit problem: actions are the likely turns of the side to move, and a
// pull of an arm is a random playout.
//
// A playout ends in a loss, a draw or a win for the side to move (engine/connect6/odds/playout.h).
// The true probabilities are unknown. So the truth for judging recommendations is measured first,
// with PositionOptions::truth_pulls playouts of every arm; use more than a method may use. With
// `answers` > 0 each action has the opponent's likely turns as replies, which gives a tree of depth
// two. Otherwise playouts begin after the action.
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
#include "engine/core/step_progress.h"
#include "learning/bandits/experiment.h"

namespace trivium::learning::bandits {

struct PositionOptions {
  std::size_t turns = 6;                   ///< maximum number of actions; likely_turns() has ten
  std::size_t answers = 0;                 ///< maximum number of replies to each action; 0: none
  std::size_t truth_pulls = 2000;          ///< playouts of each arm to measure the truth
  trivium::bandits::DecisionRule rule{};   ///< decision rule of PositionBandit::views
  trivium::bandits::DecisionRule truth{};  ///< order of the true values of actions
  connect6::PlayoutParameters playouts{};
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  StepProgress progress{};  ///< playouts done to measure the truth; by one thread at a time
};

struct PositionBandit {
  Instance instance;                                ///< with the measured truth
  std::vector<trivium::bandits::ActionView> views;  ///< posterior of each action after measuring
  std::vector<std::string> turns;                   ///< actions in notation for readers
  LivePulls pulls;                                  ///< playouts, for Experiment::live
  std::string description;
};

/// Measures the truth and returns the problem. Blocks during all playouts. Fails with
/// lab.position.over (the game is over), lab.position.won (the side to move wins at once) or
/// lab.position.choice (fewer than two likely turns). Requires: `knowledge` has weights.
Result<PositionBandit> position_bandit(const connect6::Board& board,
                                       const connect6::Knowledge& knowledge,
                                       const PositionOptions& options);

/// Returns a table of the actions as text: playouts, probabilities with 95 % intervals, and the
/// probability of being the best.
std::string position_text(const PositionBandit& position);

}  // namespace trivium::learning::bandits

#include "learning/outcome/logistic.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/connect6/patterns/line_features.h"
#include "engine/core/logistic.h"
#include "learning/statistics/conjugate_gradients.h"
#include "learning/statistics/newton.h"
#include "learning/statistics/vectors.h"

namespace trivium::learning::outcome {

namespace {

using connect6::GameResult;
using connect6::kFeatureCount;
using connect6::Stone;

constexpr int kTrials = 30;       // maximum number of trials of a step
constexpr double kArmijo = 1e-4;  // minimum gain of a step, as a share of the promised gain

/// Returns the ridge of a parameter, or 0 if the stage does not change it. Patterns express what
/// the counts of windows express, so kPatterns keeps these fixed. It also keeps can_win and
/// must_parry[3] fixed, because it skips decided positions. It fits side_to_move, must_parry[1] and
/// must_parry[2] again.
double ridge_of(std::size_t parameter, Stage stage, const Ridges& ridges) {
  if (stage == Stage::kCounts) return parameter < kFeatureCount ? ridges.counts : 0.0;
  if (parameter == 0 || parameter == connect6::kMustParry || parameter == connect6::kMustParry + 1)
    return ridges.counts;
  if (parameter < kFeatureCount) return 0.0;
  return parameter < kFeatureCount + connect6::kLinePatterns ? ridges.lines : ridges.meetings;
}

}  // namespace

void Tape::read(const records::Connect6Game& game, std::size_t turns, bool patterns) {
  positions_.clear();
  for (std::size_t side = 0; side < 2; ++side) {
    changes_[side].clear();
    ends_[side].clear();
  }
  if (game.result == GameResult::kUnknown) return;
  if (patterns) board_.emplace(game.size);
  connect6::LineFeatures lines(game.size);
  const auto note = [this](std::size_t side, connect6::ValuePattern pattern, int by) {
    changes_[side].push_back({static_cast<std::uint32_t>(parameter_of(pattern)), by});
  };
  for (std::size_t stones = 0; stones < game.moves.size(); ++stones) {
    const Stone side = connect6::Board::to_move(static_cast<int>(stones));
    for (std::size_t i = 0; i < 2; ++i) ends_[i].push_back(changes_[i].size());
    if (stones % 2 == 1 && static_cast<int>(stones) >= game.opening) {
      Position& position = positions_.emplace_back();
      position.stones = stones;
      position.side = side == Stone::kBlack ? 0 : 1;
      position.result = points_of(game.outcome_for(side));
      position.counts = connect6::extract(lines, side, 2);
      position.decided =
          position.counts[connect6::kCanWin] > 0 || position.counts[connect6::kMustParry + 2] > 0;
      if (positions_.size() == turns) break;
    }
    if (patterns) board_->place(game.moves[stones], note);
    lines.place(game.moves[stones], side);
  }
}

void Tape::scores(const Parameters& parameters, bool patterns, std::vector<double>& scores) const {
  scores.clear();
  std::array<double, 2> sums{};
  std::array<std::size_t, 2> done{};
  for (const Position& position : positions_) {
    double score = 0.0;
    for (std::size_t k = 0; k < connect6::kFeatureCount; ++k)
      score += position.counts[k] * parameters[k];
    for (std::size_t side = 0; patterns && side < 2; ++side) {
      for (; done[side] < ends_[side][position.stones]; ++done[side]) {
        const Change change = changes_[side][done[side]];
        sums[side] += change.by * parameters[change.parameter];
      }
    }
    scores.push_back(score + sums[position.side]);
  }
}

void Tape::add_errors(std::span<const double> errors, bool patterns, Parameters& gradient) const {
  std::array<double, 2> later{};  // sum of errors of the positions after a change, by side to move
  for (std::size_t i = positions_.size(); i-- > 0;) {
    const Position& position = positions_[i];
    for (std::size_t k = 0; k < connect6::kFeatureCount; ++k)
      gradient[k] += errors[i] * position.counts[k];
    later[position.side] += errors[i];
    for (std::size_t side = 0; patterns && side < 2; ++side) {
      const std::size_t begin = i == 0 ? 0 : ends_[side][positions_[i - 1].stones];
      for (std::size_t at = ends_[side][position.stones]; at-- > begin;) {
        gradient[changes_[side][at].parameter] += changes_[side][at].by * later[side];
      }
    }
  }
}

Problem::Problem(const records::GameSet& games, Stage stage, const Ridges& ridges,
                 std::size_t turns, const Parameters& start, const Shards& shards)
    : games_(games), stage_(stage), turns_(turns), shards_(shards) {
  for (std::size_t i = 0; i < kParameters; ++i)
    ridges_.push_back({ridge_of(i, stage, ridges), start[i]});
}

/// Sums over the training games, shard by shard. `visit(tape, part)` adds a game to the sums of a
/// shard.
template <class Part, class Visit>
Part Problem::sum(const Part& empty, const Visit& visit) const {
  const auto work = [&](std::size_t shard) {
    Part part = empty;
    Tape tape;
    games_.visit(shards_, shard, records::Role::kTrain, [&](const records::Connect6Game& game) {
      tape.read(game, turns_, with_patterns());
      visit(tape, part);
    });
    return part;
  };
  return shards_.sum(empty, work);
}

double Problem::penalty(const Parameters& parameters) const noexcept {
  double sum = 0.0;
  for (std::size_t i = 0; i < kParameters; ++i) sum += ridges_[i].penalty(parameters[i]);
  return sum;
}

Problem::Derivatives Problem::derivatives(const Parameters& parameters) const {
  const Derivatives empty{.gradient = Parameters(kParameters), .diagonal = Parameters(kParameters)};
  Derivatives all = sum(empty, [&](const Tape& tape, Derivatives& part) {
    std::vector<double> scores;
    tape.scores(parameters, with_patterns(), scores);
    std::vector<double> errors(scores.size());
    std::vector<double> curvatures(scores.size());
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const Tape::Position& position = tape.positions()[i];
      if (!looks_at(position)) continue;
      const double probability = logistic(scores[i]);
      errors[i] = probability - position.result;
      curvatures[i] = probability * (1.0 - probability);
      part.objective += logistic_loss(scores[i], position.result);
      ++part.positions;
    }
    tape.add_errors(errors, with_patterns(), part.gradient);
    tape.add_errors(curvatures, with_patterns(), part.diagonal);
  });
  all.objective += penalty(parameters);
  for (std::size_t i = 0; i < kParameters; ++i) {
    all.gradient[i] = moves(i) ? all.gradient[i] + ridges_[i].slope(parameters[i]) : 0.0;
    all.diagonal[i] = moves(i) ? std::abs(all.diagonal[i]) + ridges_[i].strength : 1.0;
  }
  return all;
}

double Problem::objective(const Parameters& parameters) const {
  const auto add_game = [&](const Tape& tape, double& loss) {
    std::vector<double> scores;
    tape.scores(parameters, with_patterns(), scores);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const Tape::Position& position = tape.positions()[i];
      if (looks_at(position)) loss += logistic_loss(scores[i], position.result);
    }
  };
  return penalty(parameters) + sum(0.0, add_game);
}

Parameters Problem::product(const Parameters& parameters, const Parameters& direction) const {
  Parameters product = sum(Parameters(kParameters), [&](const Tape& tape, Parameters& part) {
    std::vector<double> scores;
    std::vector<double> slopes;
    tape.scores(parameters, with_patterns(), scores);
    tape.scores(direction, with_patterns(), slopes);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const double probability = logistic(scores[i]);
      slopes[i] *= looks_at(tape.positions()[i]) ? probability * (1.0 - probability) : 0.0;
    }
    tape.add_errors(slopes, with_patterns(), part);
  });
  for (std::size_t i = 0; i < kParameters; ++i)
    product[i] = moves(i) ? product[i] + ridges_[i].strength * direction[i] : 0.0;
  return product;
}

NewtonStep newton_step(const Problem& problem, const Parameters& parameters) {
  const Problem::Derivatives at = problem.derivatives(parameters);
  Parameters downhill = at.gradient;
  for (double& slope : downhill) slope = -slope;
  const statistics::ConjugateGradients solution = statistics::solve_by_conjugate_gradients(
      std::move(downhill), at.diagonal,
      [&](const Parameters& direction) { return problem.product(parameters, direction); });

  const std::vector<double>& step = solution.x;
  NewtonStep result{
      parameters, at.objective,
      0.5 * solution.first_residual / static_cast<double>(std::max<std::size_t>(at.positions, 1)),
      0.0};
  const double slope = -statistics::dot(at.gradient, step);  // promised decrease of the full step
  if (!(slope > 0.0)) return result;
  const auto decide = [&](const statistics::Place<double>& there, double share) {
    if (there.point > at.objective - kArmijo * share * slope)
      return statistics::StepDecision::kReject;
    result.length = share;
    return statistics::StepDecision::kTake;
  };
  auto landing = statistics::halve(
      parameters, step, kTrials, [&](const Parameters& x) { return problem.objective(x); }, decide);
  if (landing) result.parameters = std::move(landing->first.x);
  return result;
}

}  // namespace trivium::learning::outcome

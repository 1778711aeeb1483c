#include "learning/outcome/tape.h"

#include "engine/connect6/patterns/line_features.h"

namespace trivium::learning::outcome {

namespace {

using connect6::GameResult;
using connect6::Stone;

double result_for(Stone side, GameResult result) {
  if (result == GameResult::kDraw) return 0.5;
  return (result == GameResult::kBlackWins) == (side == Stone::kBlack) ? 1.0 : 0.0;
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
      position.result = result_for(side, game.result);
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

}  // namespace trivium::learning::outcome

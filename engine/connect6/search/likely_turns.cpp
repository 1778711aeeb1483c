#include "engine/connect6/search/likely_turns.h"

#include "engine/connect6/evaluation/known_strengths.h"
#include "engine/connect6/patterns/line_features.h"

namespace trivium::connect6 {

namespace {

constexpr Beam kShown{0, 10, 10, 24};

}  // namespace

LikelyTurns likely_turns(const Board& board, StoneStrengths& strengths) {
  const LineFeatures lines(board);
  const Stone side = board.to_move();
  const int stones_left = board.stones_left_in_turn();
  LikelyTurns likely;
  if (board.stones() == 0) {
    likely.turns.push_back({{board.center(), kNoCell}, 1.0});  // played without search
    return likely;
  }
  likely.parries = parries(lines, opponent(side));
  if (const auto win = winning_turn(lines, side, stones_left)) {
    likely.winning_turn = *win;
  } else if (likely.parries.stones_needed() <= stones_left) {
    TurnGenerator(strengths).generate(board, likely.parries, kShown, likely.turns);
  }
  return likely;
}

LikelyTurns likely_turns(const Board& board, const Knowledge& knowledge) {
  return likely_turns(board, KnownStrengths(knowledge, board.size())[0]);
}

std::vector<double> stone_probabilities(const Board& board, const Knowledge& knowledge) {
  KnownStrengths known(knowledge, board.size());
  StoneStrengths& strengths = known[0];
  strengths.follow(board.history());
  std::vector<double> probabilities(strengths.cells());
  const double sum = strengths.read(probabilities);
  for (double& probability : probabilities) probability /= sum;
  return probabilities;
}

}  // namespace trivium::connect6

#include "engine/poker/range.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <numeric>
#include <utility>

#include "engine/poker/equity/board_classes.h"
#include "engine/poker/explain.h"
#include "engine/poker/words.h"

namespace trivium::poker {

namespace {

using Square = std::array<std::array<RangeCell, kRanks>, kRanks>;

char letter(std::size_t line) noexcept { return kRankLetters[kRanks - 1 - line]; }

/// Returns the row and the column of a holding.
std::pair<std::size_t, std::size_t> place_of(Card a, Card b) noexcept {
  const std::size_t number = preflop_class(a, b);
  return {kRanks - 1 - number / kRanks, kRanks - 1 - number % kRanks};
}

Square named_cells() {
  Square cells;
  for (std::size_t row = 0; row < kRanks; ++row) {
    for (std::size_t column = 0; column < kRanks; ++column) {
      std::string& name = cells[row][column].name;
      name = {letter(std::min(row, column)), letter(std::max(row, column))};
      if (row != column) name += row < column ? 's' : 'o';
    }
  }
  return cells;
}

/// Sums each holding's weighted probabilities in its cell and in the total, then divides by the sum
/// of the weights. Holdings without weight only count.
void add_up(std::span<const Holding> holdings, std::span<const double> weights,
            const ActionDistribution& answers, Range& range) {
  const std::size_t actions = answers.actions.size();
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  range.probabilities.resize(actions);
  for (std::size_t k = 0; k < holdings.size(); ++k) {
    const auto [row, column] = place_of(holdings[k][0], holdings[k][1]);
    RangeCell& cell = range.cells[row][column];
    ++cell.combinations;
    if (weights[k] <= 0) continue;
    cell.weight += weights[k];
    cell.probabilities.resize(actions);
    for (std::size_t a = 0; a < actions; ++a) {
      cell.probabilities[a] += weights[k] * answers.row(k)[a];
      range.probabilities[a] += weights[k] * answers.row(k)[a] / total;
    }
  }
  for (auto& row : range.cells) {
    for (RangeCell& cell : row) {
      for (double& probability : cell.probabilities) probability /= cell.weight;
      if (cell.combinations > 0) cell.weight /= cell.combinations;
    }
  }
}

/// Returns the grid for one type of action, in percent.
std::string square_text(const Range& range, ActionType type) {
  std::string text = "   ";
  for (std::size_t column = 0; column < kRanks; ++column)
    text += fmt::format("{:>4}", letter(column));
  text += '\n';
  for (std::size_t row = 0; row < kRanks; ++row) {
    text += fmt::format("  {}", letter(row));
    for (const RangeCell& cell : range.cells[row]) {
      double sum = 0;
      for (std::size_t a = 0; a < cell.probabilities.size(); ++a)
        sum += range.actions[a].type == type ? cell.probabilities[a] : 0.0;
      text += cell.combinations == 0 ? "   -" : fmt::format("{:>4}", std::lround(100 * sum));
    }
    text += '\n';
  }
  return text;
}

}  // namespace

bool has_range(std::string_view policy) noexcept { return policy == "cfr" || policy == "rule"; }

Status check_range(const Hand& hand, const Policy& policy) {
  if (const auto seen = explain_public(hand); !seen) return seen.error();
  const GameDefinition& game = hand.game();
  if (game.hole_cards != 2 || game.suits != kSuits || game.ranks != kRanks)
    return Error{"poker.range.game", "a range needs a game with two hole cards and a 52-card deck"};
  if (!has_range(policy.name()))
    return Error{"poker.range.policy", "policy {} has no range; use cfr or rule", policy.name()};
  return policy.can_play(game);
}

Result<Range> range_of(const Hand& hand, const Policy& policy, std::span<const double> weights) {
  if (const Status drawn = check_range(hand, policy); !drawn) return drawn.error();
  const HoldingTable table(hand.game());
  std::vector<Holding> holdings;
  std::vector<double> own_weights;
  for_each_pair(bits_of(hand.board()), [&](Card high, Card low) {
    Holding holding;
    holding.fill(kNoCard);
    holding[0] = high;
    holding[1] = low;
    holdings.push_back(holding);
    own_weights.push_back(weights.empty() ? 1.0 : weights[table.number(holding)]);
  });
  ActionDistribution answers;
  policy.distribution(hand.public_state(), holdings, answers);
  Range range{answers.actions, {}, {}, named_cells()};
  for (const Action action : answers.actions)
    range.action_words.push_back(action_words(hand.betting(), action));
  add_up(holdings, own_weights, answers, range);
  return range;
}

std::string to_text(const Range& range) {
  std::string text = "percent by holding: suited above the diagonal, offsuit below\n";
  for (const auto& [type, name] :
       {std::pair(ActionType::kFold, "fold"), std::pair(ActionType::kCall, "check or call"),
        std::pair(ActionType::kRaise, "bet or raise")}) {
    std::string list;
    for (std::size_t a = 0; a < range.actions.size(); ++a) {
      if (range.actions[a].type != type) continue;
      list += fmt::format("{}{} {:.1f}%", list.empty() ? "" : ", ", range.action_words[a],
                          100 * range.probabilities[a]);
    }
    if (!list.empty())
      text += fmt::format("\n{} (of all holdings: {})\n{}", name, list, square_text(range, type));
  }
  return text;
}

}  // namespace trivium::poker

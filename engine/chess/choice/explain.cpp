#include "engine/chess/choice/explain.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>

#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/notation.h"

namespace trivium::chess {

namespace {

constexpr std::size_t kShownAttributes = 12;
constexpr std::size_t kShownReasons = 3;

template <class Item, class Worth>
void sort_by_size(std::vector<Item>& items, const Worth& worth) {
  std::ranges::stable_sort(items, std::ranges::greater(), [&](const Item& item) { return std::abs(worth(item)); });
}

std::vector<SeenAttribute> seen(Position& position, const ChoiceModel& model) {
  std::vector<double> balances(model.attributes.size());
  model.attributes.of(position, balances);
  std::vector<SeenAttribute> attributes;
  for (std::size_t k = 0; k < balances.size(); ++k) {
    if (balances[k] != 0) attributes.push_back({model.attributes.names()[k], balances[k], model.weights[k]});
  }
  sort_by_size(attributes, [](const SeenAttribute& one) { return one.balance * one.weight; });
  return attributes;
}

std::vector<MoveReason> reasons_for(std::span<const double> slope, std::span<const double> mean, const ChoiceModel& model) {
  std::vector<MoveReason> reasons;
  for (std::size_t k = 0; k < slope.size(); ++k) {
    const double worth = model.weights[k] * (slope[k] - mean[k]);
    if (worth != 0) reasons.push_back({model.attributes.names()[k], worth});
  }
  sort_by_size(reasons, [](const MoveReason& reason) { return reason.worth; });
  return reasons;
}

}  // namespace

ChoiceExplanation explain_choice(const Position& asked, const ChoiceModel& model) {
  Position position = asked;
  ChoiceExplanation explanation{seen(position, model), {}, model.lookahead, model.source};
  const MoveList moves = legal_moves(position);
  if (moves.empty()) return explanation;
  MoveValues values;
  MoveValuer(model.attributes, model.lookahead).value(position, moves, model.weights, values);
  std::vector<double> chances;
  softmax(values.values, chances);
  std::vector<double> mean(model.attributes.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    for (std::size_t k = 0; k < mean.size(); ++k) mean[k] += chances[i] * values.slope(i)[k];
  }
  for (std::size_t i = 0; i < moves.size(); ++i) {
    explanation.moves.push_back(
        {moves[i], to_san(position, moves[i]), chances[i], values.values[i], reasons_for(values.slope(i), mean, model)});
  }
  std::ranges::stable_sort(explanation.moves, std::ranges::greater(), &ExpectedMove::chance);
  return explanation;
}

std::string to_text(const ChoiceExplanation& explanation) {
  std::string text = fmt::format("{}, looking {}\n\n", explanation.source, lookahead_name(explanation.lookahead));
  text += fmt::format("{:<36} {:>10} {:>10} {:>10}\n", "sees, White's less Black's", "balance", "weight", "worth");
  for (std::size_t i = 0; i < std::min(explanation.attributes.size(), kShownAttributes); ++i) {
    const SeenAttribute& one = explanation.attributes[i];
    text += fmt::format("{:<36} {:>10.3f} {:>10.4f} {:>10.4f}\n", one.name, one.balance, one.weight, one.balance * one.weight);
  }
  if (explanation.attributes.size() > kShownAttributes)
    text += fmt::format("and {} more\n", explanation.attributes.size() - kShownAttributes);
  if (explanation.moves.empty()) return text + "\nthe game is over: there is no move\n";
  text += fmt::format("\n{:<8} {:>8} {:>9}  {}\n", "move", "chance", "value", "speaks for it, or against it");
  for (const ExpectedMove& move : explanation.moves) {
    text += fmt::format("{:<8} {:>7.2f}% {:>+9.4f} ", move.san, 100 * move.chance, move.value);
    for (std::size_t i = 0; i < std::min(move.reasons.size(), kShownReasons); ++i) {
      text += fmt::format(" {} {:+.3f}", move.reasons[i].name, move.reasons[i].worth);
    }
    text += '\n';
  }
  return text;
}

}  // namespace trivium::chess

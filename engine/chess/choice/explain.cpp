#include "engine/chess/choice/explain.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <numeric>

#include "engine/chess/choice/searched_moves.h"
#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/notation.h"

namespace trivium::chess {

namespace {

constexpr std::size_t kShownAttributes = 12;
constexpr std::size_t kShownReasons = 3;

template <class Item, class Worth>
void sort_by_size(std::vector<Item>& items, const Worth& worth) {
  std::ranges::stable_sort(items, std::ranges::greater(),
                           [&](const Item& item) { return std::abs(worth(item)); });
}

std::vector<SeenAttribute> seen(Position& position, const Attributes& known,
                                std::span<const double> weights) {
  std::vector<double> balances(known.size());
  known.of(position, balances);
  std::vector<SeenAttribute> attributes;
  for (std::size_t k = 0; k < balances.size(); ++k) {
    if (balances[k] != 0) attributes.push_back({known.names()[k], balances[k], weights[k]});
  }
  sort_by_size(attributes, [](const SeenAttribute& one) { return one.balance * one.weight; });
  return attributes;
}

std::vector<MoveReason> reasons_for(std::span<const double> slope, std::span<const double> mean,
                                    const Attributes& known, std::span<const double> weights) {
  std::vector<MoveReason> reasons;
  for (std::size_t k = 0; k < slope.size(); ++k) {
    const double worth = weights[k] * (slope[k] - mean[k]);
    if (worth != 0) reasons.push_back({known.names()[k], worth});
  }
  return reasons;
}

/// Returns the contribution of the search to each move's value, computed as in training and for
/// styles (MoveSearch::drops is false). All zeros if the model does not search.
std::vector<double> found_values(const Position& position, const MoveList& moves,
                                 const SearchPart& part,
                                 const std::shared_ptr<const Weights>& weights) {
  if (part.nodes == 0 || weights == nullptr) return std::vector<double>(moves.size());
  Player player(weights, {.hash_megabytes = 1});
  player.set_game(Game(position));
  return with_search(
      {}, part, search_each_move(player, moves, {.part = part, .drops = false}, SearchControl()));
}

}  // namespace

ChoiceExplanation explain_choice(const Position& asked, const ChoiceModel& model,
                                 const std::shared_ptr<const Weights>& search_weights) {
  Position position = asked;
  const MoveList moves = legal_moves(position);
  const std::span<const double> weights = model.weights_in(position, moves.size());
  ChoiceExplanation explanation{seen(position, model.attributes, weights),
                                {},
                                model.lookahead,
                                model.source,
                                {},
                                model.search.nodes};
  if (model.by_class) {
    const PositionClasses& classes = model.by_class->classes;
    explanation.position_class = classes.conditions_of(classes.class_of(position, moves.size()));
  }
  if (moves.empty()) return explanation;
  MoveValues values;
  MoveValuer(model.attributes, model.lookahead).value(position, moves, weights, values);
  const std::vector<double> found = found_values(position, moves, model.search, search_weights);
  for (std::size_t i = 0; i < moves.size(); ++i) values.values[i] += found[i];
  std::vector<double> chances;
  softmax(values.values, chances);
  const double found_mean = std::inner_product(chances.begin(), chances.end(), found.begin(), 0.0);
  std::vector<double> mean(model.attributes.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    for (std::size_t k = 0; k < mean.size(); ++k) mean[k] += chances[i] * values.slope(i)[k];
  }
  for (std::size_t i = 0; i < moves.size(); ++i) {
    ExpectedMove& move = explanation.moves.emplace_back();
    move = {moves[i], to_san(position, moves[i]), chances[i], values.values[i],
            reasons_for(values.slope(i), mean, model.attributes, weights)};
    if (found[i] != found_mean) move.reasons.push_back({"search", found[i] - found_mean});
    sort_by_size(move.reasons, [](const MoveReason& reason) { return reason.worth; });
  }
  std::ranges::stable_sort(explanation.moves, std::ranges::greater(), &ExpectedMove::chance);
  return explanation;
}

std::string to_text(const ChoiceExplanation& explanation) {
  std::string text =
      fmt::format("{}, looking {}", explanation.source, lookahead_name(explanation.lookahead));
  if (explanation.search_nodes > 0)
    text += fmt::format(", searching {} nodes for each move", explanation.search_nodes);
  text += '\n';
  if (!explanation.position_class.empty())
    text += fmt::format("as in positions with: {}\n", explanation.position_class);
  text += '\n';
  if (explanation.attributes.empty()) text += "all attributes are balanced\n";
  if (!explanation.attributes.empty())
    text += fmt::format("{:<36} {:>10} {:>10} {:>10}\n", "attribute, White minus Black", "balance",
                        "weight", "product");
  for (std::size_t i = 0; i < std::min(explanation.attributes.size(), kShownAttributes); ++i) {
    const SeenAttribute& one = explanation.attributes[i];
    text += fmt::format("{:<36} {:>10.3f} {:>10.4f} {:>10.4f}\n", one.name, one.balance, one.weight,
                        one.balance * one.weight);
  }
  if (explanation.attributes.size() > kShownAttributes)
    text += fmt::format("and {} more\n", explanation.attributes.size() - kShownAttributes);
  if (explanation.moves.empty()) return text + "\nthe game is over: there is no move\n";
  text += fmt::format("\n{:<8} {:>8} {:>9}  {}\n", "move", "chance", "value",
                      "reasons for or against it");
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

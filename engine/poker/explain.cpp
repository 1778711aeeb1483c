#include "engine/poker/explain.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>

#include "engine/poker/rules/hand_rank.h"
#include "engine/poker/rules/records.h"

namespace trivium::poker {

namespace {

std::string cards_text(std::span<const Card> cards) {
  std::string text;
  for (const Card card : cards) text += card_text(card);
  return text;
}

std::string raise_text(const Explanation& explanation) {
  if (!explanation.raise) return "none is legal";
  if (explanation.raise->max == 0) return "one size";
  return fmt::format("to {} ... {}", explanation.raise->min, explanation.raise->max);
}

}  // namespace

Result<Explanation> explain(const Hand& hand, const Policy& policy) {
  const Betting& betting = hand.betting();
  if (betting.finished()) return Error{"poker.hand.over", "the hand is over: nobody has to decide anything"};
  const std::span<const Card> hole = hand.hole(betting.actor());
  if (hole.empty()) return Error{"poker.hand.cards", fmt::format("position {} is to act, and his cards are not known", betting.actor())};
  const std::span<const Card> board = hand.board();
  if (std::find(board.begin(), board.end(), kNoCard) != board.end()) return Error{"poker.hand.cards", "cards of the board are not known"};
  if (const Status fits = policy.can_play(hand.game()); !fits) return fits.error();

  Explanation explanation;
  explanation.betting = betting_text(hand);
  explanation.player = betting.actor();
  explanation.round = betting.round();
  explanation.hole = cards_text(hole);
  explanation.board = cards_text(board);
  explanation.category = category_name(category_of(rank_hand(CardSum(hole) + CardSum(board))));
  explanation.pot = betting.pot();
  explanation.to_call = betting.to_call();
  explanation.raise = betting.raise_range();
  explanation.policy = policy.name();

  const Holding holding = holding_of(hand, betting.actor());
  explanation.terms = policy.terms(hand.public_state(), holding);
  explanation.pictures = policy.pictures(hand.public_state(), holding);
  ActionDistribution choice;
  policy.distribution(hand.public_state(), std::span(&holding, 1), choice);
  for (std::size_t k = 0; k < choice.actions.size(); ++k) explanation.actions.push_back({choice.actions[k], choice.row(0)[k]});
  return explanation;
}

std::string to_text(const Explanation& explanation) {
  std::string text;
  const auto row = [&text](std::string_view name, const auto& value, std::string_view change = {}) {
    text += fmt::format("{:<40} {:>16}", name, value);
    text += change.empty() ? "\n" : fmt::format("  ({})\n", change);
  };
  row("policy", explanation.policy);
  row("betting", explanation.betting.empty() ? "none yet" : explanation.betting);
  row("to act: position", explanation.player);
  row("round", explanation.round);
  row("cards", explanation.hole);
  row("board", explanation.board.empty() ? "none yet" : explanation.board);
  row("made so far", explanation.category);
  row("pot", explanation.pot);
  row("to call", explanation.to_call);
  row("raise", raise_text(explanation));
  if (!explanation.terms.empty()) text += '\n';
  for (const PolicyTerm& term : explanation.terms) {
    const auto percent = [&term](std::int64_t part) { return static_cast<double>(part) * 100 / static_cast<double>(term.whole); };
    const std::string change = term.change ? fmt::format("{:+.2f}%", percent(*term.change)) : "";
    row(term.name, fmt::format("{:.2f}%", percent(term.value)), change);
  }
  for (const PolicyPicture& picture : explanation.pictures) {
    text += fmt::format("\n{}\n", picture.name);
    for (const std::string& line : picture.rows) text += fmt::format("  {}\n", line);
  }
  text += "\nprobability of each action\n";
  for (const ExplainedAction& choice : explanation.actions) {
    row("  " + action_text(choice.action), fmt::format("{:.2f}%", choice.probability * 100));
  }
  return text;
}

}  // namespace trivium::poker

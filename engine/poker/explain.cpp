#include "engine/poker/explain.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>

#include "engine/poker/policies/stakes.h"
#include "engine/poker/rules/hand_rank.h"
#include "engine/poker/rules/records.h"
#include "engine/poker/words.h"

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

/// Formats cards: "7h 9s Td".
std::string spaced(std::string_view cards) {
  std::string text;
  for (std::size_t at = 0; at < cards.size(); at += 2)
    text.append(text.empty() ? "" : " ").append(cards.substr(at, 2));
  return text;
}

std::optional<PotOdds> pot_odds(const Betting& betting) {
  const Chips call = betting.to_call();
  if (call == 0) return std::nullopt;
  const std::int64_t wins = pot_within_reach(betting);
  return PotOdds{wins, static_cast<double>(wins) / call,
                 static_cast<double>(call) / static_cast<double>(wins + call)};
}

/// Describes the player to act and what it sees, in sentences.
std::string situation_text(const Explanation& explanation) {
  std::string text = fmt::format("To act: {} (position {}), {}", explanation.seat,
                                 explanation.player, explanation.street);
  text += explanation.board.empty() ? "\n" : fmt::format(" {}\n", spaced(explanation.board));
  if (!explanation.hole.empty()) {
    text += fmt::format("Holds {}: {}", spaced(explanation.hole), explanation.hand);
    for (const std::string& draw : explanation.draws) text += ", " + draw;
    text += '\n';
  }
  text += fmt::format("Pot: {} chips, {}\n", explanation.pot, explanation.pot_words);
  if (!explanation.odds) return text + "To call: nothing, a check is free\n\n";
  text += fmt::format("To call: {} chips, {}\n", explanation.to_call, explanation.to_call_words);
  const std::int64_t wins = explanation.odds->wins;
  const std::string reach = wins == explanation.pot
                                ? ""
                                : fmt::format(" for {} of the pot (the rest cannot be won)", wins);
  return text +
         fmt::format("Pot odds: {:.3g} to 1{}; a call pays with a chance to win above {:.1f}%\n\n",
                     explanation.odds->ratio, reach, 100 * explanation.odds->needed);
}

}  // namespace

Result<Explanation> explain_public(const Hand& hand) {
  const Betting& betting = hand.betting();
  if (betting.finished())
    return Error{"poker.hand.over", "the hand is over: there is no decision to explain"};
  const std::span<const Card> board = hand.board();
  if (std::ranges::find(board, kNoCard) != board.end())
    return Error{"poker.hand.cards", "a board card is not known"};
  Explanation explanation;
  explanation.betting = betting_text(hand);
  explanation.player = betting.actor();
  explanation.seat = seat_words(hand.game(), betting.actor());
  explanation.round = betting.round();
  explanation.street = round_words(hand.game(), betting.round());
  explanation.board = cards_text(board);
  explanation.pot = betting.pot();
  explanation.pot_words = big_blinds_words(hand.game(), explanation.pot);
  explanation.to_call = betting.to_call();
  explanation.to_call_words = big_blinds_words(hand.game(), explanation.to_call);
  explanation.odds = pot_odds(betting);
  explanation.raise = betting.raise_range();
  return explanation;
}

Result<Explanation> explain(const Hand& hand, const Policy& policy) {
  Result<Explanation> explanation = explain_public(hand);
  if (!explanation) return explanation;
  const int actor = hand.betting().actor();
  const std::span<const Card> hole = hand.hole(actor), board = hand.board();
  if (hole.empty())
    return Error{"poker.hand.cards", "position {} is to act, but its cards are not known", actor};
  if (const Status fits = policy.can_play(hand.game()); !fits) return fits.error();
  explanation->hole = cards_text(hole);
  explanation->category = category_name(category_of(rank_hand(CardSum(hole) + CardSum(board))));
  explanation->hand = board.empty() ? holding_words(hole) : made_words(hole, board);
  if (!board.empty() && hand.game().all_board_cards() > board.size())
    explanation->draws = draw_words(hole, board);
  explanation->policy = policy.name();

  const Holding holding = holding_of(hand, actor);
  explanation->terms = policy.terms(hand.public_state(), holding);
  explanation->pictures = policy.pictures(hand.public_state(), holding);
  ActionDistribution choice;
  policy.distribution(hand.public_state(), std::span(&holding, 1), choice);
  for (std::size_t k = 0; k < choice.actions.size(); ++k) {
    const Action action = choice.actions[k];
    explanation->actions.push_back(
        {action, action_words(hand.betting(), action), choice.row(0)[k]});
  }
  return explanation;
}

std::string to_text(const Explanation& explanation) {
  std::string text = situation_text(explanation);
  const auto row = [&text](std::string_view name, const auto& value, std::string_view change = {}) {
    text += fmt::format("{:<40} {:>16}", name, value);
    text += change.empty() ? "\n" : fmt::format("  ({})\n", change);
  };
  row("betting", explanation.betting.empty() ? "none yet" : explanation.betting);
  row("raise", raise_text(explanation));
  if (!explanation.policy.empty()) row("policy", explanation.policy);
  for (const PolicyTerm& term : explanation.terms) {
    const auto percent = [&term](std::int64_t part) {
      return static_cast<double>(part) * 100 / static_cast<double>(term.whole);
    };
    const std::string change = term.change ? fmt::format("{:+.2f}%", percent(*term.change)) : "";
    row(term.name, fmt::format("{:.2f}%", percent(term.value)), change);
  }
  for (const PolicyPicture& picture : explanation.pictures) {
    text += fmt::format("\n{}\n", picture.name);
    for (const std::string& line : picture.rows) text += fmt::format("  {}\n", line);
  }
  if (explanation.actions.empty()) return text;
  text += "\nprobability of each action\n";
  for (const ExplainedAction& choice : explanation.actions) {
    row("  " + choice.words, fmt::format("{:.2f}%", choice.probability * 100));
  }
  return text;
}

}  // namespace trivium::poker

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

#include "engine/poker/rules/records.h"

namespace trivium::poker {

namespace {

void append_action(std::string& text, Action action) {
  text += "fcr"[static_cast<std::size_t>(action.type)];
  if (action.type == ActionType::kRaise && action.to > 0)
    fmt::format_to(std::back_inserter(text), "{}", action.to);
}

void append_betting(std::string& text, const Hand& hand) {
  int round = 0;
  for (const PlayedAction& played : hand.actions()) {
    for (; round < played.round; ++round) text += '/';
    append_action(text, played.action);
  }
  text.append(static_cast<std::size_t>(hand.betting().round() - round), '/');
}

void append_cards(std::string& text, std::span<const Card> cards) {
  for (const Card card : cards) {
    if (card != kNoCard) text += card_text(card);
  }
}

/// Returns ":hand:betting:cards" with the hole cards of the positions for which `shown` is true.
template <class Shown>
void append_hand(std::string& text, const Hand& hand, Shown shown) {
  fmt::format_to(std::back_inserter(text), ":{}:", hand.id());
  append_betting(text, hand);
  text += ':';
  for (int player = 0; player < hand.game().players; ++player) {
    if (player > 0) text += '|';
    if (shown(player)) append_cards(text, hand.hole(player));
  }
  std::size_t dealt = 0;
  for (int round = 0; round <= hand.betting().round(); ++round) {
    const auto cards =
        static_cast<std::size_t>(hand.game().board_cards[static_cast<std::size_t>(round)]);
    if (round > 0) text += '/';
    append_cards(text, hand.board().subspan(dealt, cards));
    dealt += cards;
  }
}

/// Appends ":payoffs:names" for as many players as there are names.
void append_payoffs(std::string& text, std::span<const double> payoffs,
                    const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < names.size(); ++i)
    (text += i == 0 ? ':' : '|') += payoff_text(payoffs[i]);
  for (std::size_t i = 0; i < names.size(); ++i) (text += i == 0 ? ':' : '|') += names[i];
}

}  // namespace

std::string write_match_state(const Hand& hand, int viewer) {
  const Betting& betting = hand.betting();
  std::string text = fmt::format("MATCHSTATE:{}", viewer);
  append_hand(text, hand, [&](int player) {
    return player == viewer || (betting.showdown() && !betting.folded(player));
  });
  return text;
}

bool is_player_name(std::string_view name) noexcept {
  constexpr std::string_view kParting = ":|/";
  const auto unfit = [&](char c) {
    return kParting.find(c) != std::string_view::npos || static_cast<unsigned char>(c) < ' ';
  };
  return !name.empty() && std::ranges::none_of(name, unfit);
}

std::string write_state(const Hand& hand, const Payoffs& payoffs,
                        const std::vector<std::string>& names) {
  std::string text = "STATE";
  append_hand(text, hand, [](int) { return true; });
  append_payoffs(text, payoffs, names);
  return text;
}

std::string write_score(const Score& score) {
  std::string text = "SCORE";
  append_payoffs(text, score.chips, score.names);
  return text;
}

std::string action_text(Action action) {
  std::string text;
  append_action(text, action);
  return text;
}

std::string betting_text(const Hand& hand) {
  std::string text;
  append_betting(text, hand);
  return text;
}

std::string payoff_text(double chips) {
  std::string text = fmt::format("{:.6f}", chips);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace trivium::poker

// Helpers for tests of poker players: games by name, states and cards as text.
#pragma once

#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/poker/policies/policy.h"
#include "engine/poker/rules/game_definition.h"
#include "engine/poker/rules/records.h"

namespace trivium::poker {

/// Returns a built-in game; it is never destroyed.
inline const GameDefinition& game(std::string_view name) {
  for (const NamedGame& named : built_in_games()) {
    if (named.name == name) return named.game;
  }
  FAIL("no such game");
  return built_in_games().front().game;
}

/// Parses cards: "AsKd".
inline std::vector<Card> cards(std::string_view text) {
  std::vector<Card> result;
  while (const auto card = take_card(text)) result.push_back(*card);
  REQUIRE(text.empty());
  return result;
}

inline Holding holding(std::string_view text) {
  Holding result;
  result.fill(kNoCard);
  std::size_t next = 0;
  for (const Card card : cards(text)) result[next++] = card;
  return result;
}

/// Returns the hand of a MATCHSTATE line.
inline Hand hand(const std::string& line, const GameDefinition& played) {
  const Result<MatchState> state = parse_match_state(line, played);
  if (!state) FAIL(state.error().message);
  return state->hand;
}

/// Returns the answer of `policy` in a state if the player to act holds `own`.
inline ActionDistribution answer(const Policy& policy, const Hand& asked,
                                 std::string_view own = "AsKs") {
  const Holding held = holding(own);
  ActionDistribution out;
  policy.distribution(asked.public_state(), std::span(&held, 1), out);
  return out;
}

inline Betting betting_after(const GameDefinition& played, std::initializer_list<Action> actions) {
  Betting betting(played);
  for (const Action action : actions) betting.do_action(action);
  return betting;
}

/// A player's winnings in milli big blinds per hand: mean and standard error.
struct Winnings {
  double mean = 0;
  double error = 0;
};

/// Computes winnings from the sum and the sum of squares of `deals` deals.
inline Winnings winnings_of(double sum, double squares, double deals) {
  const double mean = sum / deals;
  return {mean, std::sqrt((squares / deals - mean * mean) / deals)};
}

}  // namespace trivium::poker

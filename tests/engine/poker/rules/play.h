// Helpers for tests of poker rules: games with changed values, and hands from betting and cards as
// text.
#pragma once

#include <algorithm>
#include <doctest/doctest.h>
#include <string>
#include <string_view>
#include <vector>

#include "engine/poker/rules/records.h"

namespace trivium::poker {

/// Returns a built-in game.
inline const GameDefinition& game(std::string_view name) {
  for (const NamedGame& each : built_in_games()) {
    if (each.name == name) return each.game;
  }
  FAIL("no such game");
  return built_in_games().front().game;
}

/// Returns no-limit hold'em with one player for each stack; blinds 50 and 100; position 2 (heads-up
/// 1) acts first.
inline GameDefinition no_limit_game(const std::vector<Chips>& stacks) {
  GameDefinition made = game("nolimit3");
  made.players = static_cast<int>(stacks.size());
  made.stack = {};
  std::copy(stacks.begin(), stacks.end(), made.stack.begin());
  made.first_player[0] = made.players == 2 ? 0 : 2;
  return made;
}

/// Plays the actions of `betting` ("cr300c/r600f"). Requires: each is legal.
inline void play(Hand& hand, std::string_view betting) {
  while (!betting.empty()) {
    const std::size_t end = std::min(betting.find_first_of("fcr/", 1), betting.size());
    if (betting.front() != '/') {
      const auto action = parse_action(betting.substr(0, end), hand.game());
      REQUIRE(action.has_value());
      REQUIRE(hand.betting().is_legal(*action));
      hand.do_action(*action);
    }
    betting.remove_prefix(end);
  }
}

inline Hand played(const GameDefinition& game, std::string_view betting,
                   const Deal& deal = Deal()) {
  Hand hand(game, 0, deal);
  play(hand, betting);
  return hand;
}

/// Parses `text` as an action, legal or not.
inline Action action(std::string_view text, const GameDefinition& game) {
  const auto read = parse_action(text, game);
  REQUIRE(read.has_value());
  return *read;
}

/// Creates a deal of hole cards by position and the board: deal({"AsKs", "2c2d"}, "Tc9h8d7s6s").
inline Deal deal(const std::vector<std::string_view>& holes, std::string_view board) {
  Deal deal;
  const auto read = [](std::string_view text, auto& cards) {
    for (std::size_t i = 0; !text.empty(); ++i) cards[i] = take_card(text).value();
  };
  for (std::size_t player = 0; player < holes.size(); ++player)
    read(holes[player], deal.hole[player]);
  read(board, deal.board);
  return deal;
}

}  // namespace trivium::poker

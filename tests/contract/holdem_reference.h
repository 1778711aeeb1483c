// Second, slow implementation of the rules of the hold'em family: a list of moves as text; every
// question is answered by going through all of them.
//
// Moves are text: a card ("As") if one must be dealt, else "f", "c", "r" (limit) or "r12"
// (no-limit). Cards are dealt one by one: hole cards by position, then the board of each round when
// it begins.
#pragma once

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tests/engine/poker/rules/hand_rank_reference.h"

namespace trivium::reference {

/// The content of a GAMEDEF file.
struct HoldemGame {
  bool no_limit = false;
  std::vector<int> stack, blind;                                    // by position
  std::vector<int> first_player, max_raises, raise_size, on_board;  // by round
  int hole_cards = 0;
  std::set<std::string> deck;

  int players() const { return static_cast<int>(stack.size()); }
  int rounds() const { return static_cast<int>(on_board.size()); }
};

class Holdem {
 public:
  static constexpr int kChance = -1;
  /// Payoffs are multiples of this part of a chip, so that a pot divides among up to ten players.
  static constexpr int kParts = 2520;

  explicit Holdem(HoldemGame game) : game_(std::move(game)) {}

  void play(const std::string& move) { moves_.push_back(move); }
  std::string identity() const {
    return std::accumulate(moves_.begin(), moves_.end(), std::string());
  }
  int to_move() const {
    const Table table = replay();
    return table.cards_due > 0 ? kChance : table.actor;
  }

  std::set<std::string> legal_moves() const {
    const Table table = replay();
    if (table.cards_due > 0) return undealt();
    if (table.over) return {};
    std::set<std::string> moves = {"c"};
    const int spent = table.spent[at(table.actor)], stack = game_.stack[at(table.actor)];
    if (spent < table.bet) moves.insert("f");
    if (!may_raise(table, stack)) return moves;
    if (!game_.no_limit) moves.insert("r");
    for (int to = std::min(table.min_raise, stack); game_.no_limit && to <= stack; ++to)
      moves.insert(std::string("r").append(std::to_string(to)));
    return moves;
  }

  /// In units of kParts. Chip by chip: every player that spent that much adds one; the best hand of
  /// those that have not folded takes them.
  std::optional<std::vector<int>> payoffs() const {
    const Table table = replay();
    if (!table.over || table.cards_due > 0) return std::nullopt;
    std::vector<int> won(table.spent.size());
    for (int chip = 1; chip <= table.bet; ++chip) {
      const std::vector<int> winners = best_of(table, chip);
      const auto paid = [&](std::size_t player) { return table.spent[player] >= chip; };
      for (std::size_t player = 0; player < won.size(); ++player) {
        if (!paid(player)) continue;
        won[player] -= kParts;
        for (const int winner : winners)
          won[at(winner)] += kParts / static_cast<int>(winners.size());
      }
    }
    return won;
  }

 private:
  struct Table {
    std::vector<int> spent;
    std::vector<bool> folded, acted;  // acted: since the round began or the last raise
    std::vector<std::string> cards;
    int cards_due = 0;
    int round = 0;
    int actor = 0;
    int bet = 0;  // maximum of `spent`
    int min_raise = 0;
    int raises = 0, actions = 0;  // in this round
    bool over = false;
  };

  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  bool can_act(const Table& table, int player) const {
    return !table.folded[at(player)] && table.spent[at(player)] < game_.stack[at(player)];
  }
  int able(const Table& table) const {
    int count = 0;
    for (int player = 0; player < game_.players(); ++player)
      count += can_act(table, player) ? 1 : 0;
    return count;
  }

  bool may_raise(const Table& table, int stack) const {
    if (table.raises >= game_.max_raises[at(table.round)] || table.actions + game_.players() > 64)
      return false;
    return able(table) > 1 && (game_.no_limit ? stack > table.bet : stack >= table.bet);
  }

  std::set<std::string> undealt() const {
    std::set<std::string> cards = game_.deck;
    for (const std::string& move : moves_) cards.erase(move);
    return cards;
  }

  /// The first player from `player` on (inclusive) that can act.
  int next(const Table& table, int player) const {
    while (!can_act(table, player % game_.players())) ++player;
    return player % game_.players();
  }

  int big_blind() const { return *std::max_element(game_.blind.begin(), game_.blind.end()); }

  int cards_due(const Table& table) const {
    const int board =
        std::accumulate(game_.on_board.begin(), game_.on_board.begin() + table.round + 1, 0);
    return game_.players() * game_.hole_cards + board - static_cast<int>(table.cards.size());
  }

  Table replay() const {
    Table table;
    table.spent = game_.blind;
    table.bet = big_blind();
    table.min_raise = std::max(1, 2 * table.bet);
    table.folded.resize(at(game_.players()));
    table.acted.resize(at(game_.players()));
    table.actor = next(table, game_.first_player[0]);
    for (const std::string& move : moves_) {
      if (game_.deck.count(move) > 0) {
        table.cards.push_back(move);
      } else {
        act(table, move);
      }
    }
    table.cards_due = cards_due(table);
    return table;
  }

  void act(Table& table, const std::string& move) const {
    const std::size_t player = at(table.actor);
    const int stack = game_.stack[player];
    ++table.actions;
    if (move == "f") table.folded[player] = true;
    if (move == "c") table.spent[player] = std::min(stack, table.bet);
    if (move[0] == 'r') {
      const int to = game_.no_limit
                         ? std::stoi(move.substr(1))
                         : std::min(stack, table.bet + game_.raise_size[at(table.round)]);
      table.min_raise = std::max(table.min_raise, to + (to - table.bet));
      table.spent[player] = table.bet = to;
      ++table.raises;
      table.acted.assign(table.acted.size(), false);
    }
    table.acted[player] = true;
    if (std::count(table.folded.begin(), table.folded.end(), false) == 1) {
      table.over = true;
      return;
    }
    for (int other = 0; other < game_.players(); ++other) {
      if (can_act(table, other) && !table.acted[at(other)]) {
        table.actor = next(table, static_cast<int>(player) + 1);
        return;
      }
    }
    end_round(table);
  }

  void end_round(Table& table) const {
    const bool betting_goes_on = able(table) > 1 && table.round + 1 < game_.rounds();
    table.over = !betting_goes_on;
    table.round = betting_goes_on ? table.round + 1 : game_.rounds() - 1;
    if (table.over) return;
    table.actions = table.raises = 0;
    table.acted.assign(table.acted.size(), false);
    table.min_raise = table.bet + std::max(1, big_blind());
    table.actor = next(table, game_.first_player[at(table.round)]);
  }

  /// The players that win the chip number `chip` of each player.
  std::vector<int> best_of(const Table& table, int chip) const {
    std::vector<int> winners;
    poker::ReferenceRank best{};
    const bool showdown = std::count(table.folded.begin(), table.folded.end(), false) > 1;
    for (int player = 0; player < game_.players(); ++player) {
      if (table.folded[at(player)] || table.spent[at(player)] < chip) continue;
      const poker::ReferenceRank rank =
          showdown ? strength(hand(table, player)) : poker::ReferenceRank{};
      if (winners.empty() || rank > best) winners.clear();
      if (winners.empty() || rank == best) {
        winners.push_back(player);
        best = rank;
      }
    }
    return winners;
  }

  static poker::ReferenceRank strength(const std::vector<poker::Card>& cards) {
    if (cards.size() < 5) return poker::reference_rank(cards);
    poker::ReferenceRank best{};
    poker::for_each_five(cards, [&best](std::span<const poker::Card> five) {
      best = std::max(best, poker::reference_rank(five));
    });
    return best;
  }

  std::vector<poker::Card> hand(const Table& table, int player) const {
    std::vector<poker::Card> cards;
    const std::size_t own = at(player * game_.hole_cards),
                      all_own = at(game_.players() * game_.hole_cards);
    for (std::size_t i = 0; i < table.cards.size(); ++i) {
      if (i < all_own && (i < own || i >= own + at(game_.hole_cards))) continue;
      const auto rank = std::string("23456789TJQKA").find(table.cards[i][0]),
                 suit = std::string("cdhs").find(table.cards[i][1]);
      cards.push_back(static_cast<poker::Card>(4 * rank + suit));
    }
    return cards;
  }

  HoldemGame game_;
  std::vector<std::string> moves_;
};

}  // namespace trivium::reference

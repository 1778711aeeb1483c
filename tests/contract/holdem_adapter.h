// Adapter of hold'em and its small variants for the contract: players by position; chance deals one
// card per move. The text of a state is the game's name and all moves. The tests of records check
// what a player may see.
//
// Stacks are a few blinds, so that every raise can be listed and all-ins and side pots occur.
#pragma once

#include <algorithm>
#include <cmath>
#include <deque>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "engine/poker/rules/hand.h"
#include "engine/poker/rules/records.h"
#include "tests/contract/contract.h"
#include "tests/contract/holdem_reference.h"

namespace trivium::contract {

struct HoldemAdapter {
  /// A card if one must be dealt, else an action.
  struct Move {
    poker::Card card = poker::kNoCard;
    poker::Action action;
    friend bool operator==(const Move&, const Move&) = default;
  };

  class State {
   public:
    explicit State(const poker::NamedGame& named) : name_(named.name), hand_(named.game) {}

    const std::string& name() const { return name_; }
    const poker::Hand& hand() const { return hand_; }
    const poker::GameDefinition& game() const { return hand_.game(); }
    const std::vector<Move>& moves() const { return moves_; }
    poker::CardSet dealt() const { return dealt_; }

    /// True if a card must be dealt before the next action or the payoffs.
    bool card_due() const { return dealt_.size() < cards_needed(); }

    void play(Move move) {
      if (move.card != poker::kNoCard) {
        set_slot(dealt_.size(), move.card);
        dealt_.insert(move.card);
      } else {
        hand_.do_action(move.action);
      }
      moves_.push_back(move);
    }
    void undo() {
      const Move move = moves_.back();
      moves_.pop_back();
      if (move.card == poker::kNoCard) return hand_.undo_action();
      dealt_.remove(move.card);
      set_slot(dealt_.size(), poker::kNoCard);
    }

   private:
    int cards_needed() const {
      return game().players * game().hole_cards +
             game().board_cards_through(hand_.betting().round());
    }
    void set_slot(int index, poker::Card card) {
      poker::Deal deal = hand_.deal();
      const int own = game().players * game().hole_cards;
      const int player = index / game().hole_cards;
      if (index < own) {
        deal.hole[static_cast<std::size_t>(player)]
                 [static_cast<std::size_t>(index % game().hole_cards)] = card;
      } else {
        deal.board[static_cast<std::size_t>(index - own)] = card;
      }
      hand_.set_deal(deal);
    }

    std::string name_;
    poker::Hand hand_;
    poker::CardSet dealt_;
    std::vector<Move> moves_;
  };

  class Reference : public reference::Holdem {
   public:
    using reference::Holdem::Holdem;
  };
  static_assert(reference::Holdem::kChance == kChance);

  /// A state is its history: every order of moves is another state.
  static constexpr bool kTransposes = false;

  static std::vector<std::string> starts() {
    std::vector<std::string> names;
    for (const poker::NamedGame& named : games()) names.push_back(std::string(named.name) + ' ');
    names.push_back("ring 2c 2d 2h 2s 3c 3d 3h 3s r9 ");         // a stack of just the bet
    names.push_back("ring 2c 2d 2h 2s 3c 3d 3h 3s r8 c c r9 ");  // all-in below the minimum
    return names;
  }
  static State from_text(const std::string& text) {
    std::istringstream in(text);
    std::string name, move;
    in >> name;
    State state(named(name));
    while (in >> move) {
      const auto parsed = parse_move(state, move);
      REQUIRE(parsed.has_value());
      state.play(*parsed);
    }
    return state;
  }
  static std::string to_text(const State& state) {
    std::string text = state.name() + ' ';
    for (const Move& move : state.moves()) text += move_text(state, move) + ' ';
    return text;
  }
  static Reference reference(const std::string& text) {
    std::istringstream in(text);
    std::string name, move;
    in >> name;
    Reference rules(plain(named(name).game));
    while (in >> move) rules.play(move);
    return rules;
  }

  static int to_move(const State& state) {
    return state.card_due() ? kChance : state.hand().betting().actor();
  }
  static std::vector<Move> legal_moves(const State& state) {
    std::vector<Move> moves;
    if (state.card_due()) {
      for (poker::Card card = 0; card < poker::kCards; ++card) {
        if (is_legal(state, {card, {}})) moves.push_back({card, {}});
      }
      return moves;
    }
    const poker::Betting& betting = state.hand().betting();
    if (betting.finished()) return moves;
    if (betting.can_fold()) moves.push_back({poker::kNoCard, poker::Action::fold()});
    moves.push_back({poker::kNoCard, poker::Action::call()});
    const auto range = betting.raise_range();
    if (!range) return moves;
    for (poker::Chips to = range->min; to <= range->max; ++to)
      moves.push_back({poker::kNoCard, poker::Action::raise(to)});
    return moves;
  }
  static bool is_legal(const State& state, const Move& move) {
    if (!state.card_due())
      return move.card == poker::kNoCard && state.hand().betting().is_legal(move.action);
    return move.card < poker::kCards && state.game().deck().contains(move.card) &&
           !state.dealt().contains(move.card);
  }
  static Move any_move(const State& state, Rng& rng) {
    if (rng.below(2) == 0) return {static_cast<poker::Card>(rng.below(poker::kCards + 1)), {}};
    const auto type = static_cast<poker::ActionType>(rng.below(3));
    const bool sized = type == poker::ActionType::kRaise && state.game().no_limit();
    return {poker::kNoCard, {type, sized ? static_cast<poker::Chips>(rng.below(40)) - 5 : 0}};
  }
  static void do_move(State& state, const Move& move) { state.play(move); }
  static void undo_move(State& state) { state.undo(); }

  /// The game has no hash; this one distinguishes the same states as the text.
  static std::uint64_t key(const State& state) {
    std::uint64_t key = 0;
    for (const char c : to_text(state)) {
      key ^= static_cast<unsigned char>(c);
      key = splitmix64(key);
    }
    return key;
  }
  static std::optional<Payoffs> payoffs(const State& state) {
    if (state.card_due() || !state.hand().decided()) return std::nullopt;
    const poker::Payoffs chips = state.hand().payoffs();
    Payoffs parts;
    for (int player = 0; player < state.game().players; ++player) {
      parts.push_back(static_cast<int>(
          std::lround(chips[static_cast<std::size_t>(player)] * Reference::kParts)));
    }
    return parts;
  }

  static std::string move_text(const State&, const Move& move) {
    return move.card == poker::kNoCard ? poker::action_text(move.action)
                                       : poker::card_text(move.card);
  }
  static std::optional<Move> parse_move(const State& state, const std::string& text) {
    std::string_view rest = text;
    if (const auto card = poker::take_card(rest); card && rest.empty()) return Move{*card, {}};
    const auto action = poker::parse_action(text, state.game());
    if (!action) return std::nullopt;
    return Move{poker::kNoCard, *action};
  }
  static std::string reference_text(const State& state, const Move& move) {
    if (move.card != poker::kNoCard) return {"23456789TJQKA"[move.card / 4], "cdhs"[move.card % 4]};
    std::string text(1, "fcr"[static_cast<std::size_t>(move.action.type)]);
    if (text == "r" && state.game().no_limit()) text += std::to_string(move.action.to);
    return text;
  }

 private:
  static poker::GameDefinition parsed(const std::string& text) {
    const auto game = poker::parse_game_definition(text);
    REQUIRE(game.has_value());
    return *game;
  }

  static const std::deque<poker::NamedGame>& games() {
    static const std::deque<poker::NamedGame> games = [] {
      const std::string hold_em =
          "numRounds = 4\nnumSuits = 4\nnumRanks = 13\nnumHoleCards = 2\nnumBoardCards = 0 3 1 1\n";
      const std::string small =
          "numRounds = 3\nnumSuits = 3\nnumRanks = 5\nnumHoleCards = 1\nnumBoardCards = 0 1 1\n";
      std::deque<poker::NamedGame> all(poker::built_in_games().begin(),
                                       poker::built_in_games().end());
      std::erase_if(all, [](const poker::NamedGame& named) { return named.game.no_limit(); });
      const auto add = [&all](std::string_view name, const std::string& text) {
        all.push_back({name, name, parsed(text)});
      };
      add("heads-up",
          "nolimit\nnumPlayers = 2\nstack = 20 30\nblind = 2 1\nfirstPlayer = 2 1 1 1\n" + hold_em);
      add("blinded",
          "nolimit\nnumPlayers = 2\nstack = 20 2\nblind = 1 2\nfirstPlayer = 1 1 1 1\n" + hold_em);
      add("ring",
          "nolimit\nnumPlayers = 4\nstack = 5 9 14 30\nblind = 1 2 0 0\nfirstPlayer = 3 1 1 1\n" +
              hold_em);
      add("ties",
          "nolimit\nnumPlayers = 5\nstack = 4 4 7 9 12\nblind = 1 1 1 1 1\nmaxRaises = 2 2 2\n" +
              small);
      add("short-limit",
          "limit\nnumPlayers = 4\nstack = 3 7 9 50\nblind = 1 2 0 0\nraiseSize = 2 2 "
          "4\nfirstPlayer = 3 1 1\n" +
              small);
      return all;
    }();
    return games;
  }
  static const poker::NamedGame& named(const std::string& name) {
    return *std::find_if(games().begin(), games().end(),
                         [&name](const poker::NamedGame& each) { return each.name == name; });
  }

  /// The parameters of a game, for the reference.
  static reference::HoldemGame plain(const poker::GameDefinition& game) {
    reference::HoldemGame plain;
    plain.no_limit = game.no_limit();
    plain.stack.assign(game.stack.begin(), game.stack.begin() + game.players);
    plain.blind.assign(game.blind.begin(), game.blind.begin() + game.players);
    plain.first_player.assign(game.first_player.begin(), game.first_player.begin() + game.rounds);
    plain.max_raises.assign(game.max_raises.begin(), game.max_raises.begin() + game.rounds);
    plain.raise_size.assign(game.raise_size.begin(), game.raise_size.begin() + game.rounds);
    plain.on_board.assign(game.board_cards.begin(), game.board_cards.begin() + game.rounds);
    plain.hole_cards = game.hole_cards;
    for (std::size_t rank = 13 - static_cast<std::size_t>(game.ranks); rank < 13; ++rank) {
      for (std::size_t suit = 4 - static_cast<std::size_t>(game.suits); suit < 4; ++suit) {
        plain.deck.insert({"23456789TJQKA"[rank], "cdhs"[suit]});
      }
    }
    return plain;
  }
};
static_assert(GameAdapter<HoldemAdapter>);

}  // namespace trivium::contract

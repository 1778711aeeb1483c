#include "engine/poker/words.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <string_view>

#include "engine/poker/rules/hand_rank.h"

namespace trivium::poker {

namespace {

constexpr std::array<std::string_view, kRanks> kRankNames{"two",   "three", "four", "five", "six",
                                                          "seven", "eight", "nine", "ten",  "jack",
                                                          "queen", "king",  "ace"};

/// A set of ranks: bit r is set for rank r.
using Ranks = std::uint32_t;
constexpr Ranks kAllRanks = (Ranks{1} << kRanks) - 1;

std::string_view name_of(int rank) noexcept { return kRankNames[static_cast<std::size_t>(rank)]; }

std::string plural(int rank) {
  const std::string name(name_of(rank));
  return name + (name == "six" ? "es" : "s");
}

/// Returns a rank with its article: "an ace", "a king".
std::string with_article(int rank) {
  const std::string_view name = name_of(rank);
  return fmt::format("{} {}", name == "ace" || name == "eight" ? "an" : "a", name);
}

int highest(Ranks ranks) noexcept { return std::bit_width(ranks) - 1; }
int lowest(Ranks ranks) noexcept { return std::countr_zero(ranks); }

/// Ranks that form the category (pairs, threes, fours), and the other ranks that count, in the
/// layout of hand_rank.h.
Ranks makers(HandRank rank) noexcept { return rank >> 16 & kAllRanks; }
Ranks others(HandRank rank) noexcept { return rank & kAllRanks; }

std::string rank_words(HandRank rank) {
  const Ranks made = makers(rank), other = others(rank);
  switch (category_of(rank)) {
    case HandCategory::kHighCard:
      return fmt::format("{} high", name_of(highest(other)));
    case HandCategory::kPair:
      return fmt::format("a pair of {}", plural(highest(made)));
    case HandCategory::kTwoPair:
      return fmt::format("two pair, {} and {}", plural(highest(made)), plural(lowest(made)));
    case HandCategory::kThreeOfAKind:
      return fmt::format("three {}", plural(highest(made)));
    case HandCategory::kStraight:
      return fmt::format("a straight to the {}", name_of(highest(other)));
    case HandCategory::kFlush:
      return fmt::format("{}-high flush", with_article(highest(other)));
    case HandCategory::kFullHouse:
      return fmt::format("a full house, {} full of {}", plural(highest(made)),
                         plural(highest(other)));
    case HandCategory::kFourOfAKind:
      return fmt::format("four {}", plural(highest(made)));
    case HandCategory::kStraightFlush:
      return highest(other) == kRanks - 1
                 ? "a royal flush"
                 : fmt::format("a straight flush to the {}", name_of(highest(other)));
  }
  return {};
}

/// True if the board alone is as good, apart from kickers.
bool on_board(HandRank whole, HandRank board) noexcept {
  const HandCategory category = category_of(whole);
  if (category == HandCategory::kHighCard || category != category_of(board)) return false;
  const bool by_makers =
      category <= HandCategory::kThreeOfAKind || category == HandCategory::kFourOfAKind;
  return by_makers ? makers(whole) == makers(board) : whole == board;
}

Ranks ranks_of(std::span<const Card> cards) noexcept {
  Ranks ranks = 0;
  for (const Card card : cards) ranks |= Ranks{1} << rank_of(card);
  return ranks;
}

/// Returns the highest rank of the best straight in `ranks`, or -1.
int straight_top(Ranks ranks) noexcept {
  constexpr Ranks kFive = 31, kWheel = Ranks{1} << (kRanks - 1) | 15;
  for (int top = kRanks - 1; top >= 4; --top) {
    if ((ranks >> (top - 4) & kFive) == kFive) return top;
  }
  return (ranks & kWheel) == kWheel ? 3 : -1;
}

bool is_flush_draw(std::span<const Card> hole, std::span<const Card> board) noexcept {
  for (int suit = 0; suit < kSuits; ++suit) {
    const auto of_suit = [suit](Card card) { return suit_of(card) == suit; };
    const auto own = std::ranges::count_if(hole, of_suit);
    if (own > 0 && own + std::ranges::count_if(board, of_suit) == 4) return true;
  }
  return false;
}

/// Returns the ranks with which a straight would be better than that of the board alone.
Ranks straight_cards(Ranks held, Ranks board) noexcept {
  Ranks cards = 0;
  for (int rank = 0; rank < kRanks; ++rank) {
    const Ranks bit = Ranks{1} << rank;
    if ((held & bit) == 0 && straight_top(held | bit) > straight_top(board | bit)) cards |= bit;
  }
  return cards;
}

std::string_view straight_draw(Ranks held, Ranks completing) noexcept {
  if (std::popcount(completing) < 2) return completing == 0 ? "" : "a gutshot";
  for (int low = 1; low + 4 < kRanks; ++low) {
    const Ranks ends = Ranks{1} << (low - 1) | Ranks{1} << (low + 4);
    if ((held >> low & 15) == 15 && (completing & ends) == ends)
      return "an open-ended straight draw";
  }
  constexpr Ranks kLowEnds = Ranks{1} << (kRanks - 1) | Ranks{1} << 4;  // 2 to 5: ace or six
  if ((held & 15) == 15 && (completing & kLowEnds) == kLowEnds)
    return "an open-ended straight draw";
  return "a double gutshot";
}

/// True if the rounds deal the board cards of hold'em.
bool deals_as_holdem(const GameDefinition& game) noexcept {
  return game.rounds == 4 && game.board_cards == std::array<int, kMaxRounds>{0, 3, 1, 1};
}

/// Returns the place of `player` in the order of action in `round`. In later rounds the last place
/// has the button.
int place_in_order(const GameDefinition& game, int round, int player) noexcept {
  const int first = game.first_player[static_cast<std::size_t>(round)];
  return (player - first + game.players) % game.players;
}

}  // namespace

std::string holding_words(std::span<const Card> hole) {
  if (hole.size() == 1) return with_article(rank_of(hole[0]));
  if (hole.size() == 2) {
    const int high = std::max(rank_of(hole[0]), rank_of(hole[1]));
    const int low = std::min(rank_of(hole[0]), rank_of(hole[1]));
    if (high == low) return fmt::format("a pair of {}", plural(high));
    return fmt::format("{}-{} {}", name_of(high), name_of(low),
                       suit_of(hole[0]) == suit_of(hole[1]) ? "suited" : "offsuit");
  }
  return rank_words(rank_hand(CardSum(hole)));
}

std::string made_words(std::span<const Card> hole, std::span<const Card> board) {
  const HandRank whole = rank_hand(CardSum(hole) + CardSum(board));
  return rank_words(whole) +
         (!board.empty() && on_board(whole, rank_hand(CardSum(board))) ? " on the board" : "");
}

std::vector<std::string> draw_words(std::span<const Card> hole, std::span<const Card> board) {
  std::vector<std::string> draws;
  const HandCategory made = category_of(rank_hand(CardSum(hole) + CardSum(board)));
  if (made >= HandCategory::kFlush) return draws;
  if (is_flush_draw(hole, board)) draws.emplace_back("a flush draw");
  if (made == HandCategory::kStraight) return draws;
  const Ranks held = ranks_of(hole) | ranks_of(board);
  const std::string_view straight = straight_draw(held, straight_cards(held, ranks_of(board)));
  if (!straight.empty()) draws.emplace_back(straight);
  return draws;
}

std::string seat_words(const GameDefinition& game, int player) {
  const Chips big = game.big_blind(), own = game.blind[static_cast<std::size_t>(player)];
  const int last_round = game.rounds > 1 ? 1 : 0;
  const int from_button = game.players - 1 - place_in_order(game, last_round, player);
  const auto blinds = std::span(game.blind).first(static_cast<std::size_t>(game.players));
  if (std::ranges::count(blinds, big) > 1) {  // antes
    const int place = place_in_order(game, 0, player);
    return place == 0                  ? "first to act"
           : place == game.players - 1 ? "last to act"
                                       : fmt::format("number {} to act", place + 1);
  }
  if (own == big) return "the big blind";
  if (own > 0)
    return game.players == 2 && from_button == 0 ? "the small blind, on the button"
                                                 : "the small blind";
  if (from_button == 0) return "the button";
  if (place_in_order(game, 0, player) == 0) return "under the gun";
  return from_button == 1 ? "the cutoff" : "a middle seat";
}

std::string round_words(const GameDefinition& game, int round) {
  constexpr std::array<std::string_view, kMaxRounds> kNames{"before the flop", "on the flop",
                                                            "on the turn", "on the river"};
  if (deals_as_holdem(game)) return std::string(kNames[static_cast<std::size_t>(round)]);
  return fmt::format("in round {}", round + 1);
}

std::string big_blinds_words(const GameDefinition& game, std::int64_t chips) {
  const double blinds = static_cast<double>(chips) / game.big_blind();
  std::string number = fmt::format("{:.1f}", blinds);
  if (number.ends_with(".0")) number.resize(number.size() - 2);
  return fmt::format("{} big blind{}", number, number == "1" ? "" : "s");
}

std::string action_words(const Betting& betting, Action action) {
  if (action.type == ActionType::kFold) return "fold";
  if (action.type == ActionType::kCall)
    return betting.to_call() == 0 ? "check" : fmt::format("call {}", betting.to_call());
  const bool opens =
      betting.to_call() == 0 && betting.raises_in_round() == 0 && betting.round() > 0;
  if (!betting.game().no_limit()) return opens ? "bet" : "raise";
  const Chips stack = betting.game().stack[static_cast<std::size_t>(betting.actor())];
  if (action.to == stack) return fmt::format("all-in, to {}", action.to);
  return opens ? fmt::format("bet {}", action.to - betting.max_spent())
               : fmt::format("raise to {}", action.to);
}

}  // namespace trivium::poker

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <span>

#include "engine/core/readers/input_file.h"
#include "engine/core/text.h"
#include "engine/poker/rules/game_definition.h"

namespace trivium::poker {

namespace {

enum Key : std::size_t {
  kStack,
  kBlind,
  kRaiseSize,
  kNumPlayers,
  kNumRounds,
  kFirstPlayer,
  kMaxRaises,
  kNumSuits,
  kNumRanks,
  kNumHoleCards,
  kNumBoardCards,
  kKeyCount
};

struct KeyRule {
  std::string_view name;
  std::size_t maximum;  ///< maximum number of values on the line
  Chips min;            ///< of each value
  Chips max;
};

constexpr std::array<KeyRule, kKeyCount> kRules = {{
    {"stack", kMaxPlayers, 1, kUnlimitedStack},
    {"blind", kMaxPlayers, 0, kUnlimitedStack},
    {"raiseSize", kMaxPlayers, 0, kUnlimitedStack},
    {"numPlayers", 1, 2, kMaxPlayers},
    {"numRounds", 1, 1, kMaxRounds},
    {"firstPlayer", kMaxRounds, 1, kMaxPlayers},
    {"maxRaises", kMaxRounds, 0, kUnlimitedRaises},
    {"numSuits", 1, 1, kSuits},
    {"numRanks", 1, 1, kRanks},
    {"numHoleCards", 1, 1, kMaxHoleCards},
    {"numBoardCards", kMaxRounds, 0, kMaxBoardCards},
}};

/// Parses one text: first each line, then relations between lines.
class Reader {
 public:
  Result<GameDefinition> read(std::string_view text) {
    text = input::without_byte_order_mark(text);
    for (std::size_t begin = 0; begin < text.size() && !ended_;) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      ++line_;
      if (Status status = read_line(text.substr(begin, end - begin)); !status)
        return status.error();
      begin = end + 1;
    }
    for (const auto step :
         {&Reader::take_sizes, &Reader::take_chips, &Reader::take_rounds, &Reader::check_cards}) {
      if (Status status = (this->*step)(); !status) return status.error();
    }
    return game_;
  }

 private:
  struct Line {
    std::vector<Chips> values;
    int number = 0;  ///< 0 if the text has no such line
  };

  static Error error(int line, std::string_view cause) {
    return Error{"poker.gamedef.line", "GAMEDEF, line {}: {}", line, cause};
  }

  Status read_line(std::string_view line) {
    line = text::trimmed(line.substr(0, line.find('#')));
    const std::string lower = text::lower_case(line);
    if (lower.empty() || lower == "gamedef") return {};
    ended_ = lower == "end gamedef";
    if (ended_) return {};
    if (lower == "limit" || lower == "nolimit")
      return take_betting(lower == "limit" ? BettingType::kLimit : BettingType::kNoLimit);
    const std::size_t letters =
        std::min(lower.find_first_not_of("abcdefghijklmnopqrstuvwxyz"), lower.size());
    const std::string name = lower.substr(0, letters);
    const auto rule = std::ranges::find_if(
        kRules, [&name](const KeyRule& each) { return text::lower_case(each.name) == name; });
    if (rule == kRules.end()) return error(line_, "unknown line " + text::quoted(line, 32));
    Line& taken = lines_[static_cast<std::size_t>(rule - kRules.begin())];
    if (taken.number != 0)
      return error(line_, fmt::format("{} is in line {} already", rule->name, taken.number));
    taken.number = line_;
    return read_values(*rule, line.substr(letters), taken.values);
  }

  Status take_betting(BettingType betting) {
    if (betting_line_ != 0)
      return error(line_, fmt::format("the kind of betting is in line {} already", betting_line_));
    betting_line_ = line_;
    game_.betting = betting;
    return {};
  }

  Status read_values(const KeyRule& rule, std::string_view rest, std::vector<Chips>& values) {
    rest = text::trimmed(rest);
    if (rest.starts_with('=')) rest.remove_prefix(1);
    for (std::string_view word = text::take_word(rest); !word.empty();
         word = text::take_word(rest)) {
      const std::optional<Chips> value = text::parse_number<Chips>(word);
      if (!value || *value < rule.min || *value > rule.max) {
        return error(line_, fmt::format("{} of {} is not a number from {} to {}",
                                        text::quoted(word, 16), rule.name, rule.min, rule.max));
      }
      values.push_back(*value);
    }
    if (values.size() > rule.maximum)
      return error(line_, fmt::format("{} has {} values, at most {}", rule.name, values.size(),
                                      rule.maximum));
    return {};
  }

  Status need(Key key, int count) const {
    const Line& line = lines_[key];
    if (line.number == 0)
      return Error{"poker.gamedef.missing", "GAMEDEF: {} is missing", kRules[key].name};
    if (static_cast<int>(line.values.size()) >= count) return {};
    return error(line.number, fmt::format("{} has {} of the {} values needed", kRules[key].name,
                                          line.values.size(), count));
  }

  /// Copies the first `count` values, or all if there are fewer, to the front of `to`.
  template <class Array>
  void copy(Key key, int count, Array& to) const {
    const auto& values = lines_[key].values;
    std::copy_n(values.begin(), std::min(values.size(), static_cast<std::size_t>(count)),
                to.begin());
  }

  Status take_sizes() {
    const std::pair<Key, int*> sizes[] = {{kNumPlayers, &game_.players},
                                          {kNumRounds, &game_.rounds},
                                          {kNumSuits, &game_.suits},
                                          {kNumRanks, &game_.ranks},
                                          {kNumHoleCards, &game_.hole_cards}};
    for (const auto& [key, size] : sizes) {
      if (Status status = need(key, 1); !status) return status;
      *size = lines_[key].values.front();
    }
    return {};
  }

  Status take_chips() {
    const int players = game_.players;
    if (Status status = need(kBlind, players); !status) return status;
    std::fill_n(game_.stack.begin(), players, kUnlimitedStack);
    if (lines_[kStack].number != 0) {
      if (Status status = need(kStack, players); !status) return status;
    }
    copy(kBlind, players, game_.blind);
    copy(kStack, players, game_.stack);
    for (std::size_t player = 0; player < static_cast<std::size_t>(players); ++player) {
      if (game_.blind[player] <= game_.stack[player]) continue;
      return error(lines_[kBlind].number,
                   fmt::format("blind of position {} is larger than its stack of {}", player + 1,
                               game_.stack[player]));
    }
    if (game_.no_limit()) return {};
    if (Status status = need(kRaiseSize, game_.rounds); !status) return status;
    copy(kRaiseSize, game_.rounds, game_.raise_size);
    return {};
  }

  Status take_rounds() {
    if (Status status = need(kNumBoardCards, game_.rounds); !status) return status;
    copy(kNumBoardCards, game_.rounds, game_.board_cards);
    std::fill_n(game_.max_raises.begin(), game_.rounds, kUnlimitedRaises);
    copy(kMaxRaises, game_.rounds, game_.max_raises);
    std::array<int, kMaxRounds> first{1, 1, 1, 1};
    copy(kFirstPlayer, game_.rounds, first);
    for (std::size_t round = 0; round < static_cast<std::size_t>(game_.rounds); ++round) {
      if (first[round] > game_.players) {
        return error(lines_[kFirstPlayer].number,
                     fmt::format("first player {} of round {} in a game of {}", first[round],
                                 round + 1, game_.players));
      }
      game_.first_player[round] = first[round] - 1;
    }
    return {};
  }

  Status check_cards() {
    const int board = game_.board_cards_through(game_.rounds - 1), own = game_.hole_cards;
    const int line = lines_[kNumBoardCards].number;
    if (own + board > kMaxHandCards) {
      return error(line, fmt::format("{} own and {} board cards make more than the {} of a hand",
                                     own, board, kMaxHandCards));
    }
    const int dealt = own * game_.players + board, deck = game_.suits * game_.ranks;
    if (dealt > deck)
      return error(line, fmt::format("{} cards are dealt from a deck of {}", dealt, deck));
    return {};
  }

  GameDefinition game_;
  std::array<Line, kKeyCount> lines_;
  int line_ = 0;
  int betting_line_ = 0;
  bool ended_ = false;
};

}  // namespace

Result<GameDefinition> parse_game_definition(std::string_view text) { return Reader().read(text); }

std::string write_game_definition(const GameDefinition& game) {
  std::string text = fmt::format("GAMEDEF\n{}\n", game.no_limit() ? "nolimit" : "limit");
  const auto add = [&text](Key key, const auto& values, int count) {
    text += fmt::format("{} = {}\n", kRules[key].name,
                        fmt::join(std::span(values).first(static_cast<std::size_t>(count)), " "));
  };
  const auto add_number = [&text](Key key, int value) {
    text += fmt::format("{} = {}\n", kRules[key].name, value);
  };
  const auto all = [](const auto& values, int count, int value) {
    return std::count(values.begin(), values.begin() + count, value) == count;
  };

  add_number(kNumPlayers, game.players);
  add_number(kNumRounds, game.rounds);
  if (!all(game.stack, game.players, kUnlimitedStack)) add(kStack, game.stack, game.players);
  add(kBlind, game.blind, game.players);
  if (!game.no_limit()) add(kRaiseSize, game.raise_size, game.rounds);
  if (!all(game.first_player, game.rounds, 0)) {
    auto first = game.first_player;
    for (int& player : first) ++player;
    add(kFirstPlayer, first, game.rounds);
  }
  if (!all(game.max_raises, game.rounds, kUnlimitedRaises))
    add(kMaxRaises, game.max_raises, game.rounds);
  add_number(kNumSuits, game.suits);
  add_number(kNumRanks, game.ranks);
  add_number(kNumHoleCards, game.hole_cards);
  add(kNumBoardCards, game.board_cards, game.rounds);
  return text + "END GAMEDEF\n";
}

}  // namespace trivium::poker

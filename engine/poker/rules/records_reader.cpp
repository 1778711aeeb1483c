#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <utility>

#include "engine/core/text.h"
#include "engine/poker/rules/records.h"

namespace trivium::poker {

namespace {

constexpr std::size_t kQuoted = 16;  // maximum characters of an action in messages

using text::is_digit;
using text::lower;

/// The unread part of a line, and its field.
class Cursor {
 public:
  explicit Cursor(std::string_view line) noexcept : line_(line) {}

  void enter(std::string_view field) noexcept { field_ = field; }
  std::string_view rest() const noexcept { return line_.substr(at_); }
  bool at_end() const noexcept { return at_ == line_.size(); }
  bool at(char c) const noexcept { return !at_end() && line_[at_] == c; }
  std::size_t place() const noexcept { return at_; }
  void skip(std::size_t characters) noexcept { at_ += characters; }

  bool take(char c) noexcept {
    if (!at(c)) return false;
    ++at_;
    return true;
  }

  /// Takes a card in letters of either case.
  std::optional<Card> take_card() noexcept {
    if (line_.size() - at_ < 2) return std::nullopt;
    const char letters[] = {
        is_digit(line_[at_]) ? line_[at_] : static_cast<char>(lower(line_[at_]) - 'a' + 'A'),
        lower(line_[at_ + 1])};
    std::string_view text(letters, 2);
    const auto card = poker::take_card(text);
    if (card) at_ += 2;
    return card;
  }

  /// Takes a number of digits only. A number above `largest` is an error, or becomes `largest`.
  template <class Number>
  Result<Number> take_number(Number largest, bool saturates = false) {
    Number value = 0;
    const char *begin = line_.data() + at_, *line_end = line_.data() + line_.size();
    if (at_end() || !is_digit(*begin)) return error("a number expected");
    const auto [end, failure] = std::from_chars(begin, line_end, value);
    const bool larger = failure != std::errc() || value > largest;
    if (larger && !saturates) return error(fmt::format("the number is larger than {}", largest));
    at_ += static_cast<std::size_t>(end - begin);
    return larger ? largest : value;
  }

  Status expect(char c, std::string_view why) {
    if (take(c)) return {};
    return error(fmt::format("'{}' expected {}", c, why));
  }

  Error error(std::string_view cause) const { return error_at(at_, cause); }
  Error error_at(std::size_t place, std::string_view cause) const {
    return Error{"poker.record.text", "{}, column {}: {}", field_, place + 1, cause};
  }

 private:
  std::string_view line_;
  std::size_t at_ = 0;
  std::string_view field_;
};

/// Accepted forms of raise sizes.
enum class Sizes { kExact, kForgiving };

Result<Action> take_action(Cursor& cursor, const GameDefinition& game, Sizes sizes) {
  const char letter = cursor.at_end() ? '\0' : lower(cursor.rest().front());
  switch (letter) {
    case 'f':
      cursor.skip(1);
      return Action::fold();
    case 'c':
    case 'k':
      cursor.skip(1);
      return Action::call();
    case 'r':
    case 'b': {
      cursor.skip(1);
      if (!game.no_limit()) return Action::raise();
      const bool forgiving = sizes == Sizes::kForgiving;
      while (forgiving && (cursor.take(' ') || cursor.take('\t'))) continue;
      const Result<Chips> total = cursor.take_number(kUnlimitedStack, forgiving);
      if (!total) return total.error();
      return Action::raise(*total);
    }
    default:
      return cursor.error("f, c or r expected");
  }
}

/// Reads the common fields of MATCHSTATE and STATE: from the hand's number to its cards.
class HandReader {
 public:
  HandReader(Cursor& cursor, const GameDefinition& game) noexcept : cursor_(cursor), game_(game) {}

  Result<Hand> read() {
    cursor_.enter("hand number");
    if (Status status = cursor_.expect(':', "before the hand number"); !status)
      return status.error();
    const auto id = cursor_.take_number(std::uint32_t{0xFFFFFFFF});
    if (!id) return id.error();
    if (Status status = cursor_.expect(':', "after the hand number"); !status)
      return status.error();
    Hand hand(game_, *id);
    cursor_.enter("betting");
    if (Status status = read_betting(hand); !status) return status.error();
    cursor_.enter("cards");
    if (Status status = read_holes(hand); !status) return status.error();
    if (Status status = read_board(hand.betting().round()); !status) return status.error();
    hand.set_deal(deal_);
    return hand;
  }

 private:
  Status read_betting(Hand& hand) {
    int separators = 0;
    while (!cursor_.take(':')) {
      const int round = hand.betting().round();
      if (cursor_.at('/')) {
        if (separators == round) return cursor_.error("'/' before the end of the round");
        cursor_.skip(1);
        ++separators;
        continue;
      }
      separators = round;
      const std::size_t place = cursor_.place();
      if (cursor_.at_end()) return cursor_.error("':' expected after the betting");
      const Result<Action> action = take_action(cursor_, game_, Sizes::kExact);
      if (!action) return action.error();
      if (const auto rule = hand.betting().illegality(*action)) {
        return cursor_.error_at(place, explain_illegal(hand.betting(), *action, *rule));
      }
      hand.do_action(*action);
    }
    return {};
  }

  Status read_holes(const Hand& hand) {
    for (int player = 0; player < game_.players; ++player) {
      if (player > 0) {
        if (Status status = cursor_.expect('|', "between the cards of two players"); !status)
          return status;
      }
      const bool last = player + 1 == game_.players;
      if (last ? cards_ahead() <= game_.board_cards_through(hand.betting().round())
               : cursor_.at('|'))
        continue;
      auto& cards = deal_.hole[static_cast<std::size_t>(player)];
      if (Status status =
              read_cards(std::span(cards).first(static_cast<std::size_t>(game_.hole_cards)));
          !status)
        return status;
    }
    return {};
  }

  /// Returns the number of cards in the rest of the field. A game may deal board cards in the first
  /// round without a separator after the last player's cards; the number shows whether that
  /// player's cards are there.
  int cards_ahead() const noexcept {
    const std::string_view field = cursor_.rest().substr(0, cursor_.rest().find(':'));
    return static_cast<int>(field.size() -
                            static_cast<std::size_t>(std::ranges::count(field, '/'))) /
           2;
  }

  Status read_board(int last_round) {
    std::size_t dealt = 0;
    for (int round = 0; round <= last_round; ++round) {
      if (round > 0) cursor_.take('/');
      const auto count =
          static_cast<std::size_t>(game_.board_cards[static_cast<std::size_t>(round)]);
      if (Status status = read_cards(std::span(deal_.board).subspan(dealt, count)); !status)
        return status;
      dealt += count;
    }
    return {};
  }

  Status read_cards(std::span<Card> cards) {
    for (Card& card : cards) {
      const auto taken = cursor_.take_card();
      if (!taken) return cursor_.error("a card expected, as Td");
      const std::size_t place = cursor_.place() - 2;
      if (!deck_.contains(*taken))
        return cursor_.error_at(place, card_text(*taken) + " is not in this game's deck");
      if (!seen_.insert(*taken))
        return cursor_.error_at(place, card_text(*taken) + " was dealt already");
      card = *taken;
    }
    return {};
  }

  Cursor& cursor_;
  const GameDefinition& game_;
  CardSet deck_ = game_.deck();
  CardSet seen_;
  Deal deal_;
};

Status expect_header(Cursor& cursor, std::string_view header) {
  cursor.enter("header");
  if (!cursor.rest().starts_with(header)) return cursor.error(fmt::format("'{}' expected", header));
  cursor.skip(header.size());
  return {};
}

Result<MatchState> read_match_state(Cursor& cursor, const GameDefinition& game) {
  if (Status status = expect_header(cursor, "MATCHSTATE"); !status) return status.error();
  cursor.enter("position");
  if (Status status = cursor.expect(':', "before the position"); !status) return status.error();
  const Result<int> viewer = cursor.take_number(game.players - 1);
  if (!viewer) return viewer.error();
  Result<Hand> hand = HandReader(cursor, game).read();
  if (!hand) return std::move(hand).error();
  if (hand->hole(*viewer).empty())
    return cursor.error(fmt::format("the cards of position {} itself are missing", *viewer));
  return MatchState{*viewer, *std::move(hand)};
}

Status expect_end(const Cursor& cursor) {
  if (cursor.at_end()) return {};
  return cursor.error("the end of the line expected");
}

Result<Response> read_response(Cursor& cursor, const GameDefinition& game) {
  Result<MatchState> state = read_match_state(cursor, game);
  if (!state) return std::move(state).error();
  cursor.enter("action");
  if (Status status = cursor.expect(':', "before the action"); !status) return status.error();
  return Response{*std::move(state), parse_response_action(cursor.rest(), game)};
}

Result<std::vector<double>> read_chips(Cursor& cursor, int players) {
  std::vector<double> chips;
  chips.reserve(static_cast<std::size_t>(players));
  for (int player = 0; player < players; ++player) {
    if (player > 0) {
      if (Status status = cursor.expect('|', "between two payoffs"); !status) return status.error();
    }
    double value = 0;
    const std::string_view rest = cursor.rest();
    const auto [end, failure] =
        std::from_chars(rest.data(), rest.data() + rest.size(), value, std::chars_format::fixed);
    if (failure != std::errc() || !std::isfinite(value))
      return cursor.error("a number of chips expected");
    cursor.skip(static_cast<std::size_t>(end - rest.data()));
    chips.push_back(value);
  }
  return chips;
}

Result<std::vector<std::string>> read_names(Cursor& cursor, int players) {
  std::vector<std::string> names;
  names.reserve(static_cast<std::size_t>(players));
  for (;;) {
    const std::string_view rest = cursor.rest();
    const std::size_t length = std::min(rest.find('|'), rest.size());
    names.emplace_back(rest.substr(0, length));
    cursor.skip(length);
    if (static_cast<int>(names.size()) == players) break;
    if (Status status = cursor.expect('|', "between two names"); !status) return status.error();
  }
  if (Status status = expect_end(cursor); !status) return status.error();
  return names;
}

/// Reads ":payoffs:names", one of each for every player, to the end of the line.
Result<Score> read_payoffs(Cursor& cursor, int players) {
  cursor.enter("payoffs");
  if (Status status = cursor.expect(':', "before the payoffs"); !status) return status.error();
  auto chips = read_chips(cursor, players);
  if (!chips) return std::move(chips).error();
  cursor.enter("names");
  if (Status status = cursor.expect(':', "before the names"); !status) return status.error();
  auto names = read_names(cursor, players);
  if (!names) return std::move(names).error();
  return Score{*std::move(chips), *std::move(names)};
}

Result<StateRecord> read_state(Cursor& cursor, const GameDefinition& game) {
  if (Status status = expect_header(cursor, "STATE"); !status) return status.error();
  Result<Hand> hand = HandReader(cursor, game).read();
  if (!hand) return std::move(hand).error();
  StateRecord record{*std::move(hand), {}, {}};
  if (cursor.at_end()) return record;
  cursor.enter("payoffs");
  if (!record.hand.betting().finished()) return cursor.error("the hand is not over yet");
  Result<Score> stated = read_payoffs(cursor, game.players);
  if (!stated) return std::move(stated).error();
  record.payoffs = std::move(stated->chips);
  record.names = std::move(stated->names);
  return record;
}

Result<Score> read_score(Cursor& cursor, const GameDefinition& game) {
  if (Status status = expect_header(cursor, "SCORE"); !status) return status.error();
  return read_payoffs(cursor, game.players);
}

/// Returns the result of read(cursor) for `line`; an error begins with `form`.
template <class Read>
auto parsed(const char* form, std::string_view line, const Read& read) {
  Cursor cursor(line);
  auto found = read(cursor);
  if (!found) return decltype(found)(at_place(form, found.error()));
  return found;
}

}  // namespace

Result<MatchState> parse_match_state(std::string_view line, const GameDefinition& game) {
  return parsed("MATCHSTATE", line, [&game](Cursor& cursor) -> Result<MatchState> {
    Result<MatchState> state = read_match_state(cursor, game);
    if (!state) return state;
    if (Status status = expect_end(cursor); !status) return status.error();
    return state;
  });
}

Result<Response> parse_response(std::string_view line, const GameDefinition& game) {
  return parsed("MATCHSTATE", line,
                [&game](Cursor& cursor) { return read_response(cursor, game); });
}

Result<StateRecord> parse_state(std::string_view line, const GameDefinition& game) {
  return parsed("STATE", line, [&game](Cursor& cursor) { return read_state(cursor, game); });
}

Result<Score> parse_score(std::string_view line, const GameDefinition& game) {
  return parsed("SCORE", line, [&game](Cursor& cursor) { return read_score(cursor, game); });
}

Result<Action> parse_action(std::string_view text, const GameDefinition& game) {
  Cursor cursor(text);
  cursor.enter("action");
  Result<Action> action = take_action(cursor, game, Sizes::kExact);
  if (!action) return at_place(text::quoted(text, kQuoted), action.error());
  if (!cursor.at_end())
    return Error{"poker.record.end", "{}: {}", text::quoted(text, kQuoted),
                 expect_end(cursor).error().message};
  return action;
}

Result<ResponseAction> parse_response_action(std::string_view text, const GameDefinition& game) {
  Cursor cursor(text);
  cursor.enter("action");
  const Result<Action> action = take_action(cursor, game, Sizes::kForgiving);
  if (!action) return at_place(text::quoted(text, kQuoted), action.error());
  return ResponseAction{*action, std::string(cursor.rest())};
}

}  // namespace trivium::poker

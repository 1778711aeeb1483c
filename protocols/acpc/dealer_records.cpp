#include "protocols/acpc/dealer_records.h"

#include <fmt/format.h>
#include <optional>

#include "engine/core/text.h"
#include "engine/poker/rules/records.h"

namespace trivium::acpc {

namespace {

constexpr std::size_t kQuotedField = 40;

/// Parses seconds, a point and six digits.
std::optional<Timestamp> parse_timestamp(std::string_view word) {
  constexpr std::size_t kDigits = 6;
  const std::size_t point = word.find('.');
  if (point == std::string_view::npos || word.size() - point - 1 != kDigits) return std::nullopt;
  const auto seconds = text::parse_number<std::uint32_t>(word.substr(0, point));
  const auto micros = text::parse_number<std::uint32_t>(word.substr(point + 1));
  if (!seconds || !micros) return std::nullopt;
  return Timestamp(std::chrono::seconds(*seconds) + Microseconds(*micros));
}

long long milliseconds(Microseconds time) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
}

}  // namespace

std::vector<std::string> log_header(const MatchSetup& setup) {
  return {fmt::format("# name/game/hands/seed {} {} {} {}", setup.name, setup.game_name,
                      setup.hands, setup.seed),
          fmt::format("#--t_response {}", milliseconds(setup.limits.response)),
          fmt::format("#--t_hand {}", milliseconds(setup.limits.hand)),
          fmt::format("#--t_per_hand {}", milliseconds(setup.limits.match / setup.hands))};
}

std::string hand_line(const Match& match) {
  std::vector<std::string> names;
  for (int position = 0; position < match.players(); ++position) {
    names.push_back(match.setup().names[static_cast<std::size_t>(match.seat_at(position))]);
  }
  return poker::write_state(match.hand(), match.payoffs(), names);
}

std::string score_line(const Match& match) {
  const auto& totals = match.totals();
  return poker::write_score(
      {std::vector(totals.begin(), totals.begin() + match.players()), match.setup().names});
}

std::string timestamp_text(Timestamp time) {
  const auto micros = time.time_since_epoch().count();
  return fmt::format("{}.{:06}", micros / 1'000'000, micros % 1'000'000);
}

std::string write_transaction(const Transaction& transaction) {
  return fmt::format("{} {} {} {}", poker::action_text(transaction.action), transaction.hand,
                     timestamp_text(transaction.sent), timestamp_text(transaction.received));
}

Result<Transaction> parse_transaction(std::string_view line, const poker::GameDefinition& game) {
  Transaction transaction;
  const Result<poker::Action> action = poker::parse_action(text::take_word(line), game);
  if (!action) return action.error();
  transaction.action = *action;

  const std::string_view hand_word = text::take_word(line);
  const auto hand = text::parse_number<std::uint32_t>(hand_word);
  if (!hand)
    return Error{"acpc.dealer.journal",
                 "a hand's number was expected, not " + text::quoted(hand_word, kQuotedField)};
  transaction.hand = *hand;

  for (Timestamp* const time : {&transaction.sent, &transaction.received}) {
    const std::string_view word = text::take_word(line);
    const auto parsed = parse_timestamp(word);
    if (!parsed)
      return Error{"acpc.dealer.journal", "a time SECONDS.MICROSECONDS was expected, not " +
                                              text::quoted(word, kQuotedField)};
    *time = *parsed;
  }
  if (const std::string_view rest = text::trimmed(line); !rest.empty()) {
    return Error{"acpc.dealer.journal", "nothing was expected after the two times, but there is " +
                                            text::quoted(rest, kQuotedField)};
  }
  return transaction;
}

}  // namespace trivium::acpc

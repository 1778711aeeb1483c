#include "learning/records/results_csv.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/text.h"
#include "models/format/load_error.h"

namespace trivium::learning::records {

namespace {

constexpr std::size_t kMaxCsvLine = std::size_t{1} << 16;  // in bytes
constexpr std::size_t kShown = 40;  // maximum length of a value in a message, in characters

enum Column : std::size_t { kHome, kAway, kResult, kHomeGoals, kAwayGoals, kColumns };

constexpr std::array<std::array<std::string_view, 3>, kColumns> kNames{
    {{"home", "HomeTeam", "white"},
     {"away", "AwayTeam", "black"},
     {"result", "FTR"},
     {"home_goals", "FTHG"},
     {"away_goals", "FTAG"}}};

constexpr std::string_view kColumnsAccepted =
    "columns home (or HomeTeam, white), away (AwayTeam, black), and result (FTR) or home_goals "
    "(FTHG) and away_goals (FTAG)";

/// Splits a line at its commas, except those in quotes.
Result<std::vector<std::string>> values_of(std::string_view line) {
  std::vector<std::string> values(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool doubled = quoted && line[i] == '"' && i + 1 < line.size() && line[i + 1] == '"';
    if (line[i] == '"' && !doubled) {
      quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      values.emplace_back();
    } else {
      values.back() += line[i];
      i += doubled;
    }
  }
  if (quoted) return Error{"csv.quote", "a quoted value has no end"};
  for (std::string& value : values) value = text::trimmed(value);
  return values;
}

/// Places of the columns in a line.
using Header = std::array<std::optional<std::size_t>, kColumns>;

Result<Header> header_of(const std::vector<std::string>& names) {
  Header header{};
  for (std::size_t column = 0; column < kColumns; ++column) {
    for (std::size_t place = 0; place < names.size(); ++place) {
      const auto is = [&](std::string_view name) {
        return !name.empty() && text::same_ignoring_case(names[place], name);
      };
      if (std::ranges::none_of(kNames[column], is)) continue;
      if (header[column])
        return Error{"csv.column.twice", "two columns are called {}",
                     text::quoted(names[place], kShown)};
      header[column] = place;
    }
  }
  if (!header[kHome] || !header[kAway] ||
      !(header[kResult] || (header[kHomeGoals] && header[kAwayGoals])))
    return Error{"csv.column.missing", "needs {}", kColumnsAccepted};
  return header;
}

/// Returns the value of a column; empty if the line is too short. Requires: there is the column.
std::string_view value_of(const Header& header, const std::vector<std::string>& values,
                          Column column) {
  return *header[column] < values.size() ? values[*header[column]] : std::string_view();
}

/// Returns the result of a line for the home player, or nothing for a game without a result.
Result<std::optional<Outcome>> outcome_of(const Header& header,
                                          const std::vector<std::string>& values) {
  const auto outcome = [](Outcome one) { return Result<std::optional<Outcome>>(one); };
  if (header[kResult]) {
    const std::string_view result = value_of(header, values, kResult);
    const auto is = [result](std::initializer_list<std::string_view> words) {
      return std::ranges::any_of(words, [result](std::string_view word) {
        return text::same_ignoring_case(result, word);
      });
    };
    if (is({"1-0", "1", "H"})) return outcome(Outcome::kWin);
    if (is({"0-1", "0", "A"})) return outcome(Outcome::kLoss);
    if (is({"1/2-1/2", "0.5", "D"})) return outcome(Outcome::kDraw);
    if (is({"", "*"})) return std::optional<Outcome>();
    return Error{"csv.result", "result {} is none of 1-0, 0-1, 1/2-1/2, 1, 0, 0.5, H, A, D and *",
                 text::quoted(result, kShown)};
  }
  const std::string_view home = value_of(header, values, kHomeGoals),
                         away = value_of(header, values, kAwayGoals);
  if (home.empty() && away.empty()) return std::optional<Outcome>();
  const auto home_goals = text::parse_number<std::uint32_t>(home),
             away_goals = text::parse_number<std::uint32_t>(away);
  if (!home_goals || !away_goals)
    return Error{"csv.goals", "goals {} are not a whole number",
                 text::quoted(home_goals ? away : home, kShown)};
  return outcome(*home_goals > *away_goals   ? Outcome::kWin
                 : *home_goals < *away_goals ? Outcome::kLoss
                                             : Outcome::kDraw);
}

}  // namespace

void read_results(input::Stream& in, const TakeResult& take) {
  const std::string& name = in.name();
  std::optional<Header> header;
  std::string line;
  for (std::size_t number = 1;; ++number) {
    const std::string place = fmt::format("{}: line {}", name, number);
    const Result<bool> more = in.next_line(line, kMaxCsvLine);
    format::or_throw(in.status());
    if (!format::or_throw(more, place)) break;
    if (text::trimmed(line).empty()) continue;
    const std::vector<std::string> values = format::or_throw(values_of(line), place);
    if (!header) {
      header = format::or_throw(header_of(values), place);
      continue;
    }
    const std::string_view home = value_of(*header, values, kHome),
                           away = value_of(*header, values, kAway);
    if (home.empty() || away.empty())
      throw format::LoadError("csv.player", "{}: a player has no name", place);
    if (home == away)
      throw format::LoadError("csv.player", "{}: {} plays against itself", place,
                              text::quoted(home, kShown));
    const std::optional<Outcome> outcome = format::or_throw(outcome_of(*header, values), place);
    if (outcome) take(home, away, *outcome);
  }
  if (!header)
    throw format::LoadError("csv.empty", "{}: has no line; needs {}", name, kColumnsAccepted);
}

}  // namespace trivium::learning::records

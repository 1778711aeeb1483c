#include "protocols/client/uci_info.h"

#include <algorithm>
#include <array>
#include <limits>

#include "engine/core/text.h"

namespace trivium::client {

namespace {

/// All keywords of an info line; a list of moves ends at the next of them.
constexpr auto kKeywords = std::to_array<std::string_view>(
    {"depth", "seldepth", "time", "nodes", "pv", "multipv", "score", "currmove", "currmovenumber",
     "hashfull", "nps", "tbhits", "sbhits", "cpuload", "string", "refutation", "currline", "wdl"});

bool is_keyword(std::string_view word) {
  return std::ranges::find(kKeywords, word) != kKeywords.end();
}

/// Removes the next word from `rest` and returns it if it is a whole number; otherwise does
/// nothing.
std::optional<std::int64_t> take_number(std::string_view& rest) {
  std::string_view ahead = rest;
  std::string_view word = text::take_word(ahead);
  if (word.starts_with('+')) word.remove_prefix(1);
  const auto value = text::parse_number<std::int64_t>(word);
  if (value) rest = ahead;
  return value;
}

std::optional<Score> take_score(std::string_view& rest) {
  const std::string_view kind = text::take_word(rest);
  if (kind != "cp" && kind != "mate") return std::nullopt;
  const std::optional<std::int64_t> value = take_number(rest);
  if (!value) return std::nullopt;
  constexpr std::int64_t kMax = std::numeric_limits<int>::max();
  Score score{kind == "mate" ? Score::Kind::kMate : Score::Kind::kValue, Score::Bound::kExact,
              static_cast<int>(std::clamp(*value, -kMax, kMax))};
  std::string_view ahead = rest;
  const std::string_view bound = text::take_word(ahead);
  if (bound == "lowerbound") score.bound = Score::Bound::kLower;
  if (bound == "upperbound") score.bound = Score::Bound::kUpper;
  if (score.bound != Score::Bound::kExact) rest = ahead;
  return score;
}

/// UCI gives probabilities in thousandths.
constexpr std::int64_t kMaxShare = 1000;

std::optional<WinDrawLoss> take_expectation(std::string_view& rest) {
  const auto win = take_number(rest);
  const auto draw = take_number(rest);
  const auto loss = take_number(rest);
  const auto is_share = [](const auto& share) {
    return share && *share >= 0 && *share <= kMaxShare;
  };
  if (!is_share(win) || !is_share(draw) || !is_share(loss)) return std::nullopt;
  return WinDrawLoss{static_cast<int>(*win), static_cast<int>(*draw), static_cast<int>(*loss)};
}

std::string_view take_moves(std::string_view& rest) {
  const std::string_view all = rest;
  for (std::string_view ahead = rest; !rest.empty(); rest = ahead) {
    if (is_keyword(text::take_word(ahead))) break;
  }
  return text::trimmed(all.substr(0, all.size() - rest.size()));
}

struct NumberField {
  std::string_view word;
  std::optional<std::int64_t> UciInfo::*field;
};

constexpr auto kNumbers = std::to_array<NumberField>({{"depth", &UciInfo::depth},
                                                      {"seldepth", &UciInfo::selective_depth},
                                                      {"multipv", &UciInfo::line},
                                                      {"nodes", &UciInfo::nodes},
                                                      {"nps", &UciInfo::nodes_per_second},
                                                      {"time", &UciInfo::milliseconds},
                                                      {"hashfull", &UciInfo::hash_per_mille}});

}  // namespace

UciInfo parse_uci_info(std::string_view line) {
  UciInfo info;
  text::take_word(line);
  for (std::string_view word = text::take_word(line); !word.empty(); word = text::take_word(line)) {
    if (word == "string") {
      info.message = text::trimmed(line);
      break;
    }
    if (word == "score") {
      info.score = take_score(line);
    } else if (word == "wdl") {
      info.expectation = take_expectation(line);
    } else if (word == "pv") {
      info.principal_variation = take_moves(line);
    } else if (const auto number = std::ranges::find(kNumbers, word, &NumberField::word);
               number != kNumbers.end()) {
      info.*number->field = take_number(line);
    }
  }
  return info;
}

bool has_score(std::string_view line) noexcept {
  if (!line.starts_with("info ")) return false;
  const std::size_t score = line.find(" score ");
  if (score == std::string_view::npos ||
      line.substr(0, score).find(" string") != std::string_view::npos)
    return false;
  static constexpr std::string_view kRank = " multipv ";
  const std::size_t rank = line.find(kRank);
  return rank == std::string_view::npos || line.substr(rank + kRank.size()).starts_with("1 ");
}

}  // namespace trivium::client

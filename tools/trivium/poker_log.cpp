#include "tools/trivium/poker_log.h"

#include <fmt/format.h>
#include <iterator>
#include <utility>

#include "engine/core/text.h"

namespace trivium::tools {

namespace {

/// Precision of a log: six decimals.
bool same_chips(double a, double b) {
  return a == b || poker::payoff_text(a) == poker::payoff_text(b);
}

}  // namespace

Status PokerLogChecker::take(std::string_view line) {
  if (line.empty() || line.front() == '#' || line.front() == ';') return {};
  if (line.starts_with("SCORE")) return take_score(line);
  return take_hand(line);
}

Status PokerLogChecker::take_hand(std::string_view line) {
  ++hands_;
  const auto record = poker::parse_state(line, game_);
  if (!record) return record.error();
  actions_ += std::ssize(record->hand.actions());
  if (record->payoffs.empty()) return Error("poker.log.payoffs", "STATE: the payoffs are missing");
  if (!record->hand.decided())
    return Error("poker.log.cards", "STATE: the cards of a player at the showdown are missing");
  const poker::Payoffs payoffs = record->hand.payoffs();
  for (std::size_t i = 0; i < record->payoffs.size(); ++i) {
    const auto player = won_.find(record->names[i]);
    (player != won_.end() ? player : won_.emplace(record->names[i], 0.0).first)->second +=
        payoffs[i];
  }
  for (std::size_t i = 0; i < record->payoffs.size(); ++i) {
    if (same_chips(record->payoffs[i], payoffs[i])) continue;
    return Error(
        "poker.log.payoffs",
        fmt::format("STATE: hand {}: position {} won {}, the line states {}", record->hand.id(), i,
                    poker::payoff_text(payoffs[i]), poker::payoff_text(record->payoffs[i])));
  }
  return {};
}

Status PokerLogChecker::take_score(std::string_view line) {
  const auto score = poker::parse_score(line, game_);
  if (!score) return score.error();
  // Two seats may have the same name; then only their sum is known.
  std::map<std::string, double, std::less<>> stated;
  for (std::size_t i = 0; i < score->names.size(); ++i) stated[score->names[i]] += score->chips[i];
  const auto won = std::exchange(won_, {});
  for (const auto& [name, chips] : stated) {
    const auto player = won.find(name);
    const double ours = player == won.end() ? 0.0 : player->second;
    if (!same_chips(chips, ours)) {
      return Error("poker.log.score",
                   fmt::format("SCORE: {} won {}, the line states {}", text::quoted(name, 32),
                               poker::payoff_text(ours), poker::payoff_text(chips)));
    }
  }
  return {};
}

}  // namespace trivium::tools

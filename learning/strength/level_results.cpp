#include "learning/strength/level_results.h"

#include <fmt/format.h>
#include <string_view>

#include "engine/core/text.h"

namespace trivium::learning::strength {

namespace {

constexpr std::string_view kOwnName = "Trivium";

}  // namespace

std::string level_name(int elo) { return fmt::format("{} {}", kOwnName, elo); }

void add_levels(const chess::PgnGame& game, std::set<int>& levels) {
  for (const char* const side : {"White", "Black"}) {
    const std::string_view name = game.tag(side).value_or("");
    if (!name.starts_with(kOwnName) || name.size() <= kOwnName.size() + 1) continue;
    if (const std::optional<int> elo = text::parse_number<int>(name.substr(kOwnName.size() + 1)))
      levels.insert(*elo);
  }
}

bool LevelResults::add_player(std::string name, std::optional<double> elo) {
  if (!numbers_.emplace(std::move(name), known_.size()).second) return false;
  known_.push_back(elo);
  return true;
}

void LevelResults::add(const chess::PgnGame& game) {
  const auto white = numbers_.find(game.tag("White").value_or("")),
             black = numbers_.find(game.tag("Black").value_or(""));
  if (!game.result || game.ended_by_fault() || white == numbers_.end() || black == numbers_.end() ||
      white == black)
    return;
  counts_[{white->second, black->second}].add(*game.result);
}

std::vector<statistics::Rating> LevelResults::ratings() const {
  std::vector<statistics::RatedPairing> pairings;
  for (const auto& [players, games] : counts_)
    pairings.push_back({players.first, players.second, games});
  // A weak prior, just enough to keep levels finite that won or lost everything. A stronger one
  // would pull the ends of the scale to its middle.
  constexpr double kVirtualDraws = 0.02;
  return statistics::anchored_bradley_terry(known_, pairings, kVirtualDraws);
}

std::vector<bool> LevelResults::connected() const {
  std::vector<bool> is_connected(known_.size());
  for (std::size_t i = 0; i < known_.size(); ++i) is_connected[i] = known_[i].has_value();
  for (bool grows = true; grows;) {
    grows = false;
    for (const auto& [players, games] : counts_) {
      if (is_connected[players.first] == is_connected[players.second]) continue;
      is_connected[players.first] = is_connected[players.second] = grows = true;
    }
  }
  return is_connected;
}

statistics::GameCounts LevelResults::games_of(std::size_t player, bool with_known) const {
  statistics::GameCounts sum;
  const auto add = [&](const statistics::GameCounts& games, std::size_t other) {
    if (!with_known || known_[other]) sum += games;
  };
  for (const auto& [players, games] : counts_) {
    if (players.first == player) add(games, players.second);
    if (players.second == player) add(statistics::reversed(games), players.first);
  }
  return sum;
}

}  // namespace trivium::learning::strength

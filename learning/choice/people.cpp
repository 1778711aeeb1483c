#include "learning/choice/people.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <utility>

#include "learning/harness/work_items.h"

namespace trivium::learning::choice {

namespace {

constexpr std::size_t kCountingShards = 16;

/// Returns the decisions of a group.
Decisions of_group(const Decisions& all, const Group& group) {
  Decisions decisions = all;
  decisions.filter = group.filter;
  return decisions;
}

/// Returns the number of decisions of each player, by number of the name.
std::vector<std::uint64_t> decisions_by_name(const Decisions& decisions, std::size_t threads) {
  const std::span<const GameRecord> games = decisions.records->games();
  const std::size_t names = decisions.records->names().size();
  const auto add = [&](std::vector<std::uint64_t>& part, std::size_t i) {
    const GameRecord& game = games[decisions.games[i]];
    decisions.records->visit(
        game, decisions.filter,
        [&](chess::Position& position, const chess::MoveList&, std::size_t) {
          ++part[game.players[static_cast<std::size_t>(chess::index(position.side_to_move()))]];
        });
  };
  return sum_of_items(decisions.games.size(), Shards(kCountingShards, threads),
                      std::vector<std::uint64_t>(names), add);
}

}  // namespace

std::vector<Group> rating_bands(const DecisionFilter& filter, std::span<const int> limits) {
  std::vector<Group> bands;
  for (std::size_t i = 0; i <= limits.size(); ++i) {
    const int minimum = i == 0 ? 1 : limits[i - 1];
    const int maximum = i == limits.size() ? std::numeric_limits<int>::max() : limits[i] - 1;
    Group band{i == 0               ? fmt::format("below {}", limits[i])
               : i == limits.size() ? fmt::format("from {}", minimum)
                                    : fmt::format("{} to {}", minimum, maximum),
               filter};
    band.filter.min_elo = std::max(filter.min_elo, minimum);
    band.filter.max_elo = std::min(filter.max_elo, maximum);
    bands.push_back(std::move(band));
  }
  return bands;
}

std::vector<Group> groups_of(const DecisionFilter& filter, std::span<const std::string> players) {
  std::vector<Group> groups;
  for (const std::string& player : players) {
    groups.push_back({player, filter});
    groups.back().filter.players = {player};
  }
  return groups;
}

Group together(const DecisionFilter& filter, std::span<const std::string> players) {
  Group all{"together", filter};
  all.filter.players.assign(players.begin(), players.end());
  return all;
}

std::vector<std::string> busiest_players(const Decisions& decisions, std::size_t count,
                                         std::size_t threads) {
  const std::vector<std::uint64_t> moves = decisions_by_name(decisions, threads);
  std::vector<std::pair<std::uint64_t, std::string>> players;
  for (std::uint32_t number = 0; number < moves.size(); ++number) {
    if (moves[number] > 0 && decisions.records->name(number) != "?")
      players.emplace_back(moves[number], decisions.records->name(number));
  }
  std::ranges::sort(players, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(count, players.size()); ++i)
    names.push_back(std::move(players[i].second));
  return names;
}

std::vector<GroupFit> fit_groups(const Split& split, std::span<const Group> groups,
                                 const chess::Attributes& attributes, const FitOptions& options,
                                 const GroupListener& on_step) {
  std::vector<GroupFit> fits;
  for (const Group& group : groups) {
    GroupFit found;
    found.name = group.name;
    found.fit =
        fit(of_group(split.train, group), attributes, options, [&](std::size_t iteration, double) {
          if (on_step) on_step(fits.size(), group.name, iteration);
        });
    found.held_out = predicted(of_group(split.held_out, group), attributes, options.lookahead,
                               found.fit.weights, options.threads);
    fits.push_back(std::move(found));
  }
  return fits;
}

}  // namespace trivium::learning::choice

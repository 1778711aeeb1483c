#include "learning/choice/search_values.h"

#include <mutex>
#include <utility>

#include "engine/chess/choice/searched_moves.h"
#include "engine/chess/player.h"
#include "learning/harness/shards.h"

namespace trivium::learning::choice {

namespace {

constexpr std::size_t kSearchShards = 64;

/// Returns the games that process `rank` of `size` searches.
Range games_of(std::size_t rank, std::size_t size, std::size_t games) noexcept {
  const Range shards = range_of(rank, size, kSearchShards);
  if (shards.begin == shards.end) return {};
  return {range_of(shards.begin, kSearchShards, games).begin,
          range_of(shards.end - 1, kSearchShards, games).end};
}

}  // namespace

int SearchValues::turn_of(const chess::Position& position) noexcept {
  return 2 * position.fullmove_number() + (position.side_to_move() == chess::Color::kBlack ? 1 : 0);
}

SearchValues::SearchValues(const Records& records, std::span<const std::uint32_t> games,
                           const DecisionFilter& filter, std::uint64_t nodes,
                           const std::shared_ptr<const chess::Weights>& weights, Crew crew,
                           const std::function<void(std::size_t)>& on_game) {
  places_.resize(records.games().size());
  std::mutex keeping;
  std::size_t done = 0;
  const Shards shards(kSearchShards, crew);
  const Range own_games = games_of(crew.rank(), crew.size(), games.size());
  std::vector<Found> own(crew.size() > 1 ? own_games.end - own_games.begin : 0);
  shards.run([&](std::size_t shard) {
    chess::Player player(weights, {.hash_megabytes = 1});
    const chess::MoveSearch how{.part = {.nodes = nodes}, .values = {}, .drops = false};
    Found game;
    const Range range = shards.range(shard, games.size());
    for (std::size_t i = range.begin; i < range.end; ++i) {
      game = {};
      player.new_game();
      records.visit(
          records.games()[games[i]], filter,
          [&](const chess::Position& position, const chess::MoveList& moves, std::size_t) {
            const int turn = turn_of(position);
            if (game.starts.empty()) game.first_turn = turn;
            game.starts.resize(static_cast<std::size_t>(turn - game.first_turn) + 1,
                               static_cast<std::uint32_t>(game.values.size()));
            player.set_game(chess::Game(position));
            for (const Report<chess::Move>& report :
                 chess::search_each_move(player, moves, how, SearchControl())) {
              game.values.push_back(static_cast<float>(chess::search_term(report.score)));
            }
          });
      const std::lock_guard lock(keeping);
      if (!own.empty()) own[i - own_games.begin] = game;
      keep(games[i], game);
      if (++done; on_game) on_game(done);
    }
  });
  if (crew.size() > 1) keep_others(games, crew, std::move(own));
}

void SearchValues::keep_others(std::span<const std::uint32_t> games, Crew crew,
                               std::vector<Found> own) {
  for (std::size_t from = 0; from < crew.size(); ++from) {
    std::vector<Found> part;
    if (from == crew.rank()) part.swap(own);
    crew.share(part, from);
    if (from == crew.rank()) continue;
    const Range range = games_of(from, crew.size(), games.size());
    for (std::size_t i = range.begin; i < range.end; ++i) keep(games[i], part.at(i - range.begin));
  }
}

void SearchValues::keep(std::uint32_t number, Found& found) {
  if (found.starts.empty()) return;
  places_[number] = {values_.size(), starts_.size(), found.first_turn};
  found.starts.push_back(static_cast<std::uint32_t>(found.values.size()));
  starts_.append(found.starts);
  values_.append(found.values);
}

std::span<const float> SearchValues::at(std::uint32_t number,
                                        const chess::Position& position) const noexcept {
  const Place& place = places_[number];
  const std::uint64_t turn =
      place.starts + static_cast<std::uint64_t>(turn_of(position) - place.first_turn);
  const std::size_t begin = starts_[turn], end = starts_[turn + 1];
  return values_.values().subspan(place.values + begin, end - begin);
}

}  // namespace trivium::learning::choice

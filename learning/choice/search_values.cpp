#include "learning/choice/search_values.h"

#include <mutex>

#include "engine/chess/choice/searched_moves.h"
#include "engine/chess/player.h"
#include "learning/harness/shards.h"

namespace trivium::learning::choice {

namespace {

constexpr std::size_t kSearchShards = 64;

/// Searches all legal moves of positions, one game after the other.
class PositionJudge {
 public:
  PositionJudge(const std::shared_ptr<const chess::Weights>& weights, std::uint64_t nodes)
      : player_(weights, {.hash_megabytes = 1}),
        how_{.part = {.nodes = nodes}, .values = {}, .drops = false} {}

  void begin_game() { player_.new_game(); }

  /// Appends the search term of each move to `values`.
  void judge(const chess::Position& position, const chess::MoveList& moves,
             std::vector<float>& values) {
    player_.set_game(chess::Game(position));
    for (const Report<chess::Move>& report :
         chess::search_each_move(player_, moves, how_, SearchControl())) {
      values.push_back(static_cast<float>(chess::search_term(report.score)));
    }
  }

 private:
  chess::Player player_;
  chess::MoveSearch how_;
};

}  // namespace

int SearchValues::turn_of(const chess::Position& position) noexcept {
  return 2 * position.fullmove_number() + (position.side_to_move() == chess::Color::kBlack ? 1 : 0);
}

SearchValues::SearchValues(const Records& records, std::span<const std::uint32_t> games,
                           const DecisionFilter& filter, std::uint64_t nodes,
                           const std::shared_ptr<const chess::Weights>& weights,
                           std::size_t threads, const std::function<void(std::size_t)>& on_game) {
  places_.resize(records.games().size());
  std::mutex keeping;
  std::size_t done = 0;
  const Shards shards(kSearchShards, threads);
  shards.run([&](std::size_t shard) {
    PositionJudge judge(weights, nodes);
    Found game;
    const Range range = shards.range(shard, games.size());
    for (std::size_t i = range.begin; i < range.end; ++i) {
      game = {};
      judge.begin_game();
      records.visit(
          records.games()[games[i]], filter,
          [&](const chess::Position& position, const chess::MoveList& moves, std::size_t) {
            const int turn = turn_of(position);
            if (game.starts.empty()) game.first_turn = turn;
            game.starts.resize(static_cast<std::size_t>(turn - game.first_turn) + 1,
                               static_cast<std::uint32_t>(game.values.size()));
            judge.judge(position, moves, game.values);
          });
      const std::lock_guard lock(keeping);
      keep(games[i], game);
      if (++done; on_game) on_game(done);
    }
  });
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

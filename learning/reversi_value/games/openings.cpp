#include "learning/reversi_value/games/openings.h"

#include <cstdlib>
#include <utility>

#include "engine/core/limits.h"
#include "engine/core/report.h"
#include "engine/core/search_control.h"
#include "engine/reversi/player.h"
#include "learning/harness/work_items.h"
#include "learning/reversi_value/games/random_starts.h"

namespace trivium::learning::reversi_value {

namespace {

constexpr int kJudgeMegabytes = 16;  // changes values
constexpr std::size_t kJudgedAtOnce = 64;

/// Returns the value of the last exact report of a search from an empty table, for the side to
/// move.
reversi::Value searched_value(const reversi::Knowledge& knowledge,
                              const reversi::Position& position, std::uint64_t nodes) {
  reversi::Player player(knowledge, {.hash_megabytes = kJudgeMegabytes});
  player.set_position(position);
  reversi::Value value = 0;
  player.think({.nodes = nodes}, SearchControl(), [&value](const Report<reversi::Move>& report) {
    if (report.score.bound == Score::Bound::kExact) value = report.score.value;
  });
  return value;
}

}  // namespace

Openings balanced_openings(const reversi::Knowledge& knowledge, const OpeningOptions& options,
                           const OpeningProgress& progress) {
  RandomStarts starts(options.seed, options.plies, options.plies);
  Openings result;
  while (result.games.size() < options.count) {
    std::vector<reversi::Game> games = starts.next(kJudgedAtOnce);
    if (games.empty()) break;
    std::vector<reversi::Value> values(games.size());
    for_each_item(games.size(), options.threads, [&](std::size_t i) {
      values[i] = searched_value(knowledge, games[i].position(), options.nodes);
    });
    for (std::size_t i = 0; i < games.size() && result.games.size() < options.count; ++i) {
      ++result.searched;
      if (std::abs(values[i]) <= options.max_imbalance) result.games.push_back(std::move(games[i]));
    }
    if (progress) progress(result.games.size(), result.searched);
  }
  return result;
}

}  // namespace trivium::learning::reversi_value

#include "learning/outcome/connect6_games.h"

#include <fmt/format.h>
#include <istream>

#include "engine/connect6/features.h"
#include "engine/connect6/rules/records.h"
#include "models/format/load_error.h"

namespace trivium::learning {

namespace {

using connect6::GameRecord;
using connect6::GameResult;
using connect6::Stone;

std::vector<GameRecord> read_games(std::istream& csv, std::string_view name) {
  std::vector<GameRecord> games;
  connect6::CsvReader reader(csv);
  GameRecord game;
  for (Result<bool> more = reader.next(game);; more = reader.next(game)) {
    if (!more) throw format::LoadError(fmt::format("{}: {}", name, more.error().message));
    if (!*more) return games;
    if (game.result != GameResult::kUnknown) games.push_back(game);
  }
}

float result_for(Stone side, GameResult result) {
  if (result == GameResult::kDraw) return 0.5F;
  return (result == GameResult::kBlackWins) == (side == Stone::kBlack) ? 1.0F : 0.0F;
}

void append_positions(OutcomeData& data, const GameRecord& game) {
  OutcomeData all;
  all.features = connect6::kFeatureCount;
  connect6::LineFeatures lines(game.size);
  for (std::size_t stones = 0; stones < game.moves.size(); ++stones) {
    const Stone side = connect6::Board::to_move(static_cast<int>(stones));
    if (stones % 2 == 1) {  // a turn of two stones begins
      for (const std::int32_t value : connect6::extract(lines, side, 2)) all.values.push_back(static_cast<float>(value));
      all.results.push_back(result_for(side, game.result));
    }
    lines.place(game.moves[stones], side);
  }
  data.append_game(all, {all.positions() % 2, all.positions()});
}

void append(OutcomeData& data, const OutcomeData& more) {
  for (std::size_t game = 0; game < more.games(); ++game) data.append_game(more, more.rows(game));
}

}  // namespace

OutcomeData connect6_positions(std::istream& csv, std::string_view name, const Shards& shards) {
  const std::vector<GameRecord> games = read_games(csv, name);
  OutcomeData start;
  start.features = connect6::kFeatureCount;
  const auto part = [&](std::size_t shard) {
    OutcomeData data;
    data.features = connect6::kFeatureCount;
    const Range range = shards.range(shard, games.size());
    for (std::size_t game = range.begin; game < range.end; ++game) append_positions(data, games[game]);
    return data;
  };
  return shards.reduce(std::move(start), part, append);
}

}  // namespace trivium::learning

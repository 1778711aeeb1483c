#include "learning/tdleaf/games/pgn_games.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <utility>

#include "engine/chess/rules/game.h"
#include "engine/chess/rules/value.h"
#include "learning/harness/shards.h"
#include "models/format/load_error.h"

namespace trivium::learning::tdleaf {

namespace {

records::SearchedGame search_game(PositionSearcher& searcher, const chess::PgnGame& moves) {
  searcher.new_game();
  records::SearchedGame record;
  record.start = moves.start;
  record.for_white = *moves.result;
  chess::Game game(moves.start);
  for (const chess::Move move : moves.moves) {
    records::SearchedPosition& searched = record.positions.emplace_back(searcher.search(game));
    searched.played = move;
    game.do_move(move);
  }
  return record;
}

/// "+0.35", "-M3": White's value from the mover's view.
std::string shown(chess::Value white, chess::Color mover) {
  const chess::Value value = chess::seen_by(mover, white);
  const Score score = chess::to_score(value);
  if (score.kind == Score::Kind::kMate) return fmt::format("{}M{}", value > 0 ? '+' : '-', std::abs(score.value));
  return fmt::format("{:+.2f}", 0.01 * value);
}

}  // namespace

PgnGames::PgnGames(const std::filesystem::path& path, std::function<void(const std::string&)> on_fault)
    : name_(path.string()), in_(format::or_throw(input::Stream::open(path))), reader_(*in_), on_fault_(std::move(on_fault)) {}

std::vector<chess::PgnGame> PgnGames::next(std::size_t count) {
  std::vector<chess::PgnGame> games;
  while (games.size() < count) {
    std::optional<Result<chess::PgnGame>> game = reader_.next();
    format::or_throw(in_->status());
    if (!game) break;
    if (!*game) {
      ++left_out_.unreadable;
      on_fault_(fmt::format("{}: {}", name_, game->error().message));
    } else if ((*game)->contradicts_itself()) {
      ++left_out_.contradictory;
    } else if (!(*game)->result || (*game)->ended_by_fault() || (*game)->moves.empty()) {
      ++left_out_.undecided;
    } else {
      games.push_back(**std::move(game));
    }
  }
  return games;
}

PgnGames::Extent PgnGames::extent(const std::filesystem::path& path) {
  Extent extent;
  PgnGames games(path, [&extent](const std::string& fault) {
    if (extent.first_fault.empty()) extent.first_fault = fault;
  });
  for (std::vector<chess::PgnGame> game = games.next(1); !game.empty(); game = games.next(1)) {
    ++extent.games;
    extent.longest = std::max(extent.longest, game.front().moves.size());
  }
  extent.left_out = games.left_out();
  return extent;
}

std::vector<records::SearchedGame> search_games(const std::vector<chess::PgnGame>& games, const SearchOptions& options,
                                                const std::shared_ptr<const chess::Weights>& weights, std::size_t threads) {
  std::vector<records::SearchedGame> searched(games.size());
  if (games.empty()) return searched;
  Shards(games.size(), threads).run([&](std::size_t game) {
    PositionSearcher searcher(options, weights);
    searched[game] = search_game(searcher, games[game]);
  });
  return searched;
}

chess::PgnGame to_pgn_game(const records::SearchedGame& game, std::vector<chess::PgnTag> tags) {
  chess::PgnGame record;
  record.tags = std::move(tags);
  record.start = game.start;
  record.result = game.for_white;
  record.comments.emplace_back();
  chess::Color mover = game.start.side_to_move();
  for (const records::SearchedPosition& position : game.positions) {
    record.moves.push_back(position.played);
    record.comments.push_back(shown(position.value, mover));
    mover = ~mover;
  }
  return record;
}

}  // namespace trivium::learning::tdleaf

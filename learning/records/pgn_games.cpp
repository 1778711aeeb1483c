#include "learning/records/pgn_games.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "models/format/load_error.h"

namespace trivium::learning::records {

PgnGames::PgnGames(const std::filesystem::path& path, PgnUse use, std::function<void(const std::string&)> on_fault)
    : name_(path.string()), file_(format::or_throw(chess::open_pgn(path))), use_(use), on_fault_(std::move(on_fault)) {}

std::optional<chess::PgnGame> PgnGames::next() {
  while (std::optional<Result<chess::PgnGame>> game = file_.next()) {
    if (!*game) {
      ++left_out_.unreadable;
      on_fault_(fmt::format("{}: {}", name_, game->error().message));
    } else if ((*game)->contradicts_itself()) {
      ++left_out_.contradictory;
    } else if (use_ == PgnUse::kDecided && (!(*game)->result || (*game)->ended_by_fault() || (*game)->moves.empty())) {
      ++left_out_.undecided;
    } else {
      return **std::move(game);
    }
  }
  format::or_throw(file_.status());
  return std::nullopt;
}

std::vector<chess::PgnGame> PgnGames::next(std::size_t count) {
  std::vector<chess::PgnGame> games;
  while (games.size() < count) {
    std::optional<chess::PgnGame> game = next();
    if (!game) break;
    games.push_back(*std::move(game));
  }
  return games;
}

PgnGames::Extent PgnGames::extent(const std::filesystem::path& path) {
  Extent extent;
  PgnGames games(path, PgnUse::kDecided, [&extent](const std::string& fault) {
    if (extent.first_fault.empty()) extent.first_fault = fault;
  });
  while (const std::optional<chess::PgnGame> game = games.next()) {
    ++extent.games;
    extent.longest = std::max(extent.longest, game->moves.size());
  }
  extent.left_out = games.left_out();
  return extent;
}

}  // namespace trivium::learning::records

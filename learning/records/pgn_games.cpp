#include "learning/records/pgn_games.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <utility>

#include "learning/records/file_kind.h"
#include "models/format/file_io.h"
#include "models/format/load_error.h"

namespace trivium::learning::records {

namespace {

chess::PgnFile pgn_in(std::unique_ptr<input::Stream> in) {
  const ChessRecord kind = kind_of(*in);
  if (kind == ChessRecord::kEpd || kind == ChessRecord::kSearchedGames) {
    throw format::LoadError("games.kind", "{}: no games in PGN: it is {}", in->name(),
                            kind == ChessRecord::kEpd
                                ? "a file of positions (EPD)"
                                : format::known_kind(std::as_bytes(std::span(in->beginning()))));
  }
  return chess::PgnFile(std::move(in));
}

chess::PgnFile pgn_at(const std::filesystem::path& path) {
  return pgn_in(format::or_throw(input::Stream::open(path)));
}

}  // namespace

PgnGames::PgnGames(std::vector<std::filesystem::path> files, PgnUse use,
                   std::function<void(const std::string&)> on_fault)
    : files_(std::move(files)),
      file_(pgn_at(files_.front())),
      use_(use),
      on_fault_(std::move(on_fault)) {}

PgnGames::PgnGames(std::unique_ptr<input::Stream> in, PgnUse use,
                   std::function<void(const std::string&)> on_fault)
    : opened_(0), file_(pgn_in(std::move(in))), use_(use), on_fault_(std::move(on_fault)) {}

std::optional<chess::PgnGame> PgnGames::next() {
  for (;;) {
    std::optional<Result<chess::PgnGame>> game = file_.next();
    if (!game) {
      format::or_throw(file_.status());
      if (opened_ == files_.size()) return std::nullopt;
      file_ = pgn_at(files_[opened_++]);
    } else if (!*game) {
      ++left_out_.unreadable;
      on_fault_(fmt::format("{}: {}", file_.name(), game->error().message));
    } else if ((*game)->contradicts_itself()) {
      ++left_out_.contradictory;
    } else if (use_ == PgnUse::kDecided &&
               (!(*game)->result || (*game)->ended_by_fault() || (*game)->moves.empty())) {
      ++left_out_.undecided;
    } else {
      return **std::move(game);
    }
  }
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

PgnGames::Extent PgnGames::extent(std::vector<std::filesystem::path> files,
                                  const WorkProgress& progress) {
  Extent extent;
  PgnGames games(std::move(files), PgnUse::kDecided, [&extent](const std::string& fault) {
    if (extent.first_fault.empty()) extent.first_fault = fault;
  });
  while (const std::optional<chess::PgnGame> game = games.next()) {
    ++extent.games;
    extent.max_plies = std::max(extent.max_plies, game->moves.size());
    if (progress) progress(extent.games);
  }
  extent.left_out = games.left_out();
  return extent;
}

}  // namespace trivium::learning::records

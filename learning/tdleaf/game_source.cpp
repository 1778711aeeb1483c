#include "learning/tdleaf/game_source.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "learning/tdleaf/game_file.h"
#include "learning/tdleaf/pgn_games.h"
#include "models/format/load_error.h"

namespace trivium::learning::tdleaf {

namespace {

constexpr std::string_view kFileBegin = "games-";
constexpr std::string_view kFileEnd = ".tdleaf";

}  // namespace

GameSet games_in_memory(std::shared_ptr<const std::vector<SearchedGame>> games) {
  return [games = std::move(games)]() -> GameStream {
    return [games, next = std::size_t{0}](SearchedGame& game) mutable {
      if (next == games->size()) return false;
      game = (*games)[next++];
      return true;
    };
  };
}

GameSet games_in_file(std::filesystem::path file) {
  return [file = std::move(file)]() -> GameStream {
    return [reader = std::make_shared<GameReader>(file)](SearchedGame& game) { return reader->next(game); };
  };
}

std::optional<GameSet> StoredGames::make(std::uint64_t generation, const Selves&) {
  if (generation >= files_.size()) return std::nullopt;
  return games_in_file(files_[generation]);
}

GameSet StoredGames::again(std::uint64_t generation) { return games_in_file(files_.at(generation)); }

NewGames::NewGames(Maker make_games, std::optional<std::filesystem::path> folder)
    : make_games_(std::move(make_games)), folder_(std::move(folder)) {
  if (folder_) std::filesystem::create_directories(*folder_);
}

std::filesystem::path NewGames::file_of(std::uint64_t generation) const {
  return *folder_ / fmt::format("{}{:06}{}", kFileBegin, generation, kFileEnd);
}

std::optional<GameSet> NewGames::make(std::uint64_t generation, const Selves& selves) {
  auto games = std::make_shared<const std::vector<SearchedGame>>(make_games_(generation, selves));
  if (games->empty()) return std::nullopt;
  if (folder_) {
    GameWriter file(file_of(generation));
    for (const SearchedGame& game : *games) file.add(game);
    file.finish();
  }
  return games_in_memory(std::move(games));
}

GameSet NewGames::again(std::uint64_t generation) {
  if (!folder_) throw std::logic_error("the games of earlier generations were not kept");
  return games_in_file(file_of(generation));
}

NewGames::Maker self_play_maker(Openings openings, const SelfPlayOptions& options, std::size_t games, std::size_t threads) {
  return [openings = std::move(openings), options, games, threads](std::uint64_t generation, const Selves& selves) {
    return play_games(selves, openings, options, generation, 0, games, threads);
  };
}

NewGames::Maker pgn_maker(const std::filesystem::path& pgn, const SearchOptions& options, std::size_t games, std::size_t threads,
                          std::function<void(const std::string&)> on_fault) {
  auto reader = std::make_shared<PgnGames>(pgn, std::move(on_fault));
  return [reader, options, games, threads, next = std::uint64_t{0}](std::uint64_t generation, const Selves& selves) mutable {
    for (; next < generation; ++next) (void)reader->next(games);  // a resumed run begins behind what it has learned from
    ++next;
    return search_games(reader->next(games), options, selves.present, threads);
  };
}

std::vector<std::filesystem::path> stored_games(const std::filesystem::path& path) {
  if (!std::filesystem::is_directory(path)) return {path};
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(path)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(kFileBegin) && name.ends_with(kFileEnd)) files.push_back(entry.path());
  }
  if (files.empty()) throw format::LoadError(fmt::format("{}: no {}<number>{} in it", path.string(), kFileBegin, kFileEnd));
  std::ranges::sort(files);
  return files;
}

}  // namespace trivium::learning::tdleaf

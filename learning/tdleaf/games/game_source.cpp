#include "learning/tdleaf/games/game_source.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <map>
#include <utility>

#include "learning/harness/manifest.h"
#include "learning/records/pgn_games.h"
#include "learning/records/searched_games.h"
#include "models/format/load_error.h"

namespace trivium::learning::tdleaf {

namespace {

constexpr NumberedFiles kGameFiles{"games-", ".tdleaf"};

/// Returns the files of games in a folder, by generation.
std::map<std::uint64_t, std::filesystem::path> files_in(const std::filesystem::path& folder) {
  std::map<std::uint64_t, std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (const auto generation = kGameFiles.number_of(entry.path().filename().string()))
      files[*generation] = entry.path();
  }
  return files;
}

std::string digest_of(const std::filesystem::path& file) { return describe_data(file, "").sha256; }

/// Compares the file `made` of reproduced games with the file `there`, and deletes `made`. Throws
/// if they differ, because then another run wrote `there`.
void expect_equal(const std::filesystem::path& made, const std::filesystem::path& there) {
  const bool equal = digest_of(made) == digest_of(there);
  std::filesystem::remove(made);
  if (equal) return;
  throw format::LoadError(
      "tdleaf.games.other",
      "{}: not the games that this run makes: delete them or keep this run's in another folder",
      there.string());
}

}  // namespace

std::string NumberedFiles::name(std::uint64_t number) const {
  return fmt::format("{}{:06}{}", begin, number, end);
}

std::optional<std::uint64_t> NumberedFiles::number_of(std::string_view file) const {
  if (!file.starts_with(begin)) return std::nullopt;
  std::uint64_t number = 0;
  std::from_chars(file.data() + begin.size(), file.data() + file.size(), number);
  return file == name(number) ? std::optional(number) : std::nullopt;
}

std::string GameSource::digest(std::uint64_t generation) const {
  return digest_of(file(generation).value());
}

GameSet games_in_memory(std::shared_ptr<const std::vector<records::SearchedGame>> games) {
  return [games = std::move(games)](std::size_t) -> records::GameStream {
    return [games, next = std::size_t{0}](records::SearchedGame& game) mutable {
      if (next == games->size()) return false;
      game = (*games)[next++];
      return true;
    };
  };
}

GameSet games_in_file(std::filesystem::path file) {
  return [file = std::move(file)](std::size_t threads) -> records::GameStream {
    return [reader = std::make_shared<records::SearchedGameReader>(file, threads)](
               records::SearchedGame& game) { return reader->next(game); };
  };
}

void StoredGames::begin(std::uint64_t first, bool) {
  if (first > files_.size()) {
    throw format::LoadError("checkpoint.other_data",
                            "the run has learned from {} files of games already, but {} are given",
                            first, files_.size());
  }
}

std::optional<GameSet> StoredGames::make(std::uint64_t generation, const Selves&) {
  if (generation >= files_.size()) return std::nullopt;
  return games_in_file(files_[generation]);
}

std::optional<std::filesystem::path> StoredGames::file(std::uint64_t generation) const {
  return files_.at(generation);
}

std::string StoredGames::digest(std::uint64_t generation) const {
  return digests_.empty() ? GameSource::digest(generation) : digests_.at(generation);
}

NewGames::NewGames(Maker make_games, std::optional<std::filesystem::path> folder)
    : make_games_(std::move(make_games)), folder_(std::move(folder)) {
  if (!folder_) return;
  std::error_code fault;
  std::filesystem::create_directories(*folder_, fault);
  if (fault)
    throw format::LoadError("file.write", "{}: cannot be made: {}", folder_->string(),
                            fault.message());
}

void NewGames::begin(std::uint64_t first, bool resumed) {
  if (!folder_) return;
  // Generations are not all saved, so there may be games of several after the last snapshot.
  std::uint64_t next = first;
  for (const auto& [generation, file] : files_in(*folder_)) {
    if (!resumed || generation > next)
      throw format::LoadError(
          "tdleaf.games.other",
          "{}: games that are not this run's: delete them or keep this run's in another folder",
          file.string());
    next = std::max(next, generation + 1);
  }
}

std::optional<std::filesystem::path> NewGames::file(std::uint64_t generation) const {
  if (!folder_) return std::nullopt;
  return *folder_ / kGameFiles.name(generation);
}

/// Passes all games of a generation to `take`, in order. Returns their number.
std::size_t NewGames::make_all(std::uint64_t generation, const Selves& selves,
                               const std::function<void(records::SearchedGame&&)>& take) {
  for (std::size_t games = 0;;) {
    std::vector<records::SearchedGame> portion = make_games_(generation, games, selves);
    if (portion.empty()) return games;
    games += portion.size();
    for (records::SearchedGame& game : portion) take(std::move(game));
  }
}

std::optional<GameSet> NewGames::make(std::uint64_t generation, const Selves& selves) {
  const std::optional<std::filesystem::path> path = file(generation);
  if (!path) {
    auto games = std::make_shared<std::vector<records::SearchedGame>>();
    if (make_all(generation, selves,
                 [&](records::SearchedGame&& game) { games->push_back(std::move(game)); }) == 0)
      return std::nullopt;
    return games_in_memory(std::move(games));
  }
  const bool there = std::filesystem::exists(*path);  // the run was killed before its next snapshot
  std::filesystem::path made = *path;
  if (there) made += ".again";
  records::SearchedGameWriter writer(made);
  if (make_all(generation, selves, [&](records::SearchedGame&& game) { writer.add(game); }) == 0)
    return std::nullopt;
  writer.finish();
  if (there) expect_equal(made, *path);
  return games_in_file(*path);
}

NewGames::Maker self_play_maker(Openings openings, const SelfPlayOptions& options,
                                std::size_t games, Crew crew, std::uint64_t* unbalanced) {
  return [=, openings = std::move(openings)](std::uint64_t generation, std::size_t first,
                                             const Selves& selves) {
    return play_games(selves, openings, options, generation, first,
                      std::min(games_at_once(crew), games - first), crew, unbalanced);
  };
}

NewGames::Maker pgn_maker(std::vector<std::filesystem::path> pgns, const SearchOptions& options,
                          std::size_t games, Crew crew,
                          std::function<void(const std::string&)> on_fault) {
  auto reader = std::make_shared<records::PgnGames>(std::move(pgns), records::PgnUse::kDecided,
                                                    std::move(on_fault));
  return [reader, options, games, crew, read = std::uint64_t{0}](
             std::uint64_t generation, std::size_t first, const Selves& selves) mutable {
    for (; read < generation * games; ++read)
      (void)reader->next();  // a resumed run skips the games of earlier generations
    const std::size_t portion = std::min(games_at_once(crew), games - first);
    read += portion;
    return search_games(reader->next(portion), options, selves.present, crew);
  };
}

std::vector<std::filesystem::path> stored_games(const std::filesystem::path& path) {
  if (!std::filesystem::is_directory(path)) return {path};
  std::vector<std::filesystem::path> files;
  for (auto& [generation, file] : files_in(path)) {
    if (generation != files.size()) {
      throw format::LoadError("file.name",
                              "{}: {} is missing: name the files to learn from, if not from all",
                              path.string(), kGameFiles.name(files.size()));
    }
    files.push_back(file);
  }
  if (files.empty())
    throw format::LoadError("tdleaf.games.none", "{}: no {}<number>{} in it", path.string(),
                            kGameFiles.begin, kGameFiles.end);
  return files;
}

}  // namespace trivium::learning::tdleaf

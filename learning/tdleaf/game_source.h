// Where the games of each generation come from: a search with the present weights, or files of an earlier run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "learning/tdleaf/learner.h"
#include "learning/tdleaf/self_play.h"

namespace trivium::learning::tdleaf {

/// Games that can be gone through more than once: each call opens them anew.
using GameSet = std::function<GameStream()>;

GameSet games_in_memory(std::shared_ptr<const std::vector<SearchedGame>> games);
GameSet games_in_file(std::filesystem::path file);

class GameSource {
 public:
  virtual ~GameSource() = default;

  /// The games of a generation; none = there are no more. Generations are asked for in order, also from one other than 0. May take long.
  virtual std::optional<GameSet> make(std::uint64_t generation, const Selves& selves) = 0;

  /// The games of a generation before the one made last, also one that an earlier process made.
  virtual GameSet again(std::uint64_t generation) = 0;
};

/// Files of an earlier run, one a generation, in this order.
class StoredGames final : public GameSource {
 public:
  explicit StoredGames(std::vector<std::filesystem::path> files) : files_(std::move(files)) {}

  std::optional<GameSet> make(std::uint64_t generation, const Selves& selves) override;
  GameSet again(std::uint64_t generation) override;

 private:
  std::vector<std::filesystem::path> files_;
};

/// Games that are made by searching, kept in a folder where there is one and in memory else.
class NewGames final : public GameSource {
 public:
  using Maker = std::function<std::vector<SearchedGame>(std::uint64_t generation, const Selves& selves)>;

  /// `make_games` returns no games when there are no more. The folder is made if need be.
  NewGames(Maker make_games, std::optional<std::filesystem::path> folder);

  std::optional<GameSet> make(std::uint64_t generation, const Selves& selves) override;
  /// Needs the folder.
  GameSet again(std::uint64_t generation) override;

 private:
  std::filesystem::path file_of(std::uint64_t generation) const;

  Maker make_games_;
  std::optional<std::filesystem::path> folder_;
};

/// Plays `games` games a generation (self_play.h).
NewGames::Maker self_play_maker(Openings openings, const SelfPlayOptions& options, std::size_t games, std::size_t threads);

/// Takes the next `games` games of a PGN file for each generation and searches them (pgn_games.h), until the file ends. Throws
/// format::LoadError when it cannot be opened.
NewGames::Maker pgn_maker(const std::filesystem::path& pgn, const SearchOptions& options, std::size_t games, std::size_t threads,
                          std::function<void(const std::string& fault)> on_fault);

/// The files "games-<number>.tdleaf" that NewGames left in a folder, in the order of generations; the path itself if it is a file.
/// Throws format::LoadError when there are none.
std::vector<std::filesystem::path> stored_games(const std::filesystem::path& path);

}  // namespace trivium::learning::tdleaf

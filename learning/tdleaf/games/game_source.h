// Sources of each generation's games: searches with the current weights, or files of an earlier
// run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "learning/tdleaf/games/game_stream.h"
#include "learning/tdleaf/games/self_play.h"

namespace trivium::learning::tdleaf {

/// A re-readable set of games: each call opens a new stream, decoded with `threads` threads.
using GameSet = std::function<GameStream(std::size_t threads)>;

GameSet games_in_memory(std::shared_ptr<const std::vector<records::SearchedGame>> games);
GameSet games_in_file(std::filesystem::path file);

class GameSource {
 public:
  virtual ~GameSource() = default;

  /// Called once before make(): the run begins with generation `first`; `resumed`: an earlier
  /// process may have reached it. Throws format::LoadError if games of another run are present, or
  /// games already used are missing.
  virtual void begin(std::uint64_t first, bool resumed) = 0;

  /// Returns the games of a generation, none at the end. Generations are requested in order. May
  /// take long.
  virtual std::optional<GameSet> make(std::uint64_t generation, const Selves& selves) = 0;

  /// Returns the file of a finished generation's games, none if they are not stored.
  virtual std::optional<std::filesystem::path> file(std::uint64_t generation) const = 0;

  /// Returns whether games are stored in files: for all generations or for none.
  virtual bool keeps() const noexcept = 0;

  /// Returns the file's SHA-256 in hexadecimal. Requires: the file exists. May read it.
  virtual std::string digest(std::uint64_t generation) const;
};

/// Source from files of an earlier run, one per generation, in this order. Known `digests` avoid
/// reading them again.
class StoredGames final : public GameSource {
 public:
  explicit StoredGames(std::vector<std::filesystem::path> files,
                       std::vector<std::string> digests = {})
      : files_(std::move(files)), digests_(std::move(digests)) {}

  void begin(std::uint64_t first, bool resumed) override;
  std::optional<GameSet> make(std::uint64_t generation, const Selves& selves) override;
  std::optional<std::filesystem::path> file(std::uint64_t generation) const override;
  bool keeps() const noexcept override { return true; }
  std::string digest(std::uint64_t generation) const override;

 private:
  std::vector<std::filesystem::path> files_;
  std::vector<std::string> digests_;  // of all files, or none
};

/// Games made by searches, written to a folder in portions, or held in memory without one. Throws
/// format::LoadError rather than replace a file of an interrupted generation by other games.
class NewGames final : public GameSource {
 public:
  /// Returns the next portion of a generation's games from number `first` on; none at the end.
  using Maker = std::function<std::vector<records::SearchedGame>(
      std::uint64_t generation, std::size_t first, const Selves& selves)>;

  /// Creates the folder if missing.
  NewGames(Maker make_games, std::optional<std::filesystem::path> folder);

  void begin(std::uint64_t first, bool resumed) override;
  std::optional<GameSet> make(std::uint64_t generation, const Selves& selves) override;
  std::optional<std::filesystem::path> file(std::uint64_t generation) const override;
  bool keeps() const noexcept override { return folder_.has_value(); }

 private:
  std::size_t make_all(std::uint64_t generation, const Selves& selves,
                       const std::function<void(records::SearchedGame&&)>& take);

  Maker make_games_;
  std::optional<std::filesystem::path> folder_;
};

/// Plays `games` games a generation (self_play.h). `unbalanced`, if any, counts those without a
/// balanced start, and outlives the maker.
NewGames::Maker self_play_maker(Openings openings, const SelfPlayOptions& options,
                                std::size_t games, std::size_t threads,
                                std::uint64_t* unbalanced = nullptr);

/// Takes the next `games` games of PGN files for each generation and searches them
/// (position_searcher.h), until the last file ends. Throws format::LoadError if a file cannot be
/// opened.
NewGames::Maker pgn_maker(std::vector<std::filesystem::path> pgns, const SearchOptions& options,
                          std::size_t games, std::size_t threads,
                          std::function<void(const std::string& fault)> on_fault);

/// The files "games-<number>.tdleaf" that NewGames left in a folder, in the order of their numbers;
/// the path itself if it is a file. Throws format::LoadError when there are none, or when one
/// before the last is missing: without it other weights would be learned.
std::vector<std::filesystem::path> stored_games(const std::filesystem::path& path);

}  // namespace trivium::learning::tdleaf

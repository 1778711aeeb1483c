// Sources of the games of each generation: new games searched with the current weights, or files of
// an earlier run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "learning/harness/crew.h"
#include "learning/records/searched_game.h"
#include "learning/tdleaf/games/self_play.h"

namespace trivium::learning::tdleaf {

/// Files named by numbers: "games-000012.tdleaf".
struct NumberedFiles {
  std::string_view begin;
  std::string_view end;

  std::string name(std::uint64_t number) const;
  /// Returns the number in the name of such a file, or nothing for another name.
  std::optional<std::uint64_t> number_of(std::string_view file) const;
};

/// A re-readable set of games: each call opens a new stream, decoded with `threads` threads.
using GameSet = std::function<records::GameStream(std::size_t threads)>;

GameSet games_in_memory(std::shared_ptr<const std::vector<records::SearchedGame>> games);
GameSet games_in_file(std::filesystem::path file);

class GameSource {
 public:
  virtual ~GameSource() = default;

  /// Called once before make(). The run begins with generation `first`. If `resumed`, an earlier
  /// process may have made this generation and some after it. Throws format::LoadError if there are
  /// games of another run, or fewer files than generations already used.
  virtual void begin(std::uint64_t first, bool resumed) = 0;

  /// Returns the games of a generation, or nothing at the end. Blocks while games are played and
  /// searched. Requires: generations are requested in order.
  virtual std::optional<GameSet> make(std::uint64_t generation, const Selves& selves) = 0;

  /// Returns the file of a generation's games, or nothing if games are not stored. The file exists
  /// once make() has returned the games.
  virtual std::optional<std::filesystem::path> file(std::uint64_t generation) const = 0;

  /// True if games are stored in files, which is so for all generations or for none.
  virtual bool keeps() const noexcept = 0;

  /// Returns the SHA-256 of a generation's file in hexadecimal; may read the file. Requires: it
  /// exists.
  virtual std::string digest(std::uint64_t generation) const;
};

/// Source that reads files of an earlier run, one per generation, in this order. `digests` are the
/// SHA-256 of all files, or empty; if given, files are not read again to compute them.
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
  std::vector<std::string> digests_;  // by file, or empty
};

/// Source that makes games by searches. Stores them in a folder, or in memory if there is none. If
/// a killed run has left the file of a generation, makes the games again and throws
/// format::LoadError if they differ.
class NewGames final : public GameSource {
 public:
  /// Returns the next portion of a generation's games, the first of which has the number `first`;
  /// empty at the end.
  using Maker = std::function<std::vector<records::SearchedGame>(
      std::uint64_t generation, std::size_t first, const Selves& selves)>;

  /// Creates the folder if it is missing. Throws format::LoadError if that fails.
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

/// Returns a maker that plays `games` games per generation (self_play.h). If `unbalanced` is not
/// null, games without a balanced start are added to it. Requires: it outlives the maker.
NewGames::Maker self_play_maker(Openings openings, const SelfPlayOptions& options,
                                std::size_t games, Crew crew, std::uint64_t* unbalanced = nullptr);

/// Returns a maker that takes the next `games` games of PGN files for each generation and searches
/// their positions (self_play.h), until the last file ends. `on_fault` as for
/// records::PgnGames. Throws format::LoadError if the first file cannot be opened.
NewGames::Maker pgn_maker(std::vector<std::filesystem::path> pgns, const SearchOptions& options,
                          std::size_t games, Crew crew,
                          std::function<void(const std::string& fault)> on_fault);

/// Returns the files "games-<number>.tdleaf" that NewGames stored in the folder `path`, in the
/// order of their numbers, or `path` itself if it is not a folder. Throws format::LoadError if
/// there is none, or if one before the last is missing, because training would then give other
/// weights.
std::vector<std::filesystem::path> stored_games(const std::filesystem::path& path);

}  // namespace trivium::learning::tdleaf

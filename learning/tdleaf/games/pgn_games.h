// Games by others as food for the learner: records in PGN, as trivium-match writes them, each position searched again for its leaf.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/chess/rules/pgn.h"
#include "engine/core/input_file.h"
#include "learning/harness/manifest.h"
#include "learning/records/searched_game.h"
#include "learning/tdleaf/games/position_searcher.h"

namespace trivium::learning::tdleaf {

/// Reads the games of a file one at a time. Skips games without a move or a result, games decided
/// by a fault (time, a crash), contradictory games, and games that cannot be read. Calls `on_fault`
/// for the last kind ("games.pgn: PGN: game 3, line 57, ...").
class PgnGames {
 public:
  /// Throws format::LoadError if the file cannot be opened. The other functions throw it if a read
  /// fails.
  PgnGames(const std::filesystem::path& path, std::function<void(const std::string& fault)> on_fault);
  PgnGames(const PgnGames&) = delete;
  PgnGames& operator=(const PgnGames&) = delete;

  /// The next games, at most `count`; fewer only at the end.
  std::vector<chess::PgnGame> next(std::size_t count);
  /// Numbers of games that next() has skipped so far.
  const GamesLeftOut& left_out() const noexcept { return left_out_; }

  struct Extent {
    std::uint64_t games = 0;
    std::size_t longest = 0;  ///< half-moves
    GamesLeftOut left_out;
    std::string first_fault;  ///< of a game that cannot be read; empty where there is none
  };
  /// What next() would give of a file. Throws as the constructor does.
  static Extent extent(const std::filesystem::path& path);

 private:
  std::string name_;
  std::unique_ptr<input::Stream> in_;
  chess::PgnReader reader_;
  std::function<void(const std::string&)> on_fault_;
  GamesLeftOut left_out_;
};

/// Searches every position of the games with these weights; each game's result depends on it, the options and the weights only.
std::vector<records::SearchedGame> search_games(const std::vector<chess::PgnGame>& games, const SearchOptions& options,
                                                const std::shared_ptr<const chess::Weights>& weights, std::size_t threads);

/// The record of a searched game, each move with the value that its search found, in pawns from the mover's view: {+0.35}.
chess::PgnGame to_pgn_game(const records::SearchedGame& game, std::vector<chess::PgnTag> tags);

}  // namespace trivium::learning::tdleaf

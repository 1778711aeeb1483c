// The running games of a tournament, for readers that watch it (the page).
//
// The journal has only finished games. This file beside it, JOURNAL.live, has a line for each
// running board game: its number from 0, a blank, and the game so far as a PlayedGame in JSON. It
// is rewritten at most once a second and removed at the end. It is not part of the tournament:
// losing it loses nothing, and a failure to write it is ignored.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "tools/match/record/played_game.h"

namespace trivium::match {

/// All functions are thread-safe.
class LiveGames {
 public:
  explicit LiveGames(const std::filesystem::path& journal);
  /// Removes the file.
  ~LiveGames();
  LiveGames(const LiveGames&) = delete;
  LiveGames& operator=(const LiveGames&) = delete;

  /// Notes a game after a move.
  void moved(std::uint64_t number, const PlayedGame& so_far);
  /// Forgets a game that has ended.
  void ended(std::uint64_t number);

 private:
  /// Writes the file unless it was written less than a second ago. Requires: mutex_ is locked.
  void write();

  const std::filesystem::path file_;
  std::mutex mutex_;
  std::map<std::uint64_t, std::string> games_;
  std::chrono::steady_clock::time_point written_{};
};

/// Returns the running games of the tournament in `journal`, with their numbers. Empty if there are
/// none, or if the file is older than a minute: its run was killed.
std::vector<std::pair<std::uint64_t, PlayedGame>> live_games(const std::filesystem::path& journal);

}  // namespace trivium::match

// The running games of a tournament, for programs that watch it, such as the page.
//
// The journal contains only finished games, and not how many are planned, since a tournament can be
// extended. The file JOURNAL.live beside it begins with the line "of N", the number of games of the
// tournament. Then it has one line for each running board game: the number of the game from 0, a
// blank, and the moves so far as a PlayedGame in JSON. The file is rewritten at most once a second
// and removed at the end. The tournament never reads it, so failures to write it are ignored.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/match/record/played_game.h"

namespace trivium::match {

/// All functions are thread-safe.
class LiveGames {
 public:
  /// `planned` is the number of games of the whole tournament.
  LiveGames(const std::filesystem::path& journal, std::uint64_t planned);
  /// Removes the file.
  ~LiveGames();

  /// Records a game after a move. May skip moves that follow within a second.
  void moved(std::uint64_t number, const PlayedGame& so_far);
  /// Removes a game that has ended.
  void ended(std::uint64_t number);

 private:
  /// Writes the file unless it was written less than a second ago. Requires: mutex_ is locked.
  void write();

  const std::filesystem::path file_;
  const std::uint64_t planned_;
  std::mutex mutex_;
  std::map<std::uint64_t, std::string> games_;
  std::chrono::steady_clock::time_point written_{};
};

/// Contents of the file.
struct RunningGames {
  std::optional<std::uint64_t> planned{};  ///< games of the whole tournament; nothing if unknown
  std::vector<std::pair<std::uint64_t, PlayedGame>> games{};  ///< with their numbers
};

/// Returns the running games of the tournament in `journal`. Empty if there is no file, or if it
/// was not written for a minute: the run was probably killed, or no engine has moved since.
RunningGames running_games(const std::filesystem::path& journal);

}  // namespace trivium::match

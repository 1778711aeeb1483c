// Unites files of games that were played apart, such as self-play with other seeds on several
// machines, into one file.
//
// Two files that have a game in common were probably played with one seed, and a learner would
// count such games twice. Games of one file may be equal. Every game is copied as it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <unordered_map>
#include <vector>

#include "learning/harness/work_items.h"

namespace trivium::learning::records {

/// Place of a game, or of another item that files have in common: both numbers count from 0.
struct GamePlace {
  std::size_t file = 0;
  std::uint64_t game = 0;
};

/// Finds items that are in two files, by hashes of 64 bits.
class CommonItems {
 public:
  /// Returns the place of the item in an earlier file. If there is none, notes the item and returns
  /// nothing.
  std::optional<GamePlace> find_or_add(std::uint64_t hash, GamePlace here) {
    const auto [known, added] = places_.try_emplace(hash, here);
    if (added || known->second.file == here.file) return std::nullopt;
    return known->second;
  }

 private:
  std::unordered_map<std::uint64_t, GamePlace> places_;
};

/// What happens to a game that an earlier file has. A file that has no other games is always an
/// error.
enum class CommonGames : std::uint8_t { kRefuse, kLeaveOut };

struct MergeOptions {
  CommonGames common = CommonGames::kRefuse;
  WorkProgress progress = {};  ///< called with the number of games read
};

struct MergeCounts {
  std::uint64_t games = 0;     ///< games written
  std::uint64_t left_out = 0;  ///< games that an earlier file has
};

// Each function writes the games of all `files`, in their order, to `out`, which appears when it is
// complete. All throw format::LoadError with file and place if a file cannot be read or is damaged,
// if there is no game, for common games (see above), and if `out` cannot be written. Requires: at
// least one file, and `out` is none of them.

/// Files of Connect-6 games (connect6_games.h) of one board size.
MergeCounts merge_connect6_games(const std::vector<std::filesystem::path>& files,
                                 const std::filesystem::path& out, const MergeOptions& options);

/// Either files of searched games (searched_games.h) or PGN files, but not both. Searched games are
/// equal if their values and lines are equal too, PGN games if start and moves are.
MergeCounts merge_chess_games(const std::vector<std::filesystem::path>& files,
                              const std::filesystem::path& out, const MergeOptions& options);

/// Texts of Reversi games: SGF and GGF, or transcripts, but not both. Accepts only
/// CommonGames::kRefuse, since texts are copied as a whole.
MergeCounts merge_reversi_games(const std::vector<std::filesystem::path>& files,
                                const std::filesystem::path& out, const MergeOptions& options);

}  // namespace trivium::learning::records

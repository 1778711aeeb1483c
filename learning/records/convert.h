// Converts records of humans and servers, and files of games, into one file of games for training.
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "learning/harness/work_items.h"
#include "learning/records/connect6_games.h"

namespace trivium::learning::records {

struct ConvertCounts {
  std::uint64_t games = 0;  ///< written
  std::uint64_t stones = 0;
  std::uint64_t duplicates = 0;  ///< games with the moves of an earlier one, left out
  std::uint64_t empty = 0;       ///< games without stones, left out
};

class Converter {
 public:
  /// Requires: `out` outlives this object. `opening`: number of random stones at the start of every
  /// game. `progress` receives the number of games read, written or not.
  explicit Converter(Connect6GameWriter& out, int opening = 0, bool keep_duplicates = false,
                     WorkProgress progress = {})
      : out_(out),
        opening_(opening),
        keep_duplicates_(keep_duplicates),
        progress_(std::move(progress)) {}

  /// Reads all games of a text in any form (record_reader.h). Throws format::LoadError for the
  /// first game that cannot be read
  /// ("games.csv: CSV: line 7, column 12: ...") or whose board is of another size ("games.sgf: game
  /// 2: a board of 15, those before are of 19"): no learner would read them together.
  void read(std::istream& in, std::string_view name);

  /// Takes over all games of such a file, with their own openings. Throws format::LoadError, naming
  /// file and place, where it is damaged or a board of another size.
  void read_games(const std::filesystem::path& path);

  const ConvertCounts& counts() const noexcept { return counts_; }

 private:
  void add(const Connect6Game& game);

  Connect6GameWriter& out_;
  int opening_;
  bool keep_duplicates_;
  WorkProgress progress_;
  std::unordered_set<std::uint64_t> known_;  // hash_of() the games written
  ConvertCounts counts_;
  int size_ = 0;  // of the boards; 0: of none yet
};

/// True if `in` begins like a file of games. Its position stays at the beginning. Requires: `in` is
/// at its beginning.
bool is_game_file(std::istream& in);

}  // namespace trivium::learning::records

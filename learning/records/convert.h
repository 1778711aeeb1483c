// Converts game records (of human games or from servers) and files of games into one file of games
// for training.
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
  std::uint64_t games = 0;       ///< games written
  std::uint64_t stones = 0;      ///< stones of these games
  std::uint64_t duplicates = 0;  ///< games with the moves of an earlier one, skipped
  std::uint64_t empty = 0;       ///< games without stones, skipped
};

class Converter {
 public:
  /// `opening` is the number of random stones at the start of every game that read() reads.
  /// `progress` receives the number of games read, written or not. Requires: `out` outlives this
  /// object.
  explicit Converter(Connect6GameWriter& out, int opening = 0, bool keep_duplicates = false,
                     WorkProgress progress = {})
      : out_(out),
        opening_(opening),
        keep_duplicates_(keep_duplicates),
        progress_(std::move(progress)) {}

  /// Adds all games of a text in any format of record_reader.h. `name` names the text in messages.
  /// Throws format::LoadError for the first game that cannot be read ("games.csv: CSV: line 7,
  /// column 12: ...") or whose board has another size than those before ("games.sgf: game 2: a
  /// board of 15, those before are of 19").
  void read(std::istream& in, std::string_view name);

  /// Adds all games of a file written by Connect6GameWriter, with their own openings. Throws
  /// format::LoadError with file and place if the file is damaged or a board has another size than
  /// those before.
  void read_games(const std::filesystem::path& path);

  const ConvertCounts& counts() const noexcept { return counts_; }

 private:
  void add(const Connect6Game& game);

  Connect6GameWriter& out_;
  int opening_;
  bool keep_duplicates_;
  WorkProgress progress_;
  std::unordered_set<std::uint64_t> known_;  // hash_of() of the games written
  ConvertCounts counts_;
  int size_ = 0;  // size of the boards; 0 if there are none yet
};

}  // namespace trivium::learning::records

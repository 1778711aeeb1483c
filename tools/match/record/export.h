// Writes games of a journal to a file: the whole tournament at once, or game by game during play.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/descriptor.h"
#include "engine/core/result.h"
#include "tools/match/record/ledger.h"
#include "tools/match/record/record_writer.h"

namespace trivium::match {

/// Passes the text of all games to `put`, game by game in order of their numbers, in constant
/// memory. Stops at the first error.
Status export_games(const Ledger& journal, const RecordOptions& options,
                    const std::function<Status(std::string_view)>& put);
/// Writes all games into `file`, in order of their numbers. The file is replaced when everything is
/// written, and unchanged on error.
Status export_games(const Ledger& journal, const RecordOptions& options,
                    const std::filesystem::path& file);

/// Record of a running tournament. Games are in order of their numbers; each is written once all
/// earlier games are there. If the run is killed, the file holds the first games (the last one
/// maybe truncated), and the next run completes it.
///
/// Existing content stays and games are appended, as with cutechess-cli and fastchess. The journal
/// stores where the tournament's part begins and how far it is in order; later data are compared
/// with the games. If the file was truncated within that part, it is compared from its beginning
/// and missing games are written again. If it holds none of the games (a replaced file), all games
/// are appended. If other programs have appended data after the games, the file takes no more games
/// and is never cut. The file is locked while open.
///
/// Files that are not regular (a pipe, /dev/null) get all games of the tournament in every run.
class RecordFile {
 public:
  /// Opens or creates `file` and writes what the journal has and it lacks. Requires: the journal is
  /// open for writing and outlives the record. Fails if another run is writing it or no game can be
  /// added.
  static Result<RecordFile> open(const std::filesystem::path& file, Ledger& journal,
                                 const RecordOptions& options);

  /// Returns a message for the user if the file is not the one that an earlier run wrote; else an
  /// empty text.
  const std::string& note() const noexcept { return note_; }
  /// Fails if no more games can be added, since other programs have appended data.
  Status takes_games() const;
  /// Call it after a game was stored in the journal. Writes the next games, up to the first that is
  /// missing. After an error (a full disk) the file ends with a whole game, and the next call
  /// writes the rest.
  Status update();
  /// Call it at the end of a run: also writes games after a gap, then syncs and closes the file. No
  /// calls may follow.
  Status finish();

 private:
  struct Place {
    std::uint64_t position = 0;  ///< in bytes: end of the games with numbers below `next`
    std::uint64_t next = 0;      ///< number of the next game to write
  };
  /// State of the file as stored in the journal.
  struct OwnPart {
    Place end;
    std::uint64_t begin = 0;  ///< in bytes: position of the first game
  };

  RecordFile(std::filesystem::path path, Descriptor file, Ledger& journal, RecordWriter writer)
      : path_(std::move(path)),
        file_(std::move(file)),
        journal_(&journal),
        writer_(std::move(writer)) {}

  // These functions throw format::LoadError.
  [[noreturn]] void fail_as_foreign() const;
  std::string fact_name() const;
  std::optional<OwnPart> known_part() const;
  void find_own_part();
  bool begins_with_a_game();
  bool is_next(std::string_view text, std::uint64_t begin) const;
  void begin_behind_all();
  void pass_own_games();
  void put(std::string_view text);
  /// Writes the games from place_ on: up to the first missing one, or with `past_gaps` all.
  void put_games(bool past_gaps);
  void remember();

  std::filesystem::path path_;
  Descriptor file_;
  Ledger* journal_;
  RecordWriter writer_;
  bool regular_ = true;
  std::string note_;
  Place place_;              ///< end of the games in the file
  std::uint64_t begin_ = 0;  ///< position of the first game
  std::uint64_t size_ = 0;   ///< size of the file
  std::optional<std::uint64_t>
      closed_;  ///< number of games in the file if other programs have appended data
};

}  // namespace trivium::match

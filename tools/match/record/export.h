// From the journal into a file: the whole tournament at once, or game by game while it is played.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/descriptor.h"
#include "engine/core/result.h"
#include "tools/match/record/journal.h"
#include "tools/match/record/record_writer.h"

namespace trivium::match {

/// All games in the order of their numbers, in constant memory. `put` takes the next piece of text.
Status export_games(const Journal& journal, const RecordOptions& options, const std::function<Status(std::string_view)>& put);
/// The same into `file`, which is replaced when everything is written, and stays as it was where something cannot be.
Status export_games(const Journal& journal, const RecordOptions& options, const std::filesystem::path& file);

/// The record of a tournament under way. Games stand in it in the order of their numbers, each as soon as all before it are there, so that
/// whenever the run is killed the file holds the first games, whole but perhaps for the last one; the next run completes it.
///
/// What the file holds before the tournament begins stays, and games follow behind it, as with cutechess-cli and fastchess. Where the
/// tournament's own part begins and how far it is in order is a fact in the journal; what follows is compared with the games. Where
/// somebody has cut the file short within that part, it is compared from its beginning, and what is missing is written again. Where none
/// of the games is there, as in a file that was replaced, all stand behind what is. A file in which others have written behind the games
/// takes no more of them and is never cut. One run writes a file at a time: it is locked while open.
///
/// What is no regular file (a pipe, /dev/null) takes all games of the tournament in order, in every run anew.
class RecordFile {
 public:
  /// Opens or creates `file` and brings it up to date with the journal, which must be open for writing and outlive the record. The error
  /// says that somebody else is writing it, or what keeps a game from being added.
  static Result<RecordFile> open(const std::filesystem::path& file, Journal& journal, const RecordOptions& options);

  /// What somebody should be told who expects the record that there was; empty where there is nothing.
  const std::string& note() const noexcept { return note_; }
  /// Whether more games can be added; the error says why not.
  Status takes_games() const;
  /// After a game was entered: writes what has become complete. After an error (a full disk) the file ends with a whole game, and the next
  /// call writes what is missing.
  Status update();
  /// At the end of a run: also games that stand behind one that is missing, and the file is synced to the disk and closed. Nothing may be
  /// called afterwards.
  Status finish();

 private:
  struct Place {
    std::uint64_t position = 0;  ///< of the end of the games below `next`
    std::uint64_t next = 0;
  };
  /// What the journal remembers.
  struct OwnPart {
    Place end;
    std::uint64_t begin = 0;  ///< of the first game
  };

  RecordFile(std::filesystem::path path, Descriptor file, Journal& journal, RecordWriter writer)
      : path_(std::move(path)), file_(std::move(file)), journal_(&journal), writer_(std::move(writer)) {}

  Error failure() const;
  Error not_ours() const;
  std::string fact_name() const;
  Result<std::optional<OwnPart>> known_part() const;
  Status find_own_part();
  Result<bool> begins_with_a_game();
  bool is_next(std::string_view text, std::uint64_t begin) const;
  Status begin_behind_others();
  Status begin_behind_all();
  Status pass_own_games();
  Status cut();
  Status put(std::string_view text);
  /// The games from place_ on, up to the first that is missing, or all.
  Status put_games(bool past_gaps);
  Status remember();

  std::filesystem::path path_;
  Descriptor file_;
  Journal* journal_;
  RecordWriter writer_;
  bool regular_ = true;
  std::string note_;
  Place place_;                          ///< of the games that are in the file
  std::uint64_t begin_ = 0;              ///< of the first of them
  std::uint64_t size_ = 0;               ///< of the file
  std::optional<std::uint64_t> closed_;  ///< others have written behind so many games, which are all that can be in the file
};

}  // namespace trivium::match

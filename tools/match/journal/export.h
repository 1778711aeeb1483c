// From the journal into a file: the whole tournament at once, or game by game while it is played.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "protocols/line/stdio.h"
#include "tools/match/journal/journal.h"
#include "tools/match/journal/record_writer.h"

namespace trivium::match {

/// All games in the order of their numbers, in constant memory. `put` takes the next piece of text.
Status export_games(const Journal& journal, const RecordOptions& options, const std::function<Status(std::string_view)>& put);
/// The same into `file`, which is replaced when everything is written, and stays as it was where something cannot be.
Status export_games(const Journal& journal, const RecordOptions& options, const std::filesystem::path& file);

/// The record of a tournament under way. Games stand in it in the order of their numbers, each as soon as all before it are there, so that
/// whenever the run is killed the file holds the first games, whole but perhaps for the last one; the next run completes it.
///
/// What the file holds before the tournament begins stays, and games follow behind it, as with cutechess-cli and fastchess. Where the
/// tournament's own part begins and ends is a fact in the journal; a file in which others have written behind it is refused, never cut.
class RecordFile {
 public:
  /// Opens or creates `file` and brings it up to date with the journal, which must be open for writing and outlive the record.
  static Result<RecordFile> open(const std::filesystem::path& file, Journal& journal, const RecordOptions& options);

  /// After a game was entered: writes what has become complete. After an error (a full disk) the file ends with a whole game, and the next
  /// call writes what is missing.
  Status update();
  /// At the end of a run: also games that stand behind one that is missing, and the file is synced to the disk. No update() afterwards.
  Status finish();

 private:
  RecordFile(std::filesystem::path path, line::Descriptor file, Journal& journal, RecordWriter writer)
      : path_(std::move(path)), file_(std::move(file)), journal_(&journal), writer_(std::move(writer)) {}

  Error failure() const;
  Error not_ours() const;
  std::string fact_name() const;
  Status find_own_part();
  Status put(std::string_view text);
  /// The games from next_ on, up to the first that is missing, or all.
  Status put_games(bool past_gaps);
  Status remember(std::string_view tail);

  std::filesystem::path path_;
  line::Descriptor file_;
  Journal* journal_;
  RecordWriter writer_;
  std::uint64_t next_ = 0;      ///< games below it are in the file
  std::uint64_t position_ = 0;  ///< where they end
  std::uint64_t size_ = 0;      ///< of the file; what lies behind position_ is compared, not written again
};

}  // namespace trivium::match

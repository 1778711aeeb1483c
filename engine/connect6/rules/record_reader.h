// Reader of Connect-6 games in any format: SGF (sgf.h), paper 000's format or CSV (records.h).
//
// The beginning of the text determines the format, by the first rule that fits:
// - '(': SGF
// - a number, a period and 'B': paper 000's format
// - a line of a CSV collection, not after a number and a period: CSV
// - other text with "(;" in it: SGF after other text, for example in an e-mail
// - a number and a period: paper 000's format
// - anything else: CSV, whose reader then reports the error
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/connect6/rules/records.h"
#include "engine/connect6/rules/sgf.h"
#include "engine/core/readers/peeked_stream.h"
#include "engine/core/result.h"

namespace trivium::connect6 {

enum class RecordForm : std::uint8_t { kSgf, kPaper, kCsv };

/// Reads games one at a time. Never seeks, so the stream may be a pipe.
class RecordReader {
 public:
  /// Reads the beginning of `in`. Requires: `in` outlives the reader.
  explicit RecordReader(std::istream& in);
  RecordReader(const RecordReader&) = delete;
  RecordReader& operator=(const RecordReader&) = delete;

  RecordForm form() const noexcept { return form_; }

  /// Reads the next game. Returns true with `game` filled, false at the end. An error names the
  /// place; the next call continues with the following game. Paper 000's format holds one game.
  Result<bool> next(GameRecord& game);

 private:
  Result<bool> next_paper(GameRecord& game);

  PeekedStream in_;
  RecordForm form_;
  SgfReader sgf_{in_};
  CsvReader csv_{in_};
};

/// Reads one game in any format. If there are several, reads the first.
Result<GameRecord> read_record(std::string_view text);
Result<GameRecord> read_record(std::istream& in);

/// Result of replaying a collection of games.
struct ReplayReport {
  long games = 0;  ///< all games, readable or not
  long stones = 0;
  long black_wins = 0;  ///< results according to the stones
  long white_wins = 0;
  long draws = 0;
  long unfinished = 0;
  long unreadable = 0;                ///< games rejected by the reader
  long disagreeing = 0;               ///< games whose stated result differs from the board's
  std::vector<std::string> problems;  ///< the first kMaxProblems of both kinds, with their places

  static constexpr std::size_t kMaxProblems = 20;
  bool clean() const noexcept { return unreadable == 0 && disagreeing == 0; }
};

/// Replays every game of `in` and compares its stated result with the board's. An unfinished SGF
/// game may state any result, since a player may have resigned. Calls `after_game`, if given, when
/// a game was read, before it is replayed.
ReplayReport replay_report(std::istream& in, const std::function<void()>& after_game = {});

}  // namespace trivium::connect6

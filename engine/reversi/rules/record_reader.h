// Reader of Reversi games in any text format: SGF and GGF (sgf.h), or transcripts (records.h), one
// a line. Replays collections and compares them with their stated results.
//
// The beginning determines the format: text that contains "(;" is SGF or GGF, all else is
// transcripts.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/readers/line_reader.h"
#include "engine/core/readers/peeked_stream.h"
#include "engine/core/result.h"
#include "engine/reversi/rules/records.h"
#include "engine/reversi/rules/sgf.h"

namespace trivium::reversi {

/// Reads games one at a time. Never seeks, so the stream may be a pipe.
class RecordReader {
 public:
  /// Reads the beginning of `in`. Requires: `in` outlives the reader.
  explicit RecordReader(std::istream& in);
  RecordReader(const RecordReader&) = delete;
  RecordReader& operator=(const RecordReader&) = delete;

  /// True for SGF and GGF, false for transcripts.
  bool is_sgf() const noexcept { return is_sgf_; }

  /// Reads the next game. Returns true with `record` filled, false at the end. An error names the
  /// place; the next call continues with the following game.
  Result<bool> next(GameRecord& record);

 private:
  Result<bool> next_transcript(GameRecord& record);

  PeekedStream in_;
  bool is_sgf_;
  SgfReader sgf_{in_};
  LineReader lines_;
};

/// Returns the cause if `game` is over and `stated` is not the result of its discs; nothing if
/// `stated` has a reason such as time.
std::optional<std::string> false_result(const StatedResult& stated, const Game& game);

/// Reads one game in any format. If there are several, reads the first. A false result is an error.
Result<GameRecord> read_record(std::string_view text);

/// Result of replaying games.
struct ReplayReport {
  long games = 0;       ///< readable or not
  long moves = 0;       ///< without passes
  long passes = 0;      ///< recorded or inserted
  long black_wins = 0;  ///< finished games, according to the discs
  long white_wins = 0;
  long draws = 0;
  long unfinished = 0;                ///< games that stop early
  long illegal = 0;                   ///< games with an illegal move
  long unreadable = 0;                ///< games rejected for another reason
  long disagreeing = 0;               ///< finished games whose stated result differs from the discs
  std::vector<std::string> problems;  ///< the first kMaxProblems, with their places

  static constexpr std::size_t kMaxProblems = 20;

  long faults() const noexcept { return illegal + unreadable + disagreeing; }
  /// Adds a game that a reader returned, or the error that it returned.
  void add(const Result<bool>& read, const GameRecord& record);
  /// Adds the games and problems of another report.
  ReplayReport& operator+=(const ReplayReport& other);

 private:
  void add_problem(std::string text);
};

}  // namespace trivium::reversi

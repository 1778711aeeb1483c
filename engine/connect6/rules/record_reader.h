// Connect-6 games in whichever form a text has them: SGF (sgf.h), paper 000's form or CSV (records.h).
//
// The beginning determines the format. SGF begins with '(', paper 000's format with a number and a
// period. All else is CSV. Text that is neither of these but contains "(;" is SGF after other text,
// for example in an e-mail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <istream>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

#include "engine/connect6/rules/records.h"
#include "engine/connect6/rules/sgf.h"
#include "engine/core/result.h"

namespace trivium::connect6 {

enum class RecordForm : std::uint8_t { kSgf, kPaper, kCsv };

/// Reads games one at a time, and never goes back in what it reads, so that a pipe will do.
class RecordReader {
 public:
  /// Reads the beginning of `in`, which must outlive the reader.
  explicit RecordReader(std::istream& in);
  RecordReader(const RecordReader&) = delete;
  RecordReader& operator=(const RecordReader&) = delete;

  RecordForm form() const noexcept { return form_; }

  /// Reads the next game: true with `game` filled, false at the end. After an error, which names the place, the next call goes on with the
  /// following game. Paper 000's form holds one game.
  Result<bool> next(GameRecord& game);

 private:
  /// What was taken off a stream already, and then what is left of it.
  class Rejoined final : public std::streambuf {
   public:
    Rejoined(std::string taken, std::istream& rest);

   private:
    int_type underflow() override;

    std::string buffer_;
    std::istream& rest_;
  };

  RecordReader(std::string beginning, std::istream& rest);
  Result<bool> next_paper(GameRecord& game);

  RecordForm form_;
  Rejoined text_;
  std::istream in_{&text_};
  SgfReader sgf_{in_};
  CsvReader csv_{in_};
};

/// Reads one game in whichever form `text` has it; of several games the first.
Result<GameRecord> read_record(std::string_view text);
Result<GameRecord> read_record(std::istream& in);

/// What replaying a whole collection found.
struct ReplayReport {
  long games = 0;  ///< good or bad
  long stones = 0;
  long black_wins = 0;  ///< as the stones say
  long white_wins = 0;
  long draws = 0;
  long unfinished = 0;
  long unreadable = 0;                ///< games refused by the reader
  long disagreeing = 0;               ///< a result is stated, and it is not that of the stones
  std::vector<std::string> problems;  ///< the first kMaxProblems of both kinds, each with its place

  static constexpr std::size_t kMaxProblems = 20;
  bool clean() const noexcept { return unreadable == 0 && disagreeing == 0; }
};

/// Replays every game of `in`, in any form, and compares the result that it states with the board's. In SGF an unfinished game may have
/// any: its players may have given it up. Calls `after_game`, if given, when a game has been read.
ReplayReport replay_report(std::istream& in, const std::function<void()>& after_game = {});

}  // namespace trivium::connect6

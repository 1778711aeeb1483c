// Connect-6 games as text: the record itself, paper 000's form, and the comma-separated collections. SGF is in sgf.h; record_reader.h reads
// any form.
//
// A reader hands out only games that can be played: every stone is on the board, on an empty cell, in its turn, and before the game's
// end. Whether the result that the record states is the one on the board is another question (a player may have resigned): see
// board_result().
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "engine/connect6/rules/board.h"
#include "engine/core/result.h"

namespace trivium::connect6 {

enum class GameResult : std::uint8_t { kUnknown, kBlackWins, kWhiteWins, kDraw };

struct GameRecord {
  int size = kDefaultSize;
  std::string id;  ///< texts are empty where the record does not say
  std::string event;
  std::string date;
  std::string black;
  std::string white;
  GameResult result = GameResult::kUnknown;  ///< as the record states it
  std::string result_text;                   ///< SGF's text if it says more: "B+Resign", "Void"
  std::string charset;                       ///< SGF's name of the texts' encoding; empty: ASCII
  std::vector<Cell> moves;                   ///< one stone each, in playing order

  friend bool operator==(const GameRecord&, const GameRecord&) = default;
};

/// The board after all moves of `game`. The error names the stone: "stone 5, k9: the cell is occupied".
Result<Board> replay(const GameRecord& game);
/// What the stones on `board` say: a winner, a draw (full board), or unknown (the game goes on).
GameResult board_result(const Board& board) noexcept;
/// "black", "white", "draw", or nothing, as CSV has it.
std::string_view winner_name(GameResult result) noexcept;

/// Paper 000's form: `1. B[j10] 2. W[i9k9] 3. B[l9k8]`. Only the last turn may lack its second stone. Spaces and line ends may stand
/// between the parts. The form states neither size nor players nor result.
/// The error names the place: "record: line 1, column 12: turn 2 is White's".
Result<GameRecord> parse_paper_record(std::string_view text, int size = kDefaultSize);
/// One line, no line end. Only the moves are written.
std::string write_paper_record(const GameRecord& game);

inline constexpr std::string_view kCsvHeader = "game_id,moves,winner";

/// Reads `game_id,"j10,k11,...",winner` lines one at a time; winner is black, white, draw or empty. Lines do
/// not state the size of the board. A first line kCsvHeader and empty lines are passed over.
class CsvReader {
 public:
  /// `in` must outlive the reader.
  explicit CsvReader(std::istream& in, int size = kDefaultSize) : in_(in), size_(size) {}

  /// Reads the next game: true with `game` filled, false at the end. After an error ("CSV: line 7, column 12: ...") the next call goes
  /// on with the following line.
  Result<bool> next(GameRecord& game);

 private:
  std::istream& in_;
  int size_;
  long line_ = 0;
  bool begun_ = false;  // a nonempty line was read
};

}  // namespace trivium::connect6

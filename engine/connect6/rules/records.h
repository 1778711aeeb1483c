// Connect-6 games as text: the record, paper 000's format and CSV collections. SGF is in sgf.h;
// record_reader.h reads all formats.
//
// Readers return only playable games: every stone is on an empty cell of the board, in its turn and
// before the end of the game. They do not check the stated result, since a player may have
// resigned; see board_result().
#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/connect6/rules/board.h"
#include "engine/core/readers/line_reader.h"
#include "engine/core/result.h"

namespace trivium::connect6 {

enum class GameResult : std::uint8_t { kUnknown, kBlackWins, kWhiteWins, kDraw };

struct GameRecord {
  int size = kDefaultSize;
  std::string id;  ///< this and the other texts are empty if the record does not state them
  std::string event;
  std::string date;
  std::string black;
  std::string white;
  GameResult result = GameResult::kUnknown;  ///< as stated
  std::string result_text;                   ///< SGF's text if it has a reason: "B+Resign", "Void"
  std::string charset;                       ///< SGF's name of the encoding; empty: ASCII
  std::vector<Cell> moves;                   ///< one stone each, in playing order

  friend bool operator==(const GameRecord&, const GameRecord&) = default;
};

/// Returns the board after all moves. The error names the stone: "stone 5, k9: k9 is occupied".
Result<Board> replay(const GameRecord& game);
/// Result according to the stones: a winner, a draw (full board), or unknown (not finished).
GameResult board_result(const Board& board) noexcept;
/// Returns the CSV name: "black", "white", "draw" or an empty string.
std::string_view winner_name(GameResult result) noexcept;

/// Parses paper 000's format: `1. B[j10] 2. W[i9k9] 3. B[l9k8]`. Only the last turn may have a
/// single stone. Spaces and line ends may stand between turns and after the turn number. The format
/// does not state size, players or result. The error names the place: "record: line 1, column 12:
/// turn 2 is White's".
Result<GameRecord> parse_paper_record(std::string_view text, int size = kDefaultSize);
/// Writes the moves on one line without a line end.
std::string write_paper_record(const GameRecord& game);

inline constexpr std::string_view kCsvHeader = "game_id,moves,winner";

/// Reads lines `game_id,"j10,k11,...",winner` one at a time. The winner is black, white, draw or
/// empty. Lines do not state the size of the board. Skips empty lines, and kCsvHeader if it is the
/// first line that is not empty.
class CsvReader {
 public:
  /// Requires: `in` outlives the reader.
  explicit CsvReader(std::istream& in, int size = kDefaultSize);

  /// Reads the next game. Returns true with `game` filled, false at the end. After an error
  /// ("CSV: line 7, column 12: ...") the next call continues with the following line.
  Result<bool> next(GameRecord& game);

 private:
  LineReader lines_;
  int size_;
  bool begun_ = false;  // a nonempty line was read
};

}  // namespace trivium::connect6

// Games of Reversi, and the transcript, their shortest form: `f5d6c3d3c4`. SGF and GGF are in
// sgf.h, WTHOR files in wthor.h, positions with scores in obf.h; record_reader.h reads all games in
// text.
//
// Readers return only playable games: every move is legal. Many formats leave passes out; the
// readers insert them. They do not check the stated result; read_record() and ReplayReport
// (record_reader.h) compare that of a finished game with the discs.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/outcome.h"
#include "engine/core/readers/text_origin.h"
#include "engine/core/result.h"
#include "engine/reversi/rules/game.h"

namespace trivium::reversi {

/// Result that a record states.
struct StatedResult {
  std::optional<Outcome> for_black;  ///< nothing if the result is not known
  std::optional<int> score;          ///< in discs for Black, in [-64, 64]; its sign is for_black
  std::string reason;                ///< why the game ended early: "Resign", "T"; usually empty

  /// Returns the result of a game with this score for Black.
  static StatedResult of_score(int score);
  friend bool operator==(const StatedResult&, const StatedResult&) = default;
};

struct GameRecord {
  std::string id;  ///< texts are empty if the record does not state them
  std::string event;
  std::string date;
  std::string black;
  std::string white;
  std::string charset;  ///< SGF's name of the encoding; empty: ASCII
  Position start = Position::start();
  Color first = Color::kBlack;  ///< side to move in `start`
  std::vector<Move> moves;      ///< with all passes
  StatedResult result;

  friend bool operator==(const GameRecord&, const GameRecord&) = default;
};

/// Returns the game after all moves. The error names the move: "move 5, e4: the square is occupied;
/// ...".
Result<Game> replay(const GameRecord& record);

/// Returns why `move` is illegal, and what is legal: "a1 flips no disc; Black can play c4, d3, e6,
/// f5". Requires: `move` is a square of the board or a pass, and is illegal.
std::string illegal_cause(const Game& game, Move move);

/// Builds a game from the moves that a reader finds.
class RecordBuilder {
 public:
  explicit RecordBuilder(const Position& start = Position::start(), Color first = Color::kBlack)
      : game_(start, first) {}

  const Game& game() const noexcept { return game_; }
  /// Plays `move` for the side to move. If the side has no move, first plays the pass that the
  /// record left out. Ignores a pass after the end. Returns the cause if the move is illegal, else
  /// nothing.
  std::optional<std::string> play(Move move);
  /// As play(move) for a record that states the color of each move.
  std::optional<std::string> play(Color color, Move move);
  /// Returns `record` with the start and the moves of the game. The builder must not be used
  /// afterwards.
  GameRecord finish() &&;

  GameRecord record;

 private:
  Game game_;
};

/// Parses a transcript in either case on a board of `size`. Moves may have blanks between them;
/// passes may be left out or written `--`, `pa` or `ps`. The error names the place:
/// "transcript: line 1, column 5: a1 flips no disc; Black can play c3, d3, e3, f3".
Result<GameRecord> parse_transcript(std::string_view text, int size = kDefaultSize,
                                    TextOrigin origin = {});
/// Writes the moves without the passes and without a line end. Requires: the game begins at the
/// usual start.
std::string write_transcript(const GameRecord& record);

}  // namespace trivium::reversi

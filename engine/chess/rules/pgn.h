// Records of games in PGN: a streaming reader for files of any size, and a writer of the export format.
//
// Source: the PGN standard (Edwards 1994); Chess960 by the Variant and FEN tags as the common tools write them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chess/rules/notation.h"
#include "engine/chess/rules/position.h"
#include "engine/core/outcome.h"
#include "engine/core/result.h"

namespace trivium::chess {

struct PgnTag {
  std::string name;
  std::string value;

  friend bool operator==(const PgnTag&, const PgnTag&) = default;
};

struct PgnGame {
  std::vector<PgnTag> tags;  ///< in file order; Result, FEN and the like in standard spelling
  Position start = start_position();
  std::vector<Move> moves;  ///< legal one after the other from `start`
  /// Empty, or one text for each place: [0] before the first move, [i] after the i-th move. Several comments at a place are joined.
  std::vector<std::string> comments;
  std::optional<Outcome> result;  ///< for White, as the movetext ends; nothing for `*` and for a record that just stops
  /// Contradictions in a readable record. "pgn.result.tag": the tag Result differs from the end of
  /// the movetext. "pgn.result.board": the last position is mate or stalemate and the result
  /// differs. "pgn.tag.repeated": a tag is repeated, the first one counts.
  std::vector<Error> faults;
  std::vector<std::string> notes;  ///< text that was corrected: castling rights that were dropped

  /// The value of the first tag of that name.
  std::optional<std::string_view> tag(std::string_view name) const;

  /// The tag Termination says that time, a crash or a broken rule decided, as the standard, trivium-match, cutechess-cli and Lichess have
  /// it: the result says nothing about the moves.
  bool ended_by_fault() const;

  /// True if the tag Result, the end of the movetext and the board disagree, so the winner is
  /// unknown. `*` and a missing or unknown result contradict nothing.
  bool contradicts_itself() const;
};

/// "1-0", "0-1", "1/2-1/2" or "*".
std::string_view to_pgn_result(std::optional<Outcome> for_white) noexcept;

struct PgnOptions {
  bool keep_comments = false;
};

/// Reads games one at a time in constant memory. Skips variations, NAGs, escaped lines, and words
/// after a move that annotate it ("N", "mate"). After a game with an error, the next game is read.
/// A game without movetext ends at a repeated tag that is Event, follows an empty line, or is the
/// first tag of the game.
class PgnReader {
 public:
  /// Fills the span from the front and returns how many bytes it wrote; 0 means the end.
  using Source = std::function<std::size_t(std::span<char>)>;

  explicit PgnReader(Source source, PgnOptions options = {});
  /// `in` must live as long as the reader.
  explicit PgnReader(std::istream& in, PgnOptions options = {});
  PgnReader(PgnReader&&) noexcept;
  PgnReader& operator=(PgnReader&&) noexcept;
  ~PgnReader();

  /// The next game, or why it cannot be read ("PGN: game 3, line 57, move 14...: SAN 'Qxf7': no queen can legally go to f7");
  /// nothing at the end of the text.
  std::optional<Result<PgnGame>> next();

  /// Games so far, those with an error too.
  std::size_t games() const noexcept;
  /// Bytes before what the next call of next() reads: a reader of the text from there on reads the same games.
  std::uint64_t offset() const noexcept;

 private:
  class Parser;
  std::unique_ptr<Parser> parser_;
};

/// The game in export format: the seven tags of the roster first (with "?" where unknown), then the others by name, then the
/// movetext in lines of less than 80 columns, then an empty line. Result, SetUp, FEN and Variant are written from the game itself;
/// other names must be made of letters, digits and underscores. A line end in a value becomes a blank.
/// Comments are written where the game has them; '}' in them becomes ')', as the format cannot hold it.
std::string to_pgn(const PgnGame& game);

}  // namespace trivium::chess

// PGN games: a streaming reader for files of any size, and a writer of the export format.
//
// Source: the PGN standard (Edwards 1994). Chess960 uses the Variant and FEN tags as common tools
// do.
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
  std::vector<Move> moves;  ///< legal moves in sequence from `start`
  /// Empty, or one text for each place: [0] before the first move, [i] after the i-th move. Several
  /// comments at one place are joined.
  std::vector<std::string> comments;
  std::optional<Outcome> result;  ///< for White, from the end of the movetext; nothing for `*` and
                                  ///< for a record without a result
  /// Contradictions in a readable record. "pgn.result.tag": the tag Result differs from the end of
  /// the movetext. "pgn.result.board": the last position is mate or stalemate and the result
  /// differs. "pgn.tag.repeated": a tag is repeated, the first one counts.
  std::vector<Error> faults;
  std::vector<std::string> notes;  ///< corrections of the text: dropped castling rights

  /// Returns the value of the first tag with that name.
  std::optional<std::string_view> tag(std::string_view name) const;

  /// True if the tag Termination states that time, a crash or a rule violation decided (as written
  /// by the standard, trivium-match, cutechess-cli and Lichess). The result then says nothing about
  /// the moves.
  bool ended_by_fault() const;

  /// True if the tag Result, the end of the movetext and the board disagree, so the winner is
  /// unknown. `*` and a missing or unknown result contradict nothing.
  bool contradicts_itself() const;
};

/// Returns "1-0", "0-1", "1/2-1/2" or "*".
std::string_view to_pgn_result(std::optional<Outcome> for_white) noexcept;

struct PgnOptions {
  bool keep_comments = false;
};

/// Reads games one at a time in constant memory. Skips variations, NAGs, escaped lines, and words
/// after a move that annotate it ("N", "mate"). Continues with the next game after an error. A game
/// may have no movetext: it then ends before a tag that it already has, if that tag is Event,
/// follows an empty line, or was the first tag of the game.
class PgnReader {
 public:
  /// Fills the span from the front and returns the number of bytes written; 0 at the end.
  using Source = std::function<std::size_t(std::span<char>)>;

  explicit PgnReader(Source source, PgnOptions options = {});
  /// Requires: `in` outlives the reader.
  explicit PgnReader(std::istream& in, PgnOptions options = {});
  PgnReader(PgnReader&&) noexcept;
  PgnReader& operator=(PgnReader&&) noexcept;
  ~PgnReader();

  /// Returns the next game or its error ("PGN: game 3, line 57, move 14...: SAN 'Qxf7': no queen
  /// can legally go to f7"); nothing at the end of the text.
  std::optional<Result<PgnGame>> next();

  /// Number of games so far, including those with an error.
  std::size_t games() const noexcept;
  /// Byte offset where the next call of next() starts. A reader that starts there reads the same
  /// games.
  std::uint64_t offset() const noexcept;

 private:
  class Parser;
  std::unique_ptr<Parser> parser_;
};

/// Returns the game in export format: the seven tags of the roster first (with "?" if unknown),
/// then the others by name, then the movetext in lines of less than 80 columns, then an empty line.
/// Result, SetUp, FEN and Variant are derived from the game; other names must consist of letters,
/// digits and underscores. A line end in a value becomes a blank, a '}' in a comment becomes ')'.
std::string to_pgn(const PgnGame& game);

}  // namespace trivium::chess

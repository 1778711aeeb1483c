// The grammar of UCI: what a GUI's line asks for. Where protocols of its family differ, a Dialect
// says how.
//
// Source: the UCI protocol text of Huber and Meyer-Kahlen (2000 and 2006), and where it is silent, what Stockfish and the common
// tournament managers do. Words are separated by spaces or tabs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/limits.h"
#include "engine/core/result.h"
#include "engine/core/text.h"
#include "protocols/uci/dialect.h"

namespace trivium::uci {

using text::take_word;
using text::trimmed;

/// A whole number, with sign; one too large for the type becomes the nearest that fits. Nothing if `word` is no number.
std::optional<std::int64_t> parse_number(std::string_view word) noexcept;

/// `word` fit for a message: anything but printable ASCII as '?', the end of a long one as "...".
std::string printable(std::string_view word);

/// The arguments of `position`.
struct PositionCommand {
  std::optional<std::string> fen;  ///< none: the start position
  std::vector<std::string> moves;  ///< from there, in UCI form, not yet checked
};

/// "startpos [moves ...]" or "fen FEN [moves ...]". Errors: "position: expected 'startpos' or 'fen', found 'x'".
Result<PositionCommand> parse_position(std::string_view arguments, const Dialect& dialect = kUci);

/// The arguments of `setoption`.
struct SetOptionCommand {
  std::string name;                  ///< may hold spaces
  std::optional<std::string> value;  ///< as written, spaces inside included
};

/// "name NAME [value VALUE]". Errors: "setoption: expected 'name', found 'x'".
Result<SetOptionCommand> parse_setoption(std::string_view arguments);

/// The arguments of `go`.
struct GoCommand {
  std::vector<std::string> search_moves;  ///< the root moves to consider, not yet checked; empty: all
  bool ponder = false;
  bool infinite = false;
  /// The clocks of the side that moves first in the game, and of the other one.
  std::optional<Milliseconds> first_time, second_time, first_increment, second_increment;
  std::optional<Milliseconds> byoyomi;  ///< for each move after the clock has run out
  std::optional<int> moves_to_go;
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
  std::optional<int> mate;
  std::optional<Milliseconds> move_time;
  std::optional<int> perft;

  /// What could not be read and was skipped: "go: 'depth' needs a number, found 'x'"; what was too small: "go: 'depth' is at least 1,
  /// found '0'".
  std::vector<Error> faults;
};

/// Every `go` must be answered by a bestmove, so there is no such thing as a `go` that is refused: what cannot be understood is left
/// out and named in `faults`. Numbers below the least sensible one (depth 1, node 1, millisecond 1) become that one and are named too,
/// except clocks, which may have run out.
GoCommand parse_go(std::string_view arguments, const Dialect& dialect = kUci);

/// True if a limit other than the clock ends the search or perft, so that later commands may wait
/// for it. False while pondering.
bool is_limited(const GoCommand& go);

/// Returns what `go` allows the side to move, which is the one that moved first in the game if
/// `first_to_move`. A clock given only for the other side counts as an empty one. The byoyomi is
/// time that comes back with every move; after the clock has run out it is all there is for this
/// move. Without any limit the search is infinite, unless a limit could not be read: then it lasts a
/// second, so that no game hangs on a misprint.
Limits limits_of(const GoCommand& go, bool first_to_move);

}  // namespace trivium::uci

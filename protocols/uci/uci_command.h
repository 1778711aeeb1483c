// Parser for the command lines of a GUI. A Dialect defines the differences between UCI and its
// relatives.
//
// Sources: the UCI protocol text of Huber and Meyer-Kahlen (2000 and 2006); for cases that it does
// not define, the behavior of Stockfish and common tournament managers. Words are separated by
// spaces or tabs.
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

/// Parses a whole number with an optional sign, clamped to the range of the type. Returns nothing
/// if `word` is not a number.
std::optional<std::int64_t> parse_number(std::string_view word) noexcept;

/// Returns `word` for a message: non-printable and non-ASCII bytes become '?', and a word of more
/// than 80 bytes is truncated with "...".
std::string printable(std::string_view word);

/// The arguments of `position`.
struct PositionCommand {
  std::optional<std::string> fen;  ///< none: the start position
  std::vector<std::string> moves;  ///< moves from this position, in UCI form, not yet checked
};

/// Parses "startpos [moves ...]" or "fen FEN [moves ...]". Errors: "position: expected 'startpos'
/// or 'fen', found 'x'".
Result<PositionCommand> parse_position(std::string_view arguments, const Dialect& dialect = kUci);

/// The arguments of `setoption`.
struct SetOptionCommand {
  std::string name;                  ///< may contain spaces
  std::optional<std::string> value;  ///< as written, without spaces at its ends
};

/// Parses "name NAME [value VALUE]". Errors: "setoption: expected 'name', found 'x'".
Result<SetOptionCommand> parse_setoption(std::string_view arguments);

/// The arguments of `go`.
struct GoCommand {
  /// Root moves to consider, not yet checked; empty: all.
  std::vector<std::string> search_moves;
  bool ponder = false;
  bool infinite = false;
  /// The clocks of the side that moves first in the game, and of the other one.
  std::optional<Milliseconds> first_time, second_time, first_increment, second_increment;
  std::optional<Milliseconds> byoyomi;  ///< extra time for each move (limits_of())
  std::optional<int> moves_to_go;
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
  std::optional<int> mate;
  std::optional<Milliseconds> move_time;
  std::optional<int> perft;

  /// Errors of arguments, at most 16: unreadable or unknown ones, which were skipped ("go: 'depth'
  /// needs a number, found 'x'"), and numbers that are too small ("go: 'depth' is at least 1, found
  /// '0'").
  std::vector<Error> faults;
};

/// Parses the arguments of `go`. Every `go` must be answered by a bestmove, so none is rejected:
/// unreadable arguments are skipped and listed in `faults`. Numbers below their minimum (1 for
/// depth, nodes, mate and movetime; 0 for the others) are raised to it and listed, too. Clocks may
/// be negative, because they may have run out.
GoCommand parse_go(std::string_view arguments, const Dialect& dialect = kUci);

/// True if a limit other than the clock ends the search or perft, so that later commands may wait
/// for it. Ignores `ponder`: the caller must treat a search that ponders as unlimited.
bool is_limited(const GoCommand& go);

/// Returns the limits of `go` for the side to move. `first_to_move` is true if this is the side
/// that moves first in the game. If only the other side has a clock, this side has no time left.
/// The byoyomi is added to the clock at every move; after the clock has run out it is the only time
/// for this move. Without any limit the search is infinite; but if there are `faults` and no
/// `infinite`, it lasts one second, so that no game hangs because of a typing error.
Limits limits_of(const GoCommand& go, bool first_to_move);

}  // namespace trivium::uci

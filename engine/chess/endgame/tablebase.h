// Syzygy endgame tables, probed with the Fathom library (libfathom-dev): result and best moves of
// positions with few pieces.
//
// Fathom keeps its tables in globals, so a process has at most one set of tables at a time. All
// engines of a process share it, read-only; opening another path while it is in use is an error.
// The set stays open until another one replaces it; nothing else in this file outlives its users.
//
// Debian's Fathom (1.0+git.20190811) is built without locks, and it ends the process or prints on
// stdout if a file is malformed. Therefore open() checks every file first (tablebase_file.h) and
// then probes each table once; afterwards probing only reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/chess/rules/position.h"
#include "engine/core/result.h"

namespace trivium::chess {

/// Result with best play, for the side to move. A cursed win is a win that the fifty-move rule
/// makes a draw; a blessed loss is the same for the other side.
enum class TableOutcome : std::uint8_t { kLoss, kBlessedLoss, kDraw, kCursedWin, kWin };

/// A legal root move with its rank in the tables.
struct RankedMove {
  Move move;
  /// Higher is better; moves that keep the same result have equal ranks. 900 and more: a win under
  /// the fifty-move rule, as far as the tables know; 1 to 899: a win without that rule; 0: a draw;
  /// negative: the same for losses.
  int rank = 0;
};

class Tablebases {
 public:
  /// Opens the tables in the folders of `path`. ':' separates folders, and so does ';' unless a
  /// folder's name contains it. Returns the open set if the path is the same. Errors state the
  /// folder or file and the reason: a missing folder, a folder without tables, a damaged file (then
  /// no table is used), or other tables in use. Blocks: reads the header of every file.
  /// Thread-safe.
  static Result<std::shared_ptr<const Tablebases>> open(const std::string& path);

  /// Maximum number of pieces, kings included, of all tables.
  int max_men() const noexcept { return max_men_; }
  /// Number of tables with results (.rtbw) and with distances to the next capture or pawn move
  /// (.rtbz).
  std::size_t outcome_tables() const noexcept { return outcome_tables_; }
  std::size_t distance_tables() const noexcept { return distance_tables_; }

  /// Returns the result for a fifty-move count of zero; nothing if a table is missing, a side may
  /// castle, or there are too many pieces. For use inside the search, after a capture or a pawn
  /// move. Thread-safe. Allocates nothing.
  std::optional<TableOutcome> probe(const Position& position) const noexcept;

  /// Returns every legal move with its rank, the best first; nothing if probe() has no result, a
  /// table is missing for some move, or there is no move. `repeated`: a position since the last
  /// capture or pawn move has occurred twice. Without `fifty_move_rule` cursed wins count as wins.
  /// For the root of a search. Thread-safe, but blocks while another thread is inside. May throw
  /// std::bad_alloc.
  std::optional<std::vector<RankedMove>> rank_root(const Position& position, bool repeated,
                                                   bool fifty_move_rule) const;

 private:
  struct Registry;
  struct Files;

  Tablebases() = default;
  static Result<std::shared_ptr<Tablebases>> load(const Files& files);
  bool knows(const Position& position) const noexcept;

  int max_men_ = 0;
  std::size_t outcome_tables_ = 0, distance_tables_ = 0;
  mutable std::mutex root_;  ///< Fathom sets up distance tables at their first use, in rank_root()
};

/// Tables of a player and their use; off without `tables`.
struct TablebaseOptions {
  std::shared_ptr<const Tablebases> tables;
  int probe_depth = 1;  ///< minimum remaining depth in plies for a probe at the maximum number of
                        ///< pieces
  int probe_limit = 7;  ///< maximum number of pieces of positions that are probed
  bool fifty_move_rule = true;  ///< true: cursed wins are draws
};

}  // namespace trivium::chess

// Syzygy endgame tables, read by the Fathom library (libfathom-dev): who wins, and by which move, with few men on the board.
//
// Fathom keeps its tables in globals, so a process has at most one set of them at a time: the engines of a process share it, read-only,
// and whoever names another folder while it is in use gets an error. That one set is the only thing here that outlives its users; it stays
// open until another one is opened in its place.
//
// Debian's Fathom (1.0+git.20190811) is built without locks, and it ends the process or prints on stdout when a file is not as it should
// be. Therefore open() looks through every file first (tablebase_file.h) and then uses each table once, after which probing only reads.
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

/// The outcome with best play for the side to move. A cursed win is one that the fifty-move rule makes a draw, a blessed loss its other
/// side.
enum class TableOutcome : std::uint8_t { kLoss, kBlessedLoss, kDraw, kCursedWin, kWin };

/// A legal move of the root and what the tables say of it.
struct RankedMove {
  Move move;
  /// The higher the better; equal for moves that keep the same result. 900 and more: won also under the fifty-move rule (as far as the
  /// tables can tell); 1..899: won without it; 0: drawn; below 0 the same for losses.
  int rank = 0;
};

class Tablebases {
 public:
  /// Opens the tables in the folders of `path`. The separator is ':', or ';' unless a folder's name
  /// contains it. Returns the open set if the path is the same. Errors state the folder or file and
  /// the reason: a missing folder, a folder without tables, a damaged file (then no table is used),
  /// or other tables in use. Blocks: reads the header of every file. Thread-safe.
  static Result<std::shared_ptr<const Tablebases>> open(const std::string& path);

  /// The most men, kings included, that some table knows.
  int most_men() const noexcept { return most_men_; }
  /// How many tables tell who wins (.rtbw) and how far off the next capture or pawn move is (.rtbz).
  std::size_t outcome_tables() const noexcept { return outcome_tables_; }
  std::size_t distance_tables() const noexcept { return distance_tables_; }

  /// The outcome as if the fifty-move count were zero; nothing where a table is missing, a side may castle, or there are too many men.
  /// For inside the search, at positions that a capture or a pawn move led to. Any number of threads at once; no allocation.
  std::optional<TableOutcome> probe(const Position& position) const noexcept;

  /// Every legal move with its rank, the best first; nothing where probe() says nothing, where a table is missing for some move, or where
  /// there is no move. `repeated`: a position since the last capture or pawn move stood twice. Without `fifty_move_rule` cursed wins count
  /// as wins. For the root of a search; one thread at a time goes through, the others wait. May throw std::bad_alloc.
  std::optional<std::vector<RankedMove>> rank_root(const Position& position, bool repeated, bool fifty_move_rule) const;

 private:
  struct Registry;
  struct Files;

  Tablebases() = default;
  static Result<std::shared_ptr<Tablebases>> load(const Files& files);
  bool knows(const Position& position) const noexcept;

  int most_men_ = 0;
  std::size_t outcome_tables_ = 0, distance_tables_ = 0;
  mutable std::mutex root_;  ///< Fathom sets up distance tables at their first use, in rank_root()
};

/// What a player is told of tables; off without any.
struct TablebaseOptions {
  std::shared_ptr<const Tablebases> tables;
  int probe_depth = 1;          ///< plies left that a probe inside the search is worth, at the largest number of men
  int probe_limit = 7;          ///< positions with more men are not looked up
  bool fifty_move_rule = true;  ///< whether cursed wins are draws
};

}  // namespace trivium::chess

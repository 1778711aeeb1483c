// Searched games in a file, so that learning from them can be repeated without a search: a block
// file (block_file.h) of kind "TRVGAMES" with one record for each game. Numbers are little-endian;
// values are centipawns from White's view.
//
//   size  what
//   32    the start position (packed_position.h)
//   1     the result for White: -1, 0, 1
//   2     number of positions, at least 1; then for each of them:
//     2     the move played: bits 0-5 from, 6-11 to, 12-13 promotion (knight, bishop, rook, queen),
//           14-15 kind (normal, promotion, en passant, castling as king takes rook)
//     2     the value of the search, with a sign; beyond +-31872 a mate: 32000 - plies to it
//     1     bit 0: the leaf's static evaluation is that value
//     1     moves of the line, then 2 bytes for each
//     2     nodes of the tree, then 35 bytes for each: position (32), value (2), bound (1: 0 exact,
//     1 at least, 2 at most)
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "engine/chess/rules/pgn.h"
#include "learning/harness/block_file.h"
#include "learning/records/searched_game.h"

namespace trivium::learning::records {

inline constexpr BlockFileKind kSearchedGames{"TRVGAMES", 1,
                                              "trivium-learn chess selfplay writes them"};

/// The record of a game, and the game of a record. Throws std::length_error for a game with more
/// than 65,535 positions or a line of more than 255 moves; decode() throws format::LoadError for
/// bytes that are no game by the rules of chess ("position 12: an illegal move"). encode() replaces
/// what `record` held, decode() what `game` held.
void encode(const SearchedGame& game, ByteWriter& record);
void decode(std::span<const std::byte> record, SearchedGame& game);

/// The record of a searched game, each move with the value that its search found, in pawns from the
/// mover's view: {+0.35}.
chess::PgnGame to_pgn_game(const SearchedGame& game, std::vector<chess::PgnTag> tags);

/// The most nodes that the tree of each position may have, so that every game of `plies` positions
/// fits into a file; 0 where no tree does.
std::size_t most_tree_nodes(std::size_t plies) noexcept;

/// Errors are those of BlockWriter.
class SearchedGameWriter {
 public:
  explicit SearchedGameWriter(std::filesystem::path path) : out_(std::move(path), kSearchedGames) {}

  void add(const SearchedGame& game);
  /// The file has its name only after this.
  void finish() { out_.finish(); }

 private:
  BlockWriter out_;
  ByteWriter record_;
};

/// Reads games one after the other in constant memory. Throws format::LoadError, naming file and
/// place, for a damaged file, up to some hundreds of games before the damage.
class SearchedGameReader {
 public:
  /// Decodes with `threads` threads, since decoding takes longer than training on the games.
  explicit SearchedGameReader(const std::filesystem::path& path, std::size_t threads = 1)
      : in_(path, kSearchedGames), threads_(threads) {}

  /// Replaces `game` by the next one; false at the end.
  bool next(SearchedGame& game);

 private:
  struct Record {
    std::size_t begin;
    std::size_t size;
    BlockReader::RecordPlace place;
  };

  void read_portion();
  void decode_portion();

  BlockReader in_;
  std::size_t threads_;
  std::vector<std::byte> bytes_;  // of the portion's records
  std::vector<Record> records_;
  std::vector<SearchedGame> games_;  // at least as many; those from next_ on are still to come
  std::size_t next_ = 0;
};

}  // namespace trivium::learning::records

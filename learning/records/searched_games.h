// File format of searched chess games, so that learning from them can be repeated without a search:
// a block file (block_file.h) of kind "TRVGAMES" with one record for each game. Numbers are
// little-endian, sizes are in bytes; values are signed, in centipawns, from White's view.
//
//   size  what
//   32    start position (packed_position.h)
//   1     result for White: -1, 0 or 1
//   2     number of positions, at least 1; then for each of them:
//     2     move played: bits 0-5 from, 6-11 to, 12-13 promotion (knight, bishop, rook, queen),
//           14-15 kind (normal, promotion, en passant, castling as king takes rook)
//     2     value of the search; from +-31872 on a mate: +-(32000 - plies to it)
//     1     bit 0: SearchedPosition::leaf_decides
//     1     number of moves of the principal variation, then 2 bytes for each
//     2     number of nodes of the tree, then 35 bytes for each: position (32), value (2),
//           bound (1: 0 exact, 1 at least, 2 at most)
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "engine/chess/rules/pgn.h"
#include "learning/harness/block_file.h"
#include "learning/harness/transfer.h"
#include "learning/records/searched_game.h"

namespace trivium::learning::records {

inline constexpr BlockFileKind kSearchedGames{"TRVGAMES", 1,
                                              "trivium-learn chess selfplay writes them"};

/// Replaces the content of `record` by the record of `game`. Throws std::length_error for more than
/// 65,535 positions, a line of more than 255 moves, or a tree of more than 65,535 nodes.
void encode(const SearchedGame& game, ByteWriter& record);
/// Replaces `game` by the game in `record`. Throws format::LoadError if the bytes are not a game by
/// the rules of chess ("position 12: an illegal move (0123)").
void decode(std::span<const std::byte> record, SearchedGame& game);

/// Returns the game for PGN. The comment of each move is the value of its search from the mover's
/// view, in pawns or as a mate: {+0.35}, {-M3}.
chess::PgnGame to_pgn_game(const SearchedGame& game, std::vector<chess::PgnTag> tags);

/// Returns the maximum number of tree nodes per position for which every game of `plies` positions
/// fits into the bytes of a record; 0 if no tree fits. Can exceed the 65,535 nodes that encode()
/// accepts.
std::size_t max_tree_nodes(std::size_t plies) noexcept;

/// Writer of a file of searched games.
using SearchedGameWriter = GameWriter<SearchedGame, kSearchedGames>;

/// Reads games one after the other in constant memory. Throws format::LoadError with file and place
/// for a damaged file. The error may come up to some hundreds of games before the damage, because
/// games are decoded in portions.
class SearchedGameReader {
 public:
  /// Decodes with `threads` threads, because decoding takes longer than training on the games.
  explicit SearchedGameReader(const std::filesystem::path& path, std::size_t threads = 1)
      : in_(path, kSearchedGames), threads_(threads) {}

  /// Replaces `game` by the next game. Returns false at the end.
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
  std::vector<std::byte> bytes_;     // records of the current portion
  std::vector<Record> records_;      // where each record is in bytes_
  std::vector<SearchedGame> games_;  // games of the portion; those before next_ were returned
  std::size_t next_ = 0;
};

}  // namespace trivium::learning::records

namespace trivium::learning {

/// Passes games between processes as records. write() throws as encode() does.
template <>
struct Transfer<records::SearchedGame> {
  static void write(const records::SearchedGame& game, ByteWriter& out) {
    ByteWriter record;
    encode(game, record);
    out.put(std::uint64_t{record.bytes().size()});
    out.put(record.bytes());
  }
  static void read(records::SearchedGame& game, ByteReader& in) {
    decode(in.take(in.take<std::uint64_t>()), game);
  }
};

}  // namespace trivium::learning

// Connect-6 games in a file, small enough that millions fit: a block file
// (learning/harness/block_file.h) of kind "TRVCONN6" with one record for each game. Numbers are
// little-endian and without a sign.
//
//   size  what
//   1     the board's size, 6 to 25
//   1     the result: 0 unknown, 1 Black won, 2 White won, 3 a draw
//   2     stones of a random opening: they are placed but not trained on
//   2     number of stones, at least 1
//   2     for each stone, in playing order: its cell, column + size * row
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "engine/connect6/rules/records.h"
#include "learning/harness/block_file.h"

namespace trivium::learning::records {

inline constexpr BlockFileKind kConnect6Games{
    "TRVCONN6", 1,
    "trivium-learn connect6 records makes them of records in SGF, CSV or paper 000's form"};

/// Whose stones are learned from.
enum class Teachers : std::uint8_t { kBoth, kWinner };

struct Connect6Game {
  int size = connect6::kDefaultSize;
  connect6::GameResult result = connect6::GameResult::kUnknown;
  int opening = 0;                      ///< stones of a random opening
  std::vector<connect6::Cell> moves;    ///< one stone each, in playing order
  Teachers teachers = Teachers::kBoth;  ///< not in the file: its reader sets it

  /// Whether the stone with this index is learned from.
  bool teaches(std::size_t stone) const noexcept {
    if (stone < static_cast<std::size_t>(opening)) return false;
    if (teachers == Teachers::kBoth) return true;
    const bool black = connect6::Board::to_move(static_cast<int>(stone)) == connect6::Stone::kBlack;
    return result == (black ? connect6::GameResult::kBlackWins : connect6::GameResult::kWhiteWins);
  }

  friend bool operator==(const Connect6Game&, const Connect6Game&) = default;
};

/// The record of a game, and the game of a record; each replaces what the other argument held.
/// decode() throws format::LoadError for bytes that are no game ("stone 12: cell 361 is off the
/// board"), but does not look whether its stones may be played: see require_playable().
void encode(const Connect6Game& game, ByteWriter& record);
void decode(std::span<const std::byte> record, Connect6Game& game);

/// Throws format::LoadError unless every stone is placed on an empty cell and before the game's
/// end.
void require_playable(const Connect6Game& game);

/// Throws format::LoadError where the board of `game` is not of the size of those before ("a board
/// of 15, those before are of 19"). `size` is theirs, 0 where there is none; it becomes that of the
/// first game.
void require_same_size(const Connect6Game& game, int& size);

/// Errors are those of BlockWriter.
class Connect6GameWriter {
 public:
  explicit Connect6GameWriter(std::filesystem::path path) : out_(std::move(path), kConnect6Games) {}

  /// `game` must be playable and have a stone.
  void add(const Connect6Game& game);
  /// The file has its name only after this.
  void finish() { out_.finish(); }

 private:
  BlockWriter out_;
  ByteWriter record_;
};

}  // namespace trivium::learning::records

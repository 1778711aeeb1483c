// WTHOR files (.wtb): the tournament games of the French Othello federation, in one binary file per
// year.
//
// All numbers are little-endian. A header of 16 bytes is followed by 68 bytes a game.
//
//     header                                       game
//     0  u8[4]  day of writing: century, year,     0  u16     tournament, by its number
//               month, day                         2  u16     Black, by its number
//     4  u32    number of games                    4  u16     White, by its number
//     8  u16    number of other records; 0         6  u8      Black's discs at the end
//     10 u16    year of the games                  7  u8      Black's discs with best play from
//     12 u8     size of the board; 0 is 8                     the depth of the header on
//     13 u8     0: games, 1: solitaires            8  u8[60]  moves, 10 * row + column from 11 to
//     14 u8     depth of the best play                        88; 0 after the last one
//     15 u8     not used
//
// Passes are not stored. Empty squares at the end count for the winner.
// Source: ffothello.org/wthor/Format_WThor.pdf.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <span>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/reversi/rules/records.h"

namespace trivium::reversi {

/// Maximum size of a file: 3.9 million games.
inline constexpr std::uint64_t kMaxWthorBytes = std::uint64_t{1} << 28;

struct WthorHeader {
  std::array<std::uint8_t, 4> written{};  ///< century, year, month and day: 20, 7, 5, 22
  std::uint32_t games = 0;
  std::uint16_t year = 0;
  std::uint8_t best_depth = 0;  ///< empty squares from which on the best score was computed

  friend bool operator==(const WthorHeader&, const WthorHeader&) = default;
};

struct WthorGame {
  std::uint16_t tournament = 0;
  std::uint16_t black = 0;
  std::uint16_t white = 0;
  std::uint8_t black_discs = 0;  ///< at the end, in [0, 64]
  std::uint8_t best_discs = 0;
  std::vector<Move> moves;  ///< with all passes

  /// Returns the moves with the stated score.
  GameRecord record() const;
  friend bool operator==(const WthorGame&, const WthorGame&) = default;
};

/// True if a stream begins with a byte that begins no text, as WTHOR files do: the century is 19 or
/// 20. Takes nothing from the stream.
bool is_wthor(std::istream& in);

/// Reads the games of a file one at a time.
class WthorReader {
 public:
  /// Reads the header. Errors: no header, another size than 8, solitaires. Requires: `bytes`
  /// outlives the reader.
  static Result<WthorReader> open(std::span<const std::byte> bytes);

  const WthorHeader& header() const noexcept { return header_; }
  /// Number of complete games in the file, which differs from the header's if the file is cut
  /// short.
  std::size_t stored() const noexcept;

  /// Reads the next game. Returns true with `game` filled, false at the end. After an error
  /// ("WTHOR: game 17, move 23: ...") the next call continues with the following game. A file that
  /// is cut short, or longer than its header states, is one error after all complete games.
  Result<bool> next(WthorGame& game);

 private:
  WthorReader(std::span<const std::byte> bytes, const WthorHeader& header)
      : bytes_(bytes), header_(header) {}

  std::span<const std::byte> bytes_;
  WthorHeader header_;
  std::uint32_t number_ = 0;  // of the last game, from 1
  bool checked_length_ = false;
};

/// Returns the bytes of a file. Sets the header's number of games. Requires: at most 60 moves a
/// game without its passes.
std::string write_wthor(WthorHeader header, std::span<const WthorGame> games);

}  // namespace trivium::reversi

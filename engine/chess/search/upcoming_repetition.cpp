#include "engine/chess/search/upcoming_repetition.h"

#include <array>
#include <cstddef>
#include <utility>

#include "engine/chess/rules/attacks.h"
#include "engine/chess/rules/zobrist.h"

namespace trivium::chess {

namespace {

/// A piece that moves from one square to another, or back.
struct Shuttle {
  std::uint64_t difference = 0;  ///< 0: empty
  Square from = Square::kNone;
  Square to = Square::kNone;
};

constexpr std::size_t kShuttlePlaces = 8192;
using ShuttleTable = std::array<Shuttle, kShuttlePlaces>;

constexpr std::size_t first_place(std::uint64_t difference) noexcept {
  return difference % kShuttlePlaces;
}
constexpr std::size_t second_place(std::uint64_t difference) noexcept {
  return (difference >> 16) % kShuttlePlaces;
}

constexpr int squares_apart(int a, int b) noexcept { return a < b ? b - a : a - b; }

/// True if a piece of the type can move between the squares on an empty board.
constexpr bool shuttles_between(PieceType type, Square from, Square to) noexcept {
  const int files = squares_apart(file_of(from), file_of(to)),
            ranks = squares_apart(rank_of(from), rank_of(to));
  const bool diagonal = files == ranks, straight = files == 0 || ranks == 0;
  switch (type) {
    case PieceType::kKnight:
      return files * ranks == 2;
    case PieceType::kBishop:
      return diagonal;
    case PieceType::kRook:
      return straight;
    case PieceType::kQueen:
      return diagonal || straight;
    case PieceType::kKing:
      return files <= 1 && ranks <= 1;
    default:
      return false;
  }
}

/// Cuckoo insertion: evicts the occupant to its alternative slot, repeatedly.
constexpr void place_shuttle(ShuttleTable& table, Shuttle shuttle) noexcept {
  std::size_t place = first_place(shuttle.difference);
  while (shuttle.difference != 0) {
    std::swap(table[place], shuttle);
    place = first_place(shuttle.difference) == place ? second_place(shuttle.difference)
                                                     : first_place(shuttle.difference);
  }
}

constexpr ShuttleTable make_shuttles() noexcept {
  ShuttleTable table{};
  for (std::size_t piece = 2; piece < kZobrist.pieces.size(); ++piece) {
    const PieceType type = type_of(static_cast<Piece>(piece));
    const auto& numbers = kZobrist.pieces[piece];
    for (std::size_t from = 0; from < 64; ++from) {
      for (std::size_t to = from + 1; to < 64; ++to) {
        const auto a = static_cast<Square>(from), b = static_cast<Square>(to);
        if (shuttles_between(type, a, b))
          place_shuttle(table, {numbers[from] ^ numbers[to] ^ kZobrist.black_to_move, a, b});
      }
    }
  }
  return table;
}

constexpr ShuttleTable kShuttles = make_shuttles();

}  // namespace

bool one_move_apart(const Position& position, std::uint64_t difference) noexcept {
  const Shuttle* shuttle = &kShuttles[first_place(difference)];
  if (shuttle->difference != difference) shuttle = &kShuttles[second_place(difference)];
  if (shuttle->difference != difference || difference == 0) return false;
  const Bitboard squares = bit(shuttle->from) | bit(shuttle->to);
  return (between(shuttle->from, shuttle->to) & position.pieces()) == 0 &&
         (squares & position.pieces(position.side_to_move())) != 0 &&
         (squares & position.pieces()) != squares;
}

}  // namespace trivium::chess

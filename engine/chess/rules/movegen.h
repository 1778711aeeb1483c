// Legal move generation. Everything here is exact: no pseudo-legal moves leave this header.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/chess/rules/position.h"

namespace trivium::chess {

/// Up to 256 moves without allocation (no position that PositionBuilder lets through has more than 218).
class MoveList {
 public:
  MoveList() noexcept {}  // leaves the storage as it is: clearing 512 bytes per node would cost more than the moves
  void push(Move move) noexcept { moves_[size_++] = move; }
  void clear() noexcept { size_ = 0; }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  Move operator[](std::size_t i) const noexcept { return moves_[i]; }
  Move& operator[](std::size_t i) noexcept { return moves_[i]; }
  const Move* begin() const noexcept { return moves_.data(); }
  const Move* end() const noexcept { return moves_.data() + size_; }
  Move* begin() noexcept { return moves_.data(); }
  Move* end() noexcept { return moves_.data() + size_; }
  bool contains(Move move) const noexcept;

 private:
  union {
    std::array<Move, 256> moves_;
  };
  std::size_t size_ = 0;
};

enum class MoveClass : std::uint8_t {
  kAll,
  kNoisy,  ///< captures, en passant and queen promotions, but no under-promotion
  kQuiet,  ///< the others: all under-promotions are here, those that capture too
};

/// Appends the legal moves of `wanted` to `list`. kNoisy and kQuiet together are kAll.
void generate_legal(const Position& position, MoveList& list, MoveClass wanted = MoveClass::kAll) noexcept;
MoveList legal_moves(const Position& position) noexcept;

/// The number of legal moves, without making a list.
int count_legal(const Position& position) noexcept;

/// Whether `move`, from anywhere (a hash table, a user), is legal here.
bool is_legal(const Position& position, Move move) noexcept;
bool is_capture(const Position& position, Move move) noexcept;
/// Whether the (legal) move gives check.
bool gives_check(const Position& position, Move move) noexcept;

}  // namespace trivium::chess

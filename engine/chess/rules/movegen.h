// Legal move generation. No function here returns pseudo-legal moves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/chess/rules/position.h"

namespace trivium::chess {

/// List of up to 256 moves without allocation. No position accepted by PositionBuilder has more
/// than 218.
class MoveList {
 public:
  // No initialization: clearing 512 bytes per node would be slower than generating the moves.
  MoveList() noexcept {}
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
  kNoisy,  ///< captures, en passant and queen promotions; no underpromotions
  kQuiet,  ///< all others, including all underpromotions (capturing ones, too)
};

/// Appends the legal moves of `wanted` to `list`. kNoisy and kQuiet together are kAll.
void generate_legal(const Position& position, MoveList& list,
                    MoveClass wanted = MoveClass::kAll) noexcept;
MoveList legal_moves(const Position& position) noexcept;

/// Returns the number of legal moves, without creating a list.
int count_legal(const Position& position) noexcept;

/// True if `move`, from any source (a hash table, a user), is legal here.
bool is_legal(const Position& position, Move move) noexcept;
bool is_capture(const Position& position, Move move) noexcept;
/// True if the legal move gives check.
bool gives_check(const Position& position, Move move) noexcept;

}  // namespace trivium::chess

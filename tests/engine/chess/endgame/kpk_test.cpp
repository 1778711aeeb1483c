// Compares the table of king and pawn against king with one computed from the rules of the game:
// legal moves only, no bitboards.
#include "engine/chess/endgame/kpk.h"

#include <cstddef>
#include <doctest/doctest.h>
#include <optional>
#include <vector>

#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/position.h"
#include "tests/engine/chess/endgame/bare_king_table.h"

namespace trivium::chess {
namespace {

constexpr std::size_t kNodes = 64 * 64 * 64 * 2;

struct Kpk {
  Square king, pawn, bare;
  bool white_to_move;
};

Kpk kpk_of(std::size_t node) {
  const auto square = [node](int shift) { return static_cast<Square>((node >> shift) & 63); };
  return {square(13), square(7), square(1), (node & 1) != 0};
}

std::size_t node_of(const Position& position) {
  const auto at = [](Square square) { return static_cast<std::size_t>(index(square)); };
  return at(position.king(Color::kWhite)) << 13 |
         at(lowest(position.pieces(PieceType::kPawn))) << 7 |
         at(position.king(Color::kBlack)) << 1 |
         (position.side_to_move() == Color::kWhite ? 1U : 0U);
}

std::optional<Position> placed(const Kpk& kpk) {
  if (kpk.king == kpk.pawn || kpk.king == kpk.bare || kpk.pawn == kpk.bare) return std::nullopt;
  PositionBuilder builder;
  builder.put(kpk.king, Piece::kWhiteKing);
  builder.put(kpk.pawn, Piece::kWhitePawn);
  builder.put(kpk.bare, Piece::kBlackKing);
  builder.set_side_to_move(kpk.white_to_move ? Color::kWhite : Color::kBlack);
  const Result<Position> position = builder.build();
  return position ? std::optional(*position) : std::nullopt;
}

/// Every position and the positions that its moves lead to.
class Reference {
 public:
  Reference() : queen_("Q"), rook_("R"), begin_(kNodes + 1), legal_(kNodes), won_(kNodes) {
    for (std::size_t node = 0; node < kNodes; ++node) {
      begin_[node] = next_.size();
      if (const std::optional<Position> position = placed(kpk_of(node))) add(node, *position);
    }
    begin_[kNodes] = next_.size();
    while (sweep()) {
    }
  }

  bool legal(std::size_t node) const { return legal_[node]; }
  bool won(std::size_t node) const { return won_[node]; }

 private:
  void add(std::size_t node, const Position& position) {
    legal_[node] = true;
    const MoveList moves = legal_moves(position);
    if (position.side_to_move() == Color::kBlack && moves.empty()) won_[node] = position.in_check();
    for (const Move move : moves) {
      Position after = position;
      Undo undo;
      after.do_move(move, undo);
      if (after.pieces(PieceType::kPawn) != 0) {
        next_.push_back(node_of(after));
      } else if (move.kind() == Move::Kind::kPromotion) {
        won_[node] = won_[node] || promoted_wins(after, move);
      } else {
        next_.push_back(kNodes);  // the pawn is captured
      }
    }
  }

  /// A single knight or bishop cannot win.
  bool promoted_wins(const Position& after, Move move) const {
    const reference::BareKingTable::Squares squares{
        index(after.king(Color::kWhite)), index(after.king(Color::kBlack)), index(move.to())};
    if (move.promotion() == PieceType::kQueen) return queen_.plies(squares, false) >= 0;
    return move.promotion() == PieceType::kRook && rook_.plies(squares, false) >= 0;
  }

  bool sweep() {
    bool more = false;
    for (std::size_t node = 0; node < kNodes; ++node) {
      if (!legal_[node] || won_[node] || begin_[node] == begin_[node + 1]) continue;
      std::size_t into_won = 0;
      for (std::size_t i = begin_[node]; i < begin_[node + 1]; ++i)
        into_won += next_[i] != kNodes && won_[next_[i]] ? 1 : 0;
      const bool white_to_move = (node & 1) != 0;
      if (white_to_move ? into_won == 0 : into_won < begin_[node + 1] - begin_[node]) continue;
      won_[node] = true;
      more = true;
    }
    return more;
  }

  reference::BareKingTable queen_, rook_;
  std::vector<std::size_t> begin_, next_;
  std::vector<bool> legal_, won_;
};

TEST_CASE(
    "king and pawn win exactly where retrograde analysis by the rules of the game finds a win") {
  const Reference reference;
  std::size_t wrong = 0, won[2] = {}, legal[2] = {};
  for (std::size_t node = 0; node < kNodes; ++node) {
    if (!reference.legal(node)) continue;
    const Kpk kpk = kpk_of(node);
    const std::size_t side = kpk.white_to_move ? 1 : 0;
    ++legal[side];
    won[side] += reference.won(node) ? 1 : 0;
    wrong +=
        kpk_is_won(kpk.king, kpk.pawn, kpk.bare, kpk.white_to_move) != reference.won(node) ? 1 : 0;
  }
  MESSAGE("pawn's side to move: ", won[1], " of ", legal[1], " won; king to move: ", won[0], " of ",
          legal[0]);
  CHECK(wrong == 0);
  CHECK(legal[0] > 150000);
  CHECK(legal[1] > 150000);
}

TEST_CASE("the opposition decides") {
  // Kings on e6 and e8, pawn on e5: the side to move loses the opposition.
  // On the sixth rank it wins in any case.
  CHECK(kpk_is_won(make_square(4, 5), make_square(4, 4), make_square(4, 7), true));
  CHECK(kpk_is_won(make_square(4, 5), make_square(4, 4), make_square(4, 7), false));
  CHECK_FALSE(kpk_is_won(make_square(4, 4), make_square(4, 3), make_square(4, 6), true));
  CHECK(kpk_is_won(make_square(4, 4), make_square(4, 3), make_square(4, 6), false));
}

TEST_CASE("a rook pawn does not win against a king in its corner") {
  CHECK_FALSE(kpk_is_won(make_square(1, 5), make_square(0, 5), make_square(0, 7), true));
  CHECK_FALSE(kpk_is_won(make_square(6, 5), make_square(7, 5), make_square(7, 7), true));
}

}  // namespace
}  // namespace trivium::chess

// Scale factors of drawish endgames: one small rule each; the lowest factor applies. The
// percentages are rough winning rates from practice (Mueller and Lamprecht, Fundamental Chess
// Endings; chessprogramming wiki: Draw Evaluation); they are not tuned.
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <optional>

#include "engine/chess/endgame/endgames.h"
#include "engine/chess/endgame/wrong_corner.h"
#include "engine/chess/rules/attacks.h"
#include "engine/chess/rules/geometry.h"

namespace trivium::chess {
namespace {

constexpr int kAll = 100;

/// Maximum number of pieces, without kings and pawns, for which the rules apply.
constexpr int kMaxPieces = 7;

/// Piece value in pawns, from the exchange values.
constexpr int points_of(PieceType type) noexcept {
  return exchange_value(type) / exchange_value(PieceType::kPawn);
}
constexpr int kMinor = points_of(PieceType::kKnight);
constexpr int kRook = points_of(PieceType::kRook);

constexpr Bitboard kQueenSide = 0x0F0F0F0F0F0F0F0FULL;
/// Files on which a pawn on the seventh rank holds against a queen, by stalemate in the corner.
constexpr Bitboard kHoldingFiles = file_board(0) | file_board(2) | file_board(5) | file_board(7);

/// Material counts used by the rules.
struct Material {
  Material(const Position& p, Color better) noexcept
      : position(p),
        strong(better),
        strong_pawns(std::popcount(p.pieces(better, PieceType::kPawn))),
        weak_pawns(std::popcount(p.pieces(~better, PieceType::kPawn))),
        strong_points(points(better)),
        weak_points(points(~better)) {}

  int count(Color color, PieceType type) const noexcept {
    return std::popcount(position.pieces(color, type));
  }
  int surplus() const noexcept { return strong_points - weak_points; }

  const Position& position;
  Color strong;
  int strong_pawns, weak_pawns;
  int strong_points, weak_points;  ///< pieces only, without pawns

 private:
  int points(Color color) const noexcept {
    int sum = 0;
    for (const PieceType type :
         {PieceType::kKnight, PieceType::kBishop, PieceType::kRook, PieceType::kQueen})
      sum += points_of(type) * count(color, type);
    return sum;
  }
};

/// Without pawns, an advantage of about a rook is needed: a minor piece more does not win, and a
/// single one cannot mate.
int without_pawns(const Material& m) noexcept {
  if (m.strong_pawns != 0 || m.surplus() > kMinor) return kAll;
  if (m.strong_points < kRook) return 0;
  const int knights = m.count(m.strong, PieceType::kKnight),
            bishops = m.count(m.strong, PieceType::kBishop);
  if (knights == 2 && m.strong_points == 2 * kMinor) return 0;
  // Two bishops usually beat a knight; no other pair of minor pieces beats one.
  if (bishops == 2 && m.strong_points == 2 * kMinor && m.count(~m.strong, PieceType::kKnight) == 1)
    return 50;
  return m.weak_points <= kMinor ? 15 : 25;
}

/// Two knights against pawns win only if the pawn is blocked early (Troitzky).
int two_knights_against_pawns(const Material& m) noexcept {
  const bool two_knights =
      m.strong_points == 2 * kMinor && m.count(m.strong, PieceType::kKnight) == 2;
  return two_knights && m.strong_pawns == 0 && m.weak_points == 0 ? 10 : kAll;
}

/// One pawn left, and the other side can sacrifice a minor piece for it: the rest does not win.
int last_pawn(const Material& m) noexcept {
  return m.strong_pawns == 1 && m.weak_points >= kMinor && m.surplus() <= 0 ? 65 : kAll;
}

/// Opposite-colored bishops: the weaker side blockades on its color.
int opposite_bishops(const Material& m) noexcept {
  const Bitboard bishops = m.position.pieces(PieceType::kBishop);
  if (std::popcount(bishops) != 2 || m.count(m.strong, PieceType::kBishop) != 1) return kAll;
  if ((bishops & kDarkSquares) == 0 || (bishops & ~kDarkSquares) == 0) return kAll;
  if (m.strong_points != kMinor || m.weak_points != kMinor) return 75;
  return std::clamp(25 * (m.strong_pawns - m.weak_pawns), 25, 75);
}

/// One rook each and at most one extra pawn, all pawns on one wing; mainly a single pawn with the
/// king in front of it (Philidor's draw).
int rooks_on_one_wing(const Material& m) noexcept {
  if (m.strong_points != kRook || m.weak_points != kRook ||
      m.count(m.strong, PieceType::kRook) != 1)
    return kAll;
  if (m.count(~m.strong, PieceType::kRook) != 1 || m.strong_pawns - m.weak_pawns > 1) return kAll;
  const Bitboard pawns = m.position.pieces(PieceType::kPawn);
  if (m.strong_pawns == 1 && m.weak_pawns == 0) {
    const Square pawn = lowest(pawns), king = m.position.king(~m.strong);
    const bool ahead = relative_rank(m.strong, king) > relative_rank(m.strong, pawn);
    if (ahead && std::abs(file_of(king) - file_of(pawn)) <= 1) return 25;
  }
  return (pawns & kQueenSide) == 0 || (pawns & ~kQueenSide) == 0 ? 50 : kAll;
}

/// All pawns on one rook file, and no piece that can drive the king out of the corner.
int wrong_corner(const Material& m) noexcept {
  const std::optional<Square> corner = wrong_corner_of(m.position, m.strong);
  if (!corner) return kAll;
  const int defender = king_steps(m.position.king(~m.strong), *corner),
            attacker = king_steps(m.position.king(m.strong), *corner);
  if (defender <= 1) return 0;
  return defender <= attacker ? 25 : kAll;
}

/// A queen against a pawn on the seventh rank on a holding file, supported by its king, with the
/// other king far away (chessprogramming wiki: KQKP).
int queen_against_pawn(const Material& m) noexcept {
  if (m.strong_pawns != 0 || m.weak_pawns != 1 || m.strong_points != 9 || m.weak_points != 0)
    return kAll;
  if (m.count(m.strong, PieceType::kQueen) != 1) return kAll;
  const Color weak = ~m.strong;
  const Bitboard board = m.position.pieces(PieceType::kPawn);
  const Square pawn = lowest(board);
  if (relative_rank(weak, pawn) != 6 || (board & kHoldingFiles) == 0) return kAll;
  const Square last = make_square(file_of(pawn), weak == Color::kWhite ? 7 : 0);
  const bool escorted = king_steps(m.position.king(weak), pawn) <= 1;
  const bool far = king_steps(m.position.king(m.strong), last) > 4;
  return escorted && far ? 10 : kAll;
}

/// A rook against a pawn: a race between the kings. The rook wins if its king is in front of the
/// pawn or the other king is far from it (chessprogramming wiki: KRKP).
int rook_against_pawn(const Material& m) noexcept {
  if (m.strong_pawns != 0 || m.weak_pawns != 1 || m.strong_points != kRook || m.weak_points != 0)
    return kAll;
  const Color weak = ~m.strong;
  const Square pawn = lowest(m.position.pieces(PieceType::kPawn));
  const Square last = make_square(file_of(pawn), weak == Color::kWhite ? 7 : 0);
  const int tempo = m.position.side_to_move() == m.strong ? 1 : 0;
  const int hunter = king_steps(m.position.king(m.strong), last),
            escort = king_steps(m.position.king(weak), pawn);
  const int to_go = 7 - relative_rank(weak, pawn);
  if (escort > 2 + tempo) return kAll;       // the pawn is captured
  if (hunter - tempo <= to_go) return kAll;  // the king arrives in time
  return to_go <= 2 ? 15 : 50;
}

}  // namespace

int endgame_scale(const Position& position, Color strong) noexcept {
  const Bitboard pawns_and_kings =
      position.pieces(PieceType::kPawn) | position.pieces(PieceType::kKing);
  if (std::popcount(position.pieces() & ~pawns_and_kings) > kMaxPieces) return kAll;
  const Material material(position, strong);
  return std::min({without_pawns(material), two_knights_against_pawns(material),
                   last_pawn(material), opposite_bishops(material), rooks_on_one_wing(material),
                   wrong_corner(material), queen_against_pawn(material),
                   rook_against_pawn(material)});
}

}  // namespace trivium::chess

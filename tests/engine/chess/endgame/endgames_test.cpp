// Compares exact endgame knowledge with exact tables, and plays mates with a small search that has
// only this knowledge.
#include "engine/chess/endgame/endgames.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/notation.h"
#include "engine/chess/rules/position.h"
#include "engine/core/rng.h"
#include "tests/engine/chess/endgame/bare_king_table.h"
#include "tests/engine/chess/exchanged.h"
#include "tests/engine/chess/rules/position_of.h"

namespace trivium::chess {
namespace {

using reference::BareKingTable;
using testing::exchanged;

PieceType type_of_letter(char letter) {
  return letter == 'Q'   ? PieceType::kQueen
         : letter == 'R' ? PieceType::kRook
         : letter == 'B' ? PieceType::kBishop
                         : PieceType::kKnight;
}

/// Returns the placement with the pieces of `strong`; nothing if it is illegal.
std::optional<Position> placed(const std::string& pieces, const BareKingTable::Squares& squares,
                               bool strong_to_move, Color strong) {
  PositionBuilder builder;
  const auto put = [&](int square, Color color, PieceType type) {
    const auto at = static_cast<Square>(square);
    builder.put(strong == Color::kWhite ? at : flip_rank(at), make_piece(color, type));
  };
  put(squares.king, strong, PieceType::kKing);
  put(squares.bare, ~strong, PieceType::kKing);
  put(squares.first, strong, type_of_letter(pieces[0]));
  if (pieces.size() == 2) put(squares.second, strong, type_of_letter(pieces[1]));
  builder.set_side_to_move(strong_to_move ? strong : ~strong);
  const Result<Position> position = builder.build();
  return position ? std::optional(*position) : std::nullopt;
}

struct Agreement {
  std::size_t known = 0, won = 0, known_won = 0, wrong = 0;
  std::size_t wrong_afar = 0;  ///< with no piece within three steps of the bare king

  double share() const { return static_cast<double>(known_won) / static_cast<double>(won); }
};

/// Compares the known value of every `stride`-th placement with the table.
Agreement compare(const std::string& pieces, std::size_t stride) {
  const BareKingTable table(pieces);
  Agreement agreement;
  std::size_t count = 0;
  table.for_all([&](const BareKingTable::Squares& squares) {
    if (count++ % stride != 0) return;
    for (const bool strong_to_move : {false, true}) {
      const Color strong = count % 2 == 0 ? Color::kWhite : Color::kBlack;
      const std::optional<Position> position = placed(pieces, squares, strong_to_move, strong);
      if (!position) continue;
      const std::optional<Value> value = known_endgame(*position);
      const bool won = table.plies(squares, strong_to_move) != BareKingTable::kUnknown;
      agreement.won += won ? 1 : 0;
      if (!value) continue;
      ++agreement.known;
      agreement.known_won += won ? 1 : 0;
      const Value expected_sign = !won ? 0 : strong_to_move ? 1 : -1;
      const Value sign = (*value > 0) - (*value < 0);
      const bool large = *value == 0 || std::abs(*value) >= kKnownWin;
      if (sign == expected_sign && large) continue;
      const auto near = [&](int piece) {
        return piece != BareKingTable::kNone && BareKingTable::distance(squares.bare, piece) <= 3;
      };
      agreement.wrong_afar += near(squares.first) || near(squares.second) ? 0 : 1;
      if (agreement.wrong++ < 3) {
        MESSAGE(to_fen(*position), ": ", *value,
                ", counted out: ", table.plies(squares, strong_to_move), " plies");
      }
    }
  });
  MESSAGE(pieces, ": ", agreement.known, " known, ", agreement.won, " won, of these known ",
          agreement.share(), "; ", agreement.wrong, " wrong");
  return agreement;
}

TEST_CASE("queen or rook against a bare king: known values are correct") {
  for (const char* pieces : {"Q", "R"}) {
    const Agreement agreement = compare(pieces, 1);
    CHECK(agreement.wrong == 0);
    CHECK(agreement.share() > 0.99);
  }
}

TEST_CASE(
    "two minor pieces against a bare king: known values are correct unless a piece is about to be "
    "lost" *
    doctest::test_suite("long")) {
  for (const char* pieces : {"BB", "BN"}) {
    const Agreement agreement = compare(pieces, 7);
    CHECK(agreement.wrong < agreement.known / 100);
    CHECK(agreement.wrong_afar == 0);
    CHECK(agreement.share() > 0.95);
  }
}

TEST_CASE("two knights do not win, but a mate on the board is not a draw") {
  const Agreement agreement = compare("NN", 7);
  CHECK(agreement.wrong == 0);
  CHECK(agreement.known > 0);
}

/// Keys of the positions of a game with the bare king to move.
using Seen = std::set<std::uint64_t>;

/// Alpha-beta to a fixed depth, with known endgames and mates at the leaves.
Value search(Position& position, int depth, Value alpha, Value beta, int ply) {
  const MoveList moves = legal_moves(position);
  if (moves.empty()) return position.in_check() ? mated_in(ply) : kDrawValue;
  if (depth == 0) return known_endgame(position).value_or(kDrawValue);
  for (const Move move : moves) {
    Undo undo;
    position.do_move(move, undo);
    alpha = std::max(alpha, -search(position, depth - 1, -beta, -alpha, ply + 1));
    position.undo_move(move, undo);
    if (alpha >= beta) break;
  }
  return alpha;
}

/// Counts a return to an earlier position as a draw, since it makes no progress.
Move best_move(Position& position, int depth, const Seen& seen) {
  Move best;
  Value alpha = -kInfinity;
  for (const Move move : legal_moves(position)) {
    Undo undo;
    position.do_move(move, undo);
    const Value value = seen.contains(position.key())
                            ? kDrawValue
                            : -search(position, depth - 1, -kInfinity, -alpha, 1);
    position.undo_move(move, undo);
    if (value <= alpha) continue;
    alpha = value;
    best = move;
  }
  return best;
}

int square_of_first(const Position& position, PieceType type) {
  return index(lowest(position.pieces(Color::kWhite, type)));
}

BareKingTable::Squares squares_of(const Position& position, const std::string& pieces) {
  BareKingTable::Squares squares{index(position.king(Color::kWhite)),
                                 index(position.king(Color::kBlack))};
  squares.first = square_of_first(position, type_of_letter(pieces[0]));
  if (pieces.size() == 1) return squares;
  Bitboard others = position.pieces(Color::kWhite, type_of_letter(pieces[1]));
  if (pieces[0] == pieces[1]) others &= others - 1;
  squares.second = index(lowest(others));
  return squares;
}

/// Returns the bare king's reply that delays the mate longest.
Move longest_defense(const Position& position, const std::string& pieces,
                     const BareKingTable& table) {
  Move best;
  int longest = -1;
  for (const Move move : legal_moves(position)) {
    Position after = position;
    Undo undo;
    after.do_move(move, undo);
    const bool all_there = after.pieces(Color::kWhite) == position.pieces(Color::kWhite);
    const int plies =
        all_there ? table.plies(squares_of(after, pieces), true) : BareKingTable::kUnknown;
    if (plies == BareKingTable::kUnknown) return move;
    if (plies <= longest) continue;
    longest = plies;
    best = move;
  }
  return best;
}

/// Returns White's number of moves until mate, or 50 and more without mate.
int moves_to_mate(Position position, const std::string& pieces, const BareKingTable& table,
                  int depth) {
  Undo undo;
  Seen seen;
  for (int moves = 1; moves <= 50; ++moves) {
    position.do_move(best_move(position, depth, seen), undo);
    seen.insert(position.key());
    if (legal_moves(position).empty()) return position.in_check() ? moves : 99;
    position.do_move(longest_defense(position, pieces, table), undo);
    if (std::popcount(position.pieces(Color::kWhite)) != static_cast<int>(pieces.size()) + 1)
      return 99;
  }
  return 99;
}

void check_mates(const std::string& pieces, int depth, int games) {
  const BareKingTable table(pieces);
  Rng rng(20260501);
  int longest = 0;
  for (int game = 0; game < games;) {
    const auto square = [&rng] { return static_cast<int>(rng.below(64)); };
    BareKingTable::Squares squares{square(), square(), square(),
                                   pieces.size() == 2 ? square() : BareKingTable::kNone};
    const std::optional<Position> start = placed(pieces, squares, true, Color::kWhite);
    if (!start || !known_endgame(*start) || *known_endgame(*start) < kKnownWin) continue;
    ++game;
    const int moves = moves_to_mate(*start, pieces, table, depth);
    CAPTURE(to_fen(*start));
    CHECK(moves <= 50);
    longest = std::max(longest, moves);
  }
  MESSAGE(pieces, ": mate in at most ", longest, " moves");
}

TEST_CASE(
    "with queen or rook a small search mates within fifty moves against the longest defense") {
  check_mates("Q", 4, 20);
  check_mates("R", 4, 20);
}

TEST_CASE("with two bishops a small search mates within fifty moves against the longest defense" *
          doctest::test_suite("long")) {
  check_mates("BB", 6, 2);
}

Value value_of(std::string_view fen) {
  const Position position = position_of(fen);
  const std::optional<Value> value = known_endgame(position);
  REQUIRE(value);
  REQUIRE(known_endgame(exchanged(position)) == value);
  return *value;
}

bool is_unknown(std::string_view fen) {
  const Position position = position_of(fen);
  REQUIRE(known_endgame(exchanged(position)) == known_endgame(position));
  return !known_endgame(position);
}

TEST_CASE("a bare king loses to large material, and its stalemate is a draw") {
  CHECK(value_of("8/8/8/4k3/8/8/4PPP1/RNBQKBNR w - - 0 1") > kKnownWin);
  CHECK(value_of("8/8/8/4k3/8/8/4PPP1/RNBQKBNR b - - 0 1") < -kKnownWin);
  CHECK(value_of("7k/5Q2/8/6K1/8/8/8/8 b - - 0 1") == 0);
  CHECK(value_of("k7/2Q5/8/8/8/8/8/4K3 b - - 0 1") == 0);
  CHECK(value_of("k7/8/8/8/8/8/1Q6/4K3 b - - 0 1") < -kKnownWin);
}

TEST_CASE("two minor pieces win against a bare king, except two knights and bishops of one color") {
  for (const bool white : {true, false}) {
    const std::string side = white ? " w - - 0 1" : " b - - 0 1";
    const int sign = white ? 1 : -1;
    CHECK(sign * value_of("8/8/8/4k3/8/8/8/2B1KB2" + side) > kKnownWin);
    CHECK(sign * value_of("8/8/8/4k3/8/8/8/1N2KB2" + side) > kKnownWin);
    CHECK(value_of("8/8/8/4k3/8/8/8/1N2K1N1" + side) == 0);
    CHECK(value_of("8/8/8/4k3/8/4B3/8/2B1K3" + side) == 0);
  }
}

TEST_CASE("the value is unknown if a piece is hanging") {
  CHECK(is_unknown("8/8/8/3kR3/8/8/8/K7 b - - 0 1"));
  CHECK(is_unknown("8/8/8/3kQ3/8/8/8/K7 b - - 0 1"));
  CHECK(value_of("8/8/8/3kR3/5K2/8/8/8 b - - 0 1") < -kKnownWin);
}

TEST_CASE("a known win grows with a promotion and never reaches a mate") {
  CHECK(value_of("8/P7/8/2K5/8/8/7k/8 w - - 0 1") < value_of("Q7/8/8/2K5/8/8/7k/8 w - - 0 1"));
  CHECK(value_of("8/8/8/8/8/2K5/P7/7k w - - 0 1") < value_of("8/8/8/P7/8/2K5/8/7k w - - 0 1"));
  CHECK(value_of("QQQQ4/QQQQ4/Q7/8/8/2K5/8/RRBBNN1k b - - 0 1") > -kMaxEvaluation);
}

TEST_CASE("the wrong rook pawn does not win against a king in its corner") {
  CHECK(value_of("k7/8/8/P7/8/3K4/8/4B3 w - - 0 1") == 0);  // a dark-squared bishop, a light corner
  CHECK(value_of("8/k7/8/P7/8/3K4/8/4B3 b - - 0 1") == 0);
  CHECK(value_of("k7/P7/P7/8/8/3K4/8/2B1B3 w - - 0 1") == 0);
  CHECK(is_unknown("k7/8/8/P7/8/3K4/8/3B4 w - - 0 1"));   // the right bishop
  CHECK(is_unknown("8/8/8/P4k2/8/3K4/8/4B3 w - - 0 1"));  // the king is far away
  CHECK(is_unknown("k7/8/8/PP6/8/3K4/8/4B3 w - - 0 1"));
}

TEST_CASE("the corner fortress holds against every move") {
  // White: king anywhere, pawn on the a-file, a dark-squared bishop; Black: king on a8 or next to
  // it. After every move of White, Black has a reply (or is stalemated) after which the position is
  // a known draw again, so it never ends.
  const std::vector<Square> shelter{Square::kA8, make_square(1, 7), make_square(0, 6),
                                    make_square(1, 6)};
  std::size_t positions = 0, broken = 0;
  const auto is_draw = [](const Position& position) {
    return known_endgame(position) == std::optional<Value>(kDrawValue);
  };
  const auto holds = [&](const Position& after_white) {
    const MoveList replies = legal_moves(after_white);
    if (replies.empty()) return !after_white.in_check();
    return std::any_of(replies.begin(), replies.end(), [&](Move reply) {
      Position after = after_white;
      Undo undo;
      after.do_move(reply, undo);
      return is_draw(after);
    });
  };
  for (const Square bare : shelter) {
    for (int placement = 0; placement < 64 * 64 * 6; ++placement) {
      const auto king = static_cast<Square>(placement & 63),
                 bishop = static_cast<Square>((placement >> 6) & 63);
      const Square pawn = make_square(0, 1 + (placement >> 12));
      if (((0xAA55AA55AA55AA55ULL >> index(bishop)) & 1) == 0) continue;
      PositionBuilder builder;
      builder.put(king, Piece::kWhiteKing);
      builder.put(bishop, Piece::kWhiteBishop);
      builder.put(pawn, Piece::kWhitePawn);
      builder.put(bare, Piece::kBlackKing);
      const Result<Position> position = builder.build();
      if (!position || std::popcount(position->pieces()) != 4) continue;
      ++positions;
      bool held = is_draw(*position);
      for (const Move move : legal_moves(*position)) {
        Position after = *position;
        Undo undo;
        after.do_move(move, undo);
        held = held && holds(after);
      }
      broken += held ? 0 : 1;
      if (!held && broken < 4) MESSAGE(to_fen(*position));
    }
  }
  CHECK(positions > 20000);
  CHECK(broken == 0);
}

TEST_CASE("nothing is known if both sides have material") {
  CHECK(is_unknown("8/8/3k4/8/8/8/4q3/K6R w - - 0 1"));
  CHECK(is_unknown(kStartFen));
}

}  // namespace
}  // namespace trivium::chess

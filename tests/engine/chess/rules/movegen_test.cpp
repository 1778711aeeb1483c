// Compares move generation with the slow reference of tests/contract, and tests rules that
// generators often get wrong.
#include "engine/chess/rules/movegen.h"

#include <doctest/doctest.h>
#include <set>
#include <string>

#include "engine/chess/rules/notation.h"
#include "tests/engine/chess/rules/reference_play.h"

namespace trivium::chess {
namespace {

using Texts = std::set<std::string>;

Position position(const std::string& fen) {
  const auto parsed = parse_fen(fen);
  REQUIRE_MESSAGE(parsed.has_value(), fen);
  return *parsed;
}

Texts texts(const MoveList& moves) {
  Texts found;
  for (const Move move : moves) CHECK(found.insert(testing::reference_text(move)).second);
  return found;
}

Texts moves_from(const std::string& fen, const std::string& square) {
  Texts found;
  for (const std::string& text : texts(legal_moves(position(fen)))) {
    if (text.starts_with(square)) found.insert(text);
  }
  return found;
}

bool has_move(const std::string& fen, const std::string& text) {
  return texts(legal_moves(position(fen))).contains(text);
}

TEST_CASE("in random games the legal moves and their number agree with the slow reference") {
  testing::play_beside_reference(6, 100, 11,
                                 [](const Position& here, const reference::Chess& reference) {
                                   CAPTURE(to_fen(here, FenStyle::kShredder));
                                   const MoveList moves = legal_moves(here);
                                   REQUIRE(texts(moves) == reference.legal_moves());
                                   REQUIRE(count_legal(here) == static_cast<int>(moves.size()));
                                   REQUIRE(here.in_check() == reference.in_check());
                                 });
}

TEST_CASE("16 arbitrary bits are a legal move exactly if it is in the list") {
  testing::play_beside_reference(1, 40, 12, [](const Position& here, const reference::Chess&) {
    CAPTURE(to_fen(here, FenStyle::kShredder));
    const MoveList moves = legal_moves(here);
    int legal = 0;
    for (std::uint32_t bits = 0; bits < (1U << 16); ++bits) {
      const Move move = Move::from_bits(static_cast<std::uint16_t>(bits));
      if (!is_legal(here, move)) continue;
      ++legal;
      REQUIRE(moves.contains(move));
    }
    REQUIRE(legal == static_cast<int>(moves.size()));
  });
}

TEST_CASE("noisy and quiet moves together are all moves, each once, and match their classes") {
  testing::play_beside_reference(4, 100, 13, [](const Position& here, const reference::Chess&) {
    CAPTURE(to_fen(here, FenStyle::kShredder));
    MoveList noisy, quiet;
    generate_legal(here, noisy, MoveClass::kNoisy);
    generate_legal(here, quiet, MoveClass::kQuiet);
    const MoveList all = legal_moves(here);
    REQUIRE(noisy.size() + quiet.size() == all.size());
    for (const Move move : all) {
      const bool promotion = move.kind() == Move::Kind::kPromotion;
      const bool is_noisy =
          promotion ? move.promotion() == PieceType::kQueen : is_capture(here, move);
      REQUIRE(noisy.contains(move) == is_noisy);
      REQUIRE(quiet.contains(move) == !is_noisy);
    }
  });
}

TEST_CASE("gives_check agrees with the reference after the move") {
  testing::play_beside_reference(
      2, 80, 14, [](const Position& here, const reference::Chess& reference) {
        CAPTURE(to_fen(here, FenStyle::kShredder));
        for (const Move move : legal_moves(here)) {
          CAPTURE(testing::reference_text(move));
          REQUIRE(gives_check(here, move) == reference.gives_check(testing::reference_text(move)));
        }
      });
}

TEST_CASE("moves are appended to a list") {
  const Position start = start_position();
  MoveList moves;
  moves.push(Move());
  generate_legal(start, moves);
  CHECK(moves.size() == 21);
  CHECK(moves[0] == Move());
}

TEST_CASE("the position with the most moves has 218") {
  CHECK(count_legal(position("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")) == 218);
  CHECK(legal_moves(position("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")).size() ==
        218);
}

TEST_CASE("a pawn pinned on a diagonal does not advance onto the line of another pin") {
  CHECK(moves_from("k7/8/8/8/4K1Nr/5P2/8/7b w - - 0 1", "f3").empty());
}

TEST_CASE("a pawn pinned on its file advances, one pinned on a diagonal captures its pinner only") {
  CHECK(moves_from("4r2k/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "e2") == Texts{"e2e3", "e2e4"});
  CHECK(moves_from("7k/8/8/8/8/4bp2/3P4/2K5 w - - 0 1", "d2") == Texts{"d2e3"});
}

TEST_CASE("en passant is illegal if removing both pawns exposes the king to a rook on the rank") {
  CHECK_FALSE(has_move("8/8/8/K2pP2r/8/8/8/7k w - d6 0 1", "e5d6"));
  CHECK(has_move("8/8/8/K2pP3/8/8/8/7k w - d6 0 1", "e5d6"));
}

TEST_CASE("en passant may capture the checking pawn, but not with a pinned pawn") {
  CHECK(has_move("7k/8/8/3pP3/4K3/8/8/8 w - d6 0 1", "e5d6"));
  CHECK_FALSE(has_move("4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"));
}

TEST_CASE("en passant is illegal in check by another piece") {
  CHECK_FALSE(has_move("4k3/8/8/3pP3/8/3n4/8/4K3 w - d6 0 1", "e5d6"));
}

TEST_CASE("the king may not castle through an attacked square, but the rook may") {
  CHECK(has_move("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1"));
  CHECK_FALSE(has_move("3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1"));
  CHECK_FALSE(has_move("2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1"));
  CHECK_FALSE(has_move("4k3/4r3/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1"));
}

TEST_CASE("in Chess960 a rook that shields its king on the back rank cannot castle") {
  CHECK_FALSE(has_move("4k3/8/8/8/8/8/8/qRK5 w B - 0 1", "c1b1"));
  CHECK(has_move("4k3/8/8/8/8/8/8/bRK5 w B - 0 1", "c1b1"));
}

TEST_CASE("in Chess960 the king may stay, and king and rook may swap") {
  CHECK(has_move("4k3/8/8/8/8/8/8/5RK1 w F - 0 1",
                 "g1f1"));  // far: the king goes to c1, the rook to d1
  CHECK(has_move("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1"));
  CHECK(has_move("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1"));
}

}  // namespace
}  // namespace trivium::chess

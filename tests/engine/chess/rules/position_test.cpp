// Positions: inputs that the builder rejects, and state that do_move, undo_move and the null move
// maintain.
#include "engine/chess/rules/position.h"

#include <array>
#include <cstdint>
#include <doctest/doctest.h>
#include <map>
#include <string>
#include <utility>

#include "engine/chess/rules/attacks.h"
#include "engine/chess/rules/notation.h"
#include "tests/engine/chess/rules/reference_play.h"

namespace trivium::chess {
namespace {

constexpr Square at(const char* name) { return make_square(name[0] - 'a', name[1] - '1'); }

/// Kings on e1 and e8, White to move.
PositionBuilder two_kings() {
  PositionBuilder builder;
  builder.put(at("e1"), Piece::kWhiteKing);
  builder.put(at("e8"), Piece::kBlackKing);
  return builder;
}

std::string refusal(const PositionBuilder& builder) {
  const auto built = builder.build();
  return built ? "" : built.error().message;
}

/// Returns the same position built from scratch.
Position rebuilt(const Position& position) {
  PositionBuilder builder;
  for (int square = 0; square < 64; ++square)
    builder.put(static_cast<Square>(square), position.piece_on(static_cast<Square>(square)));
  builder.set_side_to_move(position.side_to_move());
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    for (const bool king_side : {true, false}) {
      if (position.castling_rook(color, king_side) != Square::kNone)
        builder.allow_castling(color, position.castling_rook(color, king_side));
    }
  }
  builder.set_en_passant(position.en_passant());
  builder.set_halfmove_clock(position.halfmove_clock());
  builder.set_fullmove_number(position.fullmove_number());
  return *builder.build();
}

void check_same(const Position& a, const Position& b) {
  REQUIRE(a == b);
  REQUIRE(a.key() == b.key());
  REQUIRE(a.checkers() == b.checkers());
  REQUIRE(a.orthogonal_pins() == b.orthogonal_pins());
  REQUIRE(a.diagonal_pins() == b.diagonal_pins());
  for (int type = 0; type < kPieceTypes; ++type)
    REQUIRE(a.pieces(static_cast<PieceType>(type)) == b.pieces(static_cast<PieceType>(type)));
  for (const Color color : {Color::kWhite, Color::kBlack})
    REQUIRE(a.pieces(color) == b.pieces(color));
}

TEST_CASE("the keys of pawns and of each side's pieces depend on these only") {
  const auto position = [](const char* fen) { return *parse_fen(fen); };
  const Position here = position("4k3/pp6/8/8/8/8/1P6/R3K2N w Q - 0 1");
  const Position rook_moved = position("4k3/pp6/8/8/8/8/1P6/1R2K2N b - - 5 9");
  const Position pawn_moved = position("4k3/pp6/8/8/8/1P6/8/R3K2N w Q - 0 1");
  const Position turned = position("r3k2n/1p6/8/8/8/8/PP6/4K3 b q - 0 1");
  CHECK(rook_moved.pawn_key() == here.pawn_key());
  CHECK(rook_moved.piece_key(Color::kWhite) != here.piece_key(Color::kWhite));
  CHECK(rook_moved.piece_key(Color::kBlack) == here.piece_key(Color::kBlack));
  CHECK(pawn_moved.pawn_key() != here.pawn_key());
  CHECK(pawn_moved.piece_key(Color::kWhite) == here.piece_key(Color::kWhite));
  CHECK(turned.pawn_key() != here.pawn_key());
  // A piece on the last square of the board differs by its type, too.
  CHECK(position("4k2N/8/8/8/8/8/8/4K3 w - - 0 1").piece_key(Color::kWhite) !=
        position("4k2B/8/8/8/8/8/8/4K3 w - - 0 1").piece_key(Color::kWhite));
}

TEST_CASE("no two pawn structures of many games share a key") {
  std::map<std::uint64_t, std::pair<Bitboard, Bitboard>> seen;
  testing::play_beside_reference(20, 60, 22, [&](const Position& here, const reference::Chess&) {
    const std::pair pawns(here.pieces(Color::kWhite, PieceType::kPawn),
                          here.pieces(Color::kBlack, PieceType::kPawn));
    REQUIRE(seen.emplace(here.pawn_key(), pawns).first->second == pawns);
  });
  CHECK(seen.size() > 1000);
}

TEST_CASE(
    "after every move the incremental state equals that of a fresh position, and undo restores "
    "it") {
  testing::play_beside_reference(2, 80, 21, [](const Position& here, const reference::Chess&) {
    CAPTURE(to_fen(here, FenStyle::kShredder));
    check_same(here, rebuilt(here));
    Position position = here;
    for (const Move move : legal_moves(here)) {
      Undo undo;
      position.do_move(move, undo);
      check_same(position, rebuilt(position));
      position.undo_move(move, undo);
      check_same(position, here);
    }
  });
}

TEST_CASE("a null move passes the turn and can be undone") {
  testing::play_beside_reference(2, 60, 22, [](const Position& here, const reference::Chess&) {
    if (here.in_check()) return;
    Position position = here;
    Undo undo;
    position.do_null_move(undo);
    CHECK(position.side_to_move() == ~here.side_to_move());
    CHECK(position.en_passant() == Square::kNone);
    check_same(position, rebuilt(position));
    position.undo_null_move(undo);
    check_same(position, here);
  });
}

TEST_CASE("the counters count moves of Black and plies since a capture or pawn move") {
  Position position = *parse_fen("4k3/8/8/3p4/8/4P3/8/R3K3 w - - 7 30");
  Undo undo;
  position.do_move(Move(at("a1"), at("a5")), undo);
  CHECK(position.halfmove_clock() == 8);
  CHECK(position.fullmove_number() == 30);
  position.do_move(Move(at("e8"), at("e7")), undo);
  CHECK(position.halfmove_clock() == 9);
  CHECK(position.fullmove_number() == 31);
  position.do_move(Move(at("a5"), at("d5")), undo);
  CHECK(position.halfmove_clock() == 0);
  position.do_move(Move(at("e7"), at("e6")), undo);
  position.do_move(Move(at("e3"), at("e4")), undo);
  CHECK(position.halfmove_clock() == 0);
}

TEST_CASE("castling rights end if king or rook moves, or the rook is captured") {
  Position position = *parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  Undo undo;
  position.do_move(Move(at("a1"), at("a8")), undo);
  CHECK(position.castling_rook(Color::kWhite, false) == Square::kNone);
  CHECK(position.castling_rook(Color::kWhite, true) == at("h1"));
  CHECK(position.castling_rook(Color::kBlack, false) == Square::kNone);
  CHECK(position.castling_rook(Color::kBlack, true) == at("h8"));
  position.do_move(Move(at("e8"), at("e7")), undo);
  CHECK(position.castling_rook(Color::kBlack, true) == Square::kNone);
}

TEST_CASE("an en passant square is kept only if a pawn can legally capture") {
  PositionBuilder builder = two_kings();
  builder.put(at("d5"), Piece::kBlackPawn);
  builder.set_en_passant(at("d6"));
  CHECK(builder.build()->en_passant() == Square::kNone);
  builder.put(at("e5"), Piece::kWhitePawn);
  CHECK(builder.build()->en_passant() == at("d6"));
  builder.put(at("e7"), Piece::kBlackRook);  // pins the pawn
  CHECK(builder.build()->en_passant() == Square::kNone);
  builder.put(at("e7"), Piece::kNone);
  builder.put(at("d7"), Piece::kBlackKnight);  // the pawn cannot have come from there
  CHECK(builder.build()->en_passant() == Square::kNone);
}

TEST_CASE("the builder rejects wrong kings, pawns and checks") {
  PositionBuilder none;
  CHECK(refusal(none) == "no white king");
  none.put(at("e1"), Piece::kWhiteKing);
  CHECK(refusal(none) == "no black king");

  PositionBuilder two = two_kings();
  two.put(at("a1"), Piece::kWhiteKing);
  CHECK(refusal(two) == "two white kings");

  for (const char* square : {"a1", "h8"}) {
    PositionBuilder pawn = two_kings();
    pawn.put(at(square), Piece::kBlackPawn);
    CHECK(refusal(pawn) == "a pawn on the first or last rank");
  }

  PositionBuilder check = two_kings();
  check.put(at("e5"), Piece::kWhiteRook);
  CHECK(refusal(check) == "the side not to move is in check");
  check.set_side_to_move(Color::kBlack);
  CHECK(refusal(check).empty());

  PositionBuilder adjacent;
  adjacent.put(at("e1"), Piece::kWhiteKing);
  adjacent.put(at("e2"), Piece::kBlackKing);
  CHECK(refusal(adjacent) == "the side not to move is in check");
}

TEST_CASE(
    "the builder rejects more pieces than a game can have, which limits the number of moves") {
  PositionBuilder queens = two_kings();
  for (int file = 0; file < 8; ++file) queens.put(make_square(file, 3), Piece::kWhiteQueen);
  queens.set_side_to_move(Color::kBlack);
  queens.put(at("e4"), Piece::kWhitePawn);
  CHECK(refusal(queens).empty());
  queens.put(at("e4"), Piece::kWhiteQueen);
  queens.put(at("e3"), Piece::kWhitePawn);
  queens.put(at("d3"), Piece::kWhitePawn);
  queens.set_side_to_move(Color::kWhite);
  queens.put(at("e7"), Piece::kBlackPawn);
  CHECK(refusal(queens) == "more than 8 white pawns and promoted pieces");

  PositionBuilder crowd = two_kings();
  for (int file = 0; file < 8; ++file) {
    crowd.put(make_square(file, 5), Piece::kBlackPawn);
    crowd.put(make_square(file, 6), Piece::kBlackRook);
  }
  CHECK(refusal(crowd) == "more than 16 black pieces");
}

TEST_CASE("the builder rejects castling without its king or rook, or twice on one side") {
  PositionBuilder missing = two_kings();
  missing.allow_castling(Color::kWhite, at("h1"));
  CHECK(refusal(missing) == "white castling: a castling rook is not on its square");

  PositionBuilder away = two_kings();
  away.put(at("h2"), Piece::kWhiteRook);
  away.allow_castling(Color::kWhite, at("h2"));
  CHECK(refusal(away) == "white castling: a castling rook is not on its square");

  PositionBuilder walked;
  walked.put(at("e2"), Piece::kWhiteKing);
  walked.put(at("h1"), Piece::kWhiteRook);
  walked.put(at("e8"), Piece::kBlackKing);
  walked.allow_castling(Color::kWhite, at("h1"));
  CHECK(refusal(walked) == "white castling: the king is not on its back rank");

  PositionBuilder twice = two_kings();
  for (const char* square : {"g8", "h8"}) {
    twice.put(at(square), Piece::kBlackRook);
    twice.allow_castling(Color::kBlack, at(square));
  }
  CHECK(refusal(twice) == "black castling: two rooks on one side");
}

TEST_CASE("castling with different rooks gives different keys") {
  const auto key = [](const char* rook) {
    PositionBuilder builder = two_kings();
    builder.put(at("g1"), Piece::kWhiteRook);
    builder.put(at("h1"), Piece::kWhiteRook);
    builder.allow_castling(Color::kWhite, at(rook));
    return builder.build()->key();
  };
  CHECK(key("g1") != key("h1"));
}

TEST_CASE("attackers_to sees both colors, and through removed pieces") {
  const Position position = *parse_fen("4k3/4r3/8/4q3/8/3P1N2/4R3/4R1K1 w - - 0 1");
  const Bitboard all = position.pieces();
  CHECK(position.attackers_to(at("e4"), all) == (bit(at("d3")) | bit(at("e2")) | bit(at("e5"))));
  CHECK(position.attackers_to(at("e4"), all & ~bit(at("e5")) & ~bit(at("e2"))) ==
        (bit(at("d3")) | bit(at("e2")) | bit(at("e5")) | bit(at("e1")) | bit(at("e7"))));
  CHECK(position.attackers_to(at("e5"), all) == (bit(at("f3")) | bit(at("e2")) | bit(at("e7"))));
}

TEST_CASE("the counters stop at the maximum of a FEN, and undo restores them") {
  Position position = *parse_fen("7k/8/8/8/8/8/8/K7 b - - 9998 9998");
  const Position before = position;
  std::array<Undo, 5> undos;
  const std::array<Move, 4> moves{Move(at("h8"), at("h7")), Move(at("a1"), at("a2")),
                                  Move(at("h7"), at("h8")), Move(at("a2"), at("a1"))};
  for (std::size_t i = 0; i < moves.size(); ++i) position.do_move(moves[i], undos[i]);
  CHECK(to_fen(position) == "7k/8/8/8/8/8/8/K7 b - - 9999 9999");
  position.do_null_move(undos[4]);
  CHECK(to_fen(position) == "7k/8/8/8/8/8/8/K7 w - - 9999 9999");
  position.undo_null_move(undos[4]);
  for (std::size_t i = moves.size(); i-- > 0;) position.undo_move(moves[i], undos[i]);
  CHECK(position == before);
}

TEST_CASE("sliders attack up to the first piece on each line, in every kernel") {
  Rng rng(23);
  for (int i = 0; i < 20000; ++i) {
    const Square square = static_cast<Square>(rng.below(64));
    const Bitboard occupied = rng() & rng();
    Bitboard rook = 0, bishop = 0;
    for (int across = -1; across <= 1; ++across) {
      for (int up = -1; up <= 1; ++up) {
        if (across == 0 && up == 0) continue;
        Bitboard& attacks = across == 0 || up == 0 ? rook : bishop;
        for (int file = file_of(square) + across, rank = rank_of(square) + up;
             file >= 0 && file < 8 && rank >= 0 && rank < 8; file += across, rank += up) {
          attacks |= bit(make_square(file, rank));
          if ((occupied & bit(make_square(file, rank))) != 0) break;
        }
      }
    }
    REQUIRE(rook_attacks(square, occupied) == rook);
    REQUIRE(bishop_attacks(square, occupied) == bishop);
    REQUIRE(queen_attacks(square, occupied) == (rook | bishop));
  }
}

}  // namespace
}  // namespace trivium::chess

// FEN, X-FEN and Shredder-FEN: reading, writing, and the message for each mistake.
#include <doctest/doctest.h>
#include <string>
#include <utility>
#include <vector>

#include "engine/chess/rules/notation.h"
#include "engine/core/text.h"
#include "tests/engine/chess/rules/position_of.h"
#include "tests/engine/chess/rules/random_games.h"

namespace trivium::chess {
namespace {

std::string rewritten(std::string_view fen, FenStyle style = FenStyle::kXFen) {
  return to_fen(position_of(fen), style);
}

}  // namespace

TEST_CASE("the start position has the pieces, rights and counters of its FEN") {
  const Position position = start_position();
  CHECK(position.piece_on(Square::kA1) == Piece::kWhiteRook);
  CHECK(position.piece_on(make_square(4, 7)) == Piece::kBlackKing);
  CHECK(position.side_to_move() == Color::kWhite);
  CHECK(position.castling_rook(Color::kBlack, false) == Square::kA8);
  CHECK(position.fullmove_number() == 1);
  CHECK_FALSE(position.chess960());
  CHECK(to_fen(position) == kStartFen);
}

TEST_CASE("the counters may be missing or dashes, and are then 0 and 1") {
  const std::string_view whole = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
  CHECK(rewritten("4k3/8/8/8/8/8/4P3/4K3 w - -") == whole);
  CHECK(rewritten("4k3/8/8/8/8/8/4P3/4K3 w - - - -") == whole);
  CHECK(rewritten("4k3/8/8/8/8/8/4P3/4K3 w - - 7") == "4k3/8/8/8/8/8/4P3/4K3 w - - 7 1");
  CHECK(rewritten("4k3/8/8/8/8/8/4P3/4K3 w - - 0 0") == whole);
}

TEST_CASE("blanks around and between the fields do not matter") {
  CHECK(rewritten("  4k3/8/8/8/8/8/4P3/4K3   b\t-  - 3 40 \r") ==
        "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40");
}

TEST_CASE("an en passant square is kept only if a pawn can legally capture there") {
  CHECK(rewritten("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1") ==
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  const std::string_view kept = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3";
  CHECK(rewritten(kept) == kept);
  // Both pawns would leave the fifth rank and open it to the rook's check.
  CHECK(rewritten("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2") == "8/8/8/K2pP2r/8/8/8/4k3 w - - 0 2");
}

TEST_CASE("KQkq mean the outermost rook; an inner one is written with its file") {
  const Position inner = position_of("k7/8/8/8/8/8/8/1K2R1R1 w E - 0 1");
  CHECK(inner.castling_rook(Color::kWhite, true) == make_square(4, 0));
  CHECK(to_fen(inner) == "k7/8/8/8/8/8/8/1K2R1R1 w E - 0 1");
  const Position outer = position_of("k7/8/8/8/8/8/8/1K2R1R1 w K - 0 1");
  CHECK(outer.castling_rook(Color::kWhite, true) == make_square(6, 0));
  CHECK(to_fen(outer) == "k7/8/8/8/8/8/8/1K2R1R1 w K - 0 1");
  CHECK(to_fen(outer, FenStyle::kShredder) == "k7/8/8/8/8/8/8/1K2R1R1 w G - 0 1");
}

TEST_CASE("Shredder-FEN writes every rook with its file") {
  CHECK(rewritten(kStartFen, FenStyle::kShredder) ==
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
  CHECK(rewritten("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1") == kStartFen);
  CHECK(rewritten("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9") ==
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9");
}

TEST_CASE("castling from non-orthodox squares makes a Chess960 position") {
  CHECK(position_of("4k3/8/8/8/8/8/8/1K4R1 w G - 0 1").chess960());
  CHECK_FALSE(position_of("4k3/8/8/8/8/8/8/1K4R1 w - - 0 1").chess960());
  CHECK_FALSE(position_of("4k3/8/8/8/8/8/8/4K2R w H - 0 1").chess960());
}

TEST_CASE("castling rights without a king or rook in place are dropped and named in the note") {
  struct Case {
    std::string_view fen, rights, dropped;
  };
  const std::vector<Case> cases{
      {"2r5/5p1k/p4b2/2Rp1pr1/1Pn1q3/2P3PP/P4P2/2RQ2K1 b KQkq - 0 1", "-", "'KQkq'"},
      {"4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "K", "'Q'"},
      {"rnbqkbnr/pppppppp/8/8/8/5BN1/PPPPPPPP/RNBQ1RK1 b HQkq - 0 1", "kq", "'HQ'"},
      {"r3k2r/8/8/8/8/8/8/4K3 w KQkq - 0 1", "kq", "'KQ'"},
      {"r4rk1/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "KQ", "'kq'"},
      {"4k3/8/8/8/8/8/4K3/7R w K - 0 1", "-", "'K'"},
      {"4k3/8/8/8/8/8/8/4K2R w B - 0 1", "-", "'B'"},
      {"4k3/8/8/8/8/8/4K3/R6R w HAha - 0 1", "-", "'HAha'"},
      {"4k3/8/8/8/8/8/8/1R2K3 w GB - 0 1", "Q", "'G'"},        // the rook's file is given: Chess960
      {"4k3/8/8/8/8/8/8/1R2K3 w KQ - 0 1", "-", "'KQ'"},       // the rook's file is not given
      {"4k3/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", "KQ", "'kq'"},  // Chess960, no black rooks
      {"n3k2b/8/8/8/8/8/8/4K2q w Kkq - 0 1", "-", "'Kkq'"},    // other pieces, an enemy in a corner
      {"R3K2R/8/8/8/8/8/8/r3k2r w KQkq - 0 1", "-", "'KQkq'"},
  };
  for (const auto& [fen, rights, dropped] : cases) {
    CAPTURE(fen);
    std::string note = "before";
    const Result<Position> position = parse_fen(fen, &note);
    REQUIRE_MESSAGE(position.has_value(), (position ? "" : position.error().message));
    const std::string read = to_fen(*position);
    std::string_view rest = read;
    for (int field = 0; field < 2; ++field) trivium::text::take_word(rest);
    CHECK(trivium::text::take_word(rest) == rights);
    CHECK(note.find(dropped) != std::string::npos);
  }
  std::string note = "before";
  REQUIRE(parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", &note).has_value());
  CHECK(note.empty());
}

TEST_CASE("an invalid FEN is rejected with the field and the cause") {
  const std::vector<std::pair<std::string_view, std::string_view>> cases{
      {"", "FEN: board: the text is empty"},
      {"8/8/8/8 w - - 0 1", "FEN: board: only 4 of 8 ranks"},
      {"4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "FEN: board: more than 8 ranks"},
      {"4k3/8/8/8/7/8/8/4K3 w - - 0 1", "FEN: board: rank 4 has fewer than 8 squares"},
      {"4k3/8/8/8/8p/8/8/4K3 w - - 0 1", "FEN: board: rank 4 has more than 8 squares"},
      {"4k3/8/8/8/8/9/8/4K3 w - - 0 1", "FEN: board: '9' is not a piece"},
      {"4k3/8/8/3X4/8/8/8/4K3 w - - 0 1", "FEN: board: 'X' is not a piece"},
      {"4k3/8/8/8/8/8/8/4K3", "FEN: side to move: '' is neither 'w' nor 'b'"},
      {"4k3/8/8/8/8/8/8/4K3 white - - 0 1", "FEN: side to move: 'white' is neither 'w' nor 'b'"},
      {"4k3/8/8/8/8/8/8/4K3 w", "FEN: castling: the field is missing"},
      {"4k3/8/8/8/8/8/8/4K2R w KX - 0 1", "FEN: castling: 'X' is none of KQkq, A-H, a-h"},
      {"4k3/8/8/8/8/8/8/4K2R w KH - 0 1",
       "FEN: castling: 'H' gives a second right on the same side"},
      {"4k3/8/8/8/8/8/8/4K3 w -", "FEN: en passant: the field is missing"},
      {"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "FEN: en passant: 'e9' is neither a square nor '-'"},
      {"4k3/8/8/8/8/8/8/4K3 w - e3 0 1",
       "FEN: en passant: 'e3' is not on rank 6, where White takes"},
      {"4k3/8/8/8/8/8/8/4K3 w - - x 1", "FEN: half-move clock: 'x' is not a number from 0 to 9999"},
      {"4k3/8/8/8/8/8/8/4K3 w - - -1 1",
       "FEN: half-move clock: '-1' is not a number from 0 to 9999"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999",
       "FEN: move number: '99999999999' is not a number from 0 to 9999"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves", "FEN: end: 'moves' after the sixth field"},
  };
  for (const auto& [fen, message] : cases) {
    CAPTURE(fen);
    const Result<Position> position = parse_fen(fen);
    REQUIRE_FALSE(position.has_value());
    CHECK(position.error().message == message);
  }
}

TEST_CASE("an illegal position is rejected, even if its FEN is well-formed") {
  for (const std::string_view fen :
       {"8/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/3KK3 w - - 0 1",
        "4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1"}) {
    CAPTURE(fen);
    const Result<Position> position = parse_fen(fen);
    REQUIRE_FALSE(position.has_value());
    CHECK(position.error().message.starts_with("FEN: position: "));
  }
}

TEST_CASE("unprintable bytes do not reach the error message") {
  const Result<Position> position = parse_fen("4k3/8/8/8/8/8/8/4K3 w - - \xff\n 1");
  REQUIRE_FALSE(position.has_value());
  CHECK(position.error().message == "FEN: half-move clock: '?' is not a number from 0 to 9999");
}

TEST_CASE("every position of random games is equal after writing and reading, in both styles") {
  std::uint64_t seed = 1;
  for (const Position& start : testing::varied_starts()) {
    testing::for_random_positions(start, 20, seed += 100, [](const Position& position) {
      for (const FenStyle style : {FenStyle::kXFen, FenStyle::kShredder}) {
        Position read = position_of(to_fen(position, style));
        read.set_chess960(position.chess960());
        CHECK(read == position);
        CHECK(read.key() == position.key());
      }
    });
  }
}

}  // namespace trivium::chess

// Moves in UCI notation, orthodox and Chess960.
#include <doctest/doctest.h>
#include <string>
#include <utility>
#include <vector>

#include "engine/chess/rules/notation.h"
#include "tests/engine/chess/rules/random_games.h"

namespace trivium::chess {
namespace {

Move uci(const Position& position, std::string_view text) {
  const Result<Move> move = parse_uci_move(position, text);
  REQUIRE_MESSAGE(move.has_value(), (move ? "" : move.error().message));
  return *move;
}

}  // namespace

TEST_CASE("a move is its two squares; a promotion adds the piece in lower case") {
  const Position position = *parse_fen("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1");
  CHECK(uci(position, "e2f3").to() == make_square(5, 2));
  CHECK(uci(position, "b7a8n").promotion() == PieceType::kKnight);
  CHECK(uci(position, "b7a8Q").promotion() == PieceType::kQueen);
  CHECK(to_uci(position, uci(position, "b7b8r")) == "b7b8r");
  CHECK(to_uci(position, Move()) == "0000");
}

TEST_CASE("orthodox castling is the king's two-square move, and is also read as king takes rook") {
  const Position position = *parse_fen("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
  const Move short_castling = uci(position, "e8g8");
  CHECK(short_castling.kind() == Move::Kind::kCastling);
  CHECK(short_castling.to() == Square::kH8);
  CHECK(uci(position, "e8h8") == short_castling);
  CHECK(to_uci(position, short_castling) == "e8g8");
  CHECK(to_uci(position, uci(position, "e8a8")) == "e8c8");
}

TEST_CASE(
    "Chess960 castling is king takes rook, and is also read as the king's move if that is not "
    "another move") {
  Position position = *parse_fen("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
  position.set_chess960(true);
  CHECK(to_uci(position, uci(position, "e8h8")) == "e8h8");
  CHECK(to_uci(position, uci(position, "e8g8")) == "e8h8");
  CHECK(to_uci(position, uci(position, "e8c8")) == "e8a8");
}

TEST_CASE("a king next to its castling square steps there; castling is king takes rook") {
  const Position position = *parse_fen("4k3/8/8/8/8/8/8/5K1R w K - 0 1");
  REQUIRE(position.chess960());
  CHECK(uci(position, "f1g1").kind() == Move::Kind::kNormal);
  CHECK(uci(position, "f1h1").kind() == Move::Kind::kCastling);
}

TEST_CASE("an error states why a move is rejected") {
  const Position position = *parse_fen("4k3/P7/8/8/8/8/8/R3K3 w Q - 0 1");
  const std::vector<std::pair<std::string_view, std::string_view>> cases{
      {"e2e4", "UCI move 'e2e4': e2 is empty"},
      {"e8e7", "UCI move 'e8e7': the piece on e8 is not on move"},
      {"e1e3", "UCI move 'e1e3': not legal here"},
      {"e1g1", "UCI move 'e1g1': not legal here"},
      {"a7a8", "UCI move 'a7a8': a promotion needs its piece: q, r, b or n"},
      {"a7a8k", "UCI move 'a7a8k': the fifth character must be q, r, b or n"},
      {"e1e2q", "UCI move 'e1e2q': not legal here"},
      {"i1e2", "UCI move 'i1e2': must be two squares, as in e2e4"},
      {"0000", "UCI move '0000': must be two squares, as in e2e4"},
      {"e1", "UCI move 'e1': must be 4 or 5 characters, as in e2e4 or e7e8q"},
      {"", "UCI move '': must be 4 or 5 characters, as in e2e4 or e7e8q"},
  };
  for (const auto& [text, message] : cases) {
    const Result<Move> move = parse_uci_move(position, text);
    REQUIRE_FALSE(move.has_value());
    CHECK(move.error().message == message);
  }
}

TEST_CASE("every legal move of random games is equal after writing and reading") {
  std::uint64_t seed = 1;
  for (Position start : testing::varied_starts()) {
    for (int style = 0; style < 2; ++style) {
      testing::for_random_positions(start, 5, seed += 100, [](const Position& position) {
        for (const Move move : legal_moves(position))
          CHECK(uci(position, to_uci(position, move)) == move);
      });
      start.set_chess960(true);
    }
  }
}

}  // namespace trivium::chess

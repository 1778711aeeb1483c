// Packed positions: everything is restored, and bytes that are not a position are rejected.
#include "learning/records/packed_position.h"

#include <doctest/doctest.h>
#include <string>

#include "engine/chess/rules/notation.h"
#include "tests/learning/tdleaf/support.h"

using namespace trivium::learning::records;
using namespace trivium::learning::tdleaf;
using namespace trivium;

namespace {

std::string unpacking_fault(const PackedPosition& packed) {
  const Result<chess::Position> position = unpack(packed);
  return position ? std::string() : position.error().message;
}

}  // namespace

TEST_CASE("a position is restored with castling, en passant and counters") {
  for (const char* fen : {
           "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
           "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 345",
           "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
           "8/5k2/8/8/8/8/2K5/8 w - - 9999 9999",
           "1r2kr2/8/8/8/8/8/8/1R2KR2 w FBfb - 3 9",
       }) {
    CAPTURE(fen);
    const chess::Position position = test::position_of(fen);
    const Result<chess::Position> back = unpack(pack(position));
    REQUIRE(back);
    CHECK(*back == position);
    CHECK(chess::to_fen(*back) == chess::to_fen(position));
    CHECK(back->key() == position.key());
  }
}

TEST_CASE("the castling style of Chess960 is kept if the squares do not determine it") {
  chess::Position position = chess::start_position();
  position.set_chess960(true);
  CHECK(unpack(pack(position))->chess960());
  position.set_chess960(false);
  CHECK_FALSE(unpack(pack(position))->chess960());
}

TEST_CASE("all positions of random games are restored") {
  for (const SearchedGame& game : test::random_games(20)) {
    chess::Position position = game.start;
    chess::Undo undo;
    for (const SearchedPosition& searched : game.positions) {
      position.do_move(searched.played, undo);
      const Result<chess::Position> back = unpack(pack(position));
      REQUIRE(back);
      CHECK(*back == position);
    }
  }
}

TEST_CASE("bytes that are not a position are rejected with the reason") {
  const PackedPosition good = pack(chess::start_position());
  PackedPosition bad = good;
  bad[3] = std::byte{1};  // a 33rd piece
  CHECK(unpacking_fault(bad) == "33 pieces");
  bad = good;
  bad[8] = std::byte{0xFF};
  CHECK(unpacking_fault(bad) == "a piece of code 15");
  bad = good;
  bad[24] |= std::byte{0x80};
  CHECK(unpacking_fault(bad) == "unknown flags");
  bad = good;
  bad[25] = std::byte{0x30};
  CHECK(unpacking_fault(bad).find("castling") != std::string::npos);
  bad = good;
  bad[27] = std::byte{65};
  CHECK(unpacking_fault(bad) == "en passant on square 65");
  bad = good;
  bad[29] = std::byte{0xFF};
  CHECK(unpacking_fault(bad) == "a counter that is too large");
  CHECK_FALSE(unpacking_fault(PackedPosition{}).empty());
}

TEST_CASE("unpacking any bytes gives a position or a reason") {
  Rng rng(5);
  for (int i = 0; i < 20'000; ++i) {
    PackedPosition bytes = pack(chess::start_position());
    for (int change = 0; change < 3; ++change)
      bytes[rng.below(32)] = static_cast<std::byte>(rng.below(256));
    const Result<chess::Position> position = unpack(bytes);
    if (position) CHECK(unpack(pack(*position)).has_value());
  }
}

// Standard algebraic notation: minimal on output, tolerant on input.
#include <doctest/doctest.h>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/chess/rules/notation.h"
#include "tests/engine/chess/rules/position_of.h"
#include "tests/engine/chess/rules/random_games.h"

namespace trivium::chess {
namespace {

/// Returns our SAN of a move in UCI notation.
std::string san(const Position& position, std::string_view uci) {
  const Result<Move> move = parse_uci_move(position, uci);
  REQUIRE_MESSAGE(move.has_value(), (move ? "" : move.error().message));
  return to_san(position, *move);
}

/// Parses a SAN move and returns it in UCI notation.
std::string read(const Position& position, std::string_view text) {
  const Result<Move> move = parse_san(position, text);
  REQUIRE_MESSAGE(move.has_value(), (move ? "" : move.error().message));
  return to_uci(position, *move);
}

std::string refusal(const Position& position, std::string_view text) {
  const Result<Move> move = parse_san(position, text);
  REQUIRE_FALSE(move.has_value());
  return move.error().message;
}

}  // namespace

TEST_CASE("pawn moves are written with their target, captures with the file of origin") {
  const Position position = position_of("4k3/P5P1/8/2pP4/8/8/4P3/4K3 w - c6 0 1");
  CHECK(san(position, "e2e4") == "e4");
  CHECK(san(position, "d5c6") == "dxc6");
  CHECK(san(position, "a7a8r") == "a8=R+");
  CHECK(san(position, "g7g8n") == "g8=N");
}

TEST_CASE(
    "a piece move names its file, else its rank, else both, if a second piece of its type can go "
    "there") {
  CHECK(san(position_of("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1"), "b1d2") == "Nd2");
  CHECK(san(position_of("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"), "b1d2") == "Nbd2");
  CHECK(san(position_of("4k3/8/8/8/8/1N6/8/1N2K3 w - - 0 1"), "b3d2") == "N3d2");
  CHECK(san(position_of("2k5/8/8/8/7Q/8/8/K6Q w - - 0 1"), "h4e1") == "Q4e1");
  CHECK(san(position_of("2k5/8/8/8/4Q2Q/8/8/K6Q w - - 0 1"), "h4e1") == "Qh4e1");
}

TEST_CASE("a pinned piece does not make another move ambiguous") {
  CHECK(san(position_of("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1"), "g1e2") == "Ne2");
}

TEST_CASE("check and mate have signs") {
  CHECK(san(position_of("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), "a1a8") == "Ra8+");
  CHECK(san(position_of("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"), "a1a8") == "Ra8#");
  CHECK(san(position_of("8/8/8/8/8/5k2/8/R3K2r w Q - 0 1"), "e1d2") == "Kd2");
}

TEST_CASE("castling is written with letters, also if it gives check or mate") {
  CHECK(san(position_of("5k2/8/8/8/8/8/8/4K2R w K - 0 1"), "e1g1") == "O-O+");
  CHECK(san(position_of("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1"), "e1c1") == "O-O-O+");
  CHECK(san(position_of("4k3/8/8/8/8/8/8/RK6 w A - 0 1"), "b1a1") == "O-O-O");
}

TEST_CASE("castling is read with letters or zeros, with or without dashes and signs") {
  const Position position = position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  for (const char* text : {"O-O", "0-0", "o-o", "OO", "O-O+", "0-0!?", "e1g1", "e1h1"})
    CHECK(read(position, text) == "e1g1");
  for (const char* text : {"O-O-O", "0-0-0", "OOO", "O-O-O#"})
    CHECK(read(position, text) == "e1c1");
}

TEST_CASE("signs, marks and capture signs may be missing or superfluous") {
  const Position position = position_of("4k3/8/3p4/4N3/8/8/8/4K3 w - - 0 1");
  for (const char* text : {"Ng6", "Nxg6", "Ng6+", "Ng6#", "Ng6!", "Ng6 +", "Ng6?!", "Neg6", "N5g6",
                           "Ne5g6", "Ne5-g6", "Ne5xg6", "e5g6", "e5-g6"}) {
    CHECK(read(position, text) == "e5g6");
  }
  const Position pawns = position_of("4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1");
  for (const char* text :
       {"dxc6", "dc6", "d5xc6", "d5c6", "dxc6e.p.", "dxc6 e.p.", "d:c6", "Pdxc6", "c6"})
    CHECK(read(pawns, text) == "d5c6");
}

TEST_CASE("a promotion is read in every common form") {
  const Position position = position_of("3n4/4P3/8/8/8/8/8/k3K3 w - - 0 1");
  for (const char* text :
       {"e8=Q", "e8Q", "e8(Q)", "e8/Q", "e8=Q+", "e8q", "e7e8q", "e7-e8=Q", "Pe8=Q"})
    CHECK(read(position, text) == "e7e8q");
  for (const char* text : {"exd8=B", "exd8B", "ed8b", "e7xd8=B"})
    CHECK(read(position, text) == "e7d8b");
}

TEST_CASE("a letter b is a pawn's file, B the bishop") {
  const Position position = position_of("4k3/8/8/8/8/2n5/1P1B4/4K3 w - - 0 1");
  CHECK(read(position, "bxc3") == "b2c3");
  CHECK(read(position, "Bxc3") == "d2c3");
}

TEST_CASE("figurines of either color are pieces, also with variation selectors") {
  const Position position = position_of("7k/8/8/8/2B1Q3/2N5/P2P4/R3K3 w Q - 0 1");
  const std::vector<std::pair<std::string_view, std::string_view>> cases{
      {"\u2654f1", "e1f1"},       {"\u2655e6", "e4e6"},        {"\u2656b1", "a1b1"},
      {"\u2657d5", "c4d5"},       {"\u2658d5", "c3d5"},        {"\u2659d4", "d2d4"},
      {"\u265Af1", "e1f1"},       {"\u265Be6", "e4e6"},        {"\u265Cb1", "a1b1"},
      {"\u265Dd5", "c4d5"},       {"\u265Ed5", "c3d5"},        {"\u265Fd4", "d2d4"},
      {"\u265F\uFE0Ed4", "d2d4"}, {"\u2658\uFE0Fe2+", "c3e2"},
  };
  for (const auto& [text, uci] : cases) {
    CAPTURE(text);
    CHECK(read(position, text) == uci);
  }
  const Position captures = position_of("3rk3/8/8/8/8/8/8/3QK2R w K - 0 1");
  for (const char* text : {"\u2655\u00D7d8\u2020", "\u265Bxd8+", "Q\u00D7d8", "\u2655d1\u2013d8",
                           "\u2655:d8\u203C", "\u2655\uFE0Exd8 \u00B1"})
    CHECK(read(captures, text) == "d1d8");
  for (const char* text : {"O\u2013O", "0\u20130", "O\u2212O"})
    CHECK(read(captures, text) == "e1g1");
  const Position promotes = position_of("3n4/4P3/8/8/8/8/8/k3K3 w - - 0 1");
  for (const char* text : {"e8=\u2655", "e8\u2655", "e8(\u2655)", "e8/\u265B", "e8=\u2655\uFE0F+",
                           "\u2659e8=\u2655", "\u265F\uFE0Ee7-e8\u2655"})
    CHECK(read(promotes, text) == "e7e8q");
  CHECK(read(promotes, "exd8=\u2658") == "e7d8n");
}

TEST_CASE("a move with an unknown symbol is rejected, and never read as a pawn move") {
  const Position position = position_of("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1");
  const Position pawns = position_of("4k3/8/8/8/8/8/5P2/4K3 w - - 0 1");
  for (const char* text : {"\u00D1f3", "\u041Af3", "\U0001FA04f3", "\u99ACf3", "\xA2\x66\x33",
                           "\u2660f3", "\u2658", "\u041A", "f3\u041A",
                           "f\u2658"
                           "3"}) {
    CAPTURE(text);
    for (const Position* each : {&position, &pawns}) {
      const Result<Move> move = parse_san(*each, text);
      REQUIRE_FALSE(move.has_value());
      CHECK(move.error().code == "san.syntax");
    }
  }
}

TEST_CASE("words and letters after a move are ignored, unless something promotes") {
  const Position position = position_of("4k3/P2p4/8/4P3/8/8/8/4K1N1 b - - 0 1");
  Position after = position;
  Undo undo;
  after.do_move(*parse_uci_move(position, "d7d5"), undo);
  for (const char* text : {"exd6e.p.", "exd6e.p", "exd6ep", "exd6 e.p.", "exd6e.p.+", "exd6ep!",
                           "exd6E.P.", "exd6+e.p."})
    CHECK(read(after, text) == "e5d6");
  for (const char* text :
       {"Nf3N", "Nf3D", "Nf3+D", "Nf3+N", "Nf3mate", "Nf3ch", "Nf3 ch", "Nf3!?N", "Nf3#D"})
    CHECK(read(after, text) == "g1f3");
  for (const char* text : {"a8N", "a8=N", "a8N+"}) CHECK(read(after, text) == "a7a8n");
  CHECK(read(after, "e6N") == "e5e6");
  CHECK(parse_san(after, "a8D").error().code == "san.promotion");
}

TEST_CASE("an ambiguous move is an error that names the choices") {
  const Position position = position_of("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1");
  const std::string message = refusal(position, "Nd2");
  CHECK((message == "SAN 'Nd2': ambiguous: Nbd2 or Nfd2" ||
         message == "SAN 'Nd2': ambiguous: Nfd2 or Nbd2"));
}

TEST_CASE("an error states why a move is rejected") {
  const Position position = position_of("4k3/P7/8/8/8/8/8/R3K3 w Q - 0 1");
  const std::vector<std::pair<std::string_view, std::string_view>> cases{
      {"Qd4", "SAN 'Qd4': no queen can legally go to d4"},
      {"Rb4", "SAN 'Rb4': no rook can legally go to b4"},
      {"Rhb1", "SAN 'Rhb1': no rook can legally go from there to b1"},
      {"e4", "SAN 'e4': no pawn can legally go to e4"},
      {"a8", "SAN 'a8': a promotion needs its piece, as in e8=Q"},
      {"Rb1=Q", "SAN 'Rb1=Q': this move does not promote"},
      {"O-O", "SAN 'O-O': castling on that side is not legal here"},
      {"", "SAN '': not a move"},
      {"+", "SAN '+': not a move"},
      {"Hd4", "SAN 'Hd4': not a move"},
      {"Ra1b1c1", "SAN 'Ra1b1c1': not a move"},
      {"O-", "SAN 'O-': not a move"},
      {"--", "SAN '--': not a move"},
  };
  for (const auto& [text, message] : cases) CHECK(refusal(position, text) == message);
}

TEST_CASE("the legal moves of a random position have different SAN, and each is read back") {
  std::uint64_t seed = 1;
  for (const Position& start : testing::varied_starts()) {
    testing::for_random_positions(start, 5, seed += 100, [](const Position& position) {
      std::set<std::string> seen;
      for (const Move move : legal_moves(position)) {
        const std::string text = to_san(position, move);
        CHECK(seen.insert(text).second);
        const Result<Move> again = parse_san(position, text);
        REQUIRE(again.has_value());
        CHECK(*again == move);
      }
    });
  }
}

}  // namespace trivium::chess

#include "engine/poker/network/encoder.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "tests/engine/poker/support.h"

namespace trivium::poker {
namespace {

/// Returns the places of a plane that are not 0, as rows and columns from 1, in order.
std::vector<std::array<std::size_t, 2>> lit(const EncodedState& state, std::size_t plane) {
  std::vector<std::array<std::size_t, 2>> places;
  for (std::size_t row = 1; row <= kPlaneSide; ++row) {
    for (std::size_t column = 1; column <= kPlaneSide; ++column) {
      if (state[(plane - 1) * kPlaneSize + (row - 1) * kPlaneSide + column - 1] != 0)
        places.push_back({row, column});
    }
  }
  return places;
}

/// Returns the number that fills the card area of a plane. Checks that it is uniform, and 0
/// outside.
float filled(const EncodedState& state, std::size_t plane) {
  const float value = state[(plane - 1) * kPlaneSize];
  std::size_t places = 0;
  for (std::size_t i = 0; i < kPlaneSize; ++i)
    places += state[(plane - 1) * kPlaneSize + i] == value && value != 0 ? 1U : 0U;
  CHECK((value == 0 || places == kSuits * kRanks));
  return value;
}

EncodedState encoded(const std::string& line, std::string_view played, std::string_view own,
                     Alignment alignment = Alignment::kTopLeft) {
  EncodedState state;
  encode(hand(line, game(played)).public_state(), holding(own), alignment, state);
  return state;
}

using Places = std::vector<std::array<std::size_t, 2>>;

TEST_CASE("nine and eight of spades have the paper's places: row 1, columns 8 and 7") {
  for (const std::string_view own : {"9s8s", "8s9s"}) {
    const EncodedState state = encoded("MATCHSTATE:1:0::|9s8s", "limit", own);
    CHECK(lit(state, 1) == Places{{1, 8}});
    CHECK(lit(state, 2) == Places{{1, 7}});
    CHECK(lit(state, 7) == Places{{1, 7}, {1, 8}});
  }
}

TEST_CASE("rows are spades, hearts, diamonds and clubs, columns deuce to ace") {
  const EncodedState state =
      encoded("MATCHSTATE:1:0:cc/cc/cc/c:|Ac2h/2s3d4c/Kh/Td", "limit", "Ac2h");
  CHECK(lit(state, 1) == Places{{4, 13}});
  CHECK(lit(state, 2) == Places{{2, 1}});
  CHECK(lit(state, 3) == Places{{1, 1}, {3, 2}, {4, 3}});
  CHECK(lit(state, 4) == Places{{2, 12}});
  CHECK(lit(state, 5) == Places{{3, 9}});
  CHECK(lit(state, 6) == Places{{1, 1}, {2, 12}, {3, 2}, {3, 9}, {4, 3}});
  CHECK(lit(state, 7).size() == 7);
}

TEST_CASE("centered pictures are six rows lower and two columns to the right") {
  const EncodedState corner = encoded("MATCHSTATE:0:0:cr200c/:9s8s|/2s3d4c", "nolimit", "9s8s");
  const EncodedState middle =
      encoded("MATCHSTATE:0:0:cr200c/:9s8s|/2s3d4c", "nolimit", "9s8s", Alignment::kCentered);
  for (std::size_t plane = 1; plane <= kPlanes; ++plane) {
    Places moved = lit(corner, plane);
    for (auto& [row, column] : moved) {
      row += 6;
      column += 2;
    }
    CHECK(lit(middle, plane) == moved);
  }
}

TEST_CASE("round, position, pot and price fill the card area") {
  // On the turn; 400 in the pot, the big blind bets 200, so the button must call 200 into 600.
  const EncodedState state =
      encoded("MATCHSTATE:1:0:cc/r200c/r400:|AsKs/2s3d4c/5h", "nolimit", "AsKs");
  CHECK(filled(state, 8) == doctest::Approx(2.0 / 3));
  CHECK(filled(state, 9) == 1);
  CHECK(filled(state, 10) == doctest::Approx(600.0 / 40000));
  CHECK(filled(state, 11) == doctest::Approx(200.0 / 600));
  const EncodedState first = encoded("MATCHSTATE:0:0:cc/r200c/:AsKs|/2s3d4c/5h", "nolimit", "AsKs");
  CHECK(filled(first, 9) == 0);
  CHECK(filled(first, 11) == 0);
}

TEST_CASE("the pot of a limit game is relative to the largest that its raises allow") {
  // 3 raises of 10 over the blind of 10, then four of 10, 20 and 20: 240 from each player.
  const EncodedState state = encoded("MATCHSTATE:1:0::|AsKs", "limit", "AsKs");
  CHECK(filled(state, 10) == doctest::Approx(15.0 / 480));
}

TEST_CASE("the opponent's actions are columns of a plane; rows are fold, call and raise") {
  const EncodedState state = encoded("MATCHSTATE:0:0:rrc/crrc/:AsKs|/2s3d4c/5h", "limit", "AsKs");
  // The opponent, on the button, raised and called, then bet after a check and called the raise.
  CHECK(lit(state, 12) == Places{{2, 2}, {3, 1}});
  CHECK(lit(state, 13) == Places{{2, 2}, {3, 1}});
  CHECK(lit(state, 14).empty());
  CHECK(lit(state, 15).empty());
}

TEST_CASE("beaten now counts the holdings that are ahead on the current board") {
  CHECK(beaten_now(holding("AsAh"), {}).by == 0);
  CHECK(beaten_now(holding("AsAh"), {}).of == 50 * 49 / 2);
  // Kings are beaten by the six pairs of aces; 3-2 offsuit by all but the deuces and threes below
  // it that tie.
  CHECK(beaten_now(holding("KsKh"), {}).by == 6);
  const std::vector<Card> board = cards("AcKdQs");
  // On A K Q, jack-ten is a straight (16 ways); sets of aces, kings and queens beat two pair.
  CHECK(beaten_now(holding("AsKs"), board).by == 16 + 1 + 1 + 3);
  CHECK(beaten_now(holding("AsKs"), board).of == 47 * 46 / 2);
  CHECK(filled(encoded("MATCHSTATE:0:0:cc/:AsKs|/AcKdQs", "limit", "AsKs"), 16) ==
        doctest::Approx(21.0 / 1081));
}

TEST_CASE("a plane is shown suit by suit") {
  const EncodedState state = encoded("MATCHSTATE:1:0:cc/r200c/r400:|9s8s/2s3d4c/5h", "nolimit",
                                     "9s8s", Alignment::kCentered);
  CHECK(plane_rows(state, 6, Alignment::kCentered) ==
        std::array<std::string, 4>{"#.....##.....", "...#.........", ".#...........",
                                   "..#.........."});
  CHECK(plane_rows(state, 10, Alignment::kCentered)[3] == "3333333333333");
}

TEST_CASE("only heads-up hold'em with a full deck is encoded") {
  CHECK(encodable(game("limit")));
  CHECK(encodable(game("nolimit")));
  CHECK_FALSE(encodable(game("limit3")));
  CHECK_FALSE(encodable(game("leduc")));
}

EncodedBetting encoded_betting(const std::string& line, std::string_view played) {
  EncodedBetting betting;
  encode_betting(hand(line, game(played)).public_state(), betting);
  return betting;
}

TEST_CASE("the betting is encoded action by action: player, type, part of the pot and round") {
  using Numbers = std::array<float, kActionNumbers>;
  // The player to act, position 1, has called 50, bet 200 into 200 and was raised to 700.
  const EncodedBetting betting =
      encoded_betting("MATCHSTATE:1:0:cc/cr300r800:|9s8s/2s3d4c", "nolimit");
  REQUIRE(betting.count == 5);
  CHECK(betting.actions[0] == Numbers{1, 0, 1, 0, 50.0F / 200, 1, 0, 0, 0});
  CHECK(betting.actions[1] == Numbers{0, 1, 1, 0, 0, 1, 0, 0, 0});
  CHECK(betting.actions[2] == Numbers{0, 1, 1, 0, 0, 0, 1, 0, 0});
  CHECK(betting.actions[3] == Numbers{1, 0, 0, 1, 200.0F / 400, 0, 1, 0, 0});
  CHECK(betting.actions[4] == Numbers{0, 1, 0, 1, 700.0F / 1100, 0, 1, 0, 0});
}

TEST_CASE("only the last actions of an overlong betting are encoded") {
  std::string raises;
  for (int to = 200; to < 200 + 100 * 40; to += 100) raises += "r" + std::to_string(to);
  const EncodedBetting betting = encoded_betting("MATCHSTATE:0:0:" + raises + ":9s8s|", "nolimit");
  REQUIRE(betting.count == kMaxActions);
  CHECK(betting.actions.back()[4] == doctest::Approx(200.0 / (4100 + 4000)));
}

}  // namespace
}  // namespace trivium::poker

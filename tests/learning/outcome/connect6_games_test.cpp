// From Connect-6 records to positions with results.
#include "learning/outcome/connect6_games.h"

#include <doctest/doctest.h>
#include <sstream>

#include "engine/connect6/features.h"
#include "models/format/load_error.h"

using namespace trivium::learning;
using namespace trivium;

namespace {

OutcomeData positions_of(const std::string& csv, std::size_t threads = 1) {
  std::istringstream in(csv);
  return connect6_positions(in, "games.csv", Shards(4, threads));
}

/// Black has a row j10 k10 l10 m10 n10 and wins with o10; White plays far away.
const std::string kBlackWins = "1,\"j10,a1,c3,k10,l10,a5,c7,m10,n10,a9,c11,o10\",black\n";
/// The same with White as winner, by g1 and h1 in the last turn.
const std::string kWhiteWins = "2,\"j10,c1,d1,a19,c19,e1,f1,e17,g17,g1,h1\",white\n";

}  // namespace

TEST_CASE("positions come in pairs from the end: one with the winner to move, one with the loser") {
  const OutcomeData black = positions_of(kBlackWins);
  // Turns of two stones begin after 1, 3, 5, 7, 9 and 11 stones: White, Black, White, Black, White, Black.
  CHECK(black.games() == 1);
  CHECK(black.results == std::vector<float>{0, 1, 0, 1, 0, 1});
  const OutcomeData white = positions_of(kWhiteWins);
  // After 1, 3, 5, 7 and 9 stones: White, Black, White, Black, White. The first has no partner.
  CHECK(white.results == std::vector<float>{0, 1, 0, 1});
}

TEST_CASE("a position's row is what the engine's own extractor says") {
  const OutcomeData data = positions_of(kBlackWins);
  connect6::Board board;
  for (const char* vertex : {"j10", "a1", "c3"}) {
    const int column = vertex[0] - 'a';
    const int row = std::stoi(vertex + 1) - 1;
    board.do_move(board.cell(column, row));
  }
  const connect6::FeatureVector expected = connect6::extract(board);
  for (std::size_t i = 0; i < connect6::kFeatureCount; ++i) CHECK(data.row(1)[i] == static_cast<float>(expected[i]));
}

TEST_CASE("collections read the same with any number of threads and keep the order of games") {
  std::string csv = "game_id,moves,winner\n";
  for (int i = 0; i < 9; ++i) csv += i % 3 == 0 ? kBlackWins : kWhiteWins;
  const OutcomeData one = positions_of(csv);
  const OutcomeData three = positions_of(csv, 3);
  CHECK(one.games() == 9);
  CHECK(one.rows(0).end == 6);
  CHECK(one.rows(1).end == 10);
  CHECK(one.values == three.values);
  CHECK(one.results == three.results);
  CHECK(one.game_ends == three.game_ends);
}

TEST_CASE("a game without a stated winner is left out, a draw counts half") {
  CHECK(positions_of("1,\"j10,a1,c3,k10\",\n").games() == 0);
  CHECK(positions_of("1,\"j10,a1,c3,k10\",draw\n").results == std::vector<float>{0.5F, 0.5F});
}

TEST_CASE("a game that cannot be read stops the reading and names the place") {
  std::string message;
  try {
    positions_of(kBlackWins + "2,\"j10,j10\",white\n");
  } catch (const format::LoadError& error) {
    message = error.what();
  }
  CHECK(message.find("games.csv: ") == 0);
  CHECK(message.find("line 2") != std::string::npos);
}

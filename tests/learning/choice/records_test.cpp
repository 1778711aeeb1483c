#include "learning/choice/records.h"

#include <sstream>

#include "tests/learning/choice/support.h"

namespace trivium::learning::choice {
namespace {

constexpr const char* kGames = R"([White "Anna"]
[Black "Boris"]
[WhiteElo "2400"]
[BlackElo "2210"]
[Date "2019.05.07"]

1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0

[White "Boris"]
[Black "Carla"]
[Date "1972.??.??"]
[SetUp "1"]
[FEN "7k/8/8/8/8/8/p6K/8 b - - 0 1"]

1... a1=Q 2. Kh3 Qg1 1/2-1/2

[White "Nobody"]

*
)";

Records read(const char* text) {
  std::istringstream in(text);
  chess::PgnReader reader(in);
  Records records;
  while (auto game = reader.next()) {
    if (!*game) FAIL(game->error().message);
    records.add(**game);
  }
  return records;
}

/// Returns the moves played in the decisions that pass `filter`.
std::vector<std::string> moves_passing(const Records& records, const DecisionFilter& filter) {
  std::vector<std::string> played;
  for (const GameRecord& game : records.games()) {
    records.visit(game, filter,
                  [&](chess::Position& position, const chess::MoveList& moves, std::size_t choice) {
                    played.push_back(chess::to_san(position, moves[choice]));
                  });
  }
  return played;
}

using Moves = std::vector<std::string>;

}  // namespace

TEST_CASE("records store players, ratings, dates and moves") {
  const Records records = read(kGames);
  REQUIRE(records.games().size() == 2);
  const GameRecord& first = records.games()[0];
  CHECK(records.name(first.players[0]) == "Anna");
  CHECK(first.players[1] == records.games()[1].players[0]);
  CHECK(first.elos == std::array<std::uint16_t, 2>{2400, 2210});
  CHECK(first.date == 20190507);
  CHECK(records.games()[1].date == 19720000);
  CHECK(records.games()[1].elos == std::array<std::uint16_t, 2>{});
  CHECK(records.moves(first).size() == 5);
  CHECK(records.hash_of(first) == read(kGames).hash_of(first));
  CHECK(records.hash_of(first) != records.hash_of(records.games()[1]));
}

TEST_CASE("every choice among several moves is a decision, and filters select some of them") {
  const Records records = read(kGames);
  CHECK(moves_passing(records, {}) ==
        Moves{"e4", "e5", "Qh5", "Ke7", "Qxe5#", "a1=Q", "Kh3", "Qg1"});
  CHECK(moves_passing(records, {.players = {"Boris"}}) == Moves{"e5", "Ke7", "Kh3"});
  CHECK(moves_passing(records, {.players = {"Boris", "Carla"}, .color = chess::Color::kBlack}) ==
        Moves{"e5", "Ke7", "a1=Q", "Qg1"});
  CHECK(moves_passing(records, {.min_elo = 2300}) == Moves{"e4", "Qh5", "Qxe5#"});
  CHECK(moves_passing(records, {.min_elo = 2000, .max_elo = 2300}) == Moves{"e5", "Ke7"});
  CHECK(moves_passing(records, {.first_date = 20000000}).size() == 5);
  CHECK(moves_passing(records, {.last_date = 19991231}).size() == 3);
  CHECK(moves_passing(records, {.first_ply = 3}) == Moves{"Ke7", "Qxe5#"});
  CHECK(moves_passing(records, {.max_phase = 50}) == Moves{"a1=Q", "Kh3", "Qg1"});
  CHECK(moves_passing(records, {.min_phase = 50}).size() == 5);
  CHECK(moves_passing(records, {.players = {"Nobody"}}).empty());
}

TEST_CASE("players without a rating and games without a date pass only the widest bounds") {
  const Records records = read("1. e4 *");
  CHECK(moves_passing(records, {}) == Moves{"e4"});
  CHECK(moves_passing(records, {.max_elo = 1500}).empty());
  CHECK(moves_passing(records, {.min_elo = 1}).empty());
  CHECK(moves_passing(records, {.min_elo = -100, .max_elo = 100}).empty());
  CHECK(moves_passing(records, {.last_date = 20201231}).empty());
  CHECK(moves_passing(records, {.first_date = 1}).empty());
  const Records rated = read("[WhiteElo \"1400\"]\n[Date \"2019.??.??\"]\n\n1. e4 e5 *");
  CHECK(moves_passing(rated, {.max_elo = 1500}) == Moves{"e4"});
  CHECK(moves_passing(rated, {.last_date = 20190000}) == Moves{"e4", "e5"});
}

TEST_CASE("an impossible rating counts as unknown") {
  const Records records = read("[WhiteElo \"70000\"]\n[BlackElo \"-1\"]\n\n1. e4 *");
  CHECK(records.games()[0].elos == std::array<std::uint16_t, 2>{});
}

TEST_CASE("a game takes 32 bytes and each move two") {
  CHECK(sizeof(GameRecord) == 32);
  CHECK(sizeof(chess::Move) == 2);
}

TEST_CASE("a forced move is not a decision") {
  CHECK(moves_passing(read("1. f3 e5 2. g4 Qh4# 0-1"), {}).size() == 4);
  CHECK(moves_passing(
            read("[SetUp \"1\"]\n[FEN \"7k/8/8/8/8/8/6q1/7K w - - 0 1\"]\n\n1. Kxg2 Kg8 *"), {}) ==
        Moves{"Kg8"});
}

}  // namespace trivium::learning::choice

#include "tools/match/record/live_games.h"

#include <chrono>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>

#include "tests/temporary_folder.h"

namespace trivium::match {
namespace {

PlayedGame game_of(const std::string& first, std::vector<PlayedMove> moves) {
  PlayedGame game;
  game.engines = {first, "other"};
  game.moves = std::move(moves);
  return game;
}

PlayedMove move_of(const std::string& text) {
  PlayedMove move;
  move.text = text;
  return move;
}

TEST_CASE("readers see the running games with their moves so far") {
  const TemporaryFolder folder;
  const std::filesystem::path journal = folder.path() / "match.db";
  {
    LiveGames live(journal, 120);
    live.moved(3, game_of("A", {move_of("e2e4")}));
    const auto games = live_games(journal);
    REQUIRE(games.size() == 1);
    CHECK(games[0].first == 3);
    CHECK(games[0].second.engines[0] == "A");
    CHECK(games[0].second.moves[0].text == "e2e4");
    CHECK(planned_games(journal) == 120);
  }
  CHECK(live_games(journal).empty());
  CHECK_FALSE(planned_games(journal).has_value());
  CHECK_FALSE(std::filesystem::exists(folder.path() / "match.db.live"));
}

TEST_CASE("the file of a killed run, and a damaged one, show no games") {
  const TemporaryFolder folder;
  const std::filesystem::path journal = folder.path() / "match.db";
  const std::filesystem::path file = folder.path() / "match.db.live";
  std::ofstream(file) << "1 " << to_json(game_of("A", {})) << "\nnonsense\n7\n8 {}\n";
  CHECK(live_games(journal).size() == 1);
  CHECK_FALSE(planned_games(journal).has_value());
  std::ofstream(file) << "of many\nof 7\n1 " << to_json(game_of("A", {})) << '\n';
  CHECK(live_games(journal).size() == 1);
  CHECK(planned_games(journal) == 7);
  std::filesystem::last_write_time(
      file, std::filesystem::file_time_type::clock::now() - std::chrono::minutes(2));
  CHECK(live_games(journal).empty());
  CHECK_FALSE(planned_games(journal).has_value());
}

}  // namespace
}  // namespace trivium::match

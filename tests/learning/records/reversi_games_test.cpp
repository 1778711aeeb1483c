#include "learning/records/reversi_games.h"

#include <array>
#include <doctest/doctest.h>
#include <fstream>
#include <string>
#include <vector>

#include "engine/reversi/rules/sgf.h"
#include "engine/reversi/rules/wthor.h"
#include "models/format/load_error.h"
#include "tests/engine/reversi/rules/position_of.h"
#include "tests/temporary_folder.h"
#include "tests/zstd_frame.h"

namespace trivium::learning::records {
namespace {

using reversi::kSolvedGame;

std::string written(const TemporaryFolder& folder, const std::string& name,
                    const std::string& text) {
  const std::filesystem::path path = folder.path() / name;
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

/// A file of two games: one to its end, one of three moves.
std::string wthor_file() {
  reversi::WthorGame whole;
  whole.moves = reversi::game_of(kSolvedGame).moves;
  whole.black_discs = 32;
  whole.best_discs = 34;
  reversi::WthorGame cut = whole;
  cut.moves.resize(3);
  return reversi::write_wthor({.best_depth = 24}, std::array{whole, cut});
}

std::string code_of(const std::string& path) {
  try {
    (void)read_reversi_games(std::array{path});
  } catch (const format::LoadError& error) {
    return error.code();
  }
  return {};
}

TEST_CASE("a WTHOR file gives its finished games with the score of best play") {
  const TemporaryFolder folder;
  for (const std::string& file : {wthor_file(), zstd_frame(wthor_file())}) {
    const auto path = written(folder, "games.wtb", file);
    const ReversiGames read = read_reversi_games(std::array{path});
    REQUIRE(read.games.size() == 1);
    CHECK(read.games[0].score == 0);
    CHECK(read.games[0].best_score == 4);
    CHECK(read.games[0].best_empty == 24);
    CHECK(read.left_out.undecided == 1);
  }
}

TEST_CASE("equal games of several files and formats are read once") {
  const TemporaryFolder folder;
  const std::array files = {written(folder, "games.wtb", wthor_file()),
                            written(folder, "games.txt", std::string(kSolvedGame) + "\n")};
  const ReversiGames read = read_reversi_games(files);
  CHECK(read.games.size() == 1);
  CHECK(read.duplicates == 1);
}

TEST_CASE("a game with an illegal move is left out") {
  const TemporaryFolder folder;
  const auto path = written(folder, "games.txt", std::string(kSolvedGame) + "\nf5f6a1\n");
  const ReversiGames read = read_reversi_games(std::array{path});
  CHECK(read.games.size() == 1);
  CHECK(read.left_out.unreadable == 1);
  CHECK(read.first_fault.starts_with(path + ": "));
  CHECK(read.first_fault.find("line 2, column 5") != std::string::npos);
  CHECK(read.summary().ends_with(read.first_fault));
}

TEST_CASE("a game whose stated winner or score is not that of its discs is left out") {
  const TemporaryFolder folder;
  const reversi::GameRecord solved = reversi::game_of(kSolvedGame);
  std::string games;
  for (const reversi::StatedResult& stated :
       {reversi::StatedResult::of_score(2), reversi::StatedResult{Outcome::kWin, {}, {}},
        reversi::StatedResult::of_score(0)}) {
    reversi::GameRecord record = solved;
    record.result = stated;
    games += reversi::write_sgf(record);
  }
  const ReversiGames read = read_reversi_games(std::array{written(folder, "games.sgf", games)});
  CHECK(read.games.size() == 1);
  CHECK(read.left_out.contradictory == 2);
  CHECK(read.first_fault.find(": game 1: ") != std::string::npos);
}

TEST_CASE("files that cannot be used are errors with a code") {
  const TemporaryFolder folder;
  const std::string whole = wthor_file();
  CHECK(code_of(written(folder, "cut.wtb", whole.substr(0, whole.size() - 70))) == "wthor.length");
  CHECK_FALSE(code_of(written(folder, "head.wtb", whole.substr(0, 10))).empty());
  CHECK(code_of(written(folder, "empty.txt", "f5d6\n")) == "games.none");
  const std::string packed = zstd_frame(whole);
  CHECK(code_of(written(folder, "cut.zst", packed.substr(0, packed.size() - 1))) == "file.damaged");
  CHECK_FALSE(code_of(folder.path() / "missing.wtb").empty());
}

}  // namespace
}  // namespace trivium::learning::records

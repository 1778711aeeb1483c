// Verifies the proofs of the suite of forced wins (tests/data/connect6_wins.csv, created by
// tools/data/make_connect6_suite.py).
#include <doctest/doctest.h>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "engine/connect6/patterns/line_features.h"
#include "engine/connect6/rules/records.h"
#include "engine/connect6/threats/proof.h"
#include "engine/connect6/threats/solve.h"
#include "engine/connect6/threats/threats.h"

namespace trivium::connect6 {
namespace {

struct Win {
  std::string name;
  int turns;
  Board board;
  std::string proof;
};

/// Reads lines `name,turns,"moves",proof`; only the quoted moves contain commas.
std::vector<Win> read_suite() {
  std::ifstream file(TRIVIUM_SOURCE_DIR "/tests/data/connect6_wins.csv");
  std::vector<Win> wins;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    const std::size_t turns = line.find(',');
    const std::size_t moves = line.find('"');
    const std::size_t proof = line.find("\",", moves) + 1;
    std::istringstream csv("1," + line.substr(moves, proof - moves) + ",\n");
    CsvReader reader(csv);
    GameRecord game;
    const Result<bool> read = reader.next(game);
    REQUIRE_MESSAGE(read.has_value(), line);
    wins.push_back({line.substr(0, turns), std::stoi(line.substr(turns + 1)), *replay(game),
                    line.substr(proof + 1)});
  }
  return wins;
}

TEST_CASE("the suite has at least 300 different positions, 100 of three turns or more") {
  const std::vector<Win> wins = read_suite();
  CHECK(wins.size() >= 300);
  std::set<std::uint64_t> keys;
  int long_ones = 0;
  for (const Win& win : wins) {
    CAPTURE(win.name);
    CHECK(keys.insert(win.board.key()).second);
    CHECK_FALSE(
        can_win(LineFeatures(win.board), win.board.to_move(), win.board.stones_left_in_turn()));
    long_ones += win.turns >= 3 ? 1 : 0;
  }
  CHECK(long_ones >= 100);
}

TEST_CASE("every proof of the suite is valid, and invalid for the position before") {
  for (const Win& win : read_suite()) {
    CAPTURE(win.name);
    const Result<Proof> proof = parse_proof(win.proof, win.board.size());
    REQUIRE_MESSAGE(proof.has_value(), proof.error().message);
    const Status verified = verify(win.board, *proof);
    CHECK_MESSAGE(verified.has_value(), verified.error().message);
    CHECK(turns_to_six(win.board, *proof) == win.turns);
    Board before = win.board;
    before.undo_move();
    CHECK_FALSE(verify(before, *proof));
  }
}

TEST_CASE("some positions of the suite are solved within the recorded number of nodes") {
  const std::vector<Win> wins = read_suite();
  for (std::size_t i = 0; i < wins.size(); i += 23) {
    const Win& win = wins[i];
    if (win.turns > 5) continue;
    CAPTURE(win.name);
    SolveLimits limits;
    limits.nodes = 5000;
    const SolveResult result = solve(win.board, limits);
    CHECK(result.status == SolveStatus::kProved);
    CHECK(verify(win.board, result.proof));
  }
}

}  // namespace
}  // namespace trivium::connect6

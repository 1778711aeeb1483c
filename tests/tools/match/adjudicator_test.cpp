#include "tools/match/play/board/adjudicator.h"

#include <memory>
#include <string>
#include <vector>

#include "doctest/doctest.h"

namespace trivium::match {
namespace {

Score points(int value) { return {.value = value}; }
Score mate(int moves) { return {.kind = Score::Kind::kMate, .value = moves}; }
constexpr std::nullopt_t kSilent = std::nullopt;

/// A game in which each move reports one score.
class ScoredGame {
 public:
  ScoredGame(Game game, const client::GameSetup& setup, const Adjudication& rules)
      : adjudicator_(rules) {
    Result<std::unique_ptr<Referee>> referee = make_referee(game, setup);
    REQUIRE(referee);
    referee_ = *std::move(referee);
  }

  /// Plays `move` and returns the reason of the end, or "".
  std::string move(std::string_view move, const std::optional<Score>& score) {
    const int side = referee_->to_move();
    REQUIRE(referee_->play(move));
    end_ = adjudicator_.after_move(side, score, *referee_);
    return end_ ? end_->reason : "";
  }
  Outcome outcome() const { return end_->for_first; }

 private:
  std::unique_ptr<Referee> referee_;
  Adjudicator adjudicator_;
  std::optional<RuleEnd> end_;
};

/// Rooks with enough quiet moves that no position repeats within these tests.
const client::GameSetup kRooks{.fen = "4k3/r7/8/8/8/8/R7/4K3 w - - 0 1"};
const std::vector<std::string> kWhiteWalk{"a2b2", "b2c2", "c2d2", "d2d3", "d3c3", "c3b3"};
const std::vector<std::string> kBlackWalk{"a7b7", "b7c7", "c7d7", "d7d6", "d6c6", "c6b6"};

/// Moves (of both sides) until the game is adjudicated, with the same scores on every move; 0: not
/// within twelve.
int length_with(const Adjudication& rules, const std::optional<Score>& white,
                const std::optional<Score>& black) {
  ScoredGame game(Game::kChess, kRooks, rules);
  for (std::size_t i = 0; i < kWhiteWalk.size(); ++i) {
    const int before = static_cast<int>(2 * i);
    if (!game.move(kWhiteWalk[i], white).empty()) return before + 1;
    if (!game.move(kBlackWalk[i], black).empty()) return before + 2;
  }
  return 0;
}

}  // namespace

TEST_CASE("nothing is adjudicated unless requested") {
  CHECK(length_with({}, points(-5000), points(5000)) == 0);
}

TEST_CASE("a side that reports a lost score for enough consecutive moves loses") {
  const Adjudication rules{.resign_moves = 3, .resign_score = 400};
  CHECK(length_with(rules, points(-400), points(0)) == 5);
  CHECK(length_with(rules, points(0), points(-400)) == 6);
  CHECK(length_with(rules, mate(-3), points(0)) == 5);
  CHECK(length_with(rules, mate(0), points(0)) == 5);
  CHECK(length_with(rules, points(-399), points(900)) == 0);
  CHECK(length_with(rules, points(900), mate(2)) == 0);

  ScoredGame game(Game::kChess, kRooks, {.resign_moves = 1, .resign_score = 400});
  CHECK(game.move("a2b2", points(300)) == "");
  CHECK(game.move("a7b7", points(-800)) == "Black loses by adjudication");
  CHECK(game.outcome() == Outcome::kWin);
}

TEST_CASE("with twosided the winner must report a won score for as many moves") {
  const Adjudication rules{.resign_moves = 2, .resign_score = 400, .resign_two_sided = true};
  CHECK(length_with(rules, points(-500), points(399)) == 0);
  CHECK(length_with(rules, points(-500), points(400)) == 4);
  CHECK(length_with(rules, points(-500), mate(5)) == 4);
  CHECK(length_with(rules, points(-500), kSilent) == 0);
}

TEST_CASE("a better score or no score resets the count of a resignation") {
  for (const std::optional<Score>& interruption :
       {std::optional(points(-100)), std::optional<Score>()}) {
    ScoredGame game(Game::kChess, kRooks, {.resign_moves = 2, .resign_score = 400});
    CHECK(game.move("a2b2", points(-900)) == "");
    CHECK(game.move("a7b7", points(0)) == "");
    CHECK(game.move("b2c2", interruption) == "");
    CHECK(game.move("b7c7", points(0)) == "");
    CHECK(game.move("c2d2", points(-900)) == "");
    CHECK(game.move("c7d7", points(0)) == "");
    CHECK(game.move("d2d3", points(-900)) == "White loses by adjudication");
    CHECK(game.outcome() == Outcome::kLoss);
  }
}

TEST_CASE(
    "a game is drawn if both sides report a level score for enough moves, from a given move on") {
  CHECK(length_with({.draw_moves = 2, .draw_score = 10}, points(10), points(-10)) == 4);
  CHECK(length_with({.draw_move = 4, .draw_moves = 2, .draw_score = 10}, points(0), points(0)) ==
        8);
  CHECK(length_with({.draw_moves = 2, .draw_score = 10}, points(11), points(0)) == 0);
  CHECK(length_with({.draw_moves = 2, .draw_score = 10}, points(0), kSilent) == 0);
  CHECK(length_with({.draw_moves = 2, .draw_score = 10}, mate(4), points(0)) == 0);
}

TEST_CASE("a capture or a pawn move resets the count of a draw") {
  ScoredGame game(Game::kChess, {.fen = "4k3/r3p3/8/8/8/8/R7/4K3 w - - 0 1"},
                  {.draw_moves = 2, .draw_score = 10});
  CHECK(game.move("a2b2", points(0)) == "");
  CHECK(game.move("a7b7", points(0)) == "");
  CHECK(game.move("b2c2", points(0)) == "");
  CHECK(game.move("e7e6", points(0)) == "");  // counts itself
  CHECK(game.move("c2d2", points(0)) == "");
  CHECK(game.move("b7c7", points(0)) == "");
  CHECK(game.move("d2d3", points(0)) == "draw by adjudication: level scores");
  CHECK(game.outcome() == Outcome::kDraw);
}

TEST_CASE("a game that is too long is drawn, whatever the scores") {
  CHECK(length_with({.max_moves = 3}, kSilent, points(700)) == 6);
  ScoredGame game(Game::kChess, kRooks, {.max_moves = 1});
  CHECK(game.move("a2b2", kSilent) == "");
  CHECK(game.move("a7b7", kSilent) == "draw by adjudication: move 1");
}

TEST_CASE("two stones of Connect-6 are one turn, with the score of either stone") {
  ScoredGame game(Game::kConnect6, {}, {.resign_moves = 2, .resign_score = 400});
  CHECK(game.move("K10", points(0)) == "");
  CHECK(game.move("A1", points(-900)) == "");
  CHECK(game.move("C1", kSilent) == "");  // a second stone that was decided with the first
  CHECK(game.move("K12", points(0)) == "");
  CHECK(game.move("K14", points(0)) == "");
  CHECK(game.move("A3", points(-900)) == "");
  CHECK(game.move("C3", kSilent) == "White loses by adjudication");
  CHECK(game.outcome() == Outcome::kWin);
}

}  // namespace trivium::match

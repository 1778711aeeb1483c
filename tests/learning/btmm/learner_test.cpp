// The learner as a whole: the objective rises to the maximum that another method finds, and results
// are equal for any number of threads and after any kill.
#include "learning/btmm/learner.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <stdexcept>

#include "learning/btmm/connect6/connect6_source.h"
#include "models/format/load_error.h"
#include "tests/learning/btmm/support.h"
#include "tests/learning/curve_rows.h"
#include "tests/temporary_folder.h"

using namespace trivium::learning;
using namespace trivium::learning::btmm;
using namespace trivium::learning::records;
using namespace trivium;

namespace {

BtmmResult learned(const std::vector<Connect6Game>& games, std::string_view definition,
                   const BtmmOptions& options) {
  const TemporaryFolder folder;
  const GameSet file(test::write_games(folder.path(), games), options.split);
  const connect6::PatternLayout layout(test::set_of(definition), games.front().size);
  return learn(Connect6Source(file, layout), options, "hash");
}

BtmmOptions options_of(std::size_t iterations) {
  BtmmOptions options;
  options.iterations = iterations;
  options.split.held_out_share = 0.2;
  return options;
}

}  // namespace

/// Checks that Newton's method reaches the same maximum as the learner.
void check_top(const std::string& definition) {
  const std::vector<Connect6Game> games = test::random_games(12, 7, 16);
  BtmmOptions options = options_of(2000);
  options.split.held_out_share = 0.0;
  const connect6::PatternSet set = test::set_of(definition);
  const std::vector<Competition> competitions = test::expand(games, set);
  const double top = test::newton_top(competitions, set.features(), options.prior).objective /
                     static_cast<double>(competitions.size());
  const BtmmResult result = learned(games, definition, options);
  CHECK(result.curve.back().objective == doctest::Approx(top).epsilon(1e-9));
  CHECK(result.curve.back().objective <= top + 1e-9);
  CHECK(result.curve.back().train ==
        doctest::Approx(test::log_evidence(competitions, result.gammas) /
                        static_cast<double>(competitions.size()))
            .epsilon(1e-12));
}

TEST_CASE("gammas of lines that share a table are e to the lambdas of a multinomial logit") {
  check_top("line row+column 1\nplayer no\nline rising 1\n");
}

TEST_CASE("gammas of lines that share no table are e to the lambdas of a multinomial logit" *
          doctest::test_suite("long")) {
  check_top("line row 1\nline column 1\nplayer no\nline rising 1\n");
}

TEST_CASE("group by group or all at once, the objective never falls") {
  const std::vector<Connect6Game> games = test::random_games(60);
  for (const bool simultaneous : {false, true}) {
    BtmmOptions options = options_of(12);
    options.simultaneous = simultaneous;
    const BtmmResult result = learned(games, test::kEverything, options);
    REQUIRE(result.curve.size() == 13);
    for (std::size_t i = 1; i < result.curve.size(); ++i) {
      CHECK(result.curve[i].objective >= result.curve[i - 1].objective - 1e-12);
      CHECK(result.curve[i].iteration == i);
    }
    CHECK(result.curve.back().train > result.curve.front().train + 0.1);
  }
}

TEST_CASE("if the paper's step of all groups at once would fail, a shorter one is taken") {
  // Six lines with nearly the same information: each update corrects the error of all of them
  // together.
  BtmmOptions options = options_of(8);
  options.simultaneous = true;
  const BtmmResult result = learned(test::random_games(60),
                                    "player no\nline row 4\nline row 5\nline row 6\nline column "
                                    "4\nline column 5\nline column 6\n",
                                    options);
  std::size_t damped = 0;
  for (std::size_t i = 1; i < result.curve.size(); ++i) {
    damped += result.curve[i].damped ? 1 : 0;
    CHECK(result.curve[i].objective >= result.curve[i - 1].objective - 1e-12);
  }
  CHECK(damped > 0);
}

TEST_CASE("a feature that was never seen keeps the prior's gamma") {
  constexpr std::size_t kAllOwn = 3280;  // eight own stones around the cell
  BtmmOptions options = options_of(5);
  CHECK(learned(test::random_games(10), "line row 8", options).gammas[kAllOwn] == 1.0);
  options.prior = {1.0, 4.0};
  options.iterations = 60;
  CHECK(learned(test::random_games(10), "line row 8", options).gammas[kAllOwn] ==
        doctest::Approx(1.0 / 3.0));
}

TEST_CASE("each game is held out by exactly one fold, which depends only on its moves") {
  const std::vector<Connect6Game> games = test::random_games(60);
  const TemporaryFolder folder;
  const std::filesystem::path path = test::write_games(folder.path(), games);
  const auto held_out = [&](std::size_t number) {
    Split split;
    split.fold = Fold{number, 4};
    std::vector<std::uint64_t> hashes;
    GameSet(path, split).visit(Shards(1, 1), 0, Role::kHeldOut, [&](const Connect6Game& game) {
      hashes.push_back(hash_of(game));
    });
    return hashes;
  };
  std::vector<std::uint64_t> together, all;
  for (std::size_t number = 1; number <= 4; ++number) {
    const std::vector<std::uint64_t> one = held_out(number);
    CHECK(one.size() > 5);
    together.insert(together.end(), one.begin(), one.end());
  }
  for (const Connect6Game& game : games) all.push_back(hash_of(game));
  std::ranges::sort(together);
  std::ranges::sort(all);
  CHECK(together == all);
}

TEST_CASE("a checkpoint of one fold is rejected for another fold") {
  const std::vector<Connect6Game> games = test::random_games(40);
  const TemporaryFolder folder;
  BtmmOptions options = options_of(2);
  options.split.fold = Fold{1, 3};
  options.checkpoint_folder = folder.path() / "run";
  std::filesystem::create_directory(*options.checkpoint_folder);
  learned(games, test::kLines, options);
  options.resume = true;
  CHECK_NOTHROW(learned(games, test::kLines, options));
  options.split.fold = Fold{2, 3};
  CHECK_THROWS_AS(learned(games, test::kLines, options), format::LoadError);
  options.split.fold.reset();
  CHECK_THROWS_AS(learned(games, test::kLines, options), format::LoadError);
}

TEST_CASE("any number of threads gives the same bits") {
  const std::vector<Connect6Game> games = test::random_games(150);
  for (const bool simultaneous : {false, true}) {
    BtmmOptions options = options_of(3);
    options.simultaneous = simultaneous;
    const BtmmResult one = learned(games, test::kEverything, options);
    for (const std::size_t threads : {2U, 3U}) {
      options.threads = threads;
      const BtmmResult more = learned(games, test::kEverything, options);
      CHECK(more.gammas == one.gammas);
      CHECK(more.curve == one.curve);
    }
  }
}

TEST_CASE("a run that is killed and resumed ends with the same bits as an uninterrupted one") {
  const TemporaryFolder folder;
  const std::vector<Connect6Game> games = test::random_games(60);
  BtmmOptions options = options_of(6);
  const BtmmResult whole = learned(games, test::kLines, options);
  options.checkpoint_folder = folder.path() / "run";
  options.iterations = 2;
  learned(games, test::kLines, options);
  options.iterations = 6;
  CHECK_THROWS_AS(learned(games, test::kLines, options),
                  format::LoadError);  // the folder holds a run
  options.resume = true;
  const BtmmResult resumed = learned(games, test::kLines, options);
  CHECK(resumed.gammas == whole.gammas);
  CHECK(resumed.curve == whole.curve);
  check_curve(*options.checkpoint_folder, steps_between(0, 5), {"train", "held_out"});
  options.iterations = 5;
  CHECK_THROWS_WITH_AS(learned(games, test::kLines, options),
                       doctest::Contains("has 6 iterations already"), format::LoadError);
  options.iterations = 9;
  options.prior.wins = 0.5;
  CHECK_THROWS_WITH_AS(learned(games, test::kLines, options),
                       doctest::Contains("its prior_wins is 1.0"), format::LoadError);
}

TEST_CASE("held-out games are evaluated but not learned from") {
  const std::vector<Connect6Game> games = test::random_games(80);
  BtmmOptions options = options_of(4);
  const BtmmResult with = learned(games, test::kLines, options);
  std::vector<Connect6Game> train;
  for (const Connect6Game& game : games) {
    const TemporaryFolder folder;
    BtmmOptions all = options;
    const GameSet alone(test::write_games(folder.path(), {game}), all.split);
    if (alone.games(Role::kTrain) == 1) train.push_back(game);
  }
  CHECK(train.size() < games.size());
  const BtmmResult without = learned(train, test::kLines, options);
  CHECK(without.wins == with.wins);
  for (std::size_t i = 0; i < with.gammas.size(); ++i)
    REQUIRE(with.gammas[i] == doctest::Approx(without.gammas[i]).epsilon(1e-12));
  CHECK(with.curve.back().held_out != 0.0);
  CHECK(without.curve.back().held_out == 0.0);
}

TEST_CASE("games without a stone to train on are rejected and named") {
  std::vector<Connect6Game> games = test::random_games(3);
  BtmmOptions options = options_of(1);
  options.split.held_out_share = 0.0;
  options.split.learn_from = LearnFrom::kWinner;
  for (Connect6Game& game : games) game.result = connect6::GameResult::kUnknown;
  CHECK_THROWS_WITH_AS(learned(games, test::kLines, options),
                       doctest::Contains("games.c6: no stone to learn from: in no game that is "
                                         "learned from did the winner choose one"),
                       format::LoadError);
  options.split.learn_from = LearnFrom::kBoth;
  CHECK_NOTHROW(learned(games, test::kLines, options));
  for (Connect6Game& game : games) game.opening = static_cast<int>(game.moves.size());
  CHECK_THROWS_WITH_AS(learned(games, test::kLines, options),
                       doctest::Contains("did a side choose one"), format::LoadError);
}

TEST_CASE("invalid options are rejected") {
  BtmmOptions options = options_of(1);
  options.prior = {2.0, 2.0};
  CHECK_THROWS_AS(learned(test::random_games(3), test::kLines, options), std::invalid_argument);
}

// The quick pass, which never sees a team, against one that writes down every team of every state.
#include <array>
#include <doctest/doctest.h>

#include "learning/btmm/connect6/connect6_source.h"
#include "learning/harness/seeds.h"
#include "tests/learning/btmm/support.h"
#include "tests/temporary_folder.h"

using namespace trivium::learning;
using namespace trivium::learning::btmm;
using namespace trivium::learning::records;
using namespace trivium;

namespace {

std::vector<double> random_gammas(connect6::FeatureId features) {
  Rng rng(17);
  std::vector<double> gammas(features);
  for (double& gamma : gammas) gamma = std::exp(4.0 * rng.unit() - 2.0);
  return gammas;
}

/// Returns random games. If only winners are learned from, the games get a winner.
std::vector<Connect6Game> games_taught_by(LearnFrom learn_from) {
  std::vector<Connect6Game> games = test::random_games(40);
  if (learn_from == LearnFrom::kBoth) return games;
  constexpr std::array kResults = {connect6::GameResult::kBlackWins,
                                   connect6::GameResult::kWhiteWins, connect6::GameResult::kDraw};
  for (std::size_t i = 0; i < games.size(); ++i) {
    games[i].result = kResults[i % kResults.size()];
    games[i].learn_from = learn_from;
  }
  return games;
}

/// Games and a set of features, for both passes.
struct Sample {
  explicit Sample(std::string_view definition, LearnFrom learn_from = LearnFrom::kBoth)
      : games(games_taught_by(learn_from)),
        set(test::set_of(definition)),
        layout(set, 9),
        gammas(random_gammas(set.features())),
        competitions(test::expand(games, set)),
        file(test::write_games(folder.path(), games), {1, 0.0, 0, learn_from}),
        source(file, layout) {}

  TemporaryFolder folder;
  std::vector<Connect6Game> games;
  connect6::PatternSet set;
  connect6::PatternLayout layout;
  std::vector<double> gammas;
  std::vector<Competition> competitions;
  GameSet file;
  Connect6Source source;
};

/// True if the numbers are equal up to a relative error of 1e-12.
bool near(double one, double other) { return std::abs(one - other) <= 1e-12 * std::abs(other); }

std::vector<double> expected_slowly(const Sample& sample) {
  std::vector<double> expected(sample.set.features());
  for (const Competition& one : sample.competitions) {
    const double total = test::total(one, sample.gammas);
    for (const auto& team : one.teams) {
      for (const connect6::FeatureId feature : team)
        expected[feature] += test::strength(team, sample.gammas) / total;
    }
  }
  return expected;
}

}  // namespace

TEST_CASE("the incremental pass agrees with listed candidates: evidence, expectations and wins") {
  for (const std::string_view definition : {test::kLines, test::kEverything}) {
    const Sample sample(definition);
    const Shards shards(3, 1);
    REQUIRE(sample.file.states(Role::kTrain) == sample.competitions.size());
    const std::vector<double> slow = expected_slowly(sample);
    const FeatureRange all{0, sample.set.features()};
    const Expectations quick = sample.source.expect(sample.gammas, all, shards);
    CHECK(near(quick.log_evidence, test::log_evidence(sample.competitions, sample.gammas)));
    for (std::size_t i = 0; i < slow.size(); ++i) REQUIRE(near(quick.expected[i], slow[i]));

    for (const connect6::PatternTable& table : sample.set.tables()) {  // a pass for one table
      const FeatureRange range{table.begin, table.begin + table.features()};
      const Expectations part = sample.source.expect(sample.gammas, range, shards);
      for (std::size_t i = 0; i < range.size(); ++i)
        REQUIRE(near(part.expected[i], quick.expected[range.begin + i]));
    }

    std::vector<std::uint64_t> wins(sample.set.features());
    for (const Competition& one : sample.competitions) {
      for (const connect6::FeatureId feature : one.teams[one.winner]) ++wins[feature];
    }
    CHECK(sample.source.wins(shards) == wins);
  }
}

TEST_CASE(
    "with winners only, the stones of losers are placed but not learned from; held-out games are "
    "evaluated by all stones") {
  const Sample sample(test::kEverything, LearnFrom::kWinner);
  const std::size_t all_stones = Sample(test::kEverything).competitions.size();
  CHECK(sample.competitions.size() < all_stones / 2);
  REQUIRE(sample.file.states(Role::kTrain) == sample.competitions.size());
  const std::vector<double> slow = expected_slowly(sample);
  const Expectations quick =
      sample.source.expect(sample.gammas, {0, sample.set.features()}, Shards(3, 1));
  CHECK(near(quick.log_evidence, test::log_evidence(sample.competitions, sample.gammas)));
  for (std::size_t i = 0; i < slow.size(); ++i) REQUIRE(near(quick.expected[i], slow[i]));
  CHECK(sample.source.evaluate(Role::kTrain, sample.gammas, Shards(3, 1)).all.cases ==
        sample.competitions.size());

  const GameSet judged(test::write_games(sample.folder.path(), sample.games),
                       {1, 0.9, 0, LearnFrom::kWinner});
  std::uint64_t states = 0;
  for (const Connect6Game& game : sample.games) {
    if (!held_out(1, hash_of(game), 0.9)) continue;
    states += game.moves.size() - static_cast<std::size_t>(game.opening);
  }
  CHECK(judged.states(Role::kHeldOut) == states);
}

TEST_CASE("no precision is lost where gammas differ by many powers of ten") {
  Sample sample(test::kLines);
  Rng rng(4);
  for (double& gamma : sample.gammas) gamma = std::exp(24.0 * rng.unit() - 12.0);
  const std::vector<double> slow = expected_slowly(sample);
  const Expectations quick =
      sample.source.expect(sample.gammas, {0, sample.set.features()}, Shards(2, 1));
  for (std::size_t i = 0; i < slow.size(); ++i) REQUIRE(near(quick.expected[i], slow[i]));
}

TEST_CASE("an evaluation ranks the chosen stone among all candidates, and ties share their ranks") {
  const Sample sample(test::kEverything);
  const Evaluation evaluation = sample.source.evaluate(Role::kTrain, sample.gammas, Shards(4, 2));
  std::vector<double> ranks(81);
  double uniform = 0.0;
  for (const Competition& one : sample.competitions) {
    const double won = test::strength(one.teams[one.winner], sample.gammas);
    std::size_t stronger = 0;
    std::size_t equal = 0;
    for (const auto& team : one.teams) {
      const double other = test::strength(team, sample.gammas);
      if (other > won * (1 + 1e-9)) ++stronger;
      if (std::abs(other - won) <= won * 1e-9) ++equal;
    }
    for (std::size_t i = stronger; i < stronger + equal; ++i)
      ranks[i] += 1.0 / static_cast<double>(equal);
    uniform -= std::log(static_cast<double>(one.teams.size()));
  }
  for (std::size_t i = 0; i < ranks.size(); ++i)
    REQUIRE(evaluation.ranks[i] == doctest::Approx(ranks[i]).epsilon(1e-9));
  CHECK(evaluation.all.cases == sample.competitions.size());
  CHECK(evaluation.all.uniform == doctest::Approx(uniform));
  CHECK(evaluation.all.first == doctest::Approx(ranks[0]));
  CHECK(evaluation.among_first(81) == doctest::Approx(1.0));
  CHECK(evaluation.by_pieces[0].cases < evaluation.by_pieces[2].cases);  // openings were not chosen
  CHECK(sample.source.mean_log_evidence(Role::kTrain, sample.gammas, Shards(4, 1)) ==
        doctest::Approx(evaluation.all.mean()).epsilon(1e-13));
}

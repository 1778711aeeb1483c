// Compares two independent optimizers. If attributes are binary, a weight is the logarithm of a
// gamma (pattern strength), and minorization-maximization (paper 000) must find the same maximum as
// Fisher scoring. Both learn from Connect-6 games.
#include "learning/choice/scoring.h"

#include <algorithm>
#include <cmath>

#include "learning/btmm/connect6/connect6_source.h"
#include "learning/btmm/learner.h"
#include "tests/learning/btmm/support.h"
#include "tests/learning/choice/support.h"
#include "tests/temporary_folder.h"

namespace trivium::learning::choice {
namespace {

/// Slopes of choices among teams of features. As prior of the other learner, each feature also has
/// one win and one loss against an empty team.
class Competitions {
 public:
  Competitions(std::vector<btmm::Competition> all, std::size_t features)
      : all_(std::move(all)), features_(features) {
    for (std::size_t k = 0; k < features; ++k) {
      const auto feature = static_cast<connect6::FeatureId>(k);
      for (const std::size_t winner : {0U, 1U}) all_.push_back({{{feature}, {}}, winner});
    }
  }

  ChoiceSlopes operator()(std::span<const double> weights) const {
    ChoiceSlopes sum(features_);
    SlopeAdder adder;
    chess::MoveValues teams;
    std::vector<double> chances;
    for (const btmm::Competition& one : all_) {
      teams.values.assign(one.teams.size(), 0);
      teams.slopes.assign(one.teams.size() * features_, 0);
      for (std::size_t i = 0; i < one.teams.size(); ++i) {
        for (const connect6::FeatureId feature : one.teams[i]) {
          teams.values[i] += weights[feature];
          teams.slopes[i * features_ + feature] += 1;
        }
      }
      chess::softmax(teams.values, chances);
      count_choice(sum.sums, teams.values, chances, one.winner);
      adder.add(sum, teams, chances, one.winner);
      adder.end_game(sum);
    }
    return sum;
  }

 private:
  std::vector<btmm::Competition> all_;
  std::size_t features_;
};

}  // namespace

TEST_CASE("scoring and minorization-maximization find the same likelihood and the same weights") {
  const std::vector<records::Connect6Game> games = btmm::test::random_games(12, 7, 16);
  const connect6::PatternSet set = btmm::test::set_of("line row 2\nline column 2\nplayer no\n");
  const std::vector<btmm::Competition> competitions = btmm::test::expand(games, set);
  const std::size_t features = set.features();
  const Fit scored = fit(features, Competitions(competitions, features), {});
  CHECK(scored.converged);

  btmm::BtmmOptions options;
  options.split.held_out_share = 0;
  options.iterations = 300;
  const TemporaryFolder folder;
  const records::GameSet file(btmm::test::write_games(folder.path(), games), options.split);
  const connect6::PatternLayout layout(set, games.front().size);
  const btmm::BtmmResult climbed = btmm::learn(btmm::Connect6Source(file, layout), options, "hash");
  const auto states = static_cast<double>(competitions.size());
  CHECK(climbed.curve.back().objective * states ==
        doctest::Approx(scored.sums.log_likelihood).epsilon(1e-8));
  double furthest = 0;
  for (std::size_t k = 0; k < features; ++k)
    furthest = std::max(furthest, std::abs(std::log(climbed.gammas[k]) - scored.weights[k]));
  CHECK(furthest < 0.01);
}

}  // namespace trivium::learning::choice

#include "learning/choice/fit.h"

#include <cmath>

#include "engine/chess/rules/notation_text.h"
#include "engine/core/rng.h"
#include "learning/choice/tables.h"
#include "tests/learning/choice/support.h"

namespace trivium::learning::choice {
namespace {

using doctest::Approx;

Records games_of(const chess::Attributes& attributes, const std::vector<double>& weights,
                 std::size_t count, chess::Lookahead lookahead = chess::Lookahead::kOnePly,
                 std::size_t max_plies = 60) {
  Records records;
  for (const chess::PgnGame& game :
       play_games({&attributes, lookahead, weights}, 7, 0, count, max_plies, 1))
    records.add(game);
  return records;
}

/// Returns a game in which White's king goes from e1 to f1, where it attacks a piece, or to d1, and
/// back to e1. Each choice is repeated `times` times.
chess::PgnGame shuttled(const std::vector<bool>& attacks, std::size_t times) {
  const auto move = [](const char* from, const char* to) {
    return chess::Move(chess::text::square_named(from), chess::text::square_named(to));
  };
  chess::PgnGame game;
  game.start = *chess::parse_fen("4k3/8/8/8/7n/1n6/6r1/4K3 w - - 0 1");
  for (const bool attack : attacks) {
    const char* const there = attack ? "f1" : "d1";
    for (std::size_t i = 0; i < times; ++i) {
      for (const chess::Move each :
           {move("e1", there), move("e8", "d8"), move(there, "e1"), move("d8", "e8")})
        game.moves.push_back(each);
    }
  }
  return game;
}

Decisions by_white(const Records& records) {
  return {&records, all_games(records), {.players = {}, .color = chess::Color::kWhite}};
}

}  // namespace

TEST_CASE("gradient and information agree with differences of the likelihood") {
  const chess::Attributes attributes = attributes_of({"material", "mobility", "centre", "attack"});
  const std::vector<double> weights{1.2, 0.1, 0.3, 0.2};
  const Records records = games_of(attributes, weights, 2);
  const Decisions decisions{&records, all_games(records), {}};
  for (const chess::Lookahead lookahead : {chess::Lookahead::kOnePly, chess::Lookahead::kQuiet2}) {
    const ChoiceSlopes here = slopes(decisions, attributes, lookahead, weights, 1);
    CHECK(here.sums.log_likelihood ==
          Approx(predicted(decisions, attributes, lookahead, weights, 1).log_likelihood));
    for (std::size_t k = 0; k < weights.size(); ++k) {
      constexpr double kStep = 1e-5;
      std::vector<double> more = weights, less = weights;
      more[k] += kStep;
      less[k] -= kStep;
      const ChoiceSlopes above = slopes(decisions, attributes, lookahead, more, 1),
                         below = slopes(decisions, attributes, lookahead, less, 1);
      CHECK(here.gradient[k] ==
            Approx((above.sums.log_likelihood - below.sums.log_likelihood) / (2 * kStep))
                .epsilon(1e-5)
                .scale(1));
      if (lookahead != chess::Lookahead::kOnePly) continue;
      // With one ply, the information is the negative second derivative.
      for (std::size_t l = 0; l <= k; ++l) {
        CHECK(
            here.information.at(k, l) ==
            Approx(-(above.gradient[l] - below.gradient[l]) / (2 * kStep)).epsilon(1e-4).scale(1));
      }
    }
  }
}

TEST_CASE("weights are recovered from games within their errors by any number of threads") {
  const chess::Attributes attributes = attributes_of({"material", "mobility"});
  const std::vector<double> truth{2.0, 0.2};
  const Records records = games_of(attributes, truth, 60);
  const Decisions decisions{&records, all_games(records), {}};
  const Fit one = fit(decisions, attributes, {});
  CHECK(one.converged);
  CHECK(one.sums.cases > 1000);
  for (std::size_t k = 0; k < truth.size(); ++k) {
    CHECK(std::abs(one.weights[k] - truth[k]) < 4 * one.standard_errors[k]);
    CHECK(one.standard_errors[k] < 0.15 * truth[k]);
  }
  CHECK(one.sums.compression() < 0.9);
  CHECK(one.sums.log_likelihood >=
        predicted(decisions, attributes, chess::Lookahead::kOnePly, truth, 1).log_likelihood);
  CHECK(fit(decisions, attributes, {.prior = {}, .threads = 3}).weights == one.weights);
}

TEST_CASE("the lookahead that generated the moves predicts best") {
  const chess::Attributes attributes = attributes_of({"material", "mobility"});
  const std::vector<double> truth{1.5, 0.1};
  for (const chess::Lookahead played : {chess::Lookahead::kOnePly, chess::Lookahead::kQuiet2}) {
    const Records records = games_of(attributes, truth, 12, played);
    const Decisions decisions{&records, all_games(records), {}};
    const auto likelihood = [&](chess::Lookahead lookahead) {
      return fit(decisions, attributes, {.lookahead = lookahead, .prior = {}}).sums.log_likelihood;
    };
    const chess::Lookahead other =
        played == chess::Lookahead::kOnePly ? chess::Lookahead::kQuiet2 : chess::Lookahead::kOnePly;
    CHECK(likelihood(played) > likelihood(other));
  }
}

TEST_CASE("a ridge moves weights toward the prior, and without games they equal it") {
  const chess::Attributes attributes = attributes_of({"material", "mobility"});
  const Records records = games_of(attributes, {2.0, 0.2}, 3);
  const Decisions decisions{&records, all_games(records), {}};
  const std::vector<double> prior{1.0, 0.0};
  const auto material = [&](double ridge) {
    return fit(decisions, attributes, {.prior = prior, .ridge = ridge}).weights[0];
  };
  CHECK(material(1e9) == Approx(1.0).epsilon(1e-3));
  CHECK(material(100) > material(1e4));
  CHECK(material(0) > material(100));
  CHECK(fit({&records, {}, {}}, attributes, {.prior = prior}).weights == prior);
}

TEST_CASE("a weight about which decisions have no information keeps its prior") {
  // No first move of a game captures a piece.
  const chess::Attributes attributes = attributes_of({"material", "mobility"});
  const Records records = games_of(attributes, {2.0, 0.2}, 3, chess::Lookahead::kOnePly, 1);
  const Fit found =
      fit({&records, all_games(records), {}}, attributes, {.prior = {0.5, 0.5}, .ridge = 1});
  CHECK(found.weights[0] == 0.5);
  CHECK(found.standard_errors[0] == 0);
  CHECK(found.weights[1] != 0.5);
  CHECK(found.standard_errors[1] > 0);
}

TEST_CASE("errors by game do not decrease if the choices of a game are repeated") {
  const chess::Attributes attributes = attributes_of({"attack"});
  constexpr double kGames = 30, kChance = 20 / kGames;
  for (const std::size_t times : {1U, 4U, 9U}) {
    Records records;
    for (std::size_t i = 0; i < 30; ++i) records.add(shuttled({i < 20}, times));
    const Fit found = fit(by_white(records), attributes, {});
    CHECK(found.sums.cases == 30 * times);
    CHECK(found.weights[0] == Approx(std::log(2.0)).epsilon(1e-3));
    const double information = kGames * kChance * (1 - kChance);
    CHECK(found.errors_by_choice[0] ==
          Approx(1 / std::sqrt(information * static_cast<double>(times))));
    CHECK(found.errors_by_game[0] == Approx(std::sqrt(kGames / (kGames - 1) / information)));
    CHECK(found.standard_errors == found.errors_by_game);
    CHECK(error_ratios(found).front() ==
          Approx(std::sqrt(static_cast<double>(times) * kGames / (kGames - 1))).epsilon(1e-3));
  }
}

TEST_CASE("if choices are independent, both errors agree, with and without a prior") {
  const chess::Attributes attributes = attributes_of({"attack"});
  Rng rng(5);
  Records records;
  for (std::size_t i = 0; i < 500; ++i) {
    std::vector<bool> attacks;
    while (attacks.size() < 6) attacks.push_back(rng.below(3) > 0);
    records.add(shuttled(attacks, 1));
  }
  for (const FitOptions& options : {FitOptions{}, FitOptions{.prior = {0.5}, .ridge = 300},
                                    FitOptions{.prior = {0.5}, .prior_moves = 3000}}) {
    const Fit found = fit(by_white(records), attributes, options);
    CHECK(error_ratios(found).front() == Approx(1).epsilon(0.1));
    FitOptions with_threads = options;
    with_threads.threads = 3;
    CHECK(fit(by_white(records), attributes, with_threads).errors_by_game == found.errors_by_game);
  }
  const chess::Attributes two = attributes_of({"material", "mobility"});
  const Records played = games_of(two, {2.0, 0.2}, 120);
  for (const double ratio : error_ratios(fit({&played, all_games(played), {}}, two, {})))
    CHECK(ratio == Approx(1).epsilon(0.25));
}

TEST_CASE("with one game, standard errors are those by choice") {
  const chess::Attributes attributes = attributes_of({"attack"});
  Records records;
  records.add(shuttled({true, false, true}, 1));
  const Fit found = fit(by_white(records), attributes, {});
  CHECK(found.errors_by_game == std::vector{0.0});
  CHECK(found.standard_errors == found.errors_by_choice);
  CHECK(found.standard_errors[0] > 0);
  CHECK(error_ratios(found).empty());
}

TEST_CASE("moves among the most probable one and five are counted") {
  const chess::Attributes attributes = attributes_of({"material"});
  const Records records = games_of(attributes, {30.0}, 4);
  const Decisions decisions{&records, all_games(records), {}};
  const ChoiceSums sums =
      predicted(decisions, attributes, chess::Lookahead::kOnePly, std::vector{30.0}, 1);
  CHECK(sums.accuracy() > 0);
  CHECK(sums.accuracy() <= sums.among_five());
  CHECK(sums.among_five() <= 1);
}

}  // namespace trivium::learning::choice

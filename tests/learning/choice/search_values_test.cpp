#include "learning/choice/search_values.h"

#include <cmath>

#include "engine/chess/choice/searched_moves.h"
#include "engine/chess/player.h"
#include "engine/chess/rules/game.h"
#include "engine/core/weighted_draw.h"
#include "learning/choice/fit.h"
#include "tests/engine/chess/plain_weights.h"
#include "tests/learning/choice/support.h"

namespace trivium::learning::choice {
namespace {

constexpr std::uint64_t kNodes = 40;

/// Plays a game of a player that values moves only by search.
chess::PgnGame searched_game(chess::Player& player, double weight, Rng& rng,
                             std::size_t max_plies) {
  player.new_game();
  chess::Game game;
  while (!game.end() && game.moves().size() < max_plies) {
    const chess::MoveList moves = chess::legal_moves(game.position());
    player.set_game(chess::Game(game.position()));
    const chess::SearchPart part{kNodes, weight, 0};
    const auto reports = chess::search_each_move(
        player, moves, {.part = part, .values = {}, .drops = false}, SearchControl());
    std::vector<double> chances;
    chess::softmax(chess::with_search({}, part, reports), chances);
    game.do_move(moves[sample_index(chances, rng)]);
  }
  chess::PgnGame record;
  record.moves = game.moves();
  return record;
}

Records searched_games(double weight, std::size_t count) {
  chess::Player player(chess::plain_weights(), {.hash_megabytes = 1});
  Rng rng(3);
  Records records;
  for (std::size_t i = 0; i < count; ++i) records.add(searched_game(player, weight, rng, 40));
  return records;
}

}  // namespace

/// Estimates the weight of the search from `count` games. Checks that its standard error is below
/// the fraction `max_error` of the weight, and that the search adds more than `gain` to the
/// log-likelihood.
void check_weight_of_search(std::size_t count, double max_error, double gain) {
  constexpr double kTruth = 1.5;
  const Records records = searched_games(kTruth, count);
  const std::vector<std::uint32_t> games = all_games(records);
  std::size_t reported = 0;
  const SearchValues one(records, games, {}, kNodes, chess::plain_weights(), 1,
                         [&](std::size_t done) { reported = done; });
  CHECK(reported == games.size());
  const chess::Attributes attributes = attributes_of({"material"});
  Decisions decisions{&records, games, {}, &one};
  CHECK(decisions.width(attributes) == 2);
  const Fit found = fit(decisions, attributes, {});
  REQUIRE(found.weights.size() == 2);
  CHECK(std::abs(found.weights[1] - kTruth) < 4 * found.standard_errors[1]);
  CHECK(found.standard_errors[1] < max_error * kTruth);
  CHECK(std::abs(found.weights[0]) < 4 * found.standard_errors[0]);
  decisions.searched = nullptr;
  CHECK(fit(decisions, attributes, {}).sums.log_likelihood < found.sums.log_likelihood - gain);
  const SearchValues three(records, games, {}, kNodes, chess::plain_weights(), 3);
  decisions.searched = &three;
  CHECK(fit(decisions, attributes, {}).weights == found.weights);
}

// A quarter of the games has twice the errors.
TEST_CASE("the weight of a search is estimated from a few games") {
  check_weight_of_search(3, 0.6, 50.0 / 4);
}

TEST_CASE("the weight of a search is estimated from the player's games" *
          doctest::test_suite("long")) {
  check_weight_of_search(12, 0.3, 50);
}

TEST_CASE("the gradient includes the search values") {
  const Records records = searched_games(1, 2);
  const std::vector<std::uint32_t> games = all_games(records);
  const SearchValues searched(records, games, {}, kNodes, chess::plain_weights(), 1);
  const Decisions decisions{&records, games, {}, &searched};
  const chess::Attributes attributes = attributes_of({"material", "centre"});
  const std::vector<double> weights{0.3, 0.2, 0.7};
  const ChoiceSlopes here = slopes(decisions, attributes, chess::Lookahead::kOnePly, weights, 1);
  constexpr double kStep = 1e-5;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    std::vector<double> more = weights, less = weights;
    more[k] += kStep;
    less[k] -= kStep;
    const double above =
        predicted(decisions, attributes, chess::Lookahead::kOnePly, more, 1).log_likelihood;
    const double below =
        predicted(decisions, attributes, chess::Lookahead::kOnePly, less, 1).log_likelihood;
    CHECK(here.gradient[k] ==
          doctest::Approx((above - below) / (2 * kStep)).epsilon(1e-5).scale(1));
  }
}

TEST_CASE("search values of a wide filter can be used with a narrower one") {
  const Records records = searched_games(1, 3);
  const std::vector<std::uint32_t> games = all_games(records);
  const SearchValues searched(records, games, {}, kNodes, chess::plain_weights(), 1);
  const chess::Attributes attributes = attributes_of({"material"});
  const auto sums = [&](std::optional<chess::Color> color, const SearchValues* values) {
    Decisions decisions{&records, games, {}, values};
    decisions.filter.color = color;
    return predicted(decisions, attributes, chess::Lookahead::kOnePly, std::vector{0.5, 1.0}, 1)
        .log_likelihood;
  };
  CHECK(sums(chess::Color::kWhite, &searched) + sums(chess::Color::kBlack, &searched) ==
        doctest::Approx(sums({}, &searched)));
  for (const std::uint32_t number : games) {
    records.visit(records.games()[number], {},
                  [&](const chess::Position& position, const chess::MoveList& moves, std::size_t) {
                    CHECK(searched.at(number, position).size() == moves.size());
                  });
  }
}

}  // namespace trivium::learning::choice

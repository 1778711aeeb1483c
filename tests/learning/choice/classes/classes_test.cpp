#include "learning/choice/classes/classes.h"

#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "engine/chess/rules/game.h"
#include "engine/core/weighted_draw.h"
#include "learning/choice/report/class_tables.h"
#include "learning/harness/seeds.h"
#include "models/format/load_error.h"
#include "tests/learning/choice/support.h"
#include "tests/learning/curve_rows.h"
#include "tests/learning/killed.h"
#include "tests/temporary_folder.h"

namespace trivium::learning::choice {
namespace {

/// Weights of a player: `late` if the phase is below 50, else `early`.
struct TwoMinded {
  std::vector<double> early{1.0, 0.3};
  std::vector<double> late{2.5, 0.05};
};

chess::PgnGame game_of(const TwoMinded& player, const chess::Attributes& attributes, Rng& rng) {
  constexpr std::size_t kMax = 120;
  chess::MoveValuer valuer(attributes, chess::Lookahead::kOnePly);
  chess::MoveValues values;
  std::vector<double> chances;
  chess::Game game;
  while (!game.end() && game.moves().size() < kMax) {
    chess::Position position = game.position();
    const chess::MoveList moves = chess::legal_moves(position);
    valuer.value(position, moves, chess::game_phase(position) < 50 ? player.late : player.early,
                 values);
    chess::softmax(values.values, chances);
    game.do_move(moves[sample_index(chances, rng)]);
  }
  chess::PgnGame record;
  record.moves = game.moves();
  return record;
}

/// 150 games: the last 20 are held out, and every third of the others is for validation.
struct PlayedGames {
  Records records;
  Decisions train, validation, held_out;
};

void play_by(const TwoMinded& player, const chess::Attributes& attributes, PlayedGames& games) {
  for (std::uint32_t i = 0; i < 150; ++i) {
    Rng rng = stream_rng(3, 0, i);
    games.records.add(game_of(player, attributes, rng));
  }
  for (Decisions* part : {&games.train, &games.validation, &games.held_out})
    part->records = &games.records;
  for (std::uint32_t i = 0; i < 150; ++i) {
    (i >= 130 ? games.held_out : i % 3 == 0 ? games.validation : games.train).games.push_back(i);
  }
}

}  // namespace

TEST_CASE(
    "a player whose preferences change late in a game gets two classes with the weights of both") {
  const chess::Attributes attributes = attributes_of({"material", "mobility"});
  const TwoMinded player;
  PlayedGames games;
  play_by(player, attributes, games);
  const ClassOptions options{.maximum = 2};
  const GrownClasses grown = grow_classes(games.train, games.validation, attributes, options);
  REQUIRE(grown.fits.size() == 2);
  REQUIRE(grown.tried.size() == 1);
  CHECK(grown.tried[0].kept);
  CHECK(grown.tried[0].conditions == "all positions");
  CHECK(grown.tried[0].question == "phase < 50");
  CHECK(grown.classes.text() == "phase<50 . .");
  // Within the standard errors and the bias of the prior.
  for (std::size_t k = 0; k < attributes.size(); ++k) {
    CHECK(std::abs(grown.fits[0].weights[k] - player.late[k]) <
          4 * grown.fits[0].standard_errors[k] + 0.1 * player.late[k]);
    CHECK(std::abs(grown.fits[1].weights[k] - player.early[k]) <
          4 * grown.fits[1].standard_errors[k] + 0.1 * player.early[k]);
  }
  const ChoiceSums whole =
      predicted(games.held_out, attributes, options.fit.lookahead, grown.all.weights, 1);
  const ChoiceSums parted = predicted_by_class(games.held_out, attributes, grown, options);
  const GameGain gain = gain_by_class(games.held_out, attributes, grown, options);
  CHECK(parted.cases == whole.cases);
  CHECK(gain.nats == doctest::Approx(parted.log_likelihood - whole.log_likelihood));
  CHECK(gain.nats > 3 * gain.error);
}

TEST_CASE("a player with the same preferences in all positions gets one class") {
  const chess::Attributes attributes = attributes_of({"material", "mobility"});
  PlayedGames games;
  play_by({{1.5, 0.2}, {1.5, 0.2}}, attributes, games);
  const GrownClasses grown = grow_classes(games.train, games.validation, attributes, {});
  CHECK(grown.fits.size() == 1);
  REQUIRE(grown.tried.size() == 1);
  CHECK(!grown.tried[0].kept);
  CHECK(grown.fits[0].weights == grown.all.weights);
}

TEST_CASE("classes do not depend on the number of threads, and each step is reported") {
  const chess::Attributes attributes = attributes_of({"material", "mobility"});
  PlayedGames games;
  play_by({}, attributes, games);
  games.train.games.resize(30);
  games.validation.games.resize(15);
  const ClassOptions one{.maximum = 3};
  ClassOptions three = one;
  three.fit.threads = 3;
  std::size_t last = 0;
  const GrownClasses grown = grow_classes(games.train, games.validation, attributes, one,
                                          [&](std::size_t step, std::string_view) { last = step; });
  CHECK(last == grown.tried.size());
  CHECK(last <= step_count(one));
  const GrownClasses by_three = grow_classes(games.train, games.validation, attributes, three);
  CHECK(by_three.classes.text() == grown.classes.text());
  REQUIRE(by_three.fits.size() == grown.fits.size());
  for (std::size_t i = 0; i < grown.fits.size(); ++i)
    CHECK(by_three.fits[i].weights == grown.fits[i].weights);
  CHECK(gain_by_class(games.held_out, attributes, by_three, three).nats ==
        gain_by_class(games.held_out, attributes, grown, one).nats);
}

TEST_CASE(
    "a run that is killed after any step and resumed ends with the same bits; another run's "
    "checkpoint is rejected") {
  const chess::Attributes attributes = attributes_of({"material", "mobility"});
  PlayedGames games;
  play_by({}, attributes, games);
  games.train.games.resize(30);
  games.validation.games.resize(15);
  ClassOptions options{.maximum = 3};
  std::uint64_t reports = 0;
  const GrownClasses whole = grow_classes(games.train, games.validation, attributes, options,
                                          [&reports](std::size_t, std::string_view) { ++reports; });
  REQUIRE(whole.fits.size() > 1);
  const TemporaryFolder folder;
  options.run.checkpoint_folder = folder.path();
  options.run.resume = true;
  std::optional<GrownClasses> resumed;
  std::size_t kills = 0;
  while (!resumed && kills < 500) {
    std::size_t heard = 0;  // the first step of a new run is its second report
    const auto kill = [&heard](std::size_t, std::string_view) {
      if (++heard == 3) throw Killed();
    };
    try {
      resumed = grow_classes(games.train, games.validation, attributes, options, kill);
    } catch (const Killed&) {
      ++kills;
    }
  }
  REQUIRE(resumed);
  check_curve(folder.path(), steps_between(0, reports - 1), {"classes", "gain"});
  CHECK(kills > whole.tried.size());
  CHECK(resumed->all.standard_errors == whole.all.standard_errors);
  CHECK(resumed->classes.text() == whole.classes.text());
  CHECK(classes_csv(*resumed, attributes.names()) == classes_csv(whole, attributes.names()));
  CHECK(splits_csv(*resumed) == splits_csv(whole));
  REQUIRE(resumed->fits.size() == whole.fits.size());
  for (std::size_t i = 0; i < whole.fits.size(); ++i) {
    CHECK(resumed->fits[i].weights == whole.fits[i].weights);
    CHECK(resumed->fits[i].errors_by_game == whole.fits[i].errors_by_game);
    CHECK(resumed->fits[i].sums.log_likelihood == whole.fits[i].sums.log_likelihood);
    CHECK(resumed->fits[i].iterations == whole.fits[i].iterations);
  }
  options.maximum = 4;
  CHECK_THROWS_AS(
      static_cast<void>(grow_classes(games.train, games.validation, attributes, options)),
      format::LoadError);
}

TEST_CASE("the expected gain of a part is close to the gain of a fit, and parts may overlap") {
  const chess::Attributes attributes = attributes_of({"material", "mobility"});
  PlayedGames games;
  play_by({}, attributes, games);
  games.train.games.resize(20);
  const std::vector<double> weights{1.2, 0.2};
  const auto parts = [](const chess::Position& position, std::size_t, const auto& into) {
    into(0);
    if (chess::game_phase(position) < 50) into(1);
  };
  const std::vector<ChoiceSlopes> slopes_of =
      slopes_by_part(games.train, attributes, chess::Lookahead::kOnePly, weights, 2, 3, parts);
  const ChoiceSlopes all = slopes(games.train, attributes, chess::Lookahead::kOnePly, weights, 1);
  CHECK(slopes_of[0].sums.log_likelihood == doctest::Approx(all.sums.log_likelihood));
  CHECK(slopes_of[0].gradient[0] == doctest::Approx(all.gradient[0]));
  CHECK(slopes_of[0].information.at(1, 0) == doctest::Approx(all.information.at(1, 0)));
  CHECK(slopes_of[2].sums.cases == 0);
  const Fit best = fit(games.train, attributes, {.prior = weights});
  CHECK(expected_gain(slopes_of[0]) ==
        doctest::Approx(best.sums.log_likelihood - all.sums.log_likelihood).epsilon(0.2));
  Decisions late = games.train;
  const chess::PositionClasses classes = *chess::PositionClasses::parse("phase<50 . .");
  late.filter.classes = &classes;
  CHECK(slopes(late, attributes, chess::Lookahead::kOnePly, weights, 1).sums.log_likelihood ==
        doctest::Approx(slopes_of[1].sums.log_likelihood));
}

TEST_CASE("classes with too many attributes are an error") {
  const Records records;
  CHECK_THROWS_AS(static_cast<void>(grow_classes({&records, {}, {}}, {&records, {}, {}},
                                                 attributes_of({"engine"}), {})),
                  std::invalid_argument);
}

}  // namespace trivium::learning::choice

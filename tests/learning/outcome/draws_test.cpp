// The learner of draws: it recovers the model that generated the results, with any number of
// threads, and leaves the value unchanged.
#include "learning/outcome/draws.h"

#include <cmath>
#include <doctest/doctest.h>
#include <string>

#include "engine/connect6/patterns/value_patterns.h"
#include "engine/core/rng.h"
#include "models/format/load_error.h"
#include "tests/engine/connect6/sample.h"
#include "tests/learning/curve_rows.h"
#include "tests/learning/killed.h"
#include "tests/learning/outcome/support.h"
#include "tests/temporary_folder.h"

using namespace trivium::learning;
using namespace trivium::learning::outcome;
using namespace trivium;

namespace {

constexpr connect6::DrawModel kTruth{6.0, -9.0};

/// Returns results sampled from a model.
std::vector<DrawPosition> made_by(const connect6::DrawModel& model, std::size_t count,
                                  std::uint64_t seed) {
  Rng rng(seed);
  std::vector<DrawPosition> positions;
  for (std::size_t i = 0; i < count; ++i) {
    DrawPosition position;
    position.empty = static_cast<std::uint16_t>(20 + rng.below(300));
    position.windows = static_cast<std::uint16_t>(1 + rng.below(std::uint64_t{3} * position.empty));
    position.stones = static_cast<std::uint16_t>(361 - position.empty);
    position.value = static_cast<std::int16_t>(static_cast<int>(rng.below(600)) - 300);
    const EndChances chances =
        ExpectationModel{.draw_margin = model.margin(position.room())}.chances(position.value /
                                                                               100.0);
    const double drawn = rng.unit();
    position.result = drawn < chances.win                  ? Outcome::kWin
                      : drawn < chances.win + chances.draw ? Outcome::kDraw
                                                           : Outcome::kLoss;
    positions.push_back(position);
  }
  return positions;
}

DrawData data_of(const connect6::DrawModel& model) {
  return {made_by(model, 20'000, 1), made_by(model, 5000, 2), 25'000, 9000};
}

DrawReading reading(std::uint64_t seed, std::uint64_t nodes, std::size_t threads) {
  return {{.threads = threads}, seed, nodes};
}

/// Returns games that end with a full board, and games that Black wins.
std::filesystem::path write_ended_games(const std::filesystem::path& path, std::size_t count,
                                        int size) {
  records::Connect6GameWriter writer(path);
  for (std::size_t i = 0; i < count; ++i) {
    records::Connect6Game game = random_game(50 + i, size, size * size);
    const bool full = game.moves.size() == static_cast<std::size_t>(size * size);
    const bool black = connect6::Board::to_move(static_cast<int>(game.moves.size()) - 1) ==
                       connect6::Stone::kBlack;
    game.result = full    ? connect6::GameResult::kDraw
                  : black ? connect6::GameResult::kBlackWins
                          : connect6::GameResult::kWhiteWins;
    writer.add(game);
  }
  writer.finish();
  return path;
}

}  // namespace

TEST_CASE(
    "the model that generated the results is recovered, and no other measure of room predicts "
    "held-out games better") {
  const DrawData data = data_of(kTruth);
  const DrawFit fit = fit_draws(data, engine_room(), 1);
  const connect6::DrawModel found = draw_model_of(fit);
  CHECK(found.level == doctest::Approx(kTruth.level).epsilon(0.05));
  CHECK(found.slope == doctest::Approx(kTruth.slope).epsilon(0.05));
  CHECK(fit.steps < 20);
  for (const RoomMeasure& room : room_measures()) {
    const DrawFit other = fit_draws(data, room, 1);
    CHECK(other.numbers.size() == 1 + room.slopes);
    CHECK(other.held_out > fit.held_out - 0.001);
    if (room.name == "nothing") CHECK(other.held_out > fit.held_out + 0.1);
  }
  const DrawMetrics metrics = measure_draws(data.held_out, found);
  CHECK(metrics.all.mean_loss() == doctest::Approx(fit.held_out));
  CHECK(metrics.all.drawn.predicted == doctest::Approx(metrics.all.drawn.occurred).epsilon(0.03));
  CHECK(metrics.all.won.predicted == doctest::Approx(metrics.all.won.occurred).epsilon(0.05));
  CHECK(metrics.by_size.at(19).cases == 5000);
  std::uint64_t positions = 0;
  for (const auto& [tenth, sums] : metrics.by_prediction) positions += sums.cases;
  CHECK(positions == 5000);
}

TEST_CASE("all steps of a fit count, and a fit without convergence is reported") {
  const DrawData data = data_of(kTruth);
  const DrawFit fit = fit_draws(data, engine_room(), 1);
  CHECK(fit.settled);
  CHECK(fit_draws(data, engine_room(), 1, fit.steps).numbers == fit.numbers);
  DrawFit short_of_one = fit_draws(data, engine_room(), 1, fit.steps - 1);
  CHECK(short_of_one.steps == fit.steps - 1);
  CHECK_FALSE(short_of_one.settled);
  CHECK(short_of_one.numbers != fit.numbers);
  short_of_one.numbers = {500.0, -1.0};
  CHECK_THROWS_WITH_AS(draw_model_of(short_of_one),
                       doctest::Contains(" steps, which were not enough): too few games to tell"),
                       format::LoadError);
}

TEST_CASE(
    "a measure that the games do not determine is left out of the comparison, unless it is the "
    "engine's") {
  DrawData data = data_of(kTruth);
  for (DrawPosition& position : data.train)
    position.empty = 1;  // a constant measure is equivalent to the level
  std::vector<std::string> lines;
  const auto report = [&lines](const std::string& line) { lines.push_back(line); };
  const std::vector<DrawFit> fits = fit_rooms(data, 1, report);
  REQUIRE(fits.size() == 3);
  CHECK(fits[0].room == engine_room().name);
  CHECK(fits[1].room == "nothing");
  CHECK(fits[2].room == "windows");
  REQUIRE(lines.size() == 5);
  CHECK(lines[0].starts_with("draws by windows for each empty cell: log-loss 0."));
  CHECK(lines[2] ==
        "draws: the games do not tell how draws depend on the room (empty cells): left out of the "
        "comparison");
  for (DrawPosition& position : data.train) position.windows = 1;
  CHECK_THROWS_WITH_AS(
      fit_rooms(data, 1, report),
      doctest::Contains("do not tell how draws depend on the room (windows for each"),
      format::LoadError);
}

TEST_CASE("no parameters near the found ones have a higher likelihood") {
  const DrawData data = data_of(kTruth);
  const connect6::DrawModel found = draw_model_of(fit_draws(data, engine_room(), 1));
  const double minimum = measure_draws(data.train, found).all.loss;
  for (const double by : {-0.05, 0.05}) {
    CHECK(measure_draws(data.train, {found.level + by, found.slope}).all.loss > minimum);
    CHECK(measure_draws(data.train, {found.level, found.slope + by}).all.loss > minimum);
  }
}

TEST_CASE("games give the same positions and numbers for any number of threads") {
  const TemporaryFolder folder;
  const std::vector<records::GameSet> files = {
      records::GameSet(write_ended_games(folder / "a.c6", 120, 7), {1, 0.2, 0}),
      records::GameSet(write_ended_games(folder / "b.c6", 80, 9), {1, 0.2, 0})};
  const connect6::Knowledge knowledge{connect6::round_weights(), connect6::sample_patterns()};
  for (const std::uint64_t nodes : {0, 20}) {
    std::uint64_t heard = 0;
    const DrawData one =
        read_positions(files, knowledge, reading(1, nodes, 1), [&heard](std::uint64_t read) {
          CHECK(read > heard);  // each number once
          heard = read;
        });
    const DrawData three = read_positions(files, knowledge, reading(1, nodes, 3));
    CHECK(heard == 200);
    CHECK(one.games == 200);
    CHECK(one.train.size() > 50);
    CHECK(one.train.size() + one.held_out.size() <= 200);
    CHECK(one.train == three.train);
    CHECK(one.held_out == three.held_out);
    const auto other = read_positions(files, knowledge, reading(2, nodes, 1));
    CHECK(other.train != one.train);
  }
  const DrawData data = data_of(kTruth);
  CHECK(fit_draws(data, engine_room(), 1).numbers == fit_draws(data, engine_room(), 3).numbers);
}

TEST_CASE("reading that is killed and resumed gives the same positions; other games are rejected") {
  const TemporaryFolder folder;
  const std::vector<records::GameSet> files = {
      records::GameSet(write_ended_games(folder / "a.c6", 120, 7), {1, 0.2, 0}),
      records::GameSet(write_ended_games(folder / "b.c6", 80, 9), {1, 0.2, 0})};
  const connect6::Knowledge knowledge{connect6::round_weights(), connect6::sample_patterns()};
  std::uint64_t first_of_whole = 0;
  const DrawData whole =
      read_positions(files, knowledge, reading(1, 0, 1), [&first_of_whole](std::uint64_t read) {
        if (first_of_whole == 0) first_of_whole = read;
      });
  DrawReading saved = reading(1, 0, 2);
  saved.checkpoint_folder = folder / "run";
  saved.snapshot_seconds = 0;
  const auto kill = [](std::uint64_t read) {
    if (read > 150) throw Killed();
  };
  CHECK_THROWS_AS(read_positions(files, knowledge, saved, kill), Killed);
  saved.resume = true;
  std::uint64_t first = 0;
  const DrawData resumed = read_positions(
      files, knowledge, saved, [&first](std::uint64_t read) { first = first > 0 ? first : read; });
  CHECK(first > first_of_whole);
  CHECK(first <= 150);
  CHECK(resumed.train == whole.train);
  CHECK(resumed.held_out == whole.held_out);
  CHECK(resumed.games == whole.games);
  CHECK(resumed.drawn == whole.drawn);
  check_curve(folder / "run", steps_between(1, 16), {"games", "drawn"});
  CHECK_THROWS_AS(read_positions(files, knowledge, saved, {}, R"({"games":"others"})"),
                  format::LoadError);
}

TEST_CASE("the curve of reading has the losses of the fit to the positions read so far") {
  const TemporaryFolder folder;
  const std::vector<records::GameSet> files = {
      records::GameSet(write_ended_games(folder / "a.c6", 200, 7), {1, 0.2, 0})};
  DrawReading saved = reading(1, 0, 1);
  saved.checkpoint_folder = folder / "run";
  const DrawData data =
      read_positions(files, {connect6::round_weights(), connect6::sample_patterns()}, saved);
  const DrawFit fit = fit_draws(data, engine_room(), 1);
  const std::vector<std::string> rows = curve_rows(folder / "run");
  REQUIRE(rows.size() == 8);
  CHECK(figure_of(rows.back(), "games") == 200);
  CHECK(figure_of(rows.back(), "train") == fit.train);
  CHECK(figure_of(rows.back(), "held_out") == fit.held_out);
}

TEST_CASE(
    "games that are incomplete, have equal results or lead to an invalid model are rejected with "
    "the reason") {
  const TemporaryFolder folder;
  records::Connect6Game game = random_game(3, 9, 40);
  game.result = connect6::GameResult::kDraw;
  records::Connect6GameWriter writer(folder / "cut.c6");
  writer.add(game);
  writer.finish();
  const std::vector<records::GameSet> cut = {records::GameSet(folder / "cut.c6", {1, 0.0, 0})};
  CHECK_THROWS_WITH_AS(
      read_positions(cut, {connect6::round_weights(), nullptr}, reading(1, 0, 1)),
      doctest::Contains(
          "cut.c6: a game of 40 stones is a draw though the board of 9 is not full: it was cut "
          "off, and its "
          "end is not known; `trivium-learn connect6 playouts --longest 81` plays to the end"),
      format::LoadError);

  DrawData data = data_of(kTruth);
  for (DrawPosition& position : data.train) position.result = Outcome::kWin;
  CHECK_THROWS_WITH_AS(
      fit_draws(data, engine_room(), 1),
      "draws: of 20000 positions to learn from 0 were drawn: some must be, and some not",
      format::LoadError);
  CHECK_THROWS_AS(fit_draws({}, engine_room(), 1), format::LoadError);
  data = data_of(kTruth);
  for (DrawPosition& position : data.train)
    position.result = position.windows > position.empty ? Outcome::kDraw : Outcome::kWin;
  data.train[0].result = Outcome::kLoss;
  CHECK_THROWS_WITH_AS(draw_model_of(fit_draws(data, engine_room(), 1)),
                       doctest::Contains(": more room must not make more draws"),
                       format::LoadError);
  CHECK_THROWS_WITH_AS(draw_model_of({engine_room().name, {332.9, -512.9}, 30, 0.5, 0.0}),
                       "draws: the games teach a level of 332.9 and a slope of -512.9 (30 steps): "
                       "too few games to tell: neither may be above 100 in size",
                       format::LoadError);
}

TEST_CASE(
    "the written file has the tensors of the value bit for bit, names it, and replaces an earlier "
    "model of draws") {
  format::WeightFile value;
  value.kind = connect6::kWeightsKind;
  value.schema = connect6::kWeightsSchema;
  value.feature_names = connect6::feature_names();
  const std::vector<double> patterns(connect6::kValuePatterns, 1.0 / 3.0);
  value.tensors =
      connect6::value_tensors(std::vector<double>(connect6::kFeatureCount, 0.1), patterns);
  const std::vector<format::Tensor> before = value.tensors;
  const DrawData data = data_of(kTruth);
  const DrawMetrics metrics = measure_draws(data.train, kTruth);
  const TemporaryFolder folder;
  Manifest manifest;
  manifest.data = {{"games.c6", "34", ""}, {"v", "56", ""}};
  manifest.value = {
      {"v", "56", ""}, {}, "make value", {{"first.c6", "12", "own"}, {"the same.c6", "34", ""}}};
  for (const connect6::DrawModel& model : {kTruth, connect6::DrawModel{1.0, -1.0}}) {
    value = draws_file(value, model, data, metrics, {}, manifest);
    const format::WeightFile read =
        format::read_weight_file(format::write_weight_file(folder / "w.safetensors", value));
    for (const format::Tensor& tensor : before) REQUIRE(read.tensor(tensor.name) == tensor);
    CHECK(read.tensors.size() == before.size() + 1);
    CHECK(connect6::Weights::from_file(read)->draws() == model);
    CHECK(
        read.manifest.find(
            R"({"name":"games.c6","sha256":"34"},{"name":"v","sha256":"56"},{"licence":"own","name":"first.c6","sha256":"12"}])") !=
        std::string::npos);
    CHECK(read.figure("train.log_loss") == doctest::Approx(metrics.all.mean_loss()));
    CHECK_FALSE(read.figure("held_out.log_loss"));
  }
}

TEST_CASE("a card states the value's source file and its origin, or that it is unknown") {
  const ValueOrigin made{{"v", "12", ""}, {"1.2", ""}, "make v", {}};
  const auto method = [](const ValueOrigin& origin, const DataSource& from) {
    return draws_card(origin, from, kTruth).method;
  };
  CHECK(method(made, {"v", "12", ""})
            .starts_with("The value is that of v, each tensor unchanged. Trivium 1.2, commit ?, "
                         "made it by `make v`. "));
  CHECK(method(made, {"w", "34", ""})
            .starts_with(
                "The value is that of v, each tensor unchanged, taken from w. Trivium 1.2, "));
  CHECK(
      method({{"v", "12", ""}, {}, "", {}}, {"w", "34", ""})
          .starts_with("The value is that of v, each tensor unchanged, taken from w. The manifest "
                       "of w does not state the command that made it. "));
}

TEST_CASE("tables have a line for each measure and each key that either side has") {
  const std::vector<DrawFit> fits = {{"windows", {1.5, -2.0}, 7, 0.5, 0.25},
                                     {"nothing", {1.0}, 3, 0.75, 0.0}};
  CHECK(rooms_csv(fits) ==
        "room,level,slope,second_slope,train,held_out,steps\n\"windows\",1.500000,-2.000000,,0."
        "500000,0.250000,7\n"
        "\"nothing\",1.000000,,,0.750000,,3\n");
  const std::string csv = draws_csv("tenth", {{2, {4, 2.0, 0.0, {3.0, 1.0}, {1.0, 2.0}}}},
                                    {{5, {1, 0.5, 0.0, {0.25, 0.0}, {0.5, 1.0}}}});
  CHECK(csv.find("\n2,4,0.500000,0.250000,0.500000,0.750000,0.250000,0,0.000000,") !=
        std::string::npos);
  CHECK(
      csv.ends_with("\n5,0,0.000000,0.000000,0.000000,0.000000,0.000000,1,0.500000,0.500000,1."
                    "000000,0.250000,0.000000\n"));
}

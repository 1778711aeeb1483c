// The learner as a whole: every way to run it gives the same bits.
#include "learning/tdleaf/tdleaf.h"

#include <chrono>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fstream>
#include <initializer_list>

#include "engine/chess/evaluation/weights.h"
#include "learning/tdleaf/report/piece_worth.h"
#include "learning/tdleaf/report/results.h"
#include "learning/tdleaf/signatures.h"
#include "models/format/file_io.h"
#include "models/format/linear.h"
#include "models/format/load_error.h"
#include "tests/learning/curve_rows.h"
#include "tests/learning/killed.h"
#include "tests/learning/tdleaf/support.h"
#include "tests/temporary_folder.h"

using namespace trivium::learning;
using namespace trivium::learning::records;
using namespace trivium::learning::tdleaf;
using namespace trivium;

namespace {

SelfPlayOptions tiny_play() {
  SelfPlayOptions options;
  options.search.nodes = 60;
  options.max_plies = 40;
  options.earlier_share = 0.3;
  return options;
}

TdLeafOptions tiny_run() {
  TdLeafOptions options;
  options.generations = 4;
  options.passes = 2;
  options.learner.batch = 4;
  options.learner.prior = 1e-6;
  return options;
}

/// Options of a run by self-play. Its games are stored in `games`, unless it is empty.
TdLeafResult self_played(const TdLeafOptions& options,
                         const std::optional<std::filesystem::path>& games = std::nullopt,
                         std::uint64_t seed = 1) {
  SelfPlayOptions play = tiny_play();
  play.seed = seed;
  NewGames source(self_play_maker(Openings(), play, 6, options.threads), games);
  const std::string identity = "{\"seed\":" + std::to_string(seed) + "}";
  return learn_tdleaf({weights_of_nothing(), weights_of_nothing(), &source, identity}, options);
}

}  // namespace

TEST_CASE("\"nothing\" means 100 centipawns for a pawn and 0 for all else") {
  const std::vector<double> weights = weights_of_nothing();
  CHECK(material(weights) == PieceValues{100, 0, 0, 0, 0});
  const auto loaded = chess::Weights::from_pawns(weights, "nothing");
  CHECK(chess::evaluate(chess::start_position(), *loaded) == 0);
  CHECK(
      chess::evaluate(test::position_of("rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
                      *loaded) == 100);
  CHECK(
      chess::evaluate(test::position_of("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"),
                      *loaded) == 0);
}

TEST_CASE("a run gives the same bits for any number of threads") {
  TdLeafOptions options = tiny_run();
  const TdLeafResult one = self_played(options);
  CHECK(one.curve.size() == 4);
  CHECK(one.weights != weights_of_nothing());
  options.threads = 3;
  CHECK(self_played(options).weights == one.weights);
  CHECK(self_played(options, std::nullopt, 2).weights != one.weights);
}

/// Kills a run that learns from the games of `window` generations, after each of
/// `last_generations`.
void check_killed_runs(std::uint64_t window, std::initializer_list<std::size_t> last_generations) {
  CAPTURE(window);
  const TemporaryFolder kept;
  TdLeafOptions options = tiny_run();
  options.window = window;
  const TdLeafResult uninterrupted = self_played(options, kept.path() / "games");
  for (const std::size_t last : last_generations) {
    CAPTURE(last);
    const TemporaryFolder folder;
    TdLeafOptions first = options;
    first.checkpoint_folder = folder.path();
    // Saving takes no time, so each generation is saved, however slow the disk is (Cadence).
    first.now = [] { return std::chrono::steady_clock::time_point{}; };
    first.on_generation = [last](std::span<const CurveRow> curve, std::span<const double>) {
      if (curve.size() == last) throw Killed();
    };
    CHECK_THROWS_AS(self_played(first, folder.path() / "games"), Killed);
    TdLeafOptions second = options;
    second.checkpoint_folder = folder.path();
    second.resume = true;
    std::size_t first_resumed = 0;
    second.on_generation = [&](std::span<const CurveRow> curve, std::span<const double>) {
      if (first_resumed == 0) first_resumed = curve.size();
    };
    const TdLeafResult resumed = self_played(second, folder.path() / "games");
    CHECK(first_resumed == last);
    CHECK(resumed.weights == uninterrupted.weights);
    CHECK(curve_csv(resumed.curve) == curve_csv(uninterrupted.curve));
    check_curve(folder.path(), steps_between(1, options.generations),
                {"error", "difference", "white_score", "draws"});
  }
}

TEST_CASE("a run that is killed and resumed ends with the same bits and the same curve") {
  check_killed_runs(2, {2});
}

TEST_CASE(
    "a run that is killed after any generation and resumed ends with the same bits and the same "
    "curve" *
    doctest::test_suite("long")) {
  for (const std::uint64_t window : {1U, 2U}) check_killed_runs(window, {1, 2, 3, 4});
}

TEST_CASE("a finished run resumes with more generations; another run's checkpoint is rejected") {
  const TemporaryFolder folder;
  TdLeafOptions options = tiny_run();
  const TdLeafResult whole = self_played(options);
  options.checkpoint_folder = folder.path();
  options.generations = 2;
  self_played(options);
  options.resume = true;
  options.generations = 4;
  CHECK(self_played(options).weights == whole.weights);
  CHECK(self_played(options).weights == whole.weights);
  options.generations = 3;
  CHECK_THROWS_WITH_AS(self_played(options),
                       doctest::Contains("has 4 generations already, and 3 are asked for"),
                       format::LoadError);
  options.generations = 4;
  CHECK_THROWS_AS(self_played(options, std::nullopt, 2), format::LoadError);
  options.learner.gradient.lambda = 0.5;
  CHECK_THROWS_AS(self_played(options), format::LoadError);
}

TEST_CASE("a resumed run stores games if the first part did, and none otherwise") {
  for (const bool keeps : {true, false}) {
    CAPTURE(keeps);
    const TemporaryFolder folder;
    const std::optional<std::filesystem::path> games = folder.path() / "games";
    TdLeafOptions options = tiny_run();
    options.checkpoint_folder = folder.path();
    options.generations = 1;
    self_played(options, keeps ? games : std::nullopt);
    options.resume = true;
    options.generations = 2;
    const std::string difference =
        fmt::format("its --keep-games is {}, this run's is {}", keeps, !keeps);
    CHECK_THROWS_WITH_AS(self_played(options, keeps ? std::nullopt : games),
                         doctest::Contains(difference.c_str()), format::LoadError);
    CHECK(self_played(options, keeps ? games : std::nullopt).curve.size() == 2);
  }
}

TEST_CASE("games are written in their order, and the file gets its name only when all are there") {
  const TemporaryFolder folder;
  const std::vector<SearchedGame> games = test::random_games(10);
  std::size_t written = 0;
  bool kept = false;
  const auto portions = [&](std::uint64_t, std::size_t first, const Selves&) {
    CHECK(first == written);
    CHECK_FALSE(std::filesystem::exists(folder.path() / "games-000000.tdleaf"));
    written = std::min<std::size_t>(first + 3, games.size());
    return std::vector(games.begin() + static_cast<std::ptrdiff_t>(first),
                       games.begin() + static_cast<std::ptrdiff_t>(written));
  };
  for (const bool in_folder : {true, false}) {
    kept = in_folder;
    NewGames source(portions, kept ? std::optional(folder.path()) : std::nullopt);
    source.begin(0, false);
    written = 0;
    const std::optional<GameSet> made = source.make(0, {});
    REQUIRE(made.has_value());
    const GameStream stream = (*made)(2);
    for (const SearchedGame& game : games) {
      SearchedGame read;
      REQUIRE(stream(read));
      CHECK(read == game);
    }
    SearchedGame none;
    CHECK_FALSE(stream(none));
    CHECK(source.file(0).has_value() == kept);
    if (kept) std::filesystem::remove(*source.file(0));
  }
}

TEST_CASE(
    "a run that is killed during self-play leaves no file that seems complete, and resumes with "
    "the same bits") {
  const TemporaryFolder kept;
  TdLeafOptions options = tiny_run();
  options.window = 2;
  const TdLeafResult uninterrupted = self_played(options, kept.path());
  for (const std::uint64_t killed_in : {0U, 2U}) {
    CAPTURE(killed_in);
    const TemporaryFolder folder;
    const NewGames::Maker make = self_play_maker(Openings(), tiny_play(), 6, 1);
    NewGames dying(
        [&](std::uint64_t generation, std::size_t first, const Selves& selves) {
          if (generation == killed_in && first > 0) throw Killed();
          return make(generation, first, selves);
        },
        folder.path() / "games");
    TdLeafOptions first = options;
    first.checkpoint_folder = folder.path();
    CHECK_THROWS_AS(
        learn_tdleaf({weights_of_nothing(), weights_of_nothing(), &dying, "{\"seed\":1}"}, first),
        Killed);
    CHECK_FALSE(std::filesystem::exists(*dying.file(killed_in)));
    first.resume = true;
    CHECK(self_played(first, folder.path() / "games").weights == uninterrupted.weights);
  }
}

TEST_CASE("games of another run are neither overwritten nor learned from") {
  const TemporaryFolder folder;
  TdLeafOptions options = tiny_run();
  options.window = 2;
  options.generations = 2;
  options.checkpoint_folder = folder.path() / "run";
  self_played(options, folder.path() / "games");

  TdLeafOptions fresh = options;
  fresh.checkpoint_folder.reset();
  CHECK_THROWS_WITH_AS(self_played(fresh, folder.path() / "games"),
                       doctest::Contains("games-000000.tdleaf: games that are not this run's"),
                       format::LoadError);
  CHECK_THROWS_WITH_AS(self_played(options, folder.path() / "elsewhere"),
                       doctest::Contains("--resume continues it"), format::LoadError);

  options.resume = true;
  options.generations = 3;
  fresh.generations = 4;
  self_played(fresh, folder.path() / "others", 2);
  const auto put = [&](const char* from, const char* to) {
    std::filesystem::copy_file(folder.path() / "others" / from, folder.path() / "games" / to,
                               std::filesystem::copy_options::overwrite_existing);
  };
  put("games-000003.tdleaf", "games-000003.tdleaf");
  CHECK_THROWS_WITH_AS(self_played(options, folder.path() / "games"),
                       doctest::Contains("games-000003.tdleaf: games that are not this run's"),
                       format::LoadError);
  std::filesystem::remove(folder.path() / "games" / "games-000003.tdleaf");

  std::filesystem::remove(folder.path() / "games" /
                          "games-000000.tdleaf");  // out of the window: no longer needed
  put("games-000001.tdleaf", "games-000001.tdleaf");
  CHECK_THROWS_WITH_AS(self_played(options, folder.path() / "games"),
                       doctest::Contains("games-000001.tdleaf: not the games that this run"),
                       format::LoadError);
  std::filesystem::remove(folder.path() / "games" / "games-000001.tdleaf");
  CHECK_THROWS_WITH_AS(self_played(options, folder.path() / "games"),
                       doctest::Contains("games-000001.tdleaf: cannot be opened"),
                       format::LoadError);
}

TEST_CASE("a run that is killed several generations after its last snapshot resumes and is equal") {
  const TemporaryFolder folder;
  TdLeafOptions options = tiny_run();
  options.window = 2;
  const TdLeafResult uninterrupted = self_played(options, folder.path() / "whole");
  for (const std::size_t last : {2, 3, 4}) {
    CAPTURE(last);
    const std::filesystem::path games = folder.path() / fmt::format("games{}", last);
    TdLeafOptions first = options;
    first.checkpoint_folder = folder.path() / fmt::format("run{}", last);
    // Saving seems to be slow, so after the first snapshot none is saved before the end (Cadence).
    first.now = [at = std::chrono::steady_clock::time_point{}]() mutable {
      return at += std::chrono::seconds(10);
    };
    TdLeafOptions second = first;
    first.on_generation = [last](std::span<const CurveRow> curve, std::span<const double>) {
      if (curve.size() == last) throw Killed();
    };
    CHECK_THROWS_AS(self_played(first, games), Killed);
    CHECK(stored_games(games).size() == last);
    second.resume = true;
    std::size_t first_resumed = 0;
    second.on_generation = [&](std::span<const CurveRow> curve, std::span<const double>) {
      if (first_resumed == 0) first_resumed = curve.size();
    };
    CHECK(self_played(second, games).weights == uninterrupted.weights);
    CHECK(first_resumed < last);
    CHECK(stored_games(games).size() == options.generations);
  }
}

TEST_CASE("games after the last snapshot are played again, and other games are not replaced") {
  const TemporaryFolder folder;
  TdLeafOptions options = tiny_run();
  options.generations = 2;
  self_played(options, folder.path() / "whole");
  self_played(options, folder.path() / "others", 2);
  options.checkpoint_folder = folder.path() / "run";
  options.generations = 1;
  self_played(options, folder.path() / "games");
  options.resume = true;
  options.generations = 2;
  const std::filesystem::path file = folder.path() / "games" / "games-000001.tdleaf";
  std::filesystem::copy_file(folder.path() / "others" / "games-000001.tdleaf", file);
  const auto others = test::bytes_of(file);
  CHECK_THROWS_WITH_AS(self_played(options, folder.path() / "games"),
                       doctest::Contains("games-000001.tdleaf: not the games"), format::LoadError);
  CHECK(test::bytes_of(file) == others);
  std::filesystem::copy_file(folder.path() / "whole" / "games-000001.tdleaf", file,
                             std::filesystem::copy_options::overwrite_existing);
  self_played(options, folder.path() / "games");
  CHECK(test::bytes_of(file) == test::bytes_of(folder.path() / "whole" / "games-000001.tdleaf"));
  CHECK(stored_games(folder.path() / "games").size() == 2);
}

TEST_CASE("a run over stored games may be resumed with more files, but not with others or fewer") {
  const TemporaryFolder folder;
  TdLeafOptions options = tiny_run();
  self_played(options, folder.path() / "games");
  const std::vector<std::filesystem::path> files = stored_games(folder.path() / "games");
  const auto learned = [&](std::vector<std::filesystem::path> from, std::uint64_t generations) {
    StoredGames source(std::move(from));
    options.generations = generations;
    return learn_tdleaf({weights_of_nothing(), weights_of_nothing(), &source, "{}"}, options)
        .weights;
  };
  const std::vector<double> whole = learned(files, 4);
  options.checkpoint_folder = folder.path();
  learned({files[0], files[1]}, 2);
  options.resume = true;
  CHECK_THROWS_WITH_AS(learned({files[0], files[2], files[3]}, 3),
                       doctest::Contains("games-000002.tdleaf: not the games"), format::LoadError);
  CHECK_THROWS_WITH_AS(learned({files[0]}, 1), doctest::Contains("2 generations"),
                       format::LoadError);
  CHECK(learned(files, 4) == whole);
}

TEST_CASE("a run is not resumed by a build that plays or learns differently") {
  TdLeafOptions options = tiny_run();
  options.generations = 1;
  for (const std::string& signature : {engine_signature(), learner_signature()}) {
    CHECK(signature.size() == 64);
    const TemporaryFolder folder;
    options.checkpoint_folder = folder.path();
    options.resume = false;
    self_played(options);
    const std::filesystem::path file = folder.path() / "tdleaf.checkpoint.safetensors";
    format::WeightFile checkpoint = format::read_weight_file(file);
    const std::size_t at = checkpoint.manifest.find(signature);
    REQUIRE(at != std::string::npos);
    checkpoint.manifest[at] = checkpoint.manifest[at] == '0' ? '1' : '0';
    format::write_weight_file(file, checkpoint);
    options.resume = true;
    CHECK_THROWS_WITH_AS(self_played(options), doctest::Contains(" signature is "),
                         format::LoadError);
  }
}

TEST_CASE("the engine's signature covers everything that searches return") {
  const std::vector<SearchedGame>& games = signature_games();
  CHECK(digest_of(games) == engine_signature());
  std::size_t decided = 0;
  std::size_t mates = 0;
  std::size_t trees = 0;
  for (const SearchedGame& game : games) {
    decided += game.for_white != Outcome::kDraw ? 1 : 0;
    for (const SearchedPosition& searched : game.positions) {
      mates += chess::is_mate(searched.value) ? 1 : 0;
      trees += searched.tree.size() > 1 ? 1 : 0;
    }
  }
  CHECK(decided > 0);
  CHECK(mates > 0);
  CHECK(trees > 100);
  const auto differs_after = [&](const auto& change) {
    std::vector<SearchedGame> others = games;
    change(others.back().positions.front());
    return digest_of(others) != engine_signature();
  };
  CHECK(differs_after([](SearchedPosition& searched) { ++searched.value; }));
  CHECK(differs_after(
      [](SearchedPosition& searched) { searched.leaf_decides = !searched.leaf_decides; }));
  CHECK(differs_after([](SearchedPosition& searched) { searched.variation.pop_back(); }));
  CHECK(differs_after([](SearchedPosition& searched) { ++searched.tree.back().value; }));
}

void check_signatures(std::initializer_list<const char*> all_changed) {
  CHECK(digest_of(play_signature_games(chess::kSearch)) == engine_signature());
  const auto same_with = [](std::string_view changed) {
    return digest_of(play_signature_games(*chess::parse_search_parameters(changed))) ==
           engine_signature();
  };
  for (const char* changed : all_changed) {
    CAPTURE(changed);
    CHECK_FALSE(same_with(changed));
  }
  CHECK(same_with("correction_pawns=0,correction_pieces=0,correction_moves=0"));
}

TEST_CASE(
    "other search parameters give another signature, except those that a learner's searches do not "
    "use") {
  check_signatures({"futility_margin=71"});
}

TEST_CASE("each of eight other search parameters gives another signature" *
          doctest::test_suite("long")) {
  check_signatures({"aspiration_width=19", "null_move_base=110", "futility_margin=71",
                    "singular_depth=8", "multicut=0", "reduction_base=690", "delta_margin=160",
                    "history_slope=230"});
}

TEST_CASE("learning from the games of a run again, without searching, gives the same bits") {
  const TemporaryFolder folder;
  TdLeafOptions options = tiny_run();
  options.window = 2;
  const TdLeafResult played = self_played(options, folder.path());
  const std::vector<std::filesystem::path> files = stored_games(folder.path());
  CHECK(files.size() == 4);
  StoredGames source(files);
  options.generations = 100;  // the files end before
  const TdLeafResult repeated =
      learn_tdleaf({weights_of_nothing(), weights_of_nothing(), &source, "{}"}, options);
  CHECK(repeated.weights == played.weights);
  CHECK(curve_csv(repeated.curve) == curve_csv(played.curve));
  std::filesystem::create_directory(folder.path() / "empty");
  CHECK_THROWS_AS(stored_games(folder.path() / "empty"), format::LoadError);
  std::ofstream(folder.path() / "games-old.tdleaf");  // not a name that a run gives
  CHECK(stored_games(folder.path()) == files);
}

TEST_CASE("a generation whose games are missing from a folder is reported, at any place") {
  const TemporaryFolder folder;
  const auto file = [&](int generation) {
    return folder.path() / fmt::format("games-{:06}.tdleaf", generation);
  };
  for (const int generation : {0, 1, 2, 3}) std::ofstream out(file(generation));
  CHECK(stored_games(folder.path()).size() == 4);
  for (const int missing : {0, 2}) {
    CAPTURE(missing);
    std::filesystem::remove(file(missing));
    CHECK_THROWS_WITH_AS(
        stored_games(folder.path()),
        doctest::Contains(fmt::format("games-{:06}.tdleaf is missing", missing).c_str()),
        format::LoadError);
    std::ofstream again(file(missing));
  }
  std::filesystem::remove(file(3));  // a run that had not come as far
  CHECK(stored_games(folder.path()).size() == 3);
  CHECK(stored_games(file(2)) == std::vector{file(2)});
}

TEST_CASE("a run reports its figures after each generation") {
  TdLeafOptions options = tiny_run();
  std::vector<std::size_t> reported;
  options.on_generation = [&](std::span<const CurveRow> curve, std::span<const double> weights) {
    reported.push_back(curve.size());
    CHECK(weights.size() == chess::kParameterCount);
  };
  const TdLeafResult result = self_played(options);
  CHECK(reported == std::vector<std::size_t>{1, 2, 3, 4});
  const CurveRow& last = result.curve.back();
  CHECK(last[Column::kGeneration] == 4);
  CHECK(last[Column::kGames] == 24);
  CHECK(last[Column::kPositions] == 6 * last[Column::kPlies]);
  CHECK(last[Column::kPawn] == doctest::Approx(material(result.weights)[0]));
  CHECK(last[Column::kError] > 0.0);
  CHECK(last[Column::kDeciding] <= 1.0);

  learning::Manifest manifest;
  describe_run(options, result.curve, manifest);
  const format::WeightFile file = format::parse_weight_file(
      format::weight_file_bytes(chess_file(result.weights, manifest)), "memory");
  CHECK(format::linear_weights(file) == result.weights);
  CHECK(file.find(chess::kExpectationTensor) == nullptr);  // too few games

  manifest.figures[std::string(chess::kExpectationScale)] = 250.5;
  manifest.figures[std::string(chess::kExpectationDrawMargin)] = 180.25;
  CHECK(chess_file(result.weights, manifest).tensors.back() ==
        chess::expectation_tensor({250.5, 180.25}));
  CHECK(manifest.counts["games"] == 24);
  CHECK(tdleaf_card(result.curve).method.find("| queen |") != std::string::npos);
}

TEST_CASE("weights out of the engine's range end the run with a message") {
  TdLeafOptions options = tiny_run();
  options.learner.alpha = 20000.0;  // 200 pawns a step
  options.generations = 1;          // also where nobody plays by them any more
  CHECK_THROWS_AS(self_played(options), format::LoadError);
}

TEST_CASE("invalid options are rejected") {
  const auto refused = [](const auto& change) {
    TdLeafOptions options = tiny_run();
    change(options);
    CHECK_THROWS_AS(self_played(options), std::invalid_argument);
  };
  refused([](TdLeafOptions& options) { options.learner.gradient.lambda = 1.5; });
  refused([](TdLeafOptions& options) { options.learner.gradient.scale = 0.0; });
  refused([](TdLeafOptions& options) { options.learner.alpha = 0.0; });
  refused([](TdLeafOptions& options) { options.learner.min_alpha = 1.01 * options.learner.alpha; });
  refused([](TdLeafOptions& options) { options.window = 0; });
  CHECK_THROWS_AS(learn_tdleaf({weights_of_nothing(), weights_of_nothing(), nullptr, "{}"}, {}),
                  std::invalid_argument);
}

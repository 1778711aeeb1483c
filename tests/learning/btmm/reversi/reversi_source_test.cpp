// The states of Reversi games: passes over them against expanded teams, and what is learned.
#include "learning/btmm/reversi/reversi_source.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/reversi/patterns/move_strengths.h"
#include "engine/reversi/rules/wthor.h"
#include "learning/btmm/btmm.h"
#include "learning/btmm/report.h"
#include "models/format/load_error.h"
#include "tests/learning/btmm/competitions.h"
#include "tests/learning/reversi_value/random_games.h"
#include "tests/temporary_folder.h"

namespace trivium::learning::btmm {
namespace {

using records::LearnFrom;
using records::Role;
using records::Split;
using reversi_value::random_games;

constexpr std::string_view kTinySet = "use moves\nshape corner a1 b1\nflips 3\nsquare\n";
constexpr std::string_view kSomeSet =
    "use moves\nstages 2\nshape edge a1 b1 c1 d1\nshape diagonal a1 b2 c3 d4\nflips 4\n"
    "mobility 10\nsquare\n";

reversi::PatternSet reversi_set(std::string_view text) { return *reversi::PatternSet::parse(text); }

ReversiGameSet set_of_games(std::size_t count, const Split& split = {1, 0.0}) {
  return {random_games(count), split, "games"};
}

/// States of `games` from the rules alone, without those of sides that are not learned from.
std::vector<Competition> expanded(const records::ReversiGames& games,
                                  const reversi::PatternSet& set,
                                  LearnFrom learn_from = LearnFrom::kBoth) {
  std::vector<Competition> all;
  for (const records::ReversiGame& game : games.games) {
    reversi::Position position = reversi::Position::start();
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
      const bool won = i % 2 == 0 ? game.score > 0 : game.score < 0;
      const std::vector<reversi::Move> moves = legal_moves(position);
      if (moves.size() > 1 && (won || learn_from == LearnFrom::kBoth)) {
        Competition& state = all.emplace_back();
        for (const reversi::Move move : moves) {
          if (move == game.moves[i]) state.winner = state.teams.size();
          auto& team = state.teams.emplace_back();
          set.visit_move(position, move, position.flips(move),
                         [&](FeatureId feature) { team.push_back(feature); });
        }
      }
      position.do_move(game.moves[i]);
    }
  }
  return all;
}

std::vector<double> sampled_gammas(std::size_t features) {
  Rng rng(17);
  std::vector<double> gammas(features);
  for (double& gamma : gammas) gamma = std::exp(2.0 * rng.unit() - 1.0);
  return gammas;
}

BtmmOptions options_with(std::size_t iterations, double held_out_share) {
  BtmmOptions options;
  options.iterations = iterations;
  options.split.held_out_share = held_out_share;
  return options;
}

BtmmResult learned(std::size_t games, std::string_view definition, const BtmmOptions& options) {
  const reversi::PatternSet set = reversi_set(definition);
  const ReversiGameSet read = set_of_games(games, options.split);
  return learn(ReversiSource(read, set), options, "hash");
}

TEST_CASE("passes over Reversi games give the sums of expanded teams") {
  const reversi::PatternSet set = reversi_set(kSomeSet);
  const ReversiGameSet games = set_of_games(20);
  const ReversiSource source(games, set);
  const std::vector<double> gammas = sampled_gammas(set.features());
  const std::vector<Competition> states = expanded(random_games(20), set);
  REQUIRE(source.states(Role::kTrain) == states.size());

  std::vector<double> expected(set.features());
  std::vector<std::uint64_t> wins(set.features());
  for (const Competition& state : states) {
    const double total = test::total(state, gammas);
    for (const auto& team : state.teams)
      for (const FeatureId feature : team)
        expected[feature] += test::strength(team, gammas) / total;
    for (const FeatureId feature : state.teams[state.winner]) ++wins[feature];
  }
  const Shards shards(3, 1);
  CHECK(source.wins(shards) == wins);
  const Expectations all = source.expect(gammas, {0, source.features()}, shards);
  CHECK(all.log_evidence == doctest::Approx(test::log_evidence(states, gammas)).epsilon(1e-12));
  for (std::size_t i = 0; i < expected.size(); ++i)
    REQUIRE(all.expected[i] == doctest::Approx(expected[i]).epsilon(1e-10));
  for (const FeatureTable& table : source.tables()) {  // a pass for one table
    const Expectations part = source.expect(gammas, table.range(), shards);
    for (std::size_t i = 0; i < table.range().size(); ++i)
      REQUIRE(part.expected[i] ==
              doctest::Approx(expected[table.range().begin + i]).epsilon(1e-10));
  }
  CHECK(source.mean_log_evidence(Role::kTrain, gammas, shards) ==
        doctest::Approx(all.log_evidence / static_cast<double>(states.size())).epsilon(1e-12));
}

TEST_CASE("a listed state has a team for each legal move, and the chosen move's number") {
  const reversi::PatternSet set = reversi_set(kSomeSet);
  const ReversiGameSet games = set_of_games(5);
  const std::vector<Competition> states = expanded(random_games(5), set);
  std::size_t next = 0;
  ReversiSource(games, set).visit_states([&](const Competition& state) {
    REQUIRE(next < states.size());
    CHECK(state.teams == states[next].teams);
    CHECK(state.winner == states[next].winner);
    ++next;
  });
  CHECK(next == states.size());
}

TEST_CASE("a table's `per_team` is the maximum number of its features in a team") {
  const reversi::PatternSet set = reversi_set(kSomeSet);
  const ReversiGameSet games = set_of_games(60);
  const ReversiSource source(games, set);
  std::vector<std::size_t> most(source.tables().size());
  for (const Competition& state : expanded(random_games(60), set)) {
    for (const auto& team : state.teams) {
      for (std::size_t t = 0; t < most.size(); ++t) {
        const FeatureRange range = source.tables()[t].range();
        const auto in_table =
            std::ranges::count_if(team, [&](FeatureId feature) { return range.contains(feature); });
        most[t] = std::max(most[t], static_cast<std::size_t>(in_table));
      }
    }
  }
  for (std::size_t t = 0; t < most.size(); ++t) CHECK(source.tables()[t].per_team == most[t]);
  CHECK(most == std::vector<std::size_t>{2, 1, 1, 1, 1});  // a corner ends two edges
}

TEST_CASE("an evaluation ranks the chosen move and counts forced moves by number of discs") {
  const reversi::PatternSet set = reversi_set(kSomeSet);
  const ReversiGameSet games = set_of_games(20);
  const std::vector<double> gammas = sampled_gammas(set.features());
  const Evaluation evaluation =
      ReversiSource(games, set).evaluate(Role::kTrain, gammas, Shards(4, 2));
  double uniform = 0.0;
  double first = 0.0;
  const std::vector<Competition> states = expanded(random_games(20), set);
  for (const Competition& state : states) {
    const double won = test::strength(state.teams[state.winner], gammas);
    uniform -= std::log(static_cast<double>(state.teams.size()));
    std::size_t equal = 0;
    bool is_first = true;
    for (const auto& team : state.teams) {
      const double other = test::strength(team, gammas);
      is_first = is_first && other <= won * (1 + 1e-9);
      equal += std::abs(other - won) <= won * 1e-9 ? 1 : 0;
    }
    if (is_first) first += 1.0 / static_cast<double>(equal);
  }
  CHECK(evaluation.all.cases == states.size());
  CHECK(evaluation.all.uniform == doctest::Approx(uniform));
  CHECK(evaluation.all.first == doctest::Approx(first));
  CHECK(evaluation.among_first(64) == doctest::Approx(1.0));
  CHECK(evaluation.by_pieces[4].cases == 20);  // four moves are legal at the start
  CHECK(evaluation.all.log_likelihood == doctest::Approx(test::log_evidence(states, gammas)));

  std::uint64_t discs = 0;  // placed by all moves
  for (const records::ReversiGame& game : random_games(20).games)
    discs += game.moves.size() -
             static_cast<std::size_t>(std::ranges::count(game.moves, reversi::kPass));
  CHECK(evaluation.forced > 0);
  CHECK(evaluation.all.cases + evaluation.forced == discs);
  CHECK(evaluation.share_of_choices() ==
        doctest::Approx(static_cast<double>(states.size()) / static_cast<double>(discs)));
}

TEST_CASE("the images of games under the symmetries of the board give the same pass") {
  const reversi::PatternSet set = reversi_set(kSomeSet);
  // Diagonal reflections, since the start position must be its own image.
  for (const int symmetry : {4, 7}) {
    records::ReversiGames images = random_games(10);
    for (records::ReversiGame& game : images.games) {
      for (reversi::Move& move : game.moves) {
        if (move != reversi::kPass) move = reversi::image(move, symmetry);
      }
    }
    const ReversiGameSet games = set_of_games(10);
    const ReversiGameSet mirrored(std::move(images), {1, 0.0}, "images");
    const std::vector<double> gammas = sampled_gammas(set.features());
    const Shards shards(1, 1);
    CHECK(ReversiSource(games, set).wins(shards) == ReversiSource(mirrored, set).wins(shards));
    CHECK(ReversiSource(games, set).mean_log_evidence(Role::kTrain, gammas, shards) ==
          doctest::Approx(
              ReversiSource(mirrored, set).mean_log_evidence(Role::kTrain, gammas, shards))
              .epsilon(1e-12));
  }
}

TEST_CASE("with winners only, moves of losers and of draws teach nothing") {
  const Split winners{1, 0.0, 0, LearnFrom::kWinner};
  const reversi::PatternSet set = reversi_set(kTinySet);
  const ReversiGameSet games = set_of_games(20, winners);
  const std::vector<Competition> states = expanded(random_games(20), set, LearnFrom::kWinner);
  CHECK(games.states(Role::kTrain) == states.size());
  CHECK(states.size() < expanded(random_games(20), set).size());

  records::ReversiGames drawn = random_games(1);
  drawn.games[0].score = 0;
  const ReversiGameSet nothing(std::move(drawn), winners, "drawn.wtb");
  CHECK_THROWS_WITH_AS(nothing.require_states(),
                       doctest::Contains("drawn.wtb: no move to learn from"), format::LoadError);
}

TEST_CASE("gammas of a tiny set of Reversi are those at the top of the likelihood") {
  const reversi::PatternSet set = reversi_set(kTinySet);
  const std::vector<Competition> states = expanded(random_games(3), set);
  for (const bool simultaneous : {false, true}) {
    BtmmOptions options = options_with(1000, 0.0);
    options.prior = {5.0, 10.0};  // a weak one determines the scale of a table only slowly
    options.simultaneous = simultaneous;
    const test::Top top = test::newton_top(states, set.features(), options.prior);
    const BtmmResult result = learned(3, kTinySet, options);
    CHECK(result.curve.back().objective ==
          doctest::Approx(top.objective / static_cast<double>(states.size())).epsilon(1e-9));
    for (std::size_t i = 0; i < top.gammas.size(); ++i)
      CHECK(result.gammas[i] == doctest::Approx(top.gammas[i]).epsilon(1e-4));
  }
}

TEST_CASE("the objective never falls where teams have several features of a table") {
  for (const bool simultaneous : {false, true}) {
    BtmmOptions options = options_with(10, 0.2);
    options.simultaneous = simultaneous;
    const BtmmResult result = learned(40, kSomeSet, options);
    for (std::size_t i = 1; i < result.curve.size(); ++i)
      CHECK(result.curve[i].objective >= result.curve[i - 1].objective - 1e-12);
    CHECK(result.curve.back().train > result.curve.front().train);
  }
}

TEST_CASE("any number of threads learns the same bits from Reversi games") {
  BtmmOptions options = options_with(3, 0.2);
  const BtmmResult one = learned(50, kSomeSet, options);
  options.threads = 3;
  const BtmmResult more = learned(50, kSomeSet, options);
  CHECK(more.gammas == one.gammas);
  CHECK(more.curve == one.curve);
}

TEST_CASE("a killed run over Reversi games ends with the same bits after it is resumed") {
  const TemporaryFolder folder;
  BtmmOptions options = options_with(5, 0.2);
  const BtmmResult whole = learned(30, kSomeSet, options);
  options.checkpoint_folder = folder.path();
  options.iterations = 2;
  (void)learned(30, kSomeSet, options);
  options.iterations = 5;
  options.resume = true;
  const BtmmResult resumed = learned(30, kSomeSet, options);
  CHECK(resumed.gammas == whole.gammas);
  CHECK(resumed.curve == whole.curve);
  CHECK_THROWS_WITH_AS((void)learned(30, kTinySet, options), doctest::Contains("patterns"),
                       format::LoadError);
}

TEST_CASE("moves that are always chosen become strong") {
  records::ReversiGames games;
  Rng rng(5);
  for (int i = 0; i < 60; ++i) {  // random games in which a free corner is always taken
    constexpr reversi::Bitboard kCorners = 0x8100000000000081ULL;
    records::ReversiGame& game = games.games.emplace_back();
    reversi::Position position = reversi::Position::start();
    for (auto moves = legal_moves(position); !moves.empty(); moves = legal_moves(position)) {
      const reversi::Bitboard corners = position.moves() & kCorners;
      game.moves.push_back(corners != 0
                               ? reversi::first_square(corners)
                               : moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      position.do_move(game.moves.back());
    }
  }
  const reversi::PatternSet set = reversi_set("use moves\nshape center d3 e3\nsquare\n");
  const ReversiGameSet read(std::move(games), {1, 0.0}, "games");
  const ReversiSource source(read, set);
  const BtmmResult result = learn(source, options_with(20, 0.0), "hash");
  const FeatureRange squares = source.tables()[1].range();
  for (FeatureId other = squares.begin + 1; other < squares.end; ++other)
    CHECK(result.gammas[squares.begin] > 10.0 * result.gammas[other]);
}

TEST_CASE("the engine reads the file of strengths, and gammas beyond its limits are the limits") {
  const TemporaryFolder folder;
  const BtmmOptions options = options_with(3, 0.3);
  const reversi::PatternSet set = reversi_set(kSomeSet);
  const ReversiGameSet games = set_of_games(30, options.split);
  const ReversiSource source(games, set);
  const auto loaded = [&](const BtmmResult& result) {
    const BtmmJudgment judgment = judge(source, result.gammas, 2);
    return reversi::MoveStrengths::load(write_with_card(
        folder.path() / "moves.safetensors", btmm_file(source, options, result, judgment, {}),
        btmm_card(source, options)));
  };
  BtmmResult result = learn(source, options, "hash");
  const auto strengths = loaded(result);
  CHECK(strengths->set() == set);
  CHECK(std::ranges::equal(strengths->wins(), result.wins));
  for (std::size_t i = 0; i < result.gammas.size(); ++i)
    REQUIRE(strengths->gammas()[i] == static_cast<float>(result.gammas[i]));
  const format::WeightFile file = format::read_weight_file(folder.path() / "moves.safetensors");
  CHECK(*file.figure("train.log_evidence") == doctest::Approx(result.curve.back().train));
  CHECK(*file.figure("train.log_evidence_uniform_with_forced") >
        *file.figure("train.log_evidence_uniform"));
  result.gammas[0] = 1e30;
  result.gammas[1] = 1e-30;
  const auto clamped = loaded(result);
  CHECK(clamped->gammas()[0] == reversi::kMaxGamma);
  CHECK(clamped->gammas()[1] == reversi::kMinGamma);
}

TEST_CASE("a WTHOR file that is cut short is named, with the games that it has") {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "cut.wtb";
  reversi::WthorGame game;
  game.moves = random_games(1).games[0].moves;
  const std::string bytes = reversi::write_wthor({}, std::vector{game, game});
  std::ofstream(path, std::ios::binary) << bytes.substr(0, bytes.size() - 10);
  CHECK_THROWS_WITH_AS(ReversiGameSet(std::vector{path.string()}, Split{}),
                       doctest::Contains("cut.wtb: has 1 game, but its header states 2"),
                       format::LoadError);
}

TEST_CASE("mm gets the teams of sets whose instances have no square in common") {
  const TemporaryFolder folder;
  const ReversiGameSet games = set_of_games(1);
  const auto write = [&](std::string_view definition) {
    const reversi::PatternSet set = reversi_set(definition);
    export_mm(ReversiSource(games, set), folder.path() / "mm.dat");
  };
  write("use moves\nshape x a1 b2\nsquare\n");
  CHECK(std::filesystem::file_size(folder.path() / "mm.dat") > 1000);
  CHECK_THROWS_AS(write("use moves\nshape edge a1 b1\n"), format::LoadError);
}

}  // namespace
}  // namespace trivium::learning::btmm

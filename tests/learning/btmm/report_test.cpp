// Reports for users: pictures and ratings of features, curves, input of mm; and conversion of
// records.
#include "learning/btmm/report.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <sstream>

#include "engine/connect6/patterns/pattern_weights.h"
#include "learning/btmm/btmm.h"
#include "learning/btmm/connect6/connect6_source.h"
#include "learning/records/convert.h"
#include "models/format/load_error.h"
#include "tests/learning/btmm/support.h"
#include "tests/temporary_folder.h"
#include "tests/text_search.h"

using namespace trivium::learning;
using namespace trivium::learning::btmm;
using namespace trivium::learning::records;
using namespace trivium;

TEST_CASE(
    "Elo is 400 for a factor of ten and 0 in the mean of a table's features that were chosen") {
  const connect6::PatternSet set = test::set_of("player no\nline row 1");
  const std::vector<double> gammas = {10.0, 1000.0, 7.0};
  const std::vector<std::uint64_t> wins = {4, 2, 0};
  const LineWords words(set);
  const FeatureTable row_0_1{"row_0_1", 0, 3};
  const std::vector<FeatureRow> rows = feature_rows(std::span(&row_0_1, 1), gammas, wins);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].elo == doctest::Approx(-400.0));
  CHECK(rows[1].elo == doctest::Approx(400.0));
  CHECK(features_csv(words, rows) ==
        "table,who,code,picture,gamma,elo,wins\nrow_0_1,\"any\",0,\"*.\",10,-400.0,4\nrow_0_1,"
        "\"any\",1,\"*X\",1000,400.0,2\n");
  CHECK(count_of(features_text(words, rows, 8), "*X\n") == 1);
  CHECK(count_of(words.svg(rows, 1), "Elo +400, 2 times") == 1);
}

TEST_CASE("a run's tables have a row for each iteration, place and number of stones") {
  const std::vector<IterationRow> curve = {{0, -4.5, -4.25, -4.5, false},
                                           {1, -3.5, -3.25, -3.5, true}};
  CHECK(curve_csv(curve) ==
        "iteration,objective,train,held_out,damped\n0,-4.500000000,-4.250000000,-4.500000000,0\n"
        "1,-3.500000000,-3.250000000,-3.500000000,1\n");
  CHECK(count_of(curve_svg(curve, "stone"), "class=\"line ") == 2);
  Evaluation evaluation{{4, -8.0, -16.0, 1.0}, {1.0, 2.0, 1.0}, {{}, {4, -8.0, -16.0, 1.0}}};
  CHECK(ranks_csv(evaluation, evaluation) ==
        "places,train,held_out\n1,0.250000,0.250000\n2,0.750000,0.750000\n3,1.000000,1.000000\n");
  CHECK(count_of(ranks_svg(evaluation, evaluation, "stone"), "class=\"line ") == 2);
  CHECK(count_of(ranks_svg(evaluation, {}, "stone"), "class=\"line ") == 1);
  CHECK(count_of(pieces_svg("stones", evaluation, evaluation, "stone"), "class=\"line ") == 2);
  CHECK(
      count_of(pieces_csv("stones", evaluation, Evaluation{{}, {}, std::vector<ChoiceEvidence>(2)}),
               "\n1,4,-2.000000,-4.000000,0.250000,0,") == 1);
}

TEST_CASE("the weight file of a run holds its gammas, counts and figures") {
  const TemporaryFolder folder;
  BtmmOptions options;
  options.iterations = 2;
  const GameSet games(test::write_games(folder.path(), test::random_games(40)), options.split);
  const connect6::PatternLayout layout(test::set_of(test::kLines), 9);
  const Connect6Source source(games, layout);
  const BtmmResult result = learn(source, options, "hash");
  const BtmmJudgment judgment = judge(source, result.gammas, 2);
  const format::WeightFile file = btmm_file(source, options, result, judgment, {});
  const auto path = write_with_card(folder.path(), file, btmm_card(source, options));
  const format::WeightFile read = format::read_weight_file(path);
  CHECK(*read.figure("train.log_evidence") == doctest::Approx(result.curve.back().train));
  CHECK(*read.figure("held_out.log_evidence") == doctest::Approx(result.curve.back().held_out));
  const auto weights = connect6::PatternWeights::from_file(read);
  CHECK(std::ranges::equal(weights->gammas(), result.gammas));
  CHECK(std::ranges::equal(weights->wins(), result.wins));
  CHECK(weights->set() == layout.set());
}

TEST_CASE("mm gets every team of every state, the winner's before them") {
  const TemporaryFolder folder;
  Connect6Game game{6, connect6::GameResult::kUnknown, 1, {14, 15, 21}};
  const auto write = [&](const GameSet& games, std::string_view definition) {
    const connect6::PatternLayout layout(test::set_of(definition), 6);
    export_mm(Connect6Source(games, layout), folder.path() / "mm.dat");
  };
  const GameSet undecided(test::write_games(folder.path(), {game}),
                          {1, 0.0, 0, LearnFrom::kWinner});
  CHECK_THROWS_WITH_AS(write(undecided, "line row 1"), doctest::Contains("no stone to learn from"),
                       format::LoadError);
  CHECK_FALSE(std::filesystem::exists(folder.path() / "mm.dat"));
  const GameSet games(test::write_games(folder.path(), {game}), {1, 0.0, 0});
  write(games, "line row 1\nplayer no\nline column 1");
  const std::string text = folder.read("mm.dat");
  CHECK(text.starts_with(
      "! 9\n2\n6 row_0_1\n3 column_0_1\n!\n#\n3 6\n3 6\n"));  // White on d3: nothing right of it,
                                                              // nothing above
  CHECK(count_of(text, "#\n") == 2);
  CHECK(count_of(text, "\n") == 5 + 2 * 2 + 35 + 34);
  CHECK_THROWS_WITH_AS(write(games, "line row+column 1"),
                       doctest::Contains("mm has no groups that share a table"), format::LoadError);
}

TEST_CASE("records of each form become games; duplicates and games without stones are left out") {
  const TemporaryFolder folder;
  Connect6GameWriter writer(folder.path() / "games.c6");
  Converter converter(writer, 2);
  std::istringstream csv(
      "game_id,moves,winner\n1,\"j10,k11,i11\",\n2,\"j10,k11,i11\",black\n3,\"\",\n4,\"a1\",\n");
  converter.read(csv, "games.csv");
  std::istringstream paper("1. B[j10] 2. W[i9k9]");
  converter.read(paper, "paper.txt");
  std::istringstream sgf("(;FF[4]SZ[19];B[j10];W[j9l11])");
  converter.read(sgf, "games.sgf");
  CHECK(converter.counts().games == 4);
  CHECK(converter.counts().stones == 10);
  CHECK(converter.counts().duplicates == 1);
  CHECK(converter.counts().empty == 1);
  writer.finish();
  const GameSet set(folder.path() / "games.c6", {1, 0.0, 0});
  CHECK(set.games() == 4);
  CHECK(set.states(Role::kTrain) == 3);  // of each game but the first two stones
  std::istringstream bad("1,\"j10,j10\",\n");
  CHECK_THROWS_WITH_AS(converter.read(bad, "bad.csv"),
                       "bad.csv: CSV: line 1, column 8: j10 is occupied", format::LoadError);
}

TEST_CASE("game files are merged, each game with its own opening; other files are recognized") {
  const TemporaryFolder folder;
  const std::vector<Connect6Game> games = test::random_games(6, 19);
  const std::filesystem::path first = test::write_games(folder.path(), games);
  const std::filesystem::path both = folder.path() / "both.c6";
  Connect6GameWriter writer(both);
  Converter converter(writer, 5);
  converter.read_games(first);
  std::istringstream csv("1,\"j10,k11,i11\",\n");
  converter.read(csv, "games.csv");
  converter.read_games(first);
  writer.finish();
  CHECK(converter.counts().games == 7);
  CHECK(converter.counts().duplicates == 6);
  BlockReader in(both, kConnect6Games);
  for (const Connect6Game& game : games) {
    Connect6Game read;
    decode(*in.next(), read);
    CHECK(read == game);
  }
}

TEST_CASE(
    "boards of two sizes in one file are an error that names the game of the second size, in every "
    "format") {
  const TemporaryFolder folder;
  const std::filesystem::path small = test::write_games(folder.path(), test::random_games(2, 9));
  Connect6GameWriter writer(folder.path() / "both.c6");
  Converter converter(writer);
  std::istringstream sgf(
      "(;FF[4]SZ[19];B[j10];W[j9l11])(;FF[4]SZ[15])(;FF[4]SZ[15];B[j10];W[j9l11])");
  CHECK_THROWS_WITH_AS(converter.read(sgf, "games.sgf"),
                       "games.sgf: game 3: a board of 15, those before are of 19",
                       format::LoadError);
  CHECK_THROWS_WITH_AS(converter.read_games(small),
                       doctest::Contains("block 1, record 1: a board of 9, those before are of 19"),
                       format::LoadError);
  CHECK(converter.counts().games == 1);
}

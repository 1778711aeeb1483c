// Reports for users: pictures and ratings of features, curves, input of mm; and conversion of
// records.
#include "learning/btmm/report.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <fstream>
#include <sstream>

#include "engine/connect6/patterns/pattern_weights.h"
#include "learning/btmm/btmm.h"
#include "learning/btmm/export_mm.h"
#include "learning/records/convert.h"
#include "models/format/file_io.h"
#include "models/format/load_error.h"
#include "tests/learning/btmm/support.h"
#include "tests/temporary_folder.h"

using namespace trivium::learning;
using namespace trivium::learning::btmm;
using namespace trivium::learning::records;
using namespace trivium;

namespace {

std::string picture_of(std::string_view definition, std::uint32_t code, std::uint32_t copy = 0) {
  const connect6::PatternSet set = test::set_of(definition);
  const FeatureRow row{&set.tables().front(), copy, code};
  return picture(set, row) + " / " + stones_of(set, row);
}

long count(const std::string& text, std::string_view part) {
  long found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

std::string text_of(const std::filesystem::path& path) {
  const std::vector<std::byte> bytes = format::read_file(path, 1 << 26);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

TEST_CASE("a line is shown from its rear cell on, with the candidate as a star") {
  CHECK(picture_of("line row 5", 1 + 2 * 3 + 0 * 9 + 1 * 27 + 2 * 81) == "XO*.XO / black");
  CHECK(picture_of("edge outside\nline row 2", 3 + 4 * 1, 1) == "|*X / white");
  CHECK(picture_of("edge clipped\nline row 4", 0) == "|*| / black");
  CHECK(picture_of("edge clipped\nplayer no\nturn yes\nline row 4", 1 + 3 + 2 * 3 + 1, 1) ==
        "|*XO / any, second stone");
}

TEST_CASE("features that are not lines are described in words") {
  CHECK(picture_of("makes", 26) == "six / black");
  CHECK(picture_of("makes", 6 + 2 + 1) == "a four, a live three, a three / black");
  CHECK(picture_of("makes", 0) == "nothing / black");
  const connect6::PatternSet set = test::set_of("makes\ndistance 1 9\nanswers");
  CHECK(picture(set, {&set.tables()[1], 0, 0}) == "no such stone");
  CHECK(picture(set, {&set.tables()[1], 0, 8}) == "distance 9 or more");
  CHECK(picture(set, {&set.tables()[2], 0, 3}) == "parries all");
}

TEST_CASE("a factor of ten is 400 Elo, and the mean over the chosen features of a table is 0 Elo") {
  const connect6::PatternSet set = test::set_of("player no\nline row 1");
  const std::vector<double> gammas = {10.0, 1000.0, 7.0};
  const std::vector<std::uint64_t> wins = {4, 2, 0};
  const std::vector<FeatureRow> rows = feature_rows(set, gammas, wins);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].elo == doctest::Approx(-400.0));
  CHECK(rows[1].elo == doctest::Approx(400.0));
  CHECK(features_csv(set, rows) ==
        "table,who,code,picture,gamma,elo,wins\nrow_0_1,\"any\",0,\"*.\",10,-400.0,4\nrow_0_1,"
        "\"any\",1,\"*X\",1000,400.0,2\n");
  CHECK(count(features_text(set, rows, 8), "*X\n") == 1);
  CHECK(count(features_svg(set, rows, 1), "Elo +400, 2 times") == 1);
}

TEST_CASE("lines of every length are drawn, long ones on smaller cells") {
  const connect6::PatternSet set = test::set_of("player no\nline row 12");
  const FeatureRow own_stones{&set.tables()[0],
                              0,
                              set.features() / 2,
                              1.0,
                              0.0,
                              1};  // each of 12 digits is 1 in half of 3^12
  REQUIRE(picture(set, own_stones) == "XXXXXX*XXXXXX");
  const std::string svg = features_svg(set, std::span(&own_stones, 1), 1);
  CHECK(count(svg, "<circle") == 13);
  CHECK(count(svg, "cx=\"14.7\"") == 1);   // the hindmost and the foremost cell of a board
  CHECK(count(svg, "cx=\"126.3\"") == 1);  // that reaches from 10 to 131
}

TEST_CASE(
    "stones have their owner's color, black for the candidate's side if either is possible; a "
    "legend says so") {
  const auto fills = [](std::string_view definition, std::uint32_t copy) {
    const connect6::PatternSet set = test::set_of(definition);
    const FeatureRow own_and_two{&set.tables()[0], copy, 1 + 2 * 3 + 2 * 9, 1.0, 0.0, 1};
    REQUIRE(picture(set, own_and_two) == "XO*O");
    const std::string svg = features_svg(set, std::span(&own_and_two, 1), 1);
    CHECK(count(svg, "under (any) its side has black") > 0);
    return std::pair(count(svg, "fill=\"#222\" stroke"), count(svg, "fill=\"#fff\" stroke"));
  };
  CHECK(fills("longer behind\nline row 3", 0) == std::pair(1L, 2L));
  CHECK(fills("longer behind\nline row 3", 1) == std::pair(2L, 1L));
  CHECK(fills("turn yes\nlonger behind\nline row 3", 3) == std::pair(2L, 1L));
  CHECK(fills("player no\nturn yes\nlonger behind\nline row 3", 1) == std::pair(1L, 2L));
  const std::string text = features_text(test::set_of("line row 1"), {}, 8);
  CHECK(count(text, "X stones of its side") == 1);
  CHECK(count(text, "Elo: 400 log10 gamma, minus the mean") == 1);
}

TEST_CASE("a run's tables have a row for each iteration, place and number of stones") {
  const std::vector<IterationRow> curve = {{0, -4.5, -4.25, -4.5, false},
                                           {1, -3.5, -3.25, -3.5, true}};
  CHECK(curve_csv(curve) ==
        "iteration,objective,train,held_out,damped\n0,-4.500000000,-4.250000000,-4.500000000,0\n"
        "1,-3.500000000,-3.250000000,-3.500000000,1\n");
  CHECK(count(curve_svg(curve), "class=\"line ") == 2);
  Evaluation evaluation{{4, -8.0, -16.0, 1.0}, {1.0, 2.0, 1.0}, {{}, {4, -8.0, -16.0, 1.0}}};
  CHECK(ranks_csv(evaluation, evaluation) ==
        "places,train,held_out\n1,0.250000,0.250000\n2,0.750000,0.750000\n3,1.000000,1.000000\n");
  CHECK(count(stones_csv(evaluation, Evaluation{{}, {}, std::vector<EvidenceSums>(2)}),
              "\n1,4,-2.000000,-4.000000,0.250000,0,") == 1);
}

TEST_CASE("the weight file of a run holds its gammas, counts and figures") {
  const TemporaryFolder folder;
  BtmmOptions options;
  options.iterations = 2;
  const GameSet games(test::write_games(folder.path(), test::random_games(40)), options.split);
  const connect6::PatternLayout layout(test::set_of(test::kLines), 9);
  const BtmmResult result = learn(games, layout, options, "hash");
  const BtmmJudgment judgment = judge(games, layout, result.gammas, 2);
  const format::WeightFile file = btmm_file(games, layout.set(), options, result, judgment, {});
  const auto path = write_with_card(folder.path(), file, btmm_card(layout.set(), options));
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
  const GameSet undecided(test::write_games(folder.path(), {game}),
                          {1, 0.0, 0, LearnFrom::kWinner});
  CHECK_THROWS_WITH_AS(export_mm(undecided, connect6::PatternLayout(test::set_of("line row 1"), 6),
                                 folder.path() / "mm.dat"),
                       doctest::Contains("no stone to learn from"), format::LoadError);
  CHECK_FALSE(std::filesystem::exists(folder.path() / "mm.dat"));
  const GameSet games(test::write_games(folder.path(), {game}), {1, 0.0, 0});
  export_mm(games, connect6::PatternLayout(test::set_of("line row 1\nplayer no\nline column 1"), 6),
            folder.path() / "mm.dat");
  const std::string text = text_of(folder.path() / "mm.dat");
  CHECK(text.starts_with(
      "! 9\n2\n6 row_0_1\n3 column_0_1\n!\n#\n3 6\n3 6\n"));  // White on d3: nothing right of it,
                                                              // nothing above
  CHECK(count(text, "#\n") == 2);
  CHECK(count(text, "\n") == 5 + 2 * 2 + 35 + 34);
  CHECK_THROWS_WITH_AS(
      export_mm(games, connect6::PatternLayout(test::set_of("line row+column 1"), 6),
                folder.path() / "mm.dat"),
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
  std::ifstream games_of_ours(both, std::ios::binary);
  CHECK(is_game_file(games_of_ours));
  CHECK(games_of_ours.tellg() == 0);
  for (const char* const other : {"", "TRV", "(;FF[4])"}) {
    std::istringstream text(other);
    CHECK_FALSE(is_game_file(text));
    CHECK(text.tellg() == 0);
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

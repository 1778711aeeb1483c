#include "engine/chess/evaluation/weights.h"

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

#include "doctest/doctest.h"

#include "engine/chess/endgame/endgames.h"
#include "models/format/linear.h"
#include "models/format/load_error.h"
#include "models/format/weight_file.h"
#include "tests/engine/chess/plain_weights.h"

namespace trivium::chess {
namespace {

class TemporaryFile {
 public:
  explicit TemporaryFile(const format::WeightFile& content)
      : path_(format::write_weight_file(
            std::filesystem::temp_directory_path() /
                ("trivium_weights_test_" + std::to_string(::getpid()) + ".safetensors"),
            content)) {}
  ~TemporaryFile() { std::filesystem::remove(path_); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

format::WeightFile file_of(std::string_view kind, int schema, const std::vector<std::string>& names,
                           std::span<const double> values) {
  format::WeightFile file;
  file.kind = kind;
  file.schema = schema;
  file.feature_names = names;
  file.tensors = format::linear_tensors(names, values);
  return file;
}

std::string refusal(std::span<const double> pawns) {
  try {
    Weights::from_pawns(pawns, "here");
  } catch (const format::LoadError& error) {
    return error.what();
  }
  return "accepted";
}

TEST_CASE("weights are loaded in pawns and stored in hundredths of a centipawn") {
  WeightBuilder builder = plain_pawns();
  builder.set("bishop"_group, 0, 3.25, 3.5).set("tempo"_group, 0, 0.12345, -0.00004);
  const TemporaryFile file(
      file_of(kWeightsKind, kWeightsSchema, parameter_names(), builder.pawns()));
  const auto weights = Weights::load(file.path());
  CHECK((*weights)[feature_at("pawn"_group)] == Tapered(10000, 10000));
  CHECK((*weights)[feature_at("bishop"_group)] == Tapered(32500, 35000));
  CHECK((*weights)[feature_at("queen_mobility"_group, 27)] == Tapered(27000, 27000));
  CHECK((*weights)[feature_at("tempo"_group)] == Tapered(1235, 0));  // rounded
  CHECK(weights->source() == file.path().string());
}

TEST_CASE(
    "the win/draw/loss model comes from the tensor or, in older files, from the manifest's "
    "figures") {
  format::WeightFile content =
      file_of(kWeightsKind, kWeightsSchema, parameter_names(), plain_pawns().pawns());
  content.manifest =
      R"({"figures":{"expectation.draw_margin":188.27486,"expectation.scale":254.74912}})";
  const auto old_form = Weights::load(TemporaryFile(content).path());
  content.tensors.push_back(expectation_tensor({254.74912, 188.27486}));
  const auto new_form = Weights::load(TemporaryFile(content).path());
  CHECK(new_form->expectation_model() == old_form->expectation_model());
  CHECK(new_form->reported_pawn() == old_form->reported_pawn());
  CHECK(new_form->fingerprint() == old_form->fingerprint());

  content.manifest = R"({"figures":{"expectation.draw_margin":1,"expectation.scale":2}})";
  CHECK(Weights::load(TemporaryFile(content).path())->expectation_model() ==
        new_form->expectation_model());
}

TEST_CASE("an invalid model tensor is rejected, and so is any other tensor beside the features") {
  const auto load_with = [](const format::Tensor& tensor) {
    format::WeightFile content =
        file_of(kWeightsKind, kWeightsSchema, parameter_names(), plain_pawns().pawns());
    content.tensors.push_back(tensor);
    return Weights::load(TemporaryFile(content).path());
  };
  const std::vector<double> three(3, 100.0);
  CHECK_NOTHROW(load_with(expectation_tensor({140.0, 90.0})));
  CHECK_THROWS_AS(
      load_with(format::make_tensor("expectation", {3}, std::span<const double>(three))),
      format::LoadError);
  CHECK_THROWS_AS(load_with(format::text_tensor("expectation", "ab")), format::LoadError);
  CHECK_THROWS_AS(load_with(expectation_tensor({0.0, 90.0})), format::LoadError);
  CHECK_THROWS_AS(
      load_with(format::make_tensor("expectations", {3}, std::span<const double>(three))),
      format::LoadError);
}

TEST_CASE("the win/draw/loss model is the one in the file's manifest") {
  format::WeightFile content =
      file_of(kWeightsKind, kWeightsSchema, parameter_names(), plain_pawns().pawns());
  CHECK(Weights::load(TemporaryFile(content).path())->expectation_model().scale ==
        kUnstatedModel.scale);
  CHECK(Weights::load(TemporaryFile(content).path())->reported_pawn() == 100.0);
  content.manifest = R"({"figures":{"expectation.draw_margin":90,"expectation.scale":140.5}})";
  const TemporaryFile file(content);
  const auto weights = Weights::load(file.path());
  CHECK(weights->expectation_model().scale == 140.5);
  CHECK(weights->expectation_model().draw_margin == 90.0);
  CHECK(expectation(90, weights->expectation_model()).win == 500);
  CHECK(weights->reported_pawn() == 90.0);

  for (const char* const figures : {R"("expectation.draw_margin":90,"expectation.scale":0)",
                                    R"("expectation.draw_margin":39162.8,"expectation.scale":1133)",
                                    R"("expectation.draw_margin":90,"expectation.scale":2000.5)"}) {
    CAPTURE(figures);
    content.manifest = std::string(R"({"figures":{)") + figures + "}}";
    CHECK_THROWS_WITH_AS(Weights::load(TemporaryFile(content).path()),
                         doctest::Contains("expected numbers above 0, at most 2000"),
                         format::LoadError);
  }
}

TEST_CASE(
    "at 100 reported centipawns half of the games are won; mates and known wins are reported "
    "unchanged") {
  CHECK(reported_value(187, 187.0) == 100);
  CHECK(reported_value(-187, 187.0) == -100);
  CHECK(reported_value(0, 187.0) == 0);
  CHECK(reported_value(1, 187.0) == 1);
  CHECK(reported_value(-1, 187.0) == -1);
  for (Value value = -kKnownWin; value <= kKnownWin; ++value) {
    CHECK(reported_value(value, 100.0) == value);
    CHECK(reported_value(value, 187.0) == -reported_value(-value, 187.0));
    if (value < kKnownWin) CHECK(reported_value(value, 9.5) <= reported_value(value + 1, 9.5));
  }
  CHECK(reported_value(kKnownWin - 1, 1e-9) < kKnownWin);
  for (const Value sure : {kKnownWin, kTableWin, mate_in(7)}) {
    CHECK(reported_value(sure, 187.0) == sure);
    CHECK(reported_value(-sure, 187.0) == -sure);
  }
}

TEST_CASE("a piece's exchange value is its material plus the mean of its squares") {
  WeightBuilder builder = plain_pawns();
  builder.set("bishop"_group, 0, 3.25, 3.5);
  for (int number = 0; number < info("pawn_square"_group).size; ++number)
    builder.set("pawn_square"_group, number, 0.2, 0.4);
  builder.set("knight_enemy_square"_group, 0, 6.4);
  const auto weights = Weights::from_pawns(builder.pawns(), "test");
  CHECK(weights->piece_value(PieceType::kPawn) == 130);
  CHECK(weights->piece_value(PieceType::kKnight) == 310);
  CHECK(weights->piece_value(PieceType::kBishop) == 338);  // 337.5
  CHECK(weights->piece_value(PieceType::kQueen) == 900);
  CHECK(weights->piece_value(PieceType::kKing) == 0);
  CHECK(weights->piece_value(PieceType::kNone) == 0);
}

TEST_CASE("the table of placements has the sums of a piece's features") {
  std::vector<double> pawns(kParameterCount);
  for (std::size_t k = 0; k < pawns.size(); ++k) pawns[k] = 0.0007 * static_cast<double>(k % 1009);
  const auto weights = Weights::from_pawns(pawns, "test");
  const auto same = [&](Seat seat, std::initializer_list<FeatureIndex> features) {
    Tapered sum;
    for (const FeatureIndex feature : features) sum += (*weights)[feature];
    return weights->placement(seat) == sum;
  };
  constexpr auto kB3 = static_cast<Square>(17), kG1 = static_cast<Square>(6);
  CHECK(same({PieceType::kKnight, kB3, true},
             {feature_at("knight"_group), feature_at("knight_square"_group, 17),
              feature_at("knight_enemy_square"_group, 17)}));
  CHECK(same({PieceType::kKnight, kB3, false},
             {feature_at("knight"_group), feature_at("knight_square"_group, 17),
              // From the enemy king's view it is g3.
              feature_at("knight_enemy_square"_group, 22)}));
  CHECK(same({PieceType::kPawn, kB3, false},
             {feature_at("pawn"_group), feature_at("pawn_square"_group, 9),
              feature_at("pawn_enemy_square"_group, 14)}));
  CHECK(same({PieceType::kKing, kG1, false}, {feature_at("king_square"_group, 2)}));
}

TEST_CASE(
    "both sums of a pair are added, subtracted and multiplied independently, whatever their "
    "signs") {
  Tapered sum(-3, 5);
  sum += Tapered(1, -7);
  CHECK(sum.middlegame() == -2);
  CHECK(sum.endgame() == -2);
  sum -= Tapered(-1'000'000'000, 1'000'000'000);
  CHECK(sum.middlegame() == 999'999'998);
  CHECK(sum.endgame() == -1'000'000'002);
  CHECK(Tapered(7, -11) * -3 == Tapered(-21, 33));
}

TEST_CASE(
    "equal weights have equal fingerprints, and one step of any weight changes the fingerprint") {
  const auto plain = plain_weights("a");
  CHECK(plain->fingerprint() == plain_weights("b")->fingerprint());
  std::vector<double> pawns = plain_pawns().pawns();
  std::set<std::uint64_t> fingerprints{plain->fingerprint()};
  for (double& weight : pawns) {
    weight += 1.0 / Weights::kUnitsPerPawn;
    fingerprints.insert(Weights::from_pawns(pawns, "c")->fingerprint());
    weight -= 1.0 / Weights::kUnitsPerPawn;
  }
  CHECK(fingerprints.size() == 1 + kParameterCount);
}

TEST_CASE("exchanging two weights changes the fingerprint") {
  std::vector<double> pawns = plain_pawns().pawns();
  pawns[0] += 1.0;
  const std::uint64_t before = Weights::from_pawns(pawns, "a")->fingerprint();
  std::swap(pawns[0], pawns[1]);
  CHECK(Weights::from_pawns(pawns, "b")->fingerprint() != before);
}

TEST_CASE("a file of another kind, schema or feature list is rejected") {
  const std::vector<double> pawns = plain_pawns().pawns();
  const auto load = [&](std::string_view kind, int schema, const std::vector<std::string>& names) {
    return Weights::load(TemporaryFile(file_of(kind, schema, names, pawns)).path());
  };
  CHECK_NOTHROW(load(kWeightsKind, kWeightsSchema, parameter_names()));
  CHECK_THROWS_AS(load("connect6.linear", kWeightsSchema, parameter_names()), format::LoadError);
  CHECK_THROWS_AS(load(kWeightsKind, kWeightsSchema - 1, parameter_names()), format::LoadError);
  std::vector<std::string> names = parameter_names();
  names.back() = "endgame.liberty";
  CHECK_THROWS_AS(load(kWeightsKind, kWeightsSchema, names), format::LoadError);
  CHECK_THROWS_AS(Weights::load("/nowhere/weights.safetensors"), format::LoadError);
}

TEST_CASE(
    "weights that could overflow a sum are rejected by name, and so is a wrong number of weights") {
  std::vector<double> pawns = plain_pawns().pawns();
  pawns[0] = Weights::kMaxPawns;
  CHECK((*Weights::from_pawns(pawns, "test"))[FeatureIndex{0}].middlegame() == 1000000);
  pawns[kFeatureCount] = Weights::kMaxPawns * 1.001;
  CHECK(refusal(pawns) ==
        "here: the weight \"endgame.pawn\" is 100.1 pawns, expected at most 100 in size");
  pawns[kFeatureCount] = std::numeric_limits<double>::quiet_NaN();
  CHECK(refusal(pawns) ==
        "here: the weight \"endgame.pawn\" is nan pawns, expected at most 100 in size");
  CHECK(refusal(std::span<const double>(pawns).first(kFeatureCount)).find("weights, expected") !=
        std::string::npos);
}

}  // namespace
}  // namespace trivium::chess

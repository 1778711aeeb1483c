#include "engine/chess/choice/position_classes.h"

#include <algorithm>
#include <span>

#include "engine/chess/choice/explain.h"
#include "engine/chess/choice/model.h"
#include "models/format/load_error.h"
#include "tests/engine/chess/choice/support.h"

namespace trivium::chess {
namespace {

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// White is a rook down and in check.
constexpr const char* kInCheck = "4k3/8/8/8/8/8/3P4/r3K3 w - - 3 40";
/// Black can capture an undefended knight; a pawn attacks Black's queen.
constexpr const char* kLooseQueen = "4k3/8/8/3q4/2P5/8/1N6/4K3 b - - 0 1";

const PositionQuestion& question(std::string_view name) {
  const auto found = std::ranges::find(position_questions(), name, &PositionQuestion::name);
  if (found == position_questions().end()) FAIL(std::string(name));
  return *found;
}

int answer(std::string_view name, std::string_view fen) {
  const Position position = position_of(fen);
  return question(name).answer(position, static_cast<std::size_t>(count_legal(position)));
}

PositionClasses parsed(std::string_view tree) {
  Result<PositionClasses> classes = PositionClasses::parse(tree);
  if (!classes) FAIL(classes.error().message);
  return *std::move(classes);
}

std::size_t class_in(const PositionClasses& classes, std::string_view fen) {
  const Position position = position_of(fen);
  return classes.class_of(position, static_cast<std::size_t>(count_legal(position)));
}

constexpr const char* kTree = "phase<40 check<1 . . phase<80 balance<0 . . .";

ChoiceModel by_phase() {
  ChoiceModel model{attributes_of({"material", "mobility"}),
                    Lookahead::kOnePly,
                    {1.0, 0.5},
                    {0.1, 0.1},
                    "two",
                    {},
                    {}};
  model.by_class =
      ClassPart{parsed("phase<50 . ."), {{2.0, 0.25}, {0.5, 0.75}}, {{0.2, 0.0}, {0.1, 0.1}}};
  return model;
}

}  // namespace

TEST_CASE("questions are about the position before the move, from the mover's view") {
  CHECK(answer("phase", kStart) == 100);
  CHECK(answer("phase", kInCheck) == 8);
  CHECK(answer("balance", kStart) == 0);
  CHECK(answer("balance", kInCheck) == -4);
  CHECK(answer("balance", kLooseQueen) == 5);
  CHECK(answer("check", kStart) == 0);
  CHECK(answer("check", kInCheck) == 1);
  CHECK(answer("queens", kStart) == 1);
  CHECK(answer("queens", kInCheck) == 0);
  CHECK(answer("moves", kStart) == 20);
  CHECK(answer("loose", kStart) == 0);
  CHECK(answer("loose", kLooseQueen) == 1);
  CHECK(answer("number", kInCheck) == 40);
  CHECK(answer("clock", kInCheck) == 3);
  for (const PositionQuestion& one : position_questions()) {
    CAPTURE(one.name);
    CHECK(std::ranges::is_sorted(one.thresholds));
    for (const int threshold : one.thresholds) CHECK(PositionClasses().can_part(0, one, threshold));
  }
}

TEST_CASE("a position belongs to the class whose conditions hold") {
  CHECK(PositionClasses().count() == 1);
  CHECK(class_in(PositionClasses(), kStart) == 0);
  CHECK(PositionClasses().conditions_of(0) == "all positions");
  const PositionClasses classes = parsed(kTree);
  REQUIRE(classes.count() == 5);
  CHECK(classes.conditions_of(0) == "phase < 40, not in check");
  CHECK(classes.conditions_of(1) == "phase < 40, in check");
  CHECK(classes.conditions_of(2) == "40 <= phase < 80, balance of material < 0");
  CHECK(classes.conditions_of(3) == "40 <= phase < 80, balance of material >= 0");
  CHECK(classes.conditions_of(4) == "phase >= 80");
  CHECK(class_in(classes, kLooseQueen) == 0);
  CHECK(class_in(classes, kInCheck) == 1);
  CHECK(class_in(classes, "r2qk2r/8/8/8/8/8/8/R2QK3 w - - 0 1") == 2);
  CHECK(class_in(classes, "r2qk2r/8/8/8/8/8/8/R2QK3 b - - 0 1") == 3);
  CHECK(class_in(classes, kStart) == 4);
}

TEST_CASE("a class is divided if positions exist on both sides, and later classes move up") {
  PositionClasses classes = PositionClasses()
                                .parted(0, question("phase"), 40)
                                .parted(1, question("phase"), 80)
                                .parted(0, question("check"), 1);
  CHECK(classes.text() == "phase<40 check<1 . . phase<80 . .");
  CHECK(!classes.can_part(2, question("phase"), 40));
  CHECK(!classes.can_part(2, question("phase"), 80));
  CHECK(classes.can_part(2, question("phase"), 41));
  CHECK(!classes.can_part(0, question("check"), 1));
  classes = classes.parted(2, question("balance"), 0);
  CHECK(classes.text() == kTree);
  for (int threshold = 1; classes.count() < PositionClasses::kMax; ++threshold) {
    REQUIRE(classes.can_part(classes.count() - 1, question("number"), threshold));
    classes = classes.parted(classes.count() - 1, question("number"), threshold);
  }
  CHECK(!classes.can_part(0, question("moves"), 10));
  CHECK(parsed(classes.text()).text() == classes.text());
}

TEST_CASE("a tree is parsed as it was printed, and other text is rejected") {
  for (const char* tree : {".", "phase<40 . .", kTree}) CHECK(parsed(tree).text() == tree);
  const auto refused = [](std::string_view tree, const char* what) {
    const Result<PositionClasses> classes = PositionClasses::parse(tree);
    REQUIRE(!classes);
    CHECK_MESSAGE(classes.error().message.find(what) != std::string::npos, classes.error().message);
  };
  refused("", "ends too soon");
  refused("phase<40 .", "ends too soon");
  refused(". .", "unexpected");
  refused("phase<40 . . check<1 . .", "unexpected");
  refused("beauty<1 . .", "neither");
  refused("phase<x . .", "neither");
  refused("phase . .", "neither");
  refused("phase<0 . .", "no position can be");
  refused("phase<101 . .", "no position can be");
  refused("phase<40 phase<60 . . .", "no position can be");
  refused("check<1 check<1 . . .", "no position can be");
  std::string many;
  for (int threshold = 64; threshold >= 1; --threshold)
    many += "number<" + std::to_string(threshold) + ' ';
  refused(many, "more than 64");
}

TEST_CASE("a model with classes is loaded as it was saved, and uses the class weights") {
  const ChoiceModel read = ChoiceModel::from_file(by_phase().to_file());
  REQUIRE(read.by_class);
  CHECK(read.weights == by_phase().weights);
  CHECK(read.by_class->classes.text() == "phase<50 . .");
  CHECK(read.by_class->weights == by_phase().by_class->weights);
  CHECK(read.by_class->standard_errors == by_phase().by_class->standard_errors);
  CHECK(read.weights_in(position_of(kStart), 20)[0] == 0.5);
  CHECK(read.weights_in(position_of(kInCheck), 3)[0] == 2.0);
  Position position = position_of(kLooseQueen);
  const MoveList moves = legal_moves(position);
  ChoiceModel whole = by_phase();
  whole.weights = {2.0, 0.25};
  whole.by_class.reset();
  CHECK(values_of(by_phase(), position, moves) == values_of(whole, position, moves));
  const ChoiceExplanation explanation = explain_choice(position, by_phase());
  CHECK(explanation.position_class == "phase < 50");
  CHECK(explanation.attributes.front().weight == 2.0);
  CHECK(to_text(explanation).find("phase < 50\n") != std::string::npos);
  CHECK(explain_choice(position, whole).position_class.empty());
}

TEST_CASE("classes that do not fit the file are rejected with the reason") {
  const auto refused = [](std::string_view name, format::Tensor tensor, const char* what) {
    format::WeightFile file = by_phase().to_file();
    std::erase_if(file.tensors, [&](const format::Tensor& one) { return one.name == name; });
    if (!tensor.name.empty()) file.tensors.push_back(std::move(tensor));
    CHECK_THROWS_WITH_AS(static_cast<void>(ChoiceModel::from_file(file)), doctest::Contains(what),
                         format::LoadError);
  };
  const std::vector<double> four{1, 2, 3, 4}, below{1, 2, 3, -4};
  const std::vector<float> floats{1, 2, 3, 4};
  refused("classes", format::text_tensor("classes", "phase<50 ."),
          "classes: the tree ends too soon");
  refused("classes", format::text_tensor("classes", "phase<50 . phase<60 . ."),
          "class_weights is F64 [2,2], not F64 [3,2]");
  refused("classes", format::make_tensor<double>("classes", {4}, std::span(four)), "classes");
  refused("class_weights", {}, "class_weights");
  refused("class_errors", {}, "class_errors");
  refused("class_weights", format::make_tensor<double>("class_weights", {4}, std::span(four)),
          "class_weights is F64 [4], not F64 [2,2]");
  refused("class_weights", format::make_tensor<float>("class_weights", {2, 2}, std::span(floats)),
          "class_weights is F32 [2,2]");
  refused("class_errors", format::make_tensor<double>("class_errors", {1, 4}, std::span(four)),
          "class_errors is F64 [1,4]");
  refused("class_errors", format::make_tensor<double>("class_errors", {2, 2}, std::span(below)),
          "below 0");
}

}  // namespace trivium::chess

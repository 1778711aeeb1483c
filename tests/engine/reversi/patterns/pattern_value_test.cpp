#include "engine/reversi/patterns/pattern_value.h"

#include <algorithm>
#include <array>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "models/format/load_error.h"
#include "tests/engine/reversi/patterns/random_game.h"
#include "tests/temporary_folder.h"
#include "tests/text_search.h"

namespace trivium::reversi {
namespace {

constexpr std::string_view kSmallValueSet =
    "stages 4\nshape edge a1 b1 c1 d1 e1 f1 g1 h1\nshape corner a1 b1 c1 a2 b2\n"
    "shape diagonal a4 b5 c6 d7 e8\nshape center d4 e4 d5\n";

constexpr std::array kErrors = {20.0, 15.0, 10.0, 5.0};

std::vector<std::int16_t> random_weights(const PatternSet& set) {
  Rng rng(7);
  std::vector<std::int16_t> weights;
  for (FeatureId i = 0; i < set.features(); ++i)
    weights.push_back(static_cast<std::int16_t>(static_cast<int>(rng.below(2001)) - 1000));
  return weights;
}

std::shared_ptr<const PatternValue> random_value() {
  PatternSet set = *PatternSet::parse(kSmallValueSet);
  const std::vector<std::int16_t> weights = random_weights(set);
  return PatternValue::from_weights(std::move(set), weights, kErrors, "test");
}

/// The value as its definition says: the sum over all instances.
int slow_value(const PatternValue& value, const Position& position) {
  const PatternSet& set = value.set();
  int sum = 0;
  for (std::size_t s = 0; s < set.shapes().size(); ++s) {
    const PatternTable& table = set.tables()[s];
    for (const std::vector<Square>& squares : set.shapes()[s].instances) {
      const std::uint32_t entry = set.shapes()[s].entries[code_of(position, squares)];
      sum += value.weights()[table.begin +
                             static_cast<std::uint32_t>(set.stage(position.discs())) * table.codes +
                             entry];
    }
  }
  return sum * 100 / PatternValue::kUnitsPerDisc;
}

format::WeightFile small_file() {
  const auto value = random_value();
  format::WeightFile file;
  file.kind = kValueKind;
  file.schema = kValueSchema;
  file.tensors = value_tensors(value->set(), value->weights(), value->errors());
  return file;
}

/// Returns the code of the reader's error for a file after `change`, or an empty string.
template <class Change>
std::string code_after(const Change& change) {
  const TemporaryFolder folder;
  format::WeightFile file = small_file();
  change(file);
  const auto path = format::write_weight_file(folder.path() / "value.safetensors", file);
  try {
    (void)PatternValue::load(path);
  } catch (const format::LoadError& error) {
    return error.code();
  }
  return {};
}

TEST_CASE("codes that are updated move by move give the value of the definition") {
  const auto value = random_value();
  Rng rng(3);
  for (int game = 0; game < 20; ++game) {
    PatternCodes codes(value->layout(), Position::start());
    visit_random_game(rng, [&](const Position& position, Move move, Bitboard flipped) {
      const int expected = slow_value(*value, position);
      CHECK(value->value(codes, position.discs()) == expected);
      CHECK(value->value(position) == expected);
      if (move == kPass) {
        codes.do_pass();
      } else {
        codes.do_move(value->layout(), move, flipped);
      }
    });
  }
}

TEST_CASE("a position has the value of its images under the symmetries of the board") {
  const auto value = random_value();
  Rng rng(5);
  visit_random_game(rng, [&](const Position& position, Move, Bitboard) {
    for (int symmetry = 1; symmetry < 8; ++symmetry)
      CHECK(value->value(image_of(position, symmetry)) == value->value(position));
  });
}

TEST_CASE("a value is at most 64 discs in size") {
  PatternSet set = *PatternSet::parse("shape s a1");
  const std::vector<std::int16_t> weights(set.features(), 32767);
  const auto value = PatternValue::from_weights(std::move(set), weights, std::array{1.0}, "test");
  CHECK(value->value(Position::start()) == kMaxValue);
}

TEST_CASE("weights of values are unchanged after writing and reading") {
  const TemporaryFolder folder;
  const auto path = format::write_weight_file(folder.path() / "value.safetensors", small_file());
  const auto value = PatternValue::load(path);
  const auto expected = random_value();
  CHECK(value->set() == expected->set());
  CHECK(std::vector(value->weights().begin(), value->weights().end()) ==
        std::vector(expected->weights().begin(), expected->weights().end()));
  CHECK(value->error(4) == 20.0);
  CHECK(value->error(64) == 5.0);
  CHECK(value->source() == path.string());
}

TEST_CASE("a file that does not match its definition is rejected") {
  CHECK(code_after([](format::WeightFile&) {}).empty());
  CHECK_FALSE(code_after([](format::WeightFile& file) { file.kind = "reversi.other"; }).empty());
  CHECK_FALSE(code_after([](format::WeightFile& file) { file.schema = 2; }).empty());
  CHECK(code_after([](format::WeightFile& file) {
          const std::array errors = {20.0, 0.0, 10.0, 5.0};
          const auto is_errors = [](const format::Tensor& t) { return t.name == "errors"; };
          *std::ranges::find_if(file.tensors, is_errors) =
              format::make_tensor("errors", {4}, std::span<const double>(errors));
        }) == "weights.value");
  CHECK(code_after([](format::WeightFile& file) { file.tensors.pop_back(); }) == "weights.tensors");
  CHECK(code_after([](format::WeightFile& file) {
          file.tensors[0] = format::text_tensor("definition", "use moves\nshape s a1\n");
        }) == "weights.definition");
  CHECK(code_after([](format::WeightFile& file) {
          file.tensors[0] = format::text_tensor("definition", "shape s a9\n");
        }) == "patterns.text");
  CHECK_FALSE(code_after([](format::WeightFile& file) {
                file.tensors[0] = format::text_tensor(
                    "definition", std::string(kSmallValueSet).replace(7, 1, "5"));
              }).empty());
}

TEST_CASE("a set of more instances than a search can hold is rejected") {
  std::string text;
  for (const std::string_view squares :
       {"b1 c2", "a2 c3", "b3 d2", "c1 a3", "d1 b2", "e1 a3", "f1 b4", "g1 c4", "b2 c4"})
    text += "shape s" + std::to_string(text.size()) + ' ' + std::string(squares) + '\n';
  PatternSet set = *PatternSet::parse(text);
  REQUIRE_FALSE(PatternLayout::fits(set));
  const std::vector<std::int16_t> weights(set.features());
  CHECK_THROWS_AS((void)PatternValue::from_weights(set, weights, std::array{1.0}, "test"),
                  format::LoadError);
}

TEST_CASE("errors of searches are unchanged after reading, and faulty ones are rejected") {
  const TemporaryFolder folder;
  const auto read_with = [&](std::vector<double> errors) {
    format::WeightFile file = small_file();
    file.tensors.push_back(search_errors_tensor(errors, 4));
    return PatternValue::load(format::write_weight_file(folder.path() / "v.safetensors", file));
  };
  const std::vector<double> errors = {1, 2, 3, 4, 5, 6, 7, 0};
  const auto value = read_with(errors);
  CHECK(std::ranges::equal(value->search_errors(), errors));
  CHECK(random_value()->search_errors().empty());
  CHECK_THROWS_AS((void)read_with({1, 2, 3, -4}), format::LoadError);
  CHECK_THROWS_AS((void)read_with({1, 2, 3, 1000}), format::LoadError);
  CHECK_THROWS_AS((void)read_with(std::vector<double>(4 * (kMaxProbCutDepths + 1), 1.0)),
                  format::LoadError);
}

TEST_CASE("ProbCut searches at most half as deep, with the same parity") {
  for (int depth = kMinProbCutDepth; depth < 20; ++depth) {
    CHECK(probcut_depth(depth) >= 1);
    CHECK(2 * probcut_depth(depth) <= depth);
    CHECK((depth - probcut_depth(depth)) % 2 == 0);
    CHECK(probcut_depth(depth) + 2 > depth / 2);
  }
}

}  // namespace
}  // namespace trivium::reversi

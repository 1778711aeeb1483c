#include "engine/connect6/patterns/pattern_weights.h"

#include <doctest/doctest.h>

#include "models/format/load_error.h"
#include "tests/temporary_folder.h"
#include "tests/text_search.h"

namespace trivium::connect6 {
namespace {

/// Returns a file of a small set in which every feature has different numbers.
format::WeightFile small_file() {
  const PatternSet set = *PatternSet::parse("line row 1\nplayer no\nline column+rising 2\n");
  std::vector<double> gammas;
  std::vector<std::uint32_t> wins;
  for (std::uint32_t i = 0; i < set.features(); ++i) {
    gammas.push_back(0.5 + i);
    wins.push_back(3 * i);
  }
  format::WeightFile file;
  file.kind = kPatternKind;
  file.schema = kPatternSchema;
  file.tensors = pattern_tensors(set, gammas, wins);
  return file;
}

/// Returns the reader's error for a file after `change`, or an empty string.
template <class Change>
std::string fault_after(const Change& change) {
  const TemporaryFolder folder;
  format::WeightFile file = small_file();
  change(file);
  const auto path = format::write_weight_file(folder.path() / "patterns.safetensors", file);
  try {
    (void)PatternWeights::load(path);
  } catch (const format::LoadError& error) {
    return error.what();
  }
  return {};
}

TEST_CASE("gammas and their set are unchanged after writing and reading") {
  const TemporaryFolder folder;
  const auto path = format::write_weight_file(folder.path() / "patterns.safetensors", small_file());
  const auto weights = PatternWeights::load(path);
  CHECK(weights->set().features() == 2 * 3 + 9);
  CHECK(weights->set().tables()[1].name == "column+rising_1_1");
  REQUIRE(weights->gammas().size() == 15);
  for (std::uint32_t i = 0; i < 15; ++i) {
    CHECK(weights->gammas()[i] == 0.5 + i);
    CHECK(weights->wins()[i] == 3 * i);
  }
  CHECK(weights->source() == path.string());
}

TEST_CASE("gammas whose products would not be finite and positive are rejected") {
  const auto with_gamma = [](double gamma) {
    return fault_after([gamma](format::WeightFile& file) {
      const PatternSet set = *PatternSet::parse("line row 1\nplayer no\nline column+rising 2\n");
      std::vector<double> gammas(set.features(), 1.0);
      gammas[4] = gamma;
      file.tensors = pattern_tensors(set, gammas, std::vector<std::uint32_t>(set.features()));
    });
  };
  for (const double gamma : {kMinGamma, kMaxGamma}) CHECK(with_gamma(gamma).empty());
  for (const double gamma : {0.0, -1.0, kMinGamma / 2, kMaxGamma * 2, 1e-100, 1e100})
    CHECK(contains(with_gamma(gamma), "a gamma of "));
}

TEST_CASE("a file that does not match its definition is rejected") {
  CHECK(fault_after([](auto&) {}).empty());
  CHECK(contains(fault_after([](auto& file) { file.kind = "connect6.lines"; }), "connect6.lines"));
  CHECK(contains(fault_after([](auto& file) { file.schema = 2; }), "schema"));
  CHECK(
      contains(fault_after([](auto& file) { file.tensors.pop_back(); }), "wins.column+rising_1_1"));
  CHECK(contains(fault_after([](auto& file) { file.tensors[0].data[0] = std::byte{'x'}; }),
                 "patterns: line 1, column 1: unknown word"));
  CHECK(contains(fault_after([](auto& file) { file.tensors[1].dims = {3, 2}; }), "not F64 [2,3]"));
  CHECK(contains(fault_after([](auto& file) {
                   const double zero = 0.0;
                   std::copy_n(std::as_bytes(std::span(&zero, 1)).begin(), sizeof zero,
                               file.tensors[1].data.begin());
                 }),
                 "a gamma of 0"));
  CHECK(contains(fault_after([](auto& file) {
                   file.tensors.push_back(file.tensors.back());
                   file.tensors.back().name = "wins.more";
                 }),
                 "6 tensors, the definition requires 5"));
}

}  // namespace
}  // namespace trivium::connect6

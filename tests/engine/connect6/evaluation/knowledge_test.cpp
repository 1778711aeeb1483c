#include "engine/connect6/evaluation/knowledge.h"

#include <cstdlib>
#include <doctest/doctest.h>
#include <fstream>
#include <string>

#include "models/format/linear.h"
#include "models/format/load_error.h"
#include "models/format/weight_file.h"
#include "tests/engine/connect6/sample.h"
#include "tests/environment_variable.h"
#include "tests/temporary_folder.h"

namespace trivium::connect6 {
namespace {

std::filesystem::path write_weights(const std::filesystem::path& folder) {
  format::WeightFile file;
  file.kind = kWeightsKind;
  file.schema = kWeightsSchema;
  file.feature_names = feature_names();
  file.tensors =
      format::linear_tensors(file.feature_names, std::vector<double>(kFeatureCount, 0.25));
  return format::write_weight_file(folder, file);
}

std::filesystem::path write_patterns(const std::filesystem::path& folder) {
  const auto sample = sample_patterns();
  format::WeightFile file;
  file.kind = kPatternKind;
  file.schema = kPatternSchema;
  file.tensors = pattern_tensors(sample->set(), sample->gammas(), sample->wins());
  return format::write_weight_file(folder, file);
}

TEST_CASE("knowledge comes from default.json, with or without patterns, unless files are named") {
  const TemporaryFolder models;
  std::filesystem::create_directory(models.path() / "connect6");
  const auto weights = write_weights(models.path() / "connect6");
  const auto patterns = write_patterns(models.path() / "connect6");
  const auto choose = [&](const std::string& json) {
    std::ofstream(models.path() / "connect6" / "default.json") << json;
  };
  const EnvironmentVariable variable("TRIVIUM_MODELS", models.path().string());
  const std::string named = "{\"weights\": \"" + weights.filename().string() + "\"";
  choose(named + "}");
  CHECK(load_knowledge().weights->units()[0] == 2500);
  CHECK(load_knowledge().patterns == nullptr);
  CHECK(load_knowledge({{}, patterns}).patterns->source() == patterns.string());
  choose(named + ", \"patterns\": \"" + patterns.filename().string() + "\"}");
  CHECK(load_knowledge().patterns->source() == patterns.string());
  CHECK_THROWS_WITH_AS(static_cast<void>(load_knowledge({patterns, {}})),
                       doctest::Contains("connect6.btmm"), format::LoadError);
}

TEST_CASE("knowledge from files that were read keeps their names") {
  const TemporaryFolder folder;
  const auto weights = write_weights(folder.path()), patterns = write_patterns(folder.path());
  const format::WeightFile read = format::read_weight_file(weights),
                           more = format::read_weight_file(patterns);
  CHECK(knowledge_from(read).weights->source() == weights.string());
  CHECK(knowledge_from(read).patterns == nullptr);
  CHECK(knowledge_from(read, &more).patterns->source() == patterns.string());
  CHECK_THROWS_WITH_AS(static_cast<void>(knowledge_from(more)),
                       doctest::Contains("by their own option"), format::LoadError);
}

TEST_CASE("patterns without weights are rejected") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH_AS(static_cast<void>(with_file({}, write_patterns(folder.path()))),
                       doctest::Contains("needs weights"), format::LoadError);
  CHECK(with_file({}, write_weights(folder.path())).weights != nullptr);
}

TEST_CASE("a file replaces the part of the knowledge that it holds") {
  const TemporaryFolder folder;
  const Knowledge first{round_weights(), nullptr};
  const Knowledge second = with_file(first, write_patterns(folder.path()));
  CHECK(second.weights == first.weights);
  REQUIRE(second.patterns != nullptr);
  const Knowledge third = with_file(second, write_weights(folder.path()));
  CHECK(third.patterns == second.patterns);
  CHECK(third.weights->units()[0] == 2500);
  CHECK_THROWS_AS(static_cast<void>(with_file(third, "/nowhere")), format::LoadError);
}

}  // namespace
}  // namespace trivium::connect6

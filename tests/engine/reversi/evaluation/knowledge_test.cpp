#include "engine/reversi/evaluation/knowledge.h"

#include <doctest/doctest.h>
#include <filesystem>

#include "models/format/load_error.h"
#include "tests/engine/reversi/sample_knowledge.h"
#include "tests/environment_variable.h"
#include "tests/temporary_folder.h"

namespace trivium::reversi {
namespace {

std::filesystem::path write_sample_value(const std::filesystem::path& folder) {
  const Knowledge sample = sample_knowledge();
  format::WeightFile file;
  file.kind = kValueKind;
  file.schema = kValueSchema;
  file.tensors =
      value_tensors(sample.value->set(), sample.value->weights(), sample.value->errors());
  return format::write_weight_file(folder / "value.safetensors", file);
}

std::filesystem::path write_sample_priors(const std::filesystem::path& folder) {
  const Knowledge sample = sample_knowledge();
  format::WeightFile file;
  file.kind = kMoveStrengthsKind;
  file.schema = kMoveStrengthsSchema;
  file.tensors =
      strength_tensors(sample.priors->set(), sample.priors->gammas(), sample.priors->wins());
  return format::write_weight_file(folder / "priors.safetensors", file);
}

TEST_CASE("without default files there is no knowledge of Reversi") {
  const TemporaryFolder folder;
  const EnvironmentVariable models("TRIVIUM_MODELS", folder.path().string());
  CHECK(load_knowledge() == Knowledge());
}

TEST_CASE("files that are named are loaded, each alone or both") {
  const TemporaryFolder folder;
  const EnvironmentVariable models("TRIVIUM_MODELS", folder.path().string());
  const auto value = write_sample_value(folder.path());
  const auto priors = write_sample_priors(folder.path());
  CHECK(load_knowledge({.value = value}).value != nullptr);
  CHECK(load_knowledge({.value = value}).priors == nullptr);
  CHECK(load_knowledge({.priors = priors}).priors != nullptr);
  const Knowledge both = load_knowledge({value, priors});
  CHECK(both.value->value(Position::start()) == sample_knowledge().value->value(Position::start()));
  CHECK(both.priors != nullptr);
}

TEST_CASE("a file replaces the part of the knowledge that its kind names") {
  const TemporaryFolder folder;
  const Knowledge before = sample_knowledge();
  const Knowledge other_value = with_file(before, write_sample_value(folder.path()));
  CHECK(other_value.value != before.value);
  CHECK(other_value.priors == before.priors);
  const Knowledge other_priors = with_file(before, write_sample_priors(folder.path()));
  CHECK(other_priors.value == before.value);
  CHECK(other_priors.priors != before.priors);
}

TEST_CASE("a file of another kind is rejected with both kinds") {
  const TemporaryFolder folder;
  const auto priors = write_sample_priors(folder.path());
  CHECK_THROWS_AS((void)load_knowledge({.value = priors}), format::LoadError);
}

}  // namespace
}  // namespace trivium::reversi

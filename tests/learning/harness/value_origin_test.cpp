// Origin of a value: read from its manifest, kept when draws are relearned, and rejected with file
// and place if malformed.
#include "learning/harness/value_origin.h"

#include <doctest/doctest.h>
#include <string>
#include <utility>

#include "models/format/load_error.h"

using namespace trivium::learning;
using namespace trivium;

namespace {

const DataSource kFile{"given.safetensors", "99", ""};

ValueOrigin origin_of(const std::string& manifest, bool with_draws) {
  format::WeightFile file;
  file.manifest = manifest;
  file.source = "folder/given.safetensors";
  if (with_draws) file.tensors.push_back(format::text_tensor("draws", "added"));
  return value_origin(file, kFile, "draws");
}

std::string names_of(const std::vector<DataSource>& data) {
  std::string names;
  for (const DataSource& source : data) names += source.name + ' ';
  return names;
}

constexpr const char* kValue = R"({"command": "make v", "version": "1.2", "commit": "abc",
    "data": [{"name": "first.c6", "sha256": "12", "licence": "own"}, {"name": "second.c6"}]})";

}  // namespace

TEST_CASE("the origin of a value without draws is that in its manifest") {
  const ValueOrigin origin = origin_of(kValue, false);
  CHECK(origin.file.name == "given.safetensors");
  CHECK(origin.file.sha256 == "99");
  CHECK(origin.tool.version == "1.2");
  CHECK(origin.tool.commit == "abc");
  CHECK(origin.command == "make v");
  CHECK(names_of(origin.data) == "first.c6 second.c6 ");
  CHECK(origin.data[0].sha256 == "12");
  CHECK(origin.data[0].license == "own");
  CHECK(origin_of("{}", false).command.empty());
}

TEST_CASE("the origin of the value in a file with draws is kept unchanged") {
  Manifest manifest;
  manifest.command = "learn draws";
  manifest.data = {{"of_draws.c6", "77", ""}};
  manifest.value = origin_of(kValue, false);
  const ValueOrigin origin = origin_of(manifest.to_json(), true);
  CHECK(origin.command == "make v");
  Manifest again;
  again.value = origin;
  manifest.command.clear();
  manifest.data.clear();
  CHECK(again.to_json() == manifest.to_json());
}

TEST_CASE("if a file with draws does not state its value's origin, only the file is known") {
  const ValueOrigin origin = origin_of(
      R"({"commit": "abc", "command": "draws --weights v", "data": [{"name": "v"}]})", true);
  CHECK(origin.file.name == "given.safetensors");
  CHECK(origin.tool.commit.empty());
  CHECK(origin.command.empty());
  CHECK(origin.data.empty());
}

TEST_CASE("a malformed manifest is rejected with file and place") {
  using Case = std::pair<const char*, std::string>;
  for (const auto& [manifest, fault] :
       {Case{R"({"data": {"x": 1}})", "data: no array"},
        Case{R"({"data": [1]})", "data[0]: no object"},
        Case{R"({"data": [{}, {"name": 3}]})", "data[1]: name: no string"},
        Case{R"({"command": 3})", "command: no string"},
        Case{R"({"version": null})", "version: no string"},
        Case{R"({"value": 3})", "value: no object"},
        Case{R"({"value": {}})", "value: file: no name"},
        Case{R"({"value": {"file": "v", "data": [{"sha256": 1}]}})",
             "value: data[0]: sha256: no string"}}) {
    CAPTURE(manifest);
    for (const bool with_draws : {false, true}) {
      CHECK_THROWS_WITH_AS(origin_of(manifest, with_draws),
                           ("folder/given.safetensors: manifest: " + fault).c_str(),
                           format::LoadError);
    }
  }
}

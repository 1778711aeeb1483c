// Written files are read back unchanged, are reproducible byte for byte, and follow the rules of
// safetensors.
#include "models/format/weight_file.h"

#include <doctest/doctest.h>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "models/format/linear.h"
#include "models/format/sha256.h"
#include "tests/models/format/crafted_file.h"
#include "tests/models/format/load_fault.h"
#include "tests/temporary_folder.h"
#include "tests/text_search.h"

using namespace trivium;
using namespace trivium::format;
using namespace trivium::format::test;

namespace {

WeightFile sample() {
  WeightFile file;
  file.kind = "test.net";
  file.schema = 2;
  file.feature_names = {"first", "second"};
  file.manifest = R"({ "seed": 7, "counts": {"games": 12}, "a": 0.1 })";
  const std::vector<float> weights{0.5F, -1.25F, 3.0F, 4.0F, 5.0F, 6.0F};
  const std::vector<std::int8_t> steps{-1, 2, 3};
  const std::vector<double> bias{1e-300, -0.0};
  const std::vector<std::int32_t> table{1 << 30};
  file.tensors = {make_tensor("steps", {3}, std::span(steps)),
                  make_tensor("weights", {2, 3}, std::span(weights)),
                  make_tensor("table", {}, std::span(table)),
                  make_tensor("bias", {2}, std::span(bias))};
  return file;
}

}  // namespace

TEST_CASE("a written file reads back with the same content") {
  const WeightFile written = sample();
  const WeightFile read = parse_weight_file(weight_file_bytes(written), "memory");
  CHECK(read.kind == written.kind);
  CHECK(read.schema == written.schema);
  CHECK(read.feature_names == written.feature_names);
  CHECK(Json::parse(read.manifest) == Json::parse(written.manifest));
  CHECK(read.tensors.size() == written.tensors.size());
  for (const Tensor& tensor : written.tensors) CHECK(read.tensor(tensor.name) == tensor);
}

TEST_CASE("the figures of a manifest are the numbers under its key figures") {
  WeightFile written = sample();
  written.manifest =
      R"({"figures":{"whole":-7,"broken":0.25,"text":"1","nested":{"deep":2}},"outside":3})";
  const WeightFile read = parse_weight_file(weight_file_bytes(written), "memory");
  CHECK(read.figures == Figures{{"broken", 0.25}, {"whole", -7.0}});
  CHECK(read.figure("broken") == 0.25);
  for (const char* none : {"text", "nested", "deep", "outside", "figures", ""})
    CHECK_FALSE(read.figure(none));
  written.manifest = R"({"figures":[1,2]})";
  CHECK(parse_weight_file(weight_file_bytes(written), "memory").figures.empty());
  CHECK(parse_weight_file(weight_file_bytes(sample()), "memory").figures.empty());
}

TEST_CASE("equal content gives equal bytes, independent of the order of the tensors") {
  WeightFile turned = sample();
  std::reverse(turned.tensors.begin(), turned.tensors.end());
  turned.manifest = R"({"a":0.1,"counts":{"games":12},"seed":7})";
  CHECK(weight_file_bytes(turned) == weight_file_bytes(sample()));
  const std::vector<std::byte> bytes = weight_file_bytes(sample());
  CHECK(weight_file_bytes(parse_weight_file(bytes, "memory")) == bytes);
}

TEST_CASE(
    "a file has the layout of safetensors: length, sorted and padded header, aligned consecutive "
    "tensors") {
  const std::vector<std::byte> bytes = weight_file_bytes(sample());
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), 8);
  CHECK(length % 8 == 0);
  const std::string text(reinterpret_cast<const char*>(bytes.data()) + 8, length);
  const Json header = Json::parse(text);
  CHECK(text.substr(0, header.dump().size()) == header.dump());
  CHECK(text.find_first_not_of(' ', header.dump().size()) == std::string::npos);
  CHECK(header["bias"] == entry("F64", {2}, 0, 16));
  CHECK(header["weights"] == entry("F32", {2, 3}, 16, 40));
  CHECK(header["table"] == entry("I32", {}, 40, 44));
  CHECK(header["steps"] == entry("I8", {3}, 44, 47));
  CHECK(bytes.size() == 8 + length + 47);
}

TEST_CASE("the checksum is SHA-256 over the header with 64 zeros in its place, then the data") {
  const std::vector<std::byte> bytes = weight_file_bytes(sample());
  std::string text(reinterpret_cast<const char*>(bytes.data()) + 8, bytes.size() - 8);
  const std::string stated = parse_weight_file(bytes, "memory").sha256;
  text.replace(text.find(stated), 64, std::string(64, '0'));
  CHECK(sha256_hex(text) == stated);
}

TEST_CASE("the example in models/README.md equals the writer's output") {
  WeightFile file;
  file.kind = "toy.linear";
  file.schema = 1;
  file.feature_names = {"a[0]", "a[1]", "b"};
  const std::vector<double> weights{1.5, -2.0, 0.25};
  file.tensors = linear_tensors(file.feature_names, weights);
  const std::vector<std::byte> bytes = weight_file_bytes(file);
  CHECK(bytes.size() == 0x1c8);
  CHECK(parse_weight_file(bytes, "toy").sha256 ==
        "17dd920ef9efdb9616bdcdc308381bcb7fa85b47c9b8d0a2aa713fddfe33507a");
}

TEST_CASE("a manifest may contain the checksum's key as text") {
  WeightFile file = sample();
  file.manifest =
      R"({"note":"\"trivium.sha256\":\"0000000000000000000000000000000000000000000000000000000000000000\""})";
  CHECK(parse_weight_file(weight_file_bytes(file), "memory").manifest == file.manifest);
}

TEST_CASE("content that the reader would reject is not written") {
  WeightFile file = sample();
  const std::vector<double> bad{std::numeric_limits<double>::quiet_NaN()};
  file.tensors.push_back(make_tensor("bad", {}, std::span(bad)));
  CHECK(contains(load_fault([&] { weight_file_bytes(file); }), "NaN"));
  file = sample();
  file.tensors.front().dims = {4};
  CHECK(contains(load_fault([&] { weight_file_bytes(file); }), "needs 4"));
  file = sample();
  file.tensors.push_back(file.tensors.front());
  CHECK(contains(load_fault([&] { weight_file_bytes(file); }), "two tensors named"));
  file = sample();
  file.manifest = "{";
  CHECK(contains(load_fault([&] { weight_file_bytes(file); }), "manifest"));
  file = sample();
  file.feature_names = {"\xff"};
  CHECK(load_fault([&] { weight_file_bytes(file); }) != "");
}

TEST_CASE("the error for a wrong kind, schema or feature list names both values") {
  WeightFile file;
  file.kind = "chess.linear";
  file.schema = 2;
  file.feature_names = {"pawn", "mobility"};
  const std::vector<double> weights{1.0, 0.1};
  file.tensors = linear_tensors(file.feature_names, weights);
  file.source = "w.safetensors";
  CHECK_NOTHROW(file.expect("chess.linear", 2, {"pawn", "mobility"}));
  const std::string kind = load_fault([&] { file.expect("connect6.lines", 2); });
  CHECK(kind == "w.safetensors: wrong kind: the file holds chess.linear, connect6.lines is needed");
  const std::string schema = load_fault([&] { file.expect("chess.linear", 3); });
  CHECK(schema ==
        "w.safetensors: wrong schema: the file has chess.linear schema 2, this program reads "
        "schema 3");

  const std::vector<std::string> wanted{"pawn", "safety"};
  const std::string features = load_fault([&] { file.expect("chess.linear", 2, wanted); });
  CHECK(contains(features, file.features_hash()));
  CHECK(contains(features, features_hash(linear_tensors(wanted, weights))));
  CHECK(contains(features, "feature 1 is \"mobility\" in the file and \"safety\" here"));
  CHECK(
      contains(load_fault([&] { file.expect("chess.linear", 2, {"pawn"}); }), "and nothing here"));
  CHECK(contains(load_fault([&] {
                   file.expect("chess.linear", 2, {"mobility", "pawn"});
                 }),
                 "feature 0"));
}

TEST_CASE("a file written into a folder gets the canonical name and verifies") {
  const TemporaryFolder folder;
  const std::filesystem::path path = write_weight_file(folder.path(), sample());
  const WeightFile read = read_weight_file(path);
  CHECK(path.filename() == "test.net-" + read.sha256.substr(0, 8) + ".safetensors");
  CHECK(read.source == path.string());
  const std::filesystem::path chosen = folder.path() / "chosen.safetensors";
  CHECK(write_weight_file(chosen, sample()) == chosen);
  CHECK(read_weight_file(chosen).sha256 == read.sha256);
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 2);
}

TEST_CASE("a file that is missing, a folder or of the wrong element type gives a LoadError") {
  CHECK(contains(load_fault([] { read_weight_file("/nonexistent/w.safetensors"); }),
                 "/nonexistent/w.safetensors: cannot be opened"));
  CHECK(contains(load_fault([] { read_weight_file("/tmp"); }), "is a folder"));
  CHECK(contains(load_fault([] { read_weight_file("/dev/zero"); }), "is a device"));
  const WeightFile file = sample();
  CHECK(contains(load_fault([&] { file.tensor("bias").values<float>(); }),
                 "holds F64 but F32 is needed"));
  CHECK(contains(load_fault([&] { file.tensor("none"); }), "there is no tensor \"none\""));
}

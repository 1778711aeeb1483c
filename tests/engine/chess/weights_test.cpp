#include "engine/chess/weights.h"

#include <array>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "doctest/doctest.h"

#include "models/format/linear.h"
#include "models/format/load_error.h"
#include "models/format/weight_file.h"

namespace trivium::chess {
namespace {

constexpr std::array kPawns{1.0, 3.0, 3.25, 5.0, 9.5, 0.1};

class TemporaryFile {
 public:
  explicit TemporaryFile(const format::WeightFile& content)
      : path_(format::write_weight_file(
            std::filesystem::temp_directory_path() / ("trivium_weights_test_" + std::to_string(::getpid()) + ".safetensors"), content)) {}
  ~TemporaryFile() { std::filesystem::remove(path_); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

format::WeightFile file_of(std::string_view kind, int schema, const std::vector<std::string>& names, std::span<const double> values) {
  format::WeightFile file;
  file.kind = kind;
  file.schema = schema;
  file.feature_names = names;
  file.tensors = format::linear_tensors(names, values);
  return file;
}

TEST_CASE("weights come from a file in pawns and are kept in hundredths of a centipawn") {
  const TemporaryFile file(file_of(kWeightsKind, kWeightsSchema, feature_names(), kPawns));
  const auto weights = Weights::load(file.path());
  CHECK(weights->units(Feature::kPawn) == 10000);
  CHECK(weights->units(Feature::kBishop) == 32500);
  CHECK(weights->units(Feature::kMobility) == 1000);
  CHECK(weights->centipawns(Feature::kQueen) == 950);
  CHECK(weights->source() == file.path().string());
}

TEST_CASE("a file of another kind, schema or feature list is refused") {
  CHECK_THROWS_AS(Weights::load(TemporaryFile(file_of("connect6.linear", kWeightsSchema, feature_names(), kPawns)).path()),
                  format::LoadError);
  CHECK_THROWS_AS(Weights::load(TemporaryFile(file_of(kWeightsKind, kWeightsSchema + 1, feature_names(), kPawns)).path()),
                  format::LoadError);
  std::vector<std::string> names = feature_names();
  names.back() = "liberty";
  CHECK_THROWS_AS(Weights::load(TemporaryFile(file_of(kWeightsKind, kWeightsSchema, names, kPawns)).path()), format::LoadError);
  CHECK_THROWS_AS(Weights::load("/nowhere/weights.safetensors"), format::LoadError);
}

TEST_CASE("weights that could overflow a sum are refused, and so is a wrong number of them") {
  std::array pawns = kPawns;
  pawns[0] = Weights::kMaxPawns;
  CHECK(Weights::from_pawns(pawns, "test")->units(Feature::kPawn) == 1000000);
  pawns[0] = Weights::kMaxPawns * 1.001;
  CHECK_THROWS_AS(Weights::from_pawns(pawns, "test"), format::LoadError);
  pawns[0] = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(Weights::from_pawns(pawns, "test"), format::LoadError);
  CHECK_THROWS_AS(Weights::from_pawns(std::span(kPawns).first(5), "test"), format::LoadError);
}

}  // namespace
}  // namespace trivium::chess

#include "learning/cfr/buckets/bucket_file.h"

#include <doctest/doctest.h>

#include "engine/poker/strategy/buckets.h"
#include "models/format/load_error.h"
#include "tests/temporary_folder.h"

namespace trivium::learning::cfr {
namespace {

TEST_CASE(
    "buckets written to a file with a model card are read unchanged, and a file of another kind is "
    "an error") {
  const BucketOptions options{.counts = {169, 5, 6, 7},
                              .seed = 3,
                              .boards = 10,
                              .holdings = 8,
                              .flop_holdings = 50,
                              .flops = 1};
  const MadeBuckets made = make_buckets(options);
  const TemporaryFolder folder;
  Manifest manifest;
  manifest.command = "trivium-learn cfr buckets";
  format::WeightFile file = buckets_file(made, options, manifest);
  const std::filesystem::path path = write_with_card(folder.path(), file, buckets_card());
  CHECK(path.filename().string().starts_with("poker.buckets-"));
  CHECK(std::filesystem::exists(card_of(path)));
  CHECK(poker::to_tensors(poker::load_buckets(path)) == poker::to_tensors(made.data));
  CHECK(format::read_weight_file(path).figure("turn.explained") == made.figures[2].explained);
  file.kind = "poker.strategy";
  const std::filesystem::path other = format::write_weight_file(folder.path(), file);
  CHECK_THROWS_AS(poker::load_buckets(other), format::LoadError);
}

TEST_CASE("round_name() returns the names of the first and last round") {
  CHECK(round_name(0) == "preflop");
  CHECK(round_name(3) == "river");
}

}  // namespace
}  // namespace trivium::learning::cfr

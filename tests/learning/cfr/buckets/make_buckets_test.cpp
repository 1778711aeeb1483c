#include "learning/cfr/buckets/make_buckets.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <set>
#include <stdexcept>

#include "engine/core/signature.h"
#include "engine/poker/strategy/buckets.h"

namespace trivium::learning::cfr {
namespace {

BucketOptions small(std::size_t threads) {
  return {.counts = {169, 12, 16, 20},
          .seed = 3,
          .threads = threads,
          .boards = 40,
          .holdings = 16,
          .flop_holdings = 300,
          .flops = 3};
}

std::uint64_t signature(const poker::BucketData& data) {
  Signature signature;
  for (const format::Tensor& tensor : poker::to_tensors(data)) {
    for (const std::byte byte : tensor.data) signature.add(std::to_integer<std::uint64_t>(byte));
  }
  return signature.value();
}

const MadeBuckets& made() {
  static const MadeBuckets kMade = make_buckets(small(1));
  return kMade;
}

TEST_CASE("buckets are the same for any number of threads and on every machine") {
  CHECK(signature(made().data) == signature(make_buckets(small(3)).data));
  CHECK(signature(made().data) == 0x8a619f20fa8543de);
}

TEST_CASE("the report on buckets has a row and a place in the picture for each round") {
  MadeBuckets sample;
  sample.data.counts = {169, 2, 3, 4};
  sample.figures[3] = {40, 0.125, 0.75};
  sample.against_classes = {0.5, 0.25};
  const std::string table = buckets_csv(sample, {1, 2, 3, 4.5});
  CHECK(table.starts_with(
      "round,buckets,samples,distance,explained,microseconds_per_board\npreflop,169,0,0,0,1.0\n"));
  CHECK(table.ends_with("river,4,40,0.125,0.75,4.5\n"));
  CHECK(river_csv(sample) == "grouped_by,explained\nbuckets,0.5\nequity,0.25\n");
  const std::string picture = buckets_svg(sample);
  for (const char* label : {">preflop<", ">flop<", ">turn<", ">river<"})
    CHECK(picture.find(label) != std::string::npos);
}

TEST_CASE("computed buckets can be written as tensors and read again") {
  const std::vector<format::Tensor> tensors = poker::to_tensors(made().data);
  CHECK(poker::to_tensors(poker::bucket_data(tensors, "made")) == tensors);
}

TEST_CASE("buckets explain most of the variance of equity, and more buckets explain more") {
  BucketOptions finer = small(2);
  finer.counts = {169, 30, 60, 80};
  const MadeBuckets more = make_buckets(finer);
  for (std::size_t round = 1; round < 4; ++round) {
    CAPTURE(round);
    CHECK(made().figures[round].samples > 0);
    CHECK(made().figures[round].explained > 0.8);
    CHECK(more.figures[round].explained > made().figures[round].explained);
    CHECK(more.figures[round].distance < made().figures[round].distance);
  }
  CHECK(made().figures[0].explained == 1);
  CHECK(made().against_classes.by_buckets > made().against_classes.by_equity);
  CHECK(more.against_classes.by_buckets > made().against_classes.by_buckets);
}

TEST_CASE("a pair of aces and 76 offsuit are in different buckets in every round") {
  const poker::Buckets buckets(made().data);
  // The first canonical flop is one of the chosen ones, and the board is dry.
  const auto flop = poker::canonical_boards(1)[0];
  const std::array<poker::Card, 5> board{flop[0], flop[1], flop[2], poker::make_card(7, 0),
                                         poker::make_card(9, 1)};
  const std::size_t aces = poker::pair_number(poker::make_card(12, 0), poker::make_card(12, 1));
  const std::size_t rags = poker::pair_number(poker::make_card(5, 3), poker::make_card(4, 1));
  for (const std::size_t cards : {0U, 3U, 4U, 5U}) {
    CAPTURE(cards);
    poker::Buckets::PairBuckets found{};
    buckets.find_all(std::span(board).first(cards), found);
    CHECK(found[aces] != found[rags]);
  }
}

TEST_CASE(
    "every preflop bucket and every class of the opponent's holdings has at least one class") {
  BucketOptions options = small(2);
  options.counts[0] = 10;
  const poker::BucketData data = make_buckets(options).data;
  std::set<std::uint16_t> buckets;
  for (std::size_t c = 0; c < poker::kPreflopClasses; ++c) buckets.insert(data.preflop[c]);
  CHECK(buckets.size() == 10);
  CHECK(*buckets.rbegin() == 9);
  CHECK(std::set<std::uint8_t>(data.opponent_class.begin(), data.opponent_class.end()).size() ==
        poker::kOpponentClasses);
}

TEST_CASE("progress is reported to the end of every stage") {
  std::size_t ends = 0;
  std::set<std::string> stages;
  make_buckets(small(2), [&](std::string_view stage, std::size_t done, std::size_t total) {
    CHECK(done <= total);
    stages.emplace(stage);
    if (done == total) ++ends;
  });
  CHECK(stages.contains("all turn boards"));
  CHECK(ends == stages.size());
}

TEST_CASE("numbers of buckets out of range are errors") {
  for (const poker::BucketCounts& counts :
       {poker::BucketCounts{170, 1, 1, 1}, poker::BucketCounts{0, 1, 1, 1},
        poker::BucketCounts{1, 65'537, 1, 1}}) {
    BucketOptions options = small(1);
    options.counts = counts;
    CHECK_THROWS_AS(make_buckets(options), std::invalid_argument);
  }
}

}  // namespace
}  // namespace trivium::learning::cfr

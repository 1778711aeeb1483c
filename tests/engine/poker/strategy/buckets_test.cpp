#include "engine/poker/strategy/buckets.h"

#include <algorithm>
#include <functional>

#include "engine/core/rng.h"
#include "engine/core/signature.h"
#include "models/format/load_error.h"
#include "models/format/packing.h"
#include "tests/engine/poker/support.h"

namespace trivium::poker {
namespace {

/// Returns arbitrary but valid buckets.
BucketData some_data(const BucketCounts& counts) {
  Rng rng(5);
  BucketData data;
  data.counts = counts;
  data.preflop = BucketArray(kPreflopClasses, counts[0]);
  for (std::size_t i = 0; i < kPreflopClasses; ++i)
    data.preflop.set(i, static_cast<std::uint16_t>(i % counts[0]));
  data.flop = BucketArray(kHoldingClasses[1], counts[1]);
  for (std::size_t i = 0; i < data.flop.size(); ++i)
    data.flop.set(i, static_cast<std::uint16_t>(i * 7 % counts[1]));
  data.turn.resize(counts[2]);
  for (TurnPoint& point : data.turn) {
    for (std::uint8_t& value : point)
      value = static_cast<std::uint8_t>(rng.below(kTurnRivers * kTurnScale + 1));
    std::ranges::sort(point);
  }
  std::ranges::sort(data.turn, {}, sum_of<TurnPoint>);
  data.river.resize(counts[3]);
  for (RiverPoint& point : data.river) {
    for (std::size_t c = 0; c < kOpponentClasses; ++c)
      point[c] = static_cast<std::uint8_t>(rng.below(kProfileUnits + 1));
  }
  std::ranges::sort(data.river, {}, sum_of<RiverPoint>);
  for (std::size_t i = 0; i < kPreflopClasses; ++i)
    data.opponent_class.push_back(static_cast<std::uint8_t>(i % kOpponentClasses));
  return data;
}

constexpr BucketCounts kSmall{20, 30, 40, 50};

std::vector<std::vector<Card>> some_boards() {
  return {{}, cards("2c7d9h"), cards("AsAhAd"), cards("2c7d9hJs"), cards("8h9hThAcAd")};
}

TEST_CASE("buckets are unchanged after writing and reading, with one or two bytes each") {
  for (const BucketCounts& counts : {kSmall, BucketCounts{169, 300, 257, 256}}) {
    const BucketData data = some_data(counts);
    const std::vector<format::Tensor> tensors = to_tensors(data);
    const BucketData again = bucket_data(tensors, "file");
    CHECK(to_tensors(again) == tensors);
    CHECK(again.counts == counts);
    CHECK(again.flop[12345] == data.flop[12345]);
    CHECK(tensors[2].data.size() == kHoldingClasses[1] * (counts[1] > 256 ? 2 : 1));
    std::vector<format::Tensor> packed = tensors;
    packed[2] = format::packed(tensors[2]);
    CHECK(to_tensors(bucket_data(packed, "file")) == tensors);
  }
}

/// Returns the error for tensors changed by `harm`.
std::string fault_after(const std::function<void(std::vector<format::Tensor>&)>& harm) {
  static const std::vector<format::Tensor> kSound = to_tensors(some_data(kSmall));
  std::vector<format::Tensor> tensors = kSound;
  harm(tensors);
  try {
    bucket_data(tensors, "x.safetensors");
  } catch (const format::LoadError& error) {
    return error.what();
  }
  return "no fault";
}

TEST_CASE("every error in stored buckets names the file and the tensor") {
  CHECK(fault_after([](auto&) {}) == "no fault");
  CHECK(fault_after([](auto& t) { t.erase(t.begin() + 3); }) ==
        "x.safetensors: there is no tensor buckets.turn");
  CHECK(fault_after([](auto& t) {
          t[0].data[4] = std::byte{0};
        }).find("buckets.counts: 0 buckets in round 1") != std::string::npos);
  CHECK(fault_after([](auto& t) {
          t[0].data[0] = std::byte{170};
        }).find("170 buckets in round 0, where 1 to 169") != std::string::npos);
  CHECK(fault_after([](auto& t) { t[1].data[3] = std::byte{20}; }) ==
        "x.safetensors: tensor buckets.preflop: bucket 20 at 3, where there are 20");
  CHECK(fault_after([](auto& t) {
          t[2].dims = {kHoldingClasses[1] - 1};
        }).find("buckets.flop: is U8 [1286791]") != std::string::npos);
  CHECK(fault_after([](auto& t) {
          t[3].data.back() = std::byte{231};
        }).find("buckets.turn: has more than 230") != std::string::npos);
  CHECK(fault_after([](auto& t) {
          std::ranges::reverse(t[4].data);
        }).find("buckets.river: rows are not in the order") != std::string::npos);
  CHECK(fault_after([](auto& t) {
          t[5].data[7] = std::byte{8};
        }).find("buckets.opponents: class 8 of 8") != std::string::npos);
  CHECK(fault_after([](auto& t) { t[1].dtype = format::DType::kI8; }).find("I8") !=
        std::string::npos);
}

TEST_CASE("boards and holdings that differ only in suit names have one bucket in every round") {
  const Buckets buckets(some_data(kSmall));
  const std::array<Card, kSuits> to{2, 0, 3, 1};
  const auto rename = [&to](Card card) { return static_cast<Card>((card & ~3U) | to[card & 3U]); };
  for (const std::vector<Card>& board : some_boards()) {
    std::vector<Card> other(board.rbegin(), board.rend());
    std::ranges::transform(other, other.begin(), rename);
    Buckets::PairBuckets found{};
    Buckets::PairBuckets same{};
    buckets.find_all(board, found);
    buckets.find_all(other, same);
    for_each_pair(bits_of(board), [&](Card high, Card low) {
      REQUIRE(found[pair_number(high, low)] == same[pair_number(rename(high), rename(low))]);
    });
  }
}

TEST_CASE("on the flop the bucket is in the table at the class of board and holding") {
  const Buckets buckets(some_data(kSmall));
  std::size_t first = 0;
  const auto flops = canonical_boards(1);
  for (std::size_t number = 0; number < flops.size(); ++number) {
    const std::span<const Card> flop = std::span(flops[number]).first(3);
    const CanonicalBoard board(flop);
    if (number % 200 == 0) {
      Buckets::PairBuckets found{};
      buckets.find_all(flop, found);
      const auto classes = holding_classes(board);
      for_each_pair(bits_of(flop), [&](Card high, Card low) {
        const std::size_t pair = pair_number(high, low);
        REQUIRE(found[pair] == buckets.data().flop[first + classes[pair]]);
      });
    }
    first += board.holdings();
  }
  CHECK(first == kHoldingClasses[1]);
}

// Both kernels run this, so that strategies play alike on all machines.
TEST_CASE("buckets are the same for every kernel and compiler") {
  const Buckets buckets(some_data(kSmall));
  Signature signature;
  for (const std::vector<Card>& board : some_boards()) {
    Buckets::PairBuckets found{};
    buckets.find_all(board, found);
    for (const std::uint16_t bucket : found) signature.add(bucket);
  }
  CHECK(signature.value() == 0xf92a296743cc1f9b);
}

}  // namespace
}  // namespace trivium::poker

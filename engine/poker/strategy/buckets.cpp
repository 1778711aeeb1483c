#include "engine/poker/strategy/buckets.h"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <utility>

#include "models/format/load_error.h"
#include "models/format/packing.h"
#include "models/format/weight_file.h"

namespace trivium::poker {
namespace {

using format::DType;
using format::LoadError;
using format::Tensor;

Tensor tensor_of(const char* name, const BucketArray& buckets, std::size_t count) {
  if (count > 256) {
    std::vector<std::uint16_t> wide(buckets.size());
    for (std::size_t i = 0; i < wide.size(); ++i) wide[i] = buckets[i];
    return format::make_tensor<std::uint16_t>(name, {wide.size()}, wide);
  }
  std::vector<std::uint8_t> narrow(buckets.size());
  for (std::size_t i = 0; i < narrow.size(); ++i) narrow[i] = static_cast<std::uint8_t>(buckets[i]);
  return format::make_tensor<std::uint8_t>(name, {narrow.size()}, narrow);
}

/// Creates a tensor of the first `columns` bytes of each point.
template <class Point>
Tensor tensor_of(const char* name, const std::vector<Point>& points, std::size_t columns) {
  std::vector<std::uint8_t> bytes;
  for (const Point& point : points)
    bytes.insert(bytes.end(), point.begin(), point.begin() + static_cast<std::ptrdiff_t>(columns));
  return format::make_tensor<std::uint8_t>(name, {points.size(), columns}, bytes);
}

/// Reads the tensors of one file; errors contain its name.
class TensorReader {
 public:
  TensorReader(std::span<const Tensor> tensors, std::string_view source)
      : tensors_(tensors), source_(source) {}

  const Tensor& tensor(std::string_view name, std::vector<std::uint64_t> dims) const {
    const auto found = std::ranges::find(tensors_, name, &Tensor::name);
    if (found == tensors_.end())
      throw LoadError("weights.tensor", "{}: there is no tensor {}", source_, name);
    if (found->dims != dims)
      fail(name,
           fmt::format("is {}, not of shape [{}]", found->shape_text(), fmt::join(dims, ",")));
    return *found;
  }

  BucketCounts counts() const {
    const Tensor& stored = tensor("buckets.counts", {kHoldemRounds});
    const std::span<const std::uint32_t> values = stored.values<std::uint32_t>();
    BucketCounts counts{};
    for (std::size_t round = 0; round < counts.size(); ++round) {
      counts[round] = values[round];
      const std::size_t maximum = round == 0 ? kPreflopClasses : BucketArray::kMaxCount;
      if (values[round] < 1 || values[round] > maximum) {
        fail(stored.name, fmt::format("{} buckets in round {}, where 1 to {} are possible",
                                      values[round], round, maximum));
      }
    }
    return counts;
  }

  BucketArray buckets(std::string_view name, std::size_t size, std::size_t count) const {
    const DType dtype = count > 256 ? DType::kU16 : DType::kU8;
    const auto packed = std::ranges::find(tensors_, format::packed_name(name), &Tensor::name);
    const Tensor stored = packed == tensors_.end()
                              ? tensor(name, {size})
                              : format::unpacked(*packed, name, dtype, {size}, source_);
    return count > 256 ? checked<std::uint16_t>(stored, count)
                       : checked<std::uint8_t>(stored, count);
  }

  /// Reads rows of bytes that are at most `maximum`, sorted by their sums.
  template <class Point>
  std::vector<Point> points(std::string_view name, std::size_t count, std::size_t columns,
                            std::uint8_t maximum) const {
    const Tensor& stored = tensor(name, {count, columns});
    const std::span<const std::uint8_t> bytes = stored.values<std::uint8_t>();
    if (std::ranges::any_of(bytes, [maximum](std::uint8_t byte) { return byte > maximum; }))
      fail(name, fmt::format("has more than {}", maximum));
    std::vector<Point> points(count);
    for (std::size_t row = 0; row < count; ++row)
      std::ranges::copy(bytes.subspan(row * columns, columns), points[row].begin());
    if (!std::ranges::is_sorted(points, {}, sum_of<Point>))
      fail(name, "rows are not in the order of their sums");
    return points;
  }

  [[noreturn]] void fail(std::string_view name, std::string_view fault) const {
    throw LoadError("weights.tensor", "{}: tensor {}: {}", source_, name, fault);
  }

 private:
  template <class Number>
  BucketArray checked(const Tensor& stored, std::size_t count) const {
    const std::span<const Number> values = stored.values<Number>();
    BucketArray array(values.size(), count);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i] >= count)
        fail(stored.name, fmt::format("bucket {} at {}, where there are {}", values[i], i, count));
      array.set(i, values[i]);
    }
    return array;
  }

  std::span<const Tensor> tensors_;
  std::string_view source_;
};

}  // namespace

std::vector<Tensor> to_tensors(const BucketData& data) {
  std::array<std::uint32_t, kHoldemRounds> counts{};
  std::ranges::transform(data.counts, counts.begin(),
                         [](std::size_t count) { return static_cast<std::uint32_t>(count); });
  return {format::make_tensor<std::uint32_t>("buckets.counts", {counts.size()}, counts),
          tensor_of("buckets.preflop", data.preflop, data.counts[0]),
          tensor_of("buckets.flop", data.flop, data.counts[1]),
          tensor_of("buckets.turn", data.turn, kEquityBins),
          tensor_of("buckets.river", data.river, kOpponentClasses),
          format::make_tensor<std::uint8_t>("buckets.opponents", {data.opponent_class.size()},
                                            data.opponent_class)};
}

BucketData bucket_data(std::span<const Tensor> tensors, std::string_view source) {
  const TensorReader reader(tensors, source);
  BucketData data;
  data.counts = reader.counts();
  data.preflop = reader.buckets("buckets.preflop", kPreflopClasses, data.counts[0]);
  data.flop = reader.buckets("buckets.flop", kHoldingClasses[1], data.counts[1]);
  data.turn = reader.points<TurnPoint>("buckets.turn", data.counts[2], kEquityBins,
                                       kTurnRivers * kTurnScale);
  data.river =
      reader.points<RiverPoint>("buckets.river", data.counts[3], kOpponentClasses, kProfileUnits);
  const std::span<const std::uint8_t> classes =
      reader.tensor("buckets.opponents", {kPreflopClasses}).values<std::uint8_t>();
  data.opponent_class.assign(classes.begin(), classes.end());
  for (const std::uint8_t opponents : classes) {
    if (opponents >= kOpponentClasses)
      reader.fail("buckets.opponents", fmt::format("class {} of {}", opponents, kOpponentClasses));
  }
  return data;
}

BucketData load_buckets(const std::filesystem::path& path) {
  const format::WeightFile file = format::read_weight_file(path);
  file.expect(kBucketsKind, kBucketsSchema);
  return bucket_data(file.tensors, file.source);
}

Buckets::Buckets(BucketData data)
    : data_(std::move(data)),
      opponents_(
          opponents_by_pair(std::span<const std::uint8_t, kPreflopClasses>(data_.opponent_class))),
      turn_(data_.turn),
      river_(data_.river) {
  std::uint32_t next = 0;
  for (const auto& board : canonical_boards(1)) {
    first_of_flop_.push_back(next);
    next += static_cast<std::uint32_t>(
        CanonicalBoard(std::span(board).first(kBoardCards[1])).holdings());
  }
}

void Buckets::find_all(std::span<const Card> board, PairBuckets& out) const {
  out.fill(0);
  switch (board.size()) {
    case kBoardCards[0]:
      return find_preflop(out);
    case kBoardCards[1]:
      return find_flop(board, out);
    case kBoardCards[2]:
      return find_turn(board, out);
    case kBoardCards[3]:
      return find_river(board, out);
    default:
      assert(false);
  }
}

void Buckets::find_preflop(PairBuckets& out) const noexcept {
  for_each_pair(0, [&](Card high, Card low) {
    out[pair_number(high, low)] = data_.preflop[preflop_class(high, low)];
  });
}

void Buckets::find_flop(std::span<const Card> board, PairBuckets& out) const noexcept {
  const CanonicalBoard canonical(board);
  const std::size_t first = first_of_flop_[canonical.number()];
  const std::array<std::uint16_t, kPairs> classes = holding_classes(canonical);
  for_each_pair(bits_of(board), [&](Card high, Card low) {
    out[pair_number(high, low)] =
        data_.flop[first + classes[pair_number(canonical.rename(high), canonical.rename(low))]];
  });
}

void Buckets::find_turn(std::span<const Card> board, PairBuckets& out) const {
  const std::vector<TurnPoint> points = turn_points(board);
  for_each_pair(bits_of(board), [&](Card high, Card low) {
    const std::size_t pair = pair_number(high, low);
    out[pair] = static_cast<std::uint16_t>(turn_.nearest(points[pair]).number);
  });
}

void Buckets::find_river(std::span<const Card> board, PairBuckets& out) const {
  std::array<RiverPoint, kPairs> points;
  river_points(board, opponents_, points);
  for_each_pair(bits_of(board), [&](Card high, Card low) {
    const std::size_t pair = pair_number(high, low);
    out[pair] = static_cast<std::uint16_t>(river_.nearest(points[pair]).number);
  });
}

}  // namespace trivium::poker

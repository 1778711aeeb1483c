#include "engine/reversi/patterns/pattern_value.h"

#include <fmt/format.h>
#include <utility>

#include "models/format/load_error.h"
#include "models/format/packing.h"

namespace trivium::reversi {

namespace {

constexpr std::string_view kDefinition = "definition";

std::string tensor_of(const PatternTable& table) { return "value." + table.name; }

/// Code of the same contents from the view of the other side.
std::uint32_t other_view(std::uint32_t code, std::size_t squares) noexcept {
  std::uint32_t result = 0;
  for (std::size_t i = 0; i < squares; ++i) {
    const std::uint32_t digit = code / code_count(i) % 3;
    result += (digit == 0 ? 0 : 3 - digit) * code_count(i);
  }
  return result;
}

}  // namespace

PatternSet set_in(const format::WeightFile& file, PatternUse use) {
  PatternSet set =
      format::or_throw(PatternSet::parse(file.tensor(kDefinition).text()), file.source);
  if (set.use() != use)
    throw format::LoadError("weights.definition",
                            fmt::format("{}: its pattern set is for another use", file.source));
  return set;
}

std::shared_ptr<const PatternValue> PatternValue::load(const std::filesystem::path& path) {
  return from_file(format::read_weight_file(path));
}

std::shared_ptr<const PatternValue> PatternValue::from_file(const format::WeightFile& file) {
  file.expect(kValueKind, kValueSchema);
  PatternSet set = set_in(file, PatternUse::kValue);
  if (file.tensors.size() != 1 + set.tables().size()) {
    throw format::LoadError("weights.tensors",
                            fmt::format("{}: {} tensors, the definition requires {}", file.source,
                                        file.tensors.size(), 1 + set.tables().size()));
  }
  std::vector<std::int16_t> weights;
  weights.reserve(set.features());
  for (const PatternTable& table : set.tables()) {
    const std::string name = tensor_of(table);
    const format::Tensor plain =
        format::unpacked(file.tensor(format::packed_name(name)), name, format::DType::kI16,
                         {table.stages, table.codes}, file.source);
    const std::span<const std::int16_t> values = plain.values<std::int16_t>();
    weights.insert(weights.end(), values.begin(), values.end());
  }
  return from_weights(std::move(set), weights, file.source);
}

std::shared_ptr<const PatternValue> PatternValue::from_weights(
    PatternSet set, std::span<const std::int16_t> weights, std::string source) {
  if (set.use() != PatternUse::kValue || !PatternLayout::fits(set)) {
    throw format::LoadError(
        "weights.definition",
        fmt::format("{}: its pattern set is not one for values of at most {} instances", source,
                    PatternLayout::kMaxInstances));
  }
  if (weights.size() != set.features()) {
    throw format::LoadError("weights.features", fmt::format("{}: {} weights, expected {}", source,
                                                            weights.size(), set.features()));
  }
  return std::shared_ptr<const PatternValue>(
      new PatternValue(std::move(set), weights, std::move(source)));
}

PatternValue::PatternValue(PatternSet set, std::span<const std::int16_t> weights,
                           std::string source)
    : set_(std::move(set)),
      layout_(set_),
      weights_(weights.begin(), weights.end()),
      source_(std::move(source)) {
  std::vector<std::uint32_t> shape_begin;
  for (const Shape& shape : set_.shapes()) {
    shape_begin.push_back(static_cast<std::uint32_t>(codes_));
    codes_ += shape.entries.size();
  }
  for (const std::uint16_t shape : layout_.shapes()) begin_.push_back(shape_begin[shape]);

  by_code_.resize(2 * static_cast<std::size_t>(set_.stages()) * codes_);
  auto next = by_code_.begin();
  for (std::uint32_t stage = 0; stage < static_cast<std::uint32_t>(set_.stages()); ++stage) {
    for (const bool swapped : {false, true}) {
      for (std::size_t s = 0; s < set_.shapes().size(); ++s) {
        const Shape& shape = set_.shapes()[s];
        const PatternTable& table = set_.tables()[s];
        for (std::uint32_t code = 0; code < shape.entries.size(); ++code) {
          const std::uint32_t seen = swapped ? other_view(code, shape.squares.size()) : code;
          *next++ = weights_[table.begin + stage * table.codes + shape.entries[seen]];
        }
      }
    }
  }
}

std::vector<format::Tensor> value_tensors(const PatternSet& set,
                                          std::span<const std::int16_t> weights) {
  std::vector<format::Tensor> tensors = {format::text_tensor(std::string(kDefinition), set.text())};
  for (const PatternTable& table : set.tables()) {
    tensors.push_back(
        format::packed(format::make_tensor(tensor_of(table), {table.stages, table.codes},
                                           weights.subspan(table.begin, table.features()))));
  }
  return tensors;
}

}  // namespace trivium::reversi

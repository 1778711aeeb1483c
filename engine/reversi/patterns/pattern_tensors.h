// Tensors of the weight files of a pattern set: its definition, and packed tables with a number for
// each feature.
#pragma once

#include <fmt/format.h>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/reversi/patterns/pattern_set.h"
#include "models/format/packing.h"
#include "models/format/tensor.h"
#include "models/format/weight_file.h"

namespace trivium::reversi {

/// Returns the tensor `definition` (U8): the text of the set.
format::Tensor definition_tensor(const PatternSet& set);

/// Reads the tensor `definition` of `file`. Throws format::LoadError if the definition is invalid
/// or for another use.
PatternSet set_in(const format::WeightFile& file, PatternUse use);

/// Throws format::LoadError unless the file has `count` tensors.
void expect_tensors(const format::WeightFile& file, std::size_t count);

/// Returns the packed tensor PREFIX.TABLE, [stages, codes]. `numbers` has one for each feature of
/// the set.
template <class Number>
format::Tensor packed_table(std::string_view prefix, const PatternTable& table,
                            std::span<const Number> numbers) {
  return format::packed(format::make_tensor(fmt::format("{}.{}", prefix, table.name),
                                            {table.stages, table.codes},
                                            numbers.subspan(table.begin, table.features())));
}

/// Appends the numbers of the packed tensor PREFIX.TABLE to `numbers`. Throws format::LoadError.
template <class Number>
void append_table(const format::WeightFile& file, std::string_view prefix,
                  const PatternTable& table, std::vector<Number>& numbers) {
  const std::string name = fmt::format("{}.{}", prefix, table.name);
  const format::Tensor plain =
      format::unpacked(file.tensor(format::packed_name(name)), name, format::dtype_of<Number>(),
                       {table.stages, table.codes}, file.source);
  const std::span<const Number> values = plain.values<Number>();
  numbers.insert(numbers.end(), values.begin(), values.end());
}

}  // namespace trivium::reversi

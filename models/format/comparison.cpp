#include "models/format/comparison.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace trivium::format {

namespace {

using Json = nlohmann::json;
using Fields = std::map<std::string, std::string>;

/// Enters the leaves of `value`, and empty objects and lists, as JSON texts under their paths.
void add_leaves(const std::string& path, const Json& value, Fields& fields) {
  if (!value.is_structured() || value.empty()) {
    fields[path] = value.dump();
  } else if (value.is_object()) {
    for (const auto& [key, part] : value.items()) add_leaves(path + '.' + key, part, fields);
  } else {
    for (std::size_t i = 0; i < value.size(); ++i)
      add_leaves(path + '[' + std::to_string(i) + ']', value[i], fields);
  }
}

Fields fields_of(const WeightFile& file) {
  Fields fields{{"kind", Json(file.kind).dump()}, {"schema", std::to_string(file.schema)}};
  add_leaves("features", file.feature_names, fields);
  Json manifest = Json::parse(file.manifest);
  for (const char* key : kIgnoredKeys) manifest.erase(key);
  add_leaves("manifest", manifest, fields);
  return fields;
}

std::vector<FieldDifference> compare_fields(const Fields& first, const Fields& second) {
  std::set<std::string> names;
  for (const Fields* fields : {&first, &second})
    for (const auto& [name, value] : *fields) names.insert(name);
  const auto value_in = [](const Fields& fields, const std::string& name) {
    const auto found = fields.find(name);
    return found == fields.end() ? std::string() : found->second;
  };
  std::vector<FieldDifference> differences;
  for (const std::string& name : names) {
    FieldDifference difference{name, value_in(first, name), value_in(second, name)};
    if (difference.first != difference.second) differences.push_back(std::move(difference));
  }
  return differences;
}

template <class Number>
void compare_elements(const Tensor& first, const Tensor& second, TensorDifference& difference) {
  const auto a = first.values<Number>();
  const auto b = second.values<Number>();
  difference.elements = a.size();
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i]) continue;
    const double x = static_cast<double>(a[i]);
    const double y = static_cast<double>(b[i]);
    const double distance = std::abs(x - y);
    ++difference.differing;
    difference.largest_absolute = std::max(difference.largest_absolute, distance);
    difference.largest_relative =
        std::max(difference.largest_relative, distance / std::max(std::abs(x), std::abs(y)));
  }
}

void compare_elements(const Tensor& first, const Tensor& second, TensorDifference& difference) {
  switch (first.dtype) {
    case DType::kU8:
      return compare_elements<std::uint8_t>(first, second, difference);
    case DType::kI8:
      return compare_elements<std::int8_t>(first, second, difference);
    case DType::kI16:
      return compare_elements<std::int16_t>(first, second, difference);
    case DType::kU16:
      return compare_elements<std::uint16_t>(first, second, difference);
    case DType::kI32:
      return compare_elements<std::int32_t>(first, second, difference);
    case DType::kU32:
      return compare_elements<std::uint32_t>(first, second, difference);
    case DType::kF32:
      return compare_elements<float>(first, second, difference);
    case DType::kF64:
      return compare_elements<double>(first, second, difference);
    case DType::kI64:
      return compare_elements<std::int64_t>(first, second, difference);
    case DType::kU64:
      return compare_elements<std::uint64_t>(first, second, difference);
  }
}

std::vector<TensorDifference> compare_tensors(const WeightFile& first, const WeightFile& second) {
  std::set<std::string> names;
  for (const WeightFile* file : {&first, &second})
    for (const Tensor& tensor : file->tensors) names.insert(tensor.name);
  std::vector<TensorDifference> differences;
  for (const std::string& name : names) {
    const Tensor* a = first.find(name);
    const Tensor* b = second.find(name);
    if (a != nullptr && b != nullptr && *a == *b) continue;
    TensorDifference difference{.name = name,
                                .first = a == nullptr ? "" : a->shape_text(),
                                .second = b == nullptr ? "" : b->shape_text()};
    if (difference.first == difference.second) {
      compare_elements(*a, *b, difference);
      if (difference.differing == 0) continue;  // zeros of different signs
    }
    differences.push_back(std::move(difference));
  }
  return differences;
}

}  // namespace

Comparison compare(const WeightFile& first, const WeightFile& second) {
  return {compare_fields(fields_of(first), fields_of(second)), compare_tensors(first, second)};
}

}  // namespace trivium::format

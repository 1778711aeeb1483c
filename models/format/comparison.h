// Comparison of two weight files: shows whether a learner still produces the same weights.
//
// Two runs with equal data, options and seed differ at most in how they were started. So version,
// commit and command line of the manifest are not compared.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/format/weight_file.h"

namespace trivium::format {

/// A field outside the tensors that differs: kind, schema, features or a part of the manifest.
struct FieldDifference {
  std::string field;   ///< "kind", or for the manifest the path of keys: "manifest.figures.train"
  std::string first;   ///< the value as JSON; empty if the first file has no such field
  std::string second;  ///< the same for the second file
};

/// A tensor that differs. If only one file has it, or if type or shape differ, elements are not
/// compared.
struct TensorDifference {
  std::string name;
  std::string first;              ///< type and shape; empty if the first file has no such tensor
  std::string second;             ///< the same for the second file
  std::uint64_t elements = 0;     ///< elements of each tensor; 0 if they were not compared
  std::uint64_t differing = 0;    ///< elements that are not equal
  double largest_absolute = 0.0;  ///< largest |a - b| of two elements
  double largest_relative = 0.0;  ///< largest |a - b| / max(|a|, |b|)
};

struct Comparison {
  std::vector<FieldDifference> fields;
  std::vector<TensorDifference> tensors;  ///< in order of name
  bool equal() const noexcept { return fields.empty() && tensors.empty(); }
};

/// Keys of a manifest that are not compared.
inline constexpr const char* kIgnoredKeys[] = {"version", "commit", "command"};

/// Compares what two files contain. Packed tensors are compared as stored.
Comparison compare(const WeightFile& first, const WeightFile& second);

}  // namespace trivium::format

// What the reader and the writer of weight files both must know. Private to models/format.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "models/format/tensor.h"

namespace trivium::format {

inline constexpr std::string_view kMetadata = "__metadata__";
inline constexpr std::string_view kKeyFeatureNames = "trivium.feature_names";
inline constexpr std::string_view kKeyFeatures = "trivium.features";
inline constexpr std::string_view kKeyKind = "trivium.kind";
inline constexpr std::string_view kKeyManifest = "trivium.manifest";
inline constexpr std::string_view kKeySchema = "trivium.schema";
inline constexpr std::string_view kKeySha256 = "trivium.sha256";

inline constexpr std::size_t kLengthBytes = 8;      // of the header's length, in front
inline constexpr std::size_t kHeaderAlignment = 8;  // spaces fill the header up, so that tensors are aligned

/// The order in which tensors lie in the file: wider elements first (as DType lists them), then by name.
inline bool lies_before(const Tensor& a, const Tensor& b) { return a.dtype != b.dtype ? a.dtype > b.dtype : a.name < b.name; }

/// How the checksum stands in a canonical header; `value` has 64 characters.
inline std::string checksum_text(std::string_view value) {
  return std::string("\"") + std::string(kKeySha256) + "\":\"" + std::string(value) + '"';
}

}  // namespace trivium::format

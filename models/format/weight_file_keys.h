// Keys and layout shared by the reader and the writer of weight files. Private to models/format.
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

inline constexpr std::size_t kLengthBytes = 8;  // the header's length, at the start of the file
/// The header is padded with spaces to a multiple of this, so that tensors are aligned.
inline constexpr std::size_t kHeaderAlignment = 8;

/// Order of the tensors in the file: wider elements first (reverse order of DType), then by name.
inline bool lies_before(const Tensor& a, const Tensor& b) {
  return a.dtype != b.dtype ? a.dtype > b.dtype : a.name < b.name;
}

/// Returns the checksum member of a canonical header; `value` has 64 characters.
inline std::string checksum_text(std::string_view value) {
  return std::string("\"") + std::string(kKeySha256) + "\":\"" + std::string(value) + '"';
}

}  // namespace trivium::format

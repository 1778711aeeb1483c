// Weight files: either a LoadError, or a file whose content survives writing and reading.
//
// A mutation almost never has the right checksum, so the input is also read with a corrected one,
// to reach the checks behind it.
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "models/format/linear.h"
#include "models/format/sha256.h"
#include "models/format/weight_file.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"

namespace trivium::format {
namespace {

/// Returns the same file with a corrected "trivium.sha256", if the key is found.
std::vector<std::byte> with_right_checksum(std::span<const std::byte> bytes) {
  std::vector<std::byte> mended(bytes.begin(), bytes.end());
  if (mended.size() < 8) return mended;
  std::string text(reinterpret_cast<const char*>(mended.data()) + 8, mended.size() - 8);
  const std::string key = "\"trivium.sha256\":\"";
  const std::size_t place = text.find(key);
  if (place == std::string::npos || place + key.size() + 64 > text.size()) return mended;
  text.replace(place + key.size(), 64, std::string(64, '0'));
  text.replace(place + key.size(), 64, sha256_hex(text));
  std::memcpy(mended.data() + 8, text.data(), text.size());
  return mended;
}

void check_file(std::span<const std::byte> bytes) {
  WeightFile file;
  try {
    file = parse_weight_file(bytes, "fuzz");
  } catch (const LoadError&) {
    return;
  }
  const WeightFile again = parse_weight_file(weight_file_bytes(file), "written");
  fuzz::check(again.kind == file.kind && again.schema == file.schema &&
                  again.feature_names == file.feature_names && again.tensors == file.tensors,
              "what is written reads the same");
  try {
    (void)linear_weights(file);
  } catch (const LoadError&) {
  }
}

}  // namespace

TRIVIUM_FUZZ_TARGET(safetensors) {
  const auto bytes = std::as_bytes(input);
  check_file(bytes);
  check_file(with_right_checksum(bytes));
}

}  // namespace trivium::format

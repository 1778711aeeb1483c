// Writes a weight file. Equal content gives equal bytes; content that the reader would reject is
// not written.
#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "models/format/file_io.h"
#include "models/format/sha256.h"
#include "models/format/strict_json.h"
#include "models/format/weight_file.h"
#include "models/format/weight_file_keys.h"

namespace trivium::format {

namespace {

using Json = nlohmann::json;

constexpr std::string_view kNewFile = "the new weight file";

/// Returns the manifest without blanks and with sorted keys.
std::string canonical_manifest(const std::string& text) {
  const StrictJson parsed = parse_strictly(text);
  if (!parsed.error.empty())
    throw LoadError("weights.json", "{}: the manifest: {}", kNewFile, parsed.error);
  return parsed.value.dump();
}

std::vector<const Tensor*> in_file_order(const std::vector<Tensor>& tensors) {
  std::vector<const Tensor*> order;
  order.reserve(tensors.size());
  for (const Tensor& tensor : tensors) order.push_back(&tensor);
  std::sort(order.begin(), order.end(),
            [](const Tensor* a, const Tensor* b) { return lies_before(*a, *b); });
  return order;
}

/// Returns the header with the given checksum, padded with spaces.
std::string header_text(const WeightFile& file, const std::vector<const Tensor*>& order,
                        std::string_view checksum) {
  Json header = Json::object();
  header[kMetadata] = {{kKeyKind, file.kind},
                       {kKeySchema, std::to_string(file.schema)},
                       {kKeyFeatures, file.features_hash()},
                       {kKeyFeatureNames, Json(file.feature_names).dump()},
                       {kKeyManifest, canonical_manifest(file.manifest)},
                       {kKeySha256, checksum}};
  std::uint64_t offset = 0;
  for (const Tensor* tensor : order) {
    const std::uint64_t end = offset + tensor->data.size();
    if (header.contains(tensor->name))
      throw LoadError("weights.tensor", "{}: two tensors named \"{}\"", kNewFile, tensor->name);
    header[tensor->name] = {{"dtype", dtype_name(tensor->dtype)},
                            {"shape", tensor->dims},
                            {"data_offsets", {offset, end}}};
    offset = end;
  }
  std::string text = header.dump();
  text.append((kHeaderAlignment - text.size() % kHeaderAlignment) % kHeaderAlignment, ' ');
  return text;
}

/// The three consecutive parts of a file.
std::vector<std::byte> assemble(const std::string& header,
                                const std::vector<const Tensor*>& order) {
  std::size_t size = kLengthBytes + header.size();
  for (const Tensor* tensor : order) size += tensor->data.size();
  std::vector<std::byte> bytes(size);
  const std::uint64_t length = header.size();
  auto at = std::ranges::copy(std::as_bytes(std::span(&length, 1)), bytes.begin()).out;
  at = std::ranges::copy(std::as_bytes(std::span(header)), at).out;
  for (const Tensor* tensor : order) at = std::ranges::copy(tensor->data, at).out;
  return bytes;
}

}  // namespace

std::vector<std::byte> weight_file_bytes(const WeightFile& file) {
  const std::vector<const Tensor*> order = in_file_order(file.tensors);
  std::string header;
  try {
    header = header_text(file, order, std::string(64, '0'));
  } catch (const Json::exception& error) {  // a name that is not UTF-8
    throw LoadError("weights.json", "{}: {}", kNewFile, error.what());
  }
  Sha256 hash;
  hash.update(header);
  for (const Tensor* tensor : order) hash.update(tensor->data);
  const std::string blank = checksum_text(std::string(64, '0'));
  if (const std::size_t place = header.find(blank); place != std::string::npos)
    header.replace(place, blank.size(), checksum_text(hash.hex()));

  std::vector<std::byte> bytes = assemble(header, order);
  parse_weight_file(bytes, kNewFile);
  return bytes;
}

std::string canonical_file_name(std::string_view kind, std::string_view sha256) {
  return fmt::format("{}-{}.safetensors", kind, sha256.substr(0, 8));
}

std::filesystem::path weight_file_path(const std::filesystem::path& target,
                                       const WeightFile& file) {
  return std::filesystem::is_directory(target)
             ? target / canonical_file_name(file.kind, file.sha256)
             : target;
}

std::filesystem::path write_weight_file(const std::filesystem::path& target,
                                        const WeightFile& file) {
  const std::vector<std::byte> bytes = weight_file_bytes(file);
  std::filesystem::path path = weight_file_path(target, parse_weight_file(bytes, kNewFile));
  write_file_atomically(path, bytes);
  return path;
}

}  // namespace trivium::format

// Weight files made by hand for tests: the header as JSON, so that any single thing in it can be wrong, and still a right checksum.
#pragma once

#include <cstring>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "models/format/sha256.h"
#include "models/format/weight_file.h"
#include "tests/models/format/load_fault.h"

namespace trivium::format::test {

using Json = nlohmann::json;

inline std::string bytes_of(const std::vector<double>& values) {
  std::string text(values.size() * sizeof(double), '\0');
  std::memcpy(text.data(), values.data(), text.size());
  return text;
}

/// The bytes of a file: length, header, data.
inline std::vector<std::byte> framed(const std::string& header, const std::string& data) {
  const std::uint64_t length = header.size();
  std::string text(sizeof length, '\0');
  std::memcpy(text.data(), &length, sizeof length);
  text += header + data;
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

/// The same with the 64 zeros of "trivium.sha256" replaced by the right checksum.
inline std::vector<std::byte> signed_file(std::string header, const std::string& data) {
  const std::string zeros(64, '0');
  const std::string hash = sha256_hex(header + data);
  const std::string own = "\"trivium.sha256\":\"";
  const std::size_t place = header.find(own + zeros);
  if (place != std::string::npos) header.replace(place + own.size(), 64, hash);
  return framed(header, data);
}

/// A tensor's entry in a header.
inline Json entry(const char* dtype, const std::vector<std::uint64_t>& shape, std::uint64_t begin, std::uint64_t end) {
  return {{"dtype", dtype}, {"shape", shape}, {"data_offsets", {begin, end}}};
}

/// Two tensors, `a` F64 [2] and `b` F64 [], and all metadata right but for the checksum, which is to be signed.
inline Json good_header() {
  Json header;
  header["__metadata__"] = {{"trivium.kind", "test.linear"},
                            {"trivium.schema", "3"},
                            {"trivium.features", sha256_hex("a\tF64\t2\nb\tF64\t\n")},
                            {"trivium.feature_names", R"(["a[0]","a[1]","b"])"},
                            {"trivium.manifest", R"({"seed":7})"},
                            {"trivium.sha256", std::string(64, '0')}};
  header["a"] = entry("F64", {2}, 0, 16);
  header["b"] = entry("F64", {}, 16, 24);
  return header;
}

inline std::string good_data() { return bytes_of({1.5, -2.0, 0.25}); }

/// The message of the LoadError that these bytes cause; empty when they load.
inline std::string message_of(std::span<const std::byte> bytes) {
  return load_fault([&] { parse_weight_file(bytes, "w.safetensors"); });
}

}  // namespace trivium::format::test

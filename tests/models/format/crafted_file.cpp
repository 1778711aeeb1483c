#include "tests/models/format/crafted_file.h"

#include <cstring>
#include <nlohmann/json.hpp>

#include "models/format/sha256.h"
#include "models/format/weight_file.h"
#include "tests/models/format/load_fault.h"

namespace trivium::format::test {

std::string bytes_of(const std::vector<double>& values) {
  std::string text(values.size() * sizeof(double), '\0');
  std::memcpy(text.data(), values.data(), text.size());
  return text;
}

std::vector<std::byte> framed(const std::string& header, const std::string& data) {
  const std::uint64_t length = header.size();
  std::string text(sizeof length, '\0');
  std::memcpy(text.data(), &length, sizeof length);
  text += header + data;
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

std::vector<std::byte> signed_file(std::string header, const std::string& data) {
  const std::string zeros(64, '0');
  const std::string hash = sha256_hex(header + data);
  const std::string own = "\"trivium.sha256\":\"";
  const std::size_t place = header.find(own + zeros);
  if (place != std::string::npos) header.replace(place + own.size(), 64, hash);
  return framed(header, data);
}

Json entry(const char* dtype, const std::vector<std::uint64_t>& shape, std::uint64_t begin,
           std::uint64_t end) {
  return {{"dtype", dtype}, {"shape", shape}, {"data_offsets", {begin, end}}};
}

Json good_header() {
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

std::string good_data() { return bytes_of({1.5, -2.0, 0.25}); }

std::string message_of(std::span<const std::byte> bytes) {
  return load_fault([&] { parse_weight_file(bytes, "w.safetensors"); });
}

}  // namespace trivium::format::test

// Every fault of a weight file has its own message, and none does harm.
#include <cmath>
#include <doctest/doctest.h>
#include <limits>
#include <nlohmann/json.hpp>

#include "models/format/load_error.h"
#include "models/format/sha256.h"
#include "models/format/weight_file.h"
#include "tests/models/format/crafted_file.h"
#include "tests/text_search.h"

using namespace trivium;
using namespace trivium::format;
using namespace trivium::format::test;

namespace {

std::string fault_of(const Json& header, const std::string& data = good_data()) {
  return message_of(signed_file(header.dump(), data));
}

std::string code_of(std::span<const std::byte> bytes) {
  try {
    (void)parse_weight_file(bytes, "file");
  } catch (const LoadError& error) {
    return error.code();
  }
  return "";
}

/// Returns the fault of the good header with one metadata value replaced.
std::string fault_with(const char* key, const Json& value) {
  Json header = good_header();
  header["__metadata__"][key] = value;
  return fault_of(header);
}

/// Returns the fault of the good header with one tensor replaced.
std::string fault_with_tensor(const char* name, const Json& tensor) {
  Json header = good_header();
  header[name] = tensor;
  return fault_of(header);
}

}  // namespace

TEST_CASE("the crafted file is valid without changes") { CHECK(fault_of(good_header()) == ""); }

TEST_CASE("a file truncated anywhere is rejected") {
  const std::vector<std::byte> whole = signed_file(good_header().dump(), good_data());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CHECK(contains(message_of(std::span(whole).first(size)), "truncated"));
  }
}

TEST_CASE("a header longer than the file is rejected before it is read") {
  std::vector<std::byte> bytes = framed(good_header().dump(), good_data());
  std::uint64_t length = bytes.size();
  std::memcpy(bytes.data(), &length, sizeof length);
  CHECK(contains(message_of(bytes), "the header claims"));
  length = std::numeric_limits<std::uint64_t>::max();
  std::memcpy(bytes.data(), &length, sizeof length);
  CHECK(contains(message_of(bytes), "more than the limit"));
}

TEST_CASE("a file of another type is reported with its type") {
  const std::string much(500, 'x');
  const std::string tar =
      std::string("weights.safetensors") + std::string(238, '\0') + "ustar" + much;
  const std::pair<std::string, const char*> cases[] = {
      {"version https://git-lfs.github.com/spec/v1\noid sha256:0000\nsize 12345\n",
       "Git LFS pointer"},
      {"<!DOCTYPE html>\n<html>" + much, "HTML page"},
      {"\xEF\xBB\xBF\r\n<!doctype HTML><html>" + much, "HTML page"},
      {"<html><head>" + much, "HTML page"},
      {"<?xml version=\"1.0\"?><Error>" + much, "XML"},
      {std::string("PK\x03\x04\0\0\x08\x08\0\0", 10) + "archive/data.pkl" + much, "zip archive"},
      {std::string("\x80\x02\x8A\x0A", 4) + "\x6C\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19", "pickle"},
      {std::string("\x80\x04\x95\x10\0\0\0\0\0\0\0}", 12) + much, "pickle"},
      {"{\"weights\": [1, 2, 3]}", "JSON"},
      {"[1, 2, 3, 4, 5]", "JSON"},
      {"[Event \"A game\"]\n\n1. e4 *\n", "PGN"},
      {"\x1F\x8B\x08\x08" + much, "gzip"},
      {"\x28\xB5\x2F\xFD" + much, "zstd"},
      {"\x93NUMPY" + much, "NumPy"},
      {"TRVGAMES" + much, "chess games"},
      {"TRVCONN6" + much, "Connect-6 games"},
      {tar, "tar archive"},
      {std::string("\xFF\xFEv\0e\0r\0s\0", 10), "UTF-16"},
      {"# chess-0123abcd.safetensors\n\n", "a text"},
  };
  for (const auto& [content, kind] : cases) {
    CAPTURE(kind);
    const auto bytes = std::as_bytes(std::span(content));
    CHECK(contains(message_of(bytes), kind));
    CHECK(code_of(bytes) == "weights.other");
  }
}

TEST_CASE("the error for an unsupported dtype names it and the supported ones") {
  for (const char* const dtype : {"BF16", "F16", "F8_E4M3", "BOOL", "C64"}) {
    const std::string fault = fault_with_tensor("a", entry(dtype, {2}, 0, 16));
    CHECK(contains(fault, (std::string("dtype \"") + dtype + "\"; ").c_str()));
    CHECK(contains(fault, "F32, F64"));
  }
}

TEST_CASE("a header must be one JSON object") {
  CHECK(contains(message_of(framed("", "")), "not a JSON object"));
  CHECK(contains(message_of(framed("[1]", "")), "not a JSON object"));
  CHECK(contains(message_of(framed(" {}", "")), "not a JSON object"));
  CHECK(contains(message_of(framed("{\"a\":", "")), "not JSON"));
  CHECK(contains(message_of(framed("{} {}", "")), "not JSON"));
  CHECK(contains(message_of(framed("{\"\xff\":1}", "")), "not JSON"));
}

TEST_CASE("a key that appears twice is rejected at every level") {
  CHECK(contains(message_of(framed(R"({"a":1,"a":2})", "")), "the key \"a\" appears twice"));
  CHECK(contains(message_of(framed(R"({"__metadata__":{"k":"1","k":"2"}})", "")),
                 "the key \"k\" appears twice"));
  CHECK(contains(fault_with("trivium.manifest", R"({"seed":1,"seed":2})"),
                 "the manifest: the key \"seed\" appears twice"));
}

TEST_CASE("excessive nesting is rejected") {
  const std::string deep = "{\"a\":" + std::string(100'000, '[');
  CHECK(contains(message_of(framed(deep, "")), "nested deeper"));
}

TEST_CASE("each metadata value must exist and be valid") {
  for (const char* key : {"trivium.kind", "trivium.schema", "trivium.features",
                          "trivium.feature_names", "trivium.manifest", "trivium.sha256"}) {
    CAPTURE(key);
    Json header = good_header();
    header["__metadata__"].erase(key);
    CHECK(contains(fault_of(header), (std::string("the metadata lacks ") + key).c_str()));
    CHECK(contains(fault_with(key, 1), "is not a string"));
    CHECK(fault_with(key, "") != "");
  }
  Json header = good_header();
  header.erase("__metadata__");
  CHECK(contains(fault_of(header), "not a Trivium weight file"));
  CHECK(contains(fault_with("trivium.more", "x"), "7 entries"));
  CHECK(contains(fault_with("trivium.kind", "../chess"), "the kind"));
  CHECK(contains(fault_with("trivium.schema", "0"), "schema"));
  CHECK(contains(fault_with("trivium.schema", "03"), "schema"));
  CHECK(contains(fault_with("trivium.schema", "99999999999"), "schema"));
  CHECK(contains(fault_with("trivium.features", "abc"), "64 lower-case hexadecimal digits"));
  CHECK(contains(fault_with("trivium.feature_names", "{}"), "not a JSON array"));
  CHECK(contains(fault_with("trivium.feature_names", "[1]"), "not a string"));
  CHECK(contains(fault_with("trivium.feature_names", R"(["a","a"])"), "appears twice"));
  CHECK(contains(fault_with("trivium.feature_names", R"(["a\tb"])"), "control characters"));
  CHECK(contains(fault_with("trivium.manifest", "[]"), "the manifest is not a JSON object"));
}

TEST_CASE("tensors must cover all data without overlap or gap, in canonical order") {
  CHECK(contains(fault_with_tensor("b", entry("F64", {}, 8, 16)), "overlapping"));
  Json gap = good_header();
  gap["b"] = entry("F64", {}, 24, 32);
  CHECK(contains(fault_of(gap, bytes_of({1, 2, 3, 4})), "a gap of 8 bytes"));
  CHECK(contains(fault_of(good_header(), good_data() + "x"), "1 bytes follow the last tensor"));
  Json swapped = good_header();
  swapped["a"] = entry("F64", {2}, 8, 24);
  swapped["b"] = entry("F64", {}, 0, 8);
  CHECK(contains(fault_of(swapped), "the wrong order"));
}

TEST_CASE("a tensor's size must match its shape, also if the product exceeds 64 bits") {
  CHECK(contains(fault_with_tensor("a", entry("F64", {3}, 0, 16)),
                 "takes 16 bytes where F64 [3] needs 24"));
  CHECK(contains(fault_with_tensor("b", entry("F64", {}, 16, 8)), "before it begins"));
  CHECK(contains(fault_with_tensor("b", entry("F64", {}, 16, 1ULL << 60)), "truncated"));
  CHECK(contains(fault_with_tensor("a", entry("F64", {1ULL << 32, 1ULL << 32}, 0, 16)),
                 "larger than any file"));
  CHECK(contains(fault_with_tensor("a", entry("F64", {(1ULL << 61) + 2}, 0, 16)),
                 "larger than any file"));
  CHECK(contains(fault_with_tensor("a", entry("F64", {0}, 0, 0)), "size 0"));
  CHECK(contains(fault_with_tensor("a", entry("F64", {2, 1, 1, 1, 1, 1, 1, 1, 1}, 0, 16)),
                 "at most 8 sizes"));
}

TEST_CASE("a tensor's entry must have the documented members and types") {
  CHECK(contains(fault_with_tensor("a", entry("F128", {2}, 0, 16)), "has the dtype \"F128\""));
  CHECK(contains(fault_with_tensor("a", 5), "must have dtype, shape and data_offsets"));
  Json more = entry("F64", {2}, 0, 16);
  more["x"] = 1;
  CHECK(contains(fault_with_tensor("a", more), "nothing else"));
  Json negative = entry("F64", {2}, 0, 16);
  negative["shape"] = {-2};
  CHECK(contains(fault_with_tensor("a", negative), "shape"));
  Json fraction = entry("F64", {2}, 0, 16);
  fraction["data_offsets"] = {0, 16.5};
  CHECK(contains(fault_with_tensor("a", fraction), "data_offsets"));
  Json unnamed = good_header();
  unnamed[""] = unnamed["b"];
  unnamed.erase("b");
  CHECK(contains(fault_of(unnamed), "tensor name"));
}

TEST_CASE("NaN and infinity are rejected with their position") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  CHECK(contains(fault_of(good_header(), bytes_of({1, std::nan(""), 2})),
                 "\"a\" holds NaN at element 1"));
  CHECK(contains(fault_of(good_header(), bytes_of({1, 2, -kInfinity})),
                 "\"b\" holds infinity at element 0"));
}

TEST_CASE("a changed bit anywhere is detected") {
  const std::vector<std::byte> whole = signed_file(good_header().dump(), good_data());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::vector<std::byte> changed = whole;
    changed[i] ^= std::byte{1};
    CHECK(message_of(changed) != "");
  }
  std::vector<std::byte> data_changed = whole;
  data_changed.back() ^= std::byte{1};
  const std::string message = message_of(data_changed);
  CHECK(contains(message, "wrong checksum: the file says "));
  CHECK(contains(message, "but its content has "));
}

TEST_CASE("the checksum must appear once, in canonical form") {
  std::string spaced = good_header().dump();
  spaced.replace(spaced.find("\"trivium.sha256\":"), 17, "\"trivium.sha256\": ");
  CHECK(contains(message_of(framed(spaced, good_data())), "canonical form"));
}

TEST_CASE("the error for a wrong feature hash names both hashes") {
  const std::string other = sha256_hex("other");
  const std::string message = fault_with("trivium.features", other);
  CHECK(contains(message, "wrong feature hash"));
  CHECK(contains(message, other.c_str()));
  CHECK(contains(message, sha256_hex("a\tF64\t2\nb\tF64\t\n").c_str()));
}

TEST_CASE("control characters of a file do not appear in messages") {
  const std::string message = fault_with("trivium.kind", "x\x1b[31m\n");
  CHECK(contains(message, "the kind"));
  CHECK(message.find('\n') == std::string::npos);
  CHECK(message.find('\x1b') == std::string::npos);
}

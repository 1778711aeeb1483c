// Packed tensors are restored exactly, and other bytes are rejected before memory is allocated.
#include "models/format/packing.h"

#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <string_view>
#include <vector>

#include "models/format/weight_file.h"
#include "tests/models/format/load_fault.h"
#include "tests/text_search.h"

using namespace trivium;
using namespace trivium::format;

namespace {

Tensor some_numbers() {
  std::vector<std::uint16_t> numbers(3000);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = static_cast<std::uint16_t>(i / 50 * 7);
  return make_tensor<std::uint16_t>("numbers", {30, 100}, numbers);
}

/// Returns the message when `stored` is unpacked to that shape.
std::string unpacking_fault(const Tensor& stored,
                            const std::vector<std::uint64_t>& dims = {30, 100}) {
  return test::load_fault([&] { unpacked(stored, "numbers", DType::kU16, dims, "x.safetensors"); });
}

/// True if `message` names the file and the tensor, and contains `words`.
bool blames_tensor(const std::string& message, std::string_view words) {
  CAPTURE(message);
  return message.starts_with("x.safetensors: the tensor numbers.zst ") && contains(message, words);
}

}  // namespace

TEST_CASE("a packed tensor is smaller, can be stored in a file and unpacks to the original") {
  const Tensor plain = some_numbers();
  const Tensor stored = packed(plain);
  CHECK(stored.name == "numbers.zst");
  CHECK(stored.data.size() < plain.data.size() / 2);
  CHECK(packed(plain) == stored);
  CHECK(unpacked(stored, "numbers", DType::kU16, {30, 100}, "x.safetensors") == plain);

  WeightFile file;
  file.kind = "test.packed";
  file.schema = 1;
  file.tensors = {stored};
  const WeightFile read = parse_weight_file(weight_file_bytes(file), "memory");
  CHECK(unpacked(read.tensor("numbers.zst"), "numbers", DType::kU16, {30, 100}, "memory") == plain);
}

TEST_CASE("data that does not unpack to the expected tensor is rejected with file and tensor") {
  const Tensor sound = packed(some_numbers());
  CHECK(unpacking_fault(sound).empty());
  CHECK(blames_tensor(unpacking_fault(sound, {30, 101}),
                      "unpacks to 6000 bytes, not to U16 [30,101]"));
  CHECK(blames_tensor(unpacking_fault(sound, {1ULL << 40, 1ULL << 40}),
                      "more than 1073741824 bytes"));
  CHECK(blames_tensor(unpacking_fault(sound, {1ULL << 30, 1ULL << 34}),
                      "more than 1073741824 bytes"));

  Tensor harmed = sound;
  harmed.dtype = DType::kI8;
  CHECK(blames_tensor(unpacking_fault(harmed), "not packed bytes"));
  harmed = sound;
  harmed.data.clear();
  CHECK(blames_tensor(unpacking_fault(harmed), "no Zstandard frame"));
  harmed = sound;
  harmed.data[0] = std::byte{0};
  CHECK(blames_tensor(unpacking_fault(harmed), "no Zstandard frame"));
  harmed = sound;
  harmed.data.pop_back();
  CHECK(blames_tensor(unpacking_fault(harmed), "not one whole"));
  harmed = sound;
  harmed.data.insert(harmed.data.end(), sound.data.begin(), sound.data.end());
  CHECK(blames_tensor(unpacking_fault(harmed), "not one whole"));
}

TEST_CASE("a frame with one changed byte is rejected or unpacks to the same size") {
  const Tensor sound = packed(some_numbers());
  int refused = 0;
  for (std::size_t i = 0; i < sound.data.size(); ++i) {
    for (const unsigned change : {0x01U, 0x80U, 0xFFU}) {
      Tensor harmed = sound;
      harmed.data[i] ^= static_cast<std::byte>(change);
      if (const std::string fault = unpacking_fault(harmed); !fault.empty()) {
        REQUIRE(blames_tensor(fault, ""));
        ++refused;
      }
    }
  }
  CHECK(refused > 0);
}

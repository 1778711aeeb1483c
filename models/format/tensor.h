// A named array of numbers, as a weight file holds it.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trivium::format {

static_assert(std::endian::native == std::endian::little, "weight files are little-endian and are read as they lie");

/// Element types in the order by which the safetensors writer lays tensors out (the last first); narrow ones end the file, so that
/// every tensor is aligned.
enum class DType : std::uint8_t { kU8, kI8, kI16, kU16, kI32, kU32, kF32, kF64, kI64, kU64 };

/// The name in a file: "F64".
std::string_view dtype_name(DType dtype) noexcept;
std::optional<DType> dtype_from_name(std::string_view name) noexcept;
/// Returns all names for messages: "U8, I8, ...".
std::string dtype_names();
/// Bytes of one element.
std::size_t dtype_size(DType dtype) noexcept;

template <class T>
constexpr DType dtype_of() noexcept {
  if constexpr (std::same_as<T, double>) return DType::kF64;
  if constexpr (std::same_as<T, float>) return DType::kF32;
  if constexpr (std::same_as<T, std::uint8_t>) return DType::kU8;
  if constexpr (std::same_as<T, std::int8_t>) return DType::kI8;
  if constexpr (std::same_as<T, std::uint16_t>) return DType::kU16;
  if constexpr (std::same_as<T, std::int16_t>) return DType::kI16;
  if constexpr (std::same_as<T, std::uint32_t>) return DType::kU32;
  if constexpr (std::same_as<T, std::int32_t>) return DType::kI32;
  if constexpr (std::same_as<T, std::uint64_t>) return DType::kU64;
  if constexpr (std::same_as<T, std::int64_t>) return DType::kI64;
}

struct Tensor {
  std::string name;
  DType dtype = DType::kF64;
  std::vector<std::uint64_t> dims;  ///< none = one number; row-major, the last runs fastest
  std::vector<std::byte> data;      ///< the elements as they lie in the file

  /// The elements, for a T that is this tensor's type; throws LoadError when it is another.
  template <class T>
  std::span<const T> values() const {
    require_dtype(dtype_of<T>());
    return {reinterpret_cast<const T*>(data.data()), data.size() / sizeof(T)};
  }

  /// The bytes as text, of a U8 tensor; throws as values() does.
  std::string_view text() const;

  /// "F64 [6,64]".
  std::string shape_text() const;

  friend bool operator==(const Tensor&, const Tensor&) = default;

 private:
  void require_dtype(DType wanted) const;
};

/// A tensor of `values`; the product of `dims` must be their number.
template <class T>
Tensor make_tensor(std::string name, std::vector<std::uint64_t> dims, std::span<const T> values) {
  Tensor tensor{std::move(name), dtype_of<T>(), std::move(dims), std::vector<std::byte>(values.size_bytes())};
  if (!values.empty()) std::memcpy(tensor.data.data(), values.data(), values.size_bytes());
  return tensor;
}

/// Text as a U8 tensor of its bytes.
Tensor text_tensor(std::string name, std::string_view text);

}  // namespace trivium::format

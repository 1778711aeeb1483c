// A named array of numbers, as stored in a weight file.
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
#include <tuple>
#include <type_traits>
#include <vector>

namespace trivium::format {

static_assert(std::endian::native == std::endian::little,
              "weight files are little-endian and are read without conversion");

/// Element types. The safetensors writer stores tensors in the reverse of this order, so narrow
/// types come last and every tensor is aligned.
enum class DType : std::uint8_t { kU8, kI8, kI16, kU16, kI32, kU32, kF32, kF64, kI64, kU64 };

/// Returns the name used in files: "F64".
std::string_view dtype_name(DType dtype) noexcept;
std::optional<DType> dtype_from_name(std::string_view name) noexcept;
/// Returns all names for messages: "U8, I8, ...".
std::string dtype_names();
/// Returns the bytes of one element.
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
  std::vector<std::uint64_t> dims;  ///< empty for a single number; row-major
  std::vector<std::byte> data;      ///< the elements, as stored in the file

  /// Returns references to all members, to pass a tensor between processes.
  auto fields() noexcept { return std::tie(name, dtype, dims, data); }

  /// Returns the elements. Throws LoadError if T is not this tensor's type.
  template <class T>
  std::span<const T> values() const {
    require_dtype(dtype_of<T>());
    return {reinterpret_cast<const T*>(data.data()), data.size() / sizeof(T)};
  }

  /// Returns the bytes of a U8 tensor as text. Throws LoadError for other types.
  std::string_view text() const;

  /// Returns type and shape for messages: "F64 [6,64]".
  std::string shape_text() const;

  friend bool operator==(const Tensor&, const Tensor&) = default;

 private:
  void require_dtype(DType wanted) const;
};

/// Returns a tensor of `values`. Requires: the product of `dims` is their number.
template <class T>
Tensor make_tensor(std::string name, std::vector<std::uint64_t> dims, std::span<const T> values) {
  Tensor tensor{std::move(name), dtype_of<T>(), std::move(dims),
                std::vector<std::byte>(values.size_bytes())};
  if (!values.empty()) std::memcpy(tensor.data.data(), values.data(), values.size_bytes());
  return tensor;
}

/// Returns a tensor with one dimension.
template <class T>
Tensor make_tensor(std::string_view name, const std::vector<T>& values) {
  return make_tensor(std::string(name), {values.size()}, std::span<const T>(values));
}
/// Returns a tensor of a single number.
template <class T>
requires std::is_arithmetic_v<T> Tensor make_tensor(std::string_view name, T number) {
  return make_tensor(std::string(name), {}, std::span<const T>(&number, 1));
}

/// Returns a U8 tensor of the bytes of `text`.
Tensor text_tensor(std::string name, std::string_view text);

}  // namespace trivium::format

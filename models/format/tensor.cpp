#include "models/format/tensor.h"

#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/core/text.h"
#include "models/format/load_error.h"

namespace trivium::format {

namespace {

struct DTypeRow {
  std::string_view name;
  std::size_t size;
};

constexpr std::array<DTypeRow, 10> kDTypes{{{"U8", 1},
                                            {"I8", 1},
                                            {"I16", 2},
                                            {"U16", 2},
                                            {"I32", 4},
                                            {"U32", 4},
                                            {"F32", 4},
                                            {"F64", 8},
                                            {"I64", 8},
                                            {"U64", 8}}};

}  // namespace

std::string_view dtype_name(DType dtype) noexcept {
  return kDTypes[static_cast<std::size_t>(dtype)].name;
}
std::size_t dtype_size(DType dtype) noexcept {
  return kDTypes[static_cast<std::size_t>(dtype)].size;
}

std::optional<DType> dtype_from_name(std::string_view name) noexcept {
  for (std::size_t i = 0; i < kDTypes.size(); ++i) {
    if (kDTypes[i].name == name) return static_cast<DType>(i);
  }
  return std::nullopt;
}

std::string dtype_names() { return text::joined(kDTypes, ", ", &DTypeRow::name); }

std::string_view Tensor::text() const {
  const std::span<const std::uint8_t> bytes = values<std::uint8_t>();
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string Tensor::shape_text() const {
  return fmt::format("{} [{}]", dtype_name(dtype), fmt::join(dims, ","));
}

void Tensor::require_dtype(DType wanted) const {
  if (dtype == wanted) return;
  throw LoadError("weights.dtype", "the tensor \"{}\" holds {} but {} is needed", name,
                  dtype_name(dtype), dtype_name(wanted));
}

Tensor text_tensor(std::string name, std::string_view text) {
  return make_tensor(std::move(name), {text.size()},
                     std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

}  // namespace trivium::format

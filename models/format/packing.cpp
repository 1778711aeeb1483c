#include "models/format/packing.h"

#include <fmt/format.h>
#include <utility>
#include <zstd.h>

#include "models/format/load_error.h"
#include "models/format/weight_file.h"

namespace trivium::format {

namespace {

/// The level with the best compression that needs at most 8 MB to unpack.
constexpr int kLevel = 19;

/// Returns the bytes of a tensor, or more than kMaxFileBytes if it is too large.
std::uint64_t size_of(DType dtype, const std::vector<std::uint64_t>& dims) {
  std::uint64_t size = dtype_size(dtype);
  for (const std::uint64_t dim : dims) {
    if (dim > kMaxFileBytes || size > kMaxFileBytes) return kMaxFileBytes + 1;
    size *= dim;
  }
  return size;
}

}  // namespace

std::string packed_name(std::string_view name) { return fmt::format("{}.zst", name); }

Tensor packed(const Tensor& plain) {
  std::vector<std::byte> frame(ZSTD_compressBound(plain.data.size()));
  const std::size_t size =
      ZSTD_compress(frame.data(), frame.size(), plain.data.data(), plain.data.size(), kLevel);
  if (ZSTD_isError(size) != 0)
    throw LoadError("weights.packing", "packing the tensor \"{}\": {}", plain.name,
                    ZSTD_getErrorName(size));
  frame.resize(size);
  return {packed_name(plain.name), DType::kU8, {size}, std::move(frame)};
}

Tensor unpacked(const Tensor& stored, std::string_view name, DType dtype,
                std::vector<std::uint64_t> dims, std::string_view source) {
  Tensor plain{std::string(name), dtype, std::move(dims), {}};
  const auto fail = [&](std::string_view fault) {
    throw LoadError("weights.packing", "{}: the tensor {} {}", source, stored.name, fault);
  };
  if (stored.dtype != DType::kU8 || stored.dims.size() != 1)
    fail(fmt::format("is {}, not packed bytes", stored.shape_text()));
  const std::uint64_t size = size_of(plain.dtype, plain.dims);
  if (size > kMaxFileBytes)
    fail(fmt::format("should hold {}, more than {} bytes", plain.shape_text(), kMaxFileBytes));
  // Checked before memory is allocated: the frame states its unpacked size, and there is only one.
  const unsigned long long stated =
      ZSTD_getFrameContentSize(stored.data.data(), stored.data.size());
  if (stated == ZSTD_CONTENTSIZE_ERROR || stated == ZSTD_CONTENTSIZE_UNKNOWN)
    fail("is no Zstandard frame that states its size");
  if (stated != size)
    fail(fmt::format("unpacks to {} bytes, not to {}", stated, plain.shape_text()));
  if (ZSTD_findFrameCompressedSize(stored.data.data(), stored.data.size()) != stored.data.size())
    fail("is not one whole Zstandard frame");
  plain.data.resize(size);
  const std::size_t got =
      ZSTD_decompress(plain.data.data(), plain.data.size(), stored.data.data(), stored.data.size());
  if (ZSTD_isError(got) != 0) fail(fmt::format("does not unpack: {}", ZSTD_getErrorName(got)));
  if (got != size) fail(fmt::format("unpacks to {} bytes, not to {}", got, plain.shape_text()));
  return plain;
}

}  // namespace trivium::format

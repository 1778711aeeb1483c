// Compresses tensors of a weight file (Zstandard). Tables with similar neighbors, such as a poker
// strategy, shrink to about half their size. Compression is lossless; the kind of a file determines
// which tensors are packed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/format/tensor.h"

namespace trivium::format {

/// Returns the name of a packed tensor: "NAME.zst".
std::string packed_name(std::string_view name);

/// Returns `plain` as one Zstandard frame that states its size: a U8 tensor of one dimension named
/// packed_name(plain.name). Takes a few seconds for 10 MB. Equal tensors give equal bytes with the
/// same version of the library; another version affects only the file size.
Tensor packed(const Tensor& plain);

/// Returns the unpacked tensor, with the name `name`. Throws LoadError, with `source` (the file)
/// and the name of `stored`, unless `stored` is one Zstandard frame that unpacks to this type and
/// shape, at most kMaxFileBytes. The size is checked before memory is allocated.
Tensor unpacked(const Tensor& stored, std::string_view name, DType dtype,
                std::vector<std::uint64_t> dims, std::string_view source);

}  // namespace trivium::format

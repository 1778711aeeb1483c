// Tensors that a weight file holds packed (Zstandard): tables in which neighbours are alike, such as a poker strategy, take about half of
// their bytes. Every byte comes back; a kind says which of its tensors are packed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/format/tensor.h"

namespace trivium::format {

/// The name of a packed tensor: "NAME.zst".
std::string packed_name(std::string_view name);

/// `plain` as one Zstandard frame that states its size: U8, of one dimension, packed_name(plain.name). Some seconds for 10 MB. Equal
/// tensors give equal bytes with one version of the library; nothing but the size of a file hangs on them.
Tensor packed(const Tensor& plain);

/// The tensor that was packed, which by all the caller knows is `name` of this type and shape. Throws LoadError, naming `source` (the file)
/// and the tensor, where it is not, or is larger than kMaxFileBytes; before that no memory is taken.
Tensor unpacked(const Tensor& stored, std::string_view name, DType dtype, std::vector<std::uint64_t> dims, std::string_view source);

}  // namespace trivium::format

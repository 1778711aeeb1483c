// The tensors of a checkpoint found again by name. All throw format::LoadError when what is wanted is not there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/format/tensor.h"

namespace trivium::learning::tdleaf {

/// Or nullptr: a list of nothing is left out of a checkpoint.
const format::Tensor* find_tensor(std::span<const format::Tensor> state, std::string_view name) noexcept;

/// Fills `numbers` from the tensor, which must have just as many.
void restore_numbers(std::span<const format::Tensor> state, std::string_view name, std::span<double> numbers);

/// Adds rows of equal length as one tensor, none where there are no rows; and reads them again, each of `width` numbers.
void add_rows(std::vector<format::Tensor>& state, std::string_view name, std::span<const std::vector<double>> rows);
std::vector<std::vector<double>> rows_in(std::span<const format::Tensor> state, std::string_view name, std::size_t width);

/// The characters of a tensor of `length` bytes.
std::string text_in(std::span<const format::Tensor> state, std::string_view name, std::size_t length);

/// The only number of the tensor.
std::uint64_t number_in(std::span<const format::Tensor> state, std::string_view name);

}  // namespace trivium::learning::tdleaf

#include "learning/tdleaf/tensors.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>

#include "models/format/load_error.h"

namespace trivium::learning::tdleaf {

namespace {

template <class Number>
std::span<const Number> numbers_in(std::span<const format::Tensor> state, std::string_view name, std::size_t wanted) {
  const format::Tensor* tensor = find_tensor(state, name);
  if (tensor == nullptr) throw format::LoadError("checkpoint.tensor", fmt::format("the checkpoint has no {}", name));
  const std::span<const Number> numbers = tensor->values<Number>();
  if (numbers.size() != wanted) {
    throw format::LoadError("checkpoint.tensor", fmt::format("the checkpoint has {} numbers of {}, not {}", numbers.size(), name, wanted));
  }
  return numbers;
}

}  // namespace

const format::Tensor* find_tensor(std::span<const format::Tensor> state, std::string_view name) noexcept {
  const auto found = std::ranges::find(state, name, &format::Tensor::name);
  return found == state.end() ? nullptr : &*found;
}

void restore_numbers(std::span<const format::Tensor> state, std::string_view name, std::span<double> numbers) {
  std::ranges::copy(numbers_in<double>(state, name, numbers.size()), numbers.begin());
}

void add_rows(std::vector<format::Tensor>& state, std::string_view name, std::span<const std::vector<double>> rows) {
  if (rows.empty()) return;
  std::vector<double> numbers;
  for (const std::vector<double>& row : rows) numbers.insert(numbers.end(), row.begin(), row.end());
  state.push_back(format::make_tensor(std::string(name), {rows.size(), rows.front().size()}, std::span<const double>(numbers)));
}

std::vector<std::vector<double>> rows_in(std::span<const format::Tensor> state, std::string_view name, std::size_t width) {
  std::vector<std::vector<double>> rows;
  const format::Tensor* tensor = find_tensor(state, name);
  if (tensor == nullptr) return rows;
  const std::span<const double> numbers = tensor->values<double>();
  if (tensor->dims.size() != 2 || tensor->dims[1] != width) {
    throw format::LoadError("checkpoint.tensor",
                            fmt::format("the checkpoint's {} has not {} numbers a row: {}", name, width, tensor->shape_text()));
  }
  for (std::size_t begin = 0; begin < numbers.size(); begin += width) {
    const std::span<const double> row = numbers.subspan(begin, width);
    rows.emplace_back(row.begin(), row.end());
  }
  return rows;
}

std::string text_in(std::span<const format::Tensor> state, std::string_view name, std::size_t length) {
  const std::span<const std::uint8_t> letters = numbers_in<std::uint8_t>(state, name, length);
  return {letters.begin(), letters.end()};
}

std::uint64_t number_in(std::span<const format::Tensor> state, std::string_view name) {
  return numbers_in<std::uint64_t>(state, name, 1).front();
}

}  // namespace trivium::learning::tdleaf

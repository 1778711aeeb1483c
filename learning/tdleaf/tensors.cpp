#include "learning/tdleaf/tensors.h"

#include <algorithm>
#include <fmt/format.h>

#include "models/format/load_error.h"

namespace trivium::learning::tdleaf {

namespace {

template <class Number>
std::span<const Number> numbers_in(std::span<const format::Tensor> state, std::string_view name, std::size_t wanted) {
  const format::Tensor* tensor = find_tensor(state, name);
  if (tensor == nullptr) throw format::LoadError(fmt::format("the checkpoint has no {}", name));
  const std::span<const Number> numbers = tensor->values<Number>();
  if (numbers.size() != wanted) {
    throw format::LoadError(fmt::format("the checkpoint has {} numbers of {}, not {}", numbers.size(), name, wanted));
  }
  return numbers;
}

}  // namespace

const format::Tensor* find_tensor(std::span<const format::Tensor> state, std::string_view name) noexcept {
  const auto found = std::ranges::find(state, name, &format::Tensor::name);
  return found == state.end() ? nullptr : &*found;
}

void restore_numbers(std::span<const format::Tensor> state, std::string_view name, std::vector<double>& numbers) {
  std::ranges::copy(numbers_in<double>(state, name, numbers.size()), numbers.begin());
}

std::uint64_t number_in(std::span<const format::Tensor> state, std::string_view name) {
  return numbers_in<std::uint64_t>(state, name, 1).front();
}

}  // namespace trivium::learning::tdleaf

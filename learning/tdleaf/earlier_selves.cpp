#include "learning/tdleaf/earlier_selves.h"

#include <fmt/format.h>

#include "learning/tdleaf/tensors.h"
#include "models/format/load_error.h"

namespace trivium::learning::tdleaf {

namespace {

constexpr std::string_view kKept = "earlier.weights";
constexpr std::string_view kStride = "earlier.stride";

}  // namespace

void EarlierSelves::offer(std::uint64_t generation, std::span<const double> weights) {
  if (generation % stride_ != 0) return;
  kept_.emplace_back(weights.begin(), weights.end());
  if (kept_.size() <= kMost) return;
  for (std::size_t i = 1; 2 * i < kept_.size(); ++i) kept_[i] = std::move(kept_[2 * i]);
  kept_.resize((kept_.size() + 1) / 2);
  stride_ *= 2;
}

std::vector<std::shared_ptr<const chess::Weights>> EarlierSelves::players() const {
  std::vector<std::shared_ptr<const chess::Weights>> players;
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    players.push_back(chess::Weights::from_pawns(kept_[i], fmt::format("generation {}", i * stride_)));
  }
  return players;
}

std::vector<format::Tensor> EarlierSelves::state() const {
  std::vector<format::Tensor> state{format::make_tensor(std::string(kStride), {}, std::span(&stride_, 1))};
  if (kept_.empty()) return state;
  std::vector<double> rows;
  for (const std::vector<double>& weights : kept_) rows.insert(rows.end(), weights.begin(), weights.end());
  state.push_back(format::make_tensor(std::string(kKept), {kept_.size(), kept_.front().size()}, std::span<const double>(rows)));
  return state;
}

void EarlierSelves::restore(std::span<const format::Tensor> state) {
  stride_ = number_in(state, kStride);
  kept_.clear();
  const format::Tensor* tensor = find_tensor(state, kKept);
  if (tensor == nullptr) return;
  const std::span<const double> rows = tensor->values<double>();
  if (tensor->dims.size() != 2 || tensor->dims[1] != chess::kParameterCount) {
    throw format::LoadError(fmt::format("the checkpoint's {} is not of this evaluation: {}", kKept, tensor->shape_text()));
  }
  for (std::size_t begin = 0; begin < rows.size(); begin += chess::kParameterCount) {
    const std::span<const double> row = rows.subspan(begin, chess::kParameterCount);
    kept_.emplace_back(row.begin(), row.end());
  }
}

}  // namespace trivium::learning::tdleaf

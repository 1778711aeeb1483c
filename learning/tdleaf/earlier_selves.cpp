#include "learning/tdleaf/earlier_selves.h"

#include <fmt/format.h>

namespace trivium::learning::tdleaf {

namespace {

constexpr std::string_view kKept = "earlier.weights";
constexpr std::string_view kStride = "earlier.stride";

}  // namespace

void EarlierSelves::offer(std::uint64_t generation, std::span<const double> weights) {
  if (generation % stride_ != 0) return;
  kept_.emplace_back(weights.begin(), weights.end());
  if (kept_.size() <= kMax) return;
  for (std::size_t i = 1; 2 * i < kept_.size(); ++i) kept_[i] = std::move(kept_[2 * i]);
  kept_.resize((kept_.size() + 1) / 2);
  stride_ *= 2;
}

std::vector<std::shared_ptr<const chess::Weights>> EarlierSelves::players() const {
  std::vector<std::shared_ptr<const chess::Weights>> players;
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    players.push_back(
        chess::Weights::from_pawns(kept_[i], fmt::format("generation {}", i * stride_)));
  }
  return players;
}

std::vector<format::Tensor> EarlierSelves::state() const {
  std::vector<format::Tensor> state{format::make_tensor(kStride, stride_)};
  add_rows(state, kKept, kept_);
  return state;
}

void EarlierSelves::restore(const StateReader& state) {
  stride_ = state.number<std::uint64_t>(kStride);
  kept_ = state.rows(kKept, chess::kParameterCount);
}

}  // namespace trivium::learning::tdleaf

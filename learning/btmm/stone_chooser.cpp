#include "learning/btmm/stone_chooser.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "engine/connect6/pattern_strengths.h"
#include "engine/connect6/threats.h"

namespace trivium::learning::btmm {

namespace {

using connect6::Cell;
using connect6::kNoCell;
using connect6::PatternLayout;
using connect6::Turn;

/// Strengths below this would be drawn once in more games than will ever be played; above 0 every stone can be drawn.
constexpr double kLeastGamma = 1e-9;

/// The gammas that choosers read; shared by them.
template <int Views>
struct ReadGammas {
  ReadGammas(const PatternLayout& layout, std::vector<double> numbers)
      : gammas(std::move(numbers)), by_sight(std::make_shared<const connect6::SightGammas<Views>>(layout, gammas)) {}

  std::vector<double> gammas;
  std::shared_ptr<const connect6::SightGammas<Views>> by_sight;
};

template <int Views>
class ChooserOf final : public StoneChooser {
 public:
  ChooserOf(const PatternLayout& layout, std::shared_ptr<const ReadGammas<Views>> read, bool strongest)
      : read_(std::move(read)), strengths_(layout, read_->gammas, read_->by_sight), strongest_(strongest) {}

  void clear() noexcept override { strengths_.clear(); }
  void place(Cell cell) noexcept override { strengths_.place(cell); }
  void undo(Cell cell) noexcept override { strengths_.undo(cell); }

  Cell choose(Rng& rng) const noexcept override { return strongest_ ? strongest() : draw(rng); }

  std::optional<Turn> choose_turn(std::span<const Turn> turns, int stones, Rng& rng) const noexcept override {
    std::array<double, connect6::Parries::kMaxSets> chances{};
    double sum = 0.0;
    const double total = turns.empty() ? 1.0 : strengths_.total();
    for (std::size_t i = 0; i < turns.size(); ++i) {
      if (stones == 1 && turns[i].second != kNoCell) continue;
      chances[i] = strengths_.strength(turns[i].first) / total;
      if (turns[i].second != kNoCell) chances[i] *= 2.0 * strengths_.strength(turns[i].second) / total;
      sum += chances[i];
    }
    if (!(sum > 0.0)) return std::nullopt;
    if (strongest_) return turns[static_cast<std::size_t>(std::ranges::max_element(chances) - chances.begin())];
    double rest = rng.unit() * sum;
    std::size_t last = 0;
    for (std::size_t i = 0; i < turns.size(); ++i) {
      if (chances[i] == 0.0) continue;
      last = i;
      if ((rest -= chances[i]) < 0.0) break;
    }
    return turns[last];
  }

 private:
  int cells() const noexcept { return strengths_.board().layout().cells(); }

  Cell draw(Rng& rng) const noexcept {
    double rest = rng.unit() * strengths_.total();
    Cell last = kNoCell;
    for (int cell = 0; cell < cells(); ++cell) {
      const double strength = strengths_.strength(static_cast<Cell>(cell));
      if (strength == 0.0) continue;
      last = static_cast<Cell>(cell);
      if ((rest -= strength) < 0.0) break;
    }
    return last;
  }

  Cell strongest() const noexcept {
    int best = 0;
    for (int cell = 1; cell < cells(); ++cell) {
      if (strengths_.strength(static_cast<Cell>(cell)) > strengths_.strength(static_cast<Cell>(best))) best = cell;
    }
    return static_cast<Cell>(best);
  }

  std::shared_ptr<const ReadGammas<Views>> read_;
  connect6::PatternStrengths<Views> strengths_;
  bool strongest_;
};

template <int Views>
std::function<std::unique_ptr<StoneChooser>()> making(const PatternLayout& layout, std::vector<double> gammas, bool strongest) {
  const auto read = std::make_shared<const ReadGammas<Views>>(layout, std::move(gammas));
  return [&layout, read, strongest] { return std::make_unique<ChooserOf<Views>>(layout, read, strongest); };
}

}  // namespace

ChooserFactory::ChooserFactory(const PatternLayout& layout, std::span<const double> gammas, const Choice& choice) {
  if (!(choice.sharpness > 0.0)) throw std::invalid_argument("the sharpness must be positive");
  std::vector<double> sharpened(gammas.begin(), gammas.end());
  if (!choice.strongest) {
    for (double& gamma : sharpened) gamma = std::max(kLeastGamma, std::pow(gamma, choice.sharpness));
  }
  const bool sides_only = layout.set().views() == 2;
  make_ =
      sides_only ? making<2>(layout, std::move(sharpened), choice.strongest) : making<4>(layout, std::move(sharpened), choice.strongest);
}

}  // namespace trivium::learning::btmm

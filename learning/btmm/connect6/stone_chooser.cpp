#include "learning/btmm/connect6/stone_chooser.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "engine/connect6/patterns/pattern_strengths.h"
#include "engine/connect6/threats/threats.h"
#include "engine/core/weighted_draw.h"

namespace trivium::learning::btmm {

namespace {

using connect6::Cell;
using connect6::kNoCell;
using connect6::PatternLayout;
using connect6::Turn;

/// Minimum of a sharpened gamma. It is above 0, so that every stone can be sampled.
constexpr double kMinGamma = 1e-9;
/// Strengths stay below 2^kMaxBits, so that their sum over the largest board does not overflow.
constexpr double kMaxBits = 960.0;

/// How strengths are raised to the sharpness, which is power * 2^squarings. If the full power could
/// overflow, gammas are raised only to `power`. The strengths of a position are then divided by the
/// largest of them, which changes no probability, and squared `squarings` times.
struct Sharpening {
  double power = 1.0;
  int squarings = 0;
};

Sharpening sharpening_of(const connect6::PatternSet& set, std::span<const double> gammas,
                         double sharpness) {
  double bits = 0.0;  // base-2 logarithm of an upper bound on the strength of a stone
  for (const connect6::PatternTable& table : set.tables()) {
    const double largest = std::ranges::max(gammas.subspan(table.begin, table.features()));
    bits += static_cast<double>(table.groups.size()) * std::max(0.0, std::log2(largest));
  }
  Sharpening sharpening{sharpness};
  for (; bits * sharpening.power > kMaxBits; sharpening.power /= 2.0) ++sharpening.squarings;
  return sharpening;
}

/// The sharpened gammas, shared by all choosers of a factory.
template <int Views>
struct ReadGammas {
  ReadGammas(const PatternLayout& layout, std::vector<double> numbers)
      : gammas(std::move(numbers)),
        by_sight(std::make_shared<const connect6::SightGammas<Views>>(layout, gammas)) {}

  std::vector<double> gammas;
  std::shared_ptr<const connect6::SightGammas<Views>> by_sight;
};

template <int Views>
class ChooserOf final : public StoneChooser {
 public:
  ChooserOf(const PatternLayout& layout, std::shared_ptr<const ReadGammas<Views>> read,
            int squarings, bool strongest)
      : read_(std::move(read)),
        strengths_(layout, read_->gammas, read_->by_sight),
        squarings_(squarings),
        strongest_(strongest) {}

  void clear() noexcept override { strengths_.clear(); }
  void place(Cell cell) noexcept override { strengths_.place(cell); }
  void undo(Cell cell) noexcept override { strengths_.undo(cell); }

  Cell choose(Rng& rng) const noexcept override { return strongest_ ? strongest() : draw(rng); }

  std::optional<Turn> choose_turn(std::span<const Turn> turns, int stones,
                                  Rng& rng) const noexcept override {
    if (turns.empty()) return std::nullopt;
    const Scale scale = scaling();
    Chances chances{};
    double sum = 0.0;
    for (std::size_t i = 0; i < turns.size(); ++i) {
      if (!fits(turns[i], stones)) continue;
      chances[i] = weight(turns[i].first, scale) / scale.total;
      if (turns[i].second != kNoCell)
        chances[i] *= 2.0 * weight(turns[i].second, scale) / scale.total;
      sum += chances[i];
    }
    if (sum == 0.0) sum = tiny_chances(turns, stones, scale, chances);
    if (!(sum > 0.0)) return std::nullopt;
    if (strongest_)
      return turns[static_cast<std::size_t>(std::ranges::max_element(chances) - chances.begin())];
    return turns[sample_index(std::span(chances).first(turns.size()), rng, sum)];
  }

 private:
  using Chances = std::array<double, connect6::Parries::kMaxSets>;

  /// Normalization of the strengths of a position.
  struct Scale {
    double factor = 1.0;  ///< multiplies strengths before they are squared
    double total = 0.0;   ///< sum of weight() over all cells
  };

  static bool fits(Turn turn, int stones) noexcept { return stones > 1 || turn.second == kNoCell; }

  int cells() const noexcept { return strengths_.board().layout().cells(); }

  Scale scaling() const noexcept {
    if (squarings_ == 0) return {1.0, strengths_.total()};
    Scale scale{1.0 / strengths_.strength(strongest()), 0.0};
    for (int cell = 0; cell < cells(); ++cell)
      scale.total += weight(static_cast<Cell>(cell), scale);
    return scale;
  }

  /// Returns the sampling weight of a stone on `cell`: its sharpened strength, scaled.
  double weight(Cell cell, const Scale& scale) const noexcept {
    double power = strengths_.strength(cell) * scale.factor;
    for (int i = 0; i < squarings_; ++i) power *= power;
    return power;
  }

  /// Computes the probabilities of turns relative to the largest of them. Uses logarithms, because
  /// all of these probabilities underflow. Returns the sum of the relative probabilities, or 0 if
  /// no turn has at most `stones` stones.
  double tiny_chances(std::span<const Turn> turns, int stones, const Scale& scale,
                      Chances& chances) const noexcept {
    const auto log_chance = [&](Cell cell) {
      return std::ldexp(std::log(strengths_.strength(cell)) + std::log(scale.factor), squarings_) -
             std::log(scale.total);
    };
    constexpr double kNone = -std::numeric_limits<double>::infinity();
    chances.fill(kNone);
    for (std::size_t i = 0; i < turns.size(); ++i) {
      if (!fits(turns[i], stones)) continue;
      chances[i] = log_chance(turns[i].first);
      if (turns[i].second != kNoCell) chances[i] += std::log(2.0) + log_chance(turns[i].second);
    }
    const double largest = std::ranges::max(chances);
    double sum = 0.0;
    for (double& chance : chances)
      sum += chance = largest == kNone ? 0.0 : std::exp(chance - largest);
    return sum;
  }

  Cell draw(Rng& rng) const noexcept {
    const Scale scale = scaling();
    double rest = rng.unit() * scale.total;
    Cell last = kNoCell;
    for (int cell = 0; cell < cells(); ++cell) {
      const double chance = weight(static_cast<Cell>(cell), scale);
      if (chance == 0.0) continue;
      last = static_cast<Cell>(cell);
      if ((rest -= chance) < 0.0) break;
    }
    return last;
  }

  Cell strongest() const noexcept {
    int best = 0;
    for (int cell = 1; cell < cells(); ++cell) {
      if (strengths_.strength(static_cast<Cell>(cell)) >
          strengths_.strength(static_cast<Cell>(best)))
        best = cell;
    }
    return static_cast<Cell>(best);
  }

  std::shared_ptr<const ReadGammas<Views>> read_;
  connect6::PatternStrengths<Views> strengths_;
  int squarings_;
  bool strongest_;
};

template <int Views>
ChooserFactory making(const PatternLayout& layout, std::vector<double> gammas, int squarings,
                      bool strongest) {
  const auto read = std::make_shared<const ReadGammas<Views>>(layout, std::move(gammas));
  return [&layout, read, squarings, strongest] {
    return std::make_unique<ChooserOf<Views>>(layout, read, squarings, strongest);
  };
}

}  // namespace

ChooserFactory chooser_factory(const PatternLayout& layout, std::span<const double> gammas,
                               const Choice& choice) {
  if (!(choice.sharpness > 0.0)) throw std::invalid_argument("the sharpness must be positive");
  std::vector<double> sharpened(gammas.begin(), gammas.end());
  Sharpening sharpening;
  if (!choice.strongest) {
    sharpening = sharpening_of(layout.set(), gammas, choice.sharpness);
    for (double& gamma : sharpened) gamma = std::max(kMinGamma, std::pow(gamma, sharpening.power));
  }
  const auto make = layout.set().views() == 2 ? making<2> : making<4>;
  return make(layout, std::move(sharpened), sharpening.squarings, choice.strongest);
}

}  // namespace trivium::learning::btmm

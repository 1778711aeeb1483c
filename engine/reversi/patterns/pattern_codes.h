// Codes of all instances of a set's shapes in a position, updated move by move. A code is a number
// in base 3 with a digit for each square (shape.h).
//
// A search copies the codes of a node and plays a move on the copy: a copy takes less time than
// taking a move back. Digit 1 always stands for the side to move of the first position. So a move
// changes only the codes of instances that contain a changed square. After an odd number of moves,
// digit 1 is the side that is not to move; PatternValue has separate tables for these codes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/reversi/patterns/pattern_set.h"
#include "engine/reversi/rules/position.h"

namespace trivium::reversi {

/// Maps the squares to the instances of a set, and codes to features, in the form that PatternCodes
/// needs.
class PatternLayout {
 public:
  /// Maximum number of instances of all shapes of a set together.
  static constexpr std::size_t kMaxInstances = 64;

  /// For each instance, the power of 3 that the digit of a square has in its code; 0 if the square
  /// is not in the instance.
  using Powers = std::array<std::uint16_t, kMaxInstances>;

  /// Requires: fits(set), and the set is for values.
  explicit PatternLayout(const PatternSet& set);

  /// True if the set has at most kMaxInstances instances.
  static bool fits(const PatternSet& set) noexcept;

  const Powers& powers(Square square) const noexcept { return powers_[square]; }
  std::size_t instances() const noexcept { return places_.size(); }

  /// Number of codes of all shapes together.
  std::size_t codes() const noexcept { return features_[0].size(); }
  /// For each instance, the index of the first code of its shape, in [0, codes()).
  std::span<const std::uint32_t> places() const noexcept { return places_; }
  /// The feature of a code in stage 0, and the distance of its features in successive stages.
  struct StagedFeature {
    FeatureId first;
    FeatureId step;

    FeatureId at(int stage) const noexcept { return first + static_cast<FeatureId>(stage) * step; }
  };
  /// Features by code. `swapped`: digit 1 is the side that is not to move.
  std::span<const StagedFeature> features(bool swapped) const noexcept {
    return features_[swapped ? 1 : 0];
  }

 private:
  alignas(64) std::array<Powers, 64> powers_{};
  std::vector<std::uint32_t> places_;
  std::array<std::vector<StagedFeature>, 2> features_;
};

class PatternCodes {
 public:
  /// Requires: `position` has size 8.
  PatternCodes(const PatternLayout& layout, const Position& position) noexcept {
    for (Square square = 0; square < 64; ++square)
      add(layout.powers(square), digit_of(position, square));
  }

  /// Plays a move that flips `flipped`. Requires: the same layout, and a legal move.
  void do_move(const PatternLayout& layout, Square square, Bitboard flipped) noexcept {
    const std::uint32_t own = swapped_ ? 2 : 1;
    add(layout.powers(square), own);
    const std::uint32_t change = swapped_ ? 1U : ~std::uint32_t{0};
    while (flipped != 0) add(layout.powers(take_square(flipped)), change);
    swapped_ = !swapped_;
  }
  void do_pass() noexcept { swapped_ = !swapped_; }

  /// True if digit 1 is the side that is not to move.
  bool swapped() const noexcept { return swapped_; }
  /// Code of an instance.
  std::uint16_t operator[](std::size_t instance) const noexcept { return codes_[instance]; }

  /// Calls `visit(FeatureId)` for the feature of each instance in `stage`. Requires: the same
  /// layout.
  template <class Visit>
  void visit_features(const PatternLayout& layout, int stage, const Visit& visit) const {
    const auto features = layout.features(swapped_);
    for (std::size_t i = 0; i < layout.instances(); ++i)
      visit(features[layout.places()[i] + codes_[i]].at(stage));
  }

 private:
  /// Adds `digits` to the digit of a square in all instances at once, also in those without it: the
  /// compiler makes few vector instructions of it, while a list of its instances takes longer.
  void add(const PatternLayout::Powers& powers, std::uint32_t digits) noexcept {
    for (std::size_t i = 0; i < codes_.size(); ++i)
      codes_[i] = static_cast<std::uint16_t>(codes_[i] + digits * powers[i]);
  }

  std::array<std::uint16_t, PatternLayout::kMaxInstances> codes_{};
  bool swapped_ = false;
};

}  // namespace trivium::reversi

// Strengths of candidate stones: the product of the gammas of a stone's features, updated for every
// cell and view while stones are placed.
//
// The probability of a stone is its strength divided by the total. A stone changes only the
// strengths of cells on lines near it, so it costs some 30 products for each view and one sum over
// the board. Sums always run over the whole board in one order, so that updated strengths are bit
// for bit equal to recomputed ones. Source: Huy and Dang 2019, formulas 7 and 8 (paper 000).
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engine/connect6/patterns/pattern_board.h"

namespace trivium::connect6 {

/// One number for each view in a SIMD vector (a vector extension of g++ and clang).
template <int Views>
struct Lanes {
  using Vector __attribute__((vector_size(8 * Views))) = double;
  Vector of{};

  Lanes& operator*=(const Lanes& other) noexcept {
    of *= other.of;
    return *this;
  }
  Lanes& operator+=(const Lanes& other) noexcept {
    of += other.of;
    return *this;
  }
};

/// Returns `number` in one view and 0 in the others. Builds the vector in registers, because
/// reading a vector that was stored element by element is slow.
template <int Views>
Lanes<Views> only(std::size_t view, double number) noexcept {
  Lanes<Views> lanes;
  for (std::size_t i = 0; i < Views; ++i) lanes.of[i] = i == view ? number : 0.0;
  return lanes;
}

/// Gammas by sight, with all views side by side, so that one access reads them all. Construction
/// takes as long as placing some thousand stones. Immutable, so that boards and threads with the
/// same gammas may share it.
template <int Views>
class SightGammas {
 public:
  SightGammas(const PatternLayout& layout, std::span<const double> gammas)
      : gammas_(layout.sights()) {
    for (std::size_t place = 0; place < layout.standing().size(); ++place) {
      for (Sight sight = layout.sights_begin(place); sight < layout.sights_end(place); ++sight) {
        const CodePair codes = layout.codes(sight);
        for (std::size_t view = 0; view < Views; ++view) {
          const FeatureId offset =
              layout.set().offset(layout.standing()[place], static_cast<View>(view));
          gammas_[sight].of[view] = gammas[offset + codes.of(view % 2)];
        }
      }
    }
  }

  Lanes<Views> of(std::size_t, Sight sight) const noexcept { return gammas_[sight]; }

 private:
  std::vector<Lanes<Views>> gammas_;
};

/// A board with the strengths of all stones. Requires: `Views` is the set's views(), 2 or 4. Not
/// thread-safe.
template <int Views>
class PatternStrengths {
 public:
  /// Creates an empty board. `gammas` has one positive number for each feature of the set.
  /// `by_sight` is null or has the same gammas; it makes playing many games faster. Requires:
  /// `gammas` and `layout` outlive this.
  PatternStrengths(const PatternLayout& layout, std::span<const double> gammas,
                   std::shared_ptr<const SightGammas<Views>> by_sight = nullptr)
      : board_(layout),
        gammas_(gammas),
        by_sight_(std::move(by_sight)),
        groups_(layout.standing().size()) {
    assert(layout.set().views() == Views && gammas.size() == layout.set().features());
    for (std::size_t group = 0; group < groups_; ++group) {
      for (std::size_t view = 0; view < Views; ++view) {
        offsets_[group][view] =
            layout.set().offset(layout.standing()[group], static_cast<View>(view));
      }
    }
    const auto cells = static_cast<std::size_t>(layout.cells());
    factors_.resize(cells * groups_);
    standing_.resize((cells * Views + kSums - 1) / kSums * (kSums / Views));
    free_.assign(cells, 1.0);
    passing_.assign(layout.passing().empty() ? 0 : cells, 1.0);
    codes_.resize(layout.passing().size() * cells);
    for (std::size_t cell = 0; cell < cells; ++cell) refresh_all(static_cast<Cell>(cell));
    empty_factors_ = factors_;
    empty_standing_ = standing_;
  }

  const PatternBoard& board() const noexcept { return board_; }

  void clear() noexcept {
    board_.clear();
    std::copy(empty_factors_.begin(), empty_factors_.end(), factors_.begin());
    std::copy(empty_standing_.begin(), empty_standing_.end(), standing_.begin());
    std::fill(free_.begin(), free_.end(), 1.0);
    passing_known_ = false;
  }

  /// Places a stone of the side to move. Requires: `cell` is empty.
  void place(Cell cell) noexcept {
    board_.place(cell);
    free_[cell] = 0.0;
    standing_[cell] = {};
    refresh_near(cell);
    passing_known_ = false;
  }

  /// Removes the last stone. Requires: it is on `cell`.
  void undo(Cell cell) noexcept {
    board_.undo();
    free_[cell] = 1.0;
    refresh_all(cell);
    refresh_near(cell);
    passing_known_ = false;
  }

  /// standing(cell) of all cells.
  const Lanes<Views>* standing() const noexcept { return standing_.data(); }
  /// Product over the standing groups for each view; 0 on occupied cells.
  const Lanes<Views>& standing(Cell cell) const noexcept { return standing_[cell]; }
  /// Products over the passing groups for the side to move, by cell. Empty if the set has no such
  /// group.
  std::span<const double> passing() const noexcept {
    update_passing();
    return passing_;
  }
  /// Codes of passing group `passing` for the side to move, by cell.
  std::span<const std::uint32_t> passing_codes(std::size_t passing) const noexcept {
    update_passing();
    const auto cells = static_cast<std::size_t>(board_.layout().cells());
    return std::span(codes_).subspan(passing * cells, cells);
  }

  /// Strength of a stone of the side to move on `cell`; 0 if the cell is occupied.
  double strength(Cell cell) const noexcept {
    const double standing = standing_[cell].of[static_cast<std::size_t>(board_.view())];
    return passing_.empty() ? standing : standing * passing()[cell];
  }

  /// Sum of strength() over all cells.
  double total() const noexcept {
    const auto view = static_cast<std::size_t>(board_.view());
    std::array<double, kSums> sums{};
    if (passing_.empty()) {
      const auto* numbers = reinterpret_cast<const double*>(standing_.data());
      for (std::size_t i = 0; i < standing_.size() * Views; i += kSums) {
        for (std::size_t j = 0; j < kSums; ++j) sums[j] += numbers[i + j];
      }
    } else {
      update_passing();
      for (std::size_t cell = 0; cell < passing_.size(); ++cell) {
        sums[cell * Views % kSums + view] += standing_[cell].of[view] * passing_[cell];
      }
    }
    double total = 0.0;
    for (std::size_t i = view; i < kSums; i += Views) total += sums[i];
    return total;
  }

 private:
  static constexpr std::size_t kSums = 32;  // independent sums, to hide the latency of additions

  void refresh_near(Cell cell) noexcept {
    const std::span<const PatternChange> changes = board_.layout().changes(cell);
    by_sight_ ? refresh(changes, *by_sight_) : refresh(changes, *this);
  }

  void refresh_all(Cell cell) noexcept {
    const auto groups = static_cast<std::uint16_t>((1U << groups_) - 1);
    const PatternChange all{cell, groups, static_cast<std::uint32_t>(board_.layout().slot(cell))};
    refresh(std::span(&all, 1), *this);
  }

  /// Updates changed factors from `gammas.of(group, sight)`.
  template <class Gammas>
  void refresh(std::span<const PatternChange> changes, const Gammas& gammas) noexcept {
    const Sight* const sights = board_.sights();
    Lanes<Views>* const factors = factors_.data();
    Lanes<Views>* const standing = standing_.data();
    for (const PatternChange change : changes) {
      Lanes<Views>* const own = factors + change.cell * groups_;
      for (std::uint32_t groups = change.groups; groups != 0; groups &= groups - 1) {
        const auto group = static_cast<std::size_t>(std::countr_zero(groups));
        own[group] = gammas.of(group, sights[change.slot + group]);
      }
      standing[change.cell] = product(change.cell);
    }
  }

  /// Returns the gammas of a group by its features, without the table by sight.
  Lanes<Views> of(std::size_t group, Sight sight) const noexcept {
    const CodePair codes = board_.layout().codes(sight);
    const double* const gammas = gammas_.data();
    Lanes<Views> lanes;
    for (std::size_t view = 0; view < Views; ++view)
      lanes.of[view] = gammas[offsets_[group][view] + codes.of(view % 2)];
    return lanes;
  }

  /// Product of the factors of a cell. Multiplies by 0 on occupied cells, since a branch would
  /// often be mispredicted.
  Lanes<Views> product(Cell cell) const noexcept {
    const Lanes<Views>* const factors = factors_.data() + cell * groups_;
    if (groups_ == 4)
      return {(free_[cell] * factors[0].of * factors[1].of) * (factors[2].of * factors[3].of)};
    Lanes<Views> product = {free_[cell] + typename Lanes<Views>::Vector{}};
    for (std::size_t group = 0; group < groups_; ++group) product *= factors[group];
    return product;
  }

  /// Computes the passing groups. Every stone changes them at every cell, and many stones are
  /// placed only to be removed again, so this is done on request.
  void update_passing() const noexcept {
    if (std::exchange(passing_known_, true)) return;
    const PatternLayout& layout = board_.layout();
    for (std::size_t i = 0; i < layout.passing().size(); ++i) {
      const std::span<std::uint32_t> codes =
          std::span(codes_).subspan(i * passing_.size(), passing_.size());
      board_.passing_codes(i, codes);
      const double* gammas =
          gammas_.data() + layout.set().offset(layout.passing()[i], board_.view());
      for (std::size_t cell = 0; cell < passing_.size(); ++cell) {
        passing_[cell] = i == 0 ? gammas[codes[cell]] : passing_[cell] * gammas[codes[cell]];
      }
    }
  }

  PatternBoard board_;
  std::span<const double> gammas_;
  std::shared_ptr<const SightGammas<Views>> by_sight_;  // may be null
  std::size_t groups_;                                  // number of standing groups
  std::array<std::array<FeatureId, Views>, PatternSet::kMaxGroups>
      offsets_{};                            // by standing group and view
  std::vector<Lanes<Views>> factors_;        // by cell and group
  std::vector<Lanes<Views>> standing_;       // by cell; padded with zeros
  std::vector<Lanes<Views>> empty_factors_;  // for the empty board
  std::vector<Lanes<Views>> empty_standing_;
  std::vector<double> free_;                  // by cell: 1 if empty, else 0
  mutable bool passing_known_ = false;        // true if the two vectors below are up to date
  mutable std::vector<double> passing_;       // by cell
  mutable std::vector<std::uint32_t> codes_;  // by passing group and cell
};

}  // namespace trivium::connect6

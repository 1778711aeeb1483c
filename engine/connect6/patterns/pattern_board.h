// Incremental extractor of pattern features: a board that keeps the feature of every group at every
// cell. The learner, self-play and the engine all use this one.
//
// There are two kinds of groups (is_standing()):
// - Standing groups (kLine, kMakes, kOpponentMakes) change only when a stone is placed near the
//   cell on a line through it, so their state is stored. The state is one number, a sight, which
//   encodes the black stones, the white stones and the edge. A table by sight gives the code of the
//   feature for Black and that for White. A stone changes the sight of a line by one addition.
// - Passing groups (kDistance, kParries) change at every cell with every stone, so they are
//   computed on request.
// Source: Huy and Dang 2019, section IV.B (paper 000).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/connect6/patterns/line_features.h"
#include "engine/connect6/patterns/pattern_set.h"
#include "engine/connect6/rules/board.h"

namespace trivium::connect6 {

/// State of a standing group at a cell, numbered over all groups: in [0, PatternLayout::sights()).
using Sight = std::uint32_t;

/// A cell whose sights a stone may change. Bit s of `groups` stands for standing group s, whose
/// sight is at index slot + s of PatternBoard::sights().
struct PatternChange {
  Cell cell;
  std::uint16_t groups;
  std::uint32_t slot;
};

/// The code for both sides in one word, so that one addition updates both. The lower half is for
/// Black to place the stone, the upper half for White.
struct CodePair {
  std::uint64_t both = 0;

  constexpr std::uint32_t of(std::size_t side) const noexcept {
    return static_cast<std::uint32_t>(both >> (32 * side));
  }
  static constexpr CodePair make(std::uint32_t black, std::uint32_t white) noexcept {
    return {black | std::uint64_t{white} << 32};
  }
  friend bool operator==(const CodePair&, const CodePair&) = default;
};

/// Table of the cells and sights of a pattern set on boards of one size. Immutable; any number of
/// boards and threads may share it.
class PatternLayout {
 public:
  /// `size` in [kMinSize, kMaxSize].
  PatternLayout(PatternSet set, int size);

  const PatternSet& set() const noexcept { return set_; }
  int size() const noexcept { return size_; }
  int cells() const noexcept { return size_ * size_; }
  /// Indices in set().groups() of the standing groups and of the passing groups, ascending.
  std::span<const int> standing() const noexcept { return standing_; }
  std::span<const int> passing() const noexcept { return passing_; }

  /// Number of sights. Groups with equal features and lines share their sights; no others do.
  std::size_t sights() const noexcept { return codes_.size(); }
  /// Range of the sights of a standing group: the first one and the one after the last.
  Sight sights_begin(std::size_t standing) const noexcept { return begins_[standing]; }
  Sight sights_end(std::size_t standing) const noexcept { return ends_[standing]; }
  /// Returns the codes of a sight in its group.
  CodePair codes(Sight sight) const noexcept { return codes_[sight]; }

  /// Index of the first sight of a cell.
  std::size_t slot(Cell cell) const noexcept { return cell * slots_; }
  /// Cells whose sights a stone on `cell` may change, with the groups concerned; ordered by groups,
  /// then by cell. Includes occupied cells, but not `cell` itself.
  std::span<const PatternChange> changes(Cell cell) const noexcept {
    return {changes_.data() + changes_begin_[cell], changes_.data() + changes_begin_[cell + 1U]};
  }

 private:
  friend class PatternBoard;

  /// A stone adds its state (1 Black, 2 White) times `power` to the sight at `slot`.
  struct Touch {
    std::uint32_t slot;
    std::uint32_t power;
  };
  struct Sights;  // builds the sights of lines of one shape

  void build_groups();
  void build_line(const PatternGroup& line, std::size_t place, Sights& sights);
  void build_makes(GroupKind kind, std::size_t place);
  void build_tactics();
  void build_changes();
  void build_distances();
  std::size_t slot(Cell cell, std::size_t place) const noexcept { return cell * slots_ + place; }
  /// Touches of the groups' lines, and of the tactics' lines.
  std::span<const Touch> touches(Cell cell) const noexcept {
    return std::span(touches_[cell]).first(group_touches_[cell]);
  }
  std::span<const Touch> tactic_touches(Cell cell) const noexcept {
    return std::span(touches_[cell]).subspan(group_touches_[cell]);
  }
  std::uint16_t distance(Cell from, Cell to) const noexcept {
    return distances_[from * static_cast<std::size_t>(cells()) + to];
  }

  PatternSet set_;
  int size_;
  std::vector<int> standing_;
  std::vector<int> passing_;
  int makes_ = -1;  // index among the standing groups, -1: none
  int parries_ = -1;
  bool answers_ = false;
  std::size_t slots_ = 0;      // per cell: standing groups, then four lines if there are tactics
  std::vector<Sight> begins_;  // by standing group
  std::vector<Sight> ends_;
  std::vector<CodePair> codes_;     // by sight
  std::vector<std::uint8_t> made_;  // by sight of a tactics line: Black's LineMake + 16 * White's
  std::vector<Sight> empty_;        // sights of the empty board, by slot
  std::vector<std::vector<Touch>> touches_;  // by cell; those of tactics are last
  std::vector<std::size_t> group_touches_;   // by cell: number of touches before those of tactics
  std::vector<PatternChange> changes_;
  std::vector<std::uint32_t> changes_begin_;
  std::vector<std::uint8_t> distances_;
};

class PatternBoard {
 public:
  /// Creates an empty board. Requires: `layout` outlives this.
  explicit PatternBoard(const PatternLayout& layout);

  void clear() noexcept;
  /// Places a stone of the side to move. Changes only the sights of layout().changes(cell).
  /// Requires: `cell` is empty.
  void place(Cell cell) noexcept;
  /// Removes the last stone. Requires: there is one.
  void undo() noexcept;

  const PatternLayout& layout() const noexcept { return *layout_; }
  int stones() const noexcept { return static_cast<int>(history_.size()); }
  bool is_empty(Cell cell) const noexcept { return stones_[cell] == Stone::kEmpty; }
  /// View of the side that places the next stone.
  View view() const noexcept { return layout_->set_.view(stones()); }

  /// All sights. Those of a cell begin at layout().slot(cell), the standing groups first.
  const Sight* sights() const noexcept { return sights_.data(); }
  /// Codes at `cell` of the group layout().standing()[standing].
  CodePair code(Cell cell, std::size_t standing) const noexcept {
    return layout_->codes(sights_[layout_->slot(cell, standing)]);
  }
  /// The feature of that group at `cell` in `view`.
  FeatureId feature(Cell cell, std::size_t standing, View view) const noexcept {
    return layout_->set_.offset(layout_->standing_[standing], view) +
           code(cell, standing).of(static_cast<std::size_t>(view % 2));
  }

  /// Computes the codes of the group layout().passing()[passing] for the side to move, one for each
  /// cell. Codes of occupied cells have no meaning.
  ///   distance  0 if that stone is not placed yet, else dx + dy + max(dx, dy) - 1, at most the
  ///             group's limit - 1
  ///   answers   0 if the opponent has no open window with four or five stones; else 1, 2 or 3 if
  ///             the stone parries none, some or all of these windows
  void passing_codes(std::size_t passing, std::span<std::uint32_t> codes) const noexcept;

 private:
  void change(Cell cell, Stone stone, bool placed) noexcept;
  void read_tactics(Cell cell) noexcept;
  void distance_codes(const PatternGroup& group, std::span<std::uint32_t> codes) const noexcept;
  void answer_codes(std::span<std::uint32_t> codes) const noexcept;

  const PatternLayout* layout_;
  std::array<Stone, kMaxSize * kMaxSize> stones_{};
  std::vector<Cell> history_;
  std::vector<Sight> sights_;            // by slot
  std::optional<LineFeatures> windows_;  // for answers
};

}  // namespace trivium::connect6

// The one extractor of pattern features: a board that keeps, for every cell, the code of each group as stones come and go.
//
// Codes of lines and of what a stone makes there stand still until a stone is placed on a line through the cell and near it: they are kept
// (standing groups), for both sides at once, since both will ask. How far a cell is from the last stones and what it parries changes
// everywhere with every stone: that is worked out when asked for (passing groups). The learner, self-play and the engine all read here.
// Source: Huy and Dang 2019, section IV.B (paper 000).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/connect6/line_features.h"
#include "engine/connect6/pattern_set.h"
#include "engine/connect6/rules/board.h"

namespace trivium::connect6 {

/// A cell whose codes a stone changes: bit s of `groups` stands for the standing group s, whose code is at slot + s.
struct PatternChange {
  Cell cell;
  std::uint16_t groups;
  std::uint32_t slot;
};

/// A code as both sides see it, in one word, so that a stone changes both by one addition: the lower half where Black is to place the
/// stone, the upper where White is.
struct CodePair {
  std::uint64_t both = 0;

  constexpr std::uint32_t of(std::size_t side) const noexcept { return static_cast<std::uint32_t>(both >> (32 * side)); }
  static constexpr CodePair make(std::uint32_t black, std::uint32_t white) noexcept { return {black | std::uint64_t{white} << 32}; }
  friend bool operator==(const CodePair&, const CodePair&) = default;
};

/// Where the cells of a feature set lie on boards of one size: made once, shared by any number of boards and threads.
class PatternLayout {
 public:
  /// `size` in [kMinSize, kMaxSize].
  PatternLayout(PatternSet set, int size);

  const PatternSet& set() const noexcept { return set_; }
  int size() const noexcept { return size_; }
  int cells() const noexcept { return size_ * size_; }
  /// The standing groups and the passing ones, as their places in set().groups(), ascending.
  std::span<const int> standing() const noexcept { return standing_; }
  std::span<const int> passing() const noexcept { return passing_; }

  /// Where the codes of a cell begin among all.
  std::size_t slot(Cell cell) const noexcept { return cell * slots_; }
  /// The cells whose codes a stone on `cell` changes, ascending; occupied ones too.
  std::span<const PatternChange> changes(Cell cell) const noexcept {
    return {changes_.data() + changes_begin_[cell], changes_.data() + changes_begin_[cell + 1U]};
  }

 private:
  friend class PatternBoard;

  /// A stone adds its state (1 own, 2 opponent) times `power` to the code at `slot`.
  struct Touch {
    std::uint32_t slot;
    std::uint32_t power;
  };
  /// A line to be read from each cell: a standing group, or one of the four lines that tactics need.
  struct Line {
    Direction direction;
    int behind;
    int ahead;
    Edge edge;
    std::size_t place;  // of the line among the slots of a cell
    bool hidden;        // for tactics
  };

  std::vector<Line> lines() const;
  void lay(const Line& line, Cell cell);
  void lay_changes();
  void lay_distances();
  std::size_t slot(Cell cell, std::size_t place) const noexcept { return cell * slots_ + place; }
  std::span<const Touch> touches(Cell cell) const noexcept { return touches_[cell]; }
  std::uint16_t distance(Cell from, Cell to) const noexcept { return distances_[from * static_cast<std::size_t>(cells()) + to]; }

  PatternSet set_;
  int size_;
  std::vector<int> standing_;
  std::vector<int> passing_;
  int makes_ = -1;  // places among the standing groups, -1: none
  int parries_ = -1;
  bool answers_ = false;
  std::size_t slots_ = 0;             // of a cell: standing groups, then four lines if there are tactics
  std::vector<std::uint32_t> empty_;  // codes on the empty board by slot, the same for both sides but for tactics, which are 0
  std::vector<std::vector<Touch>> touches_;
  std::vector<PatternChange> changes_;
  std::vector<std::uint32_t> changes_begin_;
  std::vector<std::uint8_t> distances_;
};

class PatternBoard {
 public:
  /// The empty board. `layout` must outlive it.
  explicit PatternBoard(const PatternLayout& layout);

  void clear() noexcept;
  /// Places a stone of the side to move on `cell`, which must be empty. Only the codes of layout().changes(cell) change.
  void place(Cell cell) noexcept;
  /// Takes back the last stone; there must be one.
  void undo() noexcept;

  const PatternLayout& layout() const noexcept { return *layout_; }
  int stones() const noexcept { return static_cast<int>(history_.size()); }
  bool is_empty(Cell cell) const noexcept { return stones_[cell] == Stone::kEmpty; }
  /// The view of who places the next stone.
  View view() const noexcept { return layout_->set_.view(stones()); }

  /// All codes, by slot; those of the first slots of a cell are its standing groups'.
  const CodePair* codes() const noexcept { return codes_.data(); }
  /// The code of a standing group, by its place in layout().standing(), at a cell.
  CodePair code(Cell cell, std::size_t standing) const noexcept { return codes_[layout_->slot(cell, standing)]; }
  /// The feature of that group at `cell` in `view`.
  FeatureId feature(Cell cell, std::size_t standing, View view) const noexcept {
    return layout_->set_.offset(layout_->standing_[standing], view) + code(cell, standing).of(static_cast<std::size_t>(view % 2));
  }

  /// The codes of a passing group, by its place in layout().passing(), for the side to move; one for each cell, those of occupied cells
  /// without meaning.
  ///   distance  0 where that stone is not there yet, else the distance dx + dy + max(dx, dy) or the limit, less 1
  ///   answers   0 the opponent has no four or five without a stone of the side to move; else the stone parries none (1), some (2), all (3)
  void passing_codes(std::size_t passing, std::span<std::uint32_t> codes) const noexcept;

 private:
  void change(Cell cell, Stone stone, bool placed) noexcept;
  void read_tactics(Cell cell) noexcept;
  void distance_codes(const PatternGroup& group, std::span<std::uint32_t> codes) const noexcept;
  void answer_codes(std::span<std::uint32_t> codes) const noexcept;

  const PatternLayout* layout_;
  std::array<Stone, kMaxSize * kMaxSize> stones_{};
  std::vector<Cell> history_;
  std::vector<CodePair> codes_;
  std::vector<CodePair> empty_;          // codes_ of the empty board
  std::optional<LineFeatures> windows_;  // for answers
};

}  // namespace trivium::connect6

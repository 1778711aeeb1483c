// The one extractor of pattern features: a board that keeps, for every cell, what each group sees there as stones come and go.
//
// Lines, and what a stone makes there, stand still until a stone is placed on a line through the cell and near it: they are kept (standing
// groups). Each is kept as one number, a sight, which does not depend on who looks: it says where black and white stones lie and where the
// line is cut by the edge, and stands for a code of Black and one of White. So a stone changes it by one addition, and whatever is known of
// the features of all views can lie side by side in one table by sight. How far a cell is from the last stones and what it parries changes
// everywhere with every stone: that is worked out when asked for (passing groups). The learner, self-play and the engine all read here.
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

/// What a standing group sees from a cell, among all that the standing groups of a layout can see: in [0, PatternLayout::sights()).
using Sight = std::uint32_t;

/// A cell whose sights a stone changes: bit s of `groups` stands for the standing group s, whose sight is at slot + s.
struct PatternChange {
  Cell cell;
  std::uint16_t groups;
  std::uint32_t slot;
};

/// A code as both sides see it, in one word, so that both are added to at once: the lower half where Black is to place the stone, the upper
/// where White is.
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

  /// How many sights there are. Groups whose features and lines are alike have the same ones; else no two groups have one in common.
  std::size_t sights() const noexcept { return codes_.size(); }
  /// The first sight of a standing group and the one behind its last.
  Sight sights_begin(std::size_t standing) const noexcept { return begins_[standing]; }
  Sight sights_end(std::size_t standing) const noexcept { return ends_[standing]; }
  /// The codes, in its group, that a sight stands for.
  CodePair codes(Sight sight) const noexcept { return codes_[sight]; }

  /// Where the sights of a cell begin among all.
  std::size_t slot(Cell cell) const noexcept { return cell * slots_; }
  /// The cells whose sights a stone on `cell` changes, by the groups that it changes, ascending; occupied ones too.
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
  struct Sights;  // of lines of one shape while they are numbered

  void lay_groups();
  void lay_line(const PatternGroup& line, std::size_t place, Sights& sights);
  void lay_makes(GroupKind kind, std::size_t place);
  void lay_tactics();
  void lay_changes();
  void lay_distances();
  std::size_t slot(Cell cell, std::size_t place) const noexcept { return cell * slots_ + place; }
  /// Of the lines of groups; of those of tactics.
  std::span<const Touch> touches(Cell cell) const noexcept { return std::span(touches_[cell]).first(group_touches_[cell]); }
  std::span<const Touch> tactic_touches(Cell cell) const noexcept { return std::span(touches_[cell]).subspan(group_touches_[cell]); }
  std::uint16_t distance(Cell from, Cell to) const noexcept { return distances_[from * static_cast<std::size_t>(cells()) + to]; }

  PatternSet set_;
  int size_;
  std::vector<int> standing_;
  std::vector<int> passing_;
  int makes_ = -1;  // places among the standing groups, -1: none
  int parries_ = -1;
  bool answers_ = false;
  std::size_t slots_ = 0;      // of a cell: standing groups, then four lines if there are tactics
  std::vector<Sight> begins_;  // of standing groups
  std::vector<Sight> ends_;
  std::vector<CodePair> codes_;              // by sight
  std::vector<std::uint8_t> made_;           // on a line of tactics, by what is seen there: Black's LineMake + 16 * White's
  std::vector<Sight> empty_;                 // on the empty board, by slot
  std::vector<std::vector<Touch>> touches_;  // by cell; those of tactics are the last
  std::vector<std::size_t> group_touches_;   // by cell: how many are not of tactics
  std::vector<PatternChange> changes_;
  std::vector<std::uint32_t> changes_begin_;
  std::vector<std::uint8_t> distances_;
};

class PatternBoard {
 public:
  /// The empty board. `layout` must outlive it.
  explicit PatternBoard(const PatternLayout& layout);

  void clear() noexcept;
  /// Places a stone of the side to move on `cell`, which must be empty. Only the sights of layout().changes(cell) change.
  void place(Cell cell) noexcept;
  /// Takes back the last stone; there must be one.
  void undo() noexcept;

  const PatternLayout& layout() const noexcept { return *layout_; }
  int stones() const noexcept { return static_cast<int>(history_.size()); }
  bool is_empty(Cell cell) const noexcept { return stones_[cell] == Stone::kEmpty; }
  /// The view of who places the next stone.
  View view() const noexcept { return layout_->set_.view(stones()); }

  /// All sights, by slot; those of the first slots of a cell are its standing groups'.
  const Sight* sights() const noexcept { return sights_.data(); }
  /// The codes of a standing group, by its place in layout().standing(), at a cell.
  CodePair code(Cell cell, std::size_t standing) const noexcept { return layout_->codes(sights_[layout_->slot(cell, standing)]); }
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
  std::vector<Sight> sights_;            // by slot
  std::optional<LineFeatures> windows_;  // for answers
};

}  // namespace trivium::connect6

// Which features a candidate stone has when moves are ranked by patterns (BTMM): the groups of a feature set, and where each group's
// features lie among all of them.
//
// In a position every empty cell is a team with one feature of each group, so the features of a group exclude each other. A line group
// reads the neighbours of the cell on one line as a number in base 3 (0 empty, 1 own, 2 opponent; own is the side that places the stone).
// The paper says black and white instead: with the player factor on, which gives both sides features of their own, the two differ in the
// numbering alone; with it off, the sides share what they know. Sets are written in small text files (patterns.md has their words).
// Source: Huy and Dang 2019, section IV.B (paper 000); the groups other than lines are ours.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/direction.h"
#include "engine/core/result.h"

namespace trivium::connect6 {

/// A feature of a set as an index in [0, PatternSet::features()).
using FeatureId = std::uint32_t;

/// What a line group sees beyond the edge of the board.
enum class Edge : std::uint8_t {
  kOpponent,  ///< stones of the opponent
  kOutside,   ///< a fourth state, so the code is in base 4
  kClipped,   ///< nothing: a line that ends early has features of its own for each way to be cut
};

enum class GroupKind : std::uint8_t {
  kLine,      ///< the neighbours on one line
  kMakes,     ///< what the stone makes: six, five, fours, threes (pattern_tactics.h)
  kParries,   ///< what the opponent would make there
  kDistance,  ///< how far it is from one of the last stones
  kAnswers,   ///< whether it parries what the opponent threatens to win with next
};

/// Whether codes of this kind stand still until a stone is placed near the cell, on a line through it.
constexpr bool is_standing(GroupKind kind) noexcept { return kind <= GroupKind::kParries; }

struct PatternGroup {
  GroupKind kind = GroupKind::kLine;
  Direction direction = Direction::kRow;  ///< kLine
  int behind = 0;                         ///< kLine: how many neighbours are read on either side
  int ahead = 0;
  Edge edge = Edge::kOpponent;  ///< kLine
  int stone = 0;                ///< kDistance: from the last stone (1), the one before (2), ...
  int limit = 0;                ///< kDistance: greater distances count as this one
  bool player = true;           ///< black and white have features of their own
  bool turn = false;            ///< so have the first and the second stone of a turn
  int table = 0;                ///< whose features they are: lines that share a table have equal features

  friend bool operator==(const PatternGroup&, const PatternGroup&) = default;
};

/// The features that one group, or the groups that share them, have among those of the set.
struct PatternTable {
  std::string name;          ///< "row_4_4", "row+column_4_4", "makes", "distance1"; unique in the set
  FeatureId begin = 0;       ///< the first
  std::uint32_t codes = 0;   ///< how many codes a cell may have
  std::uint32_t copies = 1;  ///< times the player and the turn factor
  std::vector<int> groups;   ///< who uses it, ascending

  std::uint32_t features() const noexcept { return codes * copies; }
  friend bool operator==(const PatternTable&, const PatternTable&) = default;
};

/// Whose stone is to be placed: the side and, where a group tells them apart, whether it is the first or the second stone of the turn.
/// A set that has no such group has two views, black and white; else there are four, those of second stones behind.
using View = int;
inline constexpr int kMaxViews = 4;

class PatternSet {
 public:
  static constexpr int kMaxGroups = 16;
  static constexpr int kMaxReach = 12;  ///< neighbours of a line on one side
  static constexpr int kMaxDistance = 3 * kMaxSize;
  static constexpr int kMaxDistantStone = 8;
  static constexpr FeatureId kMaxFeatures = FeatureId{1} << 24;

  /// Reads a definition. The error names the place: "patterns: line 3, column 10: length 0 is not in 1 to 24".
  static Result<PatternSet> parse(std::string_view text);
  /// One of the sets that come with the program: "paper-1" to "paper-4", "extended", "compact".
  static Result<PatternSet> named(std::string_view name);
  /// The names that named() knows.
  static std::span<const std::string_view> names() noexcept;

  /// A definition that parse() reads as this set again, in one form whatever it was read from.
  std::string text() const;

  /// Empty where the definition gives none.
  const std::string& name() const noexcept { return name_; }
  std::span<const PatternGroup> groups() const noexcept { return groups_; }
  std::span<const PatternTable> tables() const noexcept { return tables_; }
  FeatureId features() const noexcept { return features_; }

  int views() const noexcept { return turn_matters_ ? 4 : 2; }
  /// The view of who places the next stone when `stones` are on the board.
  View view(int stones) const noexcept {
    return (Board::to_move(stones) == Stone::kWhite ? 1 : 0) + (turn_matters_ && stones % 2 == 0 ? 2 : 0);
  }
  static constexpr Stone side(View view) noexcept { return view % 2 == 0 ? Stone::kBlack : Stone::kWhite; }

  /// What is to be added to a code of `group` for the feature that it stands for in `view`.
  FeatureId offset(int group, View view) const noexcept {
    return offsets_[static_cast<std::size_t>(group)][static_cast<std::size_t>(view)];
  }

  friend bool operator==(const PatternSet&, const PatternSet&) = default;

 private:
  friend class PatternSetReader;
  PatternSet() = default;

  std::string name_;
  std::vector<PatternGroup> groups_;
  std::vector<PatternTable> tables_;
  std::vector<std::array<FeatureId, kMaxViews>> offsets_;
  FeatureId features_ = 0;
  bool turn_matters_ = false;
};

/// How many codes a cell can have in a group of this kind. Line groups must have reaches in [0, PatternSet::kMaxReach].
std::uint64_t code_count(const PatternGroup& group) noexcept;

}  // namespace trivium::connect6
